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
    # Few names, many records: what begins with the host's is asked once a name.
    off = {name for name in {record[7] for record in records} if name.startswith(HOSTED)}
    played = [record for record in records if record[7] not in off]
    if played and _HEAD_MOVED not in off:
        versions = list(map(_version, played))
        if list(map(_parent, played)) == [None, *versions[:-1]]:
            commands = list(map(_command, played))
            more = _more(versions, commands) if len(set(commands)) < len(commands) else 0
            if more is not None:
                return _Straight(records, [record for record in records if record[7] in off], len(commands) - more - 1)
    return Journal(records)


def _more(versions: Sequence[int], commands: Sequence[str]) -> int | None:
    """How many records follow one of the same command, with which they become one node; None where they stand apart."""
    same = list(map(eq, commands, commands[1:]))
    together = all(versions[at] + 1 == versions[at + 1] for at in compress(range(len(same)), same))
    return sum(same) if together else None
