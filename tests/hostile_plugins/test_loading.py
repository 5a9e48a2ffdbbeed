"""Plugins that are wrong from the start: each is left out with its reason, and everything else is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.hostile_plugins.conftest import Plugins

from sofra.guard import PluginError
from sofra.host import loader
from sofra.host.loader import Library, forgive, load_games, load_rules
from sofra.host.marker import Marker
from sofra.host.places import Places
from sofra.testing import GameContract, LawBroken

LEFT_OUT = {
    "import_error": "It cannot be imported: ModuleNotFoundError: No module named 'no_such_module_at_all'.",
    "syntax_error": "It cannot be imported: SyntaxError: '(' was never closed (hostile_syntax_error.py, line 1).",
    "import_exits": "It cannot be imported: SystemExit: and take the window with me.",
    "import_recursion": "It cannot be imported: RecursionError: maximum recursion depth exceeded.",
    "wrong_api": (
        "It is made for another version of Sofra: it asks for contract 99, and here is 1. Update Sofra or the plugin."
    ),
    "unknown_hook": "It uses sofra_music, which this version of Sofra does not know. Update Sofra or the plugin.",
    "same_id": "Another plugin has a game of the same name, honest, and its events.",
    "same_prefix": "Another game has codes that begin with HN already.",
    "hook_raises": "It fails when asked for sofra_games: RuntimeError: not today.",
    "hook_rubbish": "It answers sofra_games with something else than is asked.",
    "hook_endless": "It answers sofra_games with something else than is asked.",
    "wrong_types": "It describes a game in a way that cannot be read: wrong-types.",
    "evil_module": "It offers neither a game nor an art set.",
}
"""What is said of each."""

LOOPS = ("import_loop", "import_stubborn")


def only_reason(library: Library) -> str:
    """The one reason there is; the sound game is untouched."""
    assert list(library.games) == ["honest"]
    assert load_rules(library.games["honest"]).id == "honest"
    (broken,) = library.broken
    assert broken.plugin.name.startswith("hostile-")
    return broken.reason.english


@pytest.mark.parametrize("name", LEFT_OUT)
def test_left_out(plugins: Plugins, name: str) -> None:
    """A plugin that cannot be used is left out with a reason in one sentence."""
    assert only_reason(plugins(name)) == LEFT_OUT[name]


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_at_import_is_stopped(plugins: Plugins, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A plugin that does not come to an end while it is imported is stopped, even one that catches what stops it."""
    monkeypatch.setattr(loader, "PATIENCE", 0.2)
    monkeypatch.setattr(loader, "BEAT", 0.05)
    reason = only_reason(plugins(name))
    # The stubborn one ends by itself after it was told three times, and offers nothing.
    assert reason in {
        "It does not come to an end: it was stopped after 0 seconds.",
        "It offers neither a game nor an art set.",
    }


def test_a_pretended_interrupt_is_the_players_in_a_terminal(plugins: Plugins) -> None:
    """Nobody can tell it from Ctrl+C there, which must always end a command."""
    with pytest.raises(KeyboardInterrupt):
        plugins("import_interrupt")


@pytest.mark.parametrize(
    ("name", "game", "said"),
    [
        ("no_rules", "no-rules", "AttributeError: module 'hostile_no_rules' has no attribute 'Nothing'"),
        ("other_rules", "other-rules", "its rules are not those of this game"),
    ],
)
def test_rules_that_cannot_be_opened(plugins: Plugins, name: str, game: str, said: str) -> None:
    """Such a game is in the library; opening it says why not."""
    library = plugins(name)
    with pytest.raises(PluginError) as error:
        load_rules(library.games[game])
    assert error.value.message.english == f"{game.capitalize()} cannot be opened: {said}."
    assert error.value.game == game


def test_what_is_printed_goes_to_the_diagnostics(plugins: Plugins, capsys: pytest.CaptureFixture[str]) -> None:
    """Megabytes on the output of a plugin are none in the answer of a command."""
    library = plugins("loud")
    assert list(library.games) == ["honest", "loud"]
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err) >= 3_000_000


def test_one_that_the_program_died_with_is_left_out(plugins: Plugins, sofra_home: Path) -> None:
    """A plugin that was being imported when the process died is not imported again before the player wants it."""
    places = Places.find()
    Marker(places.crash, "loading").set("hostile-loud 1.0")
    (mark,) = sofra_home.glob("crash/loading-*")
    # As if by a process that is no more.
    mark.rename(mark.with_name("loading-999999999"))
    library = plugins("loud")
    assert only_reason(library) == "Left out: Sofra ended while it was being loaded."
    assert only_reason(load_games()) == "Left out: Sofra ended while it was being loaded."
    forgive(places)
    assert "loud" in load_games().games


def test_nothing_marks_a_plugin_that_was_loaded(plugins: Plugins, sofra_home: Path) -> None:
    """A mark stands only while a plugin is imported."""
    plugins("loud", "hook_raises")
    assert not sofra_home.exists(), "a look at the games makes nothing"
    assert Places.find().make() is None
    load_games()
    assert not list(sofra_home.glob("crash/*"))


def test_safe_mode_imports_none_of_them(plugins: Plugins) -> None:
    """Only what comes with Sofra is imported, and the rest is named."""
    plugins("loud", "wrong_api")
    library = load_games(safe_mode=True)
    assert list(library.games) == ["honest"]
    assert {each.reason.english for each in library.broken} == {"Left out by safe mode: it does not come with Sofra."}


def test_authors_see_errors_as_they_are(plugins: Plugins, monkeypatch: pytest.MonkeyPatch) -> None:
    """With SOFRA_RAISE_PLUGIN_ERRORS=1 nothing is kept back."""
    monkeypatch.setenv("SOFRA_RAISE_PLUGIN_ERRORS", "1")
    with pytest.raises(RuntimeError, match="not today"):
        plugins("hook_raises")


def test_one_that_brings_qt_is_refused_by_the_laws(plugins: Plugins) -> None:
    """Nothing stops it in play, which the documentation says; the conformance suite does."""
    info = plugins("qt").games["qt"]
    assert load_rules(info).id == "qt"
    contract = type("Qt", (GameContract,), {"info": info})()
    with pytest.raises(LawBroken, match="PySide6"):
        contract.test_rules_stay_among_themselves()
