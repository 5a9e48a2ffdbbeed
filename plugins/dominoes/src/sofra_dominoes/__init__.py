"""Dominoes for Sofra."""
