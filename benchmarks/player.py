"""The player of replays at twice the pixels: opening a round of two hundred steps, jumping anywhere in it, a step on.

In a process of its own, since a process has one device pixel ratio; a step is counted with all that Qt paints of it, in CPU time.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Final

from benchmarks import RUNS, Figure, figure

__all__ = ["measure"]

STEPS: Final = 200
JUMPS: Final = 40


def measure() -> list[Figure]:
    """All figures of the player."""
    runs = [_child() for _run in range(RUNS)]

    def middle(key: str) -> float:
        return statistics.median(run[key] for run in runs)

    return [
        figure(f"a replay of {STEPS} steps folded", middle("fold"), "ms", must=200.0),
        figure(f"a replay of {STEPS} steps opened at 2x, its page made", middle("open"), "ms"),
        figure("a jump to any step at 2x, painted", middle("jump"), "ms", must=100.0),
        figure("a step on at 2x, painted", middle("step"), "ms", must=100.0),
    ]


def _child() -> dict[str, float]:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": "2"}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.player"], env=environment, capture_output=True, text=True, check=True
    )
    result: dict[str, float] = json.loads(done.stdout)
    return result


def _run() -> dict[str, float]:
    """Measure in this process; times in ms."""
    from sofra.code import DealCode
    from sofra.host.loader import load_games
    from sofra.host.places import Places
    from sofra.host.settings import Settings
    from sofra.log import MemoryLog
    from sofra.replay.playback import Playback
    from sofra.round import Round
    from sofra_qt.app import make_application
    from sofra_qt.session import Session
    from sofra_qt.window import MainWindow
    from sofra_qt.works import AtOnce

    app = make_application()
    library, log, rng = load_games(), MemoryLog(), Random(1)
    code, info, options = DealCode.parse("MC1-AAAAAAG", library.games.values())
    played = Round.open(log, info, code=code, options=options)
    moved = 0
    while moved < STEPS:
        if played.ply > 40 or not played.choices() or played.outcome is not None:
            for _move in range(rng.randrange(5, 15)):
                played.undo()
                moved += 1
        played.play(rng.choice(played.choices()))
        moved += 1
    session = Session(
        Places(None),
        settings=Settings(language="en", reduce_motion="on"),
        library=library,
        log=log,
        works=AtOnce(),
    )
    session.look.apply()
    window = MainWindow(session)
    window.resize(1280, 800)
    window.open_last()
    window.show()
    app.processEvents()

    def cpu(do: Callable[[], object]) -> float:
        start = time.process_time()
        do()
        app.processEvents()
        return 1000 * (time.process_time() - start)

    found = {"fold": cpu(lambda: Playback(log.read(played.id), library.games).branches)}
    found["open"] = cpu(lambda: window.watch_round(played.id))
    model = window.rooms.player.model
    model.set_branches(True)
    model.go(model.last)
    app.processEvents()
    found["jump"] = statistics.median(cpu(lambda: model.go(rng.randrange(model.last))) for _jump in range(JUMPS))
    model.first()
    found["step"] = statistics.median(cpu(lambda: model.step(1)) for _step in range(JUMPS))
    window.close()
    session.close()
    return found


if __name__ == "__main__":
    print(json.dumps(_run()))
