"""The 42 kinds of Mahjong tiles: names, art, and the search for pairings."""
