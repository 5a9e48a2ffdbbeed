"""Runs as a process of its own: loads the rules of a game, plays a line, and tells what it saw and what was imported.

Started by the path of this file, with a job as JSON on stdin and an answer as JSON on stdout, so that nothing of the test
suite is imported here.
"""

from __future__ import annotations

import builtins
import hashlib
import json
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from sofra.deal import Shuffle
from sofra.event import encode
from sofra.game import Game
from sofra.scene import Aspect

__all__ = ["FORBIDDEN", "retrace"]

FORBIDDEN: Final = frozenset(
    {"PySide6", "PySide2", "PyQt6", "PyQt5", "shiboken6", "sofra_qt", "sqlite3", "_sqlite3", "asyncio"}
)
"""What no game imports: windows, databases, event loops."""


def retrace(game: Game[Any, Any, Any], shuffle: Shuffle, options: Any, indexes: Sequence[int]) -> list[str]:
    """A digest of events, choices, scene and words after the deal and after each choice."""
    trace: list[str] = []
    state: Any = None
    events = list(game.deal(shuffle, options))
    for ply in range(len(indexes) + 1):
        before = state
        for event in events:
            state = game.evolve(state, event)
        menu = [choice for seat in sorted(game.to_move(state)) for choice in game.choices(state, seat)]
        seen = [(stored.name, stored.payload) for stored in map(encode, events)]
        keys = [piece.key for piece in game.scene(state, 0, Aspect.WIDE).pieces]
        told = game.say(before, events, state, 0)
        answer = (seen, [(choice.seat, choice.picks) for choice in menu], keys, str(told))
        trace.append(hashlib.sha256(repr(answer).encode()).hexdigest())
        if ply < len(indexes):
            choice = menu[indexes[ply]]
            events = list(game.decide(state, choice.seat, choice.command, shuffle.chance(ply)))
    return trace


def main() -> None:
    """Do the job on stdin."""
    job = json.load(sys.stdin)
    imports: list[tuple[str, str]] = []
    present = FORBIDDEN & set(sys.modules)
    real = builtins.__import__

    def watch(name: str, globals_: Any = None, *args: Any, **kwargs: Any) -> Any:
        root = name.partition(".")[0]
        importer = str((globals_ or {}).get("__name__", "?"))
        # Core's own doors may open on anything; so may a module of Python's that was there before the game came.
        if root in FORBIDDEN and importer.partition(".")[0] not in {"sofra", *FORBIDDEN}:
            imports.append((root, importer))
        return real(name, globals_, *args, **kwargs)

    builtins.__import__ = watch  # type: ignore[assignment] # it takes and gives what the real one does
    module, _, name = job["rules"].partition(":")
    game: Game[Any, Any, Any] = getattr(import_module(module), name)()
    home, qualname, values = job["options"]
    options = getattr(import_module(home), qualname)(**values)
    trace: list[str] = []
    error = ""
    try:
        trace = retrace(game, Shuffle.of(job["code"]), options, job["indexes"])
    except Exception:  # noqa: BLE001 - whatever the game raises: the law that started this process tells
        error = traceback.format_exc()
    builtins.__import__ = real
    # What came without an import statement (importlib) is seen by its result.
    known = {name for name, _importer in imports}
    imports += [(found, module) for found in sorted(FORBIDDEN & set(sys.modules) - present - known)]
    json.dump({"trace": trace, "error": error, "imports": imports}, sys.stdout)


if __name__ == "__main__":
    main()
