"""The cards of the library as data: `python tools/cards.py` writes them anew from each game's preview code."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from sofra.host import load_games
from sofra.host.cards import dump, opening
from sofra.scene import State

WIDE: Final = 7.0
HIGH: Final = 2.6
"""The room of a card, in pieces: 420 by 200 pixels with pieces 60 wide are less."""


def main() -> None:
    """Write the card of every game that names one and opens with its tiles on the table."""
    for info in load_games().games.values():
        package, _colon, name = info.card.partition(":")
        scene = opening(info)
        spec = find_spec(package) if name else None
        if scene is None or spec is None or not spec.submodule_search_locations:
            continue
        if any(State.BACK in piece.state for piece in scene.pieces):
            continue  # Its opening shows little; the card is made elsewhere (tools/dominoes.py).
        file = Path(next(iter(spec.submodule_search_locations)), name)
        file.write_text(dump(scene.pieces, width=WIDE, height=HIGH), "utf-8")
        print(f"{info.id}: {file.name}, {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
