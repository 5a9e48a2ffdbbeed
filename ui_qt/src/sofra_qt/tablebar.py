"""The bar of the table page: the way back, the game's name, and the tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from sofra.abilities import Hints
from sofra.message import Message, Texts
from sofra.round import Mode
from sofra_qt.changing import NEW_ROUND
from sofra_qt.dealnames import deal_name
from sofra_qt.fitting import Dotted
from sofra_qt.keys import KEYS, key_text
from sofra_qt.look import Look
from sofra_qt.model import TableModel
from sofra_qt.seating import MODES, mode_icon, mode_title, modes_of
from sofra_qt.widgets import Seam, Tool, column, row, stand_firm

__all__ = ["TableBar"]

_ = Texts("sofra-qt")


AIR: Final = 12
"""Pixels that the bar can do without before a word is cut."""


class TableBar(QFrame):
    """Tools by what they do; `does` says how, by the ids of the keys, and for the menus `deals` and `more`; `sits` changes the mode."""

    def __init__(self, look: Look, does: Mapping[str, Callable[[], None]], sits: Callable[[Mode], None]) -> None:
        super().__init__()
        self.setObjectName("bar")
        self._look, self._does, self._sits = look, does, sits
        self._goes_back = ""
        self._home = self._tool("library", KEYS["library"].name, "library")
        self._home.show_words(words=True)
        self.title, self.subtitle = Dotted(look, kind="heading"), Dotted(look, kind="quiet")
        self._undo = self._tool("undo", KEYS["undo"].name, "undo")
        self._redo = self._tool("redo", KEYS["redo"].name, "redo")
        self._hint = self._tool("hint", KEYS["hint"].name, "hint")
        self._new = self._tool("new", KEYS["new"].name, "new")
        self.deals = self._tool("deals", _("More deals"), "down", size=16)
        self.deals.setProperty("slim", True)  # noqa: FBT003 - a Qt property
        self._pause = self._tool("pause", KEYS["pause"].name, "pause")
        self.fold = self._tool("panel", KEYS["panel"].name, "panel")
        self.fold.setCheckable(True)
        self.more = self._tool("more", _("More"), "menu")
        self._row: QHBoxLayout = row(self._home, 12, Seam(upright=True), 10, spacing=4, margins=(14, 0, 12, 0))
        self._row.addLayout(column(self.title, self.subtitle, spacing=0, margins=(0, 7, 0, 7)), 1)
        self._slot = self._row.count()
        self._row.addSpacing(12)
        self._modes: dict[Mode, Tool] = {}
        for mode in MODES[1:]:
            tool = Tool(look, mode_title(mode), mode_icon(mode))
            tool.setCheckable(True)
            tool.clicked.connect(partial(_choose, self._sits, mode))
            self._modes[mode] = tool
            self._row.addWidget(tool)
        for tool in (self._undo, self._redo, self._hint, self._new, self.deals):
            self._row.addWidget(tool)
        self._row.addSpacing(8)
        for tool in (self._pause, self.fold, self.more):
            self._row.addWidget(tool)
        self.setLayout(self._row)
        stand_firm(self, 56)
        # However much stands in it, a page is no wider for it: the strip is shortened, and the titles end in dots.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def _tool(self, id_: str, name: Message, icon: str, *, size: int = 20) -> Tool:
        made = Tool(self._look, name, icon, key=partial(key_text, id_) if id_ in KEYS else "", size=size)
        made.clicked.connect(partial(_call, self._does[id_]))
        return made

    def take(self, strip: QWidget) -> None:
        """Hold the strip of a small window, before the tools."""
        if self._row.indexOf(strip) < 0:
            self._row.insertWidget(self._slot, strip)
        # Qt does not mirror margins.
        strip.setContentsMargins(*((0, 0, 12, 0) if strip.isRightToLeft() else (12, 0, 0, 0)))

    def needs(self, strip: QWidget) -> int:
        """The width of everything in the bar but the strip."""
        margins, titles = self._row.contentsMargins(), (self.title, self.subtitle)
        inside = self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        rest = [each for each in inside if each is not strip and each not in titles and not each.isHidden()]
        between = 12 + 10 + 12 + 8 + self._row.spacing() * (len(rest) + 1)
        widest = max(each.sizeHint().width() for each in titles)
        # Buttons may lose a little of the air round their words.
        between -= AIR
        return widest + between + margins.left() + margins.right() + sum(each.sizeHint().width() for each in rest)

    def name_home(self, *, words: bool) -> None:
        """Say the way back in a word, or by its icon alone where large words leave no room for it."""
        self._home.show_words(words=words)

    def arrange(self, *, wide: bool, panel: bool) -> None:
        """Words and the arrow of the deals where there is room; in a narrow bar the menu at its end holds them."""
        self.fold.setChecked(panel)
        for tool in (self._undo, self._hint, self._new):
            tool.show_words(words=wide)
        self.deals.setVisible(wide)

    def refresh(self, model: TableModel) -> None:
        """Read the round anew."""
        self._undo.setEnabled(model.can_undo)
        self._redo.setEnabled(model.can_redo)
        self._hint.setEnabled(model.can_hint)
        self._pause.setEnabled(model.can_pause)
        self._pause.say(_("Continue") if model.paused else KEYS["pause"].name, "play" if model.paused else "pause")
        found = model.round
        self._new.say(NEW_ROUND if model.several else KEYS["new"].name, "new")
        if found is not None and (model.can_undo or model.can_redo):
            self._goes_back = found.id
        for tool in (self._undo, self._redo):
            # Where several play, most games take nothing back: the arrows come with the first move that may be, and stay.
            tool.setVisible(not model.several or (found is not None and self._goes_back == found.id))
        self._hint.setVisible(not model.several or (found is not None and isinstance(found.game, Hints)))
        modes = modes_of(found.info) if found is not None else ()
        for mode, tool in self._modes.items():
            tool.setVisible(mode in modes and len(modes) > 1)
            tool.setChecked(found is not None and mode == found.mode)
        if found is not None:
            self.title.say(found.info.title)
            self.subtitle.say(deal_name(found))


def _choose(sits: Callable[[Mode], None], mode: Mode, *_checked: object) -> None:
    sits(mode)


def _call(do: Callable[[], None], *_ignored: Any) -> None:
    """Do something when a signal brings an argument that nobody wants."""
    do()
