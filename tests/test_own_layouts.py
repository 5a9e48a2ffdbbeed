"""A layout that a player took in is dealt by its code wherever codes are read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from sofra.abilities import Imports
from sofra.host import load_games
from sofra.host.kept import Kept
from sofra.host.places import Places
from sofra_mahjong_solitaire.importing import read

ROWS = [[0, 2 * column, 2 * row] for row in range(9) for column in range(16)]
"""144 tiles in nine rows on the ground."""


def test_the_command_line_deals_an_imported_layout(tmp_path: Path) -> None:
    """`sofra deal` in another process finds the layout in the player's data; without it the code is refused in words."""
    info = load_games().games["mahjong-solitaire"]
    game = info.load()
    assert isinstance(game, Imports)
    file = {"format": "sofra-mahjong-layout", "version": 1, "id": "rows", "tiles": ROWS}
    (text,) = game.take_in("layout", json.dumps(file).encode(), "rows.json").kept
    # What measuring adds, without its minutes: none of the first 200 deals could be won, so the deal is attempt 0.
    measured = json.dumps(json.loads(text) | {"winnable": {"hits": 0, "of": 200}})
    # Read, not made known: other tests count on what this process knows.
    value = read(measured.encode()).layouts[0].block
    Kept(Places(tmp_path)).put(info, "layout", value, measured)
    command = [sys.executable, "-m", "sofra", "deal", f"MJ1-{value}-AAAAAAA", "--json"]
    with_it = subprocess.run(
        command, capture_output=True, text=True, check=True, env=os.environ | {"SOFRA_HOME": str(tmp_path)}
    )
    told = json.loads(with_it.stdout)
    assert sorted([tile["layer"], tile["x"], tile["y"]] for tile in told["tiles"]) == sorted(ROWS)
    assert told["attempt"] == 0
    without = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | {"SOFRA_HOME": str(tmp_path / "empty")}
    )
    assert without.returncode == 2
    assert value in without.stderr
