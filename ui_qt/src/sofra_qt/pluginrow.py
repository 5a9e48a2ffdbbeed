"""A row of the plugins page: what a plugin is, where it came from, how many rounds were played with it, and what can be done."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, final

import attrs
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from sofra.game import GameInfo
from sofra.host.cards import card_scene
from sofra.host.loader import Broken
from sofra.message import Ltr, Message, Texts
from sofra_qt.fields import Switch
from sofra_qt.look import Look
from sofra_qt.preview import Preview
from sofra_qt.session import Session
from sofra_qt.widgets import Picture, Press, Tool, Words, column, row

if TYPE_CHECKING:
    from sofra.host.plugins import Installed

__all__ = ["Listed", "PluginRow"]

_ = Texts("sofra-qt")

PICTURE: Final = 56
"""The side of the picture, in pixels."""

PIECE: Final = 30
"""The width of a piece in it."""


@final
@attrs.frozen
class Listed:
    """A plugin in the list: its games that are there now, its row among those that the player installed (None: it came with Sofra), why it is left out, and how many rounds of its games there are."""

    name: str
    version: str
    games: tuple[GameInfo, ...]
    installed: Installed | None = None
    broken: Broken | None = None
    rounds: int = 0

    @property
    def title(self) -> Message:
        """What it is called: by its games, else by its name."""
        if not self.games:
            return _("{name}", name=Ltr(self.name))
        told = self.games[0].title
        for each in self.games[1:]:
            told = _("{first}, {second}", first=told, second=each.title)
        return told


class PluginRow(QFrame):
    """`switched(listed, on)`, `details(listed)`, `more(listed, button)` say what the player wants."""

    switched = Signal(object, bool)
    details = Signal(object)
    more = Signal(object, object)

    def __init__(self, look: Look, session: Session, listed: Listed) -> None:
        super().__init__()
        self.listed, self._look = listed, look
        self.setProperty("role", "broken" if listed.broken is not None else "card")
        picture = self._picture(session)
        title = Words(look, listed.title, "heading")
        version = Words(look, _("{version}", version=Ltr(listed.version)), "quiet")
        words = column(row(title, version, None, spacing=10), Words(look, self._from(), "quiet", wrap=True), spacing=4)
        if listed.broken is not None:
            reason = Words(look, _("Off: {reason}", reason=listed.broken.reason), wrap=True)
            line = row(Picture(look, "warn", "unknown"), reason, spacing=8)
            line.setStretch(1, 1)
            words.addLayout(line)
        if listed.installed is not None and listed.installed.restart:
            words.addWidget(Words(look, _("The change is whole when Sofra starts again."), "quiet", wrap=True))
        inside = row(picture, spacing=16, margins=(16, 14, 16, 14))
        inside.addLayout(words, 1)
        if listed.rounds:
            inside.addWidget(Words(look, _.plural("{n} round", "{n} rounds", listed.rounds), "quiet"))
        self.switch: Switch | None = None
        self.tool: Tool | None = None
        if listed.broken is not None and listed.broken.details:
            details = Press(look, _("Details"))
            details.clicked.connect(self._details)
            inside.addWidget(details)
        if listed.installed is not None:
            self.switch = Switch(look, _("On"), self._switch)
            self.switch.setChecked(listed.installed.enabled)
            self.switch.setAccessibleName(look.spoken(_("{plugin} is on", plugin=listed.title)))
            self.tool = Tool(look, _("More about {plugin}", plugin=listed.title), "more")
            self.tool.clicked.connect(self._more)
            inside.addWidget(self.switch)
            inside.addWidget(self.tool)
        self.setLayout(inside)

    def _picture(self, session: Session) -> QWidget:
        listed, look = self.listed, self._look
        if listed.games:
            preview = Preview(look, session, partial(card_scene, listed.games[0]), piece=PIECE)
            preview.corners = (True, True, True, True)
            preview.setMinimumHeight(PICTURE)
            preview.setFixedSize(PICTURE, PICTURE)
            return preview
        holder = QWidget()
        holder.setFixedSize(PICTURE, PICTURE)
        icon = Picture(look, "unknown" if listed.broken is not None else "plugins", "text2", 28)
        holder.setLayout(row(None, icon, None, spacing=0))
        return holder

    def _from(self) -> Message:
        installed = self.listed.installed
        if installed is None:
            return _("Comes with Sofra") if self.listed.broken is None else _("Not installed by Sofra")
        sources = {
            "index": _("from the package index"),
            "project": _("built from a project"),
        }
        source = sources.get(installed.kind, _("from a file"))
        if not installed.enabled:
            source = _("{source}, switched off", source=source)
        if installed.author:
            return _("{author} · {source}", author=installed.author, source=source)
        return _("{text}", text=source)

    def _switch(self, on: bool) -> None:  # noqa: FBT001 - Qt tells it so
        self.switched.emit(self.listed, on)

    def _details(self) -> None:
        self.details.emit(self.listed)

    def _more(self) -> None:
        self.more.emit(self.listed, self.tool)
