"""Rounds of all games for the replays page, and a player who goes about its list with mouse and keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from sofra.code import DealCode
from sofra.game import GameInfo
from sofra.log import Log, MemoryLog, Record
from sofra.log.record import Draft, follow
from sofra.round import Round
from sofra_qt.replays import ReplaysPage
from sofra_qt.sampling import Way, play, play_several
from sofra_qt.session import Session
from sofra_qt.window import MainWindow

SOLITAIRE, CONNECT, DOMINOES = "mahjong-solitaire", "mahjong-connect", "dominoes"


def dealt(games: Mapping[str, GameInfo], game: str, letters: str = "") -> tuple[GameInfo, DealCode, Any]:
    """A deal of a game, by default that of its card."""
    info = games[game]
    code, _info, options = DealCode.parse(f"{info.preview[:-7]}{letters}" if letters else info.preview, (info,))
    return info, code, options


@attrs.frozen
class Filled:
    """Rounds of all games by how they ended, and the log that they were played in."""

    log: Log
    rounds: dict[str, Round]

    def pour(self, session: Session) -> None:
        """Have them in the log of a session."""
        session.log.import_records(self.log.read_all(), own=True)


def fill(games: Mapping[str, GameInfo]) -> Filled:
    """A round of each game: abandoned, stuck and left, lost to the computer; and one that waits. They are played here."""
    log = MemoryLog()
    found = {
        "abandoned": play(log, *dealt(games, SOLITAIRE), Way(3, days=0, hints=1)),
        "stuck": play(log, *dealt(games, SOLITAIRE, "AAAAABD"), Way(towards_win=False, days=5)),
        "played": play_several(log, *dealt(games, DOMINOES), "computer", before_end=0, days=10),
        "waits": play(log, *dealt(games, CONNECT, "AAAAABC"), Way(4, days=20)),
    }
    found["abandoned"].abandon()
    found["stuck"].abandon()
    return Filled(log, found)


def go(window: MainWindow) -> ReplaysPage:
    """Go to the page by its entry in the rail."""
    QTest.mouseClick(window._rail.tools["replays"], Qt.MouseButton.LeftButton)
    assert window.page == "replays"
    return window.rooms.replays


def listed(page: ReplaysPage) -> list[str]:
    """The ids of the rounds in the list."""
    found = [page.rows.row(index) for index in range(page.rows.rowCount())]
    return [row.round for row in found if row is not None]


def at(page: ReplaysPage, row: int, part: str = "words") -> QPoint:
    """The middle of a part of a row, in the list."""
    place: QPoint = getattr(page.view.parts(row), part).center()
    return place


def click(page: ReplaysPage, row: int, part: str = "words", *, double: bool = False) -> None:
    """Click a part of a row, with real events of the mouse."""
    view = page.view.viewport()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=at(page, row, part))
    if double:
        QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=at(page, row, part))


def menu_of(page: ReplaysPage, row: int) -> QMenu:
    """The menu of a row, opened by its button."""
    click(page, row, "more")
    return next(each for each in page.findChildren(QMenu) if each.isVisible())


def choose(page: ReplaysPage, row: int, name: str) -> None:
    """Take an entry of the menu of a row."""
    menu = menu_of(page, row)
    action = next(each for each in menu.actions() if each.text() == name)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


def pick(page: ReplaysPage, field: Any, value: str) -> None:
    """Choose a value of a filter as a person does: down to it with the keyboard."""
    field.setFocus()
    index = field.findData(value)
    step = Qt.Key.Key_Down if index > field.currentIndex() else Qt.Key.Key_Up
    while field.currentIndex() != index:
        QTest.keyClick(field, step)
    assert page.isVisible()


def copy(session: Session, many: int) -> None:
    """Put so many rounds into the log: one that was played, under other names."""
    log: Log = session.log
    played = play_several(log, *dealt(session.library.games, DOMINOES), "computer", before_end=0)
    records = log.read(played.id)
    drafts = [Draft(r.name, r.schema, r.payload, r.parent, r.at, r.active_ms, r.seat, r.choice) for r in records]
    every: list[Record] = []
    for number in range(many - 1):
        digest = b""
        for version, draft in enumerate(drafts):
            (record,) = follow(digest, f"{number:020x}", version, records[version].command_id, [draft])
            digest = record.digest
            every.append(record)
    log.import_records(every, own=True)
