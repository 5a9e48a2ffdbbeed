"""Hostile plugins, installed as a player's would be: distributions in a folder, found by their entry points."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sofra.host.installed import entries
from sofra.host.loader import Library, load_games

SAMPLES = Path(__file__).with_name("samples")

Plugins = Callable[..., Library]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of distributions at the head of the path, here and in processes that are started; no real game is in sight."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(SAMPLES))
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", f"{folder}:{SAMPLES}")
    for entry in [*entries("sofra"), *entries("sofra.commands")]:
        shadow = folder / f"{entry.distribution.replace('-', '_')}-0.dist-info"
        shadow.mkdir(exist_ok=True)
        (shadow / "METADATA").write_text(f"Name: {entry.distribution}\n", "utf-8")
    # No tool that reads our files could read this one.
    (folder / "hostile_syntax_error.py").write_text("def games(\n", "utf-8")
    yield folder
    for name, module in list(sys.modules.items()):
        if name.startswith("hostile_") and str(SAMPLES) in (vars(module).get("__file__") or ""):
            del sys.modules[name]


@pytest.fixture
def plugins(site: Path) -> Plugins:
    """`plugins("loud", …)` installs these samples and the honest one, and gives the library."""

    def install(*names: str) -> Library:
        for name in ("honest", *names):
            info = site / f"sofra_{name}-1.0.dist-info" if name == "honest" else site / f"hostile_{name}-1.0.dist-info"
            info.mkdir()
            (info / "METADATA").write_text(f"Name: hostile-{name.replace('_', '-')}\nVersion: 1.0\n", "utf-8")
            (info / "entry_points.txt").write_text(f"[sofra]\n{name} = hostile_{name}\n", "utf-8")
        (site / "sofra-1.0.dist-info").mkdir()
        (site / "sofra-1.0.dist-info" / "METADATA").write_text("Name: sofra\nRequires-Dist: sofra-honest\n", "utf-8")
        return load_games()

    return install
