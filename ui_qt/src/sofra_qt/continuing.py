"""The card of a round that waits to be continued."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout

from sofra.game import Watcher
from sofra.message import Clock, Texts
from sofra.round import Round
from sofra.scene import Aspect
from sofra_qt.dealnames import deal_name
from sofra_qt.look import Look
from sofra_qt.preview import Preview
from sofra_qt.progress import Progress
from sofra_qt.session import Running, Session
from sofra_qt.widgets import Picture, Press, Words, column, row

__all__ = ["ContinueCard"]

_ = Texts("sofra-qt")

PICTURE: Final = 300
"""The width of the picture, in pixels."""

WORDS: Final = 260
"""Beside the picture the words have so much room at least, in pixels of the design; else they stand alone."""


class ContinueCard(QFrame):
    """A round that waits: its own table with the faces down, how far it is, and two ways on."""

    resumed = Signal(object)
    dealt = Signal(object)

    def __init__(self, look: Look, session: Session, running: Running, waiting: Round) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._look, self._running = look, running
        seen = waiting.seen(Watcher.SPECTATOR)
        scene = waiting.game.scene(seen, Watcher.SPECTATOR, Aspect.WIDE)
        self._preview = Preview(look, session, lambda: scene, covered=waiting.outcome is None)
        self._preview.setFixedWidth(PICTURE)
        self._preview.setMinimumHeight(184)
        title = Words(look, running.info.title, "title", wrap=True)
        dealt = deal_name(waiting)
        stuck = waiting.outcome is not None
        state = _("{deal} · no moves left", deal=dealt) if stuck else _("{deal} · paused", deal=dealt)
        done = waiting.game.progress(seen)
        time, score = Clock(waiting.active_ms), waiting.score
        how_far = (
            _("{done} of {of} done · {time}", done=done[0], of=done[1], time=time) if done else _("{time}", time=time)
        )
        if running.info.ranking == "none":
            # Where the time counts for nothing, nobody wants to know it.
            how_far = _.plural("{n} move", "{n} moves", waiting.ply)
        if score is not None:
            points = _.plural("{n} point", "{n} points", score)
            how_far = _("{first} · {second}", first=points, second=how_far)
        self.button = Press(look, _("Continue"), icon="play", kind="primary")
        self.button.clicked.connect(self._resume)
        self.new = Press(look, _("New deal") if waiting.game.seats == 1 else _("New round"))
        self.new.clicked.connect(self._deal)
        # The same words stand on every card.
        for each in (self.button, self.new):
            each.belong(_("{first}, {second}", first=running.info.title, second=dealt))
        words: QVBoxLayout = column(
            title,
            row(Picture(look, "warn" if stuck else "pause", size=16), Words(look, state, "quiet"), None),
            Words(look, how_far, "quiet"),
            spacing=6,
            margins=(20, 16, 20, 16),
        )
        if done:
            bar = Progress(look, *done)
            bar.setMaximumWidth(PICTURE)
            words.addSpacing(2)
            words.addWidget(bar)
        words.addStretch(1)
        words.addSpacing(10)
        words.addLayout(row(self.button, self.new, None))
        line: QHBoxLayout = row(self._preview, spacing=0, margins=(1, 1, 1, 1))
        line.addLayout(words, 1)
        self.setLayout(line)
        self._turn()
        look.changed.connect(self._turn)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def _turn(self) -> None:
        rtl = self.isRightToLeft()
        self._preview.corners = (not rtl, rtl, rtl, not rtl)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window large words need all the room."""
        super().resizeEvent(event)
        self._preview.setVisible(self.width() >= PICTURE + self._look.px(WORDS))

    def _resume(self) -> None:
        self.resumed.emit(self._running)

    def _deal(self) -> None:
        self.dealt.emit(self._running)
