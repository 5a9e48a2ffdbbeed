"""Pretends that somebody has pressed Ctrl+C."""

raise KeyboardInterrupt
