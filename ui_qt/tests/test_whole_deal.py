"""A whole deal, won with the mouse, with the window closed half-way and the program started anew."""

import json
import os
import subprocess
import sys
from pathlib import Path

from sofra.host.loader import load_games
from sofra.host.logs import open_log
from sofra.host.places import Places
from sofra.round import Round

ROOT = Path(__file__).parents[2]
CODE = "MJ1-L00-AAAAAAA"


def sit(home: Path, *arguments: str) -> dict[str, object]:
    """One sitting in a process of its own; what it saw."""
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("half.py")), *arguments],
        cwd=ROOT,
        env={**os.environ, "SOFRA_HOME": str(home), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_a_deal_is_won_by_mouse_over_two_runs_of_the_program(sofra_home: Path) -> None:
    """Half the pairs in one process, the rest in another that finds the round where it was; the log says: won."""
    first = sit(sofra_home, "36", CODE)
    assert first == {"page": "table", "paused": False, "found": 0, "played": 36, "won": False, "code": 0}
    second = sit(sofra_home, "72")
    assert second == {"page": "table", "paused": True, "found": 36, "played": 72, "won": True, "code": 0}
    with open_log(Places(sofra_home)).log as log:
        (stream,) = log.streams(check=True)
        assert stream.damage is None
        kept = Round.resume(log, stream.id, load_games().games)
        assert (str(kept.code), kept.outcome_word, kept.closed, kept.tally.moves) == (CODE, "won", True, 72)
        assert kept.tally.undos == kept.tally.hints == 0
        assert kept.active_ms > 0
