"""The worker: jobs in turn, stale answers dropped, a dead process told, none left behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from queue import Queue
from typing import Any

import pytest
from core.tests.toys.patience import INFO, Options, Patience

from sofra.abilities import Decidable
from sofra.code import DealCode
from sofra.game import fold
from sofra.message import Clock, Ltr, Message, Player
from sofra.worker import Answer, Done, Failed, Worker, deal_answer, deal_request, solve_answer, solve_request
from sofra.worker.plain import from_plain, to_plain

PATIENT = 20.0
"""Seconds that a test waits for what must come."""


class Gate:
    """The other end of the jobs: each connects here, says which process it runs in, and waits for a command."""

    def __init__(self) -> None:
        self.server = socket.create_server(("127.0.0.1", 0))
        self.server.settimeout(PATIENT)
        self.port = self.server.getsockname()[1]
        self.open: list[Any] = []

    def job(self) -> tuple[int, str, TextIOWrapper]:
        """The next job that has begun: its process, its name, and the line to it."""
        line, _address = self.server.accept()
        line.settimeout(PATIENT)
        file = line.makefile("rw")
        self.open += [line, file]
        pid, _space, name = file.readline().strip().partition(" ")
        return int(pid), name, file

    def ended(self, file: TextIOWrapper) -> bool:
        """Whether the process at the other end is gone."""
        try:
            return file.readline() == ""
        except ConnectionError:
            return True

    def close(self) -> None:
        for each in reversed(self.open):
            try:
                each.close()
            except OSError:
                continue  # the other end went first
        self.server.close()


def say(file: TextIOWrapper, *commands: str) -> None:
    for command in commands:
        print(command, file=file, flush=True)


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.close()


COMMAND = (sys.executable, "-m", "sofra.worker", "core.tests.host.gate")


@pytest.fixture
def worker(site: object) -> Iterator[Worker]:
    with Worker(command=COMMAND) as worker:
        yield worker


def told(worker: Worker, gate: Gate, key: object, answers: Queue[Answer], name: str = "") -> None:
    worker.submit("told", {"port": gate.port, "name": name}, key=str(key), done=answers.put)


def test_starts_at_the_first_job(worker: Worker, gate: Gate) -> None:
    """There is no process before there is work, and one process does all of it."""
    assert worker._process is None
    answers: Queue[Answer] = Queue()
    told(worker, gate, "a", answers, "one")
    told(worker, gate, "b", answers, "two")
    assert worker.busy
    first, name, file = gate.job()
    assert name == "one"
    say(file, "answer")
    assert answers.get(timeout=PATIENT) == Done(["one", first])
    second, name, file = gate.job()
    say(file, "answer")
    assert answers.get(timeout=PATIENT) == Done(["two", second])
    assert first == second != os.getpid()
    assert not worker.busy


def test_cancelled_answers_never_come(worker: Worker, gate: Gate) -> None:
    """A job that is cancelled while it waits is never begun; the others are done."""
    answers: Queue[Answer] = Queue()
    for key in ("a", "b", "c"):
        told(worker, gate, key, answers, key)
    worker.cancel("b")
    for expected in ("a", "c"):
        pid, name, file = gate.job()
        assert name == expected
        say(file, "answer")
        assert answers.get(timeout=PATIENT) == Done([expected, pid])
    assert answers.empty()


def test_cancelling_ends_the_work(worker: Worker, gate: Gate) -> None:
    """Cancelling the job at work ends its process; the next job has a new one."""
    answers: Queue[Answer] = Queue()
    told(worker, gate, ("round", 1), answers)
    told(worker, gate, ("round", 2), answers, "next")
    first, _name, file = gate.job()
    worker.cancel_if(lambda key: key == str(("round", 1)))
    assert gate.ended(file)
    second, name, file = gate.job()
    assert (name, second != first) == ("next", True)
    say(file, "answer")
    assert answers.get(timeout=PATIENT) == Done(["next", second])
    assert answers.empty()


def test_answer_that_is_stale_when_it_arrives(site: object, gate: Gate) -> None:
    """An answer on its way to the window's thread is dropped when its key is cancelled before it is told."""
    posted: Queue[Any] = Queue()
    answers: Queue[Answer] = Queue()
    with Worker(posted.put, command=COMMAND) as worker:
        told(worker, gate, "old", answers)
        _pid, _name, file = gate.job()
        say(file, "answer")
        tell = posted.get(timeout=PATIENT)
        worker.cancel("old")
        tell()
        assert answers.empty()


def test_process_that_dies(worker: Worker, gate: Gate) -> None:
    """When the process dies its job is told so, with words for the player, and the waiting ones are done by another."""
    answers: Queue[Answer] = Queue()
    told(worker, gate, "a", answers)
    told(worker, gate, "b", answers)
    first, _name, file = gate.job()
    say(file, "die")
    failed = answers.get(timeout=PATIENT)
    assert isinstance(failed, Failed)
    assert failed.message.english == "The process for long work has died. Try again."
    assert "9" in failed.details
    second, _name, file = gate.job()
    say(file, "answer")
    assert answers.get(timeout=PATIENT) == Done(["", second])
    assert first != second


def test_job_that_raises(worker: Worker, gate: Gate) -> None:
    """A job that raises fails alone: with its own message where it has one, and the traceback for the author."""
    answers: Queue[Answer] = Queue()
    told(worker, gate, "a", answers)
    pid, _name, file = gate.job()
    say(file, "raise")
    failed = answers.get(timeout=PATIENT)
    assert isinstance(failed, Failed)
    assert failed.message.english == "This could not be worked out: ValueError: asked to."
    assert "Traceback" in failed.details
    told(worker, gate, "b", answers)
    again, _name, file = gate.job()
    say(file, "refuse")
    failed = answers.get(timeout=PATIENT)
    assert isinstance(failed, Failed)
    assert failed.message == Message("No, {why}.", (("why", "asked to"),))
    assert pid == again


def test_noise_of_a_plugin(worker: Worker, gate: Gate) -> None:
    """What a plugin prints does not get between the lines of the protocol."""
    answers: Queue[Answer] = Queue()
    told(worker, gate, "a", answers)
    pid, _name, file = gate.job()
    say(file, "print", "answer")
    assert answers.get(timeout=PATIENT) == Done(["", pid])


def test_progress(worker: Worker, gate: Gate) -> None:
    """Steps are told while the job runs."""
    answers: Queue[Answer] = Queue()
    steps: Queue[int] = Queue()
    worker.submit("told", {"port": gate.port}, key="a", done=answers.put, progress=steps.put)
    _pid, _name, file = gate.job()
    count = 0
    while steps.empty():  # a job may tell more often than it is passed on
        count += 1
        say(file, str(count))
    assert 1 <= steps.get() <= count
    say(file, "answer")
    assert isinstance(answers.get(timeout=PATIENT), Done)


def test_answer_that_asks_for_more(worker: Worker, gate: Gate) -> None:
    """An answer may submit the next job from where it is told."""
    answers: Queue[Answer] = Queue()
    worker.submit("told", {"port": gate.port}, key="a", done=lambda _answer: told(worker, gate, "b", answers, "second"))
    say(gate.job()[2], "answer")
    say(gate.job()[2], "answer")
    done = answers.get(timeout=PATIENT)
    assert isinstance(done, Done)
    assert done.value[0] == "second"


def test_close_leaves_nothing_behind(worker: Worker, gate: Gate) -> None:
    """Closing ends the process in the middle of its job; nothing can be asked afterwards."""
    answers: Queue[Answer] = Queue()
    told(worker, gate, "a", answers)
    _pid, _name, file = gate.job()
    worker.close()
    assert gate.ended(file)
    assert answers.empty()
    with pytest.raises(ValueError, match="closed"):
        told(worker, gate, "b", answers)


@pytest.mark.parametrize("ending", ["kill", "exit"])
def test_program_that_ends_takes_its_worker_along(site: object, gate: Gate, ending: str) -> None:
    """However the program ends, even killed in the middle of a job, its worker does not outlive it."""
    source = f"""
import sys
from sofra.worker import Worker
worker = Worker(command={COMMAND!r})
worker.submit("told", {{"port": {gate.port}}}, key=1, done=print)
sys.stdin.readline()
"""
    program = subprocess.Popen([sys.executable, "-c", source], stdin=subprocess.PIPE)
    _pid, _name, file = gate.job()
    if ending == "kill":
        program.send_signal(signal.SIGKILL)
    program.communicate(b"\n" if ending == "exit" else None, timeout=PATIENT)
    assert gate.ended(file)


def test_process_that_cannot_start() -> None:
    """Where no process can be started, every job is told so."""
    answers: Queue[Answer] = Queue()
    with Worker(command=("/no/such/program",)) as worker:
        worker.submit("deal", {}, key="a", done=answers.put)
        failed = answers.get(timeout=PATIENT)
    assert isinstance(failed, Failed)
    assert "cannot be started" in failed.message.english


def test_unknown_job(worker: Worker) -> None:
    """A job that nobody knows fails."""
    answers: Queue[Answer] = Queue()
    worker.submit("no such job", {}, key="a", done=answers.put)
    assert isinstance(answers.get(timeout=PATIENT), Failed)


def test_deal_and_solve_as_here(worker: Worker) -> None:
    """A deal and its verdict from the worker are what the rules give in this process, plan and all."""
    options = Options(kinds="K3", shuffles="S1")
    codes = [DealCode.of(INFO, options, number) for number in range(20)]
    game = Patience()
    answers: Queue[Answer] = Queue()
    worker.submit("deal", deal_request(INFO, codes, options), key="deal", done=answers.put)
    done = answers.get(timeout=PATIENT)
    assert isinstance(done, Done)
    dealt = deal_answer(INFO, codes, done.value)
    here = [game.deal(code.shuffle, options) for code in codes]
    verdicts = [game.solve(fold(game, events), None) for events in here]
    first = next(index for index, verdict in enumerate(verdicts) if verdict.answer is Decidable.WINNABLE)
    assert (dealt.code, dealt.events, dealt.verdict) == (codes[first], here[first], Decidable.WINNABLE)
    worker.submit("solve", solve_request(INFO, 1, dealt.events), key="solve", done=answers.put)
    done = answers.get(timeout=PATIENT)
    assert isinstance(done, Done)
    assert solve_answer(done.value) == verdicts[first]


@pytest.mark.parametrize(
    "value",
    [
        None,
        [1, "a", True, 2.5],
        ((1, 2), (3, ())),
        {"tuple": [1], 3: (4,)},
        frozenset({1, 2}),
        Ltr("5B"),
        Clock(5),
        Player(1),
        Message("{a}", (("a", Message("b", (("n", Ltr("x")),), "d", "bs", "c")),)),
        Options(kinds="K4"),
    ],
)
def test_values_across_the_pipe(value: object) -> None:
    """Every value that can be told is heard as it was."""
    import json

    assert from_plain(json.loads(json.dumps(to_plain(value)))) == value


def test_values_that_cannot_be_told() -> None:
    """Other values are refused, and so is a class that is not known here: hearing imports nothing."""
    with pytest.raises(TypeError, match="cannot be sent"):
        to_plain(object())
    for module, name in (("antigravity", "fly"), ("os", "path"), ("os", "system"), ("subprocess", "Popen")):
        with pytest.raises(TypeError, match="no attrs class"):
            from_plain({"attrs": [module, name, {}]})
    assert "antigravity" not in sys.modules
