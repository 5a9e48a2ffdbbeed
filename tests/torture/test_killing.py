"""A player who is killed again and again keeps every move that was acknowledged, once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KILLS = 1_000 if os.environ.get("SOFRA_LONG") else 40


def killed(*arguments: str) -> tuple[int, dict[str, int], str]:
    """Run the torture in a process of its own, which has no threads; its exit code, figures and what it said."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.torture.killing", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=110 + KILLS,
        check=False,
    )
    said = done.stdout + done.stderr
    found = re.match(
        r"seed (?P<seed>\d+): (?P<kills>\d+) kills, (?P<cut>\d+) within an append, (?P<acknowledged>\d+) of (?P<asked>\d+)"
        r" appends acknowledged, (?P<lost>\d+) lost, (?P<doubled>\d+) doubled",
        done.stdout,
    )
    assert found is not None, said
    return done.returncode, {name: int(value) for name, value in found.groupdict().items()}, said


@pytest.mark.timeout(120 + KILLS)
def test_nothing_acknowledged_is_lost() -> None:
    """Killed at any moment and within appends, nothing acknowledged is lost, and nothing asked twice is there twice."""
    code, figures, said = killed("--kills", str(KILLS), "--seed", "7")
    assert (code, figures["lost"], figures["doubled"]) == (0, 0, 0), said
    assert figures["kills"] == KILLS
    assert figures["cut"] > KILLS // 10, said
    assert figures["acknowledged"] > KILLS, said


def test_the_torture_finds_a_log_that_answers_too_early() -> None:
    """A log that acknowledges before it has committed fails the same run."""
    code, figures, said = killed("--kills", "15", "--seed", "7", "--mutant")
    assert code == 1
    assert figures["lost"] > 0, said
