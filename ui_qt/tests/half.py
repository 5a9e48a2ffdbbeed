"""One sitting at the table, in a process of its own.

`half.py MOVES [CODE]` starts the program as `sofra` does, plays so many pairs with the mouse (or to the end), closes the window,
and prints what it saw as JSON.
"""

import json
import sys
from collections.abc import Callable

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from ui_qt.tests.player import Player, click, press

from sofra.code import DealCode
from sofra.host.places import Places
from sofra_qt.app import make_application, run
from sofra_qt.endings import Ended, Paused
from sofra_qt.window import MainWindow

CODE = "MJ1-L00-AAAAAAA"


def sit_down(moves: int, seen: dict[str, object]) -> None:
    """Play, look, close."""
    window = next(each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow))
    try:
        play(window, moves, seen)
    finally:
        window.close()


def play(window: MainWindow, moves: int, seen: dict[str, object]) -> None:
    assert QTest.qWaitForWindowExposed(window)
    info = window.table._session.library.games["mahjong-solitaire"]
    code, _info, options = DealCode.parse(CODE, (info,))
    player = Player(info, code, options)
    view = window.table.view
    until(lambda: window.table.round is not None)
    seen["page"] = window.page
    seen["paused"] = isinstance(window.table.sheet, Paused)
    if seen["paused"]:
        press(window, "Continue")
    # What was played before lies in the log alone: it is found again from the tiles that are gone.
    while player.keys != {piece.key for piece in view.shown.pieces}:
        player.played(player.next())
    seen["found"] = player.ply
    while player.keys and player.ply < moves:
        choice = player.next()
        for key in choice.picks:
            click(view, key)
        player.played(choice)
        assert player.keys == {piece.key for piece in view.shown.pieces}
    seen["played"] = player.ply
    if not player.keys:
        until(lambda: isinstance(window.table.sheet, Ended))
    seen["won"] = isinstance(window.table.sheet, Ended)
    window.grab()


def until(there: Callable[[], bool]) -> None:
    """Let the program go on until something is there."""
    deadline = QDeadlineTimer(20_000)
    while not there() and not deadline.hasExpired():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 100)
    assert there()


def main() -> int:
    """Run the program with a hand at its mouse."""
    moves = int(sys.argv[1])
    seen: dict[str, object] = {}
    make_application()
    timer = QTimer(singleShot=True, interval=300)
    timer.timeout.connect(lambda: sit_down(moves, seen))
    timer.start()
    code = run(Places.find(), language="en", what=sys.argv[2] if len(sys.argv) > 2 else "")
    sys.stdout.write(json.dumps({**seen, "code": code}))
    return code


if __name__ == "__main__":
    raise SystemExit(main())
