"""Reversi: put a stone so that it encloses stones of the other, and turn those over. Who has more at the end wins."""

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

import attrs

from reversi import board
from reversi.board import EMPTY, Cells
from sofra import (
    Advice,
    Aspect,
    Callout,
    Chapter,
    Choice,
    Cue,
    Diagram,
    Eye,
    Fact,
    Game,
    Ltr,
    Mark,
    Message,
    Offer,
    Outcome,
    Piece,
    Player,
    Result,
    Scene,
    Seat,
    Shuffle,
    Standing,
    State,
    Text,
    Texts,
    Tone,
)
from sofra.event import event

_ = Texts("reversi")


@event("reversi.begun")
@attrs.frozen
class Begun:
    """How large the board is, and who has the dark stones and begins."""

    size: int
    first: int


@event("reversi.placed")
@attrs.frozen
class Placed:
    """The one to move put a stone on a place: 0 is the upper left one, then row by row."""

    place: int


@event("reversi.passed")
@attrs.frozen
class Passed:
    """The one to move can put no stone anywhere; the other one goes on."""


Happened = Begun | Placed | Passed


@attrs.frozen
class Put:
    """Put a stone on a place: the one command of this game."""

    place: int


@attrs.frozen
class Table:
    """The state: the stones, who has the dark ones, whose turn it is, where the last stone was put."""

    size: int
    first: int
    turn: int
    cells: Cells
    last: int = -1

    @property
    def over(self) -> bool:
        """Whether nobody can put a stone anywhere."""
        return not any(board.moves(self.cells, self.size, seat) for seat in (0, 1))

    def places(self, seat: int) -> tuple[int, ...]:
        """Where a seat may put a stone, if it is its turn."""
        return board.moves(self.cells, self.size, seat) if seat == self.turn else ()


class Reversi(Game[Table, Put, Happened]):
    """The rules."""

    id = "reversi"
    seats = 2

    def deal(self, shuffle: Shuffle, options: Any) -> Sequence[Happened]:
        """Chance says who has the dark stones; all else is the same in every round."""
        return [Begun(int(options.size[1:]), shuffle.below(2))]

    def decide(self, state: Table, seat: Seat, command: Put, chance: Shuffle) -> Sequence[Happened]:
        """A stone, and a pass of the other one where it could not go on."""
        self.require(state, seat, command)
        events: list[Happened] = [Placed(command.place)]
        then = self.evolve(state, events[0])
        if not then.places(then.turn) and not then.over:
            events.append(Passed())
        return events

    def evolve(self, state: Table | None, event: Happened) -> Table:
        """The table after an event."""
        if isinstance(event, Begun):
            return Table(event.size, event.first, event.first, board.opening(event.size, event.first))
        assert state is not None
        match event:
            case Passed():
                return attrs.evolve(state, turn=1 - state.turn)
            case Placed(place):
                flips = board.turned(state.cells, state.size, place, state.turn)
                cells = board.after(state.cells, flips, place, state.turn)
                return attrs.evolve(state, turn=1 - state.turn, cells=cells, last=place)

    def to_move(self, seen: Table) -> frozenset[Seat]:
        """The one whose turn it is, until nobody can put a stone."""
        return frozenset(() if seen.over else {seen.turn})

    def outcome(self, seen: Table) -> Outcome | None:
        """Won by who has more stones."""
        if not seen.over:
            return None
        counts = [seen.cells.count(seat) for seat in (0, 1)]
        most, score = max(counts), Ltr(f"{max(counts)}:{min(counts)}")
        if most == min(counts):
            results = tuple(Result(Standing.DRAWN, count) for count in counts)
        else:
            results = tuple(Result(Standing.WON if count == most else Standing.LOST, count) for count in counts)
        full = EMPTY not in seen.cells
        reason = _("The board is full: {score}.", score=score) if full else _("Nobody can go on: {score}.", score=score)
        return Outcome(final=True, seats=results, reason=reason)

    def choices(self, seen: Table, seat: Seat) -> Sequence[Choice[Put]]:
        """Each place on which a stone would turn others over."""
        if seat not in self.to_move(seen):
            return ()
        return [Choice(seat, Put(place), (key(place),)) for place in seen.places(seat)]

    def why(self, seen: Table, seat: Seat, picks: Sequence[str]) -> Message | None:
        """Why a place is no choice."""
        place = next((at for at in range(len(seen.cells)) if key(at) in picks), None)
        if place is None:
            return None
        if seen.cells[place] != EMPTY:
            return _("A stone lies there already.")
        return _("A stone there would enclose none of the other player's stones.")

    def scene(self, seen: Table, eye: Eye, aspect: Aspect) -> Scene:
        """The board, and beside or above it how many stones each has."""
        size = seen.size
        free = {choice.picks[0] for choice in self.choices(seen, eye)} if isinstance(eye, int) else set[str]()
        wide = aspect is Aspect.WIDE
        left, top = (0.6, 0.6) if wide else (0.6, 2.0)
        pieces = []
        for place, stone in enumerate(seen.cells):
            row, column = divmod(place, size)
            state = {State.MARKED} if place == seen.last else set[State]()
            if key(place) in free:
                state.add(State.FREE)
            pieces.append(
                Piece(
                    key(place),
                    "reversi/free" if key(place) in free else f"reversi/{face_of(seen, stone)}",
                    (left + column, top + row),
                    (1, 1),
                    state=frozenset(state),
                    label=label_of(seen, place),
                    name=spoken(seen, place),
                )
            )
        texts = [
            *(
                Text(
                    f"column-{n}", (left + n + 0.5, top - 0.3), _("{place}", place=Ltr("ABCDEFGH"[n])), 0.3, Tone.QUIET
                )
                for n in range(size)
            ),
            *(
                Text(f"row-{n}", (left - 0.3, top + n + 0.5), _("{place}", place=Ltr(str(n + 1))), 0.3, Tone.QUIET)
                for n in range(size)
            ),
        ]
        for line, seat in enumerate((seen.first, 1 - seen.first)):
            count = seen.cells.count(seat)
            words = (
                _.plural("{n} dark stone", "{n} dark stones", count)
                if seat == seen.first
                else _.plural("{n} light stone", "{n} light stones", count)
            )
            tone = Tone.TURN if seat in self.to_move(seen) else Tone.PLAIN
            x = left + size + 1.9 if wide else left + size * (1 + 2 * line) / 4
            y = top + size / 2 - 1.3 + 2 * line if wide else 0.4
            texts.append(Text(f"player-{seat}", (x, y), _("{player}", player=Player(seat)), 0.34, tone, seat))
            texts.append(Text(f"count-{seat}", (x, y + 0.6), words, 0.3))
        room = (left + size + 3.6, top + size + 0.2) if wide else (left + size + 0.2, top + size + 0.2)
        return Scene(room, tuple(pieces), texts=tuple(texts))

    def cues(self, before: Table, event: Happened, after: Table, eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        """The stones that turn over light up."""
        if not isinstance(event, Placed):
            return ()
        flips = board.turned(before.cells, before.size, event.place, before.turn)
        return [Mark(tuple(key(place) for place in flips))]

    def preview(self, seen: Table, choice: Choice[Put], eye: Eye, aspect: Aspect) -> Sequence[Cue]:
        """The stones that a move would turn over."""
        flips = board.turned(seen.cells, seen.size, choice.command.place, choice.seat)
        return [Mark(tuple(key(place) for place in flips))]

    def say(self, before: Table | None, events: Sequence[Happened], after: Table, eye: Eye) -> Message:
        """The line in the list of moves."""
        match events[0]:
            case Begun(_, first):
                return _("Dark, and first: {player}", player=Player(first))
            case Placed(place) if before is not None:
                mover = before.turn
                count = len(board.turned(before.cells, before.size, place, mover))
                if len(events) > 1:
                    return _.plural(
                        "{player}: {place} turns {n} stone. Must pass: {other}",
                        "{player}: {place} turns {n} stones. Must pass: {other}",
                        count,
                        player=Player(mover),
                        place=Ltr(name_of(place, after.size)),
                        other=Player(1 - mover),
                    )
                return _.plural(
                    "{player}: {place} turns {n} stone",
                    "{player}: {place} turns {n} stones",
                    count,
                    player=Player(mover),
                    place=Ltr(name_of(place, after.size)),
                )
        return _("Must pass: {player}", player=Player(1 - after.turn))

    def facts(self, seen: Table, eye: Eye) -> Sequence[Fact]:
        """Rows beside the table."""
        return [
            Fact(_("Dark stones"), _("{count}", count=seen.cells.count(seen.first))),
            Fact(_("Light stones"), _("{count}", count=seen.cells.count(1 - seen.first))),
            Fact(_("Empty places"), _("{count}", count=seen.cells.count(EMPTY))),
        ]

    def may_undo(self, state: Table, events: Sequence[Happened]) -> Message | None:
        """Nothing is hidden and nothing is left to chance, so whatever was played may be taken back."""
        return None

    def progress(self, seen: Table) -> tuple[int, int]:
        """How many stones were put, of all."""
        return len(seen.cells) - seen.cells.count(EMPTY) - 4, len(seen.cells) - 4

    levels: ClassVar[Sequence[tuple[str, Message]]] = (
        ("easy", _("Easy: as many stones as it can get")),
        ("medium", _("Medium: knows the corners")),
        ("hard", _("Hard: looks ahead")),
    )

    def choose(
        self,
        level: str,
        line: Sequence[Happened],
        seen: Table,
        seat: Seat,
        choices: Sequence[Choice[Put]],
        rng: Random,
        budget: int,
    ) -> Choice[Put]:
        """Most stones at once, the best places, or what a search finds."""
        mixed = rng.sample(choices, len(choices))
        size = seen.size
        if level == "easy":
            return max(mixed, key=lambda one: len(board.turned(seen.cells, size, one.command.place, seat)))
        steps = min(budget, 3000) if level == "hard" else 0
        return self.best(seen, seat, mixed, steps)

    def best(self, seen: Table, seat: Seat, choices: Sequence[Choice[Put]], steps: int) -> Choice[Put]:
        """The best of some choices, after looking at so many positions; for none the one on the best place."""
        order = sorted(choices, key=lambda one: -board.worth(seen.size)[one.command.place])
        if not steps:
            return order[0]
        place = board.Search(seen.size, steps).best(seen.cells, seat, [one.command.place for one in order])
        return next(one for one in order if one.command.place == place)

    def advise(self, seen: Table, seat: Seat, verdict: Any) -> Advice | None:
        """What a short search finds, with the reason that can be seen."""
        choices = self.choices(seen, seat)
        if not choices:
            return None
        choice = self.best(seen, seat, choices, 300)
        place, size = choice.command.place, seen.size
        if board.worth(size)[place] == max(board.worth(size)):
            return Advice(choice, _("A stone in a corner is never turned over."))
        flips = board.turned(seen.cells, size, place, seat)
        cells = board.after(seen.cells, flips, place, seat)
        if not board.moves(cells, size, 1 - seat):
            return Advice(choice, _("The other player must pass."))
        return Advice(choice, _("It leaves the other player the worse places."))

    def teach(self) -> Sequence[Chapter]:
        """The rules, step by step."""
        start = self.evolve(None, Begun(6, 0))
        first = board.moves(start.cells, 6, 0)[0]
        then = self.evolve(start, Placed(first))
        flip = board.turned(start.cells, 6, first, 0)
        return (
            Chapter(
                "goal",
                _("What it is about"),
                (
                    _("Two players put stones on a board, dark ones and light ones. Who has more at the end wins."),
                    (Diagram(self.picture(start), _("Four stones lie in the middle"), _("Dark begins.")),),
                ),
            ),
            Chapter(
                "turn",
                _("A turn"),
                (
                    _(
                        "Put a stone on an empty place so that stones of the other player lie between it and a stone of yours, in a straight line: along a row, a column or a diagonal. All that are enclosed turn over and are yours."
                    ),
                    (
                        Diagram(
                            self.picture(start),
                            _("Before the move"),
                            callouts=(Callout((key(first),), _("Dark puts a stone here …")),),
                            chosen=(key(first),),
                        ),
                        Diagram(
                            self.picture(then),
                            _("After the move"),
                            callouts=(Callout((key(flip[0]),), _("… and this stone turns over.")),),
                        ),
                    ),
                ),
            ),
            Chapter(
                "end",
                _("Passing, and the end"),
                (
                    _(
                        "Who can enclose nothing passes; that happens by itself. When neither can go on, the round is over."
                    ),
                    _("Stones in a corner are never turned over again. The places beside a corner often give it away."),
                ),
            ),
        )

    def offers(self, option: str) -> Sequence[Offer]:
        """The boards there are."""
        if option != "size":
            return ()
        return (
            Offer("S6", _("6 by 6"), (Fact(_("Places"), _("{count}", count=36)),)),
            Offer("S8", _("8 by 8"), (Fact(_("Places"), _("{count}", count=64)),)),
            Offer("S4", _("4 by 4"), (Fact(_("Places"), _("{count}", count=16)),)),
        )

    def sketch(self, option: str, value: str) -> Scene:
        """A board as it stands at the start."""
        if value not in {offer.value for offer in self.offers(option)}:
            raise LookupError(value)
        return self.picture(self.evolve(None, Begun(int(value[1:]), 0)))

    def picture(self, seen: Table) -> Scene:
        """The board without anything beside it, for the page of rules."""
        pieces = tuple(
            Piece(key(place), f"reversi/{face_of(seen, stone)}", (place % seen.size, place // seen.size), (1, 1))
            for place, stone in enumerate(seen.cells)
        )
        return Scene((seen.size, seen.size), pieces)


def key(place: int) -> str:
    """The name of a place on the table, the same in the scene and in the choices."""
    return f"place-{place}"


def name_of(place: int, size: int) -> str:
    """What players call a place: A1 is the upper left one."""
    row, column = divmod(place, size)
    return "ABCDEFGH"[column] + str(row + 1)


def face_of(seen: Table, stone: int) -> str:
    """The picture of what lies on a place."""
    if stone == EMPTY:
        return "empty"
    return "dark" if stone == seen.first else "light"


def label_of(seen: Table, place: int) -> str:
    """The mark of a place in a terminal: its name while it is empty, else the stone; no stone is ever typed."""
    return {"empty": name_of(place, seen.size), "dark": "X", "light": "O"}[face_of(seen, seen.cells[place])]


def spoken(seen: Table, place: int) -> Message:
    """A place for a screen reader."""
    name = Ltr(name_of(place, seen.size))
    match face_of(seen, seen.cells[place]):
        case "dark":
            return _("{place}, dark stone", place=name)
        case "light":
            return _("{place}, light stone", place=name)
        case _:
            return _("{place}, empty", place=name)
