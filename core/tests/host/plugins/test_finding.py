"""Where installed plugins are found: behind everything else, in this process and in those that it starts."""

from __future__ import annotations

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
