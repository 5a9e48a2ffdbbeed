"""Frames of the table: four moving tiles among 144, all 144 at once at twice the pixels, and lines that join tiles of a flat grid.

All run under a real event loop in a process of their own, since a process has one device pixel ratio: each frame moves the
pieces, lets Qt paint, and counts the CPU time of all of it. A frame begins only when the one before is done.
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

FRAMES: Final = 150
_SIZE: Final = (1016, 744)
"""The room of the table in a window of 1280 x 800 with the side panel."""


def measure() -> list[Figure]:
    """All figures of frames."""
    plain = [_child(1.0) for _run in range(RUNS)]
    twice = [_child(2.0) for _run in range(RUNS)]

    def middle(runs: list[dict[str, float]], key: str) -> float:
        return statistics.median(run[key] for run in runs)

    return [
        figure("4 moving tiles among 144, a frame", middle(plain, "four"), "ms", must=2.0, aim=0.5),
        figure("4 moving tiles among 144, a frame at 2x", middle(twice, "four"), "ms"),
        figure("all 144 moving at 2x, frames", 1000 / middle(twice, "all"), "1/s", must=50.0),
        figure("a new deal at 2x, slowest frame", middle(twice, "deal"), "ms"),
        figure("all pictures of a Turtle rendered", middle(plain, "render"), "ms"),
        figure("all pictures of a Turtle rendered at 2x", middle(twice, "render"), "ms"),
        figure("what lies under a point", middle(plain, "hit"), "us"),
        figure("a pair flies to its pile under a joining line, a frame", middle(plain, "join"), "ms", must=2.0),
        figure("a pair flies to its pile under a joining line, a frame at 2x", middle(twice, "join"), "ms"),
        figure("a line round the whole grid fades, a frame", middle(plain, "fade"), "ms", must=16.0),
        figure("a line round the whole grid fades, a frame at 2x", middle(twice, "fade"), "ms", must=16.0),
        figure("a spotlight on the grid, with its first picture", middle(plain, "light"), "ms"),
        figure("a spotlight on the grid at 2x, with its first picture", middle(twice, "light"), "ms"),
    ]


def _child(ratio: float) -> dict[str, float]:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": str(ratio)}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.frame"], env=environment, capture_output=True, text=True, check=True
    )
    result: dict[str, float] = json.loads(done.stdout)
    return result


def _run() -> dict[str, float]:
    """Measure in this process; times in ms, the one of a point in µs."""
    from PySide6.QtWidgets import QApplication

    app = QApplication([])
    return _turtle(app) | _grid(app)


def _turtle(app: Any) -> dict[str, float]:
    """The frames of a table in layers."""
    from PySide6.QtCore import QPoint

    from sofra.code import DealCode
    from sofra.game import Watcher, fold
    from sofra.scene import Aspect
    from sofra_mahjong_solitaire.info import INFO
    from sofra_mahjong_tiles.plugin import ART
    from sofra_qt.table import TableView
    from sofra_qt.table.items import Pose

    code, _info, options = DealCode.parse("MJ1-L00-AAAAAAA", [INFO])
    game = INFO.load()
    scene = game.scene(fold(game, game.deal(code.shuffle, options)), Watcher.OPEN, Aspect.WIDE)
    view = TableView()
    view.set_art({"mahjong": ART[0]})
    view.resize(*_SIZE)
    view.show_scene(scene, animate=False)
    start = time.process_time()
    view.show()
    app.processEvents()
    view.grab()
    render = time.process_time() - start

    board = view._board  # noqa: SLF001 - frames are what the board does
    pieces = list(board.pieces.values())

    def frames(moving: list[Any]) -> float:
        """The median CPU time of a frame in which these pieces move by a few pixels."""
        took = []
        for frame in range(FRAMES):
            step = 1 if frame % 2 else -1
            begin = time.process_time()
            for piece in moving:
                board.glide(piece, Pose(piece.center.x() + 9 * step, piece.center.y() + 6 * step))
            app.processEvents()
            took.append(time.process_time() - begin)
        return statistics.median(took)

    # Four tiles far from each other, as two pairs that leave.
    four = frames([pieces[5], pieces[40], pieces[90], pieces[143]])
    board.whole = True
    view.setViewportUpdateMode(TableView.ViewportUpdateMode.FullViewportUpdate)
    everything = frames(pieces)
    board.whole = False
    view.setViewportUpdateMode(TableView.ViewportUpdateMode.MinimalViewportUpdate)

    points = [QPoint(x, y) for x in range(60, 960, 30) for y in range(40, 700, 30)]
    begin = time.process_time()
    for point in points:
        view.key_at(point)
    hit = (time.process_time() - begin) / len(points)

    view.show_scene(scene, kind="deal")
    slowest = 0.0
    while view.moving:
        begin = time.process_time()
        app.processEvents()
        slowest = max(slowest, time.process_time() - begin)
    return {
        "four": 1000 * four,
        "all": 1000 * everything,
        "render": 1000 * render,
        "deal": 1000 * slowest,
        "hit": 1e6 * hit,
    }


def _grid(app: Any) -> dict[str, float]:
    """The frames of a flat grid: a line that joins a pair, while the pair flies and while the line fades, and the spotlight."""
    from sofra.code import DealCode
    from sofra.game import Watcher, fold
    from sofra.scene import Aspect, Join
    from sofra_mahjong_connect.info import INFO
    from sofra_mahjong_tiles.plugin import ART
    from sofra_qt.table import TableView

    code, _info, options = DealCode.parse("MC1-AAAAAAA", [INFO])
    game: Any = INFO.load()
    # As the tiles fall: whether they can be won makes no difference to a picture.
    before = fold(game, game.attempt(code.shuffle, options, 0))
    choice = game.choices(before, 0)[0]
    events = game.decide(before, 0, choice.command, code.shuffle.chance(0))
    after = fold(game, events, before)
    view = TableView()
    view.set_art({"mahjong": ART[0]})
    view.resize(*_SIZE)
    view.show_scene(game.scene(before, Watcher.OPEN, Aspect.WIDE), animate=False)
    view.show()
    app.processEvents()
    view.grab()
    (wide, high), edge = view.shown.size, view.shown.margin / 3
    round_it = Join(((edge, edge), (wide - edge, edge), (wide - edge, high - edge), (edge, high - edge), (edge, edge)))

    def frames(last: int) -> float:
        """The median CPU time of a frame of what moves now, up to so many ms."""
        motion, took = view._board.motion, []  # noqa: SLF001 - frames are what the board does
        # Stepped by hand: frames that take long must not be left out.
        motion.pause()
        for frame in range(FRAMES):
            begin = time.process_time()
            motion.setCurrentTime(1 + frame * last // FRAMES)
            app.processEvents()
            took.append(time.process_time() - begin)
        view.settle()
        return statistics.median(took)

    view.show_cues([cue for event in events for cue in game.cues(before, event, after, Watcher.OPEN, Aspect.WIDE)])
    view.show_scene(game.scene(after, Watcher.OPEN, Aspect.WIDE))
    app.processEvents()
    join = frames(200)
    # Take the first line away: its end must not be measured with the next one.
    view.show_scene(view.shown, kind="cut")
    view.join_ms = 1
    view.show_cues([round_it])
    while not view.moving:
        app.processEvents()
    fade = frames(110)
    begin = time.process_time()
    view.set_spotlight(game.akin(after, Watcher.OPEN, view.shown.pieces[0].key))
    app.processEvents()
    light = time.process_time() - begin
    return {
        "join": 1000 * join,
        "fade": 1000 * fade,
        "light": 1000 * light,
    }


if __name__ == "__main__":
    print(json.dumps(_run()))
