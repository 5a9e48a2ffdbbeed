"""Fields of forms: a list to choose from, a switch, a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QAccessible, QAction, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStyledItemDelegate,
)

from sofra.message import Message
from sofra_qt.fitting import Fit
from sofra_qt.look import Look
from sofra_qt.roles import plain, speak_as

__all__ = ["Choose", "Find", "KeyField", "Line", "Name", "Switch"]

LONGEST_NAME: Final = 24
"""No name of a player is longer, in characters."""


class Choose(QComboBox):
    """A list of values to choose one from. `chosen` is called with the value, only when a person has chosen it.

    It is at least `least` pixels of the design wide.
    """

    def __init__(
        self,
        look: Look,
        name: Message,
        values: Sequence[tuple[str, Message | str]],
        chosen: Callable[[str], None],
        *,
        least: int = 220,
    ) -> None:
        super().__init__()
        self._look, self._name, self._chosen, self._least = look, name, chosen, least
        self._values: list[tuple[str, Message | str]] = []
        # On some systems Qt tells the value as the name of such a list, and what it is only by its label.
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setBuddy(self)
        self._label.hide()
        self.destroyed.connect(self._label.deleteLater)
        # Qt's own delegate of such lists knows nothing of the style sheet.
        self.setItemDelegate(QStyledItemDelegate(self))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        # Another language, or larger words, may need more room than those that were shown first.
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.offer(values)
        self.activated.connect(self._take)
        look.changed.connect(self.refresh)

    def offer(self, values: Sequence[tuple[str, Message | str]]) -> None:
        """Offer other values; the same ones again keep what is chosen."""
        if list(values) != self._values:
            self._values = list(values)
            self.clear()
            for value, _shown in values:
                self.addItem("", value)
        self.refresh()

    def refresh(self) -> None:
        """Read the words anew."""
        self.setMinimumWidth(self._look.px(self._least))
        for index, (_value, shown) in enumerate(self._values):
            self.setItemText(index, self._look.text(shown) if isinstance(shown, Message) else shown)
        name = self._look.spoken(self._name)
        self.setAccessibleName(name)
        self._label.setText(name.replace("&", "&&"))

    def changeEvent(self, event: QEvent) -> None:
        """The label goes along: screen readers look for it among those that stand beside the list."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ParentChange:
            self._label.setParent(self.parentWidget() or self)
            self._label.hide()

    def sizeHint(self) -> QSize:
        """As wide as its words need, and at least as was asked for."""
        return super().sizeHint().expandedTo(self.minimumSize())

    def paintEvent(self, event: QPaintEvent) -> None:
        """The field, and the arrow at its trailing side."""
        super().paintEvent(event)
        picture = self._look.picture("down", "edge", 16)
        size = self._look.px(16)
        left = 10 if self.isRightToLeft() else self.width() - size - 10
        painter = QPainter(self)
        painter.drawPixmap(left, (self.height() - size) // 2, picture)
        painter.end()

    def show_value(self, value: str) -> None:
        """Show a value; the first of the list when there is none such."""
        self.setCurrentIndex(max(0, self.findData(value)))

    def _take(self, index: int) -> None:
        self._chosen(self._values[index][0])


class Switch(QCheckBox):
    """Something that is on or off. Where its words are too long for a line they stand in as many as they need."""

    def __init__(self, look: Look, name: Message, chosen: Callable[[bool], None]) -> None:
        super().__init__()
        self._look, self._name = look, name
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.refresh()
        self.clicked.connect(chosen)
        look.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Read the words anew."""
        self.setText(self._look.text(self._name))
        self.setAccessibleName(self._look.spoken(self._name))
        self._break()

    def _beside(self) -> int:
        """How wide all is that is not words."""
        metrics = self.fontMetrics()
        return super().sizeHint().width() - max(metrics.horizontalAdvance(line) for line in self.text().split("\n"))

    def _lines(self, width: int) -> list[str]:
        """The words in lines that fit."""
        metrics, room, lines = self.fontMetrics(), width - self._beside(), [""]
        for word in self.text().split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and metrics.horizontalAdvance(longer) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def _break(self) -> None:
        if self.text():  # others may say it beside the box
            self.setText("\n".join(self._lines(self.width())))

    def sizeHint(self) -> QSize:
        """All words in one line."""
        if not self.text():
            return super().sizeHint()
        width = self._beside() + self.fontMetrics().horizontalAdvance(" ".join(self.text().split()))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """As wide as the longest word."""
        if not self.text():
            return super().minimumSizeHint()
        longest = max(self.fontMetrics().horizontalAdvance(word) for word in self.text().split())
        return QSize(self._beside() + longest, self._look.target())

    def hasHeightForWidth(self) -> bool:
        """The narrower, the more lines."""
        return bool(self.text())

    def heightForWidth(self, width: int) -> int:
        """The height of the lines that this width needs."""
        if not self.text():
            return super().sizeHint().height()
        return max(self._look.target(), len(self._lines(width)) * self.fontMetrics().lineSpacing() + 10)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the words anew."""
        super().resizeEvent(event)
        self._break()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The box and the words, and the tick in the box."""
        super().paintEvent(event)
        if self.isChecked():
            # Their names are hundreds, and make themselves when first asked for: not for the sake of a box without a tick.
            from PySide6.QtWidgets import QStyle, QStyleOptionButton

            option = QStyleOptionButton()
            self.initStyleOption(option)
            box = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
            picture = self._look.picture("check", "on_accent", 14)
            size = self._look.px(14)
            painter = QPainter(self)
            painter.drawPixmap(box.center().x() - size // 2 + 1, box.center().y() - size // 2 + 1, picture)
            painter.end()


class Name(QLineEdit):
    """The name of a player, or of something else that `name` says; without one the field shows what it is called then. `chosen` is called when it is left."""

    def __init__(
        self, look: Look, usual: Message | str, chosen: Callable[[str], None], name: Message | None = None
    ) -> None:
        super().__init__()
        self._look, self._usual, self._chosen, self._name = look, usual, chosen, name
        self.setMaxLength(LONGEST_NAME)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.editingFinished.connect(self._take)
        self.refresh()
        look.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Read the words anew."""
        self.setMinimumSize(self._look.px(220), self._look.target())
        usual = self._look.text(self._usual) if isinstance(self._usual, Message) else self._usual
        self.setPlaceholderText(usual)
        # Of itself Qt would tell what stands there, with its marks of direction.
        self.setAccessibleDescription(plain(usual))
        self.setAccessibleName(usual if self._name is None else self._look.spoken(self._name))

    def show_name(self, name: str) -> None:
        """Show a name, unless one is being typed."""
        if not self.isModified():
            self.setText(name)

    def _take(self) -> None:
        if self.isModified():
            self.setModified(False)
            self._chosen(self.text())


CLEAR: Final = "_q_qlineeditclearaction"
"""What Qt calls the cross that empties a field."""


class Line(QLineEdit):
    """A line to write in. `name` is what it is for, `hint` stands in it while it is empty; it is `higher` than other controls.

    With `code` it holds a code: in letters of one width and of that size, from left to right in every language. With `lens` something is
    looked for in it, which a sign at its beginning says.
    """

    LENS: Final = 16
    """The size of the sign, in pixels."""

    def __init__(
        self,
        look: Look,
        name: Message,
        *,
        hint: Message | str = "",
        higher: int = 0,
        least: int = 0,
        most: int = 0,
        code: int = 0,
        lens: bool = False,
    ) -> None:
        super().__init__()
        self._look, self._name, self._hint, self._code, self._lens = look, name, hint, code, lens
        if code:
            self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        Fit(look, self, over_target=higher, least_wide=least, most_wide=most)
        self.refresh()
        look.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Read the words anew."""
        if self._code:
            self.setFont(self._look.font(self._code, code=True))
        self.setPlaceholderText(self._look.text(self._hint) if isinstance(self._hint, Message) else self._hint)
        self.setAccessibleName(self._look.spoken(self._name))
        self._leave_room()
        self._draw_cross()

    def showEvent(self, event: QShowEvent) -> None:
        """What is looked for can be forgotten with one press. Qt makes the cross, slowly: not where nobody sees it."""
        super().showEvent(event)
        if self._lens and not self.isClearButtonEnabled():
            self.setClearButtonEnabled(True)
            self._draw_cross()

    def _draw_cross(self) -> None:
        for cross in self.findChildren(QAction, CLEAR):
            # Qt's own is black in every theme.
            cross.setIcon(self._look.icon("close", self.LENS))

    def changeEvent(self, event: QEvent) -> None:
        """The sign goes to the other end with the direction of reading."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._leave_room()

    def _leave_room(self) -> None:
        room = self._look.px(self.LENS) + 8 if self._lens else 0
        self.setTextMargins(*((0, 0, room, 0) if self.isRightToLeft() else (room, 0, 0, 0)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The field, and the sign in it."""
        super().paintEvent(event)
        if self._lens:
            size = self._look.px(self.LENS)
            left = self.width() - 10 - size if self.isRightToLeft() else 10
            painter = QPainter(self)
            painter.drawPixmap(left, (self.height() - size) // 2, self._look.picture("search", "text2", self.LENS))
            painter.end()


class Find(Line):
    """A field to look for something; `sought` is called when the person has stopped typing, or presses Enter."""

    PAUSE: Final = 150
    """So many ms after the last letter."""

    def __init__(self, look: Look, name: Message, sought: Callable[[], None]) -> None:
        super().__init__(look, name, hint=name, lens=True)
        self._sought = sought
        self.setMaxLength(200)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._typing = QTimer(self, singleShot=True, interval=self.PAUSE)
        self._typing.timeout.connect(sought)
        # Not only what is typed: the cross in the field empties it, too.
        self.textChanged.connect(self._typed)
        self.returnPressed.connect(self._now)

    def refresh(self) -> None:
        """Wide enough for what it says while it is empty, between the lens and the cross."""
        super().refresh()
        words = self.fontMetrics().horizontalAdvance(self.placeholderText())
        self.setMinimumWidth(max(self._look.px(240), words + 2 * self._look.px(self.LENS) + 48))

    def sizeHint(self) -> QSize:
        """As large as was asked for."""
        return super().sizeHint().expandedTo(self.minimumSize())

    def empty(self) -> None:
        """Look for nothing any more; nobody is called."""
        self.clear()
        self._typing.stop()

    def _typed(self) -> None:
        self._typing.start()

    def _now(self) -> None:
        self._typing.stop()
        self._sought()


class KeyField(QKeySequenceEdit):
    """One key, pressed to be taken. `chosen` is called with it; Esc and Tab are no keys but the ways out."""

    def __init__(self, look: Look, name: Message, chosen: Callable[[QKeySequence], None]) -> None:
        super().__init__()
        self._look, self._name, self._chosen = look, name, chosen
        self._shown = QKeySequence()
        speak_as(self, QAccessible.Role.HotkeyField)
        for line in self.findChildren(QLineEdit):
            # Qt's own words for an empty field are in no language of ours but English.
            line.setPlaceholderText("")
            # Left alone it would be lower than all other fields.
            Fit(look, line, over_target=0)
        self.setMaximumSequenceLength(1)
        self.setFinishingKeyCombinations([])
        Fit(look, self, wide=150, over_target=0)
        self.keySequenceChanged.connect(self._take)
        self.refresh()
        look.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Read the name anew."""
        self.setAccessibleName(self._look.spoken(self._name))

    def show_key(self, key: QKeySequence) -> None:
        """Show a key."""
        self._shown = key
        self.blockSignals(True)  # noqa: FBT003 - named by Qt
        self.setKeySequence(key)
        self.blockSignals(False)  # noqa: FBT003 - named by Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc and Tab leave the field as everywhere."""
        if event.key() in {Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab}:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _take(self, key: QKeySequence) -> None:
        if not key.isEmpty() and key != self._shown:
            self._chosen(key)
