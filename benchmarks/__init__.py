"""Measurements: each module here that has a `measure` function returns figures, and `python -m benchmarks` runs them all.

Times are CPU time on one core, the median of five runs, unless a figure's name says otherwise.
"""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable
from typing import Any, Final, TypedDict

__all__ = ["RUNS", "Figure", "cpu", "figure", "is_long", "median"]

RUNS: Final = 5


class Figure(TypedDict):
    """A measured value beside what must and what should be reached; `ok` is None where nothing must."""

    name: str
    value: float
    unit: str
    must: float | None
    aim: float | None
    ok: bool | None


def figure(name: str, value: float, unit: str, *, must: float | None = None, aim: float | None = None) -> Figure:
    """A figure for which less is better, or more where its unit is a share in per cent or a rate."""
    more = unit == "%" or unit.endswith("/s")
    ok = None if must is None else (value >= must if more else value <= must)
    return Figure(name=name, value=round(value, 4), unit=unit, must=must, aim=aim, ok=ok)


def is_long() -> bool:
    """Whether to measure more, for minutes (`--long`, or SOFRA_LONG=1)."""
    return bool(os.environ.get("SOFRA_LONG"))


def cpu(work: Callable[[], Any]) -> float:
    """CPU seconds of this process that `work` takes, the collector having run before and resting meanwhile."""
    gc.collect()
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()


def median(measure: Callable[[], float], runs: int = RUNS) -> float:
    """The median of several measurements."""
    return statistics.median(measure() for _run in range(runs))
