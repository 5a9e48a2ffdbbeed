"""A round as a picture for the camera of another device: the replay code, and the same as a QR code (ISO/IEC 18004)."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final, final

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QGuiApplication, QPainter, QPaintEvent, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason
from sofra_qt.filedialogs import ask_to_save
from sofra_qt.look import Look
from sofra_qt.roles import speak_as
from sofra_qt.sheets import Sheet
from sofra_qt.widgets import Press, Words, column, row

__all__ = ["QUIET", "QrPicture", "QrSheet", "TooLong", "modules", "picture_file"]

_ = Texts("sofra-qt")

QUIET: Final = 4
"""Light modules round the symbol, as the standard asks."""

ROOM: Final = 300
"""Pixels that the picture may take in width and height, where the page has them."""

REST: Final = 210
"""Pixels that the sheet takes above and below the picture, at the usual size of texts."""

SAVED: Final = 12
"""Pixels of a module in a saved picture."""

LIGHT, DARK = "#FFFFFF", "#000000"


@final
class TooLong(ValueError):
    """A text that no QR code holds."""

    def __init__(self) -> None:
        self.message = _("This code is too long for a picture. Export the round as a file instead.")
        super().__init__(self.message.english)


def modules(text: str) -> list[list[bool]]:
    """The modules of a text, dark ones True, without the quiet zone. Raises TooLong."""
    return [[bool(module) for module in line] for line in _made(text).matrix]


def _made(text: str):  # type: ignore[no-untyped-def]  # noqa: ANN202 - segno's, which is imported here
    # Not before somebody wants a picture.
    import segno

    try:
        # Half a Micro QR reader is built into no phone; the level of correction rises by itself where there is room.
        return segno.make_qr(text, error="m")
    except segno.DataOverflowError:
        pass
    try:
        return segno.make_qr(text, error="l", boost_error=False)
    except segno.DataOverflowError as error:
        raise TooLong from error


def picture_file(text: str, kind: str) -> bytes:
    """The picture as a file: `kind` is svg or png. Dark on white, whatever the theme. Raises TooLong."""
    out = io.BytesIO()
    _made(text).save(out, kind=kind, scale=SAVED, border=QUIET, dark=DARK, light=LIGHT)
    return out.getvalue()


@final
class QrPicture(QWidget):
    """A QR code, dark on white in every theme, each module a whole number of the screen's pixels."""

    def __init__(self, symbol: list[list[bool]], room: int = ROOM) -> None:
        super().__init__()
        self.symbol, self._room = symbol, room
        speak_as(self, QAccessible.Role.Graphic)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._fit()

    @property
    def across(self) -> int:
        """Modules in width and height, the quiet zone included."""
        return len(self.symbol) + 2 * QUIET

    @property
    def module(self) -> int:
        """The size of a module in pixels of the screen."""
        return max(1, int(self._room * self.devicePixelRatioF()) // self.across)

    def _fit(self) -> None:
        side = -(-self.module * self.across // self.devicePixelRatioF())
        self.setFixedSize(int(side), int(side))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """White, and the dark modules on it."""
        ratio, module = self.devicePixelRatioF(), self.module
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(LIGHT))
        painter.scale(1 / ratio, 1 / ratio)
        for y, line in enumerate(self.symbol, QUIET):
            for x, dark in enumerate(line, QUIET):
                if dark:
                    painter.fillRect(QRect(x * module, y * module, module, module), QColor(DARK))
        painter.end()


@final
class QrSheet(Sheet):
    """The picture, the code under it, and what can be done with them. `told(message)` and `failed(message)` say how it went."""

    told = Signal(object)
    failed = Signal(object)

    def __init__(self, look: Look, page: QWidget, code: str, about: Message) -> None:
        """Raises TooLong."""
        symbol = modules(code)
        super().__init__(look, page, _("Share the round"), icon="code", tint="text2", width=640)
        self._code = code
        # A picture that is cut off cannot be read: in a low window it is smaller.
        self.picture = QrPicture(symbol, max(ROOM // 2, min(ROOM, page.height() - look.px(REST))))
        self.picture.setAccessibleName(look.spoken(_("The replay code as a QR picture")))
        frame = QFrame()
        frame.setProperty("role", "card")
        frame.setLayout(column(self.picture, margins=(5, 5, 5, 5)))
        frame.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setTabChangesFocus(True)
        self.text.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.text.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.text.setFont(look.font(13, code=True))
        self.text.setPlainText(code)
        self.text.setAccessibleName(look.spoken(_("Replay code")))
        self.text.setMinimumHeight(look.px(66))
        explained = _("A phone reads the picture into a text; Sofra plays that text anywhere.")
        words = column(
            Words(look, about, "quiet", wrap=True), self.text, Words(look, explained, "quiet", wrap=True), spacing=12
        )
        words.setStretch(1, 1)
        line = row(frame, spacing=20)
        line.setAlignment(frame, Qt.AlignmentFlag.AlignTop)
        line.addLayout(words, 1)
        self.body.addLayout(line)
        copy = Press(look, _("Copy"), icon="copy", kind="primary")
        copy.clicked.connect(self._copy)
        save = Press(look, _("Save picture…"), icon="download")
        save.clicked.connect(self._ask)
        self.buttons(copy, save, None)
        self.show_up(copy)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._code)
        self.told.emit(_("The replay code is copied."))

    def _ask(self) -> None:
        name = f"{self._code.partition('~')[0]}.svg"
        ask_to_save(self._look, self, ("SVG (*.svg)", "PNG (*.png)"), name, self.save)

    def save(self, name: str) -> None:
        """Write the picture to a file: PNG where the name ends so, else SVG."""
        path = Path(name)
        try:
            path.write_bytes(picture_file(self._code, "png" if path.suffix.lower() == ".png" else "svg"))
        except OSError as error:
            why = reason(error.strerror or str(error))
            self.failed.emit(_("{file} cannot be written ({why}).", file=Ltr(path.name), why=why))
        else:
            self.told.emit(_("The picture is in {file}.", file=Ltr(path.name)))
