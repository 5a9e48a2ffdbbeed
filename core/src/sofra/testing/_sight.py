"""The laws of what is seen: redaction, other worlds, and that the hidden changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, Final

import attrs

from sofra.abilities import Akin, Bots, Explains, Previews, Worlds
from sofra.game import Choice, Eye, Game, Tally, Watcher, fold, hide
from sofra.scene import Aspect
from sofra.testing._base import Contract
from sofra.testing._decider import eye_name, refused
from sofra.testing._law import Break, for_every_line
from sofra.testing._playing import Line, Position

__all__ = ["SightLaws"]

_WORLDS: Final = 3
"""How many other worlds are looked at for each position and eye."""

_MANY_WORLDS: Final = 100
"""How many are drawn before worlds that never differ are held against a game."""

_PREVIEWS: Final = 8
"""How many choices are shown before they are played."""

_BOT_BUDGET: Final = 200
"""Steps a bot may take to answer."""


class SightLaws(Contract):
    """What a seat sees is the fold of the events as redacted for it, nothing else."""

    @for_every_line
    def test_redact_only_hides(self, line: Line) -> None:
        """Redacting puts None in place of what is hidden and changes nothing else: no event is dropped, sorted or replaced.

        What the spectator sees is public, so every seat sees it too.
        """
        for at in line.positions(len(line.states)):
            for event in line.group(at.ply):
                for seat in range(at.game.seats):
                    shown = self.redacted(at, event, seat)
                    public = self.redacted(at, event, Watcher.SPECTATOR)
                    if not _only_hides(shown, public):
                        raise Break(
                            at,
                            f"the spectator is shown {public}, but seat {seat} {shown}",
                            "Hide from the spectator whatever is hidden from a seat.",
                        )
        for eye in line.eyes:
            trouble = line.sight(eye)[1]
            if trouble is not None and trouble.member == "redact":
                raise trouble.error

    def redacted(self, at: Position, event: Any, eye: Eye) -> Any:
        """An event redacted, twice and elsewhere, with the law that redacting only hides."""
        shown = self.pure(at, "redact", event, eye)
        if not _only_hides(event, shown):
            raise Break(
                at,
                f"for {eye_name(eye)} {event} becomes {shown}",
                "Give the same event with None in place of what is hidden (attrs.evolve), and everything else as it was.",
            )
        return shown

    @for_every_line
    def test_turn_and_outcome_are_public(self, line: Line) -> None:
        """Whose turn it is, how the round stands and how far it has come are the same for every eye.

        If a seat to move could be seen only by who sees its cards, the others' tables would wait for nobody.
        """
        for at in line.positions(len(line.states)):
            for member in ("to_move", "outcome", "progress"):
                ask = getattr(at.game, member)
                truth = ask(at.state)
                for eye in line.eyes:
                    seen = ask(at.seen(eye))
                    if seen != truth:
                        raise Break(
                            at,
                            f"{member} is {truth} in truth and {seen} for {eye_name(eye)}",
                            "Compute it from public parts of the state; put a public fact into an event if need be.",
                        )

    @for_every_line
    def test_choices_agree_on_what_is_seen(self, line: Line) -> None:
        """A seat has the same commands in the same order on the full state and on what it sees.

        Replay codes and the log keep the index of a choice; a bot and a remote table choose from what they see.
        """
        for at in line.positions(len(line.states)):
            for seat in sorted(at.game.to_move(at.state)):
                full = [_without_picks(choice) for choice in at.game.choices(at.state, seat)]
                seen = [_without_picks(choice) for choice in at.game.choices(at.seen(seat), seat)]
                if full != seen:
                    k = next((k for k, pair in enumerate(zip(full, seen, strict=False)) if pair[0] != pair[1]), -1)
                    differ = f"first at index {k}" if k >= 0 else f"{len(full)} and {len(seen)} of them"
                    raise Break(
                        at,
                        f"seat {seat} has other choices on the full state than on what it sees ({differ})",
                        "Compute and order choices from what the seat itself sees.",
                    )

    @for_every_line
    def test_worlds_fit_what_is_seen(self, line: Line) -> None:
        """A game that hides something can tell what it might be: `worlds`, each a full line that looks the same to the eye.

        Redacted for the eye each world is exactly the line that was given, and they differ where several ways are hidden. A
        secret that shows through redact is found here, because another world then looks different.
        """
        hides = differs = False
        for at in line.positions(self.depth):
            for eye in line.eyes:
                full, shown = at.events, at.shown(eye)
                if shown == full:
                    continue
                hides = True
                worlds = self.worlds(at, eye, shown)
                if not worlds:
                    raise Break(
                        at,
                        f"worlds gives nothing for {eye_name(eye)}, though what was played fits",
                        "Give at least one full line; sample again until one fits.",
                    )
                for world in worlds:
                    seen = hide(at.game, world, eye)
                    if seen != shown:
                        k = next(
                            (k for k, pair in enumerate(zip(shown, seen, strict=False)) if pair[0] != pair[1]), None
                        )
                        differ = (
                            f"{len(seen)} events instead of {len(shown)}" if k is None else f"{seen[k]} for {shown[k]}"
                        )
                        raise Break(
                            at,
                            f"a world redacted for {eye_name(eye)} is not the line: {differ}",
                            "Either redact shows something that worlds takes for hidden, or worlds changes what was seen.",
                        )
                    differs = differs or world != full
                if all(world == worlds[0] for world in worlds) and worlds[0] != full and self.one_world(at, eye, shown):
                    raise Break(
                        at,
                        f"all worlds for {eye_name(eye)} are one, and what was played is another that fits",
                        "Draw from rng among all lines that fit.",
                    )
        if hides and not differs:
            raise Break(
                line,
                "in no position did a world differ from what was played",
                "worlds must draw what is hidden anew; if nothing can differ, redact hides what everybody can tell.",
            )

    def one_world(self, at: Position, eye: Eye, shown: Sequence[Any]) -> bool:
        """Whether worlds really never differ: a few that are equal may be chance."""
        many = self.worlds(at, eye, shown, _MANY_WORLDS)
        return all(world == many[0] for world in many)

    def worlds(self, at: Position, eye: Eye, shown: Sequence[Any], count: int = _WORLDS) -> list[list[Any]]:
        """Some worlds of a line as an eye sees it."""
        game = at.game
        if not isinstance(game, Worlds):
            raise Break(
                at,
                f"{eye_name(eye)} does not see everything, and there is no `worlds`",
                "Write `worlds` (sofra.abilities.Worlds): for a line as an eye sees it, give full lines that look the same to it.",
            )
        seed = at.rng(f"worlds/{eye}").random()
        return [list(world) for world in islice(game.worlds(list(shown), eye, Random(seed)), count)]  # noqa: S311

    @for_every_line
    def test_hidden_things_change_nothing(self, line: Line) -> None:
        """What a seat sees, may do, is told and would do as a bot is the same in every world that looks the same to it.

        The hidden part is exchanged for other worlds, and the question put to rules that never saw the true one: scenes,
        choices and their previews, refusals, lines of the move list, side panel, cues and bots must not notice.
        """
        for at in line.positions(self.depth):
            for eye in line.eyes:
                shown = at.shown(eye)
                if shown == at.events:
                    continue
                # These rules have seen nothing but the redacted line: what they answer is all that may be known.
                blind = self.info.load()
                expected = _answers(blind, at, eye, shown)
                found = _answers(at.game, at, eye, shown)
                _compare(at, eye, expected, found, "the true round")
                if not isinstance(at.game, Worlds):
                    continue
                for world in self.worlds(at, eye, shown, 2):
                    self.compare_world(at, eye, world, found)

    def compare_world(self, at: Position, eye: Eye, world: list[Any], found: dict[str, Any]) -> None:
        """Let `world` be true, and see whether anything that `eye` is told changes."""
        other = self.info.load()
        state = fold(other, world)
        shown = hide(other, world, eye)
        if shown != at.shown(eye):
            return  # test_worlds_fit_what_is_seen tells.
        _compare(at, eye, found, _answers(other, at, eye, shown), "another world")
        if other.to_move(state) != at.game.to_move(at.state) or other.outcome(state) != at.game.outcome(at.state):
            raise Break(
                at,
                f"to_move or outcome is another in a world that looks the same to {eye_name(eye)}",
                "What depends on hidden things becomes known by an event, or not at all.",
            )
        if not isinstance(eye, int):
            return
        here = [_without_picks(choice) for choice in at.game.choices(at.state, eye)]
        there = [_without_picks(choice) for choice in other.choices(state, eye)]
        if here != there:
            raise Break(
                at,
                f"seat {eye} has other choices in a world that looks the same to it",
                "Compute and order choices from what the seat itself sees.",
            )
        _compare_refusals(at, eye, other, state)


def _compare_refusals(at: Position, seat: int, other: Game[Any, Any, Any], state: Any) -> None:
    """What decide accepts and refuses, and how, must be the same in the world `state` for this seat."""
    rng = at.rng("refusals")
    foreign = [attrs.evolve(step.choice, seat=seat) for step in at.line.steps]
    mine = [choice for choice in at.menu if choice.seat == seat and not choice.slow]
    elsewhere = Position(attrs.evolve(at.line, game=other, states=[state] * len(at.line.states), sights={}), at.ply)
    for choice in [*mine[:6], *rng.sample(foreign, min(6, len(foreign)))]:
        if choice.slow:
            continue
        here, there = refused(at, choice), refused(elsewhere, choice)
        if (here and here.message) != (there and there.message):
            raise Break(
                at,
                f"{choice.command} of seat {seat} is answered {here or 'with events'} in truth, and "
                f"{there or 'with events'} in a world that looks the same to it",
                "Accept or refuse by what the seat itself sees; a refusal must not tell what is hidden.",
            )


def _answers(game: Game[Any, Any, Any], at: Position, eye: Eye, shown: Sequence[Any]) -> dict[str, Any]:
    """Everything that `eye` is told at a position, asked of `game` with nothing but the redacted events."""
    last = len(at.line.group(at.ply))
    earlier, events = shown[: len(shown) - last], list(shown[len(shown) - last :])
    before = fold(game, earlier) if earlier else None
    seen = fold(game, events, before)
    answers: dict[str, Any] = {
        "to_move": game.to_move(seen),
        "outcome": game.outcome(seen),
        "progress": game.progress(seen),
        "say": game.say(before, events, seen, eye),
        "facts": tuple(game.facts(seen, eye)),
    }
    for aspect in Aspect:
        answers[f"scene ({aspect})"] = game.scene(seen, eye, aspect)
    if isinstance(game, Explains):
        answers["explain"] = tuple(game.explain(seen, Tally(), at.line.options))
    if isinstance(game, Akin):
        pieces = game.scene(seen, eye, Aspect.WIDE).pieces
        answers["akin"] = {piece.key: tuple(game.akin(seen, eye, piece.key)) for piece in pieces}
    state = before
    for event in events:
        after = game.evolve(state, event)
        if state is not None:
            answers["cues"] = (*answers.get("cues", ()), *game.cues(state, event, after, eye, Aspect.WIDE))
        state = after
    if isinstance(eye, int):
        choices = list(game.choices(seen, eye))
        answers["choices"] = choices
        if isinstance(game, Previews):
            answers["preview"] = [tuple(game.preview(seen, each, eye, Aspect.WIDE)) for each in choices[:_PREVIEWS]]
        if choices and isinstance(game, Bots):
            for level, _title in game.levels:
                rng = at.rng(f"bot/{level}")
                answers[f"bot {level}"] = game.choose(level, list(shown), seen, eye, choices, rng, _BOT_BUDGET)
    return answers


def _compare(at: Position, eye: Eye, expected: dict[str, Any], found: dict[str, Any], world: str) -> None:
    for question, answer in expected.items():
        if found[question] != answer:
            raise Break(
                at,
                f"{question} for {eye_name(eye)} tells something hidden: {_first_difference(answer, found[question])} in {world}",
                "Keep nothing in the game object; answer from the arguments, which hold only what is seen.",
            )


def _first_difference(left: Any, right: Any) -> str:
    if attrs.has(type(left)) and type(left) is type(right):
        for field in attrs.fields(type(left)):
            ours, theirs = getattr(left, field.name), getattr(right, field.name)
            if ours != theirs:
                return f"{field.name}: {_first_difference(ours, theirs)}"
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        key = next((key for key in left if left[key] != right.get(key, left)), None)
        return f"{left!r} becomes {right!r}" if key is None else f"{key}: {left[key]!r} becomes {right.get(key)!r}"
    if isinstance(left, (tuple, list)) and isinstance(right, (tuple, list)) and len(left) == len(right):
        return next(_first_difference(ours, theirs) for ours, theirs in zip(left, right, strict=True) if ours != theirs)
    return f"{left!r} becomes {right!r}"


def _without_picks(choice: Choice[Any]) -> Choice[Any]:
    """A choice without its picks, which name pieces as one eye sees them."""
    return attrs.evolve(choice, picks=())


def _only_hides(full: Any, shown: Any) -> bool:
    """Whether `shown` is `full` with None in some places."""
    if shown is None or full is shown:
        return True
    if type(full) is not type(shown):
        return False
    if attrs.has(type(full)):
        return all(_only_hides(getattr(full, f.name), getattr(shown, f.name)) for f in attrs.fields(type(full)))
    if isinstance(full, (tuple, list)):
        return len(full) == len(shown) and all(map(_only_hides, full, shown))
    if isinstance(full, Mapping):
        return list(full) == list(shown) and all(_only_hides(full[key], shown[key]) for key in full)
    return bool(full == shown)
