"""The host of plugins: finding games, places of files, settings, and the log that is there to be written to.

Names are imported when they are first asked for: the help of the command line needs the list of entry points, and nothing else.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sofra.host.computer import Computer, Turn, answer_here, turn_of
    from sofra.host.dealing import Dealing, deal, deal_new
    from sofra.host.decisions import Decisions
    from sofra.host.hooks import GROUP, hookimpl, hookspec
    from sofra.host.loader import Broken, Library, Plugin, PluginError, load_games, load_rules
    from sofra.host.logs import OpenedLog, open_log
    from sofra.host.marker import Marker
    from sofra.host.opening import open_round
    from sofra.host.places import NotSaved, Places
    from sofra.host.saved import (
        SavedRound,
        damaged_rounds,
        delete_round,
        find_rounds,
        leave_round,
        running_round,
        running_rounds,
        saved_rounds,
    )
    from sofra.host.settings import Loaded, Settings, Window, load_settings, save_settings
    from sofra.host.verdicts import Verdicts

_WHERE: Final = {
    "computer": ("Computer", "Turn", "answer_here", "turn_of"),
    "dealing": ("Dealing", "deal", "deal_new"),
    "decisions": ("Decisions",),
    "hooks": ("GROUP", "hookimpl", "hookspec"),
    "loader": ("Broken", "Library", "Plugin", "PluginError", "load_games", "load_rules"),
    "logs": ("OpenedLog", "open_log"),
    "marker": ("Marker",),
    "opening": ("open_round",),
    "places": ("NotSaved", "Places"),
    "saved": (
        "SavedRound",
        "damaged_rounds",
        "delete_round",
        "find_rounds",
        "leave_round",
        "running_round",
        "running_rounds",
        "saved_rounds",
    ),
    "settings": ("Loaded", "Settings", "Window", "load_settings", "save_settings"),
    "verdicts": ("Verdicts",),
}

_MODULES: Final = {name: module for module, names in _WHERE.items() for name in names}

__all__ = [
    "GROUP",
    "Broken",
    "Computer",
    "Dealing",
    "Decisions",
    "Library",
    "Loaded",
    "Marker",
    "NotSaved",
    "OpenedLog",
    "Places",
    "Plugin",
    "PluginError",
    "SavedRound",
    "Settings",
    "Turn",
    "Verdicts",
    "Window",
    "answer_here",
    "damaged_rounds",
    "deal",
    "deal_new",
    "delete_round",
    "find_rounds",
    "hookimpl",
    "hookspec",
    "leave_round",
    "load_games",
    "load_rules",
    "load_settings",
    "open_log",
    "open_round",
    "running_round",
    "running_rounds",
    "save_settings",
    "saved_rounds",
    "turn_of",
]


def __getattr__(name: str) -> Any:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
