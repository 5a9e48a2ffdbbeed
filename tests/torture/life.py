"""One life of a player who will be killed: rounds are gone on with, played, left, and every append is told before the next."""

from __future__ import annotations

import os
import signal
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs
import orjson

from sofra.code import DealCode
from sofra.event import Event
from sofra.game import GameInfo
from sofra.log import Conflict, Draft, Log, Record, SqliteLog, StreamInfo
from sofra.log.backup import back_up
from sofra.round import Round
from sofra.round.clock import TimeSource

__all__ = ["Ask", "Deal", "live"]

DAY: Final = 86_400_000
APPEND: Final = 0.0002
"""Seconds that an append takes, or about."""

HELD: Final = 25
"""Commits that the player of `held` keeps for later."""


@attrs.frozen
class Ask:
    """An append that was begun: what it was to write, to be asked again with the same command id where no answer came."""

    stream: str
    expected: int
    command: str
    drafts: tuple[Draft, ...]

    @property
    def content(self) -> str:
        """What tells that the records are those."""
        return content(self.drafts)


def content(records: Iterable[Draft | Record]) -> str:
    """A digest over what a command says, without where it stands."""
    told = [[r.name, r.schema, r.payload.decode(), r.parent, r.at, r.active_ms, r.seat, r.choice] for r in records]
    return sha256(orjson.dumps(told)).hexdigest()


@attrs.frozen
class Deal:
    """A deal that was made before: proofs take longer than a life."""

    info: GameInfo
    code: DealCode
    options: Any
    events: tuple[Event, ...]


class Told(Log):
    """A log that tells through a pipe what it is about to append, and then that it did.

    The process is killed within the append number `last` (0: never), or soon after.
    """

    def __init__(self, log: Log, pipe: int, last: int, delay: float) -> None:
        self._log: Final = log
        self._pipe: Final = pipe
        self._left = last
        # Its thread wakes when SQLite, at work, lets go of the interpreter: hence in the middle of a write or a commit.
        self._killer = threading.Timer(delay, os.kill, (os.getpid(), signal.SIGKILL))

    def append(self, stream: str, expected_version: int, command_id: str, drafts: Sequence[Draft]) -> list[Record]:
        told = [[*each._replace(payload=each.payload.decode())] for each in drafts]  # type: ignore[arg-type]
        self.tell({"ask": [stream, expected_version, command_id, told]})
        self._left -= 1
        if not self._left:
            self._killer.start()
        added = self._log.append(stream, expected_version, command_id, drafts)
        self.tell({"done": command_id})
        return added

    def tell(self, line: dict[str, Any]) -> None:
        rest = orjson.dumps(line) + b"\n"
        while rest:
            rest = rest[os.write(self._pipe, rest) :]

    def read(self, stream: str, after: int = 0) -> list[Record]:
        return self._log.read(stream, after)

    def read_all(self, after: int = 0, limit: int | None = None) -> Iterator[Record]:
        return self._log.read_all(after, limit)

    def across(self, sequence: int) -> list[str]:
        return self._log.across(sequence)

    def streams(self, *, check: bool = False) -> list[StreamInfo]:
        return self._log.streams(check=check)

    def info(self, stream: str) -> StreamInfo | None:
        return self._log.info(stream)

    def count(self) -> int:
        return self._log.count()

    def imported(self) -> frozenset[str]:
        return self._log.imported()

    def running(self) -> list[StreamInfo]:
        return self._log.running()

    def import_records(self, records: Iterable[Record], *, own: bool = False) -> None:
        self._log.import_records(records, own=own)

    def delete(self, stream: str) -> int:
        return self._log.delete(stream)

    @property
    def deletions(self) -> int:
        return self._log.deletions

    @property
    def sequence(self) -> int:
        return self._log.sequence

    def beside(self, name: str) -> Path | None:
        return self._log.beside(name)

    def side_file(self, stream: str) -> Path | None:
        return self._log.side_file(stream)


class Held:
    """The mutant: a connection that keeps most commits for later, so that an append returns before it is in the file."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._db = database
        self._commits = 0

    def execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        if statement.startswith("BEGIN"):
            return self._db.execute("SELECT 0" if self._db.in_transaction else "BEGIN IMMEDIATE")
        if statement == "COMMIT":
            self._commits += 1
            return self._db.execute("SELECT 0" if self._commits % HELD else "COMMIT")
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")
        found = self._db.execute(statement, values)
        if statement.startswith("INSERT"):
            self.execute("COMMIT")
        return found

    def executemany(self, statement: str, values: Iterable[Sequence[Any]]) -> sqlite3.Cursor:
        return self._db.executemany(statement, values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)


class Wandering(TimeSource):
    """A clock that somebody sets, forwards and back, between lives; time in play goes on as it does."""

    def __init__(self, rng: Random) -> None:
        self._ms = 1_700_000_000_000 + rng.randrange(-DAY, DAY)
        self._seconds = 0.0

    def monotonic(self) -> float:
        self._seconds += 0.3
        return self._seconds

    def now(self) -> int:
        self._ms += 300
        return self._ms


def live(
    path: Path,
    pipe: int,
    seed: int,
    deals: Sequence[Deal],
    unanswered: Ask | None,
    *,
    mutant: bool = False,
    beside: bool = False,
) -> None:
    """Play until killed. An append that got no answer in the life before is asked again first, as it was.

    In between the log is backed up, on any day. Who plays `beside` lets others do the dying, and has the other half of the rounds.
    """
    rng = Random(seed)
    log = SqliteLog(path)
    # A killed program is no damage, and costs nothing that was acknowledged.
    assert log.damage is None
    assert not log.cut
    # The file is tidied often, so that many die while it is.
    log._db.execute(f"PRAGMA wal_autocheckpoint = {rng.choice((5, 50, 1000))}")
    if mutant:
        log._db = Held(log._db)  # type: ignore[assignment]
    # Half of them die at any moment at all, half in the middle of an append.
    told = Told(log, pipe, 0 if beside else rng.choice((0, rng.randrange(1, 12))), rng.uniform(0, APPEND))
    if unanswered is not None:
        try:
            told.append(unanswered.stream, unanswered.expected, unanswered.command, unanswered.drafts)
        except Conflict as conflict:
            told.tell({"refused": [unanswered.stream, unanswered.command, conflict.expected, conflict.actual]})
    time = Wandering(rng)
    games = {deal.info.id: deal.info for deal in deals}
    while True:
        if not mutant and rng.random() < 0.1:
            back_up(log, date.fromordinal(730_000 + rng.randrange(400)))
        waiting = [info for info in log.running() if _is_of(info.id, beside=beside)]
        if waiting and rng.random() < 0.9:
            _play(Round.resume(told, waiting[0].id, games, time), rng)
            continue
        deal = rng.choice(deals)
        opened = Round.open(told, deal.info, code=deal.code, options=deal.options, dealt=deal.events, time=time)
        if _is_of(opened.id, beside=beside):
            _play(opened, rng)


def _is_of(stream: str, *, beside: bool) -> bool:
    """Whose a round is: names are random."""
    return (stream[0] in "01234567") == beside


def _play(round_: Round, rng: Random) -> None:
    """Some moves, now and then one back; a round without moves is left."""
    round_.start_clock()
    for _move in range(rng.randrange(10, 60)):
        choices = round_.choices()
        if round_.over or not choices:
            break
        if round_.ply and rng.random() < 0.1:
            round_.undo()
        elif rng.random() < 0.05:
            round_.show_verdict()
        else:
            round_.play(rng.choice(choices))
    if round_.outcome is not None or rng.random() < 0.2:
        round_.abandon()
    else:
        round_.stop_clock()
