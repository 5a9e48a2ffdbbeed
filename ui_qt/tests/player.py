"""A player with a mouse: looks at the table through its view, knows the rules by themselves, and clicks.

Nothing here touches a `Round`: what lies on the table is read from the view, what may be done from a game of one's own.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from sofra.abilities import Decidable
from sofra.code import DealCode
from sofra.game import Choice, Game, GameInfo, fold
from sofra.scene import Aspect
from sofra_qt.gamecard import GameCard
from sofra_qt.table.view import TableView
from sofra_qt.window import MainWindow


class Player:
    """Plays one deal along a winning plan, with a game and a state of its own."""

    def __init__(self, info: GameInfo, code: DealCode, options: Any) -> None:
        self.game: Game[Any, Any, Any] = info.load(code.version)
        self.shuffle = code.shuffle
        self.state = fold(self.game, self.game.deal(self.shuffle, options))
        self.ply = 0
        self.verdict: Any = None

    @property
    def keys(self) -> set[str]:
        """What should lie on the table."""
        return {piece.key for piece in self.game.scene(self.state, 0, Aspect.WIDE).pieces}

    def next(self) -> Choice[Any]:
        """The next choice of the plan."""
        self.verdict = self.game.solve(self.state, self.verdict)  # type: ignore[attr-defined]
        assert self.verdict.answer is Decidable.WINNABLE
        advice = self.game.advise(self.state, 0, self.verdict)  # type: ignore[attr-defined]
        choice: Choice[Any] = advice.choice
        return choice

    def played(self, choice: Choice[Any]) -> None:
        """The choice has been played."""
        events = self.game.decide(self.state, 0, choice.command, self.shuffle.chance(self.ply))
        self.state = fold(self.game, events, self.state)
        self.ply += 1


def point(view: TableView, key: str) -> QPoint:
    """A point of the viewport where a click meets the piece with this key."""
    face = view.piece_rect(key)
    assert face.isValid(), f"{key} is not on the table"
    for across, down in ((0.5, 0.5), (0.3, 0.3), (0.7, 0.3), (0.3, 0.7), (0.7, 0.7)):
        at = QPoint(round(face.x() + across * face.width()), round(face.y() + down * face.height()))
        if view.key_at(at) == key:
            return at
    raise AssertionError(f"no point of {key} can be clicked")


def click(view: TableView, key: str) -> None:
    """Click a piece, with a real mouse event in the viewport."""
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point(view, key))


def card_of(window: MainWindow, game: str) -> GameCard:
    """The card of a game in the library."""
    return next(card for card in window.library.findChildren(GameCard) if card.info.id == game)


def press(parent: QWidget, name: str) -> None:
    """Click the visible button with this accessible name."""
    found = [
        button
        for button in parent.findChildren(QAbstractButton)
        if button.accessibleName() == name and button.isVisible() and button.isEnabled()
    ]
    assert found, f"no button {name} in sight"
    QTest.mouseClick(found[0], Qt.MouseButton.LeftButton)


def drag(view: TableView, key: str, onto: str) -> None:
    """Drag a piece onto another, with real mouse events in the viewport."""
    start, end, port = point(view, key), point(view, onto), view.viewport()
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mousePress(port, left, none, start)
    for step in (1, 2, 3):
        QTest.mouseMove(port, start + (end - start) * step / 3)
    QTest.mouseRelease(port, left, none, end)
