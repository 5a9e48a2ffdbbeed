"""How bar, strip and side panel share the room of the table page with the stage."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from sofra_qt.edgebar import EdgeBar
from sofra_qt.widgets import Seam, column, follow, row, stand_firm

if TYPE_CHECKING:
    from sofra.game import GameInfo
    from sofra_qt.panel import Panel, Strip
    from sofra_qt.session import Session
    from sofra_qt.stage import Stage
    from sofra_qt.table.view import TableView
    from sofra_qt.tablebar import TableBar

__all__ = ["Arrangement"]


@final
class Arrangement:
    """The layout of one table page. In place of the panel stands the strip: in the bar, or below it where the page is tall."""

    def __init__(
        self,
        page: QWidget,
        session: Session,
        bar: TableBar,
        panel: Panel,
        strip: Strip,
        stage: Stage,
        view: TableView,
    ) -> None:
        self._page, self._session, self._look = page, session, session.look
        self._bar, self._panel, self._strip, self._view = bar, panel, strip, view
        self._wanted: bool | None = None
        self._panel_seam = Seam(upright=True)
        bar_seam = Seam()
        self._strip_row = QFrame()
        self._strip_row.setObjectName("bar")
        self._strip_line: QHBoxLayout = row(margins=(16, 2, 12, 2))
        self._strip_row.setLayout(self._strip_line)
        stand_firm(self._strip_row, 40)
        self._strip_row.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._strip_seam = Seam()
        body = row(stage, self._panel_seam, panel, spacing=0)
        body.setStretch(0, 1)
        layout: QVBoxLayout = column(bar, bar_seam, self._strip_row, self._strip_seam, body, spacing=0)
        # By the thing and not by its number: banners may be put between.
        layout.setStretchFactor(body, 1)
        page.setLayout(layout)
        self._edge = EdgeBar(page, bar, bar_seam)
        self._edge.left.connect(view.setFocus)

    def forget(self) -> None:
        """The panel stands as the room allows again, whatever was wanted for the moment."""
        self._wanted = None

    def toggle_panel(self, info: GameInfo | None) -> None:
        """Open or fold the side panel; remembered for the game on the table where there is room for it."""
        shown = self._wanted = not self._panel.isVisibleTo(self._page)
        if info is not None and self._look.wide(self._page.width()):
            panel = {**self._session.settings.panel, info.id: shown}
            self._session.keep(attrs.evolve(self._session.settings, panel=panel))

    def arrange(self, info: GameInfo | None) -> None:
        """Panel, words and strip, as the room allows and the player wants; `info` is the game on the table."""
        page, settings = self._page, self._session.settings
        wide = self._look.wide(page.width())
        # Big tiles want the room, unless the player has said of this game that the panel stays.
        wanted = settings.panel.get(info.id, not settings.big_tiles) if info is not None else True
        shown = (wide and wanted) if self._wanted is None else self._wanted
        full = page.window().isFullScreen()
        shown = shown and not full
        self._edge.lift(full=full)
        self._panel.setVisible(shown)
        self._panel_seam.setVisible(shown)
        self._bar.arrange(wide=wide, panel=shown)
        tall = page.height() > page.width()
        self._strip.spread(wide=tall)
        before = self._strip.parent()
        if tall:
            self._strip_line.addWidget(self._strip)
            self._strip.setContentsMargins(0, 0, 0, 0)
        else:
            self._bar.take(self._strip)
        if self._strip.parent() is not before:
            strip = (each for each in self._strip.findChildren(QWidget) if each.focusPolicy() & Qt.FocusPolicy.TabFocus)
            follow(self._bar.more, *strip, self._view)
        self._strip.setVisible(not shown and not full)
        for each in (self._strip_row, self._strip_seam):
            each.setVisible(tall and not shown and not full)
        self.shorten()
        if shown:
            self._panel.refresh()

    def shorten(self) -> None:
        """In a bar the strip takes the room that the rest leaves: that differs by language, and by what the light says."""
        self._bar.name_home(words=True)
        if not self._strip.isHidden():
            width, in_bar = self._page.width(), self._strip.parent() is self._bar
            self._strip.shorten(width - (self._bar.needs(self._strip) if in_bar else 32))
            if in_bar and self._strip.needs() > width - self._bar.needs(self._strip):
                self._bar.name_home(words=False)
                self._strip.shorten(width - self._bar.needs(self._strip))
