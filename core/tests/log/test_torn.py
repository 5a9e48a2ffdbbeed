"""A log whose file is torn: nothing wrong is shown as right, every undamaged round opens, what is missing is named."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import attrs
import pytest
from core.tests.log.heap import Heaped, Taken

from sofra.host.logs import open_log
from sofra.host.places import Places
from sofra.log import Damaged, LogError, Record, SqliteLog
from sofra.log.hosted import RoundAbandoned, RoundOpened
from sofra.log.record import draft

LONG: Final = bool(os.environ.get("SOFRA_LONG"))
ROUNDS: Final = 9

pytestmark = pytest.mark.timeout(1_800 if LONG else 120)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No backup is made beside, by a process that would find the files gone."""
    monkeypatch.setattr("sofra.log.backup._apart", lambda _path: True)


@attrs.frozen
class Torn:
    """A log as it was: its files, what was in it, and, where it was not closed, what was in it after each command."""

    files: dict[str, bytes]
    rounds: dict[str, list[Record]]
    states: tuple[dict[str, int], ...] = ()

    def write(self, folder: Path) -> Path:
        """The files anew."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, content in self.files.items():
            (folder / name).write_bytes(content)
        return folder / "log.sqlite"

    def changed(self, name: str, content: bytes) -> Torn:
        return attrs.evolve(self, files={**self.files, name: content})

    def flipped(self, name: str, place: int, mask: int) -> Torn:
        content = bytearray(self.files[name])
        content[place] ^= mask
        return self.changed(name, bytes(content))


def play(log: SqliteLog, stream: str, version: int, moves: int) -> int:
    """Append moves, each a command; gives the version then."""
    for _move in range(moves):
        log.append(stream, version, f"c{version}", [draft(Taken(2, version), version, version, version, 0, 1)])
        version += 1
    return version


def begin(log: SqliteLog, stream: str, tokens: int = 12) -> int:
    opened = RoundOpened("heap", 1, f"HP1-S10-{stream}", {"size": "S10"}, "alone", ("person",), deal=stream, app="1.0")
    log.append(stream, 0, "open", [draft(opened, None, 1, 0), draft(Heaped(tokens), None, 1, 0)])
    return 2


def streams() -> list[str]:
    rng = Random(5)
    return [f"{rng.getrandbits(80):020x}" for _round in range(ROUNDS)]


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Torn:
    """A log that was closed: rounds that ended, that wait, that were imported, and pages that a deleted one left free."""
    folder = tmp_path_factory.mktemp("closed")
    path = folder / "log.sqlite"
    with SqliteLog(path) as log:
        names = streams()
        versions = {name: begin(log, name) for name in names}
        for turn in range(3):
            for n, name in enumerate(names):
                versions[name] = play(log, name, versions[name], 4 + (n * 7 + turn) % 20)
        for name in names[::3]:
            log.append(name, versions[name], "leave", [draft(RoundAbandoned(stuck=False), 2, 3, 3)])
        log.delete(names.pop(4))
        imported = log.read(names[0])
        log.delete(names[0])
        log.import_records(imported)
        # One round is so long in a single record that it needs pages of its own.
        long = "f" * 20
        opened = RoundOpened("heap", 1, "HP1", {"note": "x" * 9000}, "alone", ("person",))
        log.append(long, 0, "open", [draft(opened, None, 1, 0), draft(Heaped(2), None, 1, 0)])
        play(log, long, 2, 3)
        rounds = {info.id: log.read(info.id) for info in log.streams(check=True)}
    return Torn({"log.sqlite": path.read_bytes()}, rounds)


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Torn:
    """A log whose program was killed: some of it was carried from the write-ahead file, some stands only there."""
    folder = tmp_path_factory.mktemp("killed")
    path = folder / "log.sqlite"
    states = []
    with SqliteLog(path) as log:
        names = streams()
        versions = {name: begin(log, name) for name in names[:5]}
        for name in names[:5]:
            versions[name] = play(log, name, versions[name], 30)
        log._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        states.append(dict(versions))
        for turn in range(20):
            name = names[turn % ROUNDS]
            if name not in versions:
                versions[name] = begin(log, name)
                states.append(dict(versions))
            for _move in range(3):
                versions[name] = play(log, name, versions[name], 1)
                states.append(dict(versions))
            if turn == 9:
                log._db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        rounds = {info.id: log.read(info.id) for info in log.streams(check=True)}
        files = {each.name: each.read_bytes() for each in folder.iterdir()}
    assert {*files} == {"log.sqlite", "log.sqlite-wal", "log.sqlite-shm"}
    return Torn(files, rounds, tuple(states))


@attrs.frozen
class Seen:
    """What a player is shown of a log, and whether anything was said about damage."""

    rounds: dict[str, list[Record]]
    told: bool


def see(path: Path) -> Seen:
    """Open the log as the program does."""
    opened = open_log(Places(path.parent))
    told = opened.not_saved is not None or bool(opened.notes)
    rounds = {}
    with opened.log as log:
        for info in log.streams():
            try:
                rounds[info.id] = log.read(info.id)
            except LogError:
                told = True
        # What only the doctor finds is told by the doctor.
        told |= any(info.damage for info in log.streams(check=True)) or bool(getattr(log, "damage", None))
    return Seen(rounds, told)


def plain(records: list[Record]) -> list[tuple[object, ...]]:
    """Without the sequences, which a salvage counts anew."""
    return [record[1:] for record in records]


def hold(torn: Torn, seen: Seen, *, most: int) -> None:
    """What is shown is as it was; at most so many rounds are not, and then that is told."""
    for stream, records in seen.rounds.items():
        assert stream in torn.rounds
        assert plain(records) == plain(torn.rounds[stream])
    missing = torn.rounds.keys() - seen.rounds.keys()
    assert len(missing) <= most, missing
    assert seen.told or not missing


def places(rng: Random, content: bytes, count: int) -> list[int]:
    """Where to flip: a third each in the first page, in the heads of pages, anywhere."""
    pages = len(content) // 4096
    kinds: list[Callable[[], int]] = [
        lambda: rng.randrange(200),
        lambda: 4096 * rng.randrange(pages) + rng.randrange(140),
        lambda: rng.randrange(len(content)),
    ]
    return [rng.choice(kinds)() for _flip in range(count)]


def test_whole_files_are_told_as_whole(closed: Torn, killed: Torn, tmp_path: Path) -> None:
    """What is not torn is shown, all of it, and nothing is said."""
    for torn in (closed, killed):
        assert see(torn.write(tmp_path / "data")) == Seen(torn.rounds, told=False)


def test_a_byte_flipped_anywhere(closed: Torn, tmp_path: Path) -> None:
    """A byte that is flipped costs at most the round that it stood in."""
    rng = Random(1)
    for place in places(rng, closed.files["log.sqlite"], 4_000 if LONG else 120):
        mask = rng.randrange(1, 256)
        seen = see(closed.flipped("log.sqlite", place, mask).write(tmp_path / "data"))
        try:
            hold(closed, seen, most=1)
        except AssertionError as error:
            raise AssertionError(f"byte {place} flipped by {mask}") from error


def test_a_byte_flipped_in_the_write_ahead_file(killed: Torn, tmp_path: Path) -> None:
    """The same where the program was killed, with or without the index of the write-ahead file."""
    rng = Random(2)
    for flip in range(3_000 if LONG else 80):
        name = "log.sqlite-wal"
        place = rng.choice(
            (
                rng.randrange(32),
                32 + 4120 * rng.randrange(20) + rng.randrange(24),
                rng.randrange(len(killed.files[name])),
            )
        )
        torn = killed.flipped(name, place, mask := rng.randrange(1, 256))
        if flip % 2:
            torn = attrs.evolve(torn, files={each: torn.files[each] for each in ("log.sqlite", name)})
        try:
            hold(killed, see(torn.write(tmp_path / "data")), most=1)
        except AssertionError as error:
            raise AssertionError(f"byte {place} flipped by {mask}, {len(torn.files)} files") from error


def test_a_write_ahead_file_cut_short(killed: Torn, tmp_path: Path) -> None:
    """What is left is the log as it was at some moment, and where the index still knows more, that is told."""
    rng = Random(3)
    content = killed.files["log.sqlite-wal"]
    for cut in range(1_000 if LONG else 40):
        torn = killed.changed("log.sqlite-wal", content[: rng.randrange(len(content))])
        if cut % 2:
            torn.files.pop("log.sqlite-shm")
        seen = see(torn.write(tmp_path / "data"))
        for stream, records in seen.rounds.items():
            assert plain(records) == plain(killed.rounds[stream][: len(records)])
        kept = {stream: len(records) for stream, records in seen.rounds.items()}
        assert seen.told or kept in killed.states
        assert seen.told or cut % 2 or kept == killed.states[-1]


def test_a_file_cut_short(closed: Torn, tmp_path: Path) -> None:
    """A file that was cut short shows the rounds that are whole in what is left of it, and says that it is torn."""
    rng = Random(4)
    content = closed.files["log.sqlite"]
    for _cut in range(500 if LONG else 20):
        size = rng.randrange(100, len(content))
        seen = see(closed.changed("log.sqlite", content[:size]).write(tmp_path / "data"))
        hold(closed, seen, most=ROUNDS)
        assert seen.told or size < 4096


def test_nothing_is_written_to_a_torn_file(closed: Torn, tmp_path: Path) -> None:
    """A torn file stays as it is, byte for byte, and a copy of it is kept."""
    torn = closed.flipped("log.sqlite", 20, 1)
    path = torn.write(tmp_path / "data")
    with SqliteLog(path) as log:
        assert log.damage is not None
        assert log.damage.copy is not None
        assert log.damage.copy.read_bytes() == path.read_bytes()
        for change in (
            lambda: log.append("new", 0, "open", [draft(Heaped(1), None, 0, 0)]),
            lambda: log.import_records([]),
            lambda: log.delete(next(iter(torn.rounds))),
        ):
            with pytest.raises(Damaged):
                change()
    assert path.read_bytes() == torn.files["log.sqlite"]
    assert len(list(path.parent.iterdir())) == 2
