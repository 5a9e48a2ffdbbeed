"""The keyboard, in one table: what each key does at the table and in the window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

import attrs
from PySide6.QtGui import QKeySequence

from sofra.message import Message, Texts

__all__ = ["FIXED", "KEYS", "Key", "is_own", "key_text", "rebind", "shortcuts", "taken"]

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
        Key("larger", _("Larger text"), ("Ctrl++", "Ctrl+=")),
        Key("smaller", _("Smaller text"), ("Ctrl+-",)),
        Key("usual-size", _("Text as the system"), ("Ctrl+0",)),
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


_own: Final[dict[str, str]] = {}
"""The player's own keys, by the ids of what they do."""

FIXED: Final = frozenset({"escape"})
"""What no key of the player's can do: Esc is the way out of everything."""

_TABLE: Final = frozenset({"undo", "redo", "deal", "hint", "new", "pick", "restart", "pause", "code", "ranking"})
"""What is done at the table only: a replay may have the same keys."""


def rebind(own: Mapping[str, str]) -> bool:
    """Take the player's own keys, as the settings hold them; what cannot be read counts for nothing. Whether anything has changed."""
    readable = {
        id_: text for id_, text in own.items() if id_ in KEYS and id_ not in FIXED and not QKeySequence(text).isEmpty()
    }
    changed = readable != _own
    _own.clear()
    _own.update(readable)
    return changed


def is_own(id_: str) -> bool:
    """Whether the key of a thing to do is the player's own."""
    return id_ in _own


def shortcuts(id_: str) -> list[QKeySequence]:
    """The keys that do a thing."""
    return [QKeySequence(text) for text in ((_own[id_],) if id_ in _own else KEYS[id_].keys)]


def key_text(id_: str) -> str:
    """The key of a thing to do, as this system writes it (⌘Z on a Mac)."""
    return shortcuts(id_)[0].toString(QKeySequence.SequenceFormat.NativeText)


def taken(id_: str, wanted: QKeySequence) -> Key | None:
    """What else a key does where this thing is done, None where it is free."""
    for other in KEYS.values():
        apart = (id_.startswith("watch") and other.id in _TABLE) or (other.id.startswith("watch") and id_ in _TABLE)
        if other.id != id_ and not apart and any(wanted == each for each in shortcuts(other.id)):
            return other
    return None
