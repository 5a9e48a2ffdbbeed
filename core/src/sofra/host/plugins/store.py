"""The plugins of one player on the disk: their list, the folder of each, and the lock that lets one program change them at a time.

Below the folder `plugins`:

- `installed.json`: the list, replaced in one step. A plugin is installed when it stands there; nothing else counts.
- `NAME/VERSION-HASH/`: the files of one version, named by the wheel's SHA-256; never changed once it is in its place.
- `.staged-*`, `.gone-*`: on the way in and out; `.unfinished` says that there may be such. What a killed program leaves over is cleared
  away at the next start, as is what another program still used.
- `games.json`: what the plugins said of their games when they were last asked; may be deleted at any time.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, final

import attrs

from sofra.host.plugins.errors import Busy, Cancelled, NotStored
from sofra.host.plugins.locking import lock_file, unlock_file
from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason

__all__ = ["Installed", "State", "Store"]

_ = Texts("sofra-core")

_LIST: Final = "installed.json"
_VERSION: Final = 1
_MAX_LIST: Final = 16 << 20
_OWN: Final = "sofra-plugin.json"
"""In each plugin's folder: its row of the list, from which a damaged list is made again."""


_OURS: Final = re.compile(r".+-[0-9a-f]{16}")
"""What the folder of a version is called."""


@final
@attrs.frozen
class Installed:
    """An installed plugin.

    `folder` holds its files, below the folder of plugins. `entries` are its entry points (name and value), `top_level` the names that
    it can be imported by, `requires` what it states to need. `source` and `file` say where it came from. `games` are the ids of
    its games, known once it was loaded. `restart` says that this program still uses another version, or a removed one, until it
    is started anew.
    """

    name: str
    version: str
    folder: str
    sha256: str
    entries: tuple[tuple[str, str], ...]
    top_level: tuple[str, ...]
    enabled: bool = True
    kind: str = "file"
    source: str = ""
    file: str = ""
    author: str = ""
    summary: str = ""
    size: int = 0
    at: str = ""
    requires: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    restart: bool = False


@final
@attrs.frozen
class State:
    """The list: plugins by name, the SHA-256 of every file that the player agreed to, and the plugin of each game seen so far.

    `problem` says that the list was damaged and had to be made again, or, with `closed`, that it must not be changed.
    """

    plugins: Mapping[str, Installed] = MappingProxyType({})
    consents: frozenset[str] = frozenset()
    games: Mapping[str, str] = MappingProxyType({})
    problem: Message | None = None
    closed: bool = False


@final
class Store:
    """The folder `plugins` of a player. Nothing is made or touched before something is written."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder

    @property
    def listed(self) -> Path:
        """The file that holds the list."""
        return self.folder / _LIST

    def read(self) -> State:
        """The list. Raises nothing: a damaged one is made again from the folders, with every plugin switched off."""
        try:
            content = self.listed.read_bytes()
        except FileNotFoundError:
            return State()
        except OSError as error:
            return State(problem=_unreadable(self.listed, error.strerror or type(error).__name__), closed=True)
        try:
            told = json.loads(content[:_MAX_LIST])
            if told["version"] > _VERSION:
                return State(
                    problem=_(
                        "The list of plugins in {file} is that of a newer Sofra. No plugin is loaded, and nothing is changed.",
                        file=Ltr(str(self.listed)),
                    ),
                    closed=True,
                )
            plugins = [row(each) for each in told["plugins"]]
            return State(
                MappingProxyType({each.name: each for each in plugins}),
                frozenset(str(each) for each in told["consents"]),
                MappingProxyType({str(game): str(name) for game, name in told["games"].items()}),
            )
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return self._recover()

    def to_change(self) -> State:
        """The list, to be changed. Raises NotStored where it must not be. The lock must be held."""
        state = self.read()
        if state.closed and state.problem is not None:
            raise NotStored(state.problem)
        return state

    def write(self, state: State) -> None:
        """Replace the list in one step. A damaged one is first kept aside. Raises NotStored. The lock must be held."""
        text = json.dumps(
            {
                "version": _VERSION,
                "plugins": [plain(each) for each in state.plugins.values()],
                "consents": sorted(state.consents),
                "games": dict(state.games),
            },
            indent=1,
        )
        staged = self.folder / f".{_LIST}.{os.getpid()}"
        try:
            if self.read().problem is not None and self.listed.exists():
                write_through(self.folder / f"installed.damaged-{_mark()}.json", self.listed.read_bytes())
            write_through(staged, text.encode())
            staged.replace(self.listed)
            sync_folder(self.folder)
        except OSError as error:
            raise not_stored(self.folder, error) from error
        finally:
            with suppress(OSError):
                staged.unlink(missing_ok=True)

    def path(self, plugin: Installed) -> Path:
        """The folder of an installed plugin's files."""
        return self.folder / plugin.folder

    def stage(self) -> Path:
        """A new empty folder for what is on its way in. Raises NotStored."""
        staged = self.folder / f".staged-{_mark()}"
        try:
            staged.mkdir(parents=True)
        except OSError as error:
            raise not_stored(self.folder, error) from error
        return staged

    def take_in(self, staged: Path, plugin: Installed) -> None:
        """Rename a staged folder into its place. What an earlier try left there goes. Raises NotStored. The lock must be held."""
        place = self.path(plugin)
        try:
            write_through(staged / _OWN, json.dumps(plain(plugin)).encode())
            if place.exists():
                self.put_away(place)
            place.parent.mkdir(exist_ok=True)
            staged.rename(place)
            sync_folder(place.parent)
        except OSError as error:
            raise not_stored(self.folder, error) from error

    def put_away(self, place: Path) -> None:
        """Take a folder out of its place in one step, and delete it as far as that can be done now. Raises OSError."""
        gone = self.folder / f".gone-{_mark()}"
        place.rename(gone)
        import shutil

        shutil.rmtree(gone, ignore_errors=True)

    @property
    def unfinished(self) -> Path:
        """The file that says that something may be left over."""
        return self.folder / ".unfinished"

    @contextmanager
    def changing(
        self, cancelled: Callable[[], bool] = lambda: False, patience: float = 30.0, *, marked: bool = True
    ) -> Iterator[None]:
        """Hold the lock: one program at a time changes plugins. Waits `patience` seconds for it.

        With `marked` it is noted that something may be left over.

        Raises Busy, Cancelled, and NotStored where the folder cannot be written to.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise not_stored(self.folder, error) from error
        try:
            until = time.monotonic() + patience
            while not lock_file(handle):
                if cancelled():
                    raise Cancelled
                if time.monotonic() > until:
                    raise Busy
                time.sleep(0.05)
            try:
                if marked:
                    self._mark_unfinished()
                yield
            finally:
                unlock_file(handle)
        finally:
            os.close(handle)

    def leftovers(self, state: State) -> list[Path]:
        """What no list names: staged and removed folders, and versions that were replaced or never arrived; nothing of the player's."""
        kept = {each.folder for each in state.plugins.values()}
        found: list[Path] = []
        for path in sorted(self.folder.iterdir()):
            if path.name.startswith((".staged-", ".gone-", f".{_LIST}.")):
                found.append(path)
            elif path.is_dir() and not path.name.startswith("."):
                inside = sorted(path.iterdir())
                found += [
                    each for each in inside if _OURS.fullmatch(each.name) and f"{path.name}/{each.name}" not in kept
                ]
                if not inside:
                    found.append(path)
        return found

    def clear(self, used: frozenset[str]) -> None:
        """Clear away what earlier programs left over, unless another one is at it. `used` folders stay. Raises nothing."""
        import shutil

        with suppress(OSError, Busy, NotStored), self.changing(patience=0.0, marked=False):
            state = self.read()
            if state.problem is not None:
                return
            for path in self.leftovers(state):
                if str(path) in used:
                    continue
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    path.unlink(missing_ok=True)
                with suppress(OSError):  # others are still in it
                    if path.parent != self.folder:
                        path.parent.rmdir()
            if not self.leftovers(state):
                self.unfinished.unlink(missing_ok=True)

    def _mark_unfinished(self) -> None:
        try:
            self.unfinished.touch()
        except OSError as error:
            raise not_stored(self.folder, error) from error

    def _recover(self) -> State:
        """The plugins whose folders tell what they are, all switched off: what was damaged may have said so of any."""
        found: dict[str, Installed] = {}
        for own in sorted(self.folder.glob(f"*/*/{_OWN}")):
            try:
                plugin = row(json.loads(own.read_bytes()))
            except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
                continue
            older = found.get(plugin.name)
            if self.path(plugin) == own.parent and (older is None or older.at < plugin.at):
                found[plugin.name] = attrs.evolve(plugin, enabled=False)
        problem = _(
            "The list of plugins was damaged. Those that are still there are switched off; switch on what you want to keep."
        )
        return State(MappingProxyType(found), frozenset(each.sha256 for each in found.values()), problem=problem)


def _mark() -> str:
    """A name that nothing else has."""
    return os.urandom(8).hex()


def plain(plugin: Installed) -> dict[str, Any]:
    """A plugin as JSON."""
    told = {each.name: getattr(plugin, each.name) for each in attrs.fields(Installed)}
    del told["restart"]
    return told


def row(told: Any) -> Installed:
    """A plugin from JSON. Raises ValueError, TypeError, KeyError and AttributeError for anything else."""
    values: dict[str, Any] = {}
    for each in attrs.fields(Installed):
        if each.name not in told:
            continue
        value = told[each.name]
        match each.name:
            case "enabled":
                values[each.name] = value is True
            case "size":
                values[each.name] = int(value)
            case "entries":
                values[each.name] = tuple((str(name), str(what)) for name, what in value)
            case "top_level" | "requires" | "languages":
                values[each.name] = tuple(str(one) for one in value)
            case "restart":
                continue
            case _:
                if not isinstance(value, str):
                    raise TypeError(each.name)
                values[each.name] = value
    plugin = Installed(**values)
    parts = plugin.folder.split("/")
    if len(parts) != 2 or not all(part and part[0] != "." and "\\" not in part and ":" not in part for part in parts):
        raise ValueError("a folder elsewhere")
    return plugin


def write_through(path: Path, content: bytes) -> None:
    """Write a file so that it is on the disk. Raises OSError."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def not_stored(folder: Path, error: OSError) -> NotStored:
    """Why nothing could be written."""
    return NotStored(
        _(
            "The folder {folder} cannot be written to ({why}). Nothing was changed.",
            folder=Ltr(str(folder)),
            why=reason(error.strerror or type(error).__name__),
        )
    )


def _unreadable(path: Path, why: str) -> Message:
    return _(
        "The list of plugins in {file} cannot be read ({why}). No plugin is loaded.", file=Ltr(str(path)), why=Ltr(why)
    )
