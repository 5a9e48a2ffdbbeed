"""The system's own wish that nothing moves."""

from __future__ import annotations

import plistlib
from pathlib import Path
from typing import Any

import attrs
import pytest

from sofra.host.places import Places
from sofra.host.settings import Settings
from sofra_qt import stillness
from sofra_qt.session import Session
from sofra_qt.stillness import wants_stillness


@attrs.frozen
class Wrapped:
    """A value as D-Bus hands it on."""

    value: Any

    def variant(self) -> Any:
        """What is inside."""
        return self.value


@pytest.mark.parametrize(
    ("answer", "means"),
    [
        ([Wrapped(Wrapped(False))], True),
        ([Wrapped(True)], False),
        ([True], False),
        ([], None),
        ([Wrapped("no")], None),
        ([0], None),
    ],
)
def test_what_the_portal_answers(answer: list[Any], means: bool | None) -> None:
    """A desktop without animations wants stillness; whatever is no truth says nothing."""
    assert wants_stillness(answer) is means


def test_what_macos_keeps(tmp_path: Path) -> None:
    """The file of its settings, one that does not tell, one that is none, and none."""
    file = tmp_path / "settings.plist"
    assert stillness._macos(file) is None
    for content, means in (
        (plistlib.dumps({"reduceMotion": True}), True),
        (plistlib.dumps({}), None),
        (b"rubbish", None),
    ):
        file.write_bytes(content)
        assert stillness._macos(file) is means


@pytest.mark.parametrize(("wanted", "when_still"), [("system", True), ("on", True), ("off", False)])
def test_the_table_keeps_still_as_the_player_says_or_else_as_the_system_does(wanted: Any, when_still: bool) -> None:
    """A choice of the player's own is stronger than the system's."""
    session = Session(Places(None), settings=Settings(reduce_motion=wanted))
    assert session.look.reduce_motion is (wanted == "on")
    session.system_stillness(True)
    found = [session.look.reduce_motion]
    for other in ("off", "system"):
        session.change(attrs.evolve(session.settings, reduce_motion=other))
        found.append(session.look.reduce_motion)
    assert found == [when_still, False, True]
    session.close()


def test_no_bus_no_answer(monkeypatch: pytest.MonkeyPatch, qapp: object) -> None:
    """Without a session bus nothing is asked, and nothing said."""
    del qapp
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    session = Session(Places(None), settings=Settings())
    asks = stillness.Stillness(session)
    heard: list[bool] = []
    asks.told.connect(heard.append)
    asks.ask()
    assert heard == []
    session.close()
