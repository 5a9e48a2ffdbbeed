"""The keyboard, in one table: what each key does at the table and in the window."""

from __future__ import annotations

from typing import Final, final

import attrs
from PySide6.QtGui import QKeySequence

from sofra.message import Message, Texts

__all__ = ["KEYS", "Key", "key_text"]

_ = Texts("sofra-qt")


@final
@attrs.frozen
class Key:
    """A thing to do, its name, and the keys that do it; the first is the one that tooltips and menus show."""

    id: str
    name: Message
    keys: tuple[str, ...]


KEYS: Final = {
    key.id: key
    for key in (
        Key("undo", _("Undo"), ("Ctrl+Z",)),
        Key("redo", _("Redo"), ("Ctrl+Shift+Z", "Ctrl+Y")),
        Key("deal", _("Back to the deal"), ("Ctrl+Home",)),
        Key("hint", _("Hint"), ("H", "Shift+H")),
        Key("new", _("New deal"), ("Ctrl+N",)),
        Key("pick", _("Choose a layout"), ("Ctrl+L",)),
        Key("restart", _("Same deal again"), ("Ctrl+R",)),
        Key("pause", _("Pause"), ("P",)),
        Key("copy", _("Copy the code"), ("Ctrl+C",)),
        Key("copy-replay", _("Copy the replay code"), ("Ctrl+Shift+C",)),
        Key("qr", _("Show as a QR picture"), ("Ctrl+Shift+Q",)),
        Key("code", _("Enter a code"), ("Ctrl+V",)),
        Key("panel", _("Side panel"), ("F9",)),
        Key("ranking", _("Ranking"), ("Ctrl+B",)),
        Key("rules", _("Rules"), ("F1",)),
        Key("full", _("Full screen"), ("F11",)),
        Key("library", _("Library"), ("Alt+Home",)),
        Key("settings", _("Settings"), ("Ctrl+,",)),
        Key("escape", _("Let go, close or pause"), ("Esc",)),
        Key("watch", _("Replay: play or pause"), ("Space", "K")),
        Key("watch-back", _("Replay: a step back"), ("Left",)),
        Key("watch-on", _("Replay: a step on"), ("Right",)),
        Key("watch-back-10", _("Replay: ten steps back"), ("Shift+Left",)),
        Key("watch-on-10", _("Replay: ten steps on"), ("Shift+Right",)),
        Key("watch-first", _("Replay: to the deal"), ("Home",)),
        Key("watch-last", _("Replay: to the end"), ("End",)),
        Key("watch-faster", _("Replay: faster"), ("Up", "+", "=")),
        Key("watch-slower", _("Replay: slower"), ("Down", "-")),
        Key("watch-undone", _("Replay: undone moves, too"), ("U",)),
        Key("quit", _("Quit Sofra"), ("Ctrl+Q",)),
    )
}


def key_text(id_: str) -> str:
    """The key of a thing to do, as this system writes it (⌘Z on a Mac)."""
    return QKeySequence(KEYS[id_].keys[0]).toString(QKeySequence.SequenceFormat.NativeText)
