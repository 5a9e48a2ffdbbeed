"""Bringing the installed plugins into this program: what Python may find of them, now and after a change.

A plugin that was changed while the program runs is taken out of `sys.modules`, with those that need it, so that its next import is
the new one. Where a game of it is still at work (an open round holds its rules) that would leave two versions side by side: then the
old one stays until the next start.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, final

import attrs

from sofra.finding import find_in, found_in, tell_who_brings
from sofra.game import Game
from sofra.host.installed import Entry, normal
from sofra.host.plugins.locking import lock_file, share_file
from sofra.host.plugins.store import Installed, State, Store

__all__ = ["at_work", "clear", "entries_of", "forget", "held", "settle", "start"]


@final
@attrs.frozen
class _Placed:
    plugin: Installed
    folder: str


_held: Final[set[str]] = set()
_looked: Final[set[Path]] = set()
_in_use: Final[dict[Path, int]] = {}
_placed: Final[dict[str, _Placed]] = {}
"""The plugins that this program finds, by name, as they were when it began to."""


def start(folder: Path, *, safe_mode: bool = False, keep: bool = True) -> State:
    """Read the list and make its plugins findable; with `safe_mode` none of them.

    What is left over is cleared away once; without `keep` nothing in the folder is touched.
    """
    store = Store(folder)
    state = store.read()
    if folder not in _looked and not safe_mode:
        _looked.add(folder)
        if keep and store.unfinished.exists():
            clear(store)
        _use(folder, make=keep)
    settle(store, state, safe_mode=safe_mode)
    return state


def settle(store: Store, state: State, *, safe_mode: bool = False) -> None:
    """Make findable what the list says, as far as what is at work allows."""
    on = [] if safe_mode else [each for each in state.plugins.values() if each.enabled]
    wanted = {each.name: _Placed(each, str(store.path(each))) for each in on}
    changed = {name for name, old in _placed.items() if name not in wanted or wanted[name].folder != old.folder}
    imported = {name.partition(".")[0] for name in sys.modules}
    changed |= {each.name for each in on if each.name not in _placed and not imported.isdisjoint(each.top_level)}
    held: set[str] = set()
    if changed:
        every = [each.plugin for each in (*_placed.values(), *wanted.values())]
        changed = _with_dependents(changed, every)
        for group in _groups(changed, every):
            modules = _loaded(top for each in every if each.name in group for top in each.top_level)
            if modules and _games_at_work(modules):
                # Only what it needs and what needs it stays with it: the others need not wait for its end.
                held |= group & set(_placed)
            else:
                for module in modules:
                    del sys.modules[module]
        wanted |= {name: _placed[name] for name in held}
    _held.clear()
    _held.update(held)
    _placed.clear()
    _placed.update(wanted)
    tell_who_brings(state.games)
    find_in({top: each.folder for each in wanted.values() for top in each.plugin.top_level})
    if changed:
        importlib.invalidate_caches()


def entries_of(state: State) -> list[Entry]:
    """The entry points of the plugins that are switched on, as this program finds them.

    One whose folder is gone has no identity: what it said before is worth nothing, and asking it tells what is wrong.
    """
    found = []
    for each in state.plugins.values():
        if each.enabled:
            placed = _placed.get(each.name)
            plugin = each if placed is None else placed.plugin
            there = placed is not None and os.path.isdir(placed.folder)  # noqa: PTH112 - for every plugin at every start
            identity = plugin.sha256 if there else ""
            found += [
                Entry(name, value, plugin.name, plugin.version, foreign=True, identity=identity)
                for name, value in plugin.entries
            ]
    return found


def held() -> frozenset[str]:
    """The plugins of which this program goes on with what it has, because a game of theirs is at work."""
    return frozenset(_held)


def at_work(plugin: Installed) -> bool:
    """Whether this program still uses another version of a plugin, or one that is removed or switched off."""
    placed = _placed.get(plugin.name)
    return placed is not None and (not plugin.enabled or placed.plugin.sha256 != plugin.sha256)


def clear(store: Store) -> None:
    """Clear away what earlier programs left over, and versions that no program uses any more."""
    if not store.folder.is_dir():
        return
    handle = _in_use.get(store.folder)
    own = handle is not None
    if handle is None:
        try:
            handle = os.open(store.folder / ".used", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return
    try:
        if lock_file(handle):
            store.clear(frozenset(found_in().values()))
    finally:
        if own:
            share_file(handle)
        else:
            os.close(handle)


def forget() -> None:
    """Be as a program that has just been started: for tests that start anew without doing so."""
    for handle in _in_use.values():
        os.close(handle)
    _in_use.clear()
    _held.clear()
    _looked.clear()
    _placed.clear()
    find_in({})
    tell_who_brings({})


def _use(folder: Path, *, make: bool = True) -> None:
    """Say to other programs, for as long as this one runs, that the folders of plugins are in use."""
    if folder in _in_use or not folder.is_dir():
        return
    try:
        handle = os.open(folder / ".used", os.O_RDWR | (os.O_CREAT if make else 0), 0o600)
    except OSError:
        return
    share_file(handle)
    _in_use[folder] = handle


def _with_dependents(names: set[str], plugins: Sequence[Installed]) -> set[str]:
    """These plugins and all that need them, and so on."""
    found = set(names)
    while True:
        more = {
            each.name
            for each in plugins
            if each.name not in found and any(_leading(text) in found for text in each.requires)
        }
        if not more:
            return found
        found |= more


def _groups(names: set[str], plugins: Sequence[Installed]) -> list[set[str]]:
    """The plugins of these names, parted into those that need each other, if only by others among them."""
    needs = {
        name: {_leading(text) for each in plugins if each.name == name for text in each.requires} for name in names
    }
    groups: list[set[str]] = []
    for name in sorted(names):
        near = [
            group for group in groups if not group.isdisjoint(needs[name]) or any(name in needs[each] for each in group)
        ]
        groups = [group for group in groups if group not in near]
        groups.append({name}.union(*near))
    return groups


def _leading(requirement: str) -> str:
    """The normalised name that a requirement begins with."""
    end = next((at for at, sign in enumerate(requirement) if not (sign.isalnum() or sign in "-_.")), len(requirement))
    return normal(requirement[:end])


def _loaded(tops: Iterable[str]) -> list[str]:
    """The imported modules below these names."""
    wanted = set(tops)
    return [name for name in sys.modules if name.partition(".")[0] in wanted]


def _games_at_work(modules: Iterable[str]) -> bool:
    """Whether a game of these modules still exists: somebody plays it."""
    kinds = {
        value
        for name in modules
        for value in list(vars(sys.modules[name]).values())
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == name
    }
    for kind in list(kinds):
        kinds.update(kind.__subclasses__())  # those that the host makes of it, to guard it
    if not kinds:
        return False
    gc.collect()
    return any(type(each) in kinds for each in gc.get_objects())
