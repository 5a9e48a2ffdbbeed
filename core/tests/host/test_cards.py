"""Cards of the library: data where a game brings it, the rules where it does not."""

from __future__ import annotations

import sys
from pathlib import Path

import attrs
import pytest
from core.tests.toys import patience

from sofra.code import DealCode
from sofra.host.cards import card_scene, opening

DEALT = attrs.evolve(patience.INFO, preview=str(DealCode.of(patience.INFO, patience.INFO.options(), 5)))


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An importable package without modules."""
    folder = tmp_path / "card_of_a_test"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "card_of_a_test", raising=False)
    return folder


def test_a_card_is_drawn_from_data_without_the_rules(package: Path) -> None:
    """A game with a card whose rules cannot even be imported still has its picture."""
    (package / "card.json").write_text(
        '{"grain": [3, 4], "pieces": [["a/b", 0, 0, 0, true], ["a/c", 3, 0, 1, false, 90]]}'
    )
    info = attrs.evolve(patience.INFO, card="card_of_a_test:card.json", rules={1: "nowhere:Nothing"})
    scene = card_scene(info)
    assert scene is not None
    assert [(piece.face, piece.at, piece.size, piece.layer, piece.turn) for piece in scene.pieces] == [
        ("a/b", (0, 0), (3, 4), 0, 0),
        ("a/c", (3, 0), (3, 4), 1, 90),
    ]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"grain": [1], "pieces": []}', '{"grain": [1, 2], "pieces": []}', "7"]
)
def test_data_that_cannot_be_read_counts_as_none(package: Path, text: str) -> None:
    """Then the card is drawn from the rules, as for a game that brings no data."""
    (package / "card.json").write_text(text)
    scene = card_scene(attrs.evolve(DEALT, card="card_of_a_test:card.json"))
    assert scene is not None
    assert scene == opening(DEALT)


def test_a_package_that_is_not_there_counts_as_none() -> None:
    """The same for a name that leads nowhere."""
    scene = card_scene(attrs.evolve(DEALT, card="not_there_at_all:card.json"))
    assert scene is not None
    assert scene == opening(DEALT)


def test_a_preview_that_is_no_code_is_no_picture() -> None:
    """A card without a picture is better than a library that does not open."""
    assert card_scene(attrs.evolve(patience.INFO, preview="no code")) is None


def test_a_game_that_was_just_taken_away_is_no_picture() -> None:
    """Its card may be painted once more before it goes."""
    assert card_scene(attrs.evolve(DEALT, options="taken_away.options:Options")) is None
