"""Plugins: the library with 200 installed plugins beside the library with 3, and what installing one takes.

Each is a wheel of one small game in a scratch home. Two things are compared, in processes that take turns: listing the games as the
host does, and the shell from its start to the first frame of the library page. What the plugins say is remembered from an earlier start, as it is for a player.
"""

from __future__ import annotations

import base64
import hashlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from benchmarks import Figure, figure, is_long
from sofra.host.loader import load_games
from sofra.host.places import Places
from sofra.host.plugins import Plugins

__all__ = ["measure"]

MANY: Final = 200
FEW: Final = 3

_PLUGIN: Final = """
from sofra.game import GameInfo
from sofra.host import hookimpl
from sofra.message import Texts

_ = Texts("{name}")


@hookimpl
def sofra_games():
    return [GameInfo(
        id="{name}", title=_("Patience {number}"), summary=_("One of many games of patience."), seats=(1,), prefix="{prefix}",
        rules={{1: "{package}.rules:Rules"}},
    )]
"""

_LIST: Final = (sys.executable, "-c", "from sofra.host import load_games; load_games()")


_PAGE: Final = """
from sofra.host.places import Places
from sofra_qt.app import make_application
from sofra_qt.session import Session
from sofra_qt.window import MainWindow

app = make_application()
session = Session(Places.find())
session.look.apply()
window = MainWindow(session)
window.resize(1280, 800)
window.show()
app.processEvents()
window.grab()
window.close()
session.close()
"""


def measure() -> list[Figure]:
    """All figures."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        homes = {count: place / f"home-{count}" for count in (FEW, MANY)}
        took: list[float] = []
        for count, home in homes.items():
            took += _fill(home, place / "wheels", count)
            load_games(places=Places(home))
        runs = 15 if is_long() else 7
        figures = [
            figure("installing a small plugin, elapsed", statistics.median(took), "s"),
            *_compare("listing the games", _LIST, homes, runs),
        ]
        if find_spec("sofra_qt") is None:
            return figures
        draw = (sys.executable, "-c", _PAGE)
        return figures + _compare("first frame of the library", draw, homes, runs, must=1.5, aim=1.2)


def _fill(home: Path, wheels: Path, count: int) -> list[float]:
    """Install so many plugins; the seconds that each took."""
    plugins = Plugins(Places(home))
    took = []
    for number in range(count):
        [offer] = plugins.inspect(_wheel(wheels, number))
        begun = time.perf_counter()
        plugins.install(offer, consent=True)
        took.append(time.perf_counter() - begun)
    return took


def _wheel(folder: Path, number: int) -> Path:
    """A wheel of one small game."""
    name, package = f"patience-{number:03}", f"patience_{number:03}"
    prefix = "Q" + "".join(chr(65 + number // 26**place % 26) for place in range(3))
    info = f"{package}-1.0.dist-info"
    files = {
        f"{package}/__init__.py": "",
        f"{package}/plugin.py": _PLUGIN.format(name=name, number=number, package=package, prefix=prefix),
        f"{package}/rules.py": "",
        f"{info}/METADATA": f"Metadata-Version: 2.3\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[sofra]\n{package} = {package}.plugin\n",
    }
    rows = [f"{path},sha256={_digest(text)},{len(text.encode())}" for path, text in files.items()]
    folder.mkdir(exist_ok=True)
    path = folder / f"{package}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for each, text in {**files, f"{info}/RECORD": "\n".join([*rows, f"{info}/RECORD,,"])}.items():
            archive.writestr(each, text)
    return path


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def _compare(
    name: str,
    command: Sequence[str],
    homes: dict[int, Path],
    runs: int,
    *,
    must: float | None = None,
    aim: float | None = None,
) -> list[Figure]:
    """CPU seconds of a command with few and with many plugins, and the median of the ratios of neighbouring runs."""
    for home in homes.values():
        _seconds(command, home)
    pairs = [(_seconds(command, homes[FEW]), _seconds(command, homes[MANY])) for _run in range(runs)]
    return [
        figure(f"{name}, {FEW} plugins, processor time", statistics.median(few for few, _many in pairs), "s"),
        figure(f"{name}, {MANY} plugins, processor time", statistics.median(many for _few, many in pairs), "s"),
        figure(
            f"{name}, {MANY} plugins against {FEW}",
            statistics.median(many / few for few, many in pairs),
            "x",
            must=must,
            aim=aim,
        ),
    ]


def _seconds(command: Sequence[str], home: Path) -> float:
    environment = {**os.environ, "SOFRA_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    _pid, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    return usage.ru_utime + usage.ru_stime
