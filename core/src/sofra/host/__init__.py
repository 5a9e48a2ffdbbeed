"""The host of plugins: finding games, places of files, settings, and the log that is there to be written to."""

from sofra.host.hooks import GROUP, hookimpl, hookspec
from sofra.host.loader import Broken, Library, Plugin, PluginError, load_games, load_rules
from sofra.host.marker import Marker
from sofra.host.places import NotSaved, Places
from sofra.host.settings import Loaded, Settings, Window, load_settings, save_settings

__all__ = [
    "GROUP",
    "Broken",
    "Library",
    "Loaded",
    "Marker",
    "NotSaved",
    "Places",
    "Plugin",
    "PluginError",
    "Settings",
    "Window",
    "hookimpl",
    "hookspec",
    "load_games",
    "load_rules",
    "load_settings",
    "save_settings",
]
