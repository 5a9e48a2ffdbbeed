"""The search for pairings, led by trials: only groups that cheated are paired. For games in which most groups pair of themselves.

A trial lets tiles leave in pairs as long as it can, whatever the pairing. Where it stands still, a tile may *cheat*: it leaves
because it could pair with a tile of its group that has left with another one. If the table is not cleared even so, the pairings
that were decided are at fault, and a minimal nogood among them is kept (see `sofra_mahjong_tiles.search`). If it is cleared and no
group cheated, it is solved. Otherwise one of the groups that cheated is paired, and the next trial begins. So a search decides on a
few groups where the plain one decides on all: the abstraction is refined only where a counterexample shows that it is too coarse
(E. Clarke, O. Grumberg, S. Jha, Y. Lu, H. Veith, *Counterexample-guided abstraction refinement*, 2000).

Each trial also tells which pairing would have spared a group its first cheat. Wishing for that in the next trial solves most tables
before anything is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, Generic, Protocol, TypeVar, final

import attrs

from sofra_mahjong_tiles.search import PAIRINGS, Answer, Removal, _Search

__all__ = ["Trial", "Trials", "guided_search"]

S = TypeVar("S")

WISHES: Final = 5
"""Trials at every beginning that only follow wishes."""

RESTART: Final = 30
GROWTH: Final = 1.5
"""Trials before the search begins again for the first time, and how this number grows: a proof that there is no way needs rest."""


@final
@attrs.frozen
class Trial(Generic[S]):
    """How a trial ended.

    `state` is the table on which nothing can leave any more, the undecided groups being open; `pairings` are those by which the
    groups left; `faults` are the groups that cheated, in the order of their first cheats, each with the pairing that would have
    spared it that.
    """

    state: S
    pairings: Sequence[int]
    faults: Mapping[int, int]


class Trials(Removal[S], Protocol[S]):
    """A removal test that can be tried out."""

    def try_out(self, pairings: Sequence[int], wish: Sequence[int], random: Callable[[], float]) -> Trial[S]:
        """Let tiles leave, in pairs as far as that goes.

        Groups whose pairing is not OPEN leave in its pairs and in no others. The others leave in the pairs that `wish` has for
        them if they can, and otherwise as is described above. What is left to chance is taken from `random`, from 0 to 1.
        """


def guided_search(
    removal: Trials[S],
    rng: Random,
    *,
    budget: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Answer:
    """Find pairings that clear the table, or prove that there are none.

    `budget` is how many trials may be made before the search gives up with `complete=False`; without one it always ends with an
    answer. `progress` is told the steps now and then. The same random numbers give the same answer on every machine.
    """
    return _Guided(removal, rng, budget, progress).run()


@final
class _Guided(_Search[S]):
    """A search that decides nothing before a trial has shown what matters."""

    removal: Trials[S]

    def __init__(
        self, removal: Trials[S], rng: Random, budget: int | None, progress: Callable[[int], None] | None
    ) -> None:
        super().__init__(removal, None, None, budget, progress)
        self.random = rng.random
        self.begun = 0
        self.patience = float(RESTART)

    def run(self) -> Answer:
        """Search until a trial is solved, the empty nogood is found, or the budget is used up."""
        self._begin()
        while True:
            nogood = self._propagate()
            if nogood is None:
                if self.budget is not None and self.steps >= self.budget:
                    return Answer(None, complete=False, steps=self.steps)
                trial = self._trial()
                if self.removal.is_clear(trial.state):
                    if not trial.faults:
                        return Answer(tuple(trial.pairings), complete=True, steps=self.steps)
                    self._go_on(trial)
                    continue
                nogood = self._needed(trial.state)
                self._keep(nogood)
            if not self._learn(nogood):
                return Answer(None, complete=True, steps=self.steps)

    def _begin(self) -> None:
        """Take back every decision, and wish for pairings at random. What was learned stays."""
        self.begun = self.steps
        if self.levels:
            self._jump(0)
        for group in self.choosing:
            self.wish[group] = int(self.random() * len(PAIRINGS))

    def _trial(self) -> Trial[S]:
        self.steps += 1
        if self.progress is not None and not self.steps % 16:
            self.progress(self.steps)
        for group in self.choosing:
            ruled_out = self.ruled_out >> 3 * group
            if not self.paired[group] and ruled_out >> self.wish[group] & 1:
                self.wish[group] = next(pairing for pairing in range(3) if not ruled_out >> pairing & 1)
        return self.removal.try_out(self.pairings, self.wish, self.random)

    def _go_on(self, trial: Trial[S]) -> None:
        """Wish for what the trial did and should have done; decide on the group at fault that was most often in conflicts."""
        self.wish = list(trial.pairings)
        for group, pairing in trial.faults.items():
            self.wish[group] = pairing
        since = self.steps - self.begun
        if since >= self.patience:
            self.patience *= GROWTH
            self._begin()
        elif since >= WISHES:
            self._decide_on(max(trial.faults, key=self.activity.__getitem__))
