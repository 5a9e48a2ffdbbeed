"""What the player took in from files (layouts): kept as texts of the game's own, one file each, below the data directory."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Final, final

from sofra.abilities import BadBoard, Imports
from sofra.game import GameInfo
from sofra.host.places import Places

__all__ = ["Kept"]

_NAME: Final = re.compile(r"[a-z][a-z0-9_]*-[A-Z0-9]{1,32}")
"""Option and value: nothing in a name can lead out of the folder."""


@final
class Kept:
    """The texts of one player, by game. Without a data directory they are kept in memory."""

    def __init__(self, places: Places) -> None:
        self._folder: Final = None if places.home is None else places.home / "layouts"
        self._memory: Final[dict[str, dict[str, str]]] = {}

    def put(self, info: GameInfo, option: str, value: str, text: str) -> None:
        """Keep a value; another text of the same value is replaced. Raises OSError, and ValueError for a strange name."""
        name = f"{option}-{value}"
        if not _NAME.fullmatch(name):
            msg = f"{name!r} cannot be the name of a file"
            raise ValueError(msg)
        if self._folder is not None:
            folder = self._folder / info.id
            folder.mkdir(parents=True, exist_ok=True)
            staged = folder / f".{name}.{os.getpid()}"
            try:
                staged.write_text(text, "utf-8")
                staged.replace(folder / f"{name}.json")
            finally:
                staged.unlink(missing_ok=True)
        self._memory.setdefault(info.id, {})[name] = text

    def of(self, info: GameInfo) -> dict[tuple[str, str], str]:
        """All texts of a game by option and value. What cannot be read is left out: it can be taken in again."""
        found = dict(self._memory.get(info.id, {}))
        if self._folder is not None:
            for path in sorted((self._folder / info.id).glob("*.json")):
                if _NAME.fullmatch(path.stem) and path.stem not in found:
                    text = _read(path)
                    if text is not None:
                        found[path.stem] = text
            self._memory[info.id] = dict(found)
        return {(name.partition("-")[0], name.partition("-")[2]): text for name, text in found.items()}

    def named_by(self, info: GameInfo, options: Any) -> list[tuple[str, str]]:
        """(option, text) of the kept values that some options name: what a worker must know to deal them."""
        return [
            (option, text) for (option, value), text in self.of(info).items() if getattr(options, option, "") == value
        ]

    def teach(self, info: GameInfo, game: Any) -> None:
        """Make all kept values known to a game. A damaged text is left out."""
        if isinstance(game, Imports):
            for (option, _value), text in self.of(info).items():
                try:
                    game.know(option, text)
                except BadBoard:
                    continue


def _read(path: Path) -> str | None:
    try:
        return path.read_text("utf-8") if path.stat().st_size <= 1_000_000 else None
    except (OSError, UnicodeDecodeError):
        return None
