"""A worker whose jobs answer on command, with what the real jobs say."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from typing import Any

import attrs

from sofra.worker import Answer, Done
from sofra.worker.jobs import JOBS


@attrs.define
class Order:
    """A job that waits for a command."""

    job: str
    request: Mapping[str, Any]
    key: Hashable
    done: Callable[[Answer], None]
    progress: Callable[[int], None] | None

    def answer(self) -> None:
        """Do it, cancelled or not: an answer may have been on its way."""
        self.done(Done(JOBS[self.job](self.request, lambda _steps: None)))


class Desk:
    """Where jobs lie until a test says what comes of them."""

    def __init__(self) -> None:
        self.orders: list[Order] = []
        self.asked: list[Mapping[str, Any]] = []
        self.cancelled: list[Hashable] = []

    def submit(
        self,
        job: str,
        request: Mapping[str, Any],
        *,
        key: Hashable,
        done: Callable[[Answer], None],
        progress: Callable[[int], None] | None = None,
    ) -> None:
        # Through JSON, as the pipe takes it.
        self.asked.append(json.loads(json.dumps(request)))
        self.orders.append(Order(job, self.asked[-1], key, done, progress))

    def cancel(self, key: Hashable) -> None:
        self.cancelled.append(key)
        self.orders = [order for order in self.orders if order.key != key]

    def close(self) -> None:
        self.orders.clear()

    def answer(self) -> None:
        """Do the first job."""
        self.orders.pop(0).answer()
