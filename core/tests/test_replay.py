"""Replay files: the same bytes out as in, bounds, reasons; and the check that decides everything again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import orjson
import pytest
from core.tests.log.heap import GAMES, HEAP, Options, Take, Taken
from core.tests.log.moment import Moment
from core.tests.toys.patience import INFO as PATIENCE
from core.tests.toys.patience import Patience, Shuffled
from hypothesis import given
from hypothesis import strategies as st

from sofra.code import DealCode
from sofra.event import Encoded, encode
from sofra.game import GameInfo
from sofra.log import Draft, Exists, Log, MemoryLog, Record, Unknown
from sofra.log.hosted import HeadMoved, RoundClosed
from sofra.log.record import draft, follow
from sofra.replay import ReplayError, dump, export_round, import_file, load, read_file, verify, verify_log
from sofra.replay.file import MAX_BYTES, MAX_DEPTH, MAX_LINE
from sofra.round import Round

CODE = DealCode.of(HEAP, Options(), 5)


def played(log: Log, *tokens: int) -> Round:
    """A round with a branch, a hint, a light, a pause; then `tokens` taken from the deal."""
    moment = Moment()
    round_ = Round.open(log, HEAP, code=CODE, time=moment)
    round_.start_clock()
    for each in (2, 3):
        moment.pass_(1.5)
        round_.play(round_.choices()[each - 2])
    round_.advise()
    round_.show_verdict()
    round_.stop_clock()
    round_.jump(2)
    for each in tokens:
        moment.pass_(1)
        round_.play(next(choice for choice in round_.choices() if choice.command == Take(each)))
    return round_


def records_of(*tokens: int) -> list[Record]:
    log = MemoryLog()
    return log.read(played(log, *tokens).id)


WON = records_of(3, 3, 3, 3)


def again(records: list[Record], changes: dict[int, dict[str, Any]]) -> list[Record]:
    """The records with some fields changed (by version) and a chain that holds."""
    changed: list[Record] = []
    for record in records:
        new = record._replace(**changes.get(record.version, {}))
        one = Draft(new.name, new.schema, new.payload, new.parent, new.at, new.active_ms, new.seat, new.choice)
        before = changed[-1].digest if changed else b""
        changed += follow(before, new.stream, len(changed), new.command_id, [one], len(changed) + 1)
    return changed


def test_round_trip(tmp_path: Path) -> None:
    """Exported, imported elsewhere and exported again, a round gives equal bytes, and is the same round."""
    log, other = MemoryLog(), MemoryLog()
    played(log, 2)
    round_ = played(log, 3, 3, 3, 3)
    export_round(log, round_.id, tmp_path / "one.sofra")
    assert import_file(other, tmp_path / "one.sofra") == round_.id
    export_round(other, round_.id, tmp_path / "two.sofra")
    assert (tmp_path / "one.sofra").read_bytes() == (tmp_path / "two.sofra").read_bytes()
    assert Round.resume(other, round_.id, GAMES).line == round_.line
    assert [info.imported for info in other.streams()] == [True]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.sofra", "two.sofra"]


def test_readable(tmp_path: Path) -> None:
    """A file is JSON Lines with a header that says what it is."""
    lines = [orjson.loads(line) for line in dump(WON).splitlines()]
    assert lines[0] == {
        "format": "sofra-replay",
        "version": 1,
        "round": WON[0].stream,
        "game": "heap",
        "rules": 1,
        "code": "HP1-S10-AAAAAAF",
        "options": {"size": "S10", "scoring": "plain"},
        "mode": "alone",
        "app": "",
        "records": len(WON),
    }
    assert lines[2]["payload"] == {"tokens": 12}
    assert lines[-1]["name"] == "sofra.round-closed"


_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(
    values=st.lists(st.tuples(_json, st.booleans()), max_size=4),
    command=st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=64),
)
def test_unknown_events_survive(values: list[tuple[Any, bool]], command: str) -> None:
    """Events that nobody here knows are carried byte for byte, however they were written."""
    drafts = []
    for value, spaced in values:
        text = orjson.dumps(value)
        payload = b"[ " + text + b' , {"payload":1,"a":\t"}\\u00e9"}]' if spaced else text
        drafts.append(Draft("sofra.of-tomorrow", 7, payload, 2, 1, 0))
    records = records_of()[:2]
    records += follow(records[-1].digest, records[0].stream, 2, command, drafts, 3)
    content = dump(records)
    assert [record[1:] for record in load(content)] == [record[1:] for record in records]
    assert dump(load(content)) == content


def test_line_ends_may_change() -> None:
    """A file that went through a mail program, with other line ends or without the last, is still read."""
    content = dump(WON)
    assert load(content.replace(b"\n", b"\r\n")) == load(content)
    assert load(content.rstrip(b"\n")) == load(content)


def test_import_again(tmp_path: Path) -> None:
    """A file that is here already changes nothing, nor does an older export of the same round; another round is refused."""
    log = MemoryLog()
    round_ = played(log)
    export_round(log, round_.id, tmp_path / "early.sofra")
    round_.play(round_.choices()[0])
    export_round(log, round_.id, tmp_path / "late.sofra")
    here = log.read(round_.id)
    for name in ("early.sofra", "late.sofra"):
        assert import_file(log, tmp_path / name) == round_.id
        assert log.read(round_.id) == here
    forged = again(here, {3: {"at": 7}})
    (tmp_path / "forged.sofra").write_bytes(dump(forged))
    with pytest.raises(Exists):
        import_file(log, tmp_path / "forged.sofra")
    assert log.read(round_.id) == here


def lines_of(records: list[Record]) -> list[bytes]:
    return dump(records).split(b"\n")[:-1]


def change(line: int, old: bytes, new: bytes) -> bytes:
    lines = lines_of(WON)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return b"\n".join([*lines, b""])


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"", 0, "empty"),
        (b"\n", 1, "not JSON"),
        (b"hello", 1, "not JSON"),
        (b"[]", 1, "not a record"),
        (b"{}", 1, "not a replay file"),
        (change(1, b'"version":1', b'"version":2'), 1, "newer Sofra"),
        (change(1, b'"version":1', b'"version":"1"'), 1, "not a replay file"),
        (change(1, b"AAAAAAF", b"AAAAAAG"), 1, "does not fit the round"),
        (change(1, b'"round":"', b'"round":"../'), 1, "no proper name"),
        (change(1, b'"round":"', b'"round":"0'), 2, "digest"),
        (b"\n".join([*lines_of(WON)[:-1], b""]), 0, "should hold"),
        (dump(WON)[:-20], len(WON) + 1, "not JSON"),
        (change(5, b'"parent":', b'"parent":1'), 5, "digest"),
        (change(5, b'"at":1', b'"at":1.'), 5, "missing or wrong"),
        (change(5, b'"at":1', b'"at":99999999999999999999'), 5, "missing or wrong"),
        (change(5, b'"digest":"', b'"digest":"zz'), 5, "missing or wrong"),
        (change(5, b'"command":"', b'"command":"\\n'), 5, "missing or wrong"),
        (change(5, b'"seat":', b'"chair":'), 5, "missing or wrong"),
        (change(5, b'"tokens"', b'"token5"'), 5, "digest"),
        (change(5, b'"payload":', b'"payload": '), 5, "digest"),
        (change(5, b'"payload":', b'"load":'), 5, "not where it should be"),
        (change(5, b'"tokens":', b'"x":' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b',"tokens":'), 5, "nested"),
        (change(5, b'"tokens":', b'"x":"' + b"x" * MAX_LINE + b'","tokens":'), 5, "longer than 1 MB"),
        (b"\n".join([lines_of(WON)[0]] + [lines_of(WON)[1]] * len(WON)), 3, "digest"),
        (b"{" * (MAX_BYTES + 1), 0, "larger than 16 MB"),
        (b"{}\n" * 100_002, 0, "more than 100000 records"),
    ],
)  # fmt: skip
def test_bad_files(content: bytes, line: int, reason: str) -> None:
    """What is wrong with a file is told with its line and the reason."""
    with pytest.raises(ReplayError, match=reason) as error:
        load(content)
    assert error.value.line == line
    assert error.value.message.english.startswith(f"Line {line}: " if line else "")


def test_brackets_in_texts_are_no_depth() -> None:
    """Many brackets inside a text are text."""
    payload = encode_text("[" * 200 + '"{{' + "\\")
    records = records_of()[:2]
    records += follow(records[-1].digest, records[0].stream, 2, "x", [Draft("sofra.x", 1, payload, 2, 0, 0)], 3)
    assert load(dump(records))[2].payload == payload


def encode_text(text: str) -> bytes:
    return orjson.dumps({"text": text})


def test_a_tree_that_cannot_be() -> None:
    """A well-chained file whose records cannot follow each other is refused at the line."""
    forged = again(records_of(2), {9: {"name": "heap.taken", "payload": b'{"tokens":2,"lucky":1}', "parent": 2}})
    with pytest.raises(ReplayError, match="cannot follow"):
        load(_file(forged))


def _file(records: list[Record]) -> bytes:
    """The lines of records whose tree does not fold, under the header of a round that does."""
    lines = lines_of(WON)[:1]
    lines[0] = lines[0].replace(WON[0].stream.encode(), records[0].stream.encode())
    lines[0] = lines[0].replace(b'"records":%d' % len(WON), b'"records":%d' % len(records))
    for record in records:
        fields = {
            "version": record.version, "parent": record.parent, "command": record.command_id, "seat": record.seat,
            "choice": record.choice, "at": record.at, "active_ms": record.active_ms, "digest": record.digest.hex(),
            "name": record.name, "schema": record.schema,
        }  # fmt: skip
        lines.append(orjson.dumps(fields)[:-1] + b',"payload":' + record.payload + b"}")
    return b"\n".join([*lines, b""])


def test_files_that_are_not_there(tmp_path: Path) -> None:
    """A path that cannot be read or written is told with the path; nothing half-written stays."""
    log = MemoryLog()
    round_ = played(log)
    with pytest.raises(ReplayError, match="cannot be read") as error:
        read_file(tmp_path / "none.sofra")
    assert "none.sofra" in error.value.message.english
    with pytest.raises(ReplayError, match="cannot be written"):
        export_round(log, round_.id, tmp_path / "nowhere" / "x.sofra")
    (tmp_path / "folder.sofra").mkdir()
    with pytest.raises(ReplayError, match="cannot be written"):
        export_round(log, round_.id, tmp_path / "folder.sofra")
    with pytest.raises(Unknown):
        export_round(log, "nobody", tmp_path / "x.sofra")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.sofra"]


def test_rounds_of_several_are_exported_at_their_end(tmp_path: Path) -> None:
    """While a round of several seats runs, its file would tell what is hidden."""
    log = MemoryLog()
    opened = WON[0].event()
    payload = orjson.dumps({**orjson.loads(encode(opened).payload), "seats": ["person", "computer"]})
    log.import_records(again(records_of(2), {1: {"payload": payload}}))
    with pytest.raises(ReplayError, match="when it is over"):
        export_round(log, log.streams()[0].id, tmp_path / "x.sofra")


def problems(records: list[Record], games: dict[str, GameInfo] | None = None) -> list[tuple[int, str]]:
    return [(each.version, each.message.english) for each in verify(records, GAMES if games is None else games)]


def test_verify_what_is_well() -> None:
    """Rounds with branches, ends, and a secret key hold."""
    assert problems(WON) == []
    assert problems(records_of(3, 3, 3, 2)) == []
    log = MemoryLog()
    round_ = Round.open(log, HEAP, code=None)
    round_.play(round_.choices()[0])
    round_.abandon()
    assert problems(log.read(round_.id)) == []
    played(log, 3, 3, 3, 3)
    assert verify_log(log, GAMES) == []


def test_verify_changed_bytes() -> None:
    """A record that was changed breaks the chain."""
    changed = [WON[0], WON[1]._replace(at=0), *WON[2:]]
    assert problems(changed) == [(2, "The digest does not fit: the record was changed.")]
    assert problems([]) == [(0, "There are no records.")]


FIRST_MOVE = next(record.version for record in WON if record.seat is not None)


@pytest.mark.parametrize(
    ("changes", "version", "reason"),
    [
        ({2: {"payload": b'{"tokens":13}'}}, 2, "decide otherwise"),
        ({FIRST_MOVE: {"payload": encode(Taken(2, 1)).payload}}, FIRST_MOVE, "decide otherwise"),
        ({FIRST_MOVE: {"payload": WON[FIRST_MOVE - 1].payload.replace(b":", b": ")}}, FIRST_MOVE, "decide otherwise"),
        ({FIRST_MOVE: {"choice": 1}}, FIRST_MOVE, "decide otherwise"),
        ({FIRST_MOVE: {"choice": 2}}, FIRST_MOVE, "no such choice"),
        ({FIRST_MOVE: {"choice": -1}}, FIRST_MOVE, "no such choice"),
        ({FIRST_MOVE: {"seat": 1}}, FIRST_MOVE, "no such choice"),
        ({FIRST_MOVE: {"active_ms": 10**9}}, FIRST_MOVE + 1, "goes back"),
        ({len(WON): {"payload": encode(RoundClosed(("won",), (7,), 1_000)).payload}}, len(WON), "the end of the round"),
        ({len(WON): {"name": "sofra.of-tomorrow"}}, len(WON), "the end of the round"),
        ({1: {"payload": WON[0].payload.replace(b'"HP1-S10-AAAAAAF","options"', b'"HP1-S10-AAAAAAB","options"')}}, 2, "otherwise"),
    ],
)  # fmt: skip
def test_verify_forged(changes: dict[int, dict[str, Any]], version: int, reason: str) -> None:
    """A forger who mends the chain is still found where the rules decide otherwise."""
    found = problems(again(WON, changes))
    assert any(each == version and reason.lower() in text.lower() for each, text in found), found


def shuffled() -> tuple[list[Record], int, Shuffled]:
    """A round of Patience with two moves, a shuffle and two more; the shuffle's version, and what it laid."""
    log = MemoryLog()
    for number in range(100):
        round_ = Round.open(log, PATIENCE, code=DealCode.of(PATIENCE, PATIENCE.options(), number))
        for slow in (False, False, True, False, False):
            wanted = [choice for choice in round_.choices() if choice.slow == slow]
            if wanted:
                round_.play(wanted[0])
        if round_.ply == 5:
            [event] = round_.line[3].events
            return log.read(round_.id), round_.line[3].version, event
    raise AssertionError


PATIENCE_GAMES = {PATIENCE.id: PATIENCE}


@pytest.mark.parametrize("checks", [False, True])
def test_verify_a_shuffle_that_is_none(checks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shuffle edited to lay other pieces than were left is named, whether or not the rules can fold it."""
    records, version, event = shuffled()
    assert problems(records, PATIENCE_GAMES) == []
    forged = attrs.evolve(event, row=event.row[:1] * len(event.row))

    def evolve(game: Patience, state: Any, happened: Any) -> Any:
        if state is not None and isinstance(happened, Shuffled) and set(happened.row) != set(state.cards):
            raise ValueError("no shuffle of what is left")
        return folds(game, state, happened)

    folds = Patience.evolve
    if checks:
        monkeypatch.setattr(Patience, "evolve", evolve)
    found = problems(again(records, {version: {"payload": encode(forged).payload}}), PATIENCE_GAMES)
    assert found[0] == (
        version,
        "Move 3 (toy-patience.shuffled): the rules decide otherwise than was recorded.",
    )


def test_verify_a_shuffle_in_another_order() -> None:
    """A shuffle of the right pieces that chance did not lay so is found, and nothing else is wrong with the round."""
    records, version, event = shuffled()
    other = attrs.evolve(event, row=(event.row[1], event.row[0], *event.row[2:]))
    found = problems(again(records[:version], {version: {"payload": encode(other).payload}}), PATIENCE_GAMES)
    assert [each for each, _text in found] == [version]


def test_verify_rules_that_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that cannot bear a forged position are no fault of the program: the move is named, and the check ends there."""
    records, version, event = shuffled()

    def outcome(game: Patience, seen: Any) -> Any:
        assert len(set(seen.cards)) == len(seen.cards)
        return ends(game, seen)

    ends = Patience.outcome
    monkeypatch.setattr(Patience, "outcome", outcome)
    forged = attrs.evolve(event, row=event.row[:1] * len(event.row))
    found = problems(again(records, {version: {"payload": encode(forged).payload}}), PATIENCE_GAMES)
    assert found[1:] == [(version, "Move 3: the rules fail in the position that was recorded.")]


def test_verify_after_the_end() -> None:
    """Nothing may follow the end of a round."""
    undone = follow(WON[-1].digest, WON[0].stream, len(WON), "x", [draft(HeadMoved(2), WON[-1].parent, 0, 10**6)])
    assert (len(WON) + 1, "The round goes on after its end.") in problems([*WON, *undone])


def test_verify_without_the_game() -> None:
    """Without its game a round cannot be verified, and the game is named."""
    ((version, text),) = problems(WON, {})
    assert version == 0
    assert "heap" in text


def test_verify_a_torn_log() -> None:
    """Verifying a log tells of every round, and goes on behind a damaged one."""
    log = MemoryLog()
    first, second = played(log), played(log)
    log._streams[first.id][3] = log._streams[first.id][3]._replace(payload=b'{"tokens":2}')
    found = verify_log(log, GAMES)
    assert [problem.stream for problem in found] == [first.id]
    assert second.id not in {problem.stream for problem in found}


def test_encoded_is_what_files_hold() -> None:
    """The codec is what payloads are compared by."""
    assert encode(Taken(2, 1)) == Encoded("heap.taken", 1, b'{"tokens":2,"lucky":1}')
