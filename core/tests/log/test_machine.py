"""Whatever is asked of them, a log in memory and a log in a file answer the same."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.tests.log.heap import Taken
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from sofra.log import Conflict, Log, LogError, MemoryLog, SqliteLog
from sofra.log.record import draft

_streams = st.sampled_from("abc")
_versions = st.integers(0, 6)


def answer(question: Callable[[], Any]) -> Any:
    try:
        return question()
    except (Conflict, LogError) as error:
        return type(error), vars(error)


class Logs(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name, "rounds.sqlite")
        self.memory: Log = MemoryLog()
        self.file: Log = SqliteLog(self.path)
        # A second program on the same file, which knows what it saw last.
        self.other: Log = SqliteLog(self.path)

    def teardown(self) -> None:
        self.file.close()
        self.other.close()
        self.folder.cleanup()

    def ask(self, question: Callable[[Log], Any], *, other: bool) -> None:
        expected = answer(lambda: question(self.memory))
        given = answer(lambda: question(self.other if other else self.file))
        # The memory log never gives a sequence twice; a file may, after its last stream was deleted, and says so by
        # `deletions`.
        assert _without_sequence(given) == _without_sequence(expected)

    @rule(
        stream=_streams,
        version=_versions,
        command=st.sampled_from("xyzuvw"),
        count=st.integers(1, 2),
        other=st.booleans(),
    )
    def append(self, stream: str, version: int, command: str, count: int, other: bool) -> None:
        drafts = [draft(Taken(2, n), version, n, n) for n in range(count)]
        self.ask(lambda log: log.append(stream, version, command, drafts), other=other)

    @rule(stream=_streams, command=st.sampled_from("xyzuvw"), other=st.booleans())
    def append_behind(self, stream: str, command: str, other: bool) -> None:
        version = len(self.memory.read(stream))
        self.ask(lambda log: log.append(stream, version, command, [draft(Taken(3, 1), version, 0, 0)]), other=other)

    @rule(stream=_streams, other=st.booleans())
    def delete(self, stream: str, other: bool) -> None:
        self.ask(lambda log: _all_above(log, log.delete(stream)), other=other)

    @rule(stream=_streams, after=_versions, other=st.booleans())
    def read(self, stream: str, after: int, other: bool) -> None:
        self.ask(lambda log: log.read(stream, after), other=other)

    @rule()
    def reopen(self) -> None:
        self.file.close()
        self.file = SqliteLog(self.path)

    @invariant()
    def agree(self) -> None:
        expected = [record[1:] for record in self.memory.read_all()]
        assert [record[1:] for record in self.file.read_all()] == expected
        assert self.file.streams(check=True) == self.memory.streams()
        assert self.file.running() == self.memory.running()
        assert self.file.info("a") == self.memory.info("a")
        assert self.file.deletions == self.memory.deletions


def _all_above(log: Log, sequence: int) -> bool:
    """Whether what is left lies at or below a sequence: all to come lies above."""
    return all(record.sequence <= sequence for record in log.read_all())


def _without_sequence(given: Any) -> Any:
    return [record[1:] for record in given] if isinstance(given, list) else given


TestLogs = Logs.TestCase
TestLogs.settings = settings(max_examples=30, stateful_step_count=15)
