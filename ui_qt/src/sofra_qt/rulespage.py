"""The rules of a game, step by step: what it says of itself, with diagrams that the renderer of the tables draws."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QResizeEvent
from PySide6.QtWidgets import QFrame, QListWidget, QVBoxLayout, QWidget

from sofra.abilities import Teaches
from sofra.game import GameInfo
from sofra.message import Message, Texts
from sofra.teaching import Chapter
from sofra_qt.fields import Choose
from sofra_qt.figures import WIDEST, Figure, figures, paragraph
from sofra_qt.fitting import Fit
from sofra_qt.gamepage import GamePage
from sofra_qt.roles import speak_as
from sofra_qt.session import Session
from sofra_qt.sheetbuttons import ButtonRow
from sofra_qt.widgets import Press, Words, column, follow, row

__all__ = ["RulesPage"]

_ = Texts("sofra-qt")

NARROW: Final = 900
"""Under this width of the page the contents are a menu in the bar."""

CONTENTS: Final = (200, 264)
"""The width of the contents, in pixels of the design: as much as their longest title needs, between these two."""

EDGE: Final = 24
"""Pixels at every edge of the text."""

AHEAD: Final = 48
"""A chapter is the one that is read when its title is so many pixels below the upper edge, or higher."""


class RulesPage(GamePage):
    """The rules of one game. `started(info)` wants to play it, `other(info)` to read those of another."""

    started = Signal(object)
    other = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__(session, _("Rules"))
        look = self._look
        self._chapters: list[Words] = []
        self._menu: Choose | None = None
        self._play = Press(look, _("Play"), icon="play", kind="primary")
        self._play.clicked.connect(self._start)
        self.bar_row.addWidget(self._play)
        self._list = QListWidget()
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setObjectName("contents")
        self._list.currentRowChanged.connect(self._go)
        self._following = False
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)  # noqa: S101 - for mypy
        layout.removeWidget(self.scroller)
        self._side = QWidget()
        self._side.setLayout(column(self._list, None, margins=(12, 22, 12, 16)))
        self._side.setObjectName("page")
        inside = row(self._side, self.scroller, spacing=0)
        inside.setStretch(1, 1)
        layout.addLayout(inside, 1)
        self.scroller.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        speak_as(self.scroller, QAccessible.Role.Document)
        # As large as the page: what shows where the keyboard is, is that the text moves.
        self.scroller.setProperty("own-focus", True)  # noqa: FBT003 - named by Qt
        self.scroller.verticalScrollBar().valueChanged.connect(self._follow)
        # The chapters have their places when the text is laid out.
        self._settled = QTimer(self, singleShot=True, interval=0)
        self._settled.timeout.connect(self._follow)
        self.scroller.verticalScrollBar().rangeChanged.connect(self._settle)
        self._text: QWidget | None = None
        self._figures: list[Figure] = []
        self._titles: Sequence[Message] = ()
        look.changed.connect(self._name)

    def show_game(self, info: GameInfo, *, back: Message | None) -> None:
        """Show the rules of a game. Raises PluginError."""
        from sofra.host.loader import load_rules

        game = load_rules(info)
        super().show_game(info, back=back)
        self._fill(list(game.teach()) if isinstance(game, Teaches) else [])

    def first(self) -> QWidget:
        """The contents."""
        if self._menu is not None and self._menu.isVisibleTo(self):
            return self._menu
        return self._list if self._side.isVisibleTo(self) else self.scroller

    # Inside

    def _fill(self, chapters: Sequence[Chapter]) -> None:
        look, info = self._look, self._info
        assert info is not None  # noqa: S101 - for mypy: called when there is one
        self._chapters = []  # nothing of the old text is asked while it goes
        titles: list[Words] = []
        self._titles = [chapter.title for chapter in chapters]
        body: QVBoxLayout = column(spacing=12)
        body.addWidget(paragraph(look, info.summary))
        for chapter in chapters:
            title = Words(look, chapter.title, "title", wrap=True)
            titles.append(title)
            body.addSpacing(14)
            body.addWidget(title)
            for part in chapter.parts:
                body.addWidget(
                    paragraph(look, part) if isinstance(part, Message) else figures(look, self._session, part)
                )
        if not chapters:
            body.addWidget(paragraph(look, _("This game brings no page of rules.")))
        body.addSpacing(14)
        others = [each for each in self._session.library.games.values() if each.id != info.id]
        if others:
            body.addWidget(Words(look, _("Rules of the other games"), "heading"))
            presses = []
            for each in others:
                press = Press(look, each.title, icon="rules")
                press.clicked.connect(partial(self._other, each))
                presses.append(press)
            body.addWidget(ButtonRow(presses, ()))
        body.addStretch(1)
        text = QWidget()
        Fit(look, text, most_wide=WIDEST)
        text.setLayout(body)
        if self._text is not None:
            self._text.hide()
            self._text.deleteLater()
        self._text = text
        self._figures = text.findChildren(Figure)
        outer = self.body.layout()
        if outer is None:
            outer = row(spacing=0, margins=(EDGE, EDGE, EDGE, EDGE))
            self.body.setLayout(outer)
        while outer.count():
            outer.takeAt(0)
        outer.addWidget(text)
        if isinstance(outer, type(row())):
            outer.setAlignment(text, Qt.AlignmentFlag.AlignTop)
        self._chapters = titles
        self._name()
        self._arrange()
        self.scroller.verticalScrollBar().setValue(0)
        self._list.setCurrentRow(0)

    def _name(self) -> None:
        """Write the contents, and hand them to the menu as well."""
        self._list.blockSignals(True)  # noqa: FBT003 - named by Qt
        now = self._list.currentRow()
        self._list.clear()
        self._list.addItems([self._look.text(title) for title in self._titles])
        self._list.setCurrentRow(max(0, now))
        least, most = map(self._look.px, CONTENTS)
        self._list.setFixedWidth(min(most, max(least, self._list.sizeHintForColumn(0) + 8)))
        rows = sum(self._list.sizeHintForRow(number) for number in range(self._list.count()))
        self._list.setFixedHeight(rows + 4)
        self._list.blockSignals(False)  # noqa: FBT003 - named by Qt
        self._list.setAccessibleName(self._look.spoken(_("Contents")))
        self.scroller.setAccessibleName(self._look.spoken(_("Rules")))
        if self._menu is not None:
            self.bar_row.removeWidget(self._menu)
            self._menu.deleteLater()
        values = [(str(number), title) for number, title in enumerate(self._titles)]
        self._menu = Choose(self._look, _("Contents"), list(values), self._choose, least=0)
        self.bar_row.insertWidget(self.bar_row.indexOf(self._play), self._menu)
        others = [] if self._text is None else self._text.findChildren(Press)
        follow(self._back, self._menu, self._play, self._list, self.scroller, *others)
        self._arrange()

    def _choose(self, value: str) -> None:
        self._go(int(value))

    def _go(self, number: int) -> None:
        """Scroll to a chapter."""
        if self._following or not 0 <= number < len(self._chapters):
            return
        top = self._chapters[number].mapTo(self.body, self._chapters[number].rect().topLeft()).y()
        self._following = True
        self.scroller.verticalScrollBar().setValue(max(0, top - 16))
        self._following = False

    def _settle(self, *_range: Any) -> None:
        self._settled.start()

    def _follow(self, *_value: Any) -> None:
        """Mark the chapter that is read."""
        if self._following or not self._chapters:
            return
        at = self.scroller.verticalScrollBar().value() + AHEAD
        tops = [title.mapTo(self.body, title.rect().topLeft()).y() for title in self._chapters]
        bar = self.scroller.verticalScrollBar()
        # What stands too near the end to come to the top is read when nothing more can be scrolled.
        last = bar.maximum() > 0 and bar.value() == bar.maximum()
        number = len(tops) - 1 if last else max(0, sum(top <= at for top in tops) - 1)
        self._following = True
        self._list.setCurrentRow(number)
        if self._menu is not None:
            self._menu.show_value(str(number))
        self._following = False

    def _arrange(self) -> None:
        bar = self.scroller.verticalScrollBar().sizeHint().width()
        wide = self.width() >= self._look.px(NARROW)
        room = self.width() - bar - 2 * EDGE - (self._list.width() + 24 if wide else 0)
        for figure in self._figures:
            figure.fit(min(WIDEST, room))
        self._side.setVisible(wide and bool(self._titles))
        if self._menu is not None:
            self._menu.setVisible(not wide and bool(self._titles))
        self.settle_bar()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The contents stand beside the text where there is room."""
        self._arrange()
        super().resizeEvent(event)

    def _start(self) -> None:
        if self._info is not None:
            self.started.emit(self._info)

    def _other(self, info: GameInfo, *_checked: Any) -> None:
        self.other.emit(info)
