"""The saved games in `replays/`: read, decided again, and written with the same bytes."""

from pathlib import Path

import pytest

from sofra.game import GameInfo
from sofra.log import MemoryLog
from sofra.replay import export_round, import_file, read_file, verify
from sofra.round import Round
from sofra_mahjong_connect.info import INFO as CONNECT
from sofra_mahjong_solitaire.info import INFO as SOLITAIRE

REPLAYS = Path(__file__).parents[1] / "replays"
FILES = sorted(REPLAYS.rglob("*.sofra"))
GAMES: dict[str, GameInfo] = {info.id: info for info in (CONNECT, SOLITAIRE)}


def test_every_saved_game_is_told_of() -> None:
    """The shelf is not empty, and its README names every file."""
    readme = (REPLAYS / "README.md").read_text(encoding="utf-8")
    assert FILES
    assert [path for path in FILES if path.relative_to(REPLAYS).as_posix() not in readme] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_saved_game(path: Path, tmp_path: Path) -> None:
    """Every command is decided as it was recorded, and an export after an import has the same bytes."""
    assert verify(read_file(path), GAMES) == []
    log = MemoryLog()
    stream = import_file(log, path)
    export_round(log, stream, tmp_path / path.name)
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()
    assert (
        Round.resume(log, stream, GAMES).outcome_word == {"won": "won", "stuck": "lost"}[path.stem.rpartition("-")[2]]
    )
