"""What the records of a round say without the rules of its game: the tree, the head, what was counted, how it ended.

A round is a tree whose nodes are commands. A node is named by its *end*, the version of the last record of the game in the
command; the deal is the root. The head stands on a node, and the line is the path from the deal to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple, final

from sofra.event import EventError
from sofra.game import Outcome, Standing, Tally
from sofra.log.errors import Damaged
from sofra.log.hosted import (
    HOSTED,
    ClockChanged,
    HeadMoved,
    HintGiven,
    LevelChanged,
    RoundAbandoned,
    RoundClosed,
    RoundNamed,
    RoundOpened,
    VerdictShown,
)
from sofra.log.record import Record

__all__ = ["Journal", "Node", "closing"]


@final
class Node(NamedTuple):
    """A command in the tree, or the deal: its records, its place, and its depth in commands (0 for the deal)."""

    end: int
    parent: int | None
    ply: int
    records: tuple[Record, ...]

    @property
    def seat(self) -> int | None:
        """Who moved; None for the deal."""
        return self.records[0].seat

    @property
    def choice(self) -> int | None:
        """The index of the choice taken, among the choices of the seat; None for the deal."""
        return self.records[0].choice


_node: Final = partial(tuple.__new__, Node)


class Journal:
    """The fold of a round's records. Grows by `add`, which takes whole commands in order.

    `line_to`, `undone_by` and the like answer about the tree; the attributes are the facts that lie off the line.
    """

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.stream = ""
        self.opened: RoundOpened | None = None
        self.opened_at = 0
        self.ended_at = 0
        self.version = 0
        self.head = 0
        self.nodes: dict[int, Node] = {}
        self.commands: dict[str, int] = {}
        self.hints: dict[tuple[int, int], int | None] = {}
        self.lights: set[int] = set()
        self.undos = 0
        self.tried = 0
        self.active_ms = 0
        self.running = False
        self.level: str | None = None
        self.title = ""
        self.closed: RoundClosed | None = None
        self.abandoned: RoundAbandoned | None = None
        self._back: dict[int, int] = {}
        self.add(records)

    def add(self, records: Iterable[Record]) -> None:
        """Fold more records. Of the game's records in a command, which stand together, becomes one node.

        Raises Damaged where a record cannot follow.
        """
        # By their places and with names at hand: a hundred thousand records a second are folded so.
        played: tuple[Record, ...] = ()
        nodes, commands, head, active_ms = self.nodes, self.commands, self.head, self.active_ms
        record: Record | None = None
        for record in records:
            if record[11] > active_ms:  # noqa: PLR1730 - a call less
                active_ms = record[11]
            if record[7].startswith(HOSTED):
                if played and record[4] != played[0][4]:
                    self._add_node(played)
                    played = ()
                # The head stands on a command of the same transaction already.
                self.head = head
                self._add_hosted(record)
                head = self.head
                continue
            if record[3] != (head or None):
                raise Damaged(record.stream, record.version)
            if not played:
                played = (record,)
            elif record[4] == played[0][4]:
                if played[-1][2] != record[2] - 1:
                    raise Damaged(record.stream, record.version)
                played = (*played, record)
            else:
                parent = played[0][3]
                if len(played) == 1 and parent is not None:
                    # Nearly all: a move of one record.
                    nodes[head] = _node((head, parent, nodes[parent][2] + 1, played))
                    commands[played[0][4]] = head
                    self.tried += 1
                else:
                    self._add_node(played)
                played = (record,)
            head = record[2]
        self.head, self.active_ms = head, active_ms
        if record is not None:
            self.version = record.version
        if played:
            self._add_node(played)

    def _add_node(self, played: tuple[Record, ...]) -> None:
        first, end = played[0], played[-1].version
        if first.parent is None:
            if self.opened is None or self.nodes:
                raise Damaged(first.stream, first.version)
            ply = 0
        else:
            ply = self.nodes[first.parent].ply + 1
            self.tried += 1
        self.nodes[end] = Node(end, first.parent, ply, played)
        self.commands[first.command_id] = end

    def _add_hosted(self, record: Record) -> None:
        try:
            event = record.event()
        except EventError as error:
            raise Damaged(record.stream, record.version) from error
        if isinstance(event, RoundOpened) != (record.version == 1):
            raise Damaged(record.stream, record.version)
        match event:
            case RoundOpened():
                self.opened, self.opened_at, self.stream = event, record.at, record.stream
                # What was taken over from another round was not tried in this one.
                self.tried -= event.taken
            case HeadMoved(to=to):
                if to not in self.nodes or record.parent != self.head:
                    raise Damaged(record.stream, record.version)
                self._move(to)
                self.commands[record.command_id] = to
            case ClockChanged(running=running):
                self.running = running
            case HintGiven(head=head, seat=seat, choice=choice):
                self.hints.setdefault((head, seat), choice)
            case VerdictShown(head=head):
                self.lights.add(head)
            case LevelChanged(level=level):
                self.level = level
            case RoundNamed(title=title):
                self.title = title
            case RoundAbandoned():
                self.abandoned, self.ended_at, self.running = event, record.at, False
            case RoundClosed():
                self.closed, self.ended_at, self.running = event, record.at, False
            case _:
                # An event of a newer host: it lies off the line, so the round can be told without it.
                pass

    def _move(self, to: int) -> None:
        undone = self.undone_by(to)
        self.undos += len(undone)
        for node in undone:
            if node.parent is not None:
                self._back[node.parent] = node.end
        self.head = to

    def up(self, end: int) -> Iterator[Node]:
        """The nodes from `end` to the deal."""
        at: int | None = end
        while at is not None:
            node = self.nodes[at]
            yield node
            at = node.parent

    def line_to(self, end: int) -> list[Node]:
        """The nodes from the deal to `end`."""
        return list(self.up(end))[::-1]

    def undone_by(self, to: int) -> list[Node]:
        """The commands that leave the line when the head moves to the node `to`, last first."""
        target = self.nodes[to]
        at, undone = self.nodes[self.head], []
        while at is not target:
            if at.ply > target.ply:
                undone.append(at)
                at = self._above(at)
            elif at.ply < target.ply:
                target = self._above(target)
            else:
                undone.append(at)
                at, target = self._above(at), self._above(target)
        return undone

    def _above(self, node: Node) -> Node:
        if node.parent is None:
            raise Damaged(self.stream, node.end)
        return self.nodes[node.parent]

    def after(self, end: int) -> int | None:
        """The node that redo goes to from `end`: the child from which the head last came back there."""
        return self._back.get(end)

    @property
    def over(self) -> bool:
        """Closed or abandoned."""
        return self.closed is not None or self.abandoned is not None

    @property
    def ply(self) -> int:
        """How many commands are on the line."""
        return self.nodes[self.head].ply if self.head else 0

    @property
    def tally(self) -> Tally:
        """What was counted. A command taken back is one undo, however many were taken back at once."""
        return Tally(self.active_ms, len(self.hints), self.undos, len(self.lights), self.tried, self.ply)

    @property
    def word(self) -> str:
        """How the round ended, as far as its records say it: `won`, `lost`, `drawn`, `abandoned`, or `running`.

        That of the first seat, where a person sits.
        """
        if self.closed is not None:
            return self.closed.standings[0] if self.closed.standings else Standing.DRAWN
        if self.abandoned is not None:
            return Standing.LOST if self.abandoned.stuck else "abandoned"
        return "running"


def closing(outcome: Outcome, score: int | None) -> RoundClosed:
    """The event that closes a round with a final outcome."""
    return RoundClosed(
        tuple(result.standing.value for result in outcome.seats),
        tuple(result.points for result in outcome.seats),
        score,
    )
