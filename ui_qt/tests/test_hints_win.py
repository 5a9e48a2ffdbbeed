"""Hints from the first to the last pair win deals, through the keys, the worker's jobs and the clicks of the window."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from ui_qt.tests.player import click

from sofra_qt.window import MainWindow
from sofra_qt.works import AtOnce

LONG: Final = bool(os.environ.get("SOFRA_LONG"))
DEALS: Final = 200 if LONG else 4
"""How many deals are won: two hundred take minutes (`SOFRA_LONG=1`)."""

LAYOUTS: Final = 25


def codes() -> list[str]:
    """Deals all over the numbers; the layouts take turns when there are enough of them."""
    letters = [chr(65 + (7 * n + 3) % 26) + chr(65 + (11 * n) % 26) for n in range(DEALS)]
    return [f"MJ1-L{n * (1 if LONG else 6) % LAYOUTS:02}-AAAQ{pair}A" for n, pair in enumerate(letters)]


@pytest.mark.parametrize("code", codes())
def test_hints_alone_win(
    make_window: Callable[..., MainWindow], make_session: Callable[..., object], code: str
) -> None:
    """H, then a click on each of the two pieces that it marks, until the table is empty: the deal is won, no hint is free."""
    window = make_window(session=make_session(works=AtOnce()))
    window.take(code)
    page = window.table
    assert page.round is not None
    assert str(page.round.code) == code
    marked: list[tuple[str, ...]] = []
    page.model.hinted.connect(lambda keys: marked.append(tuple(keys)) if keys else None)
    while page.round.outcome is None:
        ply = page.round.ply
        QTest.keyClick(page.view, Qt.Key.Key_H)
        for key in marked[-1]:
            click(page.view, key)
        assert page.round.ply == ply + 1
    assert page.round.outcome_word == "won"
    assert page.round.tally.hints == page.round.ply == len(marked) == 72
    window.grab()
