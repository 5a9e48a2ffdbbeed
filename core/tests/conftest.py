"""What the tests of the core share: distributions that are made on the spot, so that no game has to be installed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

Install = Callable[..., Path]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of distributions at the head of `sys.path`, for this process and those that it starts."""
    folder = tmp_path / "site"
    folder.mkdir()
    root = str(Path(__file__).parents[2])
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", f"{folder}:{root}")
    before = set(sys.modules)
    yield folder
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None) or ""
        if file.startswith(str(folder)):
            del sys.modules[name]


@pytest.fixture
def install(site: Path) -> Install:
    """`install(name, source, group="sofra", entry=None)` installs a distribution of one module."""

    def install(
        name: str,
        source: str = "",
        *,
        group: str = "sofra",
        entry: str | None = None,
        value: str | None = None,
        version: str = "1.0",
    ) -> Path:
        module = name.replace("-", "_")
        (site / f"{module}.py").write_text(dedent(source), "utf-8")
        info = site / f"{module}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
        (info / "entry_points.txt").write_text(f"[{group}]\n{entry or module} = {value or module}\n", "utf-8")
        return info

    return install


PATIENCE = """
    from core.tests.toys.patience import INFO
    from sofra.host import hookimpl

    @hookimpl
    def sofra_games():
        return [INFO]
"""


@pytest.fixture
def patience(install: Install, site: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is installed but the toy game Patience (`TS1-K3-S2-…`)."""
    return only(install, site, monkeypatch, PATIENCE)


@pytest.fixture
def no_games(site: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is installed but what the test installs: the real games of this environment are out of sight."""
    _hide_real_plugins(site, monkeypatch)
    return site


def only(install: Install, site: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> Path:
    _hide_real_plugins(site, monkeypatch)
    install("sofra-toy", source)
    return site


def _hide_real_plugins(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay an empty distribution of each real plugin's name before it, which hides its entry points but not its modules."""
    from sofra.host.installed import entries

    for entry in [*entries("sofra"), *entries("sofra.commands")]:
        shadow = site / f"{entry.distribution.replace('-', '_')}-0.dist-info"
        shadow.mkdir(exist_ok=True)
        (shadow / "METADATA").write_text(f"Name: {entry.distribution}\n", "utf-8")
