"""What cannot be is refused, with the reason: commands out of turn, tiles that are not held, ends that do not fit, forged logs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
import pytest
from plugins.dominoes.tests.deals import Table, dealt, play

from sofra.code import DealCode
from sofra.event import EventError, decode
from sofra.log import Draft, LogError, MemoryLog, Record
from sofra.log.record import follow
from sofra.options import NoOptions
from sofra.replay import verify
from sofra.round import Round
from sofra_dominoes.info import INFO

GAMES = {INFO.id: INFO}


@pytest.fixture
def table() -> Table:
    """Chain 0-5 5-5 5-3; seat 1 is to move and holds 3-3, 6-4 and 5-1."""
    found = Table.of(dealt("5-5 5-0 1-0 2-0", "5-3 3-3 6-4 5-1"))
    found.play("5-5", "5-3", "5-0 left")
    return found


@pytest.mark.parametrize(
    ("seat", "move", "reason"),
    [
        (0, "1-0 left", "It is the other player's turn."),
        (0, "6-6 left", "It is the other player's turn."),
        (1, "1-0 left", "1-0 is not in this hand."),
        (1, "5-5 left", "5-5 is not in this hand."),
        (1, "5-3 left", "5-3 is not in this hand."),
        (1, "6-4 left", "6-4 does not fit: the ends show 0 and 3."),
        (1, "6-4", "6-4 does not fit: the ends show 0 and 3."),
        (1, "3-3 left", "3-3 does not fit the left end, which shows 0."),
        (1, "3-3", "The two ends show different numbers: choose one."),
    ],
)
def test_a_command_that_cannot_be(table: Table, seat: int, move: str, reason: str) -> None:
    assert table.refusal(seat, move) == reason


def test_the_right_end_has_a_reason_of_its_own() -> None:
    table = Table.of(dealt("5-5 5-0 1-0 2-0", "5-3 3-3 6-4 4-0"))
    table.play("5-5", "5-3", "5-0 left")
    assert table.refusal(1, "4-0 right") == "4-0 does not fit the right end, which shows 3."


def test_a_tile_that_was_just_played_cannot_be_played_again(table: Table) -> None:
    """A double click sends the same command twice."""
    table.play("3-3 right")
    assert table.refusal(1, "3-3 right") == "It is the other player's turn."


def test_only_the_opening_tile_opens() -> None:
    table = Table.of(dealt("5-5 5-0", "5-3 6-3"))
    assert table.refusal(0, "5-0") == "5-5 opens this round: it is the highest double that was dealt."
    assert table.refusal(0, "5-5 left") == "There is no end to choose here: the tile alone is enough."
    table = Table.of(dealt("5-1 5-0", "5-3 6-3"))
    assert table.refusal(1, "5-3") == "6-3 opens this round: no double was dealt, and it is the heaviest tile."


def test_an_end_is_not_chosen_where_both_show_the_same() -> None:
    table = Table.of(dealt("5-5 5-0", "5-3 6-3"))
    table.play("5-5")
    assert table.refusal(1, "5-3 left") == "There is no end to choose here: the tile alone is enough."
    assert table.refusal(1, "6-3") == "6-3 does not fit: both ends show 5."


def test_after_the_end_nothing_is_played() -> None:
    table = Table.of(dealt("6-6 6-5", "6-1 4-3"))
    table.play("6-6", "6-1", "6-5 left")
    for seat in range(2):
        assert table.refusal(seat, "4-3") == "This round is over."


def test_a_seat_that_is_not_there_is_not_to_move(table: Table) -> None:
    assert table.refusal(2, "3-3 right") == "It is the other player's turn."


def test_nothing_is_taken_back() -> None:
    """A draw or the other's move has shown something; the reason is given."""
    table = Table.of(dealt("5-5 5-0", "5-3 6-3"))
    events = table.play("5-5")
    said = "A move in dominoes stays: what was drawn or played after it has been seen."
    assert table.game.may_undo(table.state, events).english == said
    round_ = Round.open(MemoryLog(), INFO, code=CODE, mode="shared")
    [seat] = round_.to_move
    round_.play(round_.choices(seat)[0])
    assert not round_.can_undo


CODE = DealCode.of(INFO, NoOptions(), 11)


def finished() -> list[Record]:
    """The records of a round, played to its end."""
    log = MemoryLog()
    round_ = Round.open(log, INFO, code=CODE, mode="shared")
    while not round_.over:
        [seat] = round_.to_move
        round_.play(round_.choices(seat)[0])
    return log.read(round_.id)


def forged(records: list[Record], change: Callable[[dict[str, Any]], object]) -> list[Record]:
    """The same with another deal, and a chain of digests that holds."""
    told = orjson.loads(records[1].payload)
    change(told)
    changed: list[Record] = []
    for record in records:
        new = record._replace(payload=orjson.dumps(told)) if record.version == 2 else record
        one = Draft(new.name, new.schema, new.payload, new.parent, new.at, new.active_ms, new.seat, new.choice)
        digest = changed[-1].digest if changed else b""
        changed += follow(digest, new.stream, len(changed), new.command_id, [one], len(changed) + 1)
    return changed


FORGERIES: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda deal: deal["boneyard"].pop(), "a set up to 6 has 28 tiles, not 27"),
    (lambda deal: deal["hands"][0].pop(), "a set up to 6 has 28 tiles, not 27"),
    (lambda deal: deal["boneyard"].append([0, 0]), "a set up to 6 has 28 tiles, not 29"),
    (lambda deal: deal["boneyard"].__setitem__(0, deal["boneyard"][1]), "was dealt twice"),
    (lambda deal: deal["boneyard"].__setitem__(0, [0, 7]), "7-0 is no tile of a set up to 6"),
    (lambda deal: deal["hands"][0].__setitem__(0, [6, 0]), "0-6 is no tile of a set up to 6"),
    (lambda deal: deal.update(opener=1 - deal["opener"]), "was not dealt to seat"),
    (lambda deal: deal.update(opener=2), "there is no seat 2"),
    (lambda deal: deal.update(hands=7), "does not fit"),
]


@pytest.mark.parametrize(("change", "reason"), FORGERIES, ids=range(len(FORGERIES)))
def test_a_log_with_another_deal_is_refused(change: Callable[[dict[str, Any]], object], reason: str) -> None:
    """27 tiles, a tile twice, a tile that is none: opening the round fails, and the check tells why."""
    records = forged(finished(), change)
    assert any(reason in problem.message.english for problem in verify(records, GAMES))
    with pytest.raises(EventError, match=reason):
        decode(records[1].name, records[1].schema, records[1].payload)
    log = MemoryLog()
    log.import_records(records)
    with pytest.raises(LogError):
        Round.resume(log, records[0].stream, GAMES)


def test_a_log_with_other_tiles_of_the_set_is_told() -> None:
    """A deal that could be, but is not the code's: two tiles of the boneyard exchanged."""

    def exchange(deal: dict[str, Any]) -> None:
        boneyard = deal["boneyard"]
        boneyard[0], boneyard[1] = boneyard[1], boneyard[0]

    assert verify(finished(), GAMES) == []
    problems = verify(forged(finished(), exchange), GAMES)
    assert problems[0].version == 2
    assert "rules decide otherwise than was recorded" in problems[0].message.english


def test_a_play_is_read_as_it_is_written() -> None:
    """The measure of these tests."""
    assert (play("6-3 left").end, play("6-3").end) == ("left", None)
