"""Shares and their intervals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sofra.share import Share


@pytest.mark.parametrize(
    ("hits", "low", "high"), [(0, 0.0, 0.2775), (1, 0.0179, 0.4042), (5, 0.2366, 0.7634), (10, 0.7225, 1.0)]
)
def test_wilson(hits: int, low: float, high: float) -> None:
    """Wilson's interval for ten trials, as tables have it."""
    assert Share(hits, 10).interval == pytest.approx((low, high), abs=1e-4)


def test_nothing() -> None:
    """Of nothing nothing is known."""
    assert Share(0, 0).value == 0
    assert Share(0, 0).interval == (0, 1)


@given(of=st.integers(1, 10_000), part=st.floats(0, 1))
def test_holds_the_share(of: int, part: float) -> None:
    """The interval lies in 0 to 1, holds the share, and is the mirror of that of the misses."""
    share = Share(round(of * part), of)
    low, high = share.interval
    assert 0 <= low <= share.value <= high <= 1
    assert Share(of - share.hits, of).interval == pytest.approx((1 - high, 1 - low))
