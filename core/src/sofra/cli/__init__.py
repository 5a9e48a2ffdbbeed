"""The command line: `sofra` opens the shell, and every other command is small and scriptable."""

from sofra.cli.app import main

__all__ = ["main"]
