"""The layouts as they are offered: what a picker shows of each."""

import pytest

from sofra.abilities import Offers
from sofra.scene import State
from sofra.share import Share
from sofra_mahjong_solitaire.collection import LAYOUTS
from sofra_mahjong_solitaire.info import Options
from sofra_mahjong_solitaire.offers import grade
from sofra_mahjong_solitaire.rules import MahjongSolitaire

GAME = MahjongSolitaire()


def test_every_layout_is_offered() -> None:
    """In the order of their numbers, each with its name; the game has no other list."""
    assert isinstance(GAME, Offers)
    offers = GAME.offers("layout")
    assert [(offer.value, offer.title) for offer in offers] == [
        (listed.id, listed.title) for listed in LAYOUTS.values()
    ]
    assert GAME.offers("colour") == ()


def test_offers_tell_what_was_measured() -> None:
    """Difficulty, share of winnable deals and the interval of random wins of the Turtle."""
    turtle = GAME.offers("layout")[0]
    listed = LAYOUTS["L00"]
    assert [fact.label.english for fact in turtle.facts] == [
        "Difficulty",
        "Deals that can be won",
        "Won by taking any pair",
    ]
    low, high = (round(100 * each) for each in listed.random.interval)
    assert [fact.value.english for fact in turtle.facts] == [
        grade(listed.random).english,
        f"{round(100 * listed.winnable.value)} %",
        f"{low} to {high} %",
    ]


@pytest.mark.parametrize(
    ("hits", "word"),
    [
        (1000, "Easy"),
        (300, "Easy"),
        (299, "Fairly easy"),
        (99, "Medium"),
        (39, "Hard"),
        (19, "Very hard"),
        (0, "Very hard"),
    ],
)
def test_grades(hits: int, word: str) -> None:
    """The fewer deals a player moving at random wins, the harder."""
    assert grade(Share(hits, 1000)).english == word


def test_not_more_is_claimed_than_was_measured() -> None:
    """Where all deals of the sample could be won, "all" is not said."""
    for offer in GAME.offers("layout"):
        assert offer.facts[1].value.english != "100 %"


@pytest.mark.parametrize("value", sorted(LAYOUTS))
def test_a_sketch_shows_the_layout(value: str) -> None:
    """All tiles of the layout at their places, some of them free; each value is one of the option."""
    assert Options(layout=value).layout == value
    scene = GAME.sketch("layout", value)
    assert len(scene.pieces) == LAYOUTS[value].tiles
    assert any(State.FREE in piece.state for piece in scene.pieces)


@pytest.mark.parametrize(("option", "value"), [("layout", "L99"), ("layout", "X123456"), ("size", "L00")])
def test_no_sketch_of_what_is_not_offered(option: str, value: str) -> None:
    """A value that is not here is an error that says so."""
    with pytest.raises(LookupError):
        GAME.sketch(option, value)
