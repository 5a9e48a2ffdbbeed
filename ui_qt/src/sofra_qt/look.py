"""How the shell looks and speaks just now: theme, language, sizes. Widgets ask it, and listen to `changed`."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QLocale, QObject, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QIcon, QPixmap
from PySide6.QtWidgets import QApplication

from sofra.languages import Translator
from sofra.message import Message
from sofra_qt import icons
from sofra_qt.roles import plain
from sofra_qt.style import BODY, base_font, fixed_family, palette, style_sheet, target, text_scale
from sofra_qt.theme import Theme

__all__ = ["ICON", "Look"]

ICON: Final = 18
"""The usual size of an icon, in pixels."""

# Months are written by Qt. Its plain Arabic has other digits than ours.
_LOCALES: Final = {"en": "en_GB", "ar": "ar_AE", "ms": "ms_MY", "tr": "tr_TR", "hr": "hr_HR"}

WIDE: Final = 1180
"""From this width on a panel stands beside the table, and words beside the icons, at the usual text size."""

_TABULAR: Final = QFont.Tag("tnum")


class Look(QObject):
    """Theme, translator and sizes; one for the whole program.

    `reduce_motion` is what the player wants, `big_targets` makes controls 44 pixels high, and `scale` says by how much texts are
    larger than in the design. After `change` everything that shows a colour, a word or a size hears `changed` and reads it anew.
    """

    changed = Signal()

    def __init__(
        self,
        theme: Theme,
        translator: Translator,
        *,
        big_targets: bool = False,
        reduce_motion: bool = False,
        text_size: int = 0,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme = theme
        self.translator = translator
        self.big_targets = big_targets
        self.reduce_motion = reduce_motion
        self.scale = text_scale(text_size)

    def apply(self) -> None:
        """Dress the application; once at the start, and after each change."""
        app = QApplication.instance()
        if not isinstance(app, QApplication):
            return
        app.setFont(base_font(self.scale))
        app.setPalette(palette(self.theme))
        sheet = style_sheet(self.theme, self.scale, big_targets=self.big_targets)
        if sheet != app.styleSheet():  # Every widget is polished anew: 75 ms with a table open.
            app.setStyleSheet(sheet)
        app.setLayoutDirection(
            Qt.LayoutDirection.RightToLeft if self.translator.rtl else Qt.LayoutDirection.LeftToRight
        )

    def change(
        self,
        *,
        theme: Theme | None = None,
        translator: Translator | None = None,
        big_targets: bool | None = None,
        reduce_motion: bool | None = None,
        text_size: int | None = None,
    ) -> None:
        """Take what is given, dress the application anew and tell everybody; nothing happens when nothing is new."""
        wanted = (
            theme or self.theme,
            translator or self.translator,
            self.big_targets if big_targets is None else big_targets,
            self.reduce_motion if reduce_motion is None else reduce_motion,
            self.scale if text_size is None else text_scale(text_size),
        )
        if wanted == (self.theme, self.translator, self.big_targets, self.reduce_motion, self.scale):
            return
        self.theme, self.translator, self.big_targets, self.reduce_motion, self.scale = wanted
        self.apply()
        self.changed.emit()

    def text(self, message: Message) -> str:
        """The message in the player's language, for the screen."""
        return self.translator.text(message)

    def spoken(self, message: Message) -> str:
        """The message in the player's language, for names that a screen reader reads: without marks of direction."""
        # A translation may bring marks of its own.
        return plain(self.translator.text(message, isolate=False))

    def day(self, at: int, pattern: str = "d MMM yyyy") -> str:
        """A day as the language writes it, its digits Latin; `at` is UTC in ms since 1970, the day that of this machine.

        `pattern` is one of QLocale.toString: with `MMM yyyy` it is a month, with `yyyy` a year.
        """
        from PySide6.QtCore import QDateTime

        return self.locale.toString(QDateTime.fromMSecsSinceEpoch(at).date(), pattern)

    @property
    def locale(self) -> QLocale:
        """How the language writes days and numbers, with Latin digits."""
        return QLocale(_LOCALES.get(self.translator.language, "en_GB"))

    def target(self) -> int:
        """The height of a control in pixels."""
        return target(self.scale, big=self.big_targets)

    def px(self, size: float) -> int:
        """A length of the design that belongs to text, at the player's text size."""
        return round(size * self.scale)

    def room(self, size: float) -> int:
        """A length of what stands beside a table, at the player's text size: it grows slower, because the table wants the room."""
        return round(size * (1 + (self.scale - 1) / 2))

    def wide(self, width: int) -> bool:
        """Whether a page of that width has room for a panel beside the table and for words in its bar."""
        return width >= round(WIDE * (1 + (self.scale - 1) / 3))

    def font(self, size: int = BODY, *, bold: bool = False, tabular: bool = False, code: bool = False) -> QFont:
        """A font of the type scale; `tabular` gives figures of one width (clock, score, columns)."""
        font = base_font(self.scale)
        font.setPixelSize(self.px(size))
        # Said even where it is the usual one: what is not said is kept from before.
        font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
        if tabular:
            font.setFeature(_TABULAR, 1)
        if code:
            font.setFamily(fixed_family())
        return font

    def icon(self, name: str, size: int = ICON, *, kind: str = "", air: bool = False) -> QIcon:
        """An icon for a button of a kind (primary, danger, quiet, liked or none); `air` when a word stands behind it."""
        theme = self.theme
        color, ground = {
            "primary": (theme.on_accent, theme.accent),
            "danger": (theme.danger, theme.surface),
            "quiet": (theme.accent, theme.surface),
            "liked": (theme.copper, theme.surface),
        }.get(kind, (theme.text, theme.surface))
        return icons.icon(
            name,
            self.px(size),
            self._dpr(),
            color=color,
            checked=color if kind else theme.on_soft,
            disabled=theme.off,
            ground=ground,
            air=icons.AIR if air else 0,
            mirrored=self.translator.rtl,
        )

    def picture(self, name: str, token: str, size: int = ICON, *, ground: str = "surface") -> QPixmap:
        """An icon as a picture, in the colour of a token."""
        theme = self.theme
        return icons.pixmap(
            name,
            getattr(theme, token),
            self.px(size),
            self._dpr(),
            ground=getattr(theme, ground),
            mirrored=self.translator.rtl,
        )

    def mark(self, size: int) -> QPixmap:
        """Sofra's own mark."""
        return icons.mark(size, self._dpr())

    def _dpr(self) -> float:
        app = QGuiApplication.instance()
        return app.devicePixelRatio() if isinstance(app, QGuiApplication) else 1.0
