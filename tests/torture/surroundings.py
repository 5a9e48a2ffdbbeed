"""A player in bad surroundings: plays until the log refuses, tells what was said, then plays on when there is room again.

`python -m tests.torture.surroundings LOG --bytes N` limits how large a file may become; `--beside FILE` takes another file away
to make room again. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import resource
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any, Final

import orjson

from sofra.code import DealCode
from sofra.log import LogError, SqliteLog
from sofra.log.backup import back_up
from sofra.round import Round
from sofra_mahjong_solitaire.info import INFO

__all__ = ["play"]

MOST: Final = 3_000
"""Moves after which the disk counts as endless."""


def _limit(size: int) -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size if size >= 0 else hard, hard))


def play(path: Path, *, size: int = -1, beside: Path | None = None) -> dict[str, Any]:
    """What happened: the records acknowledged before and after there was room again, and what was said in between."""
    # Without this the system ends whoever writes too much.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    code, info, options = DealCode.parse("MJ1-L00-AAAAAAB", [INFO])
    dealt = info.load().deal(code.shuffle, options)
    rng = Random(1)
    log = SqliteLog(path)
    round_ = Round.open(log, info, code=code, options=options, dealt=dealt)
    _limit(size)
    said: list[tuple[str, str]] = []
    for _move in range(MOST):
        try:
            _step(round_, rng)
        except LogError as error:
            said.append((type(error).__name__, error.message.english))
            if len(said) > 3:
                break
    refused_backup = ""
    try:
        back_up(log)
    except LogError as error:
        refused_backup = type(error).__name__
    full = round_.version
    in_file = len(log.read(round_.id))
    _limit(-1)
    if beside is not None:
        beside.unlink()
    _step(round_, rng)
    log.close()
    with SqliteLog(path) as again:
        kept = len(again.read(round_.id))
        damage = any(each.damage for each in again.streams(check=True))
    return {
        "said": said,
        "backup": refused_backup,
        "acknowledged": full,
        "in_file": in_file,
        "after": round_.version,
        "kept": kept,
        "damage": damage,
    }


def _step(round_: Round, rng: Random) -> None:
    choices = round_.choices()
    if choices and rng.random() < 0.9:
        round_.play(rng.choice(choices))
    else:
        round_.undo()


def main() -> None:
    """Play, and tell."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture.surroundings")
    parser.add_argument("log", type=Path)
    parser.add_argument("--bytes", type=int, default=-1)
    parser.add_argument("--beside", type=Path)
    arguments = parser.parse_args()
    sys.stdout.write(orjson.dumps(play(arguments.log, size=arguments.bytes, beside=arguments.beside)).decode() + "\n")


if __name__ == "__main__":
    main()
