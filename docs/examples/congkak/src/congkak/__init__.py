"""Congkak, a game for Sofra."""
