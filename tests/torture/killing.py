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
    """What the players said."""

    asked: dict[str, Ask] = attrs.field(factory=dict)
    acknowledged: set[str] = attrs.field(factory=set)
    unanswered: Ask | None = None
    cut: int = 0
    refused: list[str] = attrs.field(factory=list)

    def hear(self, line: bytes) -> None:
        """Take one line of a player."""
        told: dict[str, Any] = orjson.loads(line)
        match told:
            case {"ask": [stream, expected, command, drafts]}:
                made = tuple(
                    [
                        Draft(name, schema, payload.encode(), parent, at, active_ms, seat, choice)
                        for name, schema, payload, parent, at, active_ms, seat, choice in drafts
                    ]
                )
                # A round's first command is `open` in every round.
                self.unanswered = self.asked[f"{stream} {command}"] = Ask(stream, expected, command, made)
            case {"done": command}:
                assert self.unanswered is not None
                assert self.unanswered.command == command
                self.acknowledged.add(f"{self.unanswered.stream} {command}")
                self.unanswered = None
            case {"refused": [stream, command, expected, actual]}:
                self.refused.append(
                    f"{stream} {command} was to follow version {expected}, and there is version {actual}"
                )
            case _:
                raise ValueError(line)


def torture(folder: Path, kills: int, seed: int, *, mutant: bool = False) -> Result:
    """Kill so many players; then open the log and hold it against what was acknowledged."""
    rng, ledger, path = Random(seed), Ledger(), folder / "log.sqlite"
    deals = _deals()
    begun = time.perf_counter()
    for _kill in range(kills):
        _kill_one(path, rng, ledger, deals, mutant=mutant)
    seconds = time.perf_counter() - begun
    return _compare(path, ledger, seed, kills, seconds)


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


def _kill_one(path: Path, rng: Random, ledger: Ledger, deals: list[Deal], *, mutant: bool) -> None:
    seed, life = rng.getrandbits(32), rng.uniform(0.002, LIFE)
    reading, writing = os.pipe()
    player = os.fork()
    if not player:
        os.close(reading)
        _live(path, writing, seed, deals, ledger.unanswered, mutant=mutant)
    os.close(writing)
    end, heard, open_ = time.perf_counter() + life, bytearray(), True
    with selectors.DefaultSelector() as selector:
        selector.register(reading, selectors.EVENT_READ)
        while open_ and (left := end - time.perf_counter()) > 0:
            if selector.select(left):
                chunk = os.read(reading, 1 << 16)
                heard += chunk
                open_ = bool(chunk)
    os.kill(player, signal.SIGKILL)
    _pid, status = os.waitpid(player, 0)
    while open_ and (chunk := os.read(reading, 1 << 16)):
        heard += chunk
    os.close(reading)
    if os.waitstatus_to_exitcode(status) != -signal.SIGKILL:
        msg = "a player ended by itself; see its traceback"
        raise RuntimeError(msg)
    # What stands behind the last line feed was cut off by the kill.
    *lines, _half = bytes(heard).split(b"\n")
    for line in lines:
        ledger.hear(line)
    ledger.cut += ledger.unanswered is not None


def _live(path: Path, pipe: int, seed: int, deals: list[Deal], unanswered: Ask | None, *, mutant: bool) -> NoReturn:
    try:
        live(path, pipe, seed, deals, unanswered, mutant=mutant)
    except BaseException:  # noqa: BLE001 - whatever it is, it is told, and never reaches the code of the parent
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
    os._exit(1)


def _compare(path: Path, ledger: Ledger, seed: int, kills: int, seconds: float) -> Result:
    found: Counter[str] = Counter()
    kept: dict[str, str] = {}
    problems = list(ledger.refused)
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
        seed, kills, ledger.cut, len(ledger.asked), len(ledger.acknowledged), len(lost), len(doubled), len(infos), seconds,
        tuple(problems),
    )  # fmt: skip


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
