"""Reversi, a game for Sofra."""
