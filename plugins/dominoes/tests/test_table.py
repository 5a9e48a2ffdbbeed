"""The table: nothing overlaps or leaves it, the chain reads from end to end, and everything can be picked and read out."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plugins.dominoes.tests.deals import Table, dealt, random_round, tile

from sofra.game import Eye, Watcher, fold, hide
from sofra.scene import Arrow, Aspect, Becomes, Look, Piece, Scene, Spot, State, Tone
from sofra.selection import Play, Rejected, Selected, Selection
from sofra.selection import Table as Choices
from sofra_dominoes import folding
from sofra_dominoes.events import Event
from sofra_dominoes.position import Position
from sofra_dominoes.rules import Dominoes
from sofra_dominoes.table import draw
from sofra_dominoes.tiles import tile_of, tiles_of

ROUNDS: Final = 3_000 if os.environ.get("SOFRA_LONG") else 120

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

SLACK: Final = 1e-6


def box_of(thing: Piece | Spot) -> Box:
    """What a thing covers: a piece is turned by quarters round its middle."""
    (x, y), (width, height) = thing.at, thing.size
    if isinstance(thing, Piece) and thing.turn % 180:
        x, y, width, height = x + (width - height) / 2, y + (height - width) / 2, height, width
    return x, y, x + width, y + height


def overlap(one: Box, other: Box) -> bool:
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > SLACK and min(one[3], other[3]) - max(one[1], other[1]) > SLACK
    )


def inside(box: Box, size: tuple[float, float]) -> bool:
    return box[0] >= -SLACK and box[1] >= -SLACK and box[2] <= size[0] + SLACK and box[3] <= size[1] + SLACK


def halves_of(piece: Piece) -> list[tuple[int, Box]]:
    """The two halves of a face as they lie: what each shows, and where."""
    high, low = map(int, piece.label.split("-"))
    left, top, right, bottom = box_of(piece)
    if piece.turn % 180 == 0:
        middle = (top + bottom) / 2
        parts = [(left, top, right, middle), (left, middle, right, bottom)]
    else:
        middle = (left + right) / 2
        parts = [(middle, top, right, bottom), (left, top, middle, bottom)]
    if piece.turn >= 180:
        parts.reverse()
    return [(high, parts[0]), (low, parts[1])]


def gap(one: Box, other: Box) -> float:
    """How far two boxes are apart: 0 when they touch."""
    across = max(one[0] - other[2], other[0] - one[2], 0.0)
    down = max(one[1] - other[3], other[1] - one[3], 0.0)
    return across + down


def beside(one: Box, other: Box) -> bool:
    """Whether two halves lie side by side: near, and facing each other over at least half of an edge."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return gap(one, other) <= 10 + SLACK and max(across, down) >= 50 - SLACK


def check_reading(seen: Position, scene: Scene) -> None:
    """From left to right each tile touches the next with equal halves, and the open ends show what they should."""
    chain = [
        piece for halves in seen.chain if (piece := scene.piece(f"domino/{max(halves)}-{min(halves)}")) is not None
    ]
    assert len(chain) == len(seen.chain)
    for (left, right), piece in zip(seen.chain, chain, strict=True):
        assert sorted(pip for pip, _box in halves_of(piece)) == sorted((left, right))
    for (halves, one), (_next, other) in pairwise(zip(seen.chain, chain, strict=True)):
        joins = halves[1]
        assert any(
            a == b == joins and beside(here, there) for a, here in halves_of(one) for b, there in halves_of(other)
        ), (one, other)
    spots = {spot.key: spot for spot in scene.spots}
    for key, pip, piece in (("end/left", seen.chain[0][0], chain[0]), ("end/right", seen.chain[-1][1], chain[-1])):
        spot = spots.get(key)
        if spot is not None:
            assert spot.label.english == str(pip)
            assert any(half == pip and gap(box, box_of(spot)) <= 10 + SLACK for half, box in halves_of(piece))


def check_room(scene: Scene) -> None:
    """No two things overlap, but hidden tiles of a long row, and all lie on the table, but a long row that scrolls."""
    things: tuple[Piece | Spot, ...] = (*scene.pieces, *scene.spots)
    boxes = [(thing, box_of(thing)) for thing in things]
    for number, (thing, box) in enumerate(boxes):
        assert inside(box, scene.size) or (isinstance(thing, Piece) and thing.tray), thing.key
        for another, other in boxes[number + 1 :]:
            both_hidden = State.BACK in thing.state & another.state
            assert both_hidden or not overlap(box, other), (thing.key, another.key)
    for text in scene.texts:
        x, y = text.at
        assert 0 <= x - 60 <= x + 60 <= scene.size[0]
        assert 0 <= y - text.height / 2 <= y + text.height / 2 <= scene.size[1]


def positions(seed: int) -> Iterator[tuple[Eye, Position]]:
    """A round as seen on the way and at its end."""
    game = Dominoes()
    deal, _commands, groups = random_round(seed)
    for ply in {len(groups), seed % len(groups)}:
        events: list[Event] = [deal, *(event for group in groups[:ply] for event in group)]
        eye: Eye = (0, 1, Watcher.SPECTATOR, Watcher.OPEN)[(seed + ply) % 4]
        yield eye, fold(game, hide(game, events, eye))


def test_rounds_on_the_table() -> None:
    """Hundreds of rounds in both shapes: nothing overlaps or stands out, the chain can be read, and the table keeps its size.

    In a few long rounds all becomes a little smaller, so that the chain has room.
    """
    smaller = dict.fromkeys(Aspect, 0)
    for seed in range(ROUNDS):
        for eye, seen in positions(seed):
            for aspect in Aspect:
                scene = draw(seen, eye, aspect)
                smaller[aspect] += scene.size != SIZES[aspect]
                assert len(seen.chain) > 20 or scene.size == SIZES[aspect]
                check_room(scene)
                if seen.chain:
                    check_reading(seen, scene)
    assert smaller[Aspect.TALL] == 0
    assert 0 < smaller[Aspect.WIDE] < ROUNDS / 6


SIZES: Final = {aspect: draw(Table.of(dealt("6-6", "5-5")).state, 0, aspect).size for aspect in Aspect}


def trail(seed: int) -> list[tuple[int, int]]:
    """A chain of all 28 tiles, or of as many as chance lets join."""
    rng, free, last = Random(seed), set(tiles_of(6)), seed % 7
    halves: list[tuple[int, int]] = []
    while fitting := sorted(each for each in free if last in each):
        laid = rng.choice(fitting)
        free.remove(laid)
        halves.append((last, laid.other(last)))
        last = laid.other(last)
    return halves


@given(seed=st.integers(0, 10**6), length=st.integers(1, 28), share=st.floats(0, 1))
def test_every_chain_has_room(seed: int, length: int, share: float) -> None:
    """Any chain of up to 28 tiles, wherever its first tile is in it, though all lie at one side of it."""
    halves = trail(seed)[:length]
    start = round(share * (len(halves) - 1))
    seen = Position(6, ((), ()), (), 0, tile_of(*halves[start]), 0, tuple(halves), start)
    for aspect in Aspect:
        scene = draw(seen, Watcher.OPEN, aspect)
        doubles = tuple(left == right for left, right in halves)
        room = {Aspect.WIDE: folding.Table(18.75, 3), Aspect.TALL: folding.Table(12, 5)}[aspect]
        folded = folding.fold_chain(doubles, start, room)
        for place in (*folded.tiles, folded.left, folded.right):
            assert -SLACK <= place.x - place.size[0] / 2 <= place.x + place.size[0] / 2 <= room.width + SLACK
        check_reading(seen, scene)


@pytest.mark.parametrize("aspect", Aspect)
def test_what_lies_stays_where_it_is(aspect: Aspect) -> None:
    """A tile that is added moves no other, as long as the first one lies in the middle."""
    for seed in range(40):
        game = Dominoes()
        deal, _commands, groups = random_round(seed)
        state, places = fold(game, [deal]), dict[str, tuple[tuple[float, float], float]]()
        for group in groups:
            state = fold(game, group, state)
            chain = {f"domino/{max(halves)}-{min(halves)}" for halves in state.chain}
            now = {piece.key: (piece.at, piece.turn) for piece in draw(state, 0, aspect).pieces if piece.key in chain}
            if now[state.opening.face][0] != places.get(state.opening.face, (now[state.opening.face][0], 0.0))[0]:
                break
            assert all(now[key] == place for key, place in places.items())
            places = now


def test_doubles_lie_across() -> None:
    """In a row they stand upright between tiles that lie."""
    table = Table.of(dealt("5-5 5-0 1-0 2-0", "5-3 3-3 6-4 5-1"))
    table.play("5-5", "5-3", "5-0 left", "3-3 right")
    turns = {piece.label: piece.turn for piece in draw(table.state, Watcher.OPEN, Aspect.WIDE).pieces if piece.turn}
    assert turns == {"5-3": 270.0, "5-0": 90.0}


class TestHands:
    @pytest.fixture
    def table(self) -> Table:
        """Chain 0-5 5-5 5-3; seat 1 is to move and holds 3-3, 5-1, 6-4 and 3-0, which fits both ends."""
        found = Table.of(dealt("5-5 5-0 1-0 2-0 4-0", "5-3 3-3 6-4 5-1 3-0"))
        found.play("5-5", "5-3", "5-0 left")
        return found

    def test_what_fits_is_free_and_the_rest_steps_back(self, table: Table) -> None:
        scene = draw(table.state, 1, Aspect.WIDE)
        states = {piece.label: piece.state for piece in scene.pieces if piece.tray == "hand-1"}
        assert list(states) == ["3-0", "5-1", "3-3", "6-4"]
        free, dimmed = frozenset({State.FREE}), frozenset({State.DIMMED})
        assert states == {"3-0": free, "3-3": free, "5-1": dimmed, "6-4": dimmed}

    def test_out_of_turn_nothing_can_be_picked(self, table: Table) -> None:
        scene = draw(table.state, 0, Aspect.WIDE)
        assert not any({State.FREE, State.DIMMED} & piece.state for piece in scene.pieces)
        assert not any(State.FREE in spot.state for spot in scene.spots)

    def test_a_hidden_hand_is_a_row_of_backs_with_a_count(self, table: Table) -> None:
        seen = fold(table.game, hide(table.game, table.events, 1))
        scene = draw(seen, 1, Aspect.WIDE)
        backs = [piece for piece in scene.pieces if piece.tray == "hand-0"]
        assert [piece.key for piece in backs] == ["hand-0/1", "hand-0/2", "hand-0/3"]
        assert all(piece.state == {State.BACK} and piece.face == "domino/back" for piece in backs)
        said = {text.key: text.text.english for text in scene.texts}
        assert said == {
            "seat/1": "You, to move",
            "seat/0": "Player 1",
            "count/1": "4 tiles",
            "count/0": "3 tiles",
            "boneyard": "Boneyard 18",
        }

    def test_at_the_end_the_pips_of_both_hands_are_told(self) -> None:
        table = Table.of(dealt("6-6 6-5", "6-1 4-3"))
        table.play("6-6", "6-1", "6-5 left")
        said = {text.key: text.text.english for text in draw(table.state, 0, Aspect.TALL).texts}
        assert (said["count/0"], said["count/1"]) == ("0 pips", "7 pips")

    def test_the_boneyard_keeps_its_places(self) -> None:
        """What is drawn leaves its place empty; the others neither move nor change their names."""
        table = Table.of(dealt("6-6 5-1", "4-3 2-1", "5-5 6-0"))
        before = {piece.key: piece.at for piece in draw(spectated(table), 0, Aspect.WIDE).pieces if "bone" in piece.key}
        table.play("6-6")
        after = {piece.key: piece.at for piece in draw(spectated(table), 0, Aspect.WIDE).pieces if "bone" in piece.key}
        assert set(before) - set(after) == {"boneyard/1", "boneyard/2"}
        assert all(before[key] == at for key, at in after.items())

    def test_seats_have_a_side(self) -> None:
        """The own hand is at the foot for either seat; a spectator sees the seat to move there, who sees all seat 0."""
        table = Table.of(dealt("6-6 5-1", "6-3 2-1"))
        for mover in (0, 1):
            for eye, near in ((0, 0), (1, 1), (Watcher.SPECTATOR, mover), (Watcher.OPEN, 0)):
                trays = {tray.key: tray.at[1] for tray in draw(table.state, eye, Aspect.WIDE).trays}
                assert max(trays, key=trays.__getitem__) == f"hand-{near}"
            table.play("6-6" if not mover else "6-3")

    def test_whose_turn_it_is_is_told_on_the_cloth(self) -> None:
        table = Table.of(dealt("6-6 5-1", "6-3 2-1"))
        for mover in (0, 1):
            texts = {text.key: text for text in draw(table.state, Watcher.SPECTATOR, Aspect.WIDE).texts}
            assert texts[f"seat/{mover}"].tone is Tone.TURN
            assert texts[f"seat/{1 - mover}"].tone is Tone.PLAIN
            assert (texts["seat/0"].seat, texts["seat/1"].seat) == (0, 1)
            table.play("6-6" if not mover else "6-3")

    def test_a_long_own_hand_scrolls_and_keeps_its_size(self) -> None:
        hand = "6-6 6-5 6-4 6-2 6-1 5-1 4-1 3-1 2-1 1-0 4-2 5-2"
        table = Table.of(dealt(hand, "0-0 3-0 4-0 5-0 5-5 5-4 4-4 4-3 3-3 3-2 2-2 2-0"))
        for aspect in Aspect:
            scene = draw(table.state, 0, aspect)
            [tray] = [tray for tray in scene.trays if tray.key == "hand-0"]
            pieces = [piece for piece in scene.pieces if piece.tray == "hand-0"]
            assert len({piece.size for piece in pieces}) == 1
            assert min(piece.at[0] for piece in pieces) == tray.at[0]
            assert max(piece.at[0] for piece in pieces) > tray.at[0] + tray.size[0]


def spectated(table: Table) -> Position:
    return fold(table.game, hide(table.game, table.events, Watcher.SPECTATOR))


class TestOpening:
    def test_the_opening_tile_is_marked_in_the_hand_and_on_the_table(self) -> None:
        table = Table.of(dealt("6-6 5-1", "6-3 2-1"))
        piece = draw(table.state, 0, Aspect.WIDE).piece("domino/6-6")
        assert piece is not None
        assert piece.state == {State.FREE, State.MARKED}
        table.play("6-6", "6-3")
        piece = draw(table.state, 0, Aspect.WIDE).piece("domino/6-6")
        assert piece is not None
        assert piece.state == {State.MARKED}

    def test_the_place_of_the_first_tile_names_it(self) -> None:
        table = Table.of(dealt("6-5 5-1", "6-3 2-1"))
        [spot] = draw(table.state, 1, Aspect.WIDE).spots
        assert (spot.key, spot.look, spot.label.english, spot.state) == ("start", Look.PLACE, "6-5", frozenset())


class TestEnds:
    def test_both_ends_are_places_with_number_key_and_name(self) -> None:
        table = Table.of(dealt("5-5 5-0 1-0 2-0", "5-3 3-3 6-4 3-0"))
        table.play("5-5", "5-3", "5-0 left")
        left, right = draw(table.state, 1, Aspect.WIDE).spots
        assert [(spot.key, spot.label.english, spot.name.english, spot.arrow) for spot in (left, right)] == [
            ("end/left", "0", "Left end, 0", Arrow.LEFT),
            ("end/right", "3", "Right end, 3", Arrow.RIGHT),
        ]
        assert all(spot.state == {State.FREE} and spot.look is Look.PLACE for spot in (left, right))

    def test_an_end_that_nothing_fits_cannot_be_picked(self) -> None:
        table = Table.of(dealt("5-5 5-0 1-0 2-0", "5-3 3-3 6-4"))
        table.play("5-5", "5-3", "5-0 left")
        left, right = draw(table.state, 1, Aspect.WIDE).spots
        assert (left.state, right.state) == (frozenset(), frozenset({State.FREE}))

    def test_after_the_end_there_are_none(self) -> None:
        table = Table.of(dealt("6-6 6-5", "6-1 4-3"))
        table.play("6-6", "6-1", "6-5 left")
        assert draw(table.state, 0, Aspect.WIDE).spots == ()


class TestTaps:
    """Taps and drags as the shell and the terminal send them."""

    @pytest.fixture
    def choices(self) -> Choices:
        """Chain 0-5 5-5 5-3; seat 1 holds 3-3, 5-1, 6-4 and 3-0, which fits both ends."""
        table = Table.of(dealt("5-5 5-0 1-0 2-0 4-0", "5-3 3-3 6-4 5-1 3-0"))
        table.play("5-5", "5-3", "5-0 left")
        return choices_of(table, 1)

    def test_a_tile_then_an_end(self, choices: Choices) -> None:
        selection, answer = Selection().tap(choices, "domino/3-0")
        assert answer == Selected(("domino/3-0",))
        _selection, answer = selection.tap(choices, "end/left")
        assert isinstance(answer, Play)
        assert (answer.choice.command.tile, answer.choice.command.end) == (tile("3-0"), "left")

    def test_a_tile_dragged_to_an_end(self, choices: Choices) -> None:
        answer = Selection().drag(choices, "domino/3-0", "end/right")[1]
        assert isinstance(answer, Play)
        assert answer.choice.command.end == "right"

    def test_a_tile_that_fits_one_end_waits_for_it_unless_the_player_likes_otherwise(self, choices: Choices) -> None:
        assert Selection().tap(choices, "domino/3-3")[1] == Selected(("domino/3-3",))
        answer = Selection().tap(choices, "domino/3-3", at_once=True)[1]
        assert isinstance(answer, Play)
        assert answer.choice.command.end == "right"
        assert Selection().tap(choices, "domino/3-0", at_once=True)[1] == Selected(("domino/3-0",))

    @pytest.mark.parametrize(
        ("keys", "reason"),
        [
            (["domino/6-4"], "6-4 does not fit: the ends show 0 and 3."),
            (["domino/5-1"], "5-1 does not fit: the ends show 0 and 3."),
            (["hand-0/1"], "This tile lies face down. Tiles are drawn by themselves when nothing fits."),
            (["domino/5-5"], "5-5 is not in your hand."),
        ],
    )
    def test_what_cannot_be_picked_says_why(self, choices: Choices, keys: list[str], reason: str) -> None:
        answer = Selection().tap(choices, keys[0])[1]
        assert isinstance(answer, Rejected)
        assert answer.why is not None
        assert answer.why.english == reason

    def test_a_tile_dragged_to_the_wrong_end_says_why(self, choices: Choices) -> None:
        answer = Selection().drag(choices, "domino/3-3", "end/left")[1]
        assert isinstance(answer, Rejected)
        assert answer.why is not None
        assert answer.why.english == "3-3 does not fit the left end, which shows 0."

    def test_where_both_ends_show_the_same_a_tap_or_any_end_plays(self) -> None:
        table = Table.of(dealt("5-5 5-0", "5-3 6-3"))
        table.play("5-5")
        choices = choices_of(table, 1)
        for answer in (
            Selection().tap(choices, "domino/5-3")[1],
            Selection().drag(choices, "domino/5-3", "end/left")[1],
            Selection().drag(choices, "domino/5-3", "end/right")[1],
        ):
            assert isinstance(answer, Play)

    def test_the_opening_tile_plays_by_a_tap_or_a_drag(self) -> None:
        choices = choices_of(Table.of(dealt("5-5 5-0", "5-3 6-3")), 0)
        assert isinstance(Selection().tap(choices, "domino/5-5")[1], Play)
        assert isinstance(Selection().drag(choices, "domino/5-5", "start")[1], Play)
        rejected = Selection().tap(choices, "domino/5-0")[1]
        assert isinstance(rejected, Rejected)
        assert rejected.why is not None
        assert rejected.why.english == "5-5 opens this round: it is the highest double that was dealt."

    def test_out_of_turn_and_after_the_end_the_reason_is_that(self) -> None:
        table = Table.of(dealt("6-6 6-5", "6-1 4-3"))
        assert why(table, 1, "domino/6-1") == "It is the other player's turn."
        table.play("6-6", "6-1", "6-5 left")
        assert why(table, 1, "domino/4-3") == "This round is over."


def choices_of(table: Table, seat: int) -> Choices:
    """The table as a seat taps on it."""
    seen = fold(table.game, hide(table.game, table.events, seat))
    return Choices(
        table.game.scene(seen, seat, Aspect.WIDE), table.game.choices(seen, seat), partial(table.game.why, seen, seat)
    )


def why(table: Table, seat: int, *keys: str) -> str:
    said = table.game.why(table.state, seat, keys)
    return said.english if said is not None else ""


class TestCues:
    def cues(self, table: Table, eye: Eye, event: Event) -> Sequence[object]:
        """What is shown for the last event that was played."""
        before = fold(table.game, hide(table.game, table.events[: table.events.index(event)], eye))
        shown = event if eye is Watcher.OPEN else table.game.redact(event, eye)
        return table.game.cues(before, shown, table.game.evolve(before, shown), eye, Aspect.WIDE)

    def test_a_hidden_tile_is_turned_over_always_from_the_last_place(self) -> None:
        """Wherever it was among the others: the place would tell whether it was an old one."""
        for hand in ("6-1 6-2 4-3", "6-1 4-3 6-2"):
            table = Table.of(dealt("6-6 5-1 2-1", hand))
            table.play("6-6")
            [event] = table.play("6-2")
            assert self.cues(table, 0, event) == (Becomes("hand-1/3", "domino/6-2"),)
            assert self.cues(table, 1, event) == ()

    def test_a_draw_comes_from_the_next_place_of_the_boneyard(self) -> None:
        table = Table.of(dealt("6-6 5-1", "4-3 2-1", "5-5 6-0"))
        _played, first, second = table.play("6-6")
        assert self.cues(table, 1, first) == (Becomes("boneyard/1", "domino/5-5"),)
        assert self.cues(table, 0, second) == (Becomes("boneyard/2", "hand-1/4"),)
        assert self.cues(table, Watcher.OPEN, second) == ()

    def test_at_the_end_all_are_turned_over(self) -> None:
        table = Table.of(dealt("6-6 6-5", "6-1 4-3"))
        table.play("6-6", "6-1")
        shown = table.play("6-5 left")[-1]
        cues = self.cues(table, 0, shown)
        assert Becomes("hand-1/1", "domino/4-3") in cues
        assert len(cues) == 25
