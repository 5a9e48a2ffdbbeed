"""A worker in a test: jobs lie on a desk until the test has them answered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

import attrs

from sofra.worker import Answer
from sofra_qt.works import AtOnce


@attrs.frozen(eq=False)
class Order:
    """A job that somebody waits for."""

    job: str
    request: Mapping[str, Any]
    key: Hashable
    done: Callable[[Answer], None]

    def answer(self) -> None:
        """Do the job and tell, whether anybody still waits or not."""
        works = AtOnce()
        works.submit(self.job, self.request, key=self.key, done=self.done)


class Desk:
    """Keeps orders. `cancelled` holds those that nobody waits for any more: a real worker never tells them."""

    def __init__(self) -> None:
        self.orders: list[Order] = []
        self.cancelled: list[Order] = []
        self.closed = False

    def submit(
        self,
        job: str,
        request: Mapping[str, Any],
        *,
        key: Hashable,
        done: Callable[[Answer], None],
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Put a job on the desk."""
        del progress
        assert not self.closed
        self.orders.append(Order(job, request, key, done))

    def cancel(self, key: Hashable) -> None:
        """Take the jobs with this key away."""
        self.cancelled += [order for order in self.orders if order.key == key]
        self.orders = [order for order in self.orders if order.key != key]

    def close(self) -> None:
        """Nobody waits for anything."""
        self.closed = True
        self.cancelled += self.orders
        self.orders = []

    def answer(self) -> None:
        """Answer all that lies here and all that comes of it."""
        while self.orders:
            self.orders.pop(0).answer()
