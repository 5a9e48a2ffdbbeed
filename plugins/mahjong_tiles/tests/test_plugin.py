"""The plugin as the host meets it."""

import subprocess
import sys

import pluggy

from sofra_mahjong_tiles import plugin


def test_hook() -> None:
    """The plugin registers the three art sets under the project name of Sofra."""
    assert plugin.sofra_art() == plugin.ART
    assert pluggy.HookimplMarker("sofra").project_name == "sofra"
    assert plugin.sofra_art.sofra_impl  # type: ignore[attr-defined]
    assert [art.id for art in plugin.ART] == ["mahjong-classic", "mahjong-numbers", "mahjong-contrast"]
    assert {art.prefix for art in plugin.ART} == {"mahjong"}


def test_light() -> None:
    """Importing the plugin imports neither cattrs nor Qt: the library page must not wait for it."""
    heavy = "import sys, sofra_mahjong_tiles.plugin; print(sorted({'cattrs', 'orjson', 'PySide6', 'sqlite3'} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
