"""Records as an eye may know them: what a client is sent tells no more than what it sees, and is enough to play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

import attrs
import pytest
from core.tests.log.heap import HEAP
from core.tests.toys.passing import INFO, SEATS, Passing

from sofra.code import DealCode
from sofra.event import Event, encode
from sofra.game import Eye, Watcher, hide
from sofra.log import HintGiven, MemoryLog, Record, RoundOpened
from sofra.log.hosted import HOSTED
from sofra.log.record import broken_at, draft, follow
from sofra.options import NoOptions
from sofra.round import Round, View, records_for

CODE = DealCode.of(INFO, NoOptions(), 11)
GAMES = {INFO.id: INFO}
EYES: tuple[Eye, ...] = (*range(SEATS), Watcher.SPECTATOR)


def played(moves: int = 8, code: DealCode | None = CODE) -> tuple[Round, list[Record]]:
    """A round in its middle, with a hint for the second seat, and its records."""
    log = MemoryLog()
    round_ = Round.open(log, INFO, code=code, mode="computer", level="sly")
    hint = draft(HintGiven(round_.head, 1, 3), round_.head, 1, 0)
    log.append(round_.id, round_.version, "hint", [hint])
    round_.refresh()
    rng = Random(moves)
    for _move in range(moves):
        seat = max(round_.to_move)
        round_.play(rng.choice(round_.choices(seat)))
    return round_, log.read(round_.id)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("moves", [0, 2, 3, 8])
def test_shown_is_seen(eye: Eye, moves: int) -> None:
    """Folding what an eye is shown gives what it sees; a seat finds its choices in it."""
    round_, records = played(moves)
    shown = records_for(records, round_.game, eye)
    view = View(GAMES, shown)
    assert view.state == round_.seen(eye)
    assert [step.version for step in view.line] == [step.version for step in round_.line]
    assert (view.to_move, view.outcome, view.level, view.mode) == (round_.to_move, None, "sly", "computer")
    if isinstance(eye, int):
        assert view.choices(eye) == round_.choices(eye)


@pytest.mark.parametrize("eye", EYES)
def test_gapless_and_sound(eye: Eye) -> None:
    """No record is dropped, and the chain holds over what is shown: a client keeps it in a log of its own and goes on with it."""
    round_, records = played()
    shown = records_for(records, round_.game, eye)
    assert [each.version for each in shown] == [each.version for each in records]
    assert [each.command_id for each in shown] == [each.command_id for each in records]
    assert broken_at(shown) is None
    assert {each.digest for each in shown}.isdisjoint(each.digest for each in records)
    log = MemoryLog()
    log.import_records(shown)
    assert Round.resume(log, round_.id, GAMES).state == round_.seen(eye)


@pytest.mark.parametrize("eye", EYES)
def test_choices_are_their_own(eye: Eye) -> None:
    """The index of a choice is shown to the seat that took it, and a hint to the seat that got it; that they were is public."""
    round_, records = played()
    shown = records_for(records, round_.game, eye)
    for full, each in zip(records, shown, strict=True):
        assert each.seat == full.seat
        assert each.choice == (full.choice if full.seat == eye else None)
    [hint] = [event for each in shown if isinstance(event := each.event(), HintGiven)]
    assert (hint.seat, hint.choice) == (1, 3 if eye == 1 else None)
    assert any(each.choice is not None for each in records)


@pytest.mark.parametrize("code", [CODE, None])
def test_nothing_that_names_the_deal(code: DealCode | None) -> None:
    """Code, key and origin are shown to nobody while there are secrets."""
    round_, records = played(code=code)
    for eye in EYES:
        opened: Any = records_for(records, round_.game, eye)[0].event()
        assert isinstance(opened, RoundOpened)
        assert (opened.code, opened.deal, opened.key, opened.origin) == (None, None, None, None)
        assert (opened.game, opened.mode, opened.seats) == (INFO.id, "computer", round_.opened.seats)


def test_without_secrets() -> None:
    """In a game without secrets the code is no secret either; the key of one is, because it tells what chance will bring."""
    log = MemoryLog()
    for code in (DealCode.of(HEAP, HEAP.options(), 4), None):
        round_ = Round.open(log, HEAP, code=code)
        [opened, *_rest] = records_for(log.read(round_.id), round_.game, Watcher.SPECTATOR)
        assert opened.event() == attrs.evolve(round_.opened, key=None)


def test_open_sees_all() -> None:
    """The eye that sees everything is shown the records as they are."""
    round_, records = played()
    assert records_for(records, round_.game, Watcher.OPEN) == records


def other_world(records: Sequence[Record], world: Sequence[Event], eye: Eye, rng: Random) -> list[Record]:
    """The records as they would be, were the world true: other seats then took other choices, under another code."""
    events, made = iter(world), list[Record]()
    for full in records:
        event = full.event() if full.name.startswith(HOSTED) else next(events)
        if isinstance(event, RoundOpened):
            event = attrs.evolve(event, code=str(attrs.evolve(CODE, number=rng.randrange(1000))), deal="x", key="00")
        choice = full.choice if full.seat == eye or full.choice is None else rng.randrange(4)
        drafts = [draft(event, full.parent, full.at, full.active_ms, full.seat, choice)]
        made += follow(made[-1].digest if made else b"", full.stream, len(made), full.command_id, drafts)
    return made


@pytest.mark.parametrize("eye", EYES)
def test_other_worlds_look_the_same(eye: Eye) -> None:
    """Were another world true that fits, every byte that an eye is shown would be the same, digests included."""
    round_, records = played()
    line = [event for step in round_.line for event in step.events]
    shown = records_for(records, round_.game, eye)
    differ = 0
    for seed, world in enumerate(islice(Passing().worlds(hide(round_.game, line, eye), eye, Random(5)), 20)):
        other = other_world(records, world, eye, Random(seed))
        differ += [each.payload for each in other] != [each.payload for each in records]
        assert records_for(other, round_.game, eye) == shown
    assert differ > 10


def test_a_leak_would_be_found() -> None:
    """The comparison with other worlds notices a game that shows one hidden card."""

    class Leaking(Passing):
        def redact(self, event: Any, eye: Eye) -> Any:
            return event if encode(event).name.endswith("chosen") else super().redact(event, eye)

    round_, records = played()
    line = [event for step in round_.line for event in step.events]
    shown = records_for(records, Leaking(), 0)
    worlds = islice(Passing().worlds(hide(round_.game, line, 0), 0, Random(5)), 20)
    assert any(records_for(other_world(records, world, 0, Random(1)), Leaking(), 0) != shown for world in worlds)
