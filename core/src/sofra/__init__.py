"""Sofra: one table, many games. The contract of a game, rounds, logs, codes, scenes and the plugin host."""
