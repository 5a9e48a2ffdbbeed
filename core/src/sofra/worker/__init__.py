"""Long work in a process of its own, so that a table never waits: dealing, solving, later bots."""

from sofra.worker.client import Answer, Done, Failed, Worker, Works
from sofra.worker.jobs import (
    Dealt,
    choose_answer,
    choose_request,
    deal_answer,
    deal_request,
    decide_answer,
    decide_request,
    measure_request,
    ready_request,
    solve_answer,
    solve_request,
    take_in_answer,
    take_in_request,
)

__all__ = [
    "Answer",
    "Dealt",
    "Done",
    "Failed",
    "Worker",
    "Works",
    "choose_answer",
    "choose_request",
    "deal_answer",
    "deal_request",
    "decide_answer",
    "decide_request",
    "measure_request",
    "ready_request",
    "solve_answer",
    "solve_request",
    "take_in_answer",
    "take_in_request",
]
