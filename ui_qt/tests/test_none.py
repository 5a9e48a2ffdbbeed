"""PySide6 6.12 on Python before 3.12 loses a reference to None in nearly every call that returns it."""

import sys

from PySide6.QtGui import QPainterPath


def test_calls_that_return_none_do_not_use_it_up() -> None:
    """When the count reaches zero the interpreter aborts, seconds or an hour after the start."""
    path = QPainterPath()
    before = sys.getrefcount(None)
    for _ in range(2000):
        path.clear()
    # Elsewhere a few may come and go meanwhile; the fault takes all 2,000.
    assert sys.getrefcount(None) > before - 100
