"""The laws of what a game may be able to do beside the contract, each asked only where the game has the ability."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

import attrs

from sofra.abilities import Advice, Akin, Bots, Decidable, Explains, Hints, Previews, Solvable, UndoPolicy, Verdict
from sofra.event import decode, encode
from sofra.game import Choice, Eye, Fact, Standing, Tally, fold
from sofra.message import Message
from sofra.options import OptionKind, listed_options
from sofra.scene import Aspect, Look, Spot, State
from sofra.testing._law import Break, for_every_line, once
from sofra.testing._playing import Line, Position
from sofra.testing._table import check_cue, pickable
from sofra.testing._texts import TextLaws

__all__ = ["AbilityLaws"]

_BUDGET: Final = 100
"""Steps of a search."""

_FEW: Final = 4
"""How many choices, or pieces, of one position the laws look at."""

_TALLIES: Final = (Tally(), Tally(active_ms=61_234, hints=1, undos=2, verdicts=3, tried=9, moves=7))


class AbilityLaws(TextLaws):
    """Whatever a game offers more, it does for every eye from what is seen, and in the open."""

    @for_every_line
    def test_abilities_keep_their_word(self, line: Line) -> None:
        """Bots and hints give one of the choices, verdicts are honest values, and all answer alike when asked again.

        A search counts steps, never seconds, so that every machine gives the same answer; chance comes from the rng given.
        """
        for at in line.positions(3):
            verdict = self.verdict(at)
            for seat in sorted(at.game.to_move(at.state)):
                seen = at.seen(seat)
                choices = list(at.game.choices(seen, seat))
                if isinstance(at.game, Hints):
                    # A plan for the whole truth is shown only to a seat that sees the whole truth.
                    advice = self.pure(at, "advise", seen, seat, verdict if seen == at.state else None)
                    _check_advice(at, advice, choices)
                if isinstance(at.game, Bots) and choices:
                    for level, title in at.game.levels:
                        rng = at.rng(level)
                        again = at.rng(level)
                        args = (level, at.shown(seat), seen, seat, choices)
                        choice = at.game.choose(*args, rng, _BUDGET)
                        if choice not in choices or not isinstance(title, Message):
                            raise Break(at, f"the bot {level} plays {choice}", "Give one of the choices.")
                        if at.game.choose(*args, again, _BUDGET) != choice:
                            raise Break(
                                at, f"the bot {level} changes its mind", "Draw only from the rng that is given."
                            )
            # The deal is no command: it is never taken back.
            if at.ply and isinstance(at.game, UndoPolicy):
                answer = self.pure(at, "may_undo", at.state, list(line.group(at.ply)))
                if not (answer is None or isinstance(answer, Message)):
                    raise Break(at, f"may_undo gives {answer!r}", "Give None, or a Message that says why not.")

    def verdict(self, at: Position) -> Verdict | None:
        """The verdict of a position, with its laws."""
        if not isinstance(at.game, Solvable):
            return None
        verdict = at.game.solve(at.state, None, budget=_BUDGET)
        if not isinstance(cast("Any", verdict), Verdict) or (
            verdict.plan is not None and verdict.answer is not Decidable.WINNABLE
        ):
            raise Break(at, f"solve gives {verdict!r}", "Give a Verdict; only a winnable one has a plan.")
        if at.game.solve(at.state, None, budget=_BUDGET) != verdict:
            raise Break(at, "solve changes its mind", "Count steps, not seconds, and draw from nothing.")
        return verdict

    @for_every_line
    def test_previews_show_the_choice(self, line: Line) -> None:
        """A choice can be shown before it is played: cues that fit the table as it lies, from what is seen, and nothing moves.

        A hint shows the line along which two tiles would be joined; a line that leaves the table would be seen by nobody.
        """
        for at in line.positions(self.depth):
            if not isinstance(at.game, Previews):
                return
            for seat in sorted(at.game.to_move(at.state)):
                seen = at.seen(seat)
                for choice in self.few(at, at.game.choices(seen, seat)):
                    for aspect in Aspect:
                        scene = at.game.scene(seen, seat, aspect)
                        keys = {thing.key for thing in pickable(scene)}
                        for cue in self.pure(at, "preview", seen, choice, seat, aspect):
                            check_cue(at, cue, scene, keys, keys)

    @for_every_line
    def test_scores_are_explained(self, line: Line) -> None:
        """Where there is a score there are the parts that it is made of, as rows of Messages, the same whenever they are asked."""
        for at in line.positions(self.depth):
            if not isinstance(at.game, Explains):
                return
            for eye in line.eyes:
                for tally in _TALLIES:
                    facts = self.pure(at, "explain", at.seen(eye), tally, line.options)
                    for fact in facts:
                        if not isinstance(fact, Fact) or {type(fact.label), type(fact.value)} != {Message}:
                            raise Break(
                                at, f"{fact!r} is no part of a score", "Give Fact(label, value), both Messages."
                            )
                    if not facts and at.game.score(at.seen(eye), tally, line.options) is not None:
                        raise Break(at, "there is a score and nothing explains it", "Give a Fact for each part.")

    @for_every_line
    def test_ranked_rounds_have_scores(self, line: Line) -> None:
        """A game that is ranked by score has one at the end of every round that was won."""
        if self.info.ranking != "score" or not line.menus:
            return
        at = Position(line, line.good - 1)
        outcome = at.game.outcome(at.state)
        won = outcome is not None and any(result.standing is Standing.WON for result in outcome.seats)
        if won and at.game.score(at.state, _TALLIES[1], line.options) is None:
            raise Break(at, "the round is won and has no score", 'Give a score, or say ranking="time" or "none".')

    @for_every_line
    def test_akin_pieces_belong_together(self, line: Line) -> None:
        """A piece that is akin to any is akin to itself, and what is akin to it is so in turn: all of it lies on the table.

        Held, a piece lights up the others; which ones must not depend on the one that is held.
        """
        for at in line.positions(self.depth):
            if not isinstance(at.game, Akin):
                return
            for eye in line.eyes:
                seen = at.seen(eye)
                scene = at.game.scene(seen, eye, Aspect.WIDE)
                keys = {piece.key for piece in scene.pieces}
                for piece in self.few(at, scene.pieces):
                    self.check_akin(at, eye, piece.key, keys)
                for spot in scene.spots[:1]:
                    if self.pure(at, "akin", seen, eye, spot.key):
                        raise Break(at, f"{spot.key!r} is no piece and akin to some", "Give nothing for other keys.")

    def check_akin(self, at: Position, eye: Eye, key: str, keys: set[str]) -> None:
        """What belongs with one piece."""
        akin = self.pure(at, "akin", at.seen(eye), eye, key)
        if not akin:
            return
        if key not in akin or len(set(akin)) < len(akin) or not keys.issuperset(akin):
            raise Break(
                at,
                f"akin to {key!r} are {list(akin)}",
                "Give keys of pieces in the scene, each once, the piece itself among them; or nothing at all.",
            )
        for other in self.few(at, akin):
            if set(cast("Any", at.game).akin(at.seen(eye), eye, other)) != set(akin):
                raise Break(
                    at, f"{other!r} is akin to {key!r}, but not the other way round", "Tell groups by what is alike."
                )

    @for_every_line
    def test_ways_out_are_buttons(self, line: Line) -> None:
        """What can still be chosen when a round is stuck is a way out: its one pick is a button that the seat may press.

        Whoever tells the player that no move is left offers the ways out by the labels of their buttons, in both shapes of the table.
        """
        for at in line.positions(len(line.states)):
            outcome = at.game.outcome(at.state)
            if outcome is None or outcome.final:
                continue
            for seat in sorted(at.game.to_move(at.state)):
                seen = at.seen(seat)
                for choice in at.game.choices(seen, seat):
                    for aspect in Aspect:
                        _check_way_out(at, choice, at.game.scene(seen, seat, aspect).spots)

    @for_every_line
    def test_slow_choices_are_decided_alike(self, line: Line) -> None:
        """A slow choice is decided in another process, from the line in the log: there it has the same events as here.

        It may take its time, but only the position and the chance may count, never how long it took.
        """
        for at in line.positions(len(line.states)):
            slow = [choice for choice in at.menu if choice.slow]
            for choice in slow[:1]:
                chance = line.code.shuffle.chance(at.ply)
                events = self.pure(at, "decide", at.state, choice.seat, choice.command, chance)
                stored = map(encode, at.events)
                elsewhere = self.info.load()
                state = fold(elsewhere, [decode(each.name, each.schema, each.payload) for each in stored])
                menu: Sequence[Choice[Any]] = elsewhere.choices(state, choice.seat)
                again = menu[[each.command for each in menu].index(choice.command)]
                if tuple(elsewhere.decide(state, again.seat, again.command, chance)) != tuple(events):
                    raise Break(
                        at,
                        f"{choice.command} is decided otherwise by rules that only know the line",
                        "Decide from the state and the chance alone; keep nothing in the game object.",
                    )
            if slow and not line.every:
                return

    @once
    def test_listed_options_are_named(self) -> None:
        """An option that is chosen from a list has a title, and each of its values a name; the default stands first.

        The first value is what a table opens with and what statistics take for granted.
        """
        standard = self.info.options()
        for kind in OptionKind:
            for listed in listed_options(self.info.options, kind):
                for name in (listed.title, *(name for _value, name in listed.values)):
                    if not (isinstance(cast("Any", name), Message) and name.id):
                        raise Break(None, f"{listed.name} has a name {name!r}", "Give title and values as Messages.")
                    self.check_message(None, name)
                values = [value for value, _name in listed.values]
                if values[0] != getattr(standard, listed.name):
                    raise Break(
                        None,
                        f"{listed.name} is {getattr(standard, listed.name)!r} by default, and {values[0]!r} stands first",
                        "Begin the list with the default.",
                    )
                for value in values:
                    attrs.evolve(standard, **{listed.name: value})

    def few(self, at: Position, things: Sequence[Any]) -> list[Any]:
        """Some things of a position."""
        return at.rng("few").sample(list(things), min(_FEW, len(things)))


def _check_way_out(at: Position, choice: Choice[Any], spots: Sequence[Spot]) -> None:
    buttons = {spot.key for spot in spots if spot.look is Look.BUTTON and State.FREE in spot.state}
    if len(choice.picks) != 1 or choice.picks[0] not in buttons:
        raise Break(
            at,
            f"the round is stuck, and {choice.command} is left with the picks {choice.picks}",
            "Stuck means that no move is left: offer a way out by one free button, or say nothing of being stuck.",
        )


def _check_advice(at: Position, advice: Any, choices: list[Choice[Any]]) -> None:
    if advice is None and choices:
        raise Break(at, "there is no advice, though there are choices", "Advise any choice and say honestly why.")
    if advice is not None and not (isinstance(advice, Advice) and advice.choice in choices):
        raise Break(at, f"the advice is {advice!r}", "Advise one of the choices.")
