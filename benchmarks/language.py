"""Another language while the program runs: how long until the window stands in it.

It is measured on each page as it is reached from a fresh start, and once with every page of the program made before, which all hear of
it. Times are CPU time from the choice to the end of the repaint, with catalogues that were read before: the first switch to a language
is told apart.
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

PAGES: Final = ("library", "table", "settings", "replays", "statistics", "rules", "details", "plugins")
LANGUAGES: Final = ("ar", "tr", "ms", "hr", "en")
AIM: Final = 0.15


def measure() -> list[Figure]:
    """All figures of the switch."""
    runs = [_child() for _run in range(RUNS)]
    return [
        figure(f"another language: {name}", statistics.median(run[name] for run in runs), "s", aim=AIM)
        for name in runs[0]
    ]


def _child() -> dict[str, float]:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.language"], env=environment, capture_output=True, text=True, check=True
    )
    result: dict[str, float] = json.loads(done.stdout)
    return result


def _run() -> dict[str, float]:
    """Measure in this process; CPU seconds."""
    from sofra_qt.pictures import Wanted, shown

    found = {}
    for page in PAGES:
        with shown(Wanted(page)) as window:
            if page == "library":
                found["library, for the first time"] = _switch(window, "ar")
            found[page] = _median(window)
    with shown(Wanted("table")) as window:
        for room in _rooms():
            getattr(window.rooms, room)
        found["a table, with all pages made before"] = _median(window)
    return found


def _rooms() -> tuple[str, ...]:
    from sofra_qt.rooms import ROOMS

    return ROOMS


def _median(window: Any) -> float:
    for language in LANGUAGES:
        _switch(window, language)
    return statistics.median(_switch(window, language) for language in LANGUAGES)


def _switch(window: Any, language: str) -> float:
    """The time until the window stands in a language."""
    import attrs
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    session = window.session
    session.language = ""
    app.processEvents()
    start = time.process_time()
    session.change(attrs.evolve(session.settings, language=language))
    app.processEvents()
    window.grab()
    taken = time.process_time() - start
    assert session.look.translator.language == language
    return taken


if __name__ == "__main__":
    print(json.dumps(_run()))
