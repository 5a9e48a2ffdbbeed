"""Players who are killed at random moments, one after the other, on one log; and what is left of what they were told.

`python -m tests.torture.killing --kills 1000 --seed 7` prints how many appends were acknowledged, lost and doubled.
"""

from __future__ import annotations

import argparse
import os
import selectors
import signal
import sys
import tempfile
import time
from collections import Counter
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, Final, NoReturn

import attrs
import orjson
from tests.torture.life import Ask, Deal, content, live

from sofra.code import DealCode
from sofra.event import decode, encode
from sofra.log import Draft, SqliteLog
from sofra.log.backup import Backup, backups
from sofra_mahjong_solitaire.info import INFO

__all__ = ["Result", "torture"]

CODES: Final = ("MJ1-L00-AAAAAAB", "MJ1-L00-AAAAAAC", "MJ1-L00-AAAAAAD")
LIFE: Final = 0.08
"""Seconds within which a player is killed."""


@attrs.frozen
class Result:
    """What became of the appends.

    `asked` were begun; `cut` kills came between the question and the answer; `problems` says what else is wrong.
    """

    seed: int
    kills: int
    cut: int
    asked: int
    acknowledged: int
    lost: int
    doubled: int
    rounds: int
    seconds: float
    problems: tuple[str, ...] = ()

    def __str__(self) -> str:
        line = (
            f"seed {self.seed}: {self.kills} kills, {self.cut} within an append, {self.acknowledged} of {self.asked} appends acknowledged, "
            f"{self.lost} lost, {self.doubled} doubled ({self.rounds} rounds, {1000 * self.seconds / self.kills:.0f} ms a kill)"
        )
        return "\n".join([line, *self.problems])


@attrs.define
class Ledger:
    """What was asked and acknowledged, and what was refused that should not have been."""

    asked: dict[str, Ask] = attrs.field(factory=dict)
    acknowledged: set[str] = attrs.field(factory=set)
    refused: list[str] = attrs.field(factory=list)


@attrs.define
class Seat:
    """A place at which player after player sits down, until killed."""

    path: Path
    deals: list[Deal]
    ledger: Ledger
    mutant: bool
    beside: bool
    unanswered: Ask | None = None
    cut: int = 0
    _player: int = 0
    _pipe: int = 0
    _heard: bytearray = attrs.field(factory=bytearray)

    def sit_down(self, seed: int) -> None:
        """Begin a life."""
        self._pipe, writing = os.pipe()
        self._player = os.fork()
        if not self._player:
            os.close(self._pipe)
            self._live(writing, seed)
        os.close(writing)

    def _live(self, pipe: int, seed: int) -> NoReturn:
        try:
            live(self.path, pipe, seed, self.deals, self.unanswered, mutant=self.mutant, beside=self.beside)
        except BaseException:  # noqa: BLE001 - whatever it is, it is told, and never reaches the code of the parent
            sys.excepthook(*sys.exc_info())
            sys.stderr.flush()
        os._exit(1)

    def listen(self, seconds: float) -> None:
        """Hear what the player says, for so long or until it is dead."""
        end = time.perf_counter() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self._pipe, selectors.EVENT_READ)
            while (left := end - time.perf_counter()) > 0:
                if selector.select(left):
                    chunk = os.read(self._pipe, 1 << 16)
                    if not chunk:
                        return
                    self._heard += chunk

    def kill(self) -> None:
        """End the life."""
        os.kill(self._player, signal.SIGKILL)
        _pid, status = os.waitpid(self._player, 0)
        while chunk := os.read(self._pipe, 1 << 16):
            self._heard += chunk
        os.close(self._pipe)
        if os.waitstatus_to_exitcode(status) != -signal.SIGKILL:
            msg = "a player ended by itself; see its traceback"
            raise RuntimeError(msg)
        # What stands behind the last line feed was cut off by the kill.
        *lines, _half = bytes(self._heard).split(b"\n")
        self._heard.clear()
        for line in lines:
            self._hear(line)
        self.cut += self.unanswered is not None

    def _hear(self, line: bytes) -> None:
        told: dict[str, Any] = orjson.loads(line)
        match told:
            case {"ask": [stream, expected, command, drafts]}:
                made = tuple(
                    Draft(name, schema, payload.encode(), parent, at, active_ms, seat, choice)
                    for name, schema, payload, parent, at, active_ms, seat, choice in drafts
                )
                # A round's first command is `open` in every round.
                self.unanswered = self.ledger.asked[f"{stream} {command}"] = Ask(stream, expected, command, made)
            case {"done": command}:
                assert self.unanswered is not None
                assert self.unanswered.command == command
                self.ledger.acknowledged.add(f"{self.unanswered.stream} {command}")
                self.unanswered = None
            case {"refused": [stream, command, expected, actual]}:
                self.ledger.refused.append(
                    f"{stream} {command} was to follow version {expected}, and there is version {actual}"
                )
            case _:
                raise ValueError(line)


def torture(folder: Path, kills: int, seed: int, *, mutant: bool = False) -> Result:
    """Kill so many players; then open the log and hold it against what was acknowledged.

    Half of the time somebody plays beside them, on the same log, and is killed now and then. Every tenth player is the first on a
    log of its own.
    """
    rng, ledger, path, deals = Random(seed), Ledger(), folder / "log.sqlite", _deals()
    seat = Seat(path, deals, ledger, mutant, beside=False)
    neighbour = Seat(path, deals, ledger, mutant, beside=True)
    begun, problems = time.perf_counter(), []
    for kill in range(kills):
        with_neighbour = not mutant and kill // 10 % 2
        if with_neighbour and not kill % 10:
            neighbour.sit_down(rng.getrandbits(32))
        if kill % 10 == 5:
            problems += _birth(folder / f"birth-{kill}", rng, deals)
            continue
        seat.sit_down(rng.getrandbits(32))
        seat.listen(rng.uniform(0.002, LIFE))
        seat.kill()
        if with_neighbour:
            neighbour.listen(0.0005)
            if kill % 10 == 9 or kill == kills - 1:
                neighbour.kill()
    seconds = time.perf_counter() - begun
    return _compare(path, ledger, seed, kills, seat.cut, seconds, problems)


def _birth(folder: Path, rng: Random, deals: list[Deal]) -> list[str]:
    """Kill a player who makes the log; what is wrong then."""
    folder.mkdir()
    seat = Seat(folder / "log.sqlite", deals, Ledger(), mutant=False, beside=False)
    seat.sit_down(rng.getrandbits(32))
    seat.listen(rng.uniform(0.0005, 0.02))
    seat.kill()
    found = _compare(seat.path, seat.ledger, 0, 1, 0, 0.0, [])
    return [f"a new log: {found}"] if found.lost or found.doubled or found.problems else []


def _deals() -> list[Deal]:
    """Deals, made beforehand; every event is coded once, so that no player has to warm up."""
    deals = []
    for each in CODES:
        code, info, options = DealCode.parse(each, [INFO])
        events = tuple(info.load().deal(code.shuffle, options))
        for event in events:
            encoded = encode(event)
            decode(encoded.name, encoded.schema, encoded.payload)
        deals.append(Deal(info, code, options, events))
    return deals


def _compare(
    path: Path, ledger: Ledger, seed: int, kills: int, cut: int, seconds: float, problems: list[str]
) -> Result:
    found: Counter[str] = Counter()
    kept: dict[str, str] = {}
    problems += ledger.refused
    # Before the log itself is closed, which would tidy up.
    problems += [
        f"{each.path.name}: {wrong}" for each in backups(path) if (wrong := _wrong_with(each, folder=path.parent))
    ]
    with SqliteLog(path) as log:
        if log.damage is not None:
            problems.append(log.damage.message.english)
        infos = log.streams(check=True)
        problems += [info.damage for info in infos if info.damage]
        for info in infos:
            records = [] if info.damage else log.read(info.id)
            for command, group in groupby(records, lambda record: record.command_id):
                name = f"{info.id} {command}"
                found[name] += 1
                kept[name] = content(group)
        listed = [record.stream for record in log.read_all()]
        if Counter(listed) != Counter({info.id: info.versions for info in infos}):
            problems.append("the list of rounds is not that of the records")
    lost = [name for name in ledger.acknowledged if kept.get(name) != ledger.asked[name].content]
    doubled = [name for name, count in found.items() if count > 1]
    problems += [f"nobody asked for {name}" for name in kept if name not in ledger.asked]
    return Result(
        seed, kills, cut, len(ledger.asked), len(ledger.acknowledged), len(lost), len(doubled), len(infos), seconds,
        tuple(problems),
    )  # fmt: skip


def _wrong_with(backup: Backup, folder: Path) -> str:
    """What is wrong with a backup, "" for nothing."""
    copy = folder / "copy.sqlite"
    copy.write_bytes(backup.path.read_bytes())
    with SqliteLog(copy) as log:
        damaged = [info.id for info in log.streams(check=True) if info.damage]
        if log.damage is not None or damaged or log.sequence != backup.sequence:
            return f"damaged: {log.damage} {damaged}, {log.sequence} records of {backup.sequence}"
    return ""


def main() -> int:
    """Kill, and say what was lost; 1 when anything was."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture.killing", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutant", action="store_true", help="play on a log that answers before it has committed")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = torture(Path(folder), arguments.kills, arguments.seed, mutant=arguments.mutant)
    sys.stdout.write(f"{result}\n")
    return int(bool(result.lost or result.doubled or result.problems))


if __name__ == "__main__":
    sys.exit(main())
