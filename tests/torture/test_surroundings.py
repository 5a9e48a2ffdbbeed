"""Bad surroundings cost nothing that was acknowledged, and are told: no room, no right to write, a clock that is set back."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from core.tests.log.heap import GAMES, HEAP, Options

from sofra.code import DealCode
from sofra.log import SqliteLog
from sofra.replay import verify
from sofra.round import Round
from sofra.round.clock import TimeSource
from sofra.stats import Stats

ROOT = Path(__file__).parents[2]


def played(log: Path, *arguments: str, before: tuple[str, ...] = ()) -> dict[str, Any]:
    done = subprocess.run(
        [*before, sys.executable, "-m", "tests.torture.surroundings", str(log), *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def hold(found: dict[str, Any], kind: str) -> None:
    """Nothing acknowledged was lost, the error was the right one each time, and play went on afterwards."""
    assert {name for name, _text in found["said"]} == {kind}, found
    assert all("room" in text for _name, text in found["said"])
    # A backup holds less than the log and its write-ahead file: there may be room for it.
    assert found["backup"] in {"", kind}
    assert found["in_file"] == found["acknowledged"]
    assert found["kept"] == found["after"] > found["acknowledged"]
    assert not found["damage"]


@pytest.mark.parametrize("size", [60_000, 200_000])
def test_a_file_that_may_not_grow(tmp_path: Path, size: int) -> None:
    """Where a file may not grow any more, a move is refused in words, nothing is lost, and play goes on when it may."""
    hold(played(tmp_path / "log.sqlite", "--bytes", str(size)), "DiskFault")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """A folder on a disk of its own of 600 kB, and what a command that uses it must begin with.

    As root it is mounted; else the command is run where it is root for itself; where neither may be, by the limit of a file.
    """
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(folder)]
    tools = shutil.which("mount") is not None
    if tools and os.geteuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0:
        yield folder, ()
        subprocess.run(["umount", str(folder)], check=True)
        return
    apart = (
        "unshare",
        "--user",
        "--map-root-user",
        "--mount",
        "sh",
        "-c",
        f'{" ".join(mount)} && touch {folder}/there && exec "$@"',
        "sh",
    )
    if shutil.which("unshare") and subprocess.run([*apart, "true"], capture_output=True, check=False).returncode == 0:
        yield folder, apart
        return
    yield folder, ("prlimit", "--fsize=600000:unlimited")


def test_a_disk_that_is_full(small_disk: tuple[Path, tuple[str, ...]]) -> None:
    """On a disk that is full a move is refused in words, nothing is lost, and play goes on when there is room."""
    folder, before = small_disk
    if before[:1] != ("prlimit",):
        script = 'head -c 200000 /dev/zero > "$0"/ballast; exec "$@"'
        found = played(
            folder / "log.sqlite",
            "--beside",
            str(folder / "ballast"),
            before=(*before, "sh", "-c", script, str(folder)),
        )
        hold(found, "DiskFull")
    else:
        hold(played(folder / "log.sqlite", "--bytes", "300000"), "DiskFault")


_LOCKED_OUT = """
import os, sys
from pathlib import Path
from core.tests.log.contract import FIRST, NEXT
from sofra.host.logs import open_log
from sofra.host.places import Places
from sofra.log import backup, restoring  # before another user's rights are all that is left
folder = Path(sys.argv[1])
if os.geteuid() == 0:
    os.setresuid(65534, 65534, 65534)
opened = open_log(Places(folder))
assert opened.not_saved is None, opened.not_saved
with opened.log as log:
    log.append("a", 0, "one", FIRST)
    folder.chmod(0o555)
    log.append("a", 2, "two", NEXT)
    print(len(log.read("a")))
again = open_log(Places(folder))
print(again.not_saved.message.english)
again.log.append("b", 0, "one", FIRST)
folder.chmod(0o755)
with open_log(Places(folder)).log as log:
    print(len(log.read("a")), [info.damage for info in log.streams(check=True)])
"""


def test_a_folder_that_turns_read_only() -> None:
    """A folder that turns read-only while a game runs costs nothing; the next start plays in memory and says why."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "home")
        folder.mkdir()
        Path(name).chmod(0o755)
        if os.geteuid() == 0:
            os.chown(folder, 65534, 65534)
        done = subprocess.run(
            [sys.executable, "-c", _LOCKED_OUT, str(folder)],
            cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        first, why, last = done.stdout.splitlines()
        assert (first, last) == ("3", "3 [None]")
        assert "cannot be written" in why


class SetBack(TimeSource):
    """A clock that is set back by a day at every look; time in play goes on."""

    def __init__(self) -> None:
        self.ms = 1_700_000_000_000
        self.seconds = 0.0

    def monotonic(self) -> float:
        self.seconds += 1
        return self.seconds

    def now(self) -> int:
        self.ms -= 86_400_000
        return self.ms


def test_a_clock_that_is_set_back(tmp_path: Path) -> None:
    """Whatever the clock of the machine says, order, time in play, ends and statistics are right."""
    time = SetBack()
    with SqliteLog(tmp_path / "log.sqlite") as log:
        ids = []
        for number in range(4):
            round_ = Round.open(log, HEAP, code=DealCode.of(HEAP, Options(), number), time=time)
            ids.append(round_.id)
            round_.start_clock()
            while round_.choices():
                round_.play(round_.choices()[0])
            round_.abandon()
            assert verify(log.read(round_.id), GAMES) == []
            with Stats(log) as stats:
                assert [row.round for row in stats.rounds()] == ids
        with Stats(log) as stats:
            assert all(row.ended and row.active_ms > 3_000 for row in stats.rounds())
            before = stats.tables()
            stats.rebuild()
            assert stats.tables() == before
        waiting = Round.open(log, HEAP, code=DealCode.of(HEAP, Options(), 9), time=time)
        assert [info.id for info in log.running()] == [waiting.id]
