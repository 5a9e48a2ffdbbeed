"""The decider: what may be taken, what is refused and why, won and stuck."""

import json
from pathlib import Path
from random import Random
from typing import Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plugins.mahjong_solitaire.tests.boards import CHANCE, GAME, LONG, board, positions, slow_pairs, take, turtle

from sofra.abilities import Decidable, Describes, Hints, Solvable
from sofra.code import CodeError, DealCode
from sofra.deal import Shuffle
from sofra.event import decode, encode
from sofra.game import Refused, Standing, fold
from sofra.host.dealing import digest
from sofra_mahjong_solitaire import rules
from sofra_mahjong_solitaire.events import Dealt, Event, PairRemoved
from sofra_mahjong_solitaire.info import INFO, Options
from sofra_mahjong_solitaire.layout import built_in
from sofra_mahjong_solitaire.position import Position
from sofra_mahjong_solitaire.rules import MahjongSolitaire, RemovePair
from sofra_mahjong_tiles import KINDS, SET

HERE = Path(__file__).parent
DEALS: Final[dict[str, list[object]]] = json.loads((HERE / "deals.json").read_text(encoding="utf-8"))["deals"]
LATER: Final = [letters for letters, (_digest, attempt) in DEALS.items() if attempt]
SOME: Final = Random("some of them").sample(sorted(set(DEALS) - {"AAAAAAA", "ZZZZZZZ", "AAAAABL", *LATER}), 57)


def deal(letters: str) -> tuple[Dealt, ...]:
    """The deal of a Turtle code."""
    events = GAME.deal(Shuffle.of(f"MJ1-L00-{letters}"), Options())
    return tuple(each for each in events if isinstance(each, Dealt))


def refusal(position: Position, *cells: int, seat: int = 0) -> str:
    with pytest.raises(Refused) as caught:
        GAME.decide(position, seat, RemovePair((cells[0], cells[1])), CHANCE)
    return caught.value.message.english


class TestDeal:
    """The tiles that a code names."""

    @pytest.mark.parametrize("letters", list(DEALS) if LONG else ["AAAAAAA", "ZZZZZZZ", "AAAAABL", *SOME])
    def test_golden(self, letters: str) -> None:
        """A code's tiles are the same on every machine, for ever, and so is the attempt at which they can be won."""
        (dealt,) = deal(letters)
        assert [digest([dealt])[:16], dealt.attempt] == DEALS[letters]
        assert (dealt.layout, dealt.verdict, dealt.cells) == ("L00", "winnable", None)

    def test_golden_in_full(self) -> None:
        """The whole digest of a deal, which `sofra deal MJ1-L00-AAAAABL --json` shows too."""
        assert digest(deal("AAAAABL")) == "d0153ee8db3e33b468ad82706d974c94ceb7a14d14343ecfb24a39d7221e871b"

    @pytest.mark.parametrize("letters", LATER if LONG else LATER[:3])
    def test_first_winnable(self, letters: str) -> None:
        """Every attempt before the one that is dealt is proved to be lost."""
        (dealt,) = deal(letters)
        assert dealt.attempt > 0
        shuffle = Shuffle.of(f"MJ1-L00-{letters}")
        for attempt in range(dealt.attempt):
            labels = tuple(KINDS[SET[item]].label for item in shuffle.permutation(144, attempt))
            assert GAME.solve(fold(GAME, [attrs.evolve(dealt, tiles=labels)]), None).answer is Decidable.LOST
        assert dealt.tiles == tuple(KINDS[SET[item]].label for item in shuffle.permutation(144, dealt.attempt))

    def test_no_promise(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where a layout promises nothing, attempt 0 is dealt, and its verdict is the truth."""
        promising = built_in("L00")
        monkeypatch.setattr(rules, "known", lambda _layout: attrs.evolve(promising, promises=False))
        for letters, verdict in ((LATER[0], "lost"), ("AAAAAAA", "winnable")):
            (dealt,) = deal(letters)
            assert (dealt.attempt, dealt.verdict) == (0, verdict)

    def test_by_hand(self) -> None:
        """Cell k holds item p[k] of the set in kind order: p begins 124 59 73 142 for AAAAABL, which is R 6C 1D S3."""
        position = turtle("AAAAABL")
        assert [position.kind(cell).label for cell in range(4)] == ["R", "6C", "1D", "S3"]
        order = Shuffle.of("MJ1-L00-AAAAABL").permutation(144)
        assert order[:12] == (124, 59, 73, 142, 132, 126, 22, 51, 23, 42, 107, 134)

    def test_full_set(self) -> None:
        """A deal lays out the whole set."""
        dealt = turtle("QWERTYU").deal.kinds
        assert sorted(dealt) == [kind.index for kind in KINDS for _copy in range(kind.copies)]

    def test_rest_of_the_code(self) -> None:
        """Another number or another layout is another deal."""
        assert turtle("AAAAABM").deal.kinds != turtle("AAAAABL").deal.kinds

    def test_missing_layout(self) -> None:
        """A code of a layout that is not here is refused by its name."""
        with pytest.raises(Refused, match="There is no layout L42 here"):
            GAME.deal(Shuffle.of("MJ1-L42-AAAAAAA"), Options("L42"))

    def test_log(self) -> None:
        """A deal survives the log; the log of an imported layout brings its cells along and needs no file."""
        for position in (turtle(), board({(0, 0, 0): "5B", (2, 1, 0): "5B"})):
            cells = position.deal.layout.cells
            labels = tuple(position.kind(cell).label for cell in range(len(cells)))
            dealt = Dealt(position.deal.name, labels, 0, "unknown", cells)
            stored = encode(dealt)
            assert stored.name == "mahjong-solitaire.dealt"
            again = fold(GAME, [decode(stored.name, stored.schema, stored.payload)])
            assert again.free() == position.free()
            assert again.deal.kinds == position.deal.kinds

    def test_verdict(self) -> None:
        """A deal says that it can be won."""
        assert turtle("AAAAABL").deal.verdict is Decidable.WINNABLE
        assert GAME.describe(turtle("AAAAABL"))["verdict"] == "winnable"

    def test_preview(self) -> None:
        """The library shows a deal that can be won."""
        assert INFO.preview == "MJ1-L00-AAAAAAA"


class TestPairs:
    """What may leave together."""

    @given(position=positions())
    def test_choices_as_the_rules_read(self, position: Position) -> None:
        """The choices are all pairs of free matching tiles by cell order, after each of some moves."""
        for _move in range(4):
            choices = GAME.choices(position, 0)
            assert [choice.command.cells for choice in choices] == slow_pairs(position)
            if not choices:
                break
            position = take(position, choices[len(choices) // 2].command.cells)

    @given(position=positions(), cells=st.tuples(st.integers(-2, 60), st.integers(-2, 60)))
    def test_accepted_is_offered(self, position: Position, cells: tuple[int, int]) -> None:
        """A command is accepted exactly when it is one of the choices; everything else is refused with a reason."""
        offered = any(choice.command.cells == cells for choice in GAME.choices(position, 0))
        if offered:
            assert GAME.decide(position, 0, RemovePair(cells), CHANCE) == (PairRemoved(cells),)
        else:
            assert refusal(position, *cells)

    def test_flowers_and_seasons(self) -> None:
        """Any two flowers leave together and any two seasons, but never one of each."""
        row = board({(0, 0, 0): "F1", (0, 3, 0): "F4", (0, 6, 0): "S1", (0, 9, 0): "S2"})
        assert [choice.command.cells for choice in GAME.choices(row, 0)] == [(0, 1), (2, 3)]
        assert refusal(row, 0, 2) == "F1 pairs with a flower only"
        assert refusal(row, 1, 3) == "F4 pairs with a flower only"

    def test_dragons(self) -> None:
        """Red and green dragon never pair."""
        row = board({(0, 0, 0): "R", (0, 3, 0): "G", (0, 6, 0): "G", (0, 9, 0): "R"})
        assert refusal(row, 0, 1) == "R and G are not a pair"
        assert [choice.command.cells for choice in GAME.choices(row, 0)] == [(0, 3), (1, 2)]

    def test_picks_are_pieces(self) -> None:
        """A choice is picked by the two pieces of its cells."""
        position = turtle()
        for choice in GAME.choices(position, 0):
            assert choice.picks == tuple(position.deal.keys[cell] for cell in choice.command.cells)

    def test_another_seat(self) -> None:
        """The game has one seat: another has no choices and is refused."""
        position = turtle()
        assert GAME.choices(position, 1) == ()
        assert refusal(position, *GAME.choices(position, 0)[0].command.cells, seat=1) == "This game has one seat only."


class TestRefused:
    """Illegal commands, each with its reason."""

    ROW: Final = {(0, 0, 0): "9C", (0, 2, 0): "2B", (0, 4, 0): "9B", (0, 6, 0): "2B"}

    def test_blocked_between(self) -> None:
        """A tile with a neighbour on both sides is refused with their labels."""
        assert refusal(board(self.ROW), 1, 3) == "2B is blocked: 9C on its left, 9B on its right"

    def test_blocked_under(self) -> None:
        """A covered tile is refused with what lies on it."""
        position = board({(0, 0, 0): "2B", (0, 5, 0): "2B", (1, 1, 0): "9D", (1, 9, 0): "9D"})
        assert refusal(position, 0, 1) == "2B is blocked: 9D lies on it"

    def test_blocked_under_two(self) -> None:
        """Two tiles that lie on one are both named; what lies on them in turn is not."""
        tiles = {(0, 2, 0): "2B", (0, 8, 0): "2B", (1, 1, 0): "9D", (1, 3, 0): "4C", (2, 2, 0): "9D", (1, 9, 4): "4C"}
        assert refusal(board(tiles), 0, 1) == "2B is blocked: 9D, 4C lie on it"

    def test_twice_the_same(self) -> None:
        """A tile is no pair with itself."""
        assert refusal(board(self.ROW), 0, 0) == "A pair is two different tiles."

    def test_other_way_round(self) -> None:
        """A pair has one form, the lower cell first, so that it has one index among the choices."""
        position = board({(0, 0, 0): "5B", (0, 3, 0): "5B"})
        assert refusal(position, 1, 0) == "A pair is two different tiles."

    def test_gone(self) -> None:
        """A tile that has left cannot leave again."""
        position = board({(0, 0, 0): "5B", (0, 3, 0): "5B", (0, 6, 0): "5B", (0, 9, 0): "5B"})
        assert refusal(take(position, (0, 1)), 1, 2) == "There is no tile there any more."

    @pytest.mark.parametrize("cells", [(-1, 0), (0, 4), (0, 10**30)])
    def test_no_such_cell(self, cells: tuple[int, int]) -> None:
        """A cell that the layout does not have holds no tile."""
        assert refusal(board(self.ROW), *cells) == "There is no tile there any more."

    def test_after_the_win(self) -> None:
        """A won round takes no more commands."""
        won = take(board({(0, 0, 0): "5B", (0, 3, 0): "5B"}), (0, 1))
        assert refusal(won, 0, 1) == "The table is empty already."


class TestEnd:
    """Won and stuck."""

    def test_won(self) -> None:
        """The round is won when the table is empty: final, nobody is to move."""
        position = board({(0, 0, 0): "F1", (1, 0, 0): "S2", (0, 4, 0): "S1", (0, 8, 0): "F3"})
        assert GAME.outcome(position) is None
        assert GAME.to_move(position) == {0}
        won = take(position, (1, 3), (0, 2))
        outcome = GAME.outcome(won)
        assert outcome is not None
        assert outcome.final
        assert [result.standing for result in outcome.seats] == [Standing.WON]
        assert GAME.to_move(won) == frozenset()
        assert GAME.choices(won, 0) == []

    def test_stuck(self) -> None:
        """The round is stuck when no two free tiles pair, though equal tiles lie covered: not final, and it says how many."""
        position = board({(0, 0, 0): "5B", (1, 0, 0): "5B", (0, 4, 0): "R", (1, 4, 0): "R"})
        outcome = GAME.outcome(position)
        assert outcome is not None
        assert not outcome.final
        assert outcome.seats == ()
        assert outcome.reason.english == ("2 pairs are left, but no two free tiles are equal. Blocked: 2 of 4 tiles.")
        assert GAME.to_move(position) == {0}
        assert GAME.choices(position, 0) == []

    @given(position=positions())
    def test_stuck_exactly_without_choices(self, position: Position) -> None:
        """While tiles are left, there is an outcome exactly when there are no choices."""
        assert (GAME.outcome(position) is not None) == (not slow_pairs(position))

    @pytest.mark.parametrize("seed", range(5))
    def test_random_rounds(self, seed: int) -> None:
        """Random play takes pairs until the round is won or stuck, and folding the log gives the same position."""
        rng = Random(seed)
        position = opening = turtle("SOFRAAA")
        log: list[Event] = []
        while GAME.outcome(position) is None:
            choice = rng.choice(GAME.choices(position, 0))
            events = GAME.decide(position, 0, choice.command, CHANCE)
            log += events
            position = fold(GAME, events, position)
            assert GAME.progress(position) == (len(log), 72)
        assert fold(GAME, log, opening) == position
        assert position.tiles == 144 - 2 * len(log)

    def test_undone_flowers(self) -> None:
        """Two different flowers leave and come back: each is on its own place, with its own key."""
        position = turtle()
        flowers = [cell for cell in range(144) if position.kind(cell).label.startswith("F")]
        keys = {cell: position.deal.keys[cell] for cell in flowers}
        gone = GAME.evolve(position, PairRemoved((flowers[0], flowers[1])))
        assert not gone.holds(flowers[0])
        # Undo is the host's: it goes back to the position before, which nothing has changed.
        assert {cell: position.deal.keys[cell] for cell in flowers} == keys
        assert [position.kind(cell).face for cell in flowers] == [keys[cell].removesuffix("#1") for cell in flowers]


class TestInfo:
    """What the library knows."""

    def test_info(self) -> None:
        """The game is found by its id, prefix and rules version 1."""
        assert (INFO.id, INFO.prefix, INFO.version, INFO.seats) == ("mahjong-solitaire", "MJ", 1, (1,))
        assert isinstance(INFO.load(), MahjongSolitaire)

    def test_abilities(self) -> None:
        """The rules solve, advise and describe."""
        assert isinstance(GAME, Solvable)
        assert isinstance(GAME, Hints)
        assert isinstance(GAME, Describes)

    @pytest.mark.parametrize("typed", ["mj1-l00-aaaaabl", " MJ1 L00 AAAAABL ", "MJ1L00AAAAABL", "MJ1-LOO-AAAAABL"])
    def test_typed(self, typed: str) -> None:
        """A code may be typed in lower case, with spaces, without dashes, with O for 0: the same deal."""
        code, info, options = DealCode.parse(typed, [INFO])
        assert (str(code), info, options) == ("MJ1-L00-AAAAABL", INFO, Options("L00"))

    @pytest.mark.parametrize("typed", ["MJ1-L00-AAAAABLX", "MJ1-L00-AAAAAB", "MJ1-Q00-AAAAABL", "MJ1-L00-AAAAA1L"])
    def test_mistyped(self, typed: str) -> None:
        """Too long, too short, no layout, a digit in the number: refused, never another deal."""
        with pytest.raises(CodeError):
            DealCode.parse(typed, [INFO])

    def test_imported_block(self) -> None:
        """The block of an imported layout is X and six signs of its hash."""
        code, _info, options = DealCode.parse("MJ1-X12AB3C-AAAAABL", [INFO])
        assert options == Options("X12AB3C")
        assert str(code) == "MJ1-X12AB3C-AAAAABL"
