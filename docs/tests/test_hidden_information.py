"""The game with secrets that the how-to builds keeps every law, those about what is hidden among them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sofra.authoring.checking import check

PAGE = Path(__file__).parent.parent / "how-to" / "hidden-information.md"
PLUGIN = """
from sofra import GameInfo, Texts, hookimpl

_ = Texts("high-card")
INFO = GameInfo(
    id="high-card",
    title=_("High card"),
    summary=_("The higher card wins."),
    seats=(2,),
    prefix="HC",
    rules={1: "high_card.rules:HighCard"},
    modes=("shared",),
    ranking="none",
)


@hookimpl
def sofra_games():
    return (INFO,)
"""


@pytest.mark.timeout(600)
def test_the_game_of_the_how_to_keeps_every_law(tmp_path: Path) -> None:
    """Its blocks, one below the other, are its rules."""
    package = tmp_path / "src" / "high_card"
    package.mkdir(parents=True)
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    (package / "__init__.py").write_text("", "utf-8")
    (package / "rules.py").write_text("\n\n".join(blocks), "utf-8")
    (package / "plugin.py").write_text(PLUGIN, "utf-8")
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "high-card"\n[project.entry-points.sofra]\nhigh_card = "high_card.plugin"\n', "utf-8"
    )
    report = check(tmp_path)
    assert report.wrong == []
    assert report.ok
