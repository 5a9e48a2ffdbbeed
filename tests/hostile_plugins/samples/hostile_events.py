"""Its events cannot be written, or not be read again as they were."""

import attrs
from hostile_base import Matches, Taken, games, info

from sofra.event import event


class Plain:
    """No attrs class, and not registered."""


@event("hostile-events.odd")
@attrs.frozen
class Odd:
    """Holds what JSON cannot."""

    thing: object


@event("hostile-events.changed")
@attrs.frozen
class Changed:
    """Is read as something else than it was written."""

    numbers: tuple[int, ...] = attrs.field(converter=lambda given: tuple(n + 1 for n in given))


class NotAttrs(Matches):
    """An event of a plain class."""

    id = "events-plain"

    def decide(self, state, seat, command, chance):
        return [Plain()]


class NotJson(Matches):
    """An event that JSON cannot hold."""

    id = "events-odd"

    def decide(self, state, seat, command, chance):
        return [Taken(1), Odd(object())]


class NotSame(Matches):
    """An event that reads otherwise than it was written."""

    id = "events-changed"

    def decide(self, state, seat, command, chance):
        return [Changed((1, 2))]


KINDS = (NotAttrs, NotJson, NotSame)

sofra_games = games(
    *(info(f"hostile_events:{kind.__name__}", kind.id, f"E{chr(65 + n)}") for n, kind in enumerate(KINDS))
)
