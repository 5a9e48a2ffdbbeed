"""An update of a game that waits on the table: the new rules are there at once, and the round goes on with them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest
from core.tests.host.plugins.making import make_wheel
from pytestqt.qtbot import QtBot

from sofra.host.places import Places
from sofra.host.plugins import Plugins
from sofra_qt.session import Session
from sofra_qt.window import MainWindow

PLUGIN = """
import attrs
from core.tests.toys.patience import INFO
from sofra.host import hookimpl

@hookimpl
def sofra_games():
    return [attrs.evolve(INFO, rules={1: "klondike.rules:Rules"})]
"""

RULES = """
from core.tests.toys.patience import Patience

VERSION = "%s"

class Rules(Patience):
    pass
"""


@pytest.fixture
def places(tmp_path: Path) -> Iterator[Places]:
    """A data directory of its own; no plugin of it is left in the process."""
    found = Places(tmp_path / "home")
    yield found
    gc.collect()
    Plugins(found).remove("klondike")


def install(places: Places, folder: Path, version: str) -> None:
    files = {"klondike/rules.py": RULES % version}
    plugins = Plugins(places)
    [offer] = plugins.inspect(make_wheel(folder, "klondike", version, source=PLUGIN, files=files))
    plugins.install(offer, consent=True)


def test_a_round_on_the_table_goes_on_by_the_new_rules(
    qtbot: QtBot,
    places: Places,
    tmp_path: Path,
    make_session: Callable[..., Session],
    make_window: Callable[..., MainWindow],
) -> None:
    """The table lets go of the old rules when another page is shown, so nobody has to start Sofra anew."""
    install(places, tmp_path, "1.0")
    session = make_session(places)
    session._library = None
    window = make_window(session=session)
    info = next(each for each in session.library.games.values() if each.rules[1] == "klondike.rules:Rules")
    window.library.opened.emit(info)
    assert window.page == "table"
    round_ = window.table.round
    assert round_ is not None
    stream = round_.id
    round_.play(round_.choices(0)[0])
    del round_
    window.show_plugins()
    install(places, tmp_path, "2.0")
    session.reload()
    qtbot.waitUntil(lambda: session.library.plugins[info.id].version == "2.0")
    assert import_module("klondike.rules").VERSION == "2.0"
    assert not any(each.restart for each in Plugins(places).installed())
    window.library.opened.emit(session.library.games[info.id])
    assert window.table.round is not None
    assert window.table.round.id == stream
    assert window.table.round.tally.moves == 1
    window.grab()
    window.show_library()
    session.reload()
