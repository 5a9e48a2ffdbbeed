"""What Sofra needs of a machine, looked at one by one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

import attrs

from sofra.cli.session import Session
from sofra.message import Ltr, Message, Texts

if TYPE_CHECKING:
    from sofra.log import SqliteLog

__all__ = ["Check", "checks", "debian_package", "missing_libraries"]

_ = Texts("sofra-core")

_PACKAGES: Final = {
    "libGLX.so.0": "libgl1",
    "libOpenGL.so.0": "libopengl0",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libz.so.1": "zlib1g",
}
"""Libraries whose package on Debian is not named after them."""


@final
@attrs.frozen
class Check:
    """One thing that was looked at: its stable name, whether it is as it should be, and what was found.

    `libraries` are system libraries that are missing, by file name.
    """

    name: str
    ok: bool
    found: Message
    libraries: tuple[str, ...] = ()


def checks(session: Session) -> Iterator[Check]:
    """Look at everything, the cheap things first."""
    yield _python()
    yield _home(session)
    yield _settings(session)
    yield from _plugins(session)
    yield from _log(session)
    yield _window()
    yield _fonts()


def _python() -> Check:
    version = ".".join(map(str, sys.version_info[:3]))
    return Check(
        "python",
        sys.version_info >= (3, 11),
        _("Python {version} on {system}", version=Ltr(version), system=Ltr(sys.platform)),
    )


def _home(session: Session) -> Check:
    places = session.places
    unwritable = None if places.home is None else places.make()
    if unwritable is not None:
        return _bad("home", unwritable.message)
    if places.home is None:
        return _good("home", _("Nothing is saved, as asked: play is kept in memory only."))
    return _good("home", _("Your data lies in {folder}.", folder=Ltr(str(places.home))))


def _settings(session: Session) -> Check:
    from sofra.host.settings import load_settings

    loaded = load_settings(session.places.settings)
    if loaded.problems:
        return _bad("settings", loaded.problems[0])
    return _good("settings", _("The settings can be read."))


def _plugins(session: Session) -> Iterator[Check]:
    library = session.library
    count = len(library.games)
    found = _.plural("{n} game is installed.", "{n} games are installed.", count)
    yield Check("games", ok=count > 0, found=found)
    for broken in library.broken:
        yield _bad("plugin", _("Plugin {plugin}: {reason}", plugin=Ltr(broken.plugin.name), reason=broken.reason))
    if session.places.plugins is None or not session.places.plugins.is_dir():
        return
    from sofra.host.plugins import Plugins

    plugins = Plugins(session.places)
    if plugins.problem is not None:
        yield _bad("plugins", plugins.problem)
    for name in plugins.damaged():
        yield _bad(
            "plugin",
            _("Plugin {plugin}: its files are damaged or were changed. Install it again.", plugin=Ltr(name)),
        )


def _log(session: Session) -> Iterator[Check]:
    from sofra.host.logs import offered_backup, open_log
    from sofra.log import SqliteLog

    opened = open_log(session.places)
    path = session.places.log
    bad = [] if opened.not_saved is None or path is None else [_bad("log", opened.not_saved.message)]
    with opened.log as log:
        infos = log.streams(check=True)
        bad += [
            _bad("round", _("The saved round {round} is damaged. The others can be opened.", round=Ltr(info.id)))
            for info in infos
            if info.damage
        ]
        if isinstance(log, SqliteLog):
            # What only a look at everything finds.
            bad += [_bad("log", problem) for problem in _problems(log)]
    # What was said when the file was opened; the offer of a backup comes last.
    bad += [_bad("round" if opened.not_saved else "log", note) for note in opened.notes]
    offer = None if path is None else offered_backup(path)
    if bad:
        yield from (check for check in bad if check.found != offer)
        if offer is not None:
            yield _bad("backup", offer)
        return
    yield _good("log", _.plural("{n} saved round, sound.", "{n} saved rounds, all sound.", len(infos)))
    yield _backups(path)


def _problems(log: SqliteLog) -> Iterator[Message]:
    """What is wrong with the file itself."""
    from sofra.log.backup import backups

    if log.damage is not None:
        yield log.damage.message
        return
    found = backups(log.path)
    if found and (lacking := log.lacks(found[0].path) - (log.deletions - found[0].deletions)) > 0:
        yield _.plural(
            "{n} round that is in the backup of {day} is missing, or part of it is.",
            "{n} rounds that are in the backup of {day} are missing, or parts of them are.",
            lacking,
            day=Ltr(found[0].day.isoformat()),
        )


def _backups(path: Path | None) -> Check:
    from sofra.log.backup import backups

    found = [] if path is None else backups(path)
    if not found:
        return _good(
            "backup", _("There is no backup yet. One is made when Sofra closes, on each day on which you played.")
        )
    return _good("backup", _("The newest backup is of {day}.", day=Ltr(found[0].day.isoformat())))


def _window() -> Check:
    spec = find_spec("PySide6")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    if not folders:
        return _bad("window", _("The window needs {package}, which is not installed.", package=Ltr("PySide6")))
    if not sys.platform.startswith("linux") or shutil.which("ldd") is None:
        return _good("window", _("The window's library is installed."))
    qt = Path(folders[0], "Qt")
    parts = [*qt.glob("plugins/platforms/libqxcb.so"), *qt.glob("plugins/platforms/libqoffscreen.so")]
    parts += [*qt.glob("lib/libQt6Widgets.so.6"), *qt.glob("lib/libQt6Svg.so.6"), *qt.glob("lib/libQt6DBus.so.6")]
    if os.environ.get("WAYLAND_DISPLAY"):
        parts += qt.glob("plugins/platforms/libqwayland*.so")
    missing = missing_libraries(parts)
    if missing:
        names = ", ".join(missing)
        return _bad("window", _("The window needs libraries of the system: {names}.", names=Ltr(names)), missing)
    return _good("window", _("The window has all libraries that it needs."))


def _fonts() -> Check:
    tool = shutil.which("fc-list")
    if tool is None:
        return _good("fonts", _("Fonts were not looked at: there is no {tool} here.", tool=Ltr("fc-list")))
    for language in ("en", "ar"):
        if not _output([tool, f":lang={language}", "family"]).strip():
            return _bad("fonts", _("No font here has the letters of {language}. Install one, such as {package}.",
                  language=Ltr(language), package=Ltr("fonts-dejavu-core")),
            )  # fmt: skip
    return _good("fonts", _("There are fonts for every language of Sofra."))


def missing_libraries(parts: Iterable[Path]) -> tuple[str, ...]:
    """The libraries that the dynamic linker does not find for these files, each once, sorted."""
    files = [str(part) for part in parts]
    if not files:
        return ()
    said = _output(["ldd", *files])
    return tuple(sorted(set(re.findall(r"(?m)^\s*(\S+\.so[.\d]*)\s+=>\s+not found", said))))


def debian_package(library: str) -> str:
    """The package of Debian that holds a library, by the rule of its policy: name and version of the soname, in lower case."""
    if library in _PACKAGES:
        return _PACKAGES[library]
    name, _dot, version = library.partition(".so.")
    dash = "-" if name[-1:].isdigit() else ""
    return f"{name}{dash}{version}".lower().replace("_", "-")


def _good(name: str, found: Message) -> Check:
    return Check(name, ok=True, found=found)


def _bad(name: str, found: Message, libraries: tuple[str, ...] = ()) -> Check:
    return Check(name, ok=False, found=found, libraries=libraries)


def _output(command: list[str]) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - tools of the system, by names of ours
            command, capture_output=True, text=True, errors="replace", check=False, timeout=20
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout
