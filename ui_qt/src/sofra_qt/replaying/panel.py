"""What stands beside the player: how the round ended, its steps, its replay code, and what can be done from here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from sofra.game import Standing
from sofra.message import Clock, Message, Player, Texts
from sofra_qt.counting import points_word
from sofra_qt.look import Look
from sofra_qt.replaying.model import PlayerModel
from sofra_qt.replaying.moves import StepList
from sofra_qt.replaying.watched import Watched
from sofra_qt.widgets import Picture, Press, Tool, Words, column, row

__all__ = ["Panel", "result_of"]

_ = Texts("sofra-qt")

MOVES: Final = _("Moves")

_FACTS, _WAYS, _LEAST = 212, 240, 760
"""The widths of result and buttons in a panel that lies under the table, which is at least so wide; the steps have what is left."""


def result_of(watched: Watched) -> Message:
    """How the round ended, in a few words."""
    view, timed = watched.view, watched.playback.timed
    outcome = view.outcome
    if watched.several and view.closed and outcome is not None:
        winners = [seat for seat, result in enumerate(outcome.seats) if result.standing is Standing.WON]
        if len(winners) != 1:
            return _("Nobody won")
        name = watched.names.get(winners[0], Player(winners[0]))
        if view.mode == "computer" and winners[0] in watched.names and view.opened.seats[winners[0]] == "person":
            return _("You won")
        return _("{player} won", player=name)
    match view.outcome_word:
        case "won":
            return _("Won in {time}", time=Clock(view.tally.active_ms)) if timed else _.context("rounds", "Won")
        case "lost":
            return _.context("rounds", "Lost")
        case "stuck":
            return _("No moves left")
        case "abandoned":
            return _.context("rounds", "Abandoned")
        case "drawn":
            return _.context("rounds", "Drawn")
        case _:
            return _.context("rounds", "Unfinished")


@final
class Panel(QFrame):
    """264 pixels wide beside the table, or a row under the foot of a tall window.

    `went_on` wants to play on from the step that is shown, `dealt` to play the same deal from its beginning, `copied` the replay code.
    """

    went_on = Signal()
    dealt = Signal()
    copied = Signal()

    def __init__(self, look: Look, model: PlayerModel) -> None:
        super().__init__()
        self.setObjectName("panel")
        self._look, self._model = look, model
        self._result = Words(look, kind="heading", wrap=True)
        self._when = Words(look, kind="quiet", wrap=True)
        self._score = Words(look, wrap=True)
        self._hints, self._undos = Words(look), Words(look)
        self._aids = QWidget()
        # Side by side where both words fit.
        self._aids_box = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._aids_box.setContentsMargins(0, 0, 0, 0)
        for icon, words in (("hint", self._hints), ("undo", self._undos)):
            self._aids_box.addLayout(row(Picture(look, icon, size=16), words))
        self._aids_box.addStretch(1)
        self._aids.setLayout(self._aids_box)
        self._facts = QWidget()
        self._facts.setLayout(column(self._result, self._score, self._when, 2, self._aids, spacing=4))
        self.steps: Final = StepList(look, model)
        self._list = QWidget()
        self._list.setLayout(column(Words(look, MOVES, "label"), self.steps, spacing=6))
        self._code_title, self._well = Words(look, _("Replay code"), "label"), _Well(look, self.copied.emit)
        self.go_on: Final = Press(look, _("Play on from here"), icon="play", kind="primary")
        self.go_on.clicked.connect(self._go_on)
        self.same: Final = Press(look, _("Play this deal"), icon="restart")
        self.same.clicked.connect(self._same)
        for press in (self.go_on, self.same):
            press.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._ways = QWidget()
        ways: QVBoxLayout = column(
            self._code_title, self._well, 2, self.go_on, self.same, spacing=8, margins=(0, 0, 0, 0)
        )
        self._ways.setLayout(ways)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._box.setContentsMargins(16, 14, 16, 14)
        self._box.setSpacing(14)
        for each in (self._facts, self._list, self._ways):
            self._box.addWidget(each)
        self._box.setStretch(1, 1)
        self.setLayout(self._box)
        self._lying, self._room = False, 0
        self.lie(lying=False)
        model.opened.connect(self.refresh)
        model.moved.connect(self._follow)
        look.changed.connect(self._dress)

    def lie(self, *, lying: bool, room: int = 0) -> None:
        """Lie in a row under the table, `room` pixels wide, or stand beside it."""
        self._lying, self._room = lying, room
        way = QBoxLayout.Direction.LeftToRight if lying else QBoxLayout.Direction.TopToBottom
        self._box.setDirection(way)
        self._box.setSpacing(24 if lying else 14)
        top = Qt.AlignmentFlag.AlignTop if lying else Qt.AlignmentFlag(0)
        for each, width in ((self._facts, _FACTS), (self._ways, _WAYS)):
            self._box.setAlignment(each, top)
            if lying:
                # However large the words are, the steps need room, too.
                each.setFixedWidth(min(self._look.px(width), width * room // _LEAST) if room else width)
            else:
                each.setMinimumWidth(0)
                each.setMaximumWidth(16_777_215)
        if lying:
            self.setMinimumWidth(0)
            self.setMaximumWidth(16_777_215)
            self.setFixedHeight(self._look.px(300))
        else:
            self.setMinimumHeight(0)
            self.setMaximumHeight(16_777_215)
            self.setFixedWidth(self._look.room(264))
        self._flow_aids()

    def _flow_aids(self) -> None:
        """Hints and undos side by side where both fit, else one below the other."""
        room = self._facts.maximumWidth() if self._lying else self.maximumWidth() - 32
        both = sum(each.sizeHint().width() + self._look.px(16) + 8 for each in (self._hints, self._undos)) + 16
        beside = both <= room
        self._aids_box.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        self._aids_box.setSpacing(16 if beside else 4)

    def _dress(self) -> None:
        self.lie(lying=self._lying, room=self._room)
        self.refresh()

    def refresh(self) -> None:
        """Read what is watched anew."""
        watched = self._model.watched
        if watched is None:
            return
        view, tally = watched.view, watched.view.tally
        self._result.say(result_of(watched))
        score = view.score if view.closed and watched.playback.timed and not watched.several else None
        self._score.say(None if score is None else _("{n} {points}", n=score, points=points_word(score)))
        self._score.setVisible(score is not None)
        self._when.say(self._told(watched))
        self._when.setVisible(self._when.message is not None)
        self._hints.say(_.plural("{n} hint", "{n} hints", tally.hints))
        self._undos.say(_.plural("{n} undo", "{n} undos", tally.undos))
        self._aids.setVisible(watched.source != "code" and not watched.several)
        self._flow_aids()
        code = view.replay_code or ""
        self._well.show_code(code)
        for each in (self._code_title, self._well):
            each.setVisible(bool(code))
        self.same.setVisible(view.code is not None)
        self._follow()

    def _told(self, watched: Watched) -> Message | None:
        """When it was played, and whether that counted."""
        if watched.source == "code":
            return _("From a replay code: it holds no times.")
        date = _("{date}", date=self._look.day(watched.view.opened_at))
        if watched.view.opened.origin is not None:
            return _("{first} · {second}", first=date, second=_("continued from another round"))
        if watched.first is None:
            return date
        first = _("first playing of this code") if watched.first else _("this code was played before")
        return _("{first} · {second}", first=date, second=first)

    def _follow(self) -> None:
        """Another step: it may be one that nothing can be played from."""
        watched, frame = self._model.watched, self._model.frame
        if watched is None or frame is None:
            return
        outcome = watched.view.outcome_at(frame.version)
        over = outcome is not None and outcome.final
        told = not watched.view.open_to_all
        self.go_on.setEnabled(not (over or told))
        why = None
        if over:
            why = _("The round is over here: go back a move to play on.")
        elif told:
            why = _("A round of several can be played on when it is over.")
        self.go_on.setToolTip("" if why is None else self._look.text(why))

    def _go_on(self) -> None:
        self.went_on.emit()

    def _same(self) -> None:
        self.dealt.emit()


@final
class _Well(QFrame):
    """A replay code, as much of it as two lines hold, and the button that copies all of it."""

    def __init__(self, look: Look, copy: Callable[[], None]) -> None:
        super().__init__()
        self.setProperty("role", "well")
        self._look = look
        self._code = QLabel()
        self._code.setProperty("type", "code")
        self._code.setTextFormat(Qt.TextFormat.PlainText)
        self._code.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._copy = Tool(look, _("Copy the replay code"), "copy", key="Ctrl+C")
        self._copy.clicked.connect(copy)
        self._copy.clicked.connect(self._done)
        self._timer = QTimer(self, singleShot=True, interval=1500)
        self._timer.timeout.connect(self._again)
        self.setLayout(row(8, self._code, None, self._copy, spacing=4, margins=(4, 4, 4, 4)))

    def show_code(self, code: str) -> None:
        """Show a code: its deal, and the beginning of its moves."""
        deal, _mark, moves = code.partition("~")
        self._code.setText(f"{deal}~\n{moves if len(moves) <= 14 else moves[:12] + '…'}" if code else "")
        self._code.setAccessibleName(code)

    def _done(self) -> None:
        self._copy.say(_("Copied"), "check")
        self._timer.start()

    def _again(self) -> None:
        self._copy.say(_("Copy the replay code"), "copy")
