"""All that a seat knows of a round, read from its own redacted line and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never, final

import attrs

from sofra.game import Seat
from sofra_dominoes.bots.tables import Tables, tables_of
from sofra_dominoes.events import Dealt, Drew, Event, Passed, Played, Shown
from sofra_dominoes.tiles import Tile

__all__ = ["Sight", "Turn", "read"]


@final
@attrs.frozen
class Turn:
    """What everybody saw of one turn after the opening.

    `ends` is what the chain showed before it, `drawn` how many tiles were drawn for it. `tile` was then laid over `covered`, or is
    None for a pass.
    """

    seat: Seat
    ends: tuple[int, int]
    drawn: int
    tile: int | None
    covered: int = -1


@final
@attrs.frozen
class Sight:
    """A round as its seat to move sees it.

    `hand` is its own mask, `dealt` how many tiles each seat got, `turns` all that happened since the opening tile was laid by
    `opener`. `ends` are the ends now, left and right, None before the opening. `drew` is how many tiles the seat has just drawn for
    this turn, `counts` how many tiles each seat holds, `boneyard` how many are left there.
    """

    tables: Tables
    seat: Seat
    dealt: int
    opener: Seat
    opening: int
    turns: tuple[Turn, ...]
    hand: int
    played: tuple[int, int]
    ends: tuple[int, int] | None
    drew: int
    counts: tuple[int, int]
    boneyard: int

    @property
    def other(self) -> Seat:
        """The other seat."""
        return 1 - self.seat

    @property
    def unseen(self) -> int:
        """The tiles that are either in the other hand or in the boneyard."""
        return self.tables.every & ~(self.hand | self.played[0] | self.played[1])


def read(line: Sequence[Event], seat: Seat) -> Sight:
    """What `seat` knows, from its redacted line. Raises ValueError for a line that does not begin with a deal."""
    if not line or not isinstance(line[0], Dealt):
        msg = "a line begins with the deal"
        raise ValueError(msg)
    dealt = line[0]
    tables = tables_of(dealt.highest)
    index = tables.index
    hand = _mask(tables, dealt.hands[seat])
    counts = [len(each) for each in dealt.hands]
    played = [0, 0]
    boneyard = len(dealt.boneyard)
    ends: tuple[int, int] | None = None
    turns: list[Turn] = []
    drew = 0
    for event in line[1:]:
        match event:
            case Played(seat=mover, tile=tile, end=end):
                place = index[tile]
                if ends is None:
                    ends = (tile.low, tile.high)
                else:
                    covered = ends[0] if end == "left" else ends[1]
                    turns.append(Turn(mover, ends, drew, place, covered))
                    shown = tile.other(covered)
                    ends = (shown, ends[1]) if end == "left" else (ends[0], shown)
                if mover == seat:
                    hand &= ~(1 << place)
                played[mover] |= 1 << place
                counts[mover] -= 1
                drew = 0
            case Drew(seat=mover, tile=drawn):
                if drawn is not None and mover == seat:
                    hand |= 1 << index[drawn]
                counts[mover] += 1
                boneyard -= 1
                drew += 1
            case Passed(seat=mover):
                assert ends is not None, "nobody passes before the opening"  # noqa: S101 - a line that the rules made
                turns.append(Turn(mover, ends, drew, None))
                drew = 0
            case Dealt() | Shown():
                pass
            case _:
                assert_never(event)
    return Sight(
        tables,
        seat,
        len(dealt.hands[seat]),
        dealt.opener,
        index[dealt.opening],
        tuple(turns),
        hand,
        (played[0], played[1]),
        ends,
        drew,
        (counts[0], counts[1]),
        boneyard,
    )


def _mask(tables: Tables, hand: Sequence[Tile | None]) -> int:
    return sum(1 << tables.index[tile] for tile in hand if tile is not None)
