"""Start-up: the installed `sofra` beside a bare PySide6 window, both on a display of their own, taking turns.

What is measured is an installation as a player has it: wheels in a fresh environment, compiled to bytecode. The probe and the bare
window lie beside the project (`../shared/tools`); without them, or without the tools of a display, only the command line is
measured, and that is said.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any, Final

from benchmarks import RUNS, Figure, figure

__all__ = ["measure"]

ROOT: Final = Path(__file__).resolve().parents[1]
PROBE: Final = ROOT.parent / "shared" / "tools"
TOOLS: Final = ("Xvfb", "openbox", "xdotool", "xwd", "dbus-daemon")
IDLE: Final = 10
"""Seconds over which idle processor time is counted: one tick of 10 ms is 0.1 %."""

# The keyboard makes the first move as soon as the window is there; that starts the clock.
_PLAYING: Final = """
"$0" MJ1-L00-AAAAAAA &
window=$(xdotool search --sync --onlyvisible --name Sofra | tail -1)
sleep 2
xdotool windowfocus --sync "$window" key --delay 100 Right Return
wait
"""


def measure() -> list[Figure]:
    """All figures of the start."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        scripts = _install(place)
        figures = [figure("sofra --help, processor time", _help(scripts / "sofra"), "s", aim=0.2)]
        missing = [tool for tool in TOOLS if shutil.which(tool) is None]
        if missing or not (PROBE / "startup.py").is_file():
            reason = f"not installed: {', '.join(missing)}" if missing else f"no probe in {PROBE.name}"
            print(f"start: the window cannot be measured here ({reason})", file=sys.stderr)
            return figures
        return figures + _windows(place, scripts)


def _install(place: Path) -> Path:
    """A fresh environment with this project in it, built and compiled; the folder of its scripts."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    settings = project["tool"]["uv"]
    constraints, building = place / "constraints.txt", place / "building.txt"
    constraints.write_text("\n".join(settings["constraint-dependencies"]), encoding="utf-8")
    building.write_text("\n".join(settings["build-constraint-dependencies"]), encoding="utf-8")
    uv = shutil.which("uv") or str(ROOT / ".start" / "bin" / "uv")
    home = place / "venv"
    members = [str(ROOT / member) for member in settings["workspace"]["members"]]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    for arguments in (
        ["venv", "--quiet", "--python", sys.executable, str(home)],
        [
            *(
                "pip",
                "install",
                "--quiet",
                "--compile-bytecode",
                "--no-sources",
                "--python",
                str(home / "bin" / "python"),
            ),
            *("--constraints", str(constraints), "--build-constraints", str(building)),
            *(str(ROOT), *members),
        ],
    ):
        subprocess.run([uv, *arguments], check=True, env=environment, cwd=place)
    return home / "bin"


def _help(sofra: Path) -> float:
    """CPU seconds of `sofra --help`, median of several."""

    def once() -> float:
        child = subprocess.Popen([str(sofra), "--help"], stdout=subprocess.DEVNULL)
        _pid, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise subprocess.CalledProcessError(child.returncode, "sofra --help")
        return usage.ru_utime + usage.ru_stime

    once()
    return statistics.median(once() for _run in range(RUNS))


def _windows(place: Path, scripts: Path) -> list[Figure]:
    """Both windows and a table with a running clock, in turns."""
    sofra = str(scripts / "sofra")
    jobs = [
        {"label": "hello", "pattern": "HelloPySide", "cmd": [str(scripts / "python"), str(PROBE / "hello_widgets.py")]},
        {"label": "sofra", "pattern": "Sofra", "cmd": [sofra]},
        {"label": "table", "pattern": "Sofra", "cmd": ["sh", "-c", _PLAYING, sofra]},
    ]
    suite, out = place / "suite.json", place / "out.json"
    suite.write_text(json.dumps(jobs), encoding="utf-8")
    subprocess.run(
        [
            *(sys.executable, str(PROBE / "startup.py"), "-n", str(RUNS), "--idle", str(IDLE)),
            *("--suite", str(suite), "--json", str(out)),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    runs: dict[str, list[dict[str, float]]] = json.loads(out.read_text(encoding="utf-8"))
    for label, found in runs.items():
        for run in found:
            if "error" in run:
                raise RuntimeError(f"{label} did not start: {run['error']}")

    def middle(label: str, key: str) -> float:
        return statistics.median(run[key] for run in runs[label])

    hello = middle("hello", "stable_s")
    return [
        figure(
            "first stable frame, against a bare window", middle("sofra", "stable_s") / hello, "x", must=1.6, aim=1.25
        ),
        figure("first stable frame", middle("sofra", "stable_s"), "s"),
        figure("first stable frame of the bare window", hello, "s"),
        figure("processor time of the start", middle("sofra", "cpu_start_s"), "s", must=0.5, aim=0.35),
        figure("processor time of the bare window", middle("hello", "cpu_start_s"), "s"),
        figure("memory on the library page", middle("sofra", "rss_mb"), "MB", must=120),
        figure("memory of the bare window", middle("hello", "rss_mb"), "MB"),
        figure("memory at a table", middle("table", "rss_mb"), "MB"),
        # Less is better here, though the unit is a share.
        _share("idle processor time on the library page", middle("sofra", "idle_pct"), must=0.1),
        _share("idle processor time at a table with a running clock", middle("table", "idle_pct"), must=0.5),
    ]


def _share(name: str, value: float, *, must: float) -> Figure:
    return Figure(name=name, value=round(value, 4), unit="%", must=must, aim=None, ok=value <= must)
