"""The package index and projects: pip does the work in a process of its own, and what it says is told in plain words.

The index is a folder, or an address on this machine where nobody listens: no test asks a network for anything.
"""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from core.tests.host.plugins.making import make_wheel

from sofra.host.plugins import Plugins
from sofra.host.plugins.errors import Cancelled, NotBuilt, NotFetched
from sofra.host.plugins.sources import is_path

BACKEND = """
import shutil
import sys
def build_wheel(folder, config_settings=None, metadata_directory=None):
    from pathlib import Path
    print("building", file=sys.stderr)
    [wheel] = Path("ready").glob("*.whl")
    shutil.copy(wheel, folder)
    return wheel.name
"""


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes for the package index."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    return folder


def project(folder: Path, *, requires: str = "[]", backend: str = BACKEND) -> Path:
    """A project whose own build program hands out a wheel."""
    make_wheel(folder / "ready")
    (folder / "backend.py").write_text(backend, "utf-8")
    (folder / "pyproject.toml").write_text(
        f'[build-system]\nrequires = {requires}\nbuild-backend = "backend"\nbackend-path = ["."]\n'
        '[project]\nname = "klondike"\nversion = "1.0"\n',
        "utf-8",
    )
    return folder


class TestIndex:
    def test_a_name(self, plugins: Plugins, index: Path) -> None:
        """The newest pure-Python wheel of a name is offered; what it needs is not fetched, and one for a processor is not looked at."""
        make_wheel(index, "klondike", "1.0")
        make_wheel(index, "klondike", "1.5", requires=["spider"])
        make_wheel(index, "klondike", "2.0", tag="cp311-cp311-manylinux_2_17_x86_64")
        make_wheel(index, "spider", "1.0")
        [offer] = plugins.inspect("Klondike")
        assert (offer.name, offer.version, offer.source.kind, offer.source.text) == (
            "klondike",
            "1.5",
            "index",
            "Klondike",
        )
        assert [each.english.partition(",")[0] for each in offer.problems] == ["It needs spider"]

    def test_a_name_and_a_version(self, plugins: Plugins, index: Path) -> None:
        """A version can be asked for, and an update is looked for by the name alone."""
        make_wheel(index, "klondike", "1.0")
        make_wheel(index, "klondike", "2.0")
        [offer] = plugins.inspect("klondike==1.0")
        plugins.install(offer, consent=True)
        newer = plugins.newer("klondike")
        assert newer is not None
        assert (newer.version, newer.replaces) == ("2.0", "1.0")

    def test_nothing_of_that_name(self, plugins: Plugins, index: Path) -> None:
        with pytest.raises(NotFetched, match="has no plain Python wheel of no-such-game that fits") as caught:
            plugins.inspect("no-such-game")
        assert caught.value.details

    def test_without_a_network(self, plugins: Plugins, monkeypatch: pytest.MonkeyPatch) -> None:
        """Offline it is said plainly that the index cannot be reached, and what to do instead."""
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{port}/simple")
        monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
        monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
        with pytest.raises(NotFetched, match="cannot be reached"):
            plugins.inspect("klondike")

    def test_cancelling_ends_the_process(self, plugins: Plugins, monkeypatch: pytest.MonkeyPatch) -> None:
        """A process that does not come to its end is ended when the player says so."""
        begun: list[subprocess.Popen[bytes]] = []
        original = subprocess.Popen

        def popen(_command: object, **more: object) -> subprocess.Popen[bytes]:
            begun.append(original([sys.executable, "-c", "import signal; signal.pause()"], **more))  # type: ignore[call-overload]
            return begun[0]

        monkeypatch.setattr(subprocess, "Popen", popen)
        with pytest.raises(Cancelled):
            plugins.inspect("klondike", cancelled=lambda: True)
        assert begun[0].poll() is not None

    @pytest.mark.parametrize(
        ("source", "path"),
        [
            ("klondike", False),
            ("klondike==1.0", False),
            ("./klondike", True),
            ("a/b", True),
            ("x.whl", True),
            ("~/x", True),
            ("/x", True),
        ],
    )
    def test_a_path_or_a_name(self, source: str, path: bool) -> None:
        """A folder of the same name here never takes the place of a name on the index: a path looks like one."""
        assert is_path(source) is path


class TestProject:
    def test_it_is_built_when_that_is_agreed_to(self, plugins: Plugins, tmp_path: Path, index: Path) -> None:
        """A project is built by its own program, and installed as the wheel that came of it."""
        folder = project(tmp_path / "project")
        [offer] = plugins.inspect(folder, build=True)
        assert (offer.name, offer.source.kind, offer.source.text) == ("klondike", "project", str(folder))
        assert plugins.install(offer, consent=True).version == "1.0"

    def test_a_build_that_fails(self, plugins: Plugins, tmp_path: Path, index: Path) -> None:
        """Why it failed is told, and what the build said is kept for whoever wants to look closer."""
        folder = project(
            tmp_path / "project", backend="def build_wheel(*_more):\n    raise RuntimeError('no cards left')\n"
        )
        with pytest.raises(NotBuilt, match="cannot be built") as caught:
            plugins.inspect(folder, build=True)
        assert "no cards left" in caught.value.details

    def test_a_build_that_needs_what_is_not_here(self, plugins: Plugins, tmp_path: Path, index: Path) -> None:
        folder = project(tmp_path / "project", requires='["no-such-builder>=7"]')
        with pytest.raises(NotBuilt, match="what its build asks for could not be fetched"):
            plugins.inspect(folder, build=True)
