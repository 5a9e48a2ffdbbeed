"""The removal test of Mahjong Connect: what leaves under given pairings, for the searches that the tiles share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, final

import attrs

from sofra_mahjong_connect.occupancy import Pair
from sofra_mahjong_connect.sights import Chord, Sights, chord_of
from sofra_mahjong_tiles.guided import Trial
from sofra_mahjong_tiles.search import OPEN, PAIRINGS

__all__ = ["LineRemoval", "Settled"]


_PAIRING: Final = {pair: pairing for pairing, pairs in enumerate(PAIRINGS) for pair in pairs}
"""The pairing by which two of four tiles leave together, by their places in the group."""


@final
@attrs.frozen(eq=False)
class Settled:
    """A grid in which nothing can leave any more: what is left, the pairs that might leave, and the open groups."""

    sights: Sights
    chords: Sequence[Chord]
    loose: Sequence[int]


@final
class LineRemoval:
    """The removal test for `sofra_mahjong_tiles.search` and `guided`, from a position.

    `groups` are the cells of each group of tiles that is left. Raises ValueError where that is neither two nor four cells: no set
    of tiles has such a group.
    """

    def __init__(self, groups: Sequence[tuple[int, ...]]) -> None:
        if any(len(cells) not in {2, 4} for cells in groups):
            msg = "a group of tiles that pair has two or four tiles"
            raise ValueError(msg)
        self.groups = groups
        self._start = Sights.of(cell for cells in groups for cell in cells)
        self._chords = [
            [
                [chord_of(cells[a], cells[b], group, pairing) for a, b in pairs if b < len(cells)]
                for pairing, pairs in enumerate(PAIRINGS[: 3 if len(cells) > 2 else 1])
            ]
            for group, cells in enumerate(groups)
        ]
        self._all = [[chord for pairs in pairings for chord in pairs] for pairings in self._chords]

    def pairs(self, pairings: Sequence[int]) -> tuple[Pair, ...]:
        """All pairs of some pairings."""
        return tuple(
            (chord[0], chord[1])
            for each, pairing in zip(self._chords, pairings, strict=True)
            for chord in each[pairing]
        )

    def settle(self, pairings: Sequence[int]) -> Settled:
        """Take away whatever can leave under these pairings."""
        loose = [group for group, pairing in enumerate(pairings) if pairing == OPEN]
        return self._go_on(self._start.copy(), self._allowed(pairings), loose)

    def open(self, state: Settled, groups: Sequence[int], needed: Collection[int] = ()) -> Settled:
        """Go on with more groups open; with the tiles of a `needed` group gone, all the rest is known to leave, too."""
        new = [chord for group in groups for chord in self._all[group]]
        sights = state.sights.copy()
        chords, loose = [*state.chords, *new], [*state.loose, *groups]
        if not sights.sweep(new) and not self._cheat(sights, groups):
            return Settled(sights, chords, loose)
        return self._go_on(sights, chords, loose, needed)

    def is_clear(self, state: Settled) -> bool:
        """Whether no tile is left."""
        return not state.sights.left

    def remaining(self, state: Settled) -> Sequence[int]:
        """The groups that still have tiles in the grid."""
        seen = state.sights.seen
        return [group for group, cells in enumerate(self.groups) if any(seen[cell] for cell in cells)]

    def try_out(self, pairings: Sequence[int], wish: Sequence[int], random: Callable[[], float]) -> Trial[Settled]:
        """Let tiles leave in pairs as far as that goes, undecided groups as they are wished to, then otherwise, and then by cheating."""
        sights = self._start.copy()
        seen = sights.seen
        taken = [wished if pairing == OPEN else pairing for pairing, wished in zip(pairings, wish, strict=True)]
        chords = [chord for group, pairing in enumerate(taken) for chord in self._chords[group][pairing]]
        # In the order of random numbers: each group should be the first to turn to another pairing, or to cheat, at times.
        loose = [g for _number, g in sorted((random(), g) for g, pairing in enumerate(pairings) if pairing == OPEN)]
        others = [chord for group in loose for chord in self._all[group] if chord[5] != taken[group]]
        faults: dict[int, int] = {}
        while True:
            while sights.sweep(chords):
                chords = [chord for chord in chords if seen[chord[0]] and seen[chord[1]]]
            if not sights.left:
                break
            turned = _turn(sights, others)
            if turned:
                for group, pairing in turned.items():
                    taken[group] = pairing
                    chords += self._chords[group][pairing]
                others = [chord for chord in others if seen[chord[0]] and seen[chord[1]]]
                continue
            cheat = next(self._cheats(sights, loose), None)
            if cheat is None:
                break
            group, cell, place = cheat
            sights.leave(cell)
            faults.setdefault(group, self._pairing(group, cell, place))
            # The next one to cheat is looked for from here on.
            at = loose.index(group)
            loose = loose[at:] + loose[:at]
        return Trial(Settled(sights, self._allowed(pairings), loose), taken, faults)

    def _allowed(self, pairings: Sequence[int]) -> list[Chord]:
        """The pairs that may leave under some pairings."""
        return [
            chord
            for group, pairing in enumerate(pairings)
            for chord in (self._all[group] if pairing == OPEN else self._chords[group][pairing])
        ]

    def _go_on(
        self, sights: Sights, chords: list[Chord], loose: Sequence[int], needed: Collection[int] = ()
    ) -> Settled:
        """Let tiles leave until nothing moves, or it is known that all will."""
        seen = sights.seen
        while True:
            while sights.sweep(chords):
                chords = [chord for chord in chords if seen[chord[0]] and seen[chord[1]]]
            for group in needed:
                if not any(map(seen.__getitem__, self.groups[group])):
                    sights.left = 0
                    return Settled(sights, (), ())
            if not sights.left or not self._cheat(sights, loose):
                return Settled(sights, chords, loose)

    def _cheat(self, sights: Sights, groups: Sequence[int]) -> bool:
        """Let tiles leave that a line leads to the place of another of their group that has left; whether any did."""
        left = sights.left
        for _group, cell, _place in self._cheats(sights, groups):
            sights.leave(cell)
        return sights.left != left

    def _cheats(self, sights: Sights, groups: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """Tiles that a line leads to the place of another of their group that has left: group, cell, and that place."""
        seen = sights.seen
        for group in groups:
            cells = self.groups[group]
            gone = [cell for cell in cells if not seen[cell]]
            if gone and len(gone) < len(cells):
                for place in gone:
                    look = sights.look(place)
                    for cell in cells:
                        if seen[cell] & look and sights.reaches(cell, place, look):
                            yield group, cell, place

    def _pairing(self, group: int, one: int, other: int) -> int:
        """The pairing by which two tiles of a group of four leave together."""
        cells = self.groups[group]
        first, second = sorted((cells.index(one), cells.index(other)))
        return _PAIRING[first, second]


def _turn(sights: Sights, chords: Sequence[Chord]) -> dict[int, int]:
    """Let a pair of each group leave if a line joins it: the pairings of those groups."""
    seen = sights.seen
    turned: dict[int, int] = {}
    for chord in [chord for chord in chords if seen[chord[0]] & seen[chord[1]]]:
        first, second, _rows, _columns, group, pairing = chord
        if group not in turned and sights.joins(chord):
            sights.leave(first)
            sights.leave(second)
            turned[group] = pairing
    return turned
