"""Writes what the card in the library shows: the middle of a large board some moves into a round.

Without such a file the library draws the opening, in which nothing but four stones tells the game from an empty board.
"""

import json
from pathlib import Path
from random import Random

from reversi import board
from reversi.rules import Begun, Put, Reversi, face_of

from sofra import Shuffle, fold

FILE = Path(__file__).resolve().parent.parent / "src" / "reversi" / "card.json"
MOVES = 30


def card() -> str:
    """The four rows in the middle, as `sofra.host.cards` reads them: face, x, y, layer, whether it is free.

    All are called free: what is not is drawn darker.
    """
    game, chance = Reversi(), Shuffle.of("RV1-S8-AAAAAAA").chance(0)
    rng = Random(9)  # noqa: S311 - any lively position will do
    table = fold(game, [Begun(8, 0)])
    for _move in range(MOVES):
        choices = game.choices(table, table.turn)
        command: Put = game.choose("medium", [], table, table.turn, choices, rng, 0).command
        table = fold(game, game.decide(table, table.turn, command, chance), table)
    rows = [
        json.dumps([f"reversi/{face_of(table, stone)}", place % 8, place // 8 - 2, 0, True])
        for place, stone in enumerate(table.cells)
        if 2 <= place // 8 < 6
    ]
    assert board.EMPTY in table.cells
    return '{"grain": [1, 1], "pieces": [\n' + ",\n".join(rows) + "\n]}\n"


if __name__ == "__main__":
    FILE.write_text(card(), "utf-8")
