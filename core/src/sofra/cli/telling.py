"""What is told of a round in lines of text: its score and what it is made of, the line of a hint, the ways out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from sofra.abilities import Explains
from sofra.game import Choice, Fact, Seat
from sofra.message import Message, Texts
from sofra.round import Round
from sofra.scene import Cue, Join

__all__ = ["cue_words", "score_parts", "score_words", "ways_out"]

_ = Texts("sofra-core")


def score_parts(round_: Round) -> Sequence[Fact]:
    """What the score of a round is made of; nothing where the game does not say, or there is no score."""
    if round_.score is None or not isinstance(round_.game, Explains):
        return ()
    return round_.game.explain(round_.public, round_.tally, round_.options)


def score_words(round_: Round) -> list[Message]:
    """The score in a line, and each of its parts in one; nothing where there is no score."""
    if round_.score is None:
        return []
    parts = [_("  {label}: {value}", label=part.label, value=part.value) for part in score_parts(round_)]
    return [_("Score {score}", score=round_.score), *parts]


def cue_words(cues: Iterable[Cue]) -> list[Message]:
    """Lines of a hint in words, for whoever cannot see them."""
    words = []
    for cue in cues:
        if isinstance(cue, Join):
            turns = _turns(cue.points)
            words.append(
                _.plural("The line between them turns {n} time.", "The line between them turns {n} times.", turns)
                if turns
                else _("The line between them is straight.")
            )
    return words


def _turns(points: Sequence[tuple[float, float]]) -> int:
    """How often a line changes its direction."""
    steps = [(to[0] - at[0], to[1] - at[1]) for at, to in pairwise(points) if to != at]
    return sum(one[0] * two[1] != one[1] * two[0] for one, two in pairwise(steps))


def ways_out(round_: Round, seat: Seat) -> list[tuple[int, Choice[Any]]]:
    """What a stuck round still offers a seat, with its number among the choices, counted from 1."""
    outcome = round_.outcome
    return list(enumerate(round_.choices(seat), 1)) if outcome is not None and not outcome.final else []
