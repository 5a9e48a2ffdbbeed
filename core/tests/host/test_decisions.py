"""Slow choices in the worker: decided as here, dropped when the round has moved on, ended when nobody waits."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from queue import Queue
from typing import Any

import pytest
from core.tests.host.desk import Desk
from core.tests.host.test_worker import COMMAND, PATIENT, Gate
from core.tests.toys import passing
from core.tests.toys.patience import INFO, Options

from sofra.code import DealCode
from sofra.game import Choice, Refused
from sofra.host import Decisions
from sofra.log import Conflict, MemoryLog
from sofra.message import Message
from sofra.replay import verify
from sofra.round import Round
from sofra.worker import Failed, Worker, decide_answer, decide_request
from sofra.worker.jobs import JOBS

LOG = MemoryLog()
FAILED = Failed(Message("The process for long work has died. Try again."))


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.close()


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def decisions(desk: Desk) -> Decisions:
    return Decisions(desk)


@pytest.fixture(params=["code", "key"])
def round_(request: pytest.FixtureRequest) -> Round:
    """A round with a move played, of a code or of a secret key."""
    options = Options(kinds="K5")
    code = DealCode.of(INFO, options, 5) if request.param == "code" else None
    while True:
        opened = Round.open(LOG, INFO, code=code, options=options)
        opened.play(opened.choices()[0])
        if len(opened.choices()) > 1:
            return opened
        # A secret key may deal a row without a pair.


def shuffle(round_: Round) -> Choice[Any]:
    return next(choice for choice in round_.choices() if choice.slow)


def nobody(_failed: Failed) -> None:
    raise AssertionError


def unexpected(_events: Sequence[Any]) -> None:
    raise AssertionError


def test_decided_as_here(round_: Round) -> None:
    """What the job decides is what the rules decide in this process, of a code's chance and of a key's."""
    choice = shuffle(round_)
    request = json.loads(json.dumps(decide_request(round_, choice)))
    decided = decide_answer(JOBS["decide"](request, lambda _steps: None))
    assert decided == list(round_.game.decide(round_.state, 0, choice.command, round_.shuffle.chance(1)))
    assert round_.play(choice, decided=decided, expected=round_.version).events == tuple(decided)


def test_played_as_decided(desk: Desk, decisions: Decisions, round_: Round) -> None:
    """A round that plays what the worker decided holds by its rules: deciding again finds the same."""
    told: list[Sequence[Any]] = []
    choice = shuffle(round_)
    decisions.ask(round_, choice, done=told.append, failed=nobody)
    assert decisions.waits(round_.id)
    # A pause in between changes the version of the stream, and nothing that was asked.
    round_.stop_clock()
    desk.answer()
    assert not decisions.waits(round_.id)
    round_.play(choice, decided=told[0], expected=round_.version)
    assert verify(LOG.read(round_.id), {INFO.id: INFO}) == []


def test_round_that_moved_on(desk: Desk, decisions: Decisions, round_: Round) -> None:
    """When a move was played meanwhile, the answer is told to nobody; played by force it is refused as stale."""
    told: list[Sequence[Any]] = []
    choice, version = shuffle(round_), round_.version
    stale = decide_answer(JOBS["decide"](decide_request(round_, choice), lambda _steps: None))
    decisions.ask(round_, choice, done=told.append, failed=nobody)
    round_.play(round_.choices()[0])
    desk.answer()
    assert told == []
    with pytest.raises(Conflict):
        round_.play(choice, decided=stale, expected=version)


def test_round_that_was_left(desk: Desk, decisions: Decisions, round_: Round) -> None:
    """A round that is over is told nothing, however its head stands."""
    decisions.ask(round_, shuffle(round_), done=unexpected, failed=nobody)
    round_.abandon()
    desk.answer()


def test_asked_again(desk: Desk, decisions: Decisions, round_: Round) -> None:
    """Another question takes the place of the first, whose answer is told to nobody though it is on its way."""
    told: list[Sequence[Any]] = []
    decisions.ask(round_, shuffle(round_), done=unexpected, failed=nobody)
    late = desk.orders[0]
    decisions.ask(round_, round_.choices()[0], done=told.append, failed=nobody)
    assert desk.cancelled == [late.key]
    late.answer()
    assert told == []
    desk.answer()
    assert told == [list(round_.game.decide(round_.state, 0, round_.choices()[0].command, round_.shuffle.chance(1)))]


def test_cancelled(desk: Desk, decisions: Decisions, round_: Round) -> None:
    """Cancelling ends the work; an answer on its way is told to nobody, and there is nothing to cancel twice."""
    decisions.ask(round_, shuffle(round_), done=unexpected, failed=nobody)
    late = desk.orders[0]
    for _twice in range(2):
        decisions.cancel(round_.id)
    assert desk.cancelled == [late.key]
    assert not decisions.waits(round_.id)
    late.answer()


def test_failed(desk: Desk, decisions: Decisions, round_: Round) -> None:
    """A worker that fails is told with its reason, and the choice may be asked for again."""
    failures: list[Failed] = []
    decisions.ask(round_, shuffle(round_), done=unexpected, failed=failures.append)
    desk.orders.pop().done(FAILED)
    assert failures == [FAILED]
    assert not decisions.waits(round_.id)


def test_no_such_choice(desk: Desk, decisions: Decisions, round_: Round) -> None:
    """A command that is not among the choices is refused before anything is asked."""
    choice = round_.choices()[0]
    round_.play(choice)
    with pytest.raises(Refused):
        decisions.ask(round_, choice, done=unexpected, failed=nobody)
    assert desk.orders == []


def test_simultaneous_part() -> None:
    """What was decided belongs to one head: another seat's part in between is a conflict, which elsewhere it is not."""
    log = MemoryLog()
    one = Round.open(log, passing.INFO, code=None, mode="computer")
    two = Round.resume(log, one.id, {passing.INFO.id: passing.INFO})
    choice = two.choices(1)[0]
    decided = decide_answer(JOBS["decide"](decide_request(two, choice), lambda _steps: None))
    one.play(one.choices(0)[0])
    with pytest.raises(Conflict):
        two.play(choice, decided=decided)
    assert two.play(choice).events == tuple(decided)


class AtTheGate(Desk):
    """A real worker whose jobs wait at a gate instead of deciding."""

    def __init__(self, worker: Worker, gate: Gate) -> None:
        super().__init__()
        self.worker, self.gate = worker, gate

    def submit(self, job: str, request: Mapping[str, Any], **more: Any) -> None:
        self.worker.submit("told", {"port": self.gate.port}, **more)

    def cancel(self, key: Hashable) -> None:
        self.worker.cancel(key)


def test_cancelling_ends_the_process(site: object, gate: Gate, round_: Round) -> None:
    """The process that decides is gone as soon as nobody waits for it."""
    with Worker(command=COMMAND) as worker:
        decisions = Decisions(AtTheGate(worker, gate))
        decisions.ask(round_, shuffle(round_), done=unexpected, failed=nobody)
        _pid, _name, file = gate.job()
        decisions.cancel(round_.id)
        assert gate.ended(file)


def test_with_the_worker(site: object, round_: Round) -> None:
    """A real worker decides the same, and says why it cannot."""
    answers: Queue[Any] = Queue()
    with Worker() as worker:
        decisions = Decisions(worker)
        choice = shuffle(round_)
        decisions.ask(round_, choice, done=answers.put, failed=answers.put)
        assert answers.get(timeout=PATIENT) == list(
            round_.game.decide(round_.state, 0, choice.command, round_.shuffle.chance(1))
        )
        request = {**decide_request(round_, choice), "rules": "core.tests.toys.patience:Nobody"}
        worker.submit("decide", request, key="no rules", done=answers.put)
        assert isinstance(answers.get(timeout=PATIENT), Failed)
