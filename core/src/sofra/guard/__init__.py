"""The guard between the program and the games of plugins: errors named, answers looked at, calls watched.

Names are imported when they are first asked for: to list games, none of what looks at a game in play is needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sofra.guard.answers import MAX_EVENTS, MAX_PAYLOAD
    from sofra.guard.calls import begin, end, is_ours, trace_of
    from sofra.guard.guarded import bare, failed, load_guarded, strange
    from sofra.guard.kinds import LONGEST, Rubbish, sound_message
    from sofra.guard.scenes import MAX_THINGS, sound_scene
    from sofra.guard.stopped import RAISE, GameStopped, PluginError, TooLong, named_error, raises
    from sofra.guard.watch import Call, Watch

_WHERE: Final = {
    "answers": ("MAX_EVENTS", "MAX_PAYLOAD"),
    "calls": ("begin", "end", "is_ours", "trace_of"),
    # Not `guarded` itself: a module of that name stands in its place as soon as it is imported.
    "guarded": ("bare", "failed", "load_guarded", "strange"),
    "kinds": ("LONGEST", "Rubbish", "sound_message"),
    "scenes": ("MAX_THINGS", "sound_scene"),
    "stopped": ("RAISE", "GameStopped", "PluginError", "TooLong", "named_error", "raises"),
    "watch": ("Call", "Watch"),
}

_MODULES: Final = {name: module for module, names in _WHERE.items() for name in names}

__all__ = [
    "LONGEST",
    "MAX_EVENTS",
    "MAX_PAYLOAD",
    "MAX_THINGS",
    "RAISE",
    "Call",
    "GameStopped",
    "PluginError",
    "Rubbish",
    "TooLong",
    "Watch",
    "bare",
    "begin",
    "end",
    "failed",
    "is_ours",
    "load_guarded",
    "named_error",
    "raises",
    "sound_message",
    "sound_scene",
    "strange",
    "trace_of",
]


def __getattr__(name: str) -> Any:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
