"""Every field of a replay file, with every odd value: none makes a reader work or hold more than the file is large."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from typing import Any, Final

import orjson
import pytest
from tests.fuzz.mutations import ODD, leaves
from tests.fuzz.targets import ReplayFiles
from tests.fuzz.test_fuzz import LONG, PATIENCE, ROOM

NUMBERS: Final = (*ODD, 1_000_000, 1_000_000_000)
"""Also numbers that a count of anything could be, and a list of as many could not."""


def fields(lines: list[bytes]) -> Iterator[tuple[Any, int, Any, Any, Any]]:
    """Each field of a file once: what it is called, its line, the value of that line, and where in it the field stands."""
    for number, line in enumerate(lines):
        if line:
            value = orjson.loads(line)
            for holder, key in leaves(value):
                name = key if isinstance(key, str) else "item"
                yield (value.get("name"), name, type(holder[key])), number, value, holder, key


@pytest.mark.timeout(3_600 if LONG else 120)
@pytest.mark.parametrize("mended", [False, True], ids=["as it is", "with a chain that holds"])
def test_every_field(mended: bool) -> None:
    """A wrong value anywhere is refused with a reason, or taken, in no time and in little room."""
    target, seen = ReplayFiles(), set[Any]()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for data in target.seeds():
        lines = data.split(b"\n")
        for name, number, value, holder, key in fields(lines):
            if name in seen:
                continue
            seen.add(name)
            was = holder[key]
            for odd in NUMBERS if LONG else (None, -1, 1_000_000_000):
                holder[key] = odd
                spoilt = b"\n".join([*lines[:number], orjson.dumps(value), *lines[number + 1 :]])
                begun = time.process_time()
                target.attempt(target.mend(spoilt) if mended else spoilt)
                assert time.process_time() - begun < PATIENCE, (name, odd)
            holder[key] = was
    assert len(seen) > 40
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < ROOM
