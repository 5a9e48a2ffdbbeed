"""Where installed plugins are found: behind everything else, in this process and in those that it starts."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import resources
from importlib.metadata import distribution, entry_points
from importlib.util import find_spec
from pathlib import Path
from queue import Queue

import pytest
from core.tests.host.plugins.conftest import Put

from sofra.code import DealCode
from sofra.finding import find_in, found_in
from sofra.host import load_games
from sofra.host.plugins import Plugins
from sofra.worker import Answer, Done, Worker, deal_answer, deal_request

GAME = """
    import core.tests.toys.patience as patience
    from sofra.host import hookimpl
    import attrs

    @hookimpl
    def sofra_games():
        return [attrs.evolve(patience.INFO, rules={1: "klondike.rules:Rules"})]
"""

ROOT = Path(__file__).parents[4]

RULES = """
from core.tests.toys.patience import Patience

class Rules(Patience):
    @property
    def named(self):
        return "%s"

    def deal(self, shuffle, options):
        open(%r, "a").write("%s ")
        return super().deal(shuffle, options)
"""


def test_what_python_finds_by_itself_comes_first(tmp_path: Path, plugins: Plugins) -> None:
    """A name that is found without the plugins is never found in their folders, whatever those hold."""
    for name in ("attrs", "json", "sofra"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError", "utf-8")
    find_in({name: str(tmp_path) for name in ("attrs", "json", "sofra")})
    for name in ("attrs", "json", "sofra"):
        found = find_spec(name)
        assert found is not None
        assert str(tmp_path) not in str(found.origin)
    assert sys.meta_path[-1].__class__.__module__ == "sofra.finding"


SCRIPT = """
import sys
from sofra.host import load_games
library = load_games()
assert "toy-patience" in library.games, library.broken
info = library.games["toy-patience"]
info.load()
import klondike
print(klondike.__file__)
"""


def put_klondike(put: Put, tmp_path: Path) -> None:
    """Install a plugin whose game can be loaded."""
    put(
        source=GAME.replace("\n    ", "\n"),
        files={"klondike/rules.py": RULES % ("1.0", str(tmp_path / "dealt"), "1.0")},
    )


def run_beside(folder: Path, plugins: Plugins) -> subprocess.CompletedProcess[str]:
    """A script in a folder of its own that loads the game of a plugin."""
    assert plugins._store is not None
    (folder / "api.py").write_text(SCRIPT, "utf-8")
    return subprocess.run(
        [sys.executable, str(folder / "api.py")],
        cwd=folder,
        env={
            **os.environ,
            "SOFRA_HOME": str(plugins._store.folder.parent),
            "PYTHONPATH": str(ROOT),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_folder_of_its_project_does_not_hide_a_plugin(put: Put, tmp_path: Path, plugins: Plugins) -> None:
    """A script above the plugin's project folder of the same name, which Python takes for a package, gets the installed plugin."""
    put_klondike(put, tmp_path)
    beside = tmp_path / "beside"
    (beside / "klondike" / "src").mkdir(parents=True)
    done = run_beside(beside, plugins)
    assert done.returncode == 0, done.stderr
    assert str(beside) not in done.stdout


def test_what_has_code_still_comes_first(put: Put, tmp_path: Path, plugins: Plugins) -> None:
    """A package of the script's own, with code in it, is what the script gets: the plugin is told to take a name that is taken."""
    put_klondike(put, tmp_path)
    beside = tmp_path / "beside"
    (beside / "klondike").mkdir(parents=True)
    (beside / "klondike" / "__init__.py").write_text("", "utf-8")
    done = run_beside(beside, plugins)
    assert "It would take the name {module}" in done.stderr


@pytest.mark.parametrize("place", ["site-packages", "elsewhere"])
def test_an_installed_folder_without_code_comes_first(
    place: str, tmp_path: Path, plugins: Plugins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A namespace that others share is not a plugin's to take: only a folder beside the script is passed over."""
    (tmp_path / "plugin" / "shared").mkdir(parents=True)
    (tmp_path / "plugin" / "shared" / "__init__.py").write_text("", "utf-8")
    (tmp_path / place / "shared" / "part").mkdir(parents=True)
    before = [str(tmp_path / place)] if place == "site-packages" else [str(tmp_path), str(tmp_path / place)]
    monkeypatch.setattr(sys, "path", [*before, *sys.path])
    find_in({"shared": str(tmp_path / "plugin")})
    found = find_spec("shared")
    assert found is not None
    assert list(found.submodule_search_locations or ()) == [str(tmp_path / place / "shared")]
    monkeypatch.setattr(sys, "path", [str(tmp_path / "elsewhere"), *sys.path])
    (tmp_path / "elsewhere" / "alone").mkdir(parents=True)
    (tmp_path / "plugin" / "alone.py").write_text("", "utf-8")
    find_in({"alone": str(tmp_path / "plugin")})
    found = find_spec("alone")
    assert found is not None
    assert found.origin == str(tmp_path / "plugin" / "alone.py")


def test_a_plugin_reads_its_own_files(put: Put, plugins: Plugins) -> None:
    """Package data and metadata are there as for any other distribution; its entry points are nobody else's business."""
    put(files={"klondike/art/ace.svg": "<svg/>"})
    assert (resources.files("klondike") / "art" / "ace.svg").read_text("utf-8") == "<svg/>"
    assert distribution("klondike").metadata["Summary"] == "A game"
    assert set(found_in()) == {"klondike"}
    assert str(plugins.folder("klondike")) not in sys.path
    assert "klondike" in {each.name for each in entry_points(group="sofra")}


class TestProcesses:
    @pytest.fixture(autouse=True)
    def _path(self, monkeypatch: pytest.MonkeyPatch) -> None:
        # The toys that the plugin is made of.
        monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[4]))

    def make(self, put: Put, version: str, mark: Path) -> None:
        put(
            version=version,
            source=GAME.replace("\n    ", "\n"),
            files={"klondike/rules.py": RULES % (version, str(mark), version)},
        )

    def test_the_worker_finds_what_is_installed_and_changed(self, put: Put, tmp_path: Path) -> None:
        """A process for long work deals by the rules of an installed plugin, and by the new ones after an update."""
        mark, answers = tmp_path / "dealt", Queue[Answer]()
        with Worker() as worker:
            for version in ("1.0", "2.0"):
                self.make(put, version, mark)
                info = next(each for each in load_games().games.values() if each.rules[1] == "klondike.rules:Rules")
                code = DealCode.of(info, info.options(), 7)
                worker.submit("deal", deal_request(info, [code], info.options()), key=1, done=answers.put)
                answer = answers.get(timeout=60)
                assert isinstance(answer, Done), answer
                assert deal_answer(info, [code], answer.value).code == code
        assert mark.read_text("utf-8").split() == ["1.0", "2.0"]
