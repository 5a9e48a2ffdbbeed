"""The verdict light: sign, word and a sentence; off it is a switch. And the way back to where a line was lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from sofra.abilities import Decidable
from sofra.message import Message, Texts
from sofra_qt.advising import Adviser
from sofra_qt.fields import Switch
from sofra_qt.look import Look
from sofra_qt.widgets import Picture, Press, Tool, Words, column, row

__all__ = ["SWITCH", "WHERE", "LightBox", "LightSign"]

_ = Texts("sofra-qt")

SWITCH: Final = _("Tell me whether it can still be won (counted)")

WHERE: Final = _("Where did I lose it?")

_SIGNS: Final = {Decidable.WINNABLE: "winnable", Decidable.LOST: "lost", Decidable.UNKNOWN: "unknown"}
_WORDS: Final = {
    Decidable.WINNABLE: _("Winnable"),
    Decidable.LOST: _("Lost"),
    Decidable.UNKNOWN: _("Not decided yet"),
}


NO_MOVES: Final = _("No moves left")
DEAD_END: Final = _("Dead end ahead")


def _sign(advice: Adviser) -> tuple[str, str, Message] | None:
    """The icon of what is known, its colour, and the word; None when there is nothing to show."""
    if advice.way_out is not None:
        return "warn", "unknown", NO_MOVES
    answer = advice.answer
    if answer is Decidable.LOST and advice.helped:
        # Who will be helped has not lost.
        return "warn", "unknown", DEAD_END
    return None if answer is None else (_SIGNS[answer], _SIGNS[answer], _WORDS[answer])


def _sentence(advice: Adviser, *, stuck: bool) -> Message:
    if advice.way_out is not None:
        return _("Still open to you: {way}", way=advice.way_out)
    match advice.answer:
        case Decidable.WINNABLE:
            return _("This position can still be won.")
        case Decidable.LOST:
            if advice.helped:
                return _("However you go on, no move will be left before the end.")
            return _("No way on from here.") if stuck else _("Nothing from here clears the table.")
        case _:
            return _("Sofra is still looking.") if advice.thinking else _("Nobody has found out yet.")


class LightBox(QFrame):
    """The light in the side panel. `switched(on)` asks to switch it, `wanted` where the line was lost, `chosen(version)` to go there."""

    switched = Signal(bool)
    wanted = Signal()
    chosen = Signal(int)

    def __init__(self, look: Look, advice: Adviser, stuck: Callable[[], bool]) -> None:
        super().__init__()
        self._look, self._advice, self._stuck = look, advice, stuck
        self._off = QWidget()
        self._switch = Switch(look, SWITCH, self._turn_on)
        self._switch.setText("")
        self._switch.setAccessibleName(look.spoken(SWITCH))
        self._switch.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._label = _Label(look, SWITCH, self._switch)
        line = row(self._switch, self._label, spacing=4)
        line.setStretch(1, 1)
        line.setAlignment(self._switch, Qt.AlignmentFlag.AlignTop)
        self._off.setLayout(line)
        self._well = QFrame()
        self._well.setProperty("role", "well")
        self._sign = Picture(look, "unknown", "unknown", 22)
        self._word = Words(look, kind="heading", wrap=True)
        self._text = Words(look, kind="quiet", wrap=True)
        self._away = Tool(look, _("Switch the light off"), "close", size=16)
        self._away.clicked.connect(self._turn_off)
        words = column(self._word, self._text, spacing=2)
        head = row(self._sign, spacing=14)
        head.addLayout(words, 1)
        head.addWidget(self._away, 0, Qt.AlignmentFlag.AlignTop)
        self._ask = Press(look, WHERE, icon="branch")
        self._ask.clicked.connect(self.wanted)
        self._found = Words(look, kind="quiet", wrap=True)
        self._go = Press(look, _("Go to the deal"), icon="branch")
        self._go.clicked.connect(self._choose)
        self._well.setLayout(column(head, self._ask, self._found, self._go, spacing=10, margins=(14, 10, 6, 12)))
        self.setLayout(column(self._off, self._well, spacing=0))
        look.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Read anew what is known."""
        advice = self._advice
        # Words of a box or a checkbox cannot wrap; the label beside it does.
        self._switch.setText("")
        self._switch.setAccessibleName(self._look.spoken(SWITCH))
        shown = _sign(advice)
        offered = advice.open and not advice.light
        self._off.setVisible(offered)
        self._switch.setChecked(advice.light)
        self._well.setVisible(shown is not None)
        self.setVisible(shown is not None or offered)
        if shown is None:
            return
        icon, token, word = shown
        self._sign.show_icon(icon, token)
        self._word.say(word)
        self._text.say(_sentence(advice, stuck=self._stuck()))
        loss, lost = advice.loss, advice.answer is Decidable.LOST or advice.way_out is not None
        self._ask.setVisible(lost and loss is None)
        self._ask.setEnabled(not advice.searching)
        self._ask.say(_("Looking for the place…") if advice.searching else WHERE)
        self._found.setVisible(lost and loss is not None)
        self._go.setVisible(lost and loss is not None and loss.version is not None)
        if loss is not None:
            self._found.say(loss.message)
            self._go.say(loss.way)

    def _turn_on(self, on: bool) -> None:  # noqa: FBT001 - a signal's argument
        self.switched.emit(on)

    def _turn_off(self) -> None:
        self.switched.emit(False)  # noqa: FBT003 - a signal's argument

    def _choose(self) -> None:
        loss = self._advice.loss
        if loss is not None and loss.version is not None:
            self.chosen.emit(loss.version)


class _Label(Words):
    """The words of a switch, which may take several lines; a click on them switches it."""

    def __init__(self, look: Look, message: Message, switch: Switch) -> None:
        super().__init__(look, message, "quiet", wrap=True)
        self._for = switch

    def mouseReleaseEvent(self, _event: object) -> None:
        """As a click on the box."""
        self._for.click()


class LightSign(QWidget):
    """The light in one line, for a bar: sign and word, nothing when it is off."""

    def __init__(self, look: Look, advice: Adviser) -> None:
        super().__init__()
        self._look, self._advice = look, advice
        self._sign = Picture(look, "unknown", "unknown", 18)
        self._word = Words(look)
        self.setLayout(row(self._sign, self._word, spacing=8))

    def refresh(self, *, words: bool = True) -> None:
        """Read anew what is known; `words` where there is room for them."""
        shown = _sign(self._advice)
        self.setVisible(shown is not None)
        if shown is not None:
            icon, token, word = shown
            self._sign.show_icon(icon, token)
            self._word.say(word)
            self._word.setVisible(words)
            self._sign.setAccessibleName(self._look.spoken(word))
            self.setToolTip(self._look.text(word))
