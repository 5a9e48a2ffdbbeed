"""Sofra: one table, many games. The contract of a game, rounds, logs, codes, scenes and the plugin host.

Everything here lives in the modules below and is imported from there when it is first asked for, so that `import sofra` costs
nothing:

>>> import sofra
>>> opened = sofra.open_round("MJ1-L00-AAAAABL")
>>> len(opened.choices())
13
>>> step = opened.play(opened.choices()[0])
>>> opened.ply
1
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sofra.abilities import (
        Advice,
        Akin,
        Attempts,
        BadBoard,
        Boards,
        Bots,
        Decidable,
        Describes,
        Explains,
        Hints,
        Imports,
        Offer,
        Offers,
        Plans,
        Previews,
        Solvable,
        TakenIn,
        Teaches,
        UndoPolicy,
        Verdict,
        Worlds,
    )
    from sofra.code import CodeError, DealCode, ReplayCode
    from sofra.deal import Shuffle
    from sofra.event import EventError, Opaque
    from sofra.game import (
        API,
        ArtSet,
        Choice,
        Eye,
        Fact,
        Game,
        GameInfo,
        Outcome,
        Refused,
        Result,
        Seat,
        Standing,
        Tally,
        Watcher,
        fold,
        hide,
    )
    from sofra.host.hooks import hookimpl
    from sofra.host.loader import Library, PluginError, load_games, load_rules
    from sofra.host.opening import open_round
    from sofra.languages import LANGUAGES, Translator, system_language
    from sofra.log import Conflict, Draft, Log, LogError, MemoryLog, Record, SqliteLog
    from sofra.message import Clock, Ltr, Message, Player, Signed, Texts, named
    from sofra.options import Listed, NoOptions, OptionKind, option
    from sofra.round import Round, Step
    from sofra.scene import Arrow, Aspect, Becomes, Cue, Join, Look, Mark, Piece, Scene, Spot, State, Text, Tone, Tray
    from sofra.selection import Deselected, Play, Rejected, Selected, Selection, Table
    from sofra.teaching import Callout, Chapter, Diagram

_WHERE: Final = {
    "sofra.code": ("CodeError", "DealCode", "ReplayCode"),
    "sofra.deal": ("Shuffle",),
    "sofra.event": ("EventError", "Opaque"),
    "sofra.game": (
        "API",
        "ArtSet",
        "Choice",
        "Eye",
        "Fact",
        "Game",
        "GameInfo",
        "Outcome",
        "Refused",
        "Result",
        "Seat",
        "Standing",
        "Tally",
        "Watcher",
        "fold",
        "hide",
    ),
    "sofra.abilities": (
        "Advice",
        "Akin",
        "Attempts",
        "BadBoard",
        "Boards",
        "Bots",
        "Decidable",
        "Describes",
        "Explains",
        "Hints",
        "Imports",
        "Offer",
        "Offers",
        "Plans",
        "Previews",
        "Solvable",
        "TakenIn",
        "Teaches",
        "UndoPolicy",
        "Verdict",
        "Worlds",
    ),
    "sofra.options": ("Listed", "NoOptions", "OptionKind", "option"),
    "sofra.host.hooks": ("hookimpl",),
    "sofra.host.loader": ("Library", "PluginError", "load_games", "load_rules"),
    "sofra.host.opening": ("open_round",),
    "sofra.languages": ("LANGUAGES", "Translator", "system_language"),
    "sofra.log": ("Conflict", "Draft", "Log", "LogError", "MemoryLog", "Record", "SqliteLog"),
    "sofra.message": ("Clock", "Ltr", "Message", "Player", "Signed", "Texts", "named"),
    "sofra.round": ("Round", "Step"),
    "sofra.scene": (
        "Arrow",
        "Aspect",
        "Becomes",
        "Cue",
        "Join",
        "Look",
        "Mark",
        "Piece",
        "Scene",
        "Spot",
        "State",
        "Text",
        "Tone",
        "Tray",
    ),
    "sofra.teaching": ("Callout", "Chapter", "Diagram"),
    "sofra.selection": ("Deselected", "Play", "Rejected", "Selected", "Selection", "Table"),
}

_MODULES: Final = {name: module for module, names in _WHERE.items() for name in names}

__all__ = [
    "API",
    "LANGUAGES",
    "Advice",
    "Akin",
    "Arrow",
    "ArtSet",
    "Aspect",
    "Attempts",
    "BadBoard",
    "Becomes",
    "Boards",
    "Bots",
    "Callout",
    "Chapter",
    "Choice",
    "Clock",
    "CodeError",
    "Conflict",
    "Cue",
    "DealCode",
    "Decidable",
    "Describes",
    "Deselected",
    "Diagram",
    "Draft",
    "EventError",
    "Explains",
    "Eye",
    "Fact",
    "Game",
    "GameInfo",
    "Hints",
    "Imports",
    "Join",
    "Library",
    "Listed",
    "Log",
    "LogError",
    "Look",
    "Ltr",
    "Mark",
    "MemoryLog",
    "Message",
    "NoOptions",
    "Offer",
    "Offers",
    "Opaque",
    "OptionKind",
    "Outcome",
    "Piece",
    "Plans",
    "Play",
    "Player",
    "PluginError",
    "Previews",
    "Record",
    "Refused",
    "Rejected",
    "ReplayCode",
    "Result",
    "Round",
    "Scene",
    "Seat",
    "Selected",
    "Selection",
    "Shuffle",
    "Signed",
    "Solvable",
    "Spot",
    "SqliteLog",
    "Standing",
    "State",
    "Step",
    "Table",
    "TakenIn",
    "Tally",
    "Teaches",
    "Text",
    "Texts",
    "Tone",
    "Translator",
    "Tray",
    "UndoPolicy",
    "Verdict",
    "Watcher",
    "Worlds",
    "fold",
    "hide",
    "hookimpl",
    "load_games",
    "load_rules",
    "named",
    "open_round",
    "option",
    "system_language",
]


def __getattr__(name: str) -> Any:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(module), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
