"""Answers with far too much: a million pieces, a thousand choices, endless texts, huge pieces, two of one name."""

import attrs
from hostile_base import Laid, Matches, Take, Taken, games, info

from sofra.game import Choice
from sofra.message import Message, Texts
from sofra.scene import Piece, Scene

_ = Texts("flood")


class Pieces(Matches):
    """A million pieces."""

    id = "flood-pieces"

    def scene(self, seen, eye, aspect):
        piece = Piece("a", "matches/match", (1.0, 1.0), (1.0, 1.0))
        return Scene((10.0, 10.0), (piece,) * 1_000_000)


class Twins(Matches):
    """Two pieces with one key."""

    id = "flood-twins"

    def scene(self, seen, eye, aspect):
        return Scene((10.0, 10.0), (Piece("a", "m", (1.0, 1.0), (1.0, 1.0)),) * 2)


class Giants(Matches):
    """A piece a million times as large as the table."""

    id = "flood-giants"

    def scene(self, seen, eye, aspect):
        return Scene((1.0, 1.0), (Piece("a", "m", (0.0, 0.0), (1e6, 1e6)),))


class Nowhere(Matches):
    """A piece that lies nowhere."""

    id = "flood-nowhere"

    def scene(self, seen, eye, aspect):
        return Scene((1.0, 1.0), (Piece("a", "m", (float("nan"), 0.0), (1.0, 1.0)),))


class Choices(Matches):
    """More choices than there may be."""

    id = "flood-choices"

    def choices(self, seen, seat):
        return [Choice(seat, Take(n), (f"take-{n}",)) for n in range(513)]


class Events(Matches):
    """More events than there may be."""

    id = "flood-events"

    def decide(self, state, seat, command, chance):
        return [Taken(0)] * 5_000


class Texts(Matches):
    """A text of a million letters."""

    id = "flood-texts"

    def say(self, before, events, after, eye):
        return _("x" * 1_000_000)


class Labels(Matches):
    """A label of a million letters."""

    id = "flood-labels"

    def scene(self, seen, eye, aspect):
        return Scene((10.0, 10.0), (Piece("a", "m", (1.0, 1.0), (1.0, 1.0), label="x" * 1_000_000),))


class Nested(Matches):
    """A message within a message within a message …"""

    id = "flood-nested"

    def say(self, before, events, after, eye):
        message = Message("end")
        for _n in range(500):
            message = _("{inner}", inner=message)
        return message


class Numbers(Matches):
    """A score that no log can keep."""

    id = "flood-numbers"

    def score(self, seen, tally, options):
        return 10**30


class Bytes(Matches):
    """An event of megabytes."""

    id = "flood-bytes"

    def deal(self, shuffle, options):
        return [Laid(3), *([Taken(0)] * 1_999), Laid(10**1_200)]


KINDS = (Pieces, Twins, Giants, Nowhere, Choices, Events, Texts, Labels, Nested, Numbers, Bytes)

sofra_games = games(
    *(info(f"hostile_flood:{kind.__name__}", kind.id, f"F{chr(65 + n)}") for n, kind in enumerate(KINDS))
)
__all__ = ["attrs"]
