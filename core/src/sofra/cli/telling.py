"""What is told of a round in lines of text: its score and what it is made of, the line of a hint, the ways out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from sofra.abilities import Explains
from sofra.game import Choice, Fact, Seat, Standing
from sofra.message import Message, Player, Texts
from sofra.round import Round
from sofra.scene import Cue, Join

__all__ = ["cue_words", "score_parts", "score_words", "standing_words", "ways_out"]

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


def standing_words(round_: Round) -> list[Message]:
    """Who won a round of several that has come to its end, and the points of each, where there are any."""
    outcome = round_.outcome
    if outcome is None or not outcome.final or len(outcome.seats) == 1:
        return []
    machines = [seat for seat, who in enumerate(round_.opened.seats) if who == "computer"]
    people = [seat for seat in range(len(outcome.seats)) if seat not in machines]
    you = people[0] if machines and len(people) == 1 else None
    winners = [seat for seat, result in enumerate(outcome.seats) if result.standing is Standing.WON]
    match winners:
        case [seat] if seat == you:
            won = _("You won.")
        case [seat] if [seat] == machines:
            won = _("The computer won.")
        case [seat]:
            won = _("{player} won.", player=Player(seat))
        case [] if you is None or outcome.seats[you].standing is Standing.DRAWN:
            won = _("The round is drawn.")
        case _ if you is None:
            won = _("Several have won.")
        case _:
            won = _("You won.") if you in winners else _("You lost.")

    def named(seat: Seat) -> Message:
        if seat == you:
            return _("You")
        return _("The computer") if [seat] == machines else _("{player}", player=Player(seat))

    points = [(seat, result.points) for seat, result in enumerate(outcome.seats) if result.points is not None]
    return [won, *(_("  {label}: {value}", label=named(seat), value=_("{n}", n=count)) for seat, count in points)]


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
