"""One instance: a second start hands over and goes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess, QProcessEnvironment
from PySide6.QtNetwork import QLocalSocket
from pytestqt.qtbot import QtBot

from sofra.host.places import Places
from sofra_qt.single import LONGEST, Doorman, _name


@pytest.fixture
def doorman(sofra_home: Path) -> Iterator[Doorman]:
    """The door of a running program."""
    found = Doorman(Places(sofra_home))
    assert found.open
    yield found
    found.close()


SECOND = """
import sys
from sofra.host.places import Places
from sofra_qt.single import hand_over
sys.exit(0 if hand_over(Places.find(), sys.argv[1]) else 1)
"""


def test_a_second_start_hands_its_code_to_the_first(qtbot: QtBot, doorman: Doorman, sofra_home: Path) -> None:
    """The window comes to the front and gets the code; the second process ends well."""
    second = QProcess()
    environment = QProcessEnvironment.systemEnvironment()
    environment.insert("SOFRA_HOME", str(sofra_home))
    second.setProcessEnvironment(environment)
    with (
        qtbot.waitSignals([doorman.raised, second.finished], timeout=20_000),
        qtbot.waitSignal(doorman.handed, timeout=20_000) as handed,
    ):
        second.start(sys.executable, ["-c", SECOND, "MJ1-L00-AAAAAAA"])
    assert handed.args == ["MJ1-L00-AAAAAAA"]
    assert second.exitCode() == 0


def test_where_nobody_answers_the_second_start_knows(sofra_home: Path) -> None:
    """A door without a doorman is no reason to wait."""
    done = subprocess.run(
        [sys.executable, "-c", SECOND, ""], env={**os.environ, "SOFRA_HOME": str(sofra_home)}, check=False, timeout=60
    )
    assert done.returncode == 1


def test_a_flood_at_the_door_is_cut_off(qtbot: QtBot, doorman: Doorman, sofra_home: Path) -> None:
    """More bytes than a code or a path are not read."""
    guest = QLocalSocket()
    with qtbot.waitSignal(guest.disconnected), qtbot.assertNotEmitted(doorman.handed):
        guest.connectToServer(_name(Places(sofra_home)))
        guest.write(b"x" * (2 * LONGEST))
        guest.flush()


def test_two_homes_are_two_programs(tmp_path: Path) -> None:
    """Each place of data has a door of its own."""
    assert _name(Places(tmp_path / "a")) != _name(Places(tmp_path / "b"))
