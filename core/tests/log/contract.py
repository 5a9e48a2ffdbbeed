"""What every log promises: subclass `LogContract` and say how one is made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from core.tests.log.heap import Heaped, Taken

from sofra.log import Conflict, Damaged, Draft, Exists, Log, RoundAbandoned, RoundClosed, Unknown
from sofra.log.record import broken_at, draft

FIRST = [draft(Heaped(12), None, 1_000, 0), draft(Taken(2, 7), 1, 1_001, 5, seat=0, choice=1)]
NEXT = [draft(Taken(3, 8), 2, 2_000, 900, seat=0, choice=0)]
LAST = [draft(Taken(2, 9), 3, 3_000, 1_900), draft(Taken(3, 9), 4, 3_000, 1_900)]


class LogContract:
    @pytest.fixture
    def log(self) -> Log | Iterator[Log]:
        raise NotImplementedError

    @pytest.fixture
    def other(self) -> Log | Iterator[Log]:
        """Another log, to carry records to."""
        raise NotImplementedError

    def test_append_gives_back_what_is_read(self, log: Log) -> None:
        """What append returns is what read finds, in order and with gapless versions."""
        added = [*log.append("a", 0, "one", FIRST), *log.append("a", 2, "two", NEXT), *log.append("a", 3, "3", LAST)]
        assert log.read("a") == added
        assert [record.version for record in added] == [1, 2, 3, 4, 5]
        assert [(r.seat, r.choice, r.parent) for r in added[:3]] == [(None, None, None), (0, 1, 1), (0, 0, 2)]
        assert added[0].event() == Heaped(12)

    def test_read_after(self, log: Log) -> None:
        """Reading after a version leaves out that version and all before it."""
        log.append("a", 0, "one", FIRST)
        log.append("a", 2, "two", NEXT)
        assert [record.version for record in log.read("a", 1)] == [2, 3]
        assert log.read("a", 3) == []
        assert log.read("a", 30) == []
        assert log.read("nobody") == []

    def test_streams_share_one_order(self, log: Log) -> None:
        """Sequences are the total order of all streams, and read_all follows it."""
        log.append("a", 0, "one", FIRST)
        log.append("b", 0, "one", FIRST)
        log.append("a", 2, "two", NEXT)
        found = list(log.read_all())
        assert [(r.stream, r.version) for r in found] == [("a", 1), ("a", 2), ("b", 1), ("b", 2), ("a", 3)]
        sequences = [record.sequence for record in found]
        assert sequences == sorted(set(sequences))
        assert list(log.read_all(after=sequences[1], limit=2)) == found[2:4]
        assert log.sequence == sequences[-1]

    def test_read_each(self, log: Log) -> None:
        """Every stream comes whole, whatever stood between its records; of one that went on behind its end that is told."""
        leave = draft(RoundAbandoned(stuck=False), 2, 3_000, 900)
        for stream in "abcd":
            log.append(stream, 0, "one", FIRST)
        for stream in "ca":
            log.append(stream, 2, "two", [*NEXT, leave])
        log.append("b", 2, "two", NEXT)
        log.append("a", 4, "three", [leave])
        log.delete("d")
        again: list[str] = []
        found = {records[0].stream: records for records in log.read_each(again)}
        assert again == ["a"]
        assert found == {"a": log.read("a")[:4], "b": log.read("b"), "c": log.read("c")}

    def test_read_each_within_bounds(self, log: Log) -> None:
        """Up to a sequence there is what was there then; behind one what began there; what lies across is told."""
        leave = draft(RoundAbandoned(stuck=False), 2, 3_000, 900)
        for stream in "ab":
            log.append(stream, 0, "one", FIRST)
        log.append("a", 2, "two", [leave])
        middle = log.sequence
        log.append("b", 2, "two", NEXT)
        log.append("a", 3, "three", [leave])
        log.append("c", 0, "one", FIRST)
        assert sorted(log.across(middle)) == ["a", "b"]
        assert log.across(0) == log.across(log.sequence) == []
        assert {each[0].stream: len(each) for each in log.read_each([], until=middle)} == {"a": 3, "b": 2}
        assert [[each.stream for each in records] for records in log.read_each([], middle)] == [["c", "c"]]

    def test_read_all_is_not_disturbed_by_appending(self, log: Log) -> None:
        """A reader of everything may append while it reads."""
        log.append("a", 0, "one", FIRST)
        for record in log.read_all(limit=2):
            log.append("b", record.version - 1, str(record.version), NEXT)
        assert len(log.read("b")) == 2

    def test_stale_version(self, log: Log) -> None:
        """A version that is not the stream's raises Conflict, which knows both, and nothing is appended."""
        log.append("a", 0, "one", FIRST)
        for stale in (0, 1, 3):
            with pytest.raises(Conflict) as conflict:
                log.append("a", stale, "two", NEXT)
            assert (conflict.value.expected, conflict.value.actual) == (stale, 2)
        with pytest.raises(Conflict):
            log.append("b", 1, "one", NEXT)
        assert len(log.read("a")) == 2
        assert log.read("b") == []

    def test_repeated_command(self, log: Log) -> None:
        """A command id known in the stream returns what it recorded, whatever version is expected."""
        first = log.append("a", 0, "one", FIRST)
        log.append("a", 2, "two", NEXT)
        assert log.append("a", 0, "one", FIRST) == first
        assert log.append("a", 3, "one", LAST) == first
        assert len(log.read("a")) == 3
        assert len(log.append("b", 0, "one", NEXT)) == 1

    @pytest.mark.parametrize(
        ("stream", "command"), [("", "x"), ("a/b", "x"), ("a", ""), ("a", "x\ny"), ("a", "x" * 65)]
    )
    def test_impossible_ids(self, log: Log, stream: str, command: str) -> None:
        """Ids that could not name a file or stand on a line are a mistake of the program."""
        with pytest.raises(ValueError, match="no id of"):
            log.append(stream, 0, command, FIRST)

    def test_empty_command(self, log: Log) -> None:
        """A command that says nothing is a mistake of the program."""
        with pytest.raises(ValueError, match="at least one"):
            log.append("a", 0, "one", [])

    def test_chain(self, log: Log) -> None:
        """Every record but the last is bound by those behind it; changing any field is seen at its version."""
        log.append("a", 0, "one", FIRST)
        log.append("a", 2, "two", NEXT)
        records = log.read("a")
        assert broken_at(records) is None
        changes: list[dict[str, Any]] = [
            {"payload": b"{}"},
            {"at": 5},
            {"choice": None},
            {"seat": 1},
            {"parent": 0},
            {"name": "heap.x"},
            {"schema": 2},
        ]
        for change in changes:
            changed = [records[0], records[1]._replace(**change), records[2]]
            assert broken_at(changed) == 2
        assert broken_at(records[1:]) == 1
        assert broken_at([records[0], records[2]]) == 2

    def test_digest_leaves_out_the_sequence(self, log: Log, other: Log) -> None:
        """The same commands give the same digests wherever the log counts."""
        other.append("z", 0, "one", FIRST)
        assert [r.digest for r in log.append("a", 0, "o", FIRST)] == [
            r.digest for r in other.append("a", 0, "o", FIRST)
        ]

    def test_list_of_streams(self, log: Log) -> None:
        """Streams come in the order in which they began, with their size and times."""
        log.append("b", 0, "one", FIRST)
        log.append("a", 0, "one", FIRST)
        log.append("b", 2, "two", NEXT)
        assert [(i.id, i.versions, i.first_at, i.last_at) for i in log.streams(check=True)] == [
            ("b", 3, 1_000, 2_000),
            ("a", 2, 1_000, 1_001),
        ]
        assert [info.damage for info in log.streams(check=True)] == [None, None]

    def test_import(self, log: Log, other: Log) -> None:
        """Imported streams are the same but for their sequences, are marked as imported, and can go on."""
        other.append("z", 0, "one", FIRST)
        other.append("a", 0, "one", FIRST)
        other.append("a", 2, "two", NEXT)
        log.append("own", 0, "one", FIRST)
        log.import_records(other.read("a"))
        log.import_records(other.read("z"), own=True)
        assert [r.digest for r in log.read("a")] == [r.digest for r in other.read("a")]
        assert {info.id: info.imported for info in log.streams()} == {"own": False, "a": True, "z": False}
        assert log.append("a", 2, "two", NEXT) == log.read("a", 2)
        assert log.append("a", 3, "three", LAST)[0].version == 4

    def test_import_of_what_is_here(self, log: Log, other: Log) -> None:
        """Importing a stream again, or its beginning, changes nothing; another one of its name is refused, all or nothing."""
        log.append("a", 0, "one", FIRST)
        log.append("a", 2, "two", NEXT)
        here = log.read("a")
        log.import_records(here)
        log.import_records(here[:2])
        assert log.read("a") == here
        other.append("a", 0, "one", LAST)
        other.append("new", 0, "one", FIRST)
        with pytest.raises(Exists):
            log.import_records([*other.read("new"), *other.read("a")])
        assert log.read("a") == here
        assert log.read("new") == []

    def test_import_of_damage(self, log: Log, other: Log) -> None:
        """A chain that does not hold is not let in."""
        other.append("a", 0, "one", FIRST)
        records = other.read("a")
        with pytest.raises(Damaged):
            log.import_records([records[0], records[1]._replace(at=7)])
        assert log.streams() == []

    def test_delete(self, log: Log) -> None:
        """Deleting takes a whole stream, and tells projections."""
        log.append("a", 0, "one", FIRST)
        log.append("b", 0, "one", FIRST)
        before = log.deletions
        log.delete("a")
        assert log.deletions == before + 1
        assert log.read("a") == []
        assert [info.id for info in log.streams()] == ["b"]
        assert [record.stream for record in log.read_all()] == ["b", "b"]
        with pytest.raises(Unknown):
            log.delete("a")
        assert log.append("a", 0, "one", NEXT)[0].version == 1

    def test_info(self, log: Log, other: Log) -> None:
        """One stream is told of as in the list of all."""
        assert log.info("a") is None
        log.append("a", 0, "one", FIRST)
        other.append("b", 0, "one", FIRST)
        log.import_records(other.read("b"))
        log.append("a", 2, "two", NEXT)
        assert [log.info("a"), log.info("b")] == log.streams()
        assert log.imported() == {"b"}
        log.delete("a")
        assert log.info("a") is None

    def test_running(self, log: Log, other: Log) -> None:
        """What was begun here and has no end is running, the last appended to first, whatever its clock says."""
        for stream in "abcde":
            log.append(stream, 0, "one", FIRST)
        other.append("z", 0, "one", FIRST)
        log.import_records(other.read("z"))
        other.append("y", 0, "one", FIRST)
        log.import_records(other.read("y"), own=True)
        log.append("b", 2, "two", [draft(Taken(3, 8), 2, 5, 5)])
        log.append("c", 2, "two", [*NEXT, draft(RoundClosed(("won",), (None,)), 3, 2_000, 900)])
        log.append("d", 2, "two", [draft(RoundAbandoned(stuck=False), 2, 2_000, 900)])
        log.delete("e")
        assert [(info.id, info.versions) for info in log.running()] == [("b", 3), ("y", 2), ("a", 2)]
        other.append("y", 2, "two", [draft(RoundAbandoned(stuck=False), 2, 2_000, 900)])
        assert other.running()[0].id == "z"
        other.delete("z")
        log.delete("y")
        log.import_records(other.read("y"), own=True)
        assert [info.id for info in log.running()] == ["b", "a"]

    def test_text_and_bytes_survive(self, log: Log) -> None:
        """Payloads are kept byte for byte, odd names as they are."""
        odd = Draft("future.thing", 9, b'{"a": 1.0e5,\x00 "\xd8\xb3"}', None, -5, 2**40)
        (record,) = log.append("a_-9", 0, "سفرة", [odd])
        assert log.read("a_-9") == [record]
        assert (record.payload, record.at, record.active_ms) == (odd.payload, odd.at, odd.active_ms)
