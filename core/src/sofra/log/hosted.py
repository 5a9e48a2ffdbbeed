"""The events of the host: what happens to a round that is no move of its game. Their names begin with `sofra.`.

Only the events of games and `HeadMoved` move the head; the others keep it as their parent and lie off the line.
"""

from __future__ import annotations

from typing import Final, final

import attrs

from sofra.event import event

__all__ = [
    "ENDS",
    "HOSTED",
    "ClockChanged",
    "HeadMoved",
    "HintGiven",
    "LevelChanged",
    "Origin",
    "RoundAbandoned",
    "RoundClosed",
    "RoundNamed",
    "RoundOpened",
    "VerdictShown",
]

HOSTED: Final = "sofra."
"""How the names of all events of the host begin, and of no game's."""

ENDS: Final = frozenset({"sofra.round-abandoned", "sofra.round-closed"})
"""The events behind which a round is over."""


@final
@attrs.frozen
class Origin:
    """The round and the head in it that another round continues; `round` is empty where the moves came from a replay code."""

    round: str
    head: int


@final
@event("sofra.round-opened")
@attrs.frozen
class RoundOpened:
    """The first record of every round.

    `rules` is the version of the game's rules, `code` the deal's code and `deal` the same without its rule block: what names the
    tiles. A round without a code has the `key` of its shuffles in hexadecimal. `options` holds every field of the game's options. `seats` says who sits at each seat: `person` or
    `computer`. `app` is the version of Sofra that opened it. In a round that continues another, `taken` is how many commands were taken
    over: so many stand on its line before the first that was played in it.
    """

    game: str
    rules: int
    code: str | None
    options: dict[str, str]
    mode: str
    seats: tuple[str, ...]
    deal: str | None = None
    origin: Origin | None = None
    key: str | None = None
    app: str = ""
    taken: int = 0


@final
@event("sofra.head-moved")
@attrs.frozen
class HeadMoved:
    """Undo, redo, take-back, jump, branch: the head now stands at the version `to`, the deal or the end of a command."""

    to: int


@final
@event("sofra.clock-changed")
@attrs.frozen
class ClockChanged:
    """The clock of the round began to run, or stopped."""

    running: bool


@final
@event("sofra.hint-given")
@attrs.frozen
class HintGiven:
    """A hint was given to `seat` at `head`: its choice with the index `choice`. Given again there, it costs nothing.

    Another eye is not told which: there `choice` is None.
    """

    head: int
    seat: int
    choice: int | None


@final
@event("sofra.verdict-shown")
@attrs.frozen
class VerdictShown:
    """The light that tells whether the round can still be won was looked at, at `head`."""

    head: int


@final
@event("sofra.level-changed")
@attrs.frozen
class LevelChanged:
    """The computer plays at `level` from now on."""

    level: str


@final
@event("sofra.round-abandoned")
@attrs.frozen
class RoundAbandoned:
    """The round was left for good before its end; left when `stuck` it counts as lost."""

    stuck: bool


@final
@event("sofra.round-closed")
@attrs.frozen
class RoundClosed:
    """The round is over, in the transaction of its last command: how each seat stands, its points, and the score."""

    standings: tuple[str, ...]
    points: tuple[int | None, ...]
    score: int | None = None


@final
@event("sofra.round-named")
@attrs.frozen
class RoundNamed:
    """The player calls the round `title` from now on; an empty one takes the name away. Allowed behind the end, too."""

    title: str
