"""Menu entry, icon and file type, after the XDG specifications (Desktop Entry, Shared MIME-info, Icon Theme)."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from sofra_qt.icons import ASSETS

__all__ = ["install", "remove"]

MIME: Final = "application/vnd.sofra.round+json"

_ENTRY: Final = """\
[Desktop Entry]
Type=Application
Version=1.5
Name=Sofra
GenericName=Table games
GenericName[ar]=ألعاب الطاولة
GenericName[hr]=Društvene igre
GenericName[ms]=Permainan meja
GenericName[tr]=Masa oyunları
Comment=One table, many games
Comment[ar]=طاولة واحدة وألعاب كثيرة
Comment[hr]=Jedan stol, mnogo igara
Comment[ms]=Satu meja, banyak permainan
Comment[tr]=Bir sofra, çok oyun
Exec={exec} %f
Icon=sofra
Terminal=false
Categories=Game;BoardGame;LogicGame;
MimeType={mime};
StartupNotify=true
StartupWMClass=sofra
"""

_TYPE: Final = """\
<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{mime}">
    <comment>Sofra round</comment>
    <sub-class-of type="text/plain"/>
    <icon name="sofra"/>
    <glob pattern="*.sofra"/>
  </mime-type>
</mime-info>
"""


def _data() -> Path:
    """The person's data directory."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def _places() -> tuple[Path, Path, Path]:
    data = _data()
    return (
        data / "applications" / "sofra.desktop",
        data / "mime" / "packages" / "sofra.xml",
        data / "icons" / "hicolor" / "scalable" / "apps" / "sofra.svg",
    )


def _program() -> str:
    """How to start this very Sofra from anywhere, quoted as the specification asks."""
    script = Path(sys.argv[0])
    if script.name == "sofra" and script.is_file():
        command = [str(script.absolute())]
    else:
        found = Path(sys.executable).with_name("sofra")
        command = [str(found)] if found.is_file() else [sys.executable, "-m", "sofra"]
    return " ".join(_quoted(part) for part in command)


def _quoted(part: str) -> str:
    """A part of an Exec line: in double quotes where it holds anything special, per cent signs doubled."""
    escaped = part.replace("%", "%%")
    if shlex.quote(part) == part:
        return escaped
    for sign in ("\\", '"', "`", "$"):
        escaped = escaped.replace(sign, "\\" + sign)
    # The string type of the file undoes one level of backslashes itself.
    return '"' + escaped.replace("\\", "\\\\") + '"'


def install() -> list[Path]:
    """Write entry, type and icon; gives what was written. Raises OSError."""
    entry, kind, icon = _places()
    for path, content in (
        (entry, _ENTRY.format(exec=_program(), mime=MIME)),
        (kind, _TYPE.format(mime=MIME)),
        (icon, ASSETS.joinpath("icon.svg").read_text("utf-8")),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8", newline="\n")
    _tell_desktop()
    return [entry, kind, icon]


def remove() -> list[Path]:
    """Remove what `install` wrote; gives what was there."""
    removed = []
    for path in _places():
        if path.exists():
            path.unlink()
            removed.append(path)
    _tell_desktop()
    return removed


def _tell_desktop() -> None:
    """Let the desktop's own tools refresh their caches, where they are installed."""
    data = _data()
    for tool, folder in (("update-desktop-database", "applications"), ("update-mime-database", "mime")):
        found = shutil.which(tool)
        if found and (data / folder).is_dir():
            subprocess.run([found, str(data / folder)], check=False, capture_output=True, timeout=30)  # noqa: S603
