"""The counts of a round without its tree, for statistics that read a hundred thousand records a second."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import eq, itemgetter
from typing import Final, final

from sofra.event import event_type
from sofra.log.hosted import HOSTED, HeadMoved
from sofra.log.record import Record
from sofra.round.journal import Journal

__all__ = ["counted"]

_HEAD_MOVED: Final = event_type(HeadMoved).name
_version, _parent, _command, _active = map(itemgetter, (2, 3, 4, 11))


@final
class _Straight(Journal):
    """The journal of a whole round that went straight on, as any but that its tree stays empty: the line holds every command."""

    def __init__(self, records: Sequence[Record], hosted: Sequence[Record], moves: int) -> None:
        super().__init__()
        for record in hosted:
            self._add_hosted(record)
        # Those that were taken over from another round were not tried in this one.
        self._moves, self.tried = moves, moves - (0 if self.opened is None else self.opened.taken)
        self.active_ms = max(0, *map(_active, records))

    @property
    def ply(self) -> int:
        """How many commands are on the line."""
        return self._moves


def counted(records: Sequence[Record]) -> Journal:
    """What a whole round comes to: its journal, which need not have a tree. Raises Damaged where a record cannot follow.

    Where nothing was taken back and the records of the game follow each other, that is checked for all of them at once.
    """
    hosted: list[Record] = []
    played: list[Record] = []
    for record in records:
        (hosted if record[7].startswith(HOSTED) else played).append(record)
    if played and all(record[7] != _HEAD_MOVED for record in hosted):
        versions, commands = list(map(_version, played)), list(map(_command, played))
        if list(map(_parent, played)) == [None, *versions[:-1]]:
            same = list(map(eq, commands, commands[1:]))
            # Of the records of a command becomes one node; they stand together.
            if all(versions[at] + 1 == versions[at + 1] for at in compress(range(len(same)), same)):
                return _Straight(records, hosted, len(commands) - sum(same) - 1)
    return Journal(records)
