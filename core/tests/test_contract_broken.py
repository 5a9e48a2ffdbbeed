"""Each broken game is caught by the law that it breaks, and by no law that has nothing to do with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from core.tests.broken import CASES, Case

from sofra.authoring.examining import finding_of
from sofra.testing import GameContract, LawBroken

HERE = Path(__file__).resolve().parent

LAWS = sorted(name.removeprefix("test_") for name in dir(GameContract) if name.startswith("test_"))
PROCESSES = {"another_process_plays_the_same_round", "rules_stay_among_themselves"}
"""These start processes; only the games that are about them pay for it."""


def verdicts(case: Case) -> dict[str, LawBroken]:
    """The laws that fail for a broken game."""
    attributes: dict[str, Any] = {"lines": 3, "examples": 3, "depth": 5, **case.depth}
    contract = type(case.name, (GameContract,), {"info": case.info, **attributes})()
    found: dict[str, LawBroken] = {}
    for law in LAWS:
        if law in PROCESSES and not attributes.get("processes"):
            continue
        try:
            getattr(contract, f"test_{law}")()
        except LawBroken as broken:
            found[law] = broken
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_broken_game_is_caught_by_the_law_it_breaks(case: Case) -> None:
    """The law fails with its own failure, which says where and how to mend it; unrelated laws hold."""
    found = verdicts(case)
    assert case.law in found, f"{case.law} did not notice; {sorted(found)} did"
    unexpected = {law: str(broken) for law, broken in found.items() if law not in {case.law, *case.also}}
    assert not unexpected
    assert found[case.law].law == case.law
    teaches(found[case.law])


def teaches(broken: LawBroken) -> None:
    """What `sofra plugins check` tells of it: what the law demands, what was found, in which round, and what to do."""
    told = finding_of(HERE, "a-game", broken)
    assert told.lesson.endswith(".")
    assert len(told.what) > 10
    assert told.mend.endswith((".", ")"))
    assert "traceback above" not in told.mend
    assert bool(told.told) is bool(told.position) is bool(told.code)
    assert len(told.told) <= 7
    if "raised" in told.what:
        assert told.source, "an exception is told with its place"


def test_every_law_has_a_game_that_breaks_it() -> None:
    """No law stands in the contract that nothing has ever failed."""
    assert {case.law for case in CASES} == set(LAWS)
