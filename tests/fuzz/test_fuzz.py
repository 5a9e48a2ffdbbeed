"""Input from elsewhere, spoilt: it is refused with a reason or taken for what it is, at once and in little room."""

from __future__ import annotations

import os
import resource
import sys
import time
from collections import Counter
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from tests.fuzz.mutations import edits, spoil, twist
from tests.fuzz.targets import TARGETS, Target

LONG: Final = bool(os.environ.get("SOFRA_LONG"))
COUNTS: Final = {
    "deal codes": (300, 30_000),
    "replay codes": (200, 30_000),
    "replay files": (100, 15_000),
    "settings files": (60, 10_000),
    "layout files": (60, 15_000),
}
"""So many inputs in every run, and so many in a long one: 100,000 together."""

BATCH: Final = 2_500

PATIENCE: Final = 2.0
"""Seconds of processor time that an input may take."""

ROOM: Final = 200
"""Megabytes that all of them together may take: more than any one does."""


@pytest.mark.timeout(7_200 if LONG else 120)
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_spoilt_input(target: Target) -> None:
    """Nothing that is read from outside ends in a fault, whatever it is; half of it is made to look whole."""
    seeds = list(target.seeds())
    assert all(map(target.attempt, seeds))
    met: Counter[bool] = Counter()
    slowest = 0.0
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    @settings(
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        max_examples=min(BATCH, COUNTS[target.name][LONG]),
        database=None,
    )
    @given(st.sampled_from(seeds), st.sampled_from(seeds), edits(), st.booleans(), st.booleans())
    def attempt(one: bytes, other: bytes, changes: Any, whole: bool, twisted: bool) -> None:
        nonlocal slowest
        data = twist(one, changes) if twisted and one.startswith(b"{") else spoil(one, changes, other)
        if whole:
            data = target.mend(data)
        begun = time.process_time()
        met[target.attempt(data)] += 1
        took = time.process_time() - begun
        slowest = max(slowest, took)
        assert took < PATIENCE

    # In batches, because Hypothesis remembers all that it has tried. Every run of one length tries the same.
    for batch in range(max(1, COUNTS[target.name][LONG] // BATCH)):
        seed(batch)(attempt)()
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    told = f"{target.name}: {met[True]} taken, {met[False]} refused, slowest {slowest:.3f} s, {grown:.0f} MB more"
    sys.stdout.write(f"{told}\n")
    assert met[True] > 0
    assert met[False] > 0
    assert grown < ROOM
