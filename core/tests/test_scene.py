"""Scenes: the table as plain values."""

from __future__ import annotations

import attrs
import pytest

from sofra.message import Message
from sofra.scene import Arrow, Aspect, Becomes, Join, Look, Mark, Piece, Scene, Spot, State, Text, Tone, Tray


def piece(key: str) -> Piece:
    """A piece that only has what a piece must have."""
    return Piece(key, "toy/one", (1.0, 2.0), (3.0, 4.0))


class TestScene:
    def test_a_piece_is_found_by_its_key(self) -> None:
        scene = Scene((10.0, 10.0), (piece("a"), piece("b")), (Spot("c", (0.0, 0.0), (1.0, 1.0)),))
        assert scene.piece("b") == piece("b")
        assert scene.piece("c") is None

    def test_equal_tables_are_equal_values(self) -> None:
        """The renderer compares two scenes; what did not change must not move."""
        assert Scene((10.0, 10.0), (piece("a"),)) == Scene((10.0, 10.0), (piece("a"),))
        assert len({piece("a"), piece("a"), piece("b")}) == 2

    @pytest.mark.parametrize(
        "value",
        [
            Scene((1.0, 1.0)),
            piece("a"),
            Spot("a", (0.0, 0.0), (1.0, 1.0)),
            Text("a", (0.0, 0.0), Message("x"), 1.0),
            Join(((0.0, 0.0), (1.0, 1.0))),
            Tray("a", (0.0, 0.0), (1.0, 1.0)),
            Becomes("a", "b"),
            Mark(("a",)),
        ],
        ids=lambda value: type(value).__name__,
    )
    def test_nothing_on_it_can_be_changed(self, value: object) -> None:
        name = attrs.fields(type(value))[0].name  # type: ignore[arg-type] # all of them are attrs classes
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(value, name, None)

    def test_a_piece_lies_flat_straight_and_without_a_state(self) -> None:
        assert (piece("a").layer, piece("a").turn, piece("a").state) == (0, 0.0, frozenset())

    def test_a_spot_is_a_free_place(self) -> None:
        """A place or a button that is there can be picked, unless the game says otherwise."""
        spot = Spot("a", (0.0, 0.0), (1.0, 1.0))
        assert (spot.look, spot.state) == (Look.PLACE, frozenset({State.FREE}))
        assert spot.arrow is None

    def test_words_on_the_cloth_belong_to_no_seat(self) -> None:
        words = Text("a", (0.0, 0.0), Message("x"), 1.0)
        assert (words.tone, words.seat) == (Tone.PLAIN, None)

    def test_names_of_states_and_shapes_are_words(self) -> None:
        """They stand in JSON and in logs of faults."""
        assert [str(aspect) for aspect in Aspect] == ["wide", "tall"]
        assert [str(arrow) for arrow in Arrow] == ["left", "right", "up", "down"]
        assert [str(tone) for tone in Tone] == ["plain", "quiet", "turn"]
        assert {str(state) for state in State} == {"free", "blocked", "marked", "dimmed", "back"}
