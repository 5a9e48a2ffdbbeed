"""The computer at the table: asked with what its seat sees, and no late answer reaches another turn."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from queue import Queue
from random import Random
from typing import Any

import pytest
from core.tests.host.desk import Desk
from core.tests.toys.passing import INFO, Passing

from sofra.bots import think, turn_seed
from sofra.code import DealCode
from sofra.event import encode
from sofra.game import Choice, Refused, hide
from sofra.host import Computer, Turn, answer_here, turn_of
from sofra.log import MemoryLog
from sofra.message import Message
from sofra.options import NoOptions
from sofra.round import Round
from sofra.worker import Done, Failed, Worker, choose_answer, choose_request
from sofra.worker.jobs import JOBS

FAILED = Failed(Message("The process for long work has died. Try again."))


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def computer(desk: Desk) -> Computer:
    return Computer(desk, budget=50)


def start(number: int = 3, level: str | None = "sly", log: MemoryLog | None = None) -> Round:
    """A round against two computers, in which the person has passed a card on."""
    code = DealCode.of(INFO, NoOptions(), number)
    round_ = Round.open(log or MemoryLog(), INFO, code=code, mode="computer", level=level)
    round_.play(round_.choices(0)[1])
    return round_


def unexpected(_told: object) -> None:
    raise AssertionError


def test_whole_round(desk: Desk, computer: Computer) -> None:
    """Asked again and again the computer plays all its turns, and is not asked when it is the person's."""
    round_, turns = start(), list[Turn]()
    while round_.to_move:
        told: list[Choice[Any]] = []
        turn = computer.ask(round_, done=told.append, failed=unexpected)
        if turn is None:
            assert min(round_.to_move) == 0
            round_.play(round_.choices(0)[0])
            continue
        assert computer.thinks(round_.id) == turn == turn_of(round_)
        desk.answer()
        assert computer.thinks(round_.id) is None
        assert told[0] in round_.choices(turn.seat)
        round_.play(told[0], expected=round_.version)
        turns.append(turn)
    assert len({turn.head for turn in turns}) == len(turns) == 2 + 2 * 4
    assert computer.ask(round_, done=unexpected, failed=unexpected) is None


def test_told_what_the_seat_sees(desk: Desk, computer: Computer) -> None:
    """The request holds the line as redacted for the seat, and nothing that another world would change but the round's own id."""
    round_ = start()
    computer.ask(round_, done=unexpected, failed=unexpected)
    [request] = desk.asked
    assert set(request) == {"rules", "game", "level", "events", "seat", "seed", "budget"}
    line = [event for step in round_.line for event in step.events]
    shown = [encode(event) for event in hide(round_.game, line, 1)]
    assert request["events"] == [[each.name, each.schema, each.payload.decode()] for each in shown]
    assert (request["seat"], request["level"], request["budget"]) == (1, "sly", 50)
    assert str(round_.code) not in str(request)
    assert turn_of(round_) is not None
    for world in islice(Passing().worlds(hide(round_.game, line, 1), 1, Random(7)), 5):
        assert world != line
        assert [encode(event) for event in hide(round_.game, world, 1)] == shown


def test_same_turn_same_answer() -> None:
    """Chance comes from round, head, level and seat: asked again the bot answers the same, elsewhere by other chance."""
    round_ = start()
    seeds = {turn_seed("r", 1, "easy", 1), turn_seed("s", 1, "easy", 1), turn_seed("r", 2, "easy", 1)}
    assert len(seeds | {turn_seed("r", 1, "sly", 1), turn_seed("r", 1, "easy", 2)}) == 5
    for level in ("easy", "sly"):
        request = choose_request(round_, 1, level)
        answers = {choose_answer(JOBS["choose"](request, lambda _steps: None)) for _time in range(3)}
        assert len(answers) == 1
    easy = [{**choose_request(round_, 1, "easy"), "seed": turn_seed(str(n), 1, "easy", 1)} for n in range(30)]
    assert {choose_answer(JOBS["choose"](request, lambda _steps: None)) for request in easy} == {0, 1, 2, 3}


def test_asked_once(desk: Desk, computer: Computer) -> None:
    """Asked twice about the same turn, also after a pause, the computer goes on thinking; nothing is told twice."""
    round_, told = start(), list[object]()
    computer.ask(round_, done=told.append, failed=unexpected)
    round_.stop_clock()
    computer.ask(round_, done=told.append, failed=unexpected)
    assert (len(desk.asked), desk.cancelled) == (1, [])
    desk.answer()
    assert len(told) == 1


def play_on(round_: Round) -> None:
    round_.play(round_.choices(2)[0])


def harder(round_: Round) -> None:
    round_.change_level("easy")


@pytest.mark.parametrize("change", [play_on, harder, Round.abandon])
def test_late_answer(desk: Desk, computer: Computer, change: Callable[[Round], None]) -> None:
    """An answer for another head or level, or to a round that was left, is told to nobody; the turn may be asked for anew."""
    round_, told = start(), list[object]()
    computer.ask(round_, done=unexpected, failed=unexpected)
    late = desk.orders[0]
    change(round_)
    turn = computer.ask(round_, done=told.append, failed=unexpected)
    assert (turn is None) == round_.over
    assert desk.cancelled == [late.key]
    late.answer()
    assert told == []
    if turn is not None:
        desk.answer()
        assert len(told) == 1


@pytest.mark.parametrize("change", [play_on, harder, Round.abandon])
def test_late_answer_that_nobody_cancelled(desk: Desk, computer: Computer, change: Callable[[Round], None]) -> None:
    """Even where nobody has asked again, what no longer fits is dropped."""
    round_ = start()
    computer.ask(round_, done=unexpected, failed=unexpected)
    change(round_)
    desk.answer()
    assert computer.thinks(round_.id) is None


def test_another_round(desk: Desk, computer: Computer) -> None:
    """A new round, even of the same deal, never gets the answer to the old one; both may be thought about."""
    one, two = start(), start()
    told: list[str] = []
    computer.ask(one, done=lambda _choice: told.append("one"), failed=unexpected)
    late = desk.orders[0]
    computer.ask(two, done=lambda _choice: told.append("two"), failed=unexpected)
    computer.cancel(one.id)
    computer.cancel(one.id)
    assert desk.cancelled == [late.key]
    late.answer()
    assert told == []
    desk.answer()
    assert told == ["two"]


def test_another_mode(desk: Desk, computer: Computer) -> None:
    """On a shared device nobody is asked; the mode is part of what an answer is good for."""
    round_ = start()
    turn = computer.ask(round_, done=unexpected, failed=unexpected)
    assert turn == Turn(round_.id, round_.head, "sly", "computer", 1)
    shared = Round.open(MemoryLog(), INFO, code=round_.code, mode="shared")
    assert computer.ask(shared, done=unexpected, failed=unexpected) is None


def test_program_that_was_closed(desk: Desk, computer: Computer) -> None:
    """Closed while the computer thinks, the round waits with its turn, which is asked for again after the next start."""
    log = MemoryLog()
    round_ = start(log=log)
    first = computer.ask(round_, done=unexpected, failed=unexpected)
    resumed, told = Round.resume(log, round_.id, {INFO.id: INFO}), list[Choice[Any]]()
    assert Computer(desk).ask(resumed, done=told.append, failed=unexpected) == first
    assert desk.asked[0] == {**desk.asked[1], "budget": 50}
    desk.orders[1].answer()
    assert told == [round_.choices(1)[choose_answer(JOBS["choose"](desk.asked[0], lambda _steps: None))]]


def test_failed(desk: Desk, computer: Computer) -> None:
    """A worker that fails is told with its reason, and the turn may be asked for again."""
    round_, failures = start(), list[Failed]()
    for _time in range(2):
        computer.ask(round_, done=unexpected, failed=failures.append)
        desk.orders.pop().done(FAILED)
    assert failures == [FAILED, FAILED]


def test_bot_that_makes_something_up() -> None:
    """A bot that answers with no choice of its own fails, as does a seat that has none and a game without bots."""

    class Inventing(Passing):
        def choose(self, *args: Any) -> Any:
            return Choice(1, "nothing", ())

    round_ = start()
    line = hide(round_.game, [event for step in round_.line for event in step.events], 1)
    with pytest.raises(ValueError, match="none of its choices"):
        think(Inventing(), "easy", line, 1, "seed")
    with pytest.raises(Refused):
        think(Passing(), "easy", hide(round_.game, round_.line[0].events + round_.line[1].events, 0), 0, "seed")
    from core.tests.toys.patience import Patience

    with pytest.raises(TypeError, match="no computer players"):
        think(Patience(), "easy", line, 0, "seed")


def test_thought_about_here() -> None:
    """In this process the computer finds the same move, and none where a person is to move."""
    round_ = start()
    request = choose_request(round_, 1, "sly")
    index = choose_answer(JOBS["choose"](request, lambda _steps: None))
    assert answer_here(round_) == round_.choices(1)[index]
    for seat in (1, 2):
        round_.play(round_.choices(seat)[0])
    assert answer_here(round_) is None


def test_with_the_worker(site: object) -> None:
    """A real worker answers the same as the job done here."""
    round_, answers = start(), Queue[Any]()
    with Worker() as worker:
        Computer(worker).ask(round_, done=answers.put, failed=answers.put)
        choice = answers.get(timeout=20)
    request = choose_request(round_, 1, "sly")
    assert choice == round_.choices(1)[choose_answer(Done(JOBS["choose"](request, lambda _steps: None)).value)]
