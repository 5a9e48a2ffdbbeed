"""Hostile games in the worker process: it goes on, or is started anew, and the game is named."""

from __future__ import annotations

from queue import Queue
from typing import Any

import pytest
from tests.hostile_plugins.conftest import Plugins

from sofra.code import DealCode
from sofra.host.loader import Library
from sofra.worker import Answer, Done, Failed, Worker, deal_request, ready_request

PATIENT = 60.0
"""Seconds that a test waits for what must come."""


def request(library: Library, game: str) -> dict[str, Any]:
    info = library.games[game]
    code, _info, options = DealCode.parse(f"{info.prefix}1-AAAAABL", (info,))
    return deal_request(info, (code,), options)


def ask(worker: Worker, library: Library, game: str) -> Answer:
    """Have a game dealt."""
    answers: Queue[Answer] = Queue()
    worker.submit("deal", request(library, game), key=game, done=answers.put)
    return answers.get(timeout=PATIENT)


def reason(answer: Answer) -> str:
    assert isinstance(answer, Failed)
    assert answer.details
    return answer.message.english


def test_the_worker_outlives_them(plugins: Plugins) -> None:
    """An error, rubbish, a flood of words and an end of the process: after each the sound game is dealt."""
    library = plugins("raises", "rubbish", "loud", "ends")
    with Worker() as worker:
        zero = "deal failed with ZeroDivisionError: division by zero."
        assert reason(ask(worker, library, "raises-deal")) == f"Raises-deal stopped: {zero}"
        assert reason(ask(worker, library, "rubbish-deal")) == (
            "Rubbish-deal stopped: deal answered with something else than is asked (events: int)."
        )
        assert isinstance(ask(worker, library, "loud"), Done)
        assert reason(ask(worker, library, "ends-process")) == (
            "Ends-process stopped: it ended the process for long work. Try again."
        )
        assert isinstance(ask(worker, library, "honest"), Done)


def test_a_loop_is_ended_after_a_while(plugins: Plugins) -> None:
    """A job without a word for too long is ended with its process; what waited behind it is done in another."""
    library = plugins("loops")
    with Worker(silence={"deal": 2.0}) as worker:
        first: Queue[Answer] = Queue()
        worker.submit("ready", ready_request(library.games["honest"]), key="ready", done=first.put)
        assert isinstance(first.get(timeout=PATIENT), Done)
        assert reason(ask(worker, library, "loops-deal")) == (
            "Loops-deal stopped: it had no answer after 2 seconds, and was ended."
        )
    with Worker() as worker:
        assert isinstance(ask(worker, library, "honest"), Done)


@pytest.mark.parametrize("game", ["no-rules"])
def test_rules_that_are_not_there(plugins: Plugins, game: str) -> None:
    """The worker names what cannot be imported."""
    library = plugins("no_rules")
    with Worker() as worker:
        assert "has no attribute 'Nothing'" in reason(ask(worker, library, game))
