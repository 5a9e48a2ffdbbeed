"""Mahjong Solitaire for Sofra."""
