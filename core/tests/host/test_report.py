"""The report that a player can copy: what is in it, and what of the player is not."""

from __future__ import annotations

import getpass
import sys
from pathlib import Path
from typing import Any

import pytest

from sofra.host import load_games
from sofra.host.loader import Plugin
from sofra.host.places import Places
from sofra.host.report import blame, private, report


def test_it_tells_what_helps(patience: Path, sofra_home: Path) -> None:
    """Versions, the plugin to blame, all plugins, and the traceback."""
    library = load_games()
    text = report(
        "Patience stopped: choices failed.",
        details="Traceback …\nValueError: three",
        plugin=Plugin("sofra-toy", "1.0", "sofra_toy"),
        library=library,
        places=Places.find(),
        more={"qt": "6.11"},
    )
    assert text.startswith("Sofra report\n")
    for each in ("python: ", "system: ", "qt: 6.11", "plugin: sofra-toy 1.0", "Patience stopped", "ValueError: three"):
        assert each in text


def test_nothing_of_the_player_is_in_it(sofra_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the home folder, nor the folder of the data, nor the name of the account."""
    monkeypatch.setattr(getpass, "getuser", lambda: "salma")
    homes, users = "/home", "/Users"
    monkeypatch.setattr(Path, "home", lambda: Path(homes, "salma"))
    text = private(
        f"File {sofra_home}/plugins/x.py and {homes}/salma/games/y.py, {users}/Omar/z.py; {sys.prefix}/lib; for salma, salmanazar",
        Places.find(),
    )
    assert text == f"File DATA/plugins/x.py and ~/games/y.py, {users}/USER/z.py; PYTHON/lib; for USER, salmanazar"


def test_a_long_one_keeps_both_ends() -> None:
    """A recursion without an end does not make a report that nobody can send."""
    text = report("what", details="first\n" + "line\n" * 100_000 + "last")
    assert len(text) < 31_000
    assert "Sofra report" in text
    assert text.rstrip().endswith("last")


def test_blame(patience: Path) -> None:
    """The plugin whose code stands innermost in a traceback; none where none does."""
    library = load_games()
    scope: dict[str, Any] = {"__name__": "sofra_toy.rules"}
    exec("def fail(call):\n    call()", scope)  # as a plugin's function is

    def ours() -> None:
        raise ValueError

    with pytest.raises(ValueError) as error:  # noqa: PT011 - it is ours
        scope["fail"](ours)
    plugin = blame(error.value, library)
    assert plugin is not None
    assert plugin.name == "sofra-toy"
    with pytest.raises(ValueError) as error:  # noqa: PT011 - it is ours
        ours()
    assert blame(error.value, library) is None
