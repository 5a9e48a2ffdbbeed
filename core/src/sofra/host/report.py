"""A report that a player can copy and send: what went wrong, where, in which versions; and nothing of the player.

The home folder stands as `~`, the folder of the data as `DATA`, and the name of the account nowhere. No code and no tile of a round
is in it: of the log only which kinds of records came last.
"""

from __future__ import annotations

import getpass
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sofra.guard.pictures import refused
from sofra.host.installed import version
from sofra.host.loader import Library, Plugin
from sofra.host.places import Places

if TYPE_CHECKING:
    from sofra.log import Record

__all__ = ["blame", "private", "report"]

_TAIL: Final = 12
"""So many of the last records of a round are named."""

_MOST: Final = 30_000
"""A report is no longer than this, in signs."""


def report(
    what: str,
    *,
    details: str = "",
    plugin: Plugin | None = None,
    library: Library | None = None,
    records: Sequence[Record] = (),
    places: Places | None = None,
    more: Mapping[str, str] | None = None,
) -> str:
    """The report, in English and plain text. `what` is what the player was told, `details` a traceback.

    `plugin` is the one that is to blame where that is known, `records` those of the round it happened in, `more` what the shell
    knows besides (the version of Qt, say).
    """
    import platform

    facts = {
        "time": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "sofra": version("sofra-core") or "?",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        **(more or {}),
    }
    if plugin is not None:
        facts["plugin"] = f"{plugin.name} {plugin.version} ({plugin.module})"
    parts = ["Sofra report", "\n".join(f"{name}: {value}" for name, value in facts.items()), what.strip()]
    if library is not None:
        parts.append(_section("Plugins", _plugins(library)))
    if refused:
        parts.append(_section("Pictures that were not drawn", [f"{path}: {why}" for path, why in refused.items()]))
    if records:
        last = [f"{each.version} {each.name}" for each in records[-_TAIL:]]
        parts.append(_section(f"Last of {len(records)} records of the round", last))
    if details.strip():
        parts.append(_section("Details", [details.strip()]))
    text = private("\n\n".join(parts), places)
    if len(text) > _MOST:
        text = f"{text[: _MOST // 3]}\n[…]\n{text[-_MOST * 2 // 3 :]}"
    return text + "\n"


def blame(error: BaseException, library: Library) -> Plugin | None:
    """The plugin in whose code an error was raised, the innermost in the traceback; None where it passed through none."""
    owners = {plugin.module.partition(":")[0].partition(".")[0]: plugin for plugin in library.plugins.values()}
    found = None
    trace = error.__traceback__
    while trace is not None:
        package = str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
        found = owners.get(package, found)
        trace = trace.tb_next
    return found


def private(text: str, places: Places | None = None) -> str:
    """A text without the paths and the name of whoever sits here."""
    folders = [(str(places.home), "DATA")] if places is not None and places.home is not None else []
    folders += [(sys.prefix, "PYTHON"), (sys.base_prefix, "PYTHON")] if len(sys.prefix) > 4 else []
    with suppress(RuntimeError):  # no home at all, and so no path below it
        folders.append((str(Path.home()), "~"))
    for folder, name in folders:
        if len(folder) > 1:
            text = text.replace(folder, name)
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        user = ""
    # Below another root than the home's, too; as a word of its own anywhere, if it is no word of ours.
    text = re.sub(r"(?i)(/home/|/Users/|\\Users\\)[^/\\\s\"']+", r"\1USER", text)
    return re.sub(rf"\b{re.escape(user)}\b", "USER", text) if len(user) > 2 and user != "root" else text


def _section(title: str, lines: Iterable[str]) -> str:
    return "\n".join((f"{title}:", *(f"  {line}" for each in lines for line in each.splitlines())))


def _plugins(library: Library) -> list[str]:
    whole = {f"{each.name} {each.version}": each for each in library.plugins.values()}
    broken = [f"{each.plugin.name} {each.plugin.version}: {each.reason.english}" for each in library.broken]
    return [*whole, *broken]
