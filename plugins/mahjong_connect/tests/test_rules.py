"""The decider: what may be joined, what is refused and why; won, stuck and the shuffle; hints."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.mahjong_connect.tests.boards import (
    CHANCE,
    GAME,
    board,
    cell_of,
    full,
    opening,
    play_at_random,
    positions,
    slow_lines,
    take,
)

from sofra.abilities import (
    Akin,
    Attempts,
    Boards,
    Decidable,
    Describes,
    Explains,
    Hints,
    Plans,
    Previews,
    Solvable,
    Verdict,
)
from sofra.code import CodeError, DealCode
from sofra.deal import Shuffle
from sofra.event import decode, encode
from sofra.game import MAX_CHOICES, Refused, Standing, fold
from sofra.options import OptionKind, listed_options
from sofra_mahjong_connect import shuffling
from sofra_mahjong_connect.events import Dealt, Event, PairRemoved, Shuffled
from sofra_mahjong_connect.info import INFO, Options
from sofra_mahjong_connect.occupancy import Pair, point_of
from sofra_mahjong_connect.plans import in_order
from sofra_mahjong_connect.position import Position
from sofra_mahjong_connect.rules import Command, RemovePair, ShuffleTiles
from sofra_mahjong_tiles import KINDS, SET, pairs_with

CROSSED = "5B 7C\n7C 5B"
SHUT = """
    5B 7C 9D 9D
    7C 5B 9D 9D
"""


def refusal(position: Position, command: Command, seat: int = 0) -> str:
    with pytest.raises(Refused) as caught:
        GAME.decide(position, seat, command, CHANCE)
    return caught.value.message.english


def slow_pairs(position: Position) -> list[Pair]:
    """Every pair that may leave, by trying all."""
    cells = position.occupancy.cells()
    taken = set(map(point_of, cells))
    found = []
    for a in cells:
        joined = slow_lines(taken, point_of(a))
        found += [
            (a, b) for b in cells if a < b and point_of(b) in joined and pairs_with(position.kind(a), position.kind(b))
        ]
    return found


class TestDeal:
    """The tiles that a code names."""

    def test_by_hand(self) -> None:
        """Cell k, row by row, holds item p[k] of the set in kind order."""
        shuffle = Shuffle.of("MC1-AAAAABL")
        (dealt,) = GAME.attempt(shuffle, Options(), 0)
        assert isinstance(dealt, Dealt)
        order = shuffle.permutation(144)
        assert dealt.tiles == tuple(KINDS[SET[item]].label for item in order)
        position = fold(GAME, [dealt])
        assert position.label(cell_of((3, 2))) == KINDS[SET[order[20]]].label

    def test_full_set(self) -> None:
        """A deal lays out the whole set, one tile on each cell."""
        position = opening()
        assert sorted(position.deal.kinds) == [kind.index for kind in KINDS for _copy in range(kind.copies)]
        assert position.occupancy.cells() == list(range(144))

    def test_scoring_keeps_the_tiles(self) -> None:
        """The scoring is no part of the code: the same number has the same tiles under either."""
        assert str(DealCode.of(INFO, Options("standard"), 37)) == "MC1-AAAAABL"
        shuffle = DealCode.of(INFO, Options(), 37).shuffle
        assert list(GAME.deal(shuffle, Options("standard"))) == list(GAME.deal(shuffle, Options()))

    def test_bad_code(self) -> None:
        """A code with an option block is not one of this game."""
        with pytest.raises(CodeError):
            DealCode.parse("MC1-L00-AAAAABL", [INFO])

    def test_options(self) -> None:
        """The scoring is listed with names, timed first."""
        (scoring,) = listed_options(Options, OptionKind.PLAY)
        assert (scoring.name, scoring.title.english) == ("scoring", "Scoring")
        assert [(value, name.english) for value, name in scoring.values] == [
            ("timed", "Timed"),
            ("standard", "Standard"),
        ]


class TestPairs:
    """What may leave together."""

    @settings(max_examples=40)
    @given(position=positions())
    def test_choices_as_the_rules_read(self, position: Position) -> None:
        """The choices are all pairs of equal tiles that a line joins, by cell order, after each of some moves."""
        for _move in range(4):
            pairs = slow_pairs(position)
            commands = [choice.command for choice in GAME.choices(position, 0)]
            if not pairs:
                assert commands == ([ShuffleTiles()] if position.on else [])
                break
            assert commands == list(map(RemovePair, pairs))
            position = take(position, pairs[len(pairs) // 2])

    @given(position=positions(), cells=st.tuples(st.integers(-2, 60), st.integers(-2, 60)))
    def test_accepted_is_offered(self, position: Position, cells: tuple[int, int]) -> None:
        """A command is accepted exactly when it is one of the choices; everything else is refused with a reason."""
        command = RemovePair(cells)
        if any(choice.command == command for choice in GAME.choices(position, 0)):
            assert GAME.decide(position, 0, command, CHANCE) == (PairRemoved(cells),)
        else:
            assert refusal(position, command)

    def test_picks(self) -> None:
        """A choice is picked by the keys of its two tiles."""
        (choice, *_rest) = GAME.choices(board("5B 5B"), 0)
        assert choice.picks == ("mahjong/bamboo-5#1", "mahjong/bamboo-5#2")

    def test_number_of_choices(self) -> None:
        """There are never more choices than the contract allows: four equal tiles make six pairs."""
        assert MAX_CHOICES >= 6 * 36

    def test_flowers_and_seasons(self) -> None:
        """Any two flowers pair and any two seasons, never one of each."""
        assert [choice.picks for choice in GAME.choices(board("F1 S2 F3\n.. .. S4"), 0)] == [
            ("mahjong/flower-1#1", "mahjong/flower-3#1"),
            ("mahjong/season-2#1", "mahjong/season-4#1"),
        ]

    def test_nothing_moves(self) -> None:
        """All tiles keep their cells when a pair leaves."""
        before = opening()
        after = take(before, before.pairs[0])
        assert {cell: before.key(cell) for cell in after.occupancy.cells()} == {
            cell: after.key(cell) for cell in after.occupancy.cells()
        }
        assert (before.left, after.left) == (144, 142)


class TestRefused:
    """Every refusal has its reason."""

    def test_no_line(self) -> None:
        assert refusal(board(SHUT), RemovePair((0, 19))) == "5B – 5B: no line with two turns"

    def test_unlike(self) -> None:
        assert refusal(board(SHUT), RemovePair((0, 1))) == "5B and 7C are not a pair"
        assert refusal(board("F1 S1\nF2 S2"), RemovePair((0, 1))) == "F1 and S1 are not a pair"

    @pytest.mark.parametrize("cells", [(0, 4), (4, 5), (-1, 0), (0, 144), (0, 10**20)])
    def test_no_tile(self, cells: Pair) -> None:
        assert refusal(board(SHUT), RemovePair(cells)) == "There is no tile there any more."

    @pytest.mark.parametrize("cells", [(0, 0), (3, 2)])
    def test_no_two_tiles(self, cells: Pair) -> None:
        assert refusal(board(SHUT), RemovePair(cells)) == "A pair is two different tiles."

    def test_other_seat(self) -> None:
        for command in (RemovePair((2, 3)), ShuffleTiles()):
            assert refusal(board(SHUT), command, seat=1) == "This game has one seat only."
        assert GAME.choices(board(SHUT), 1) == ()

    def test_won(self) -> None:
        over = take(board("5B 5B"), (0, 1))
        for command in (RemovePair((0, 1)), ShuffleTiles()):
            assert refusal(over, command) == "The grid is empty already."

    def test_shuffle_too_early(self) -> None:
        """The tiles are shuffled only when no pair can be joined."""
        assert refusal(board(SHUT), ShuffleTiles()).startswith("Two equal tiles can still be joined")

    def test_foreign_command(self) -> None:
        """A command of another game is refused like any other."""
        foreign: Command = object()  # type: ignore[assignment]
        assert refusal(board(SHUT), foreign) == "This game knows pairs and the shuffle only."


class TestOutcome:
    """Won, stuck, and going on."""

    def test_won(self) -> None:
        """The round is won when the grid is empty; then nobody is to move and nothing can be done."""
        over = take(board("5B 5B"), (0, 1))
        outcome = GAME.outcome(over)
        assert outcome is not None
        assert (outcome.final, [result.standing for result in outcome.seats]) == (True, [Standing.WON])
        assert (GAME.to_move(over), list(GAME.choices(over, 0))) == (frozenset(), [])

    def test_crossed(self) -> None:
        """Four tiles crossed: stuck at once, with the number of pairs that are left, and the shuffle as the only choice."""
        position = board(CROSSED)
        outcome = GAME.outcome(position)
        assert outcome is not None
        assert (outcome.final, outcome.seats) == (False, ())
        assert outcome.reason.english == "2 pairs are left, but no line with two turns joins two equal tiles."
        (choice,) = GAME.choices(position, 0)
        assert (choice.command, choice.picks, choice.slow) == (ShuffleTiles(), ("shuffle",), True)
        assert GAME.to_move(position) == frozenset({0})

    def test_two_equal_tiles(self) -> None:
        """Two equal tiles on an otherwise empty grid are never stuck, wherever they lie."""
        rng = Random(2)
        for _time in range(300):
            labels = [""] * 144
            for cell in rng.sample(range(144), 2):
                labels[cell] = "5B"
            assert GAME.outcome(fold(GAME, [Dealt(tuple(labels), 0)])) is None

    def test_stuck_is_exact(self) -> None:
        """A position is stuck exactly when a plain search joins no two equal tiles; then it says so at once."""
        for seed in range(6):
            position = fold(GAME, [Dealt(full(seed), 0)])
            rng = Random(seed)
            while position.pairs:
                assert GAME.outcome(position) is None
                position = position.without(rng.choice(position.pairs))
            assert slow_pairs(position) == []
            outcome = GAME.outcome(position)
            assert outcome is not None
            assert outcome.final != position.on


class TestShuffle:
    """The way out of a dead end."""

    def test_wins(self) -> None:
        """After the shuffle the same tiles lie on the same cells in another order, and the position can be won."""
        stuck = next(p for p in (play_at_random(opening(), Random(seed)) for seed in range(50)) if p.on)
        after = fold(GAME, GAME.decide(stuck, 0, ShuffleTiles(), CHANCE), stuck)
        assert after.occupancy == stuck.occupancy
        assert sorted(map(after.key, after.occupancy.cells())) == sorted(map(stuck.key, stuck.occupancy.cells()))
        assert after.gone == stuck.gone
        assert after.shuffles == 1
        verdict = GAME.solve(after, None)
        assert verdict.answer is Decidable.WINNABLE
        assert GAME.solve(after, Verdict(Decidable.LOST)).answer is Decidable.WINNABLE
        for pair in in_order(after, verdict.plan):
            after = take(after, pair)
        assert not after.on

    def test_same_chance(self) -> None:
        """The same chance gives the same order; what was drawn stands in the event."""
        stuck = board(CROSSED)
        first, second = (GAME.decide(stuck, 0, ShuffleTiles(), CHANCE) for _time in range(2))
        assert first == second
        (event,) = first
        assert isinstance(event, Shuffled)
        assert sorted(event.sources) == stuck.occupancy.cells()

    def test_full_permutation(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The event holds the whole order: the lowest cell gets the tile of the first source, and so on."""
        monkeypatch.setattr(shuffling, "shuffle", lambda _position, _chance: (19, 0, 18, 1))
        stuck = board(CROSSED)
        after = fold(GAME, GAME.decide(stuck, 0, ShuffleTiles(), CHANCE), stuck)
        assert [after.key(cell) for cell in (0, 1, 18, 19)] == [stuck.key(cell) for cell in (19, 0, 18, 1)]
        again = fold(GAME, [Shuffled((1, 0, 18, 19))], after)
        assert [again.key(cell) for cell in (0, 1, 18, 19)] == [after.key(cell) for cell in (1, 0, 18, 19)]

    @pytest.mark.parametrize(
        "sources", [(), (0, 1), (0, 1, 18, 18), (0, 1, 18, 20), (-1, 0, 1, 18), (0, 1, 18, 19, 20)]
    )
    def test_no_permutation(self, sources: tuple[int, ...]) -> None:
        """What is no permutation of the cells that are left folds to a table on which nothing is lost or doubled."""
        stuck = board(CROSSED)
        after = fold(GAME, [Shuffled(sources)], stuck)
        assert (after.lies, after.occupancy) == (stuck.lies, stuck.occupancy)


class TestFold:
    """Folding never refuses and never draws."""

    @pytest.mark.parametrize("cells", [(0, 0), (0, 5), (-1, 0), (0, 144), (7, 8)])
    def test_no_pair(self, cells: Pair) -> None:
        """A pair that is none takes nothing away."""
        position = board(SHUT)
        assert fold(GAME, [PairRemoved(cells)], position) == position

    def test_strange_deal(self) -> None:
        """Where a deal names no kind there is no tile; what is beyond the grid is nowhere."""
        position = fold(GAME, [Dealt(("5B", "??", "", "5B", *["9D"] * 200), 0)])
        assert position.occupancy.cells()[:3] == [0, 3, 4]
        assert position.left == 142

    def test_log(self) -> None:
        """Every event survives the log under its name."""
        events: Sequence[Event] = (Dealt(full(), 2), PairRemoved((3, 7)), Shuffled((1, 0)))
        names = []
        for event in events:
            stored = encode(event)
            names.append(stored.name)
            assert decode(stored.name, stored.schema, stored.payload) == event
        assert names == ["mahjong-connect.dealt", "mahjong-connect.pair-removed", "mahjong-connect.shuffled"]


class TestHints:
    """What is advised, and why."""

    def test_plan(self) -> None:
        """A hint follows the plan, as long as the plan clears the grid."""
        position = opening()
        verdict = GAME.solve(position, None)
        advice = GAME.advise(position, 0, verdict)
        assert advice is not None
        assert isinstance(advice.choice.command, RemovePair)
        assert advice.choice.command.cells in {tuple(sorted(pair)) for pair in verdict.plan}
        assert advice.reason.english.endswith("the next pair of a way that clears the grid")

    def test_plan_that_was_left(self) -> None:
        """A plan that no longer clears the grid is not followed."""
        position = board("7C 5B 5B 5B\n5B 7C 7C 7C")
        for plan in (((1, 2),), ((2, 3), (1, 18), (0, 19), (20, 21))):
            advice = GAME.advise(position, 0, Verdict(Decidable.WINNABLE, plan))
            assert advice is not None
            assert "a way that clears" not in advice.reason.english

    def test_last_two(self) -> None:
        """Without a plan: the last two of their kind."""
        position = board("7C 5B 5B 5B\n5B 7C 7C 7C\n.. 9D 9D ..")
        advice = GAME.advise(position, 0, None)
        assert advice is not None
        assert advice.reason.english == "9D – 9D: the last of their kind, joining them never harms"

    def test_all_four(self) -> None:
        """Or a pair whose fellows can be joined too."""
        position = board("5B 5B 7C\n7C 5B 5B")
        advice = GAME.advise(position, 0, None)
        assert advice is not None
        assert advice.choice.command == RemovePair((0, 1))
        assert advice.reason.english == "5B – 5B: all four of their kind can be joined, which never harms"

    def test_any(self) -> None:
        """Else any pair, with the honest remark."""
        position = board("7C 5B 5B 5B\n5B 7C 7C 7C")
        for verdict, words in (
            (None, "5B – 5B can be joined; whether this position can be won is not decided"),
            (Verdict(Decidable.LOST), "5B – 5B can be joined, but this position cannot be won without a shuffle"),
        ):
            advice = GAME.advise(position, 0, verdict)
            assert advice is not None
            assert advice.reason.english == words

    def test_none(self) -> None:
        """Where no pair can be joined there is no hint, the shuffle is none; nor for anybody else's seat."""
        assert GAME.advise(board(CROSSED), 0, None) is None
        assert GAME.advise(board(SHUT), 1, None) is None
        assert GAME.advise(take(board("5B 5B"), (0, 1)), 0, None) is None


def test_abilities() -> None:
    """The game can solve, advise, preview, explain, tell plans and positions, and take boards."""
    for ability in (Solvable, Hints, Previews, Explains, Akin, Plans, Describes, Attempts, Boards):
        assert isinstance(GAME, ability)


def test_plan_is_told_in_order() -> None:
    """The plan of a verdict is told pair by pair, in an order in which each can be joined."""
    position = opening()
    told = GAME.tell_plan(position, GAME.solve(position, None).plan)
    assert len(told) == 72
    for pair in told:
        first, second = sorted(tile["x"] + 18 * tile["y"] for tile in pair)
        assert {tile["face"] for tile in pair} == {position.label(first), position.label(second)}
        position = take(position, (first, second))
    assert not position.on


def test_describe() -> None:
    """For scripts: every tile with column and row, counted from 0, row by row, its label, and that it may be picked."""
    told = GAME.describe(opening())
    assert told["verdict"] == "winnable"
    assert [tile["x"] + 18 * tile["y"] for tile in told["tiles"]] == list(range(144))
    assert told["tiles"][20] == {"layer": 0, "x": 2, "y": 1, "face": opening().label(20), "free": True}
