"""Entering a code: read while it is typed, with the place and the reason where it cannot be, never taken for another one.

A deal code is dealt. A replay code says what it holds, and is watched, or its deal is played.
"""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from sofra.code import MAX_LETTERS, CodeError, DealCode, ReplayCode
from sofra.game import GameInfo, Outcome, Standing, fold
from sofra.host.loader import PluginError
from sofra.message import Ltr, Message, Texts
from sofra_qt.fields import Line
from sofra_qt.fitting import Fit
from sofra_qt.session import Session
from sofra_qt.sheets import Sheet
from sofra_qt.widgets import Press, Words

if TYPE_CHECKING:
    from sofra.worker import Answer

__all__ = ["CodeSheet"]

_ = Texts("sofra-qt")


DEAL: Final = _("Deal the code")
PLAY_DEAL: Final = _("Play this deal")

LONGEST: Final = MAX_LETTERS + 220
"""Signs that the field takes: any code that can be read, with spaces and dashes as people write them."""

ROUND: Final = 22
"""Signs that are shown on each side of the place where reading stopped."""

_KEY: Final = "code sheet"


class CodeSheet(Sheet):
    """A field for a code. `chosen(info, code, options)` wants its deal, `watched(text)` the moves of a replay code shown."""

    chosen = Signal(object, object, object)
    watched = Signal(str)

    def __init__(self, session: Session, page: QWidget, text: str = "") -> None:
        look = session.look
        super().__init__(look, page, _("Enter a code"), icon="code", tint="text2", width=600)
        self._session = session
        self._found: tuple[GameInfo, DealCode, Any] | None = None
        self._replay: ReplayCode | None = None
        self._asked = 0
        explained = _(
            "A deal code is a deal: the same tiles in the same places, for everybody. A replay code holds the moves, too."
        )
        self.body.addWidget(Words(look, explained, "quiet", wrap=True))
        self.field = Line(look, _("Code"), hint=self._example(), higher=8, code=16)
        self.field.setMaxLength(LONGEST)
        self.field.textChanged.connect(self._read)
        self.field.returnPressed.connect(self._go)
        self.body.addWidget(self.field)
        # The typed text again, with what cannot be read marked; it keeps its room, so that nothing jumps while one types.
        self._echo = QLabel()
        self._echo.setTextFormat(Qt.TextFormat.RichText)
        self._echo.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._echo.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self._echo.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.body.addWidget(self._echo)
        self._reason = Words(look, wrap=True)
        Fit(look, self._reason, least_high=40)
        self._reason.stand_at_top()
        self.body.addWidget(self._reason)
        self._watch = Press(look, _("Watch"), icon="watch", kind="primary")
        self._watch.clicked.connect(self._show)
        self._deal = Press(look, DEAL, icon="play", kind="primary")
        self._deal.clicked.connect(self._play)
        paste = Press(look, _("Paste"), icon="copy")
        paste.clicked.connect(self._paste)
        self.buttons(self._watch, self._deal, paste, None)
        self.away.connect(self._forget)
        look.changed.connect(self._dress)
        self._dress()
        if text:
            self.field.setText(_joined(text))
        else:
            self._offer()
        self._read()
        self.show_up(self.field)

    @property
    def reason(self) -> Message | None:
        """What is said about the text in the field now."""
        return self._reason.message

    def _example(self) -> str:
        info = next((each for each in self._session.library.games.values() if each.preview), None)
        return info.preview if info is not None else ""

    def _offer(self) -> None:
        """A code on the clipboard is most likely what the player wants to enter."""
        text = _joined(QGuiApplication.clipboard().text()[: LONGEST + 1])
        if text and len(text) <= LONGEST:
            try:
                self._parse(text)
            except CodeError:
                return
            self.field.setText(text)
            self.field.selectAll()

    def _paste(self) -> None:
        self.field.setText(_joined(QGuiApplication.clipboard().text()))
        self.field.setFocus()

    def _parse(self, text: str) -> tuple[GameInfo, DealCode, Any, ReplayCode | None]:
        games = self._session.library.games.values()
        if "~" in text:
            replay, info, options = ReplayCode.parse(text, games)
            return info, replay.deal, options, replay
        code, info, options = DealCode.parse(text, games)
        return info, code, options, None

    def _read(self) -> None:
        text = self.field.text()
        self._forget()
        self._found, self._replay = None, None
        try:
            info, code, options, replay = self._parse(text)
        except CodeError as error:
            if not text.strip():
                self._echo.setText("")
                self._reason.say(None)
            else:
                self._echo.setText(self._marked(text, error.place))
                self._reason.say(_("Sign {place}: {reason}", place=error.place + 1, reason=error.message))
        else:
            self._found, self._replay = (info, code, options), replay
            self._echo.setText("")
            dealt = _("{game}, deal {code}.", game=info.title, code=Ltr(str(code)))
            self._reason.say(dealt if replay is None else _("{deal} Reading its moves…", deal=dealt))
            if replay is not None:
                self._decide(dealt, replay)
        self._watch.setVisible(self._replay is not None)
        self._deal.setEnabled(self._found is not None)
        self._deal.dress("primary" if self._replay is None else "")
        self._deal.say(DEAL if self._replay is None else PLAY_DEAL)
        if self.isVisible():
            self.settle()

    def _dress(self) -> None:
        """Other colours, or words of another size."""
        self._echo.setFont(self._look.font(13, code=True))
        told = self._echo.text()
        self._echo.clear()  # without words, too: that alone lets the label measure itself anew
        if told:
            self._read()

    def _marked(self, text: str, place: int) -> str:
        """The text round the place where reading stopped, and what lies behind it marked."""
        first, last = max(0, place - ROUND), place + ROUND
        good = ("…" if first else "") + escape(text[first:place])
        bad = escape(text[place:last]) + ("…" if len(text) > last else "")
        style = f"color:{self._look.theme.danger};text-decoration:underline"
        return f'{good}<span style="{style}">{bad or "&nbsp;_&nbsp;"}</span>'

    def _decide(self, dealt: Message, replay: ReplayCode) -> None:
        """Play the moves again, in the worker: a deal may take a while."""
        from sofra.worker import replay_request

        assert self._found is not None, "called only with a code that was read"  # noqa: S101 - for mypy
        info, _code, options = self._found
        try:
            kept = self._session.own_values(info, options)
        except PluginError as error:
            self._reason.say(error.message)
            return
        self._asked += 1
        self._session.works.submit(
            "replay",
            replay_request(info, replay, options, kept),
            key=(_KEY, self._asked),
            done=partial(self._decided, self._asked, dealt, info, replay),
        )

    def _decided(self, asked: int, dealt: Message, info: GameInfo, replay: ReplayCode, answer: Answer) -> None:
        from sofra.worker import Failed, replay_answer

        if asked != self._asked or self._replay is not replay:
            return
        if isinstance(answer, Failed):
            # The letters are right, and yet no moves of this deal: its deal can still be played.
            self._reason.say(_("{deal} {reason}", deal=dealt, reason=answer.message))
            self._watch.setEnabled(False)
            return
        replayed = replay_answer(info, replay, answer.value)
        game = info.load(replay.deal.version)
        state = fold(
            game, [event for _seat, _choice, events in replayed.moves for event in events], fold(game, replayed.dealt)
        )
        moves = _.plural("{n} move", "{n} moves", len(replayed.moves))
        self._reason.say(_("{deal} {moves}, {outcome}.", deal=dealt, moves=moves, outcome=_how(game.outcome(state))))

    def _forget(self) -> None:
        """Nobody waits for the moves of a code any more."""
        self._session.works.cancel((_KEY, self._asked))
        self._asked += 1
        self._watch.setEnabled(True)

    def _go(self) -> None:
        if self._replay is None:
            self._play()
        else:
            self._show()

    def _show(self) -> None:
        if self._replay is not None and self._watch.isEnabled():
            text = str(self._replay)
            self.close()
            self.watched.emit(text)

    def _play(self) -> None:
        found = self._found
        if found is not None:
            self.close()
            self.chosen.emit(*found)


def _joined(text: str) -> str:
    """A code in one line: mail programs break long ones."""
    return " ".join(text.split())


def _how(outcome: Outcome | None) -> Message:
    """How the moves of a code end, for the first seat."""
    if outcome is None:
        return _.context("moves of a code", "not finished")
    if not outcome.final:
        return _.context("moves of a code", "no moves left")
    match outcome.seats[0].standing:
        case Standing.WON:
            return _.context("moves of a code", "won")
        case Standing.LOST:
            return _.context("moves of a code", "lost")
        case Standing.DRAWN:
            return _.context("moves of a code", "drawn")
