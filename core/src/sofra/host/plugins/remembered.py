"""What installed plugins said of their games and art sets when they were last asked, so that the next start imports none of them.

An answer is good for one wheel (its SHA-256, and with that its version and list of files), one Sofra and one Python; options classes
are kept by name and imported when they are first wanted. It is a cache: whatever cannot be kept or read is asked for again.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, final

import attrs

from sofra.game import API, ArtSet, GameInfo
from sofra.host.installed import Entry, version
from sofra.message import Message
from sofra.options import NoOptions

__all__ = ["Remembered"]

_FILE: Final = "games.json"
_NO_OPTIONS: Final = f"{NoOptions.__module__}:{NoOptions.__qualname__}"


@final
class Remembered:
    """The answers kept in a folder of plugins; without `keep` they are only read."""

    def __init__(self, folder: Path, *, keep: bool = True) -> None:
        self._keep: Final = keep
        self._file: Final = folder / _FILE
        self._here: Final = [API, version("sofra-core"), sys.version, sys.platform]
        self._kept: dict[str, Any] = {}
        self._asked: dict[str, Any] = {}
        self._changed = False
        try:
            told = json.loads(self._file.read_bytes())
            if told["here"] == self._here:
                self._kept = told["plugins"]
                self._kept.keys()
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            self._kept = {}

    def recall(self, entry: Entry) -> tuple[list[GameInfo], list[ArtSet]] | None:
        """What a plugin said before, None where it has to be asked."""
        key = _key(entry)
        try:
            told = self._kept[key]
            found = [_game(each) for each in told["games"]], [_art(each) for each in told["art"]]
        except (ValueError, TypeError, KeyError, AttributeError):
            return None
        self._asked[key] = told
        return found

    def keep(self, entry: Entry, games: Sequence[GameInfo], art: Sequence[ArtSet]) -> None:
        """Remember what a plugin said."""
        try:
            told = {"games": [_plain_game(each) for each in games], "art": [_plain_art(each) for each in art]}
        except (TypeError, ValueError):
            return  # an answer of a kind that cannot be kept is asked for at every start
        self._asked[_key(entry)] = told
        self._changed = True

    def games_of(self, identity: str) -> list[str]:
        """The ids of the games that the plugin of a wheel said it has; none where it was not asked."""
        found = []
        for key, told in self._kept.items():
            if identity and f" {identity} " in key:
                with suppress(TypeError, KeyError):
                    found += [str(game["id"]) for game in told["games"]]
        return found

    def save(self) -> None:
        """Write the answers of the plugins that were asked or recalled, where any is new or gone. Raises nothing."""
        if not self._keep or (not self._changed and len(self._asked) == len(self._kept)):
            return
        staged = self._file.with_name(f".{_FILE}.{os.getpid()}")
        with suppress(OSError, TypeError, ValueError):
            try:
                staged.write_text(json.dumps({"here": self._here, "plugins": self._asked}), "utf-8")
                staged.replace(self._file)
            finally:
                staged.unlink(missing_ok=True)


def _key(entry: Entry) -> str:
    return f"{entry.distribution} {entry.version} {entry.identity} {entry.name}={entry.value}"


def _plain_game(info: GameInfo) -> dict[str, Any]:
    options = info.options
    where = f"{options.__module__}:{options.__qualname__}"
    found: Any = sys.modules.get(options.__module__)
    if getattr(found, options.__qualname__, None) is not options:
        raise ValueError(where)
    return {
        **{name: _str(getattr(info, name)) for name in _TEXTS},
        "title": _plain_text(info.title),
        "summary": _plain_text(info.summary),
        "seats": list(info.seats),
        "rules": {str(number): path for number, path in info.rules.items()},
        "options": where,
        "api": info.api,
        "modes": list(info.modes),
    }


_OTHERS: Final = frozenset({"title", "summary", "seats", "rules", "options", "api", "modes"})

_TEXTS: Final = tuple(each.alias for each in attrs.fields(GameInfo) if each.alias and each.alias not in _OTHERS)
"""The fields that are plain texts; a field of another kind that is new in `GameInfo` has to be told here how it is kept."""


def _game(told: Any) -> GameInfo:
    texts: dict[str, Any] = {name: _str(told[name]) for name in _TEXTS}
    return GameInfo(
        title=_text(told["title"]),
        summary=_text(told["summary"]),
        seats=tuple(int(each) for each in told["seats"]),
        rules={int(number): _str(path) for number, path in told["rules"].items()},
        options=NoOptions if told["options"] == _NO_OPTIONS else _str(told["options"]),
        api=int(told["api"]),
        modes=tuple(told["modes"]),
        **texts,
    )


def _plain_art(art: ArtSet) -> dict[str, Any]:
    return {**attrs.asdict(art, recurse=False), "title": _plain_text(art.title)}


def _art(told: Any) -> ArtSet:
    values: dict[str, Any] = {key: tuple(each) if isinstance(each, list) else each for key, each in told.items()}
    values["title"] = _text(told["title"])
    return ArtSet(**values)


def _plain_text(message: Message) -> list[Any]:
    if message.params:
        raise ValueError("a title with parameters is not kept")
    return [message.id, message.domain, message.plural, message.context]


def _text(told: Any) -> Message:
    text, domain, plural, context = told
    return Message(_str(text), (), _str(domain), plural, context)


def _str(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value
