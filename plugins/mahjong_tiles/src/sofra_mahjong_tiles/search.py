"""Can a table of tiles be cleared in pairs? An exact search over pairings, for any game in which removing never blocks.

Where a tile that leaves never blocks another, it only matters *which* tiles pair, not when. Four tiles of a group have three
pairings, two have one. Given a pairing of every group, let each pair leave as soon as it can: the table is cleared in the end, or
this pairing never clears it. A group may also be left *open*: then a tile leaves as soon as it could pair with any other tile of
its group that is there or gone; if tiles remain even so, no pairing of the open groups helps (M. de Bondt, *Solving Mahjong
Solitaire boards with peeking*, arXiv 1203.6559).

The search is conflict-driven, as in satisfiability (J. Marques-Silva, K. Sakallah, *GRASP*, 1999). It pairs every group and tries;
when tiles remain, it opens the groups one by one, going on from where the removal stood still. Opening a group that clears the
table shows that its pairing matters, and it is paired again; any other stays open. The pairings that still stand are a minimal
*nogood*: they cannot occur together in any solution. Nogoods rule out pairings ahead (propagation), and when all three of a
group are ruled out, their reasons are resolved into a new nogood and the search jumps back to the choice at fault. The empty
nogood proves that the table cannot be cleared.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, Generic, Protocol, TypeVar, final

import attrs

__all__ = ["OPEN", "PAIRINGS", "Answer", "Removal", "pairs_of", "search"]

S = TypeVar("S")

OPEN: Final = -1
"""In place of a pairing: the group is not paired yet, and its tiles leave optimistically."""

PAIRINGS: Final = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
"""The three pairings of four tiles, by their places in the group; a group of two has the first pair of the first."""


RESTART: Final = 20
"""Pairings tried between two beginnings."""


def pairs_of(group: Sequence[int], pairing: int) -> tuple[tuple[int, int], ...]:
    """The pairs of a group of two or four tiles under a pairing (0, 1 or 2; always 0 for two tiles).

    >>> pairs_of((3, 8, 21, 40), 1)
    ((3, 21), (8, 40))
    """
    return tuple((group[a], group[b]) for a, b in PAIRINGS[pairing] if b < len(group))


class Removal(Protocol[S]):
    """The removal test of a game, from one position.

    A state `S` is a table on which nothing can leave any more under the pairings it was made with; it is never changed.
    """

    @property
    def groups(self) -> Sequence[tuple[int, ...]]:
        """The tiles of each group that are left: two or four."""

    def settle(self, pairings: Sequence[int]) -> S:
        """Take away from the whole table whatever can leave under these pairings (0, 1 or 2 for each group)."""

    def open(self, state: S, groups: Sequence[int], needed: Collection[int] = ()) -> S:
        """Go on from a settled state with more groups open: their tiles leave optimistically.

        `needed` are paired groups each of which, opened at an earlier state of these, cleared the table. Where all tiles of one of
        them leave, the rest follows as it did then, so the removal may stop there and give a state that is clear.
        """

    def is_clear(self, state: S) -> bool:
        """Whether no tile is left."""

    def remaining(self, state: S) -> Sequence[int]:
        """The groups that still have tiles on the table."""


@final
@attrs.frozen
class Answer:
    """What a search found: `pairings` clear the table; if None, it cannot be cleared, provided that the search is `complete`.

    `steps` counts the pairings that were tried.
    """

    pairings: tuple[int, ...] | None
    complete: bool
    steps: int


def search(
    removal: Removal[S],
    first: Sequence[int] | None = None,
    *,
    again: Callable[[], Sequence[int]] | None = None,
    budget: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Answer:
    """Find pairings that clear the table, or prove that there are none.

    `first` are pairings to begin with (from a play-out that came far, say). Every 20 pairings `again` is asked for others to go on
    with: what was learned stays, and a search that has lost its way finds another one (restarts, as in satisfiability: C. Gomes,
    B. Selman, H. Kautz, 1998). `budget` is how many pairings may be tried before the search gives up with `complete=False`;
    without one it always ends with an answer. `progress` is told the steps now and then.
    """
    return _Search(removal, first, again, budget, progress).run()


def _bits(numbers: int) -> Iterator[int]:
    while numbers:
        low = numbers & -numbers
        yield low.bit_length() - 1
        numbers ^= low


class _Search(Generic[S]):
    """One search. A literal `3 * group + pairing` says that a group has a pairing; sets of literals are bit masks.

    `true` are the literals that hold, `ruled_out` those that cannot hold beside them, and `why` the nogood that ruled one out:
    every other literal of it holds. `trail` lists the groups in the order they were paired; `levels` keeps for each decision what
    held before it; `order` are the groups that may still have to be decided, the next one last. A group of two tiles has no
    choice and takes no part.
    """

    def __init__(
        self,
        removal: Removal[S],
        first: Sequence[int] | None,
        again: Callable[[], Sequence[int]] | None,
        budget: int | None,
        progress: Callable[[int], None] | None,
    ) -> None:
        count = len(removal.groups)
        self.removal = removal
        self.again = again
        self.budget = budget
        self.progress = progress
        self.steps = 0
        self.restart = RESTART
        self.choosing = [group for group, tiles in enumerate(removal.groups) if len(tiles) > 2]
        self.wish = [0] * count if first is None else list(first)
        self.paired = [False] * count
        self.pairings = [OPEN if len(tiles) > 2 else 0 for tiles in removal.groups]
        self.level_of = [0] * count
        self.place_of = [0] * count
        self.activity = [0.0] * count
        self.order = self.choosing[::-1]
        self.bump = 1.0
        self.true = 0
        self.ruled_out = 0
        self.why = [0] * (3 * count)
        self.with_literal: list[list[int]] = [[] for _literal in self.why]
        self.news: list[int] = []
        self.trail: list[int] = []
        self.levels: list[tuple[int, int, int]] = []

    def run(self) -> Answer:
        """Search until pairings clear the table, the empty nogood is found, or the budget is used up."""
        while True:
            nogood = self._propagate()
            if nogood is None and self._decide():
                continue
            if nogood is None:
                if self.budget is not None and self.steps >= self.budget:
                    return Answer(None, complete=False, steps=self.steps)
                nogood = self._try()
                if nogood is None:
                    return Answer(tuple(self.pairings), complete=True, steps=self.steps)
                self._keep(nogood)
            if not self._learn(nogood):
                return Answer(None, complete=True, steps=self.steps)
            if self.again is not None and self.steps >= self.restart:
                self._begin_again(self.again())

    def _begin_again(self, wish: Sequence[int]) -> None:
        """Take back every decision, and wish for other pairings."""
        self.restart = self.steps + RESTART
        if self.levels:
            self._jump(0)
        self.wish = list(wish)

    def _propagate(self) -> int | None:
        """Rule out what the nogoods rule out. A nogood that holds as a whole is the answer: a conflict."""
        while self.news:
            for nogood in self.with_literal[self.news.pop()]:
                rest = nogood & ~self.true
                if not rest:
                    self.news.clear()
                    return nogood
                if not rest & (rest - 1) and not rest & self.ruled_out:
                    self._rule_out(rest.bit_length() - 1, nogood)
        return None

    def _rule_out(self, literal: int, nogood: int) -> None:
        """This literal cannot hold; where only one pairing of its group is left, that one does."""
        self.why[literal] = nogood
        self.ruled_out |= 1 << literal
        group = literal // 3
        left = 7 & ~(self.ruled_out >> 3 * group)
        if not left & (left - 1):
            self._pair(group, left.bit_length() - 1)

    def _pair(self, group: int, pairing: int) -> None:
        literal = 3 * group + pairing
        self.paired[group] = True
        self.pairings[group] = pairing
        self.level_of[group] = len(self.levels)
        self.place_of[group] = len(self.trail)
        self.trail.append(group)
        self.true |= 1 << literal
        self.ruled_out |= (7 << 3 * group) ^ (1 << literal)
        self.news.append(literal)

    def _decide(self) -> bool:
        """Pair one more group, the one most often in conflicts, as it was paired last; False when all are paired."""
        paired, order = self.paired, self.order
        while order and paired[order[-1]]:
            order.pop()
        if not order:
            return False
        self._decide_on(order.pop())
        return True

    def _decide_on(self, group: int) -> None:
        """Pair a group as it is wished for, if that is not ruled out."""
        self.levels.append((self.true, self.ruled_out, len(self.trail)))
        ruled_out = self.ruled_out >> 3 * group
        wish = self.wish[group]
        self._pair(group, wish if not ruled_out >> wish & 1 else next(p for p in range(3) if not ruled_out >> p & 1))

    def _try(self) -> int | None:
        """None if the pairings clear the table, else a minimal nogood among them."""
        removal = self.removal
        self.steps += 1
        if self.progress is not None and not self.steps % 16:
            self.progress(self.steps)
        state = removal.settle(self.pairings)
        return None if removal.is_clear(state) else self._needed(state)

    def _needed(self, state: S) -> int:
        """The minimal nogood: of the pairings that left tiles, those without which the table would be cleared."""
        removal = self.removal
        # A group without tiles left would change nothing if it were open. Those paired last are opened first, so that the nogood
        # holds early choices and the search jumps far back.
        left = [group for group in removal.remaining(state) if self.paired[group]]
        left.sort(key=self.place_of.__getitem__)
        needed: set[int] = set()
        # Most of those paired last do not matter: several at once are opened as long as that goes well.
        several = max(1, len(left) // 3)
        while left:
            groups = left[: -several - 1 : -1]
            further = removal.open(state, groups, needed)
            if not removal.is_clear(further):
                state = further
            elif several > 1:
                several = 1
                continue
            else:
                needed.update(groups)
            del left[-several:]
            several = max(1, several // 2)
        return sum(1 << 3 * group + self.pairings[group] for group in needed)

    def _keep(self, nogood: int) -> None:
        for literal in _bits(nogood):
            self.with_literal[literal].append(nogood)

    def _learn(self, nogood: int) -> bool:
        """Resolve a conflict to a nogood with one literal of the last decision, and jump back to where it rules that one out.

        False when the conflict needs no decision: the table cannot be cleared.
        """
        learned = nogood
        groups = [literal // 3 for literal in _bits(nogood)]
        level = max((self.level_of[group] for group in groups), default=0)
        if not level:
            return False
        while True:
            for group in groups:
                self.activity[group] += self.bump
            groups = [literal // 3 for literal in _bits(learned)]
            last = [group for group in groups if self.level_of[group] == level]
            if len(last) == 1:
                break
            # The latest of them was not decided but left over: its other pairings were ruled out, and their reasons stand for it.
            group = max(last, key=self.place_of.__getitem__)
            reasons = 0
            for pairing in range(3):
                if pairing != self.pairings[group]:
                    reasons |= self.why[3 * group + pairing]
            learned = (learned | reasons) & ~(7 << 3 * group)
            groups = [literal // 3 for literal in _bits(reasons)]
        self.bump *= 1.05
        if learned != nogood:
            self._keep(learned)
        literal = 3 * last[0] + self.pairings[last[0]]
        self._jump(max((self.level_of[group] for group in groups if group != last[0]), default=0))
        self._rule_out(literal, learned)
        return True

    def _jump(self, level: int) -> None:
        """Take back every decision after `level`, keeping each group's pairing as the one to wish for."""
        self.true, self.ruled_out, length = self.levels[level]
        for group in self.trail[length:]:
            self.paired[group] = False
            self.wish[group] = self.pairings[group]
            self.pairings[group] = OPEN
        del self.trail[length:], self.levels[level:]
        self.news.clear()
        self.order = sorted(self.choosing, key=self.activity.__getitem__)
