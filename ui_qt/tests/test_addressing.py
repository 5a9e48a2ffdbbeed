"""Whoever is called "you" is spoken to as you, in the moves of a replay, too."""

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt

from sofra_qt.pictures import Wanted, shown
from sofra_qt.replaying.moves import Steps


def told(model: QAbstractItemModel) -> list[str]:
    """All lines of the list of moves."""
    return [model.index(row, 0).data(Qt.ItemDataRole.DisplayRole) for row in range(model.rowCount())]


@pytest.mark.parametrize(
    ("language", "spoken_to", "spoken_of"),
    [("en", "You played", "You draws"), ("tr", "oynadınız", "Siz 6-5 oynadı"), ("hr", "Igrate", "Vi igra")],
)
def test_a_replay_speaks_to_its_player(language: str, spoken_to: str, spoken_of: str) -> None:
    """The verb is that of "you", not that of a third person who is called "You"."""
    with shown(Wanted("replay-dominoes", language=language)) as window:
        lines = [line for model in window.findChildren(Steps) for line in told(model)]
        assert any(spoken_to in line for line in lines), lines
        assert not any(spoken_of in line for line in lines)
        window.grab()
