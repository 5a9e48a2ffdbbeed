"""The 42 kinds of Mahjong tiles: names, art, and the search for pairings."""

from sofra_mahjong_tiles.kinds import BY_LABEL, KINDS, PREFIX, SET, Family, Kind, pairs_with

__all__ = ["BY_LABEL", "KINDS", "PREFIX", "SET", "Family", "Kind", "pairs_with"]
