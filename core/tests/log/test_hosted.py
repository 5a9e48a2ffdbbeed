"""The host's own events are known to whoever reads a record."""

from __future__ import annotations

import subprocess
import sys

READ = """
from sofra.log.record import Record
record = Record(1, "a", 1, None, "open", None, None, "sofra.clock-changed", 1, b'{"running":true}', 0, 0, b"")
print(type(record.event()).__name__)
"""


def test_a_fresh_process_that_imports_nothing_but_the_record_knows_the_events_of_the_host() -> None:
    """A program that was killed lists its running rounds at the next start, before it has opened any."""
    told = subprocess.run([sys.executable, "-c", READ], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "ClockChanged"
