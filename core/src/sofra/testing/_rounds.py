"""The laws of a round with a log: what is saved is what was played, and undo is a look-up that redo takes back."""

from __future__ import annotations

from typing import Any, Final

from sofra.game import Eye, Refused
from sofra.log import MemoryLog
from sofra.round import Round
from sofra.testing._base import Contract
from sofra.testing._law import Break, for_every_line
from sofra.testing._playing import Line, Position

__all__ = ["RoundLaws"]

_BACK: Final = 5
"""How many commands are taken back."""


class RoundLaws(Contract):
    """The host plays the game through `sofra.round.Round`; nothing that the game keeps beside its states may show."""

    @for_every_line
    def test_undo_then_redo_is_identity(self, line: Line) -> None:
        """After undo the table is what it was before the command, after redo what it was before undo, for every eye.

        The host moves its head in the log and looks states up; a game that remembers where it was would be left behind.
        """
        if not line.good:
            return
        played = self.played(line)
        at = Position(line, played.ply)
        places = [step.version for step in played.line]
        for back in range(1, min(_BACK, played.ply) + 1):
            if not played.can_undo:
                break
            played.undo()
            self.compare(Position(line, at.ply - back), played, "after undo")
            if back == 1:
                played.redo()
                self.compare(at, played, "after undo and redo")
                played.undo()
        while played.can_redo:
            played.redo()
        self.compare(at, played, "after undo and redo")
        # Several seats may take nothing back, but everybody may look back.
        for ply, version in enumerate(places):
            for eye in line.eyes:
                if played.seen_at(version, eye) != Position(line, ply).seen(eye):
                    raise Break(
                        Position(line, ply), f"looking back, {eye} sees something else", "Keep old states as they are."
                    )

    @for_every_line
    def test_a_saved_round_goes_on(self, line: Line) -> None:
        """A round that is closed and opened again from its log stands where it was, and can be played on.

        Nothing but the log is there then: no object of the game has seen the deal.
        """
        if not line.good:
            return
        log = MemoryLog()
        played = self.played(line, log)
        at = Position(line, played.ply)
        again = Round.resume(log, played.id, {self.info.id: self.info})
        self.compare(at, again, "after it was closed and opened")
        if at.ply < line.good - 1 and not again.over:
            self.take(again, line, at.ply)
            self.compare(Position(line, at.ply + 1), again, "one move after it was closed and opened")

    def played(self, line: Line, log: MemoryLog | None = None) -> Round:
        """The first part of a line in a round, not to its end: what is over cannot be taken back."""
        played = Round.open(log or MemoryLog(), self.info, code=line.code, options=line.options, dealt=line.opening)
        for ply in range(max(0, line.good - 1) * 2 // 3):
            self.take(played, line, ply)
        return played

    @staticmethod
    def take(played: Round, line: Line, ply: int) -> None:
        """Play the command that the line has at `ply`."""
        choice = line.steps[ply].choice
        try:
            played.play(choice, decided=line.steps[ply].events if choice.slow else None)
        except Refused as error:
            raise Break(
                Position(line, ply),
                f"a round refuses {choice}: {error}",
                "Let choices and decide depend on their arguments alone.",
            ) from error

    def compare(self, at: Position, played: Round, when: str) -> None:
        """The round stands at a position of the line, as every eye sees it."""
        expected: list[tuple[Eye | str, Any, Any]] = [("the full state", at.state, played.state)]
        expected += [(eye, at.seen(eye), played.seen(eye)) for eye in at.line.eyes]
        for name, wanted, found in expected:
            if wanted != found:
                raise Break(
                    at,
                    f"{when}, {name} is another",
                    "Keep nothing beside the state; let evolve leave the old state as it was.",
                )
        for seat in sorted(at.game.to_move(at.state)):
            if [c for c in at.menu if c.seat == seat] != [*at.game.choices(played.state, seat)]:
                raise Break(at, f"{when}, the choices of seat {seat} are others", "Compute them from the state alone.")
