"""Lengths of widgets that belong to their texts: they follow the text size while the program runs."""

from __future__ import annotations

from typing import final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from sofra_qt.look import Look

__all__ = ["Fit"]


@final
class Fit(QObject):
    """Keeps lengths of a widget at the text size of now, for as long as the widget lives.

    All are pixels of the design, 0 for none: `wide` and `high` are fixed, `least_wide`, `least_high` and `most_wide` are bounds.
    With `over_target` the widget is at least so much higher than a control.
    """

    def __init__(
        self,
        look: Look,
        widget: QWidget,
        *,
        wide: float = 0,
        high: float = 0,
        least_wide: float = 0,
        least_high: float = 0,
        most_wide: float = 0,
        over_target: float | None = None,
    ) -> None:
        super().__init__(widget)
        self._look, self._widget = look, widget
        self._wide, self._high, self._over = wide, high, over_target
        self._least_wide, self._least_high, self._most_wide = least_wide, least_high, most_wide
        self.fit()
        look.changed.connect(self.fit)

    def fit(self) -> None:
        """Measure anew."""
        px, widget = self._look.px, self._widget
        for length, take in (
            (self._wide, widget.setFixedWidth),
            (self._high, widget.setFixedHeight),
            (self._least_wide, widget.setMinimumWidth),
            (self._least_high, widget.setMinimumHeight),
            (self._most_wide, widget.setMaximumWidth),
        ):
            if length:
                take(px(length))
        if self._over is not None:
            widget.setMinimumHeight(self._look.target() + px(self._over))
