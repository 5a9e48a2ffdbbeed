"""The table of every game: one renderer, fed with scenes, that draws, animates, speaks and takes input."""

from sofra_qt.table.still import draw_ring, draw_scene
from sofra_qt.table.view import TableView

__all__ = ["TableView", "draw_ring", "draw_scene"]
