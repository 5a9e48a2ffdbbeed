"""A round that is played on in the mind: a known world, forced draws and passes included, and what both seats have shown so far.

What a seat shows without saying so is kept for each pip: how many of its tiles can still have it (whoever draws has none that fit),
how often it left that pip at an end and played at the other, and how often it made that pip an end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from sofra_dominoes.bots.belief import World
from sofra_dominoes.bots.sight import Sight
from sofra_dominoes.bots.tables import Lay, Tables

__all__ = ["ROOM_BITS", "ROOM_FULL", "TALLY_BITS", "Course", "now", "turns_of"]

ROOM_BITS: Final = 5
ROOM_FULL: Final = 30
"""A seat that never drew at a pip: any of its tiles can have it."""

_KNOWN: Final = 20
"""Fewer than this many tiles is a count, ROOM_FULL is none; no hand gets that long in between."""

TALLY_BITS: Final = 2
_TALLY_MOST: Final = 3


@final
class Course:
    """A round under way. Lists are by seat; `room`, `left` and `made` hold one small number a pip, packed.

    `over` is set with `points`, those of seat 0, when the round has ended.
    """

    __slots__ = (
        "boneyard", "drew", "ends", "hands", "left", "made", "opened", "over", "played", "points", "room", "tables", "turn",
    )  # fmt: skip

    def __init__(self, tables: Tables, opener: int, opening: int) -> None:
        self.tables = tables
        self.opened = (opener, opening)
        self.hands = [0, 0]
        self.played = [0, 0]
        self.played[opener] = 1 << opening
        self.boneyard: Sequence[int] = ()
        self.ends = (tables.low[opening], tables.high[opening])
        self.turn = 1 - opener
        self.drew = 0
        full = sum(ROOM_FULL << ROOM_BITS * pip for pip in range(tables.pips))
        self.room = [full, full]
        self.left = [0, 0]
        self.made = [0, 0]
        self.over = False
        self.points = 0

    def copy(self) -> Course:
        """The same round, to be played on in another way."""
        new = Course.__new__(Course)
        new.tables = self.tables
        new.opened = self.opened
        new.hands = self.hands[:]
        new.played = self.played[:]
        new.boneyard = self.boneyard
        new.ends = self.ends
        new.turn = self.turn
        new.drew = self.drew
        new.room = self.room[:]
        new.left = self.left[:]
        new.made = self.made[:]
        new.over = self.over
        new.points = self.points
        return new

    def lays(self) -> list[Lay]:
        """What the seat to move may lay."""
        return self.tables.lays(self.hands[self.turn], *self.ends)

    def show(self, lay: Lay) -> tuple[int, int, int]:
        """What the seat to move will have shown after a lay: its room, left and made."""
        seat = self.turn
        room, left, made = self.room[seat], self.left[seat], self.made[seat]
        if self.drew:
            # The tile was just drawn, and there was no other to lay.
            return room, left, made
        a, b = self.ends
        stays = b if lay.covers == a else a
        if stays != lay.covers and (left >> TALLY_BITS * stays) & _TALLY_MOST < _TALLY_MOST:
            left += 1 << TALLY_BITS * stays
        if (made >> TALLY_BITS * lay.shows) & _TALLY_MOST < _TALLY_MOST:
            made += 1 << TALLY_BITS * lay.shows
        for pip in {lay.covers, lay.shows}:
            if 0 < (room >> ROOM_BITS * pip) & 31 < _KNOWN:
                room -= 1 << ROOM_BITS * pip
        return room, left, made

    def lay(self, lay: Lay) -> None:
        """The seat to move lays a tile; the other is to move then, but has not drawn yet."""
        seat = self.turn
        self.room[seat], self.left[seat], self.made[seat] = self.show(lay)
        bit = 1 << lay.tile
        self.hands[seat] &= ~bit
        self.played[seat] |= bit
        a, b = self.ends
        self.ends = (lay.shows, b) if lay.covers == a else (a, lay.shows)
        self.drew = 0
        self.turn = 1 - seat

    def play(self, lay: Lay) -> None:
        """The seat to move lays a tile, and all happens that this forces."""
        self.lay(lay)
        if self.hands[1 - self.turn]:
            self.settle()
        else:
            self.over = True
            lost = self.tables.sum(self.hands[self.turn])
            self.points = -lost if self.turn == 0 else lost

    def settle(self) -> None:
        """Draw and pass until somebody can lay a tile, or nobody can."""
        suits = self.tables.suits
        a, b = self.ends
        fitting = suits[a] | suits[b]
        for _seat in range(2):
            seat = self.turn
            if self.hands[seat] & fitting:
                return
            drawn, fits = 0, False
            for tile in self.boneyard:
                drawn += 1
                self.hands[seat] |= 1 << tile
                if fitting >> tile & 1:
                    fits = True
                    break
            self.boneyard = self.boneyard[drawn:]
            self.draw(drawn - fits)
            if fits:
                self.drew = drawn
                return
            self.turn = 1 - seat
        self.over = True
        self.points = self.tables.sum(self.hands[1]) - self.tables.sum(self.hands[0])

    def draw(self, kept: int) -> None:
        """What the seat to move shows by drawing: it held nothing that fits, and got `kept` more tiles that do not fit."""
        seat = self.turn
        room = 0
        for pip in range(self.tables.pips):
            if pip not in self.ends:
                known = (self.room[seat] >> ROOM_BITS * pip) & 31
                room |= min(ROOM_FULL, known + kept) << ROOM_BITS * pip
        self.room[seat] = room


def turns_of(sight: Sight) -> tuple[list[tuple[Course, Lay]], Course]:
    """What everybody saw, without hands: the free plays of the other seat, each with the round before it, and the round now.

    A hand that is not known is left empty but for its size, which stands in `hands` as that many low bits.
    """
    course = Course(sight.tables, sight.opener, sight.opening)
    held = [sight.dealt, sight.dealt]
    held[sight.opener] -= 1
    boneyard = sight.tables.size - 2 * sight.dealt
    free: list[tuple[Course, Lay]] = []
    low, high = sight.tables.low, sight.tables.high
    for turn in sight.turns:
        course.turn = turn.seat
        course.ends = turn.ends
        if turn.drawn or turn.tile is None:
            course.draw(turn.drawn - (turn.tile is not None))
            held[turn.seat] += turn.drawn
            boneyard -= turn.drawn
        if turn.tile is None:
            continue
        shows = high[turn.tile] if turn.covered == low[turn.tile] else low[turn.tile]
        lay = Lay(turn.tile, turn.covered, shows)
        if turn.seat == sight.other and not turn.drawn:
            before = course.copy()
            before.hands = [(1 << count) - 1 for count in held]
            before.boneyard = range(boneyard)
            free.append((before, lay))
        course.drew = turn.drawn
        course.lay(lay)
        held[turn.seat] -= 1
    course.turn = sight.seat
    if sight.drew:
        # What was drawn to no avail was kept; the last tile fits.
        course.draw(sight.drew - 1)
    course.drew = sight.drew
    course.hands = [0, 0]
    course.hands[sight.seat] = sight.hand
    course.hands[sight.other] = (1 << sight.counts[sight.other]) - 1
    course.boneyard = range(sight.boneyard)
    return free, course


def now(course: Course, sight: Sight, world: World) -> Course:
    """The round now, in a world."""
    new = course.copy()
    new.hands[sight.other] = world.hand
    new.boneyard = world.boneyard
    return new
