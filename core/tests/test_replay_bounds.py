"""A replay file that somebody chained with care can still hurt nobody: what it may hold has bounds, and the rules are asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import attrs
import orjson
import pytest
from core.tests.log.heap import GAMES, HEAP, Heap, Options, Taken
from core.tests.log.moment import Moment

from sofra.code import DealCode
from sofra.event import event
from sofra.game import Eye
from sofra.log import Draft, MemoryLog, Record
from sofra.log.hosted import HeadMoved, HintGiven, LevelChanged, RoundClosed, RoundOpened
from sofra.log.record import draft, follow
from sofra.replay import ReplayError, dump, import_file, load, verify
from sofra.replay.bounds import MAX_MOVES, wrong_tree
from sofra.round import Round
from sofra.scene import Aspect, Scene


def won() -> list[Record]:
    """A round that was won."""
    log, moment = MemoryLog(), Moment()
    round_ = Round.open(log, HEAP, code=DealCode.of(HEAP, Options(), 5), time=moment)
    while round_.choices():
        moment.pass_(1)
        round_.play(round_.choices()[-1])
    return log.read(round_.id)


WON: Final = won()
OPENED: Final = WON[0].event()


def chained(records: list[Record]) -> list[Record]:
    """The records with versions and digests that hold."""
    made: list[Record] = []
    for record in records:
        one = Draft(
            record.name,
            record.schema,
            record.payload,
            record.parent,
            record.at,
            record.active_ms,
            record.seat,
            record.choice,
        )
        before = made[-1].digest if made else b""
        made += follow(before, WON[0].stream, len(made), record.command_id, [one], len(made) + 1)
    return made


def written(records: list[Record]) -> bytes:
    """A file of the records, whatever they are, under a header that fits."""
    lines = dump(WON).split(b"\n")[:1]
    header = orjson.loads(lines[0]) | {"records": len(records)}
    opened = orjson.loads(records[0].payload)
    header |= {name: opened.get(name) for name in ("game", "rules", "code")}
    lines[0] = orjson.dumps(header)
    for record in records:
        fields = {
            "version": record.version, "parent": record.parent, "command": record.command_id, "seat": record.seat,
            "choice": record.choice, "at": record.at, "active_ms": record.active_ms, "digest": record.digest.hex(),
            "name": record.name, "schema": record.schema,
        }  # fmt: skip
        lines.append(orjson.dumps(fields)[:-1] + b',"payload":' + record.payload + b"}")
    return b"\n".join([*lines, b""])


def opened(**changes: Any) -> Record:
    """The opening with other fields."""
    fields = orjson.loads(WON[0].payload) | changes
    return WON[0]._replace(payload=orjson.dumps(fields))


def closed(**changes: Any) -> list[Record]:
    fields = orjson.loads(WON[-1].payload) | changes
    return [*WON[:-1], WON[-1]._replace(payload=orjson.dumps(fields))]


def hosted(value: Any) -> list[Record]:
    made = draft(value, 2, 0, 0)
    return [
        *WON[:2],
        WON[2]._replace(name=made.name, schema=made.schema, payload=made.payload, parent=2, seat=None, choice=None),
    ]


@pytest.mark.parametrize(
    ("records", "field"),
    [
        ([opened(mode="upside-down"), *WON[1:]], "mode"),
        ([opened(game="../heap"), *WON[1:]], "game"),
        ([opened(game="x" * 300), *WON[1:]], "game"),
        ([opened(rules=-1), *WON[1:]], "rules"),
        ([opened(code="HP1\x1b[2J"), *WON[1:]], "code"),
        ([opened(code="\u202eHP1"), *WON[1:]], "code"),
        ([opened(code="x" * 10_000), *WON[1:]], "code"),
        ([opened(options={"size": "S\n10"}), *WON[1:]], "options"),
        ([opened(options={str(n): "x" for n in range(999)}), *WON[1:]], "options"),
        ([opened(seats=[]), *WON[1:]], "seats"),
        ([opened(seats=["person"] * 1000), *WON[1:]], "seats"),
        ([opened(key="no key"), *WON[1:]], "key"),
        ([opened(app="\x07"), *WON[1:]], "app"),
        ([opened(origin={"round": "a\nb", "head": 1}), *WON[1:]], "origin"),
        ([opened(origin=7), *WON[1:]], "payload"),
        (closed(standings=["victorious"]), "standings"),
        (closed(standings=[]), "standings"),
        (closed(points=[2**63]), "payload|points"),
        (closed(score=1e300), "score"),
        (hosted(HintGiven(2, 0, 2**60)), "choice"),
        (hosted(LevelChanged("x" * 65)), "level"),
        ([WON[0], WON[1]._replace(name="no name at all"), *WON[2:]], "name"),
        ([WON[0]._replace(at=2**62), *WON[1:]], "at"),
        ([*WON[:3], WON[3]._replace(active_ms=-5), *WON[4:]], "active_ms"),
        ([*WON[:3], WON[3]._replace(active_ms=2**60), *WON[4:]], "active_ms"),
        ([*WON[:2], WON[2]._replace(choice=-1), *WON[3:]], "choice"),
        ([*WON[:2], WON[2]._replace(seat=2**40), *WON[3:]], "seat"),
    ],
)  # fmt: skip
def test_fields(records: list[Record], field: str) -> None:
    """A field that would trouble whoever shows, counts or prints it is refused by name, at its line."""
    with pytest.raises(ReplayError, match=rf"missing or wrong: ({field})") as error:
        load(written(chained(records)))
    assert error.value.line > 1


def test_what_is_fine_stays_fine() -> None:
    """The round itself, chained and written as the others are, is read."""
    assert [record[1:] for record in load(written(chained(WON)))] == [record[1:] for record in WON]


def test_a_command_that_comes_twice() -> None:
    """A command id that was used before would be taken for its repetition."""
    twice = [*WON[:6], WON[6]._replace(command_id=WON[2].command_id), *WON[7:]]
    with pytest.raises(ReplayError, match="cannot follow"):
        load(written(chained(twice)))


class TestTree:
    def moves(self, count: int) -> list[Record]:
        """A round of so many moves of one record each."""
        one = WON[2]._replace(name="heap.counted", payload=b'{"left":3}')
        return [opened(), WON[1], *(one._replace(command_id=f"c{n}", parent=n + 2) for n in range(count))]

    def test_too_many_moves(self) -> None:
        """A tree with more moves than any game has is refused."""
        assert wrong_tree(chained(self.moves(MAX_MOVES))) is None
        with pytest.raises(ReplayError, match="longer than any"):
            load(written(chained(self.moves(MAX_MOVES + 1))))

    def test_a_way_to_and_fro(self) -> None:
        """Jumping from one end of a long round to the other, again and again, is refused before it is done."""
        records = self.moves(5_000)
        moved = draft(HeadMoved(2), None, 0, 0)
        for n in range(20_000):
            to = 2 if n % 2 == 0 else 5_002
            payload = b'{"to":%d}' % to
            parent = 5_002 if n % 2 == 0 else 2
            records.append(
                WON[2]._replace(
                    command_id=f"j{n}", parent=parent, name=moved.name, payload=payload, seat=None, choice=None
                )
            )
        with pytest.raises(ReplayError, match="longer than any"):
            load(written(chained(records)))

    def test_many_small_steps(self) -> None:
        """A long round of somebody who takes back often is read."""
        records = self.moves(40)
        head, n = 42, 0
        while len(records) < 5_000:
            to = 2 + (head * 7 + n) % 41
            records.append(
                WON[2]._replace(
                    command_id=f"j{n}", parent=head, name="sofra.head-moved", payload=b'{"to":%d}' % to, seat=None,
                    choice=None,
                )
            )  # fmt: skip
            head, n = to, n + 1
        assert len(load(written(chained(records)))) == 5_000


class Fragile(Heap):
    """A heap whose table breaks when there is too much on it."""

    id = "fragile"

    def scene(self, seen: Any, eye: Eye, aspect: Aspect) -> Scene:
        if seen.left > 12:
            raise IndexError(seen.left)
        return super().scene(seen, eye, aspect)


FRAGILE = attrs.evolve(HEAP, id="fragile", rules={1: "core.tests.test_replay_bounds:Fragile"})


class TestRules:
    def imported(self, path: Path, records: list[Record], games: Any = GAMES) -> None:
        path.write_bytes(written(chained(records)))
        log = MemoryLog()
        try:
            import_file(log, path, games=games)
        finally:
            assert len(log.streams()) <= 1

    def test_what_was_played_is_taken(self, tmp_path: Path) -> None:
        """A round that its rules bear out is imported."""
        self.imported(tmp_path / "won.sofra", WON)

    def test_a_move_that_was_none(self, tmp_path: Path) -> None:
        """A move that the rules do not make is refused at its line, though every digest holds."""
        forged = [*WON[:2], WON[2]._replace(payload=orjson.dumps({"tokens": 3, "lucky": 1_000_000})), *WON[3:]]
        with pytest.raises(ReplayError, match="decide otherwise") as error:
            self.imported(tmp_path / "forged.sofra", forged)
        assert error.value.line == 4
        assert len(load((tmp_path / "forged.sofra").read_bytes())) == len(forged)

    def test_a_deal_that_makes_no_table(self, tmp_path: Path) -> None:
        """A forged deal that the rules cannot even draw is refused; it is not dealt again, which may take long."""
        records = [opened(game="fragile"), WON[1]._replace(payload=b'{"tokens":13}')]
        games = {"fragile": FRAGILE}
        with pytest.raises(ReplayError, match="rules fail"):
            self.imported(tmp_path / "forged.sofra", records, games)
        self.imported(tmp_path / "fine.sofra", [records[0], WON[1]._replace(payload=b'{"tokens":11}')], games)

    def test_a_game_that_is_not_here(self, tmp_path: Path) -> None:
        """A round whose game is not installed is kept as it is."""
        self.imported(tmp_path / "won.sofra", WON, {})
        self.imported(tmp_path / "newer.sofra", [opened(rules=2), *WON[1:]])


@event("heap.grown")
@attrs.frozen
class Grown:
    left: int
    more: str = "as before"


class Growing(Heap):
    """A heap whose event has got an optional field since the round was played."""

    id = "growing"

    def decide(self, state: Any, seat: int, command: Any, chance: Any) -> Any:
        taken, counted = super().decide(state, seat, command, chance)
        return [taken, Grown(counted.left)]  # type: ignore[union-attr]

    def evolve(self, state: Any, event: Any) -> Any:
        return state if isinstance(event, Grown) else super().evolve(state, event)


GROWING = attrs.evolve(HEAP, id="growing", rules={1: "core.tests.test_replay_bounds:Growing"})


def test_an_optional_field_that_came_later() -> None:
    """A round from before an optional field is decided as it was recorded; any other difference in the bytes is told."""
    log = MemoryLog()
    round_ = Round.open(log, GROWING, code=DealCode.of(GROWING, Options(), 5))
    round_.play(round_.choices()[0])
    records = log.read(round_.id)
    games = {"growing": GROWING}
    assert verify(records, games) == []
    grown = next(n for n, record in enumerate(records) if record.name == "heap.grown")
    left = orjson.loads(records[grown].payload)["left"]
    for payload, said in (
        (b'{"left":%d}' % left, 0),
        (b'{"left": %d}' % left, 1),
        (b'{"left":%d,"more":"otherwise"}' % left, 1),
        (b'{"more":"as before","left":%d}' % left, 1),
    ):
        older = [*records[:grown], records[grown]._replace(payload=payload), *records[grown + 1 :]]
        changed: list[Record] = []
        for record in older:
            one = Draft(*record[7:10], record.parent, record.at, record.active_ms, record.seat, record.choice)
            before = changed[-1].digest if changed else b""
            changed += follow(before, record.stream, len(changed), record.command_id, [one], len(changed) + 1)
        assert len(verify(changed, games)) == said, payload


def test_the_toys_are_what_they_seem() -> None:
    """The events that the tests forge are those that the game writes."""
    assert isinstance(OPENED, RoundOpened)
    assert isinstance(WON[2].event(), Taken)
    assert isinstance(WON[-1].event(), RoundClosed)
