"""Pictures of art sets: what a renderer is given, and what it is better not given.

A picture is drawn by code in C++ that nothing can interrupt. What is too large, brings a document type of its own, loads other files,
or draws the same again and again without a bound, is refused here; the piece then shows its name instead. `refused` says which.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from sofra.guard.calls import is_ours
from sofra.guard.stopped import named_error

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET

__all__ = ["MOST_BYTES", "MOST_DRAWN", "face", "picture", "refused", "why_not"]

MOST_BYTES: Final = 500_000
"""A larger picture of one piece is refused; those of the tiles have at most 20 kB."""

MOST_DRAWN: Final = 20_000
"""More elements than this, each counted as often as it is drawn, are refused."""

_NAME: Final = re.compile(r"[A-Za-z0-9_.-]+")

_MOST_TOLD: Final = 50

refused: Final[dict[str, str]] = {}
"""Pictures that were refused or could not be read, and why, in English: for reports."""


def face(package: str, folders: Iterable[str], name: str) -> bytes | None:
    """The SVG of a face in the first of some folders that has one, None where none of them has."""
    for folder in folders:
        data = picture(package, folder, name)
        if data is not None:
            return data
    return None


def picture(package: str, folder: str, name: str) -> bytes | None:
    """The SVG `name` in the data of a package, None where there is none that may be drawn."""
    if not _NAME.fullmatch(name):
        return None  # it comes from a game, and must not lead out of the folder
    import pkgutil

    path = f"{folder}/{name}" if folder else name
    try:
        data = pkgutil.get_data(package, path)
    except OSError:
        return None  # it is not there: a face without a drawing shows its name
    except BaseException as error:  # reading a package's data imports it, and that may do anything
        if is_ours(error):
            raise
        _refuse(f"{package}/{path}", named_error(error).text)
        return None
    why = "" if data is None else why_not(data)
    if why:
        _refuse(f"{package}/{path}", why)
    return None if why else data


def why_not(data: bytes) -> str:
    """Why a picture is better not drawn, "" where nothing speaks against it."""
    if len(data) > MOST_BYTES:
        return f"it has {len(data)} bytes, more than {MOST_BYTES}"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "it is not in UTF-8"
    for sign in (b"<!DOCTYPE", b"<!ENTITY", b"<image", b"<filter", b"<script", b"<foreignObject"):
        if sign in data:
            return f"it holds {sign.decode()}"
    if b"<use" not in data:
        return ""
    from xml.etree import ElementTree as ET  # only for the few that use one drawing again

    try:
        root = ET.fromstring(data)  # noqa: S314 - entities were refused above
    except ET.ParseError as error:
        return f"it is no SVG ({error})"
    return "" if _drawn(root) <= MOST_DRAWN else f"it draws more than {MOST_DRAWN} elements"


def _drawn(root: ET.Element) -> int:
    """How many elements are drawn, what is used again counted each time; a circle counts as too many."""
    by_id = {element.get("id", ""): element for element in root.iter()}
    known: dict[int, int] = {}

    def count(element: ET.Element) -> int:
        # What is being counted stands as too many: whoever comes back to it draws itself.
        if id(element) in known:
            return known[id(element)]
        known[id(element)] = MOST_DRAWN + 1
        total = 1 + sum(count(child) for child in element)
        if element.tag.rpartition("}")[2] == "use":
            href = element.get("href") or element.get("{http://www.w3.org/1999/xlink}href") or ""
            used = by_id.get(href.removeprefix("#"))
            total += 0 if used is None else count(used)
        known[id(element)] = total
        return total

    try:
        return count(root)
    except RecursionError:
        return MOST_DRAWN + 1


def _refuse(path: str, why: str) -> None:
    if len(refused) < _MOST_TOLD:
        refused[path] = why
