"""Any input at the table shows at once what is still being told; it does nothing else, because the player has not seen the table yet."""

from __future__ import annotations

from typing import Final, final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from sofra_qt.model import TableModel

__all__ = ["Skipping"]

_INPUTS: Final = frozenset(
    {QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick, QEvent.Type.TouchBegin, QEvent.Type.KeyPress}
)

_SILENT: Final = frozenset(
    {Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta, Qt.Key.Key_Tab}
)
"""Keys that are no input by themselves, or lead away from the table."""


@final
class Skipping(QObject):
    """Takes the inputs of `views` while `model` is telling something."""

    def __init__(self, model: TableModel, *views: QWidget) -> None:
        super().__init__(model)
        self._model = model
        for view in views:
            view.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Whether the input was used up."""
        if event.type() not in _INPUTS or not self._model.telling:
            return False
        if isinstance(event, QKeyEvent) and event.key() in _SILENT:
            return False
        if event.type() is not QEvent.Type.MouseButtonDblClick:
            # The second press of a double click is none: it belongs to the click that has played.
            self._model.skip()
        return True
