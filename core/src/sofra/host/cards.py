"""Cards of the library: a close-up of a game's table, kept as data.

To draw a card from the rules, they must be imported and a deal laid out; for a library of many games that is most of the start.
So a game may bring the pieces that its card shows in a JSON file, which `write` makes from the preview code and a test of the game
holds to it: `{"grain": [width, height], "pieces": [[face, x, y, layer, free], ...]}`, lengths in table units; a piece that lies turned
has its degrees behind `free`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sofra.code import CodeError, DealCode
from sofra.game import GameInfo, Watcher, fold
from sofra.guard import Rubbish, sound_scene
from sofra.scene import DEPTH, Aspect, Piece, Scene, State

__all__ = ["card_scene", "dump", "opening"]


def card_scene(info: GameInfo) -> Scene | None:
    """What the game's card shows: its own data, else the opening of its preview code, None where the plugin has neither.

    Data that cannot be read counts as none. Raises GameStopped where the rules fail.
    """
    package, _colon, name = info.card.partition(":")
    try:
        spec = find_spec(package) if name else None
        if spec is not None and spec.submodule_search_locations:
            return _load(Path(next(iter(spec.submodule_search_locations)), name).read_text("utf-8"))
    except (OSError, ValueError, TypeError, LookupError, AttributeError, ImportError, SyntaxError, Rubbish):
        pass  # Worth a slower start, not a card without a picture.
    return opening(info)


def opening(info: GameInfo) -> Scene | None:
    """The table of the game's own preview code; None where the plugin cannot make one."""
    # A game that brings its card's data shows it without anything of the rules, or of what looks after them.
    from sofra.guard import load_guarded

    try:
        code, _info, options = DealCode.parse(info.preview, (info,))
    except (CodeError, ImportError):
        # A card may be painted once more when its plugin has just been taken away.
        return None
    game = load_guarded(info, code.version)
    return game.scene(fold(game, game.deal(code.shuffle, options)), Watcher.SPECTATOR, Aspect.WIDE)


def _load(text: str) -> Scene:
    told = json.loads(text)
    width, height = (float(length) for length in told["grain"])
    free, blocked = frozenset({State.FREE}), frozenset({State.BLOCKED})
    pieces = tuple(
        Piece(str(number), face, (x, y), (width, height), layer, sum(turn), free if is_free else blocked)
        for number, (face, x, y, layer, is_free, *turn) in enumerate(told["pieces"])
    )
    size = max(each.at[0] for each in pieces) + width, max(each.at[1] for each in pieces) + height
    return sound_scene(Scene(size, pieces))


def dump(pieces: Iterable[Piece], *, width: float, height: float) -> str:
    """The data of a card `width` by `height` pieces large, from the pieces of an opening: the liveliest part.

    That is where most free pieces and high layers come together. All pieces must have one size and lie upright.
    """
    every = tuple(pieces)
    grain = every[0].size
    wide, high = width * grain[0], height * grain[1]

    def middle(piece: Piece) -> tuple[float, float]:
        rise = DEPTH * grain[0] * piece.layer
        return piece.at[0] - rise + grain[0] / 2, piece.at[1] - rise + grain[1] / 2

    def worth(at: tuple[float, float]) -> float:
        total = 0.0
        for piece in every:
            x, y = middle(piece)
            inside = min(1.0 - 2 * abs(x - at[0]) / wide, 1.0 - 2 * abs(y - at[1]) / high)
            if inside > 0:
                total += (1.0 + 0.6 * piece.layer + 1.5 * (State.FREE in piece.state)) * min(1.0, 0.4 + inside)
        return total

    top = max(piece.layer for piece in every)
    centre = max((middle(piece) for piece in every if piece.layer >= top - 1), key=lambda at: (worth(at), at))
    rows: list[list[Any]] = [
        [piece.face, piece.at[0], piece.at[1], piece.layer, State.FREE in piece.state]
        for piece in every
        if abs(middle(piece)[0] - centre[0]) <= (wide / 2 + grain[0])
        and abs(middle(piece)[1] - centre[1]) <= (high / 2 + grain[1])
    ]
    lines = ",\n".join(json.dumps(row) for row in rows)
    return f'{{"grain": {json.dumps(list(grain))}, "pieces": [\n{lines}\n]}}\n'
