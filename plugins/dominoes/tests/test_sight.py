"""What is hidden changes nothing: in another world that looks the same, an eye is shown and told the same to the last letter."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

import attrs
import pytest
from plugins.dominoes.tests.deals import Table, dealt, random_round, tile
from plugins.dominoes.tests.elsewhere import elsewhere, notes, replayed

import sofra.round.sight as host_sight
from sofra.game import Choice, Eye, Watcher, fold
from sofra.log import Record
from sofra.log.record import draft, follow
from sofra.round.sight import records_for
from sofra.scene import Aspect, Cue
from sofra_dominoes import rules, table
from sofra_dominoes.events import Dealt, Drew, Event, redacted
from sofra_dominoes.position import Play, Position, evolved
from sofra_dominoes.rules import Dominoes

LONG: Final = bool(os.environ.get("SOFRA_LONG"))
STATES: Final = 10_000 if LONG else 80
"""How many states are looked at, by every eye."""

pytestmark = pytest.mark.timeout(7_200 if LONG else 120)

EYES: Final[tuple[Eye, ...]] = (0, 1, Watcher.SPECTATOR)

World = tuple[Dealt, Sequence[Sequence[Event]]]


def states(count: int) -> Iterator[tuple[Dealt, list[Play]]]:
    """Deals and commands that lead to as many states, of whole rounds played by chance."""
    seed = 0
    while count > 0:
        deal, commands, _groups = random_round(seed)
        for ply in range(min(count, len(commands) + 1)):
            yield deal, commands[:ply]
        count -= len(commands) + 1
        seed += 1


def told(world: World, commands: Sequence[Play], eye: Eye) -> dict[str, Any]:
    """Everything that an eye is shown and told of a world, as the host asks for it."""
    game, (deal, groups) = Dominoes(), world
    # Whoever runs the round folds the truth with the same rules.
    truth = fold(game, [deal])
    choices: list[int] = []
    for command, group in zip(commands, groups, strict=True):
        assert truth.turn is not None
        menu = [choice.command for choice in game.choices(truth, truth.turn)]
        choices.append(menu.index(command))
        truth = fold(game, group, truth)
    line = [game.redact(deal, eye), *(game.redact(event, eye) for group in groups for event in group)]
    before: Position = fold(game, line[: len(line) - len(groups[-1])]) if groups else fold(game, line)
    last = line[len(line) - len(groups[-1]) :] if groups else line
    seen: Position = fold(game, line)
    told: dict[str, Any] = {
        "line": line,
        "seen": seen,
        "records": shown_records(game, world, commands, choices, eye),
        "turn": game.to_move(truth),
        "outcome": game.outcome(truth),
        "say": game.say(before if groups else None, last, seen, eye),
        "facts": game.facts(seen, eye),
        "describe": game.describe(seen),
    }
    for aspect in Aspect:
        scene = told[f"scene {aspect}"] = game.scene(seen, eye, aspect)
        state = before
        cues: list[Cue] = []
        for event in last if groups else ():
            after = game.evolve(state, event)
            cues += game.cues(state, event, after, eye, aspect)
            state = after
        told[f"cues {aspect}"] = cues
    if isinstance(eye, int):
        told["choices"] = game.choices(seen, eye)
        told["true choices"] = [choice.command for choice in game.choices(truth, eye)]
        keys = [*(piece.key for piece in scene.pieces), *(spot.key for spot in scene.spots)]
        told["why"] = [game.why(seen, eye, (key,)) for key in keys]
    return told


def shown_records(
    game: Dominoes, world: World, commands: Sequence[Play], choices: Sequence[int], eye: Eye
) -> list[Record]:
    """The records of the world's log, as the host shows them to the eye."""
    deal, groups = world
    records: list[Record] = list(follow(b"", "round", 0, "open", [draft(deal, None, 0, 0)], 1))
    for number, (group, choice) in enumerate(zip(groups, choices, strict=True)):
        seat = next(event.seat for event in group if hasattr(event, "seat"))
        drafts = [draft(event, 1, 0, 0, *((seat, choice) if first == 0 else ())) for first, event in enumerate(group)]
        records += follow(records[-1].digest, "round", len(records), str(number), drafts, len(records) + 1)
    return records_for(records, game, eye)


def differences(seed: int, count: int) -> list[str]:
    """What tells an eye that another world is true, over so many states."""
    rng, found = Random(seed), []
    for deal, commands in states(count):
        true = replayed(Dominoes(), deal, commands)
        assert true is not None
        for eye in EYES:
            other = elsewhere(Dominoes(), deal, commands, eye, rng)
            one, two = told((deal, true), commands, eye), told(other, commands, eye)
            found += [question for question, answer in one.items() if two[question] != answer]
    return found


def test_what_is_hidden_changes_nothing() -> None:
    """Lines, positions, redacted records, scenes, cues, choices, words: equal in every world, over many states and for every eye."""
    assert differences(1, STATES) == []


def test_the_other_worlds_are_others() -> None:
    """The measure of the test before: nearly every state that hides something has another world, which differs where it is hidden."""
    rng, hiding, changed = Random(2), 0, 0
    for deal, commands in states(100):
        for eye in EYES:
            true = replayed(Dominoes(), deal, commands)
            assert true is not None
            other, groups = elsewhere(Dominoes(), deal, commands, eye, rng)
            assert notes(deal, true, eye) == notes(other, groups, eye)
            hiding += 1
            changed += other != deal
    assert changed > 0.9 * hiding


# Rules that leak must be found out by the same comparison.


def drawn_tile_shows(event: Event, eye: Eye) -> Event:
    """A redaction that forgets the drawn tiles."""
    return event if isinstance(event, Drew) else redacted(event, eye)


def boneyard_shows(event: Event, eye: Eye) -> Event:
    """A redaction that forgets the order of the boneyard."""
    shown = redacted(event, eye)
    if isinstance(event, Dealt) and isinstance(shown, Dealt):
        return attrs.evolve(shown, boneyard=event.boneyard)
    return shown


@pytest.mark.parametrize("leaky", [drawn_tile_shows, boneyard_shows])
def test_a_leak_in_the_events_is_caught(monkeypatch: pytest.MonkeyPatch, leaky: Callable[[Event, Eye], Event]) -> None:
    monkeypatch.setattr(rules, "redacted", leaky)
    found = differences(1, 30)
    assert {"line", "seen", "records"} <= set(found)


def test_a_leak_of_the_choice_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The index of the other's choice tells how many of its tiles fit and stand before."""
    hide = host_sight._draft

    def leaky(record: Record, *args: Any, **kwargs: Any) -> Any:
        return hide(record, *args, **kwargs)._replace(choice=record.choice)

    monkeypatch.setattr(host_sight, "_draft", leaky)
    assert set(differences(1, 30)) == {"records"}


def test_a_leak_of_a_number_in_a_key_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backs that keep the number with which their tile was dealt would tell whether an old or a new one was played."""
    truth: list[Position] = []

    def remember(position: Position | None, event: Event) -> Position:
        after = evolved(position, event)
        if all(None not in hand for hand in after.hands):
            truth[:] = [after]
        return after

    def numbered(seat: int, place: int) -> str:
        held = truth[0].held(seat)
        return f"hand-{seat}/{held[place].label if place < len(held) else place}"

    monkeypatch.setattr(rules, "evolved", remember)
    monkeypatch.setattr(table, "hand_key", numbered)
    assert {"scene wide", "scene tall"} <= set(differences(1, 30))


def test_a_choice_from_the_truth_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choices must be in an order that the seat can know: not by what the other holds."""
    choose = Dominoes.choices

    def leaky(self: Dominoes, seen: Position, seat: int) -> Sequence[Choice[Play]]:
        found = list(choose(self, seen, seat))
        odd = sum(each.pips for each in seen.boneyard if each is not None) % 2
        return found[::-1] if odd else found

    monkeypatch.setattr(Dominoes, "choices", leaky)
    assert "true choices" in differences(1, 30)


def test_only_own_tiles_are_seen() -> None:
    """By hand: what seat 1 knows at the deal, and after a draw of its own and of the other."""
    rounds = Table.of(dealt("6-6 5-1", "4-3 2-1", "5-5 6-0"))
    rounds.play("6-6")
    position = fold(rounds.game, [rounds.game.redact(event, 0) for event in rounds.events])
    assert position.hands == ((tile("5-1"),), (None,) * 4)
    assert position.boneyard == (None,) * 22
    position = fold(rounds.game, [rounds.game.redact(event, 1) for event in rounds.events])
    assert position.hands == ((None,), (tile("4-3"), tile("2-1"), tile("5-5"), tile("6-0")))
    position = fold(rounds.game, [rounds.game.redact(event, Watcher.SPECTATOR) for event in rounds.events])
    assert position.hands == ((None,), (None,) * 4)
