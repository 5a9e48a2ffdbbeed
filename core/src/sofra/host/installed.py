"""What is installed: the entry points of one group, read straight from the folders of the distributions.

`importlib.metadata` answers the same, and takes 35 ms of the start to be imported and asked (it brings the parsers of e-mail
and zip files along). Here only `entry_points.txt` is read, as the specification of entry points describes it; a distribution
that comes earlier on `sys.path` hides a later one of the same name, as it hides its modules.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import final

import attrs

__all__ = ["Entry", "entries", "needs", "normal", "section", "version"]


@final
@attrs.frozen
class Entry:
    """One entry point: its name, what it names (`module` or `module:object`), and the distribution it belongs to.

    The distribution's name is normalised (lower case, `-`), its version is "" where the folder's name holds none. `foreign` is one
    that the player installed; `identity` is then the SHA-256 of its wheel.
    """

    name: str
    value: str
    distribution: str
    version: str = ""
    foreign: bool = False
    identity: str = ""

    @property
    def module(self) -> str:
        """The module to import."""
        return self.value.partition(":")[0]

    def load(self) -> object:
        """Import the object. Raises whatever the import raises, AttributeError where the object is not there."""
        found: object = import_module(self.module)
        for name in filter(None, self.value.partition(":")[2].split(".")):
            found = getattr(found, name)
        return found


def entries(group: str, path: Sequence[str] | None = None) -> list[Entry]:
    """The entry points of a group in all distributions on `path` (`sys.path` by default), in its order."""
    found = []
    for folder in _distributions(path):
        try:
            text = Path(folder, "entry_points.txt").read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            continue  # most distributions have none
        if f"[{group}]" in text:
            name, version = _named(folder)
            found += [Entry(key, value, name, version) for key, value in section(text, group)]
    return found


def needs(distribution: str, path: Sequence[str] | None = None) -> frozenset[str] | None:
    """The names of the distributions that one asks for, normalised; None where it is not installed."""
    for folder in _distributions(path):
        if _named(folder)[0] == distribution:
            try:
                head = Path(folder, "METADATA").read_text("utf-8", errors="replace").partition("\n\n")[0]
            except OSError:
                return frozenset()
            asked = (
                line.removeprefix("Requires-Dist:") for line in head.splitlines() if line.startswith("Requires-Dist:")
            )
            return frozenset(normal(_leading_name(each.strip())) for each in asked)
    return None


def version(distribution: str, path: Sequence[str] | None = None) -> str:
    """The installed version of a distribution, "" where it is not installed."""
    named = map(_named, _distributions(path))
    return next((version for name, version in named if name == distribution), "")


def _distributions(path: Sequence[str] | None) -> Iterator[str]:
    """The metadata folders of all distributions; of several with one name only the first."""
    seen = set()
    for place in sys.path if path is None else path:
        try:
            names = sorted(os.listdir(place or "."))  # noqa: PTH208 - twice as fast, and this is the start
        except OSError:
            continue  # a zip file, or a folder that is gone
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                key = _named(name)[0]
                if key not in seen:
                    seen.add(key)
                    yield f"{place or '.'}/{name}"


def _named(folder: str) -> tuple[str, str]:
    """Name and version from a folder such as `sofra_core-0.1.0.dist-info`."""
    stem = folder.replace(os.sep, "/").rpartition("/")[2].rpartition(".")[0]
    name, _dash, version = stem.partition("-")
    return normal(name), version.partition("-")[0]


def normal(name: str) -> str:
    """The name of a distribution as all ways of writing it compare: lower case, `-` for every `-`, `_` and `.`."""
    return "-".join(filter(None, name.lower().replace("_", "-").replace(".", "-").split("-")))


def _leading_name(requirement: str) -> str:
    """The name that a requirement such as `attrs>=24; python_version < "4"` begins with."""
    end = next((at for at, sign in enumerate(requirement) if not (sign.isalnum() or sign in "-_.")), len(requirement))
    return requirement[:end]


def section(text: str, group: str) -> list[tuple[str, str]]:
    """Name and value of each entry of a group; extras behind a value, which nobody heeds any more, are left out."""
    found, inside = [], False
    for raw in text.splitlines():
        line = raw.strip()
        if line.startswith("["):
            inside = line == f"[{group}]"
        elif inside and line and line[0] not in "#;":
            name, _sign, value = line.partition("=")
            found.append((name.strip(), value.partition("[")[0].replace(" ", "")))
    return found
