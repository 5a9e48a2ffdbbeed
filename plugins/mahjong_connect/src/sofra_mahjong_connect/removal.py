"""The removal test of Mahjong Connect: what leaves under given pairings, for the searches that the tiles share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import final

import attrs

from sofra_mahjong_connect.occupancy import Pair
from sofra_mahjong_connect.sights import Chord, Sights, chord_of
from sofra_mahjong_tiles.guided import Trial
from sofra_mahjong_tiles.search import OPEN, PAIRINGS

__all__ = ["LineRemoval", "Settled"]


@final
@attrs.frozen(eq=False)
class Settled:
    """A grid in which nothing can leave any more, with the pairs that might and, of them, those of open groups."""

    sights: Sights
    chords: Sequence[Chord]
    loose: Sequence[Chord]


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
        loose = [chord for group, pairing in enumerate(pairings) if pairing == OPEN for chord in self._all[group]]
        chords = [
            chord for group, pairing in enumerate(pairings) if pairing != OPEN for chord in self._chords[group][pairing]
        ]
        return self._go_on(self._start.copy(), [*chords, *loose], loose, ())

    def open(self, state: Settled, groups: Sequence[int], needed: Collection[int] = ()) -> Settled:
        """Go on with more groups open; with the tiles of a `needed` group gone, all the rest is known to leave, too."""
        new = [chord for group in groups for chord in self._all[group]]
        sights = state.sights.copy()
        chords, loose = [*state.chords, *new], [*state.loose, *new]
        if not sights.sweep(new) and not _cheat(sights, new):
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
        undecided = [group for group, pairing in enumerate(pairings) if pairing == OPEN]
        # Groups in the order of random numbers: of several that could turn to another pairing each should be the first at times.
        order = sorted((random(), group) for group in undecided)
        loose = [chord for _number, group in order for chord in self._all[group]]
        faults: dict[int, int] = {}
        while True:
            while sights.sweep(chords):
                chords = [chord for chord in chords if seen[chord[0]]]
            if not sights.left:
                break
            loose = [chord for chord in loose if seen[chord[0]] or seen[chord[1]]]
            turned: dict[int, int] = {}
            for chord in [chord for chord in loose if seen[chord[0]] & seen[chord[1]]]:
                first, second, _rows, _columns, group, pairing = chord
                if group not in turned and sights.joins(chord):
                    sights.leave(first)
                    sights.leave(second)
                    turned[group] = pairing
                    if group not in faults:
                        taken[group] = pairing
            if turned:
                chords = [chord for chord in chords if chord[4] not in turned]
                chords += [chord for group in turned for chord in self._chords[group][taken[group]] if seen[chord[0]]]
                continue
            cheat = next(_cheats(sights, loose), None)
            if cheat is None:
                break
            cell, chord = cheat
            sights.leave(cell)
            faults.setdefault(chord[4], chord[5])
            chords = [other for other in chords if other[4] != chord[4]]
        decided = [
            chord for group, pairing in enumerate(pairings) if pairing != OPEN for chord in self._chords[group][pairing]
        ]
        return Trial(Settled(sights, [*decided, *loose], loose), taken, faults)

    def _go_on(self, sights: Sights, chords: list[Chord], loose: list[Chord], needed: Collection[int]) -> Settled:
        """Let tiles leave until nothing moves, or it is known that all will."""
        seen = sights.seen
        while True:
            while sights.sweep(chords):
                chords = [chord for chord in chords if seen[chord[0]] and seen[chord[1]]]
            for group in needed:
                if not any(map(seen.__getitem__, self.groups[group])):
                    sights.left = 0
                    return Settled(sights, (), ())
            if not sights.left:
                break
            loose = [chord for chord in loose if seen[chord[0]] or seen[chord[1]]]
            if not _cheat(sights, loose):
                break
        return Settled(sights, chords, loose)


def _cheats(sights: Sights, chords: Sequence[Chord]) -> Iterator[tuple[int, Chord]]:
    """Tiles that a line leads to the place of another of their group that has left: the cell of each, and the chord."""
    seen = sights.seen
    for chord in [chord for chord in chords if (not seen[chord[0]]) != (not seen[chord[1]])]:
        cell = chord[0] if seen[chord[0]] else chord[1]
        if seen[cell] and sights.reaches(chord):
            yield cell, chord


def _cheat(sights: Sights, chords: Sequence[Chord]) -> bool:
    """Let tiles leave that a line leads to the place of another of their group that has left; whether any did."""
    left = sights.left
    for cell, _chord in _cheats(sights, chords):
        sights.leave(cell)
    return sights.left != left
