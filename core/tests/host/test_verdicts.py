"""Verdicts for the table: asked once, kept, dropped when stale; and where a line was lost."""

from __future__ import annotations

from collections.abc import Callable
from queue import Queue
from typing import Any

import pytest
from core.tests.host import desk as desks
from core.tests.toys.patience import INFO, Options, Patience

from sofra.abilities import Decidable, Verdict
from sofra.code import DealCode
from sofra.host import Verdicts
from sofra.log import MemoryLog
from sofra.message import Message
from sofra.round import Round
from sofra.worker import Done, Failed, Worker
from sofra.worker.jobs import JOBS

FAILED = Failed(Message("The process for long work has died. Try again."))
OPTIONS = Options(kinds="K4", shuffles="S0")


class Desk(desks.Desk):
    """A worker that decides on command."""

    @property
    def befores(self) -> list[Any]:
        """The verdict of the parent that came with each question so far."""
        return [request["before"] for request in self.asked]

    def say(self, answer: Decidable) -> None:
        """Answer the first job with this."""
        self.orders.pop(0).done(Done({"answer": answer.value, "plan": None, "steps": 0}))

    def lose(self, after: int) -> None:
        """Answer all jobs as if the round could be won until so many moves were played."""
        while self.orders:
            moves = len(self.orders[0].request["events"]) - 1
            self.say(Decidable.WINNABLE if moves <= after else Decidable.LOST)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def verdicts(desk: Desk) -> Verdicts:
    return Verdicts(desk)


def opened(moves: int = 0) -> Round:
    """A deal that can be won, with some moves played and the rest of six ahead."""
    for number in range(400):
        round_ = Round.open(MemoryLog(), INFO, code=DealCode.of(INFO, OPTIONS, number), options=OPTIONS)
        while len(round_.line) <= 6 and round_.choices():
            round_.play(round_.choices()[0])
        if len(round_.line) == 7 and Patience().solve(round_.state, None).answer is Decidable.WINNABLE:
            round_.jump(round_.line[moves].version)
            return round_
    raise AssertionError


def test_asked_once(desk: Desk, verdicts: Verdicts) -> None:
    """A verdict is asked of the worker once; afterwards it is known, and told without it."""
    round_, told = opened(), list[Verdict]()
    assert verdicts.known(round_) is None
    verdicts.ask(round_, done=told.append)
    verdicts.ask(round_, done=told.append)
    assert (len(desk.orders), told) == (1, [])
    desk.answer()
    assert told == [Patience().solve(round_.state, None)] * 2
    assert verdicts.known(round_) == verdicts.known(round_, round_.head) == told[0]
    verdicts.ask(round_, done=told.append)
    assert (len(told), desk.orders) == (3, [])


def test_newer_head(desk: Desk, verdicts: Verdicts) -> None:
    """Asking about another head drops the older question: its work is cancelled, and a late answer is told to nobody."""
    round_, told = opened(), list[str]()
    verdicts.ask(round_, done=lambda _verdict: told.append("old"))
    late = desk.orders[0]
    round_.play(round_.choices()[0])
    verdicts.ask(round_, done=lambda _verdict: told.append("new"))
    assert desk.cancelled == [late.key]
    late.done(Done(JOBS["solve"](late.request, lambda _steps: None)))
    assert told == []
    desk.answer()
    assert told == ["new"]


def test_rounds_beside_each_other(desk: Desk, verdicts: Verdicts) -> None:
    """Another round's question stays."""
    one, two, told = opened(), opened(), list[str]()
    verdicts.ask(one, done=lambda _verdict: told.append("one"))
    verdicts.ask(two, done=lambda _verdict: told.append("two"))
    desk.answer()
    desk.answer()
    assert told == ["one", "two"]


def test_known_but_stale(desk: Desk) -> None:
    """What is known is told through `post`, and not at all when another head has been asked about meanwhile."""
    posted, told = list[Callable[[], None]](), list[Verdict]()
    verdicts, round_ = Verdicts(desk, posted.append), opened()
    verdicts.ask(round_, done=told.append)
    desk.answer()
    verdicts.ask(round_, done=told.append)
    assert (len(posted), len(told)) == (1, 1)
    verdicts.ask(round_, round_.ahead[0].version, done=lambda _verdict: None)
    posted[0]()
    assert len(told) == 1


def test_before(desk: Desk, verdicts: Verdicts) -> None:
    """The solver is given the verdict of the nearest position on the way, whether or not it is the parent's."""
    round_ = opened()
    verdicts.ask(round_, done=lambda _verdict: None)
    desk.answer()
    for head in (round_.ahead[1].version, round_.ahead[0].version):
        verdicts.ask(round_, head, done=lambda _verdict: None)
        assert desk.befores[-1] is not None
        assert desk.befores[-1]["answer"] == "winnable"
    assert desk.befores[0] is None


def test_no_such_position(desk: Desk, verdicts: Verdicts) -> None:
    """A version off the line and off what redo brings back is refused."""
    with pytest.raises(LookupError, match="version 99"):
        verdicts.ask(opened(), 99, done=lambda _verdict: None)
    assert desk.orders == []


def test_progress(desk: Desk, verdicts: Verdicts) -> None:
    """The solver's steps are told to whoever still waits."""
    round_, steps = opened(), list[int]()
    verdicts.ask(round_, done=lambda _verdict: None, progress=steps.append)
    tell = desk.orders[0].progress
    assert tell is not None
    tell(64)
    verdicts.cancel(round_.id)
    tell(128)
    assert steps == [64]


def test_unknown_is_not_kept(desk: Desk, verdicts: Verdicts) -> None:
    """Unknown is told, and asked again the next time."""
    round_, told = opened(), list[Verdict]()
    verdicts.ask(round_, done=told.append)
    desk.say(Decidable.UNKNOWN)
    assert told == [Verdict(Decidable.UNKNOWN)]
    assert verdicts.known(round_) is None
    verdicts.ask(round_, done=told.append)
    assert len(desk.orders) == 1


def test_failure(desk: Desk, verdicts: Verdicts) -> None:
    """A worker that fails is told to who wants to know; the others hear that it is unknown."""
    round_, told, failures = opened(), list[Verdict](), list[Failed]()
    verdicts.ask(round_, done=told.append)
    verdicts.ask(round_, done=told.append, failed=failures.append)
    desk.orders.pop().done(FAILED)
    assert told == [Verdict(Decidable.UNKNOWN)]
    assert failures == [FAILED]
    assert verdicts.known(round_) is None


def test_forget(desk: Desk, verdicts: Verdicts) -> None:
    """A round that is forgotten is neither known nor asked about any more; others are."""
    round_, other, told = opened(), opened(), list[Verdict]()
    for each in (round_, other):
        verdicts.ask(each, done=told.append)
        desk.answer()
    deal = round_.head
    round_.redo()
    verdicts.ask(round_, done=told.append)
    verdicts.last_winnable(round_, lambda _version: told.clear())
    assert len(desk.orders) == 2
    verdicts.forget(round_.id)
    assert (desk.orders, len(told)) == ([], 2)
    assert verdicts.known(round_, deal) is None
    assert verdicts.known(other) == told[1]


@pytest.mark.parametrize("after", range(-1, 7))
def test_last_winnable(desk: Desk, verdicts: Verdicts, after: int) -> None:
    """Wherever a line was lost, the last position that could be won is found with as many questions as halving needs."""
    round_, found, left = opened(6), list[int | None](), list[int]()
    verdicts.last_winnable(round_, found.append, left.append)
    desk.lose(after)
    assert found == [round_.line[after].version if after >= 0 else None]
    assert len(desk.befores) == 3
    assert left == [7, 3, 1, 0]


def test_last_winnable_with_unknown_ones(desk: Desk, verdicts: Verdicts) -> None:
    """Unknown positions are passed over, and the others still count."""
    round_, found, left = opened(6), list[int | None](), list[int]()
    verdicts.last_winnable(round_, found.append, left.append)
    desk.say(Decidable.UNKNOWN)
    desk.lose(1)
    assert found == [round_.line[1].version]
    assert left == sorted(left, reverse=True)
    assert verdicts.known(round_, round_.line[3].version) is None


def test_last_winnable_uses_what_is_known(desk: Desk, verdicts: Verdicts) -> None:
    """Where the verdicts beside the turning point are known, nothing is asked."""
    round_, found = opened(6), list[int | None]()
    for _time in range(2):
        verdicts.last_winnable(round_, found.append)
        desk.lose(2)
    assert found == [round_.line[2].version] * 2
    assert len(desk.befores) == 3


@pytest.mark.parametrize(("answers", "last"), [("WLWWLL", 3), ("WLWLLL", 2), ("WLLLLL", 0), ("LLLLLL", None)])
def test_a_way_out_parts_the_line(desk: Desk, verdicts: Verdicts, answers: str, last: int | None) -> None:
    """What is lost before a shuffle may be winnable after it: what was played since is looked at first, then what was before."""
    code, _info, options = DealCode.parse("TS1-K3-S2-AAAAAAG", (INFO,))
    round_, told = Round.open(MemoryLog(), INFO, code=code, options=options), list[int | None]()
    round_.play(round_.choices()[0])
    assert round_.outcome is not None
    while len(round_.line) < len(answers):
        round_.play(round_.choices()[0])
    verdicts.last_winnable(round_, told.append)
    while desk.orders:
        answer = answers[len(desk.orders[0].request["events"]) - 1]
        desk.say(Decidable.WINNABLE if answer == "W" else Decidable.LOST)
    assert told == [None if last is None else round_.line[last].version]


def test_moves_do_not_stop_the_look(desk: Desk, verdicts: Verdicts) -> None:
    """Going back meanwhile changes neither the line that was asked about nor the answer; asking again begins anew."""
    round_, found = opened(6), list[int | None]()
    line = round_.line
    verdicts.last_winnable(round_, lambda _version: found.append(-1))
    verdicts.last_winnable(round_, found.append)
    round_.jump(line[1].version)
    verdicts.ask(round_, done=lambda _verdict: None)
    desk.lose(4)
    assert found == [line[4].version]


def test_failed_look(desk: Desk, verdicts: Verdicts) -> None:
    """A worker that fails ends the look with the reason, or is passed over like unknown."""
    round_, found, failures = opened(6), list[int | None](), list[Failed]()
    verdicts.last_winnable(round_, found.append, failed=failures.append)
    desk.orders.pop().done(FAILED)
    assert (desk.orders, found, failures) == ([], [], [FAILED])
    verdicts.last_winnable(round_, found.append)
    while desk.orders:
        desk.orders.pop().done(FAILED)
    assert found == [None]


def test_with_the_worker(site: object) -> None:
    """A real worker answers the same, and a kept plan comes back whole."""
    round_, answers = opened(), Queue[Verdict]()
    with Worker() as worker:
        verdicts = Verdicts(worker)
        verdicts.ask(round_, done=answers.put)
        assert answers.get(timeout=20) == Patience().solve(round_.state, None)
        places = Queue[int | None]()
        verdicts.last_winnable(round_, places.put)
        assert places.get(timeout=20) == round_.head
