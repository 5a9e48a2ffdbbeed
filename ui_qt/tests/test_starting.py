"""A start does what the first frame needs, and no more."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

STARTING = """
import builtins, json, sys
import sofra_qt.starting
sofra_qt.starting.quick()
import PySide6.QtWidgets
from PySide6.QtCore import QTimer
from sofra_qt.preview import Preview
from sofra_qt.window import MainWindow

def tell():
    found = {
        "drawn": [not card._picture.isNull() for card in window.findChildren(Preview)],
        "modules": sorted(sys.modules),
        "made": sorted(vars(PySide6.QtWidgets)),
        "plain": builtins.__import__ is builtins.__orig_import__,
    }
    window.grab()
    window.close()
    print(json.dumps(found))

shown = MainWindow.showEvent
def show(self, event):
    global window
    window = self
    shown(self, event)
    QTimer.singleShot(100, self, tell)
MainWindow.showEvent = show
sys.exit(sofra_qt.starting.start())
"""
"""Starts the window, and tells what stands when its first page does."""


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What a first start has imported and made."""
    done = subprocess.run(
        [sys.executable, "-c", STARTING],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "SOFRA_HOME": str(tmp_path_factory.mktemp("home"))},
        timeout=120,
    )
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def test_the_cards_are_drawn_in_the_first_frame(started: dict[str, list[str]]) -> None:
    """What is left out of the start is not what the player wants to see."""
    assert len(started["drawn"]) == 3
    assert all(started["drawn"])


@pytest.mark.parametrize(
    "module",
    [
        # What looks after rules, and the rules themselves: a card shows its own data.
        *("sofra.abilities", "sofra.event", "sofra.teaching", "sofra.round", "sofra.guard.guarded"),
        *("sofra_mahjong_solitaire.rules", "sofra_mahjong_connect.rules", "sofra_dominoes.rules"),
        # The log and what counts it.
        *("sofra.log", "sqlite3", "sofra.stats", "cattrs", "orjson"),
        # Other pages, and the board that a game is played on.
        *("sofra_qt.tablepage", "sofra_qt.settings", "sofra_qt.table.items", "sofra_qt.table.board", "pyqtgraph"),
        *("subprocess", "email", "importlib.metadata", "PySide6.QtDBus", "asyncio"),
    ],
)
def test_what_is_needed_later_is_imported_later(started: dict[str, list[str]], module: str) -> None:
    """Each of these takes milliseconds of processor time before the first frame."""
    assert module not in started["modules"]


@pytest.mark.parametrize(
    "name", ["QStyle", "QStyleOptionButton", "QTableView", "QDialog", "QFileDialog", "QGraphicsItem"]
)
def test_no_type_of_qt_is_made_before_it_is_used(started: dict[str, list[str]], name: str) -> None:
    """PySide makes a type with all its names when it is first asked for; `QStyle` has hundreds, and a widget's `style()` asks for it."""
    assert name not in started["made"]


def test_imports_are_those_of_python(started: dict[str, list[str]]) -> None:
    """PySide's own `__import__` reads the source of every module that is imported after it."""
    assert started["plain"]
