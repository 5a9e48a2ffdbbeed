"""What the tests of installing share: the plugins of a player with an empty home, and no trace of them afterwards."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from core.tests.host.plugins.making import make_wheel

from sofra.host import Places
from sofra.host.plugins import Installed, Plugins, starting

Put = Callable[..., Installed]


@pytest.fixture
def plugins(sofra_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plugins]:
    """The plugins of a player who has none yet. That the disk keeps what it is told would take most of the time here."""
    monkeypatch.setattr(os, "fsync", lambda _handle: None)
    before = set(sys.modules)
    yield Plugins(Places.find())
    for name in set(sys.modules) - before:
        if str(sofra_home) in (getattr(sys.modules[name], "__file__", None) or ""):
            del sys.modules[name]
    starting.forget()


@pytest.fixture
def put(plugins: Plugins, tmp_path: Path) -> Put:
    """`put(name, version, …)` makes a wheel and installs it."""

    def put(name: str = "klondike", version: str = "1.0", **more: object) -> Installed:
        [offer] = plugins.inspect(make_wheel(tmp_path / "wheels", name, version, **more))  # type: ignore[arg-type]
        return plugins.install(offer, consent=True)

    return put
