"""The table of every game: one renderer, fed with scenes, that draws, animates, speaks and takes input."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sofra_qt.table.still import draw_ring, draw_scene
    from sofra_qt.table.view import TableView

__all__ = ["TableView", "draw_ring", "draw_scene"]


def __getattr__(name: str) -> Any:
    """Import what is asked for: the library draws still pictures at every start, long before a table is opened."""
    if name == "TableView":
        from sofra_qt.table.view import TableView

        return TableView
    if name in {"draw_ring", "draw_scene"}:
        from sofra_qt.table import still

        return getattr(still, name)
    raise AttributeError(name)
