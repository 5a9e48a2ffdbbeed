"""The computer players of dominoes: what they may know, how they think, and how strong they are meant to be."""
