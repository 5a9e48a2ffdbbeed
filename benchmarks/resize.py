"""A window that grows from 800 x 600 to 2560 x 1440 at two pixels a pixel: how long until it stands still and sharp.

All runs under a real event loop in a process of their own, since a process has one device pixel ratio. The clock runs from the call that
resizes the window to the end of the last repaint, so the tenth of a second in which a table waits for the size to stand is in it; the CPU
time is that of the whole process meanwhile. Wall time says little on a machine that does other things: then look at the other figure.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from typing import Any, Final

from benchmarks import RUNS, Figure, figure

__all__ = ["measure"]

PAGES: Final = {
    "the table of Mahjong Solitaire": ("table", "MJ1-L00-AAAAABL", False),
    "the same with big tiles": ("table", "MJ1-L00-AAAAABL", True),
    "the table of Mahjong Connect": ("table", "MC1-AAAAABL", False),
    "the table of dominoes": ("chain", "", False),
    "a won table with its ring": ("won", "MJ1-L00-AAAAABL", False),
    "the library": ("library", "", False),
    "the layouts to choose from": ("picker", "", False),
    "the rules": ("rules", "", False),
    "the statistics": ("statistics", "", False),
}
"""What is resized: page, deal, and whether with big tiles."""

SMALL: Final = (800, 600)
LARGE: Final = (2560, 1440)

_QUIET: Final = 0.25
"""Seconds without a repaint after which nothing more is expected: longer than anything waits for a size to stand."""


def measure() -> list[Figure]:
    """All figures of resizing."""
    runs = [_child() for _run in range(RUNS)]

    def middle(name: str, kind: str) -> float:
        return statistics.median(run[name][kind] for run in runs)

    figures = []
    for name in PAGES:
        figures.append(figure(f"resize of {name}, wall time", middle(name, "wall"), "s", must=0.5, aim=0.25))
        figures.append(figure(f"resize of {name}, CPU", middle(name, "cpu"), "s"))
    return figures


def _child() -> dict[str, dict[str, float]]:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": "2"}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.resize"], env=environment, capture_output=True, text=True, check=True
    )
    result: dict[str, dict[str, float]] = json.loads(done.stdout)
    return result


def _run() -> dict[str, dict[str, float]]:
    """Measure in this process; times in seconds."""
    from sofra_qt.pictures import Wanted, shown

    found = {}
    for name, (page, code, big) in PAGES.items():
        with shown(Wanted(page, code, width=SMALL[0], height=SMALL[1], big_tiles=big)) as window:
            found[name] = _resize(window)
    return found


def _resize(window: Any) -> dict[str, float]:
    """Make a window large, and wait until it has been quiet."""
    from PySide6.QtCore import QEvent, QObject
    from PySide6.QtWidgets import QApplication

    class Watch(QObject):
        """Remembers when something was last painted or asked to be."""

        last = 0.0
        spent = 0.0

        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
            """Look at an event, and let it go on."""
            if event.type() in {QEvent.Type.Paint, QEvent.Type.UpdateRequest, QEvent.Type.LayoutRequest}:
                self.last = 0.0
            return False

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    while _turn(app):
        pass
    watch = Watch()
    app.installEventFilter(watch)
    started, spent = time.perf_counter(), time.process_time()
    window.resize(*LARGE)
    while True:
        app.processEvents()
        now = time.perf_counter()
        if not watch.last:
            # What was painted has been painted when the events are done.
            watch.last, watch.spent = now, time.process_time()
        if now - watch.last > _QUIET:
            break
        time.sleep(0.001)
    app.removeEventFilter(watch)
    return {"wall": watch.last - started, "cpu": watch.spent - spent}


def _turn(app: Any) -> bool:
    """Let events be done for a while; whether it took long."""
    before = time.process_time()
    for _turn in range(20):
        app.processEvents()
        time.sleep(0.005)
    return time.process_time() - before > 0.05


if __name__ == "__main__":
    print(json.dumps(_run()))
