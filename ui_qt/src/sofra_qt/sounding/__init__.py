"""Sounds: which there are, how they are made, when they are heard, and the process that plays them."""
