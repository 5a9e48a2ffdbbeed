"""Menu entry, icon and file type, after the XDG specifications (Desktop Entry, Shared MIME-info, Icon Theme).

Everything lies in the person's own data directory; nothing of the system is touched, and `remove` takes away what `install` wrote.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from sofra.message import Ltr, Message, Texts
from sofra_qt.icons import ASSETS

__all__ = ["MIME", "NotHere", "install", "installed", "remove"]

_ = Texts("sofra-qt")

MIME: Final = "application/vnd.sofra.replay"
"""The type of a `.sofra` file."""

SIZES: Final = (48, 128, 256)
"""Icons as pixels, for desktops that draw no SVG."""

_SYSTEMS: Final = {"win32": "Windows", "darwin": "macOS"}


class NotHere(RuntimeError):
    """This system has no menu of that kind. `message` says what is possible."""

    def __init__(self) -> None:
        self.message: Message = _(
            "{system} has no menu that Sofra could write into. Start it with {command}; "
            "a saved round opens with {file}, or by dragging it onto the window.",
            system=Ltr(_SYSTEMS.get(sys.platform, sys.platform)),
            command=Ltr("sofra"),
            file=Ltr("sofra FILE.sofra"),
        )
        super().__init__(self.message.english)


_ENTRY: Final = """\
[Desktop Entry]
Type=Application
Version=1.0
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
    <comment>Sofra replay</comment>
    <comment xml:lang="ar">إعادة من سفرة</comment>
    <comment xml:lang="hr">Snimka igre Sofra</comment>
    <comment xml:lang="ms">Main semula Sofra</comment>
    <comment xml:lang="tr">Sofra tekrarı</comment>
    <sub-class-of type="text/plain"/>
    <icon name="sofra"/>
    <magic priority="60">
      <match type="string" offset="0" value="{{&quot;format&quot;:&quot;sofra-replay&quot;"/>
    </magic>
    <glob pattern="*.sofra"/>
  </mime-type>
</mime-info>
"""


def _data() -> Path:
    """The person's data directory. A relative one does not count, says the specification."""
    named = os.environ.get("XDG_DATA_HOME", "")
    return Path(named) if Path(named).is_absolute() else Path.home() / ".local" / "share"


def _places() -> tuple[Path, ...]:
    """Entry, type, and icons: drawn, then by size."""
    data = _data()
    icons = data / "icons" / "hicolor"
    return (
        data / "applications" / "sofra.desktop",
        data / "mime" / "packages" / "sofra.xml",
        icons / "scalable" / "apps" / "sofra.svg",
        *(icons / f"{size}x{size}" / "apps" / "sofra.png" for size in SIZES),
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


def installed() -> bool:
    """Whether the menu entry is there."""
    return _places()[0].is_file()


def install() -> list[Path]:
    """Write entry, type and icons; gives what was written. Raises OSError, and NotHere on a system without such a menu."""
    if sys.platform in _SYSTEMS:
        raise NotHere
    places = _places()
    contents = (
        _ENTRY.format(exec=_program(), mime=MIME).encode(),
        _TYPE.format(mime=MIME).encode(),
        ASSETS.joinpath("icon.svg").read_bytes(),
        *map(_pixels, SIZES),
    )
    for path, content in zip(places, contents, strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    _tell_desktop()
    return list(places)


def _pixels(size: int) -> bytes:
    """The icon as a PNG file."""
    from PySide6.QtCore import QBuffer, QIODevice, Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(ASSETS / "icon.svg")).render(painter)
    painter.end()
    out = QBuffer()
    out.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(out, "PNG")  # type: ignore[call-overload]  # Told to take bytes, it takes text.
    return bytes(out.data().data())


def remove() -> list[Path]:
    """Remove what `install` wrote; gives what was there. Raises OSError."""
    removed = []
    for path in _places():
        if path.exists():
            path.unlink()
            removed.append(path)
    if removed:
        _tell_desktop()
    return removed


def _tell_desktop() -> None:
    """Let the desktop's own tools refresh their caches, where they are installed."""
    data = _data()
    for tool, folder in (("update-desktop-database", "applications"), ("update-mime-database", "mime")):
        found = shutil.which(tool)
        if found and (data / folder).is_dir():
            subprocess.run([found, str(data / folder)], check=False, capture_output=True, timeout=30)  # noqa: S603
