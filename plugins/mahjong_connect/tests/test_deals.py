"""Deals of codes: the same for ever, the first attempt that can be won; and how many attempts can be won at all."""

import json
from math import sqrt
from pathlib import Path
from random import Random
from typing import Final

import pytest
from plugins.mahjong_connect.tests.boards import LONG

from sofra.abilities import Decidable, Verdict
from sofra.code import NUMBERS, DealCode
from sofra.deal import Shuffle
from sofra.host.dealing import digest
from sofra_mahjong_connect.dealing import deal, lay_out
from sofra_mahjong_connect.info import INFO, Options
from sofra_mahjong_connect.position import Deal, Position
from sofra_mahjong_connect.removal import LineRemoval
from sofra_mahjong_connect.solver import decide
from sofra_mahjong_tiles import KINDS, SET
from sofra_mahjong_tiles.search import search

HERE = Path(__file__).parent
DEALS: Final[dict[str, list[object]]] = json.loads((HERE / "deals.json").read_text(encoding="utf-8"))["deals"]
LATER: Final = [letters for letters, (_digest, attempt) in DEALS.items() if attempt]
SOME: Final = Random("some of them").sample(sorted(set(DEALS) - {"AAAAAAA", "ZZZZZZZ", "AAAAABL", *LATER}), 57)

UNIFORM: Final = 3_000 if LONG else 100
SHARE: Final = 0.919
"""Of 40,000 uniform deals that were decided elsewhere, 91.9 % could be won."""


def shuffle(letters: str) -> Shuffle:
    """The shuffle of a code."""
    return Shuffle.of(f"MC1-{letters}")


def uniform(letters: str, attempt: int) -> Position:
    """An attempt of a code as it falls."""
    return Position.start(Deal.of(lay_out(shuffle(letters), attempt)))


@pytest.mark.parametrize("letters", list(DEALS) if LONG else ["AAAAAAA", "ZZZZZZZ", "AAAAABL", *LATER[:5], *SOME])
def test_golden(letters: str) -> None:
    """A code's tiles are the same on every machine, for ever, and so is the attempt at which they can be won."""
    dealt = deal(shuffle(letters))
    assert [digest([dealt])[:16], dealt.attempt] == DEALS[letters]


def test_golden_in_full() -> None:
    """The first tiles of a deal in words, and the whole digest, which `sofra deal MC1-AAAAABL --json` shows too."""
    dealt = deal(shuffle("AAAAABL"))
    assert dealt.attempt == 0
    assert dealt.tiles[:6] == ("4C", "9D", "W", "1B", "6C", "2C")
    assert digest([dealt]) == "4c5601e56e2b91dd0f6d02657193942c6f54fde5470cb7f5e7ee211d84881559"


def test_the_set() -> None:
    """There are 200 golden codes, and every deal lays out the whole set."""
    assert len(DEALS) == 200
    assert len(LATER) >= 10
    for letters in ("AAAAAAA", *LATER[:3]):
        assert sorted(deal(shuffle(letters)).tiles) == sorted(KINDS[kind].label for kind in SET)


@pytest.mark.parametrize("letters", LATER if LONG else LATER[:6])
def test_first_winnable(letters: str) -> None:
    """Every attempt before the one that is dealt is lost, as the plain search proves, too; the one that is dealt is won."""
    dealt = deal(shuffle(letters))
    assert dealt == lay_out(shuffle(letters), dealt.attempt)
    assert dealt.attempt > 0
    for attempt in range(dealt.attempt + 1):
        removal = LineRemoval(uniform(letters, attempt).groups)
        answer = search(removal, budget=None if LONG else 30)
        assert (answer.pairings is not None) <= (attempt == dealt.attempt)
        if answer.complete:
            assert (answer.pairings is not None) == (attempt == dealt.attempt)


@pytest.mark.timeout(900 if LONG else 120)
def test_same_answer_from_every_seed() -> None:
    """What is dealt does not hang on the random numbers of the solver: it is a fact."""
    for letters in SOME[: 57 if LONG else 12]:
        answers = {decide(uniform(letters, 0), seed=seed).answer for seed in range(4)}
        assert answers == {Decidable.WINNABLE}
    for letters in LATER[: None if LONG else 4]:
        assert {decide(uniform(letters, 0), seed=seed).answer for seed in range(4)} == {Decidable.LOST}


@pytest.mark.timeout(900 if LONG else 120)
def test_share() -> None:
    """Of deals in a row none is undecided, and as many can be won as is known: 91.9 % lie in the sample's own 95 % interval.

    The first attempts of consecutive numbers are uniform over all ways of laying out the set.
    """
    first = NUMBERS // 3
    verdicts: list[Verdict] = []
    for number in range(first, first + UNIFORM):
        code = DealCode.of(INFO, Options(), number)
        verdicts.append(decide(Position.start(Deal.of(lay_out(code.shuffle, 0)))))
    won = sum(verdict.answer is Decidable.WINNABLE for verdict in verdicts)
    lost = sum(verdict.answer is Decidable.LOST for verdict in verdicts)
    assert won + lost == UNIFORM
    share = won / UNIFORM
    assert abs(share - SHARE) <= 1.96 * sqrt(share * (1 - share) / UNIFORM)
