"""Wheels made on the spot, sound ones and broken ones."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import dedent

__all__ = ["game_source", "make_wheel"]


def game_source(id_: str, prefix: str, *, more: str = "") -> str:
    """A plugin of one game whose rules are one small module beside it."""
    return dedent(
        f"""
        from sofra.game import GameInfo
        from sofra.host import hookimpl
        from sofra.message import Texts

        _ = Texts("{id_}")

        @hookimpl
        def sofra_games():
            return [GameInfo(
                id="{id_}", title=_("The game {id_}"), summary=_("A summary"), seats=(1,), prefix="{prefix}",
                rules={{1: __name__.rpartition(".")[0] + ".rules:Rules"}},
            )]
        """
    ) + dedent(more)


def make_wheel(
    folder: Path,
    name: str = "klondike",
    version: str = "1.0",
    *,
    files: Mapping[str, str | bytes] | None = None,
    source: str | None = None,
    requires: Sequence[str] = (),
    python: str = ">=3.11",
    entry: str | None = None,
    tag: str = "py3-none-any",
    purelib: str = "true",
    wheel_version: str = "1.0",
    metadata: str | None = None,
    record: str | None = None,
    extra: Sequence[tuple[zipfile.ZipInfo | str, bytes]] = (),
    file: str | None = None,
    prefix: str = "",
) -> Path:
    """A wheel of a plugin of one game. `files` add to its files or replace them; `extra` stands in no list of files."""
    package = name.replace("-", "_")
    info = f"{package}-{version}.dist-info"
    letters = prefix or "".join(sign for sign in name.upper() if sign.isalpha())[:6]
    told = metadata
    if told is None:
        lines = [f"Name: {name}", f"Version: {version}", "Summary: A game", "Author: A. Author"]
        lines += [f"Requires-Python: {python}", *(f"Requires-Dist: {each}" for each in requires)]
        told = "Metadata-Version: 2.3\n" + "\n".join(lines) + "\n\nLong words.\n"
    every: dict[str, str | bytes] = {
        f"{package}/__init__.py": "",
        f"{package}/plugin.py": source if source is not None else game_source(name, letters),
        f"{package}/rules.py": f'VERSION = "{version}"\n',
        f"{info}/METADATA": told,
        f"{info}/WHEEL": f"Wheel-Version: {wheel_version}\nGenerator: test\nRoot-Is-Purelib: {purelib}\nTag: {tag}\n",
        f"{info}/entry_points.txt": entry if entry is not None else f"[sofra]\n{package} = {package}.plugin\n",
        **(files or {}),
    }
    rows = [f"{info}/RECORD,,"]
    path = folder / (file or f"{package}-{version}-{tag}.whl")
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, content in every.items():
            raw = content.encode() if isinstance(content, str) else content
            archive.writestr(zipfile.ZipInfo(each, (2026, 1, 1, 0, 0, 0)), raw, zipfile.ZIP_DEFLATED)
            digest = base64.urlsafe_b64encode(hashlib.sha256(raw).digest()).rstrip(b"=").decode()
            rows.append(f"{each},sha256={digest},{len(raw)}")
        for item, raw in extra:
            archive.writestr(item, raw)
        listed = record if record is not None else "\n".join(rows) + "\n"
        archive.writestr(zipfile.ZipInfo(f"{info}/RECORD", (2026, 1, 1, 0, 0, 0)), listed)
    return path
