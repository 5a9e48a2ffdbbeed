"""What every test of every distribution runs under: no screen, no locale, no home of the person who runs it."""

import os
import re
import signal
import tempfile
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import pytest

# Before Qt, gettext or platformdirs look: nothing of this machine may reach a test, nor a process that a test starts.
_HOME = tempfile.TemporaryDirectory(prefix="sofra-tests-")
for _name in ("CONFIG", "DATA", "CACHE", "STATE"):
    os.environ[f"XDG_{_name}_HOME"] = str(Path(_HOME.name, _name.lower()))
_RUNTIME = Path(_HOME.name, "runtime")
_RUNTIME.mkdir(mode=0o700)
os.environ.update(
    LANGUAGE="en",
    LC_ALL="C.UTF-8",
    QT_QPA_PLATFORM="offscreen",
    SOFRA_HOME=str(Path(_HOME.name, "sofra")),
    TZ="UTC",
    XDG_RUNTIME_DIR=str(_RUNTIME),
)
for _name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_SCALE_FACTOR", "SOFRA_RAISE_PLUGIN_ERRORS"):
    os.environ.pop(_name, None)

_QT_SETTINGS: dict[str, Literal["string", "linelist"]] = {
    "qt_api": "string",
    "qt_log_ignore": "linelist",
    "qt_log_level_fail": "string",
}

if find_spec("hypothesis"):
    from hypothesis import settings

    # The same examples in every run; `HYPOTHESIS_PROFILE=explore pytest …` looks for new ones.
    settings.register_profile("sofra", derandomize=True, deadline=None, print_blob=True)
    settings.register_profile("explore", max_examples=2000, deadline=None, print_blob=True)
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "sofra"))


# Proofs by many cases, which take half of the time and ask nothing of the Python that runs them. A whole run of
# `start.py test` asks them of the oldest Python alone; a run of pytest asks them always.
_PROOFS = (
    "core/tests/host/plugins/test_killed.py",
    "core/tests/host/plugins/test_sources.py",
    "core/tests/log/test_machine.py",
    "core/tests/log/test_torn.py",
    "core/tests/test_authoring.py",
    "core/tests/test_contract_broken.py",
    "plugins/dominoes/tests/test_belief.py",
    "plugins/dominoes/tests/test_bots_secrets.py",
    "plugins/dominoes/tests/test_sight.py",
    "plugins/dominoes/tests/test_table.py",
    "plugins/dominoes/tests/test_worlds.py",
    "plugins/mahjong_connect/tests/test_proofs.py",
    "plugins/mahjong_connect/tests/test_shuffle.py",
    "plugins/mahjong_solitaire/tests/test_proofs.py",
    "tests/fuzz",
    "tests/hostile_plugins/test_window.py",
    "tests/test_no_english.py",
    "tests/test_terminal.py",
    "tests/torture",
    "ui_qt/tests/test_advice.py",
    "ui_qt/tests/test_bad_input.py",
    "ui_qt/tests/test_connect.py",
    "ui_qt/tests/test_every_button.py",
    "ui_qt/tests/test_hints_win.py",
    "ui_qt/tests/test_last_page.py",
    "ui_qt/tests/test_live.py",
    "ui_qt/tests/test_player.py",
    "ui_qt/tests/test_player_sources.py",
    "ui_qt/tests/test_replays_finding.py",
    "ui_qt/tests/test_several.py",
    "ui_qt/tests/test_statistics_page.py",
    "ui_qt/tests/test_walks.py",
    "ui_qt/tests/test_whole_deal.py",
    "ui_qt/tests/test_whole_examples.py",
    "ui_qt/tests/test_whole_games.py",
)
collect_ignore = list(_PROOFS) if os.environ.get("SOFRA_BRIEF") else []

# In a whole run the newest Python looks at the window, with the wheels, and the oldest proves it: walks to every page, plays every
# game. Qt's binding is one file for all Pythons, so elsewhere a few tests of the window do.
_WINDOW = ("test_commands.py", "test_single.py", "test_starting.py", "test_table_page.py", "test_window.py")
if os.environ.get("SOFRA_WHOLE") and re.fullmatch(r"py3\d+", os.environ.get("TOX_ENV_NAME", "")):
    _tests = Path(__file__).parent / "ui_qt" / "tests"
    _named = {path: str(path.relative_to(_tests.parents[1])) for path in _tests.rglob("test_*.py")}
    collect_ignore += [name for path, name in _named.items() if path.name not in _WINDOW and name not in _PROOFS]


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Know the settings of plugins that a distribution's tests do without, so that strictness does not trip on them."""
    if not pluginmanager.hasplugin("pytest-qt"):
        for name, kind in _QT_SETTINGS.items():
            parser.addini(name, "read by pytest-qt, which is not installed here", type=kind)


@pytest.fixture(autouse=True)
def sofra_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for the user's data, new for every test."""
    home = tmp_path / "sofra-home"
    monkeypatch.setenv("SOFRA_HOME", str(home))
    return home


@pytest.fixture(scope="session", autouse=True)
def ctrl_c() -> None:
    """Ctrl+C means what it means at a terminal, though the tests may run in the background, where it is ignored."""
    with suppress(ValueError):  # a thread beside the main one cannot say so
        signal.signal(signal.SIGINT, signal.default_int_handler)
