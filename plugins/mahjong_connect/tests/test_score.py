"""The score: the vectors of the rules, and its parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plugins.mahjong_connect.tests.boards import GAME, full

from sofra.game import Tally, fold
from sofra_mahjong_connect.events import Dealt
from sofra_mahjong_connect.info import STANDARD, TIMED, Options
from sofra_mahjong_connect.position import Position

START = fold(GAME, [Dealt(full(), 0)])


def gone(pairs: int) -> Position:
    """A position from which so many pairs are gone, whichever they were."""
    position = START
    for pair in range(pairs):
        position = position.without((2 * pair, 2 * pair + 1))
    return position


def points(pairs: int, seconds: int, hints: int, scoring: str = TIMED, ms: int = 0) -> int:
    """The score, which is also the sum of its parts as they are told."""
    position, tally, options = gone(pairs), Tally(active_ms=1000 * seconds + ms, hints=hints), Options(scoring)
    found = GAME.score(position, tally, options)
    told = [fact.value.english.replace("−", "-") for fact in GAME.explain(position, tally, options)]
    assert sum(map(int, told)) == found
    return found


class TestVectors:
    """The figures of the rules."""

    @pytest.mark.parametrize(
        ("seconds", "hints", "expected"), [(300, 2, 2973), (600, 0, 1766), (120, 0, 6529), (29, 0, 716), (3600, 0, 194)]
    )
    def test_won(self, seconds: int, hints: int, expected: int) -> None:
        assert points(72, seconds, hints) == expected

    def test_stuck(self) -> None:
        assert points(40, 95, 1) == 372
        assert points(40, 95, 1, STANDARD) == 390


class TestRules:
    """What counts, and what does not."""

    def test_whole_seconds(self) -> None:
        """Parts of a second do not count: 9.999 s cost nothing, 10 s cost 2 points."""
        assert points(1, 9, 0, ms=999) == 10
        assert points(1, 10, 0) == 8

    def test_bonus(self) -> None:
        """A win in 29.999 s has no bonus, one in 30 s has 23,333; without a win there is none."""
        assert points(72, 29, 0, ms=999) == 720 - 4
        assert points(72, 30, 0) == 720 - 6 + 23_333
        assert points(71, 30, 0) == 710 - 6

    def test_never_below_zero(self) -> None:
        """The limit at 0 is applied once, to the total: points are not lost twice."""
        assert points(0, 500, 3) == 0
        assert points(1, 500, 3) == 0
        assert points(3, 10, 2) == 8
        assert points(1, 0, 3, STANDARD) == 0

    def test_bonus_is_whole(self) -> None:
        """What hints and time cost beyond the pairs does not eat the bonus."""
        assert points(72, 7000, 0) == 100

    def test_standard(self) -> None:
        """Standard: neither time nor bonus."""
        assert points(72, 30, 4, STANDARD) == 680
        assert points(5, 5000, 1, STANDARD) == 40

    @given(st.integers(0, 72), st.integers(0, 20_000), st.integers(0, 100), st.sampled_from([TIMED, STANDARD]))
    def test_never_negative(self, pairs: int, seconds: int, hints: int, scoring: str) -> None:
        """A score is never negative, and one hint less is never worse."""
        found = points(pairs, seconds, hints, scoring)
        assert found >= 0
        assert points(pairs, seconds, hints + 1, scoring) <= found


def test_told() -> None:
    """The parts are told in the order in which they count; a part that is not there is not told."""
    tally = Tally(active_ms=95_000, hints=1)
    rows = [(fact.label.english, fact.value.english) for fact in GAME.explain(gone(40), tally, Options())]
    assert rows == [("40 pairs joined", "+400"), ("1 hint", "−10"), ("Time in play, 01:35", "−18")]
    rows = [(fact.label.english, fact.value.english) for fact in GAME.explain(gone(40), tally, Options(STANDARD))]
    assert rows == [("40 pairs joined", "+400"), ("1 hint", "−10")]


def test_told_limit() -> None:
    """What the limit at 0 adds is a row of its own, and so is the bonus of a win."""
    rows = [
        (fact.label.english, fact.value.english)
        for fact in GAME.explain(gone(0), Tally(hints=2, active_ms=10_000), Options())
    ]
    assert rows[2:] == [("Time in play, 00:10", "−2"), ("Never below 0", "+22")]
    rows = [
        (fact.label.english, fact.value.english) for fact in GAME.explain(gone(72), Tally(active_ms=300_000), Options())
    ]
    assert rows[-1] == ("Bonus for the time of the win", "+2333")


def test_unknown_scoring() -> None:
    """There is no third scoring."""
    with pytest.raises(ValueError, match="scoring"):
        Options("golf")
