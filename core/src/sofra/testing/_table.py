"""The laws of the table: scenes, picks, selection, cues, and the texts and numbers beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, cast

from sofra.game import Choice, Eye, Fact, Watcher
from sofra.message import Message
from sofra.scene import Aspect, Becomes, Join, Look, Mark, Piece, Scene, Spot, State, Text
from sofra.selection import Play, Selection, Table
from sofra.testing._base import Contract
from sofra.testing._law import Break, for_every_line
from sofra.testing._playing import Line, Position

__all__ = ["TableLaws", "check_cue", "pickable"]

_MARGIN: Final = 0.25
"""How far, as a share of the scene's larger side, a thing may stand out of it before it counts as lost."""


class TableLaws(Contract):
    """One renderer draws, speaks and takes input for every game, from plain values."""

    @for_every_line
    def test_scene_is_sound(self, line: Line) -> None:
        """Every eye has a table in both shapes: finite numbers, pieces that lie on it, and keys of their own.

        The renderer animates by comparing keys; two things under one key would jump.
        """
        for at in line.positions(self.depth):
            for eye in line.eyes:
                for aspect in Aspect:
                    _check_scene(at, at.game.scene(at.seen(eye), eye, aspect))

    @for_every_line
    def test_scene_is_pure(self, line: Line) -> None:
        """The same sight gives the same scene: it is drawn anew whenever the window changes."""
        for at in line.positions(self.depth // 2):
            for eye in line.eyes:
                self.pure(at, "scene", at.seen(eye), eye, Aspect.WIDE)

    @for_every_line
    def test_choices_are_pure(self, line: Line) -> None:
        """The same sight gives the same choices in the same order, also whose turn it is and how the round stands.

        An order that comes from a set or a memory would give the replay code of this game another meaning tomorrow.
        """
        for at in line.positions(self.depth):
            self.pure(at, "to_move", at.state)
            self.pure(at, "outcome", at.state)
            self.pure(at, "progress", at.state)
            for seat in range(at.game.seats):
                self.pure(at, "choices", at.seen(seat), seat)

    @for_every_line
    def test_picks_lie_on_the_table(self, line: Line) -> None:
        """What a choice asks to pick is there for the seat to see, marked free, and can be read out.

        Each choice has picks: a piece, a place or a button. Without one a player could never take it.
        """
        for at in line.positions(self.depth):
            for seat in range(at.game.seats):
                seen = at.seen(seat)
                choices = at.game.choices(seen, seat)
                for aspect in Aspect:
                    if choices:
                        _check_picks(at, at.game.scene(seen, seat, aspect), aspect, choices)

    @for_every_line
    def test_free_things_can_be_read_out(self, line: Line) -> None:
        """What may be picked has a name for a screen reader: `Piece.name`, or the label of a spot."""
        for at in line.positions(self.depth):
            for seat in range(at.game.seats):
                scene = at.game.scene(at.seen(seat), seat, Aspect.WIDE)
                for piece in scene.pieces:
                    if State.FREE in piece.state and not piece.name.id:
                        raise Break(
                            at, f"the free piece {piece.key!r} has no name", "Give it a name for the screen reader."
                        )
                for spot in scene.spots:
                    if State.FREE in spot.state and not spot.label.id:
                        raise Break(
                            at, f"the free spot {spot.key!r} has no label", "Give it a label for the screen reader."
                        )

    @for_every_line
    def test_every_choice_can_be_tapped(self, line: Line) -> None:
        """Each choice can be played by tapping its picks, from nothing selected: pieces in either order, spots last.

        Where the picks of one choice begin another's, or two have the same, a spot must decide (confirm, suit, end).
        """
        for at in line.positions(self.depth):
            for seat in range(at.game.seats):
                seen = at.seen(seat)
                choices = at.game.choices(seen, seat)
                if not choices:
                    continue
                table = Table(at.game.scene(seen, seat, Aspect.WIDE), choices, partial(at.game.why, seen, seat))
                spots = {spot.key for spot in table.scene.spots}
                for choice in choices:
                    if choice.ordered:
                        _check_taps(at, table, choice, choice.picks)
                        continue
                    # A spot decides, so it comes last; the pieces before it come as the player likes.
                    pieces = [key for key in choice.picks if key not in spots]
                    deciding = [key for key in choice.picks if key in spots]
                    _check_taps(at, table, choice, (*pieces, *deciding))
                    _check_taps(at, table, choice, (*reversed(pieces), *deciding))

    @for_every_line
    def test_cues_point_at_the_table(self, line: Line) -> None:
        """Cues name pieces that are there, before the event or after it, and lines lead over the table, as the eye sees it."""
        for at in line.positions(self.depth):
            if not at.ply:
                continue
            for eye in line.eyes:
                before = Position(line, at.ply - 1).seen(eye)
                for event in line.group(at.ply):
                    shown = event if eye is Watcher.OPEN else at.game.redact(event, eye)
                    after = at.game.evolve(before, shown)
                    for aspect in Aspect:
                        cues = self.pure(at, "cues", before, shown, after, eye, aspect)
                        if cues:
                            scene = at.game.scene(before, eye, aspect)
                            old = {piece.key for piece in scene.pieces}
                            new = {piece.key for piece in at.game.scene(after, eye, aspect).pieces}
                            for cue in cues:
                                check_cue(at, cue, scene, old, new)
                    before = after

    @for_every_line
    def test_the_corner_is_out_of_play(self, line: Line) -> None:
        """What lies in the corner has left the game: it is not marked as free or blocked.

        The shell may put the corner elsewhere than the table, so nothing there is for picking.
        """
        for at in line.positions(self.depth):
            for eye in line.eyes:
                for piece in at.game.scene(at.seen(eye), eye, Aspect.WIDE).pieces:
                    if piece.corner and piece.state & {State.FREE, State.BLOCKED}:
                        raise Break(
                            at,
                            f"{piece.key!r} lies in the corner and is {', '.join(sorted(piece.state))}",
                            "Give pieces in the corner neither State.FREE nor State.BLOCKED.",
                        )

    @for_every_line
    def test_words_and_rows_are_messages(self, line: Line) -> None:
        """`say` gives a Message for every eye; `why` a Message or None; `facts` rows of Messages; `progress` two counts.

        They are pure like all the rest.
        """
        for at in line.positions(self.depth):
            for eye in line.eyes:
                self.check_words(at, eye)

    def check_words(self, at: Position, eye: Eye) -> None:
        """What is said to one eye at one position."""
        seen = at.seen(eye)
        before = Position(at.line, at.ply - 1).seen(eye) if at.ply else None
        shown = [event if eye is Watcher.OPEN else at.game.redact(event, eye) for event in at.line.group(at.ply)]
        said = self.pure(at, "say", before, shown, seen, eye)
        if not (isinstance(said, Message) and said.id):
            raise Break(at, f"say gives {said!r}", "Give one short Message for the move list.")
        for fact in self.pure(at, "facts", seen, eye):
            if not isinstance(fact, Fact) or {type(fact.label), type(fact.value)} != {Message}:
                raise Break(at, f"{fact!r} is no row of the side panel", "Give Fact(label, value), both Messages.")
        progress = at.game.progress(seen)
        if progress is not None and not 0 <= progress[0] <= progress[1]:
            raise Break(at, f"progress is {progress}", "Give (done, of all) with 0 <= done <= all, or None.")
        if isinstance(eye, int):
            for picks in self.pick_sets(at, eye):
                why = self.pure(at, "why", seen, eye, picks)
                if not (why is None or isinstance(why, Message)):
                    raise Break(
                        at, f"why gives {why!r} for {picks}", "Give a Message, or None when there is nothing to say."
                    )

    def pick_sets(self, at: Position, seat: int) -> list[tuple[str, ...]]:
        """Keys that a player might tap: some alone, some together."""
        scene = at.game.scene(at.seen(seat), seat, Aspect.WIDE)
        keys = [thing.key for thing in pickable(scene)]
        rng = at.rng("why")
        few = rng.sample(keys, min(3, len(keys)))
        return [(few[0],), tuple(few[1:])] if len(few) > 1 else [(key,) for key in few]


def pickable(scene: Scene) -> tuple[Piece | Spot, ...]:
    """What a tap can hit."""
    return (*scene.pieces, *scene.spots)


def _check_scene(at: Position, scene: Scene) -> None:
    if not isinstance(cast("Any", scene), Scene):
        raise Break(at, f"the scene is {scene!r}", "Give a sofra.scene.Scene.")
    width, height = scene.size
    if not (_finite(width, height) and width > 0 and height > 0):
        raise Break(at, f"the scene's size is {scene.size}", "Give width and height in table units.")
    seen: set[str] = set()
    things: tuple[Piece | Spot | Text, ...] = (*scene.pieces, *scene.spots, *scene.texts)
    for thing in things:
        if not thing.key or thing.key in seen:
            raise Break(
                at,
                f"the key {thing.key!r} is empty or there twice",
                "Name an identified piece by face and copy number, an unidentified one by its place.",
            )
        seen.add(thing.key)
        x, y = thing.at
        w, h = (0.0, thing.height) if isinstance(thing, Text) else thing.size
        if not (_finite(x, y, w, h) and w >= 0 and h > 0):
            raise Break(at, f"{thing.key!r} lies at {thing.at}", "Give finite numbers, and sizes above zero.")
        row = thing.tray if isinstance(thing, Piece) else ""
        if row and row not in {tray.key for tray in scene.trays}:
            raise Break(at, f"{thing.key!r} lies in the tray {row!r}, which is not there", "Put it into Scene.trays.")
        # What lies in a row that scrolls may lie beyond the table to both sides.
        if not _on_table(scene, *((0.0, y, 0.0, h) if row else (x, y, w, h))):
            raise Break(
                at, f"{thing.key!r} at {thing.at} lies outside of {scene.size}", "Make the scene larger, or move it in."
            )
        _check_thing(at, thing)


def _check_picks(at: Position, scene: Scene, aspect: Aspect, choices: Sequence[Choice[Any]]) -> None:
    things = {thing.key: thing for thing in pickable(scene)}
    for choice in choices:
        if not choice.picks:
            raise Break(at, f"{choice.command} has no picks", "Give it a button (a Spot) to press.")
        for key in choice.picks:
            thing = things.get(key)
            if thing is None:
                raise Break(
                    at,
                    f"{choice.command} asks for {key!r}, which is not in the {aspect} scene of seat {choice.seat}",
                    "Make keys in one function and use it for scene and choices; give what is seen, not the state.",
                )
            if State.FREE not in thing.state:
                raise Break(at, f"{key!r} is a pick and not free", "Put State.FREE into its state.")


def _check_thing(at: Position, thing: Piece | Spot | Text) -> None:
    match thing:
        case Piece():
            if not (thing.face.count("/") == 1 and all(thing.face.split("/"))):
                raise Break(at, f"the face {thing.face!r} is not prefix/name", "Name faces as `mahjong/bamboo-5`.")
            if not (_finite(thing.turn) and type(thing.layer) is int and thing.layer >= 0):
                raise Break(at, f"{thing.key!r} has layer {thing.layer}, turn {thing.turn}", "Give a layer from 0 up.")
            if not all(isinstance(state, State) for state in thing.state):
                raise Break(at, f"the state of {thing.key!r} is {thing.state!r}", "Give a frozenset of State.")
            if {State.FREE, State.BLOCKED} <= thing.state:
                raise Break(at, f"{thing.key!r} is free and blocked", "A piece is one or the other, or neither.")
        case Spot():
            if thing.look is Look.BUTTON and not thing.label.id:
                raise Break(at, f"the button {thing.key!r} has no label", "Give it a label.")
        case Text():
            pass


def _check_taps(at: Position, table: Table, choice: Choice[Any], picks: tuple[str, ...]) -> None:
    selection = Selection()
    answer: Any = None
    for k, key in enumerate(picks):
        selection, answer = selection.tap(table, key)
        if isinstance(answer, Play) and k < len(picks) - 1:
            break
    if not (isinstance(answer, Play) and answer.choice == choice):
        raise Break(
            at,
            f"tapping {', '.join(picks)} does not play {choice.command}, but ends with {answer}",
            "No choice may have another's picks; where one begins another, add a spot that decides.",
        )


def check_cue(at: Position, cue: object, scene: Scene, old: set[str], new: set[str]) -> None:
    """A cue on a table: the points of a line lie on it, keys are `old` ones (before the event) or `new` ones (after it)."""
    match cue:
        case Join(points):
            good = len(points) > 1 and all(_on_table(scene, *point, 0.0, 0.0) for point in points)
            mend = f"Give two points or more, in table units: x from 0 to {scene.size[0]}, y from 0 to {scene.size[1]}."
        case Becomes(before, after):
            good = before in old and after in new
            mend = "Becomes(old, new): a key of the scene before the event, and one of the scene after it."
        case Mark(keys):
            good = bool(keys) and all(key in old | new for key in keys)
            mend = "Mark keys of pieces that lie on the table, before the event or after it; at least one."
        case _:
            good, mend = False, "Give a Join, a Becomes or a Mark of sofra.scene."
    if not good:
        raise Break(at, f"the cue {cue} does not fit the table", mend)


def _on_table(scene: Scene, x: float, y: float, width: float, height: float) -> bool:
    """Whether a thing lies on the table, or stands out of it no further than is allowed."""
    room = _MARGIN * max(scene.size)
    return _finite(x, y, width, height) and (
        -room <= x and x + width <= scene.size[0] + room and -room <= y and y + height <= scene.size[1] + room
    )


def _finite(*numbers: float) -> bool:
    return all(math.isfinite(number) for number in numbers)
