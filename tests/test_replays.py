"""The saved games in `replays/`: read, decided again, folded to what they always came to, and written with the same bytes."""

import json
from pathlib import Path

import pytest
from tools.corpus import COURSES, REPLAYS, course

from sofra.game import GameInfo
from sofra.host import load_games
from sofra.log import MemoryLog
from sofra.replay import export_round, import_file, read_file, verify

FILES = sorted(REPLAYS.rglob("*.sofra"))


@pytest.fixture(scope="module")
def games() -> dict[str, GameInfo]:
    """The installed games."""
    return dict(load_games().games)


def test_every_saved_game_is_told_of() -> None:
    """The shelf is not empty, and its README names every file."""
    readme = (REPLAYS / "README.md").read_text(encoding="utf-8")
    assert FILES
    assert [path for path in FILES if path.relative_to(REPLAYS).as_posix() not in readme] == []


def test_every_saved_game_has_its_course() -> None:
    """What each comes to is kept: `python tools/corpus.py update`."""
    assert sorted(json.loads(COURSES.read_text("utf-8"))) == [path.relative_to(REPLAYS).as_posix() for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_saved_game(path: Path, tmp_path: Path, games: dict[str, GameInfo]) -> None:
    """Every command is decided as it was recorded, and an export after an import has the same bytes."""
    assert verify(read_file(path), games) == []
    log = MemoryLog()
    stream = import_file(log, path)
    export_round(log, stream, tmp_path / path.name)
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_course_of_a_saved_game(path: Path, games: dict[str, GameInfo]) -> None:
    """Its moves, choices, end, score, counts and code are what they were."""
    kept = json.loads(COURSES.read_text("utf-8"))[path.relative_to(REPLAYS).as_posix()]
    assert json.loads(json.dumps(course(path, games))) == kept
    assert kept["outcome"] == {"won": "won", "stuck": "lost"}.get(path.stem.rpartition("-")[2], kept["outcome"])
