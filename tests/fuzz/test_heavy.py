"""Input that is made to be hard to read: it is refused, or taken, at once and in little room."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from typing import Final

import pytest
from tests.fuzz.targets import TARGETS, DealCodes, Layouts, ReplayCodes, ReplayFiles, SettingsFiles, Target
from tests.fuzz.test_fuzz import PATIENCE, ROOM

DEAL: Final = b"MJ1-L00-AAAAAAB"
BOARD: Final = b'{"map":[[0,[[0,[[0,400]]]]]]}'
MAP: Final = b'<map><row left="0" right="60" y="0"/><row left="0" right="60" y="2"/></map>'

HEAVY: Final[dict[str, tuple[Target, Callable[[], bytes]]]] = {
    "a code of 10 MB": (DealCodes(), lambda: b"M" * 10_000_000),
    "a code of digits": (DealCodes(), lambda: b"MJ" + b"1" * 190),
    "a replay code of 10 MB": (ReplayCodes(), lambda: DEAL + b"~" + b"Z" * 10_000_000),
    "a replay code with 2 MB of spaces": (ReplayCodes(), lambda: DEAL + b"~" + b" " * 2_000_000),
    "the longest replay code": (ReplayCodes(), lambda: ReplayCodes().mend(DEAL + b"~" + b"7" * 24_999 + b"0")),
    "the longest replay code of dominoes": (
        ReplayCodes(), lambda: ReplayCodes().mend(b"DM1-AAAAABL~" + b"Z" * 24_999 + b"0")
    ),
    "a replay file of one line": (ReplayFiles(), lambda: b"{" * 16_000_000),
    "a replay file of deep lines": (ReplayFiles(), lambda: b"[" * 30 + b"1," * 500_000),
    "a replay file of empty lines": (ReplayFiles(), lambda: b"\n" * 15_000_000),
    "a replay file of small lines": (ReplayFiles(), lambda: b"{}\n" * 100_001),
    "settings of brackets": (SettingsFiles(), lambda: b"x = " + b"[" * 100_000),
    "settings of nested lists": (SettingsFiles(), lambda: b"x = " + b"[" * 900 + b"]" * 900),
    "settings of nested tables": (SettingsFiles(), lambda: b"x = " + b"{a=" * 900 + b"1" + b"}" * 900),
    "settings of one long name": (SettingsFiles(), lambda: b".".join([b"a"] * 4_000) + b" = 1"),
    "settings of 20 MB": (SettingsFiles(), lambda: b"# " + b"x" * 20_000_000),
    "settings of many names": (SettingsFiles(), lambda: b"".join(b"k%d = 1\n" % n for n in range(300_000))),
    "a layout of 10 MB": (Layouts(), lambda: b"kmahjongg-layout-v1.1\n" + b"." * 10_000_000),
    "a layout of entities": (
        Layouts(), lambda: b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><mahjongg>&b;</mahjongg>'
    ),
    "a layout of brackets": (Layouts(), lambda: b"[" * 100_000),
    "a layout of tags": (Layouts(), lambda: b"<a>" * 100_000),
    "a layout of boards": (Layouts(), lambda: b'{"boards":[' + b",".join([BOARD] * 20_000) + b"]}"),
    "a layout of empty boards": (Layouts(), lambda: b'{"boards":[' + b",".join([b"{}"] * 200_000) + b"]}"),
    "a layout of maps": (Layouts(), lambda: b"<mahjongg>" + MAP * 9_000 + b"</mahjongg>"),
    "a layout of cells": (Layouts(), lambda: b'{"tiles":[' + b",".join([b"[0,0,0]"] * 120_000) + b"]}"),
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    """What is imported with the first input of each kind is no part of reading it."""
    for target in TARGETS:
        target.attempt(target.seeds()[0])


@pytest.mark.parametrize("what", HEAVY)
def test_heavy_input(what: str) -> None:
    """It takes no more than two seconds of processor time and 200 MB, whatever comes of it."""
    target, make = HEAVY[what]
    data = make()
    begun, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    target.attempt(data)
    assert time.process_time() - begun < PATIENCE
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 < ROOM
