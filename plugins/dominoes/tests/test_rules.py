"""Play: what may be laid, what is forced, how a round ends. Given a deal, when tiles are laid, then this has happened."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plugins.dominoes.tests.deals import Table, dealt, play, random_round, tile, tiles, told

from sofra.game import Result, Standing, fold
from sofra_dominoes.events import Drew, Passed, Played, Shown
from sofra_dominoes.rules import Dominoes
from sofra_dominoes.tiles import Tile

WON, LOST, DRAWN = Standing.WON, Standing.LOST, Standing.DRAWN


class TestChoices:
    def test_they_stand_by_tile_and_the_left_end_comes_first(self) -> None:
        table = Table.of(dealt("5-5 5-0 3-0", "5-3 5-1 3-3"))
        table.play("5-5", "5-3", "5-0 left", "3-3 right")
        # The chain is 0-5 5-5 5-3 3-3: its ends show 0 and 3.
        assert [(choice.command, choice.picks) for choice in table.menu] == [
            (play("3-0 left"), ("domino/3-0", "end/left")),
            (play("3-0 right"), ("domino/3-0", "end/right")),
        ]

    def test_where_both_ends_show_the_same_there_is_one_choice_a_tile(self) -> None:
        """Left or right would be the same position, mirrored."""
        table = Table.of(dealt("5-5 1-0 2-0", "5-3 5-1 6-4"))
        table.play("5-5")
        assert [(choice.command, choice.picks) for choice in table.menu] == [
            (play("5-1"), ("domino/5-1",)),
            (play("5-3"), ("domino/5-3",)),
        ]

    def test_a_tile_without_an_end_goes_to_the_shorter_side_else_to_the_right(self) -> None:
        table = Table.of(dealt("5-5 5-0 2-0", "5-3 5-1 6-4"))
        table.play("5-5")
        assert told(table.play("5-1"))[0] == "1 5-1 right"
        table = Table.of(dealt("5-5 4-3 2-0", "5-3 5-1 4-0", "5-4"))
        table.play("5-5", "5-3", "4-3 right", "4-0 right")
        # 5-5 5-3 3-4 4-0: now the left side is the shorter.
        assert (table.state.chain, table.state.start) == (((5, 5), (5, 3), (3, 4), (4, 0)), 0)

    def test_blank_matches_blank(self) -> None:
        table = Table.of(dealt("6-6 2-0 1-0", "6-0 4-4 5-4"))
        table.play("6-6", "6-0")
        assert [choice.command for choice in table.menu] == [play("1-0 right"), play("2-0 right")]

    def test_a_double_makes_no_branch(self) -> None:
        """After a double in the middle there are two ends, as before."""
        table = Table.of(dealt("6-6 6-5 5-0", "6-1 5-5 1-1"))
        table.play("6-6", "6-1", "6-5 left", "5-5 left")
        assert table.state.ends == (5, 1)


class TestForced:
    """Draws and passes come in the same list of events as the move that caused them."""

    def test_who_cannot_play_draws_one_after_another_until_a_tile_fits(self) -> None:
        table = Table.of(dealt("6-6 5-1", "4-3 2-1", "5-5 3-3 6-0 6-1"))
        assert told(table.play("6-6")) == ["0 6-6", "1 draws 5-5", "1 draws 3-3", "1 draws 6-0"]
        assert table.turn == 1
        assert table.state.hands[1] == tiles("4-3 2-1 5-5 3-3 6-0")
        assert table.state.held(1) == tiles("6-0 2-1 3-3 4-3 5-5")
        assert table.state.boneyard[0] == tile("6-1")

    def test_who_can_play_draws_nothing(self) -> None:
        table = Table.of(dealt("6-6 5-1", "6-3 2-1"))
        assert told(table.play("6-6")) == ["0 6-6"]

    def test_what_was_drawn_last_is_the_only_choice(self) -> None:
        table = Table.of(dealt("6-6 5-1", "4-3 2-1", "5-5 3-3 6-0 6-1"))
        table.play("6-6")
        assert [choice.command for choice in table.menu] == [play("6-0")]

    def test_the_last_tile_of_the_boneyard_may_be_the_one_that_fits(self) -> None:
        table = Table.of(dealt("1-0 2-0 0-0", "3-3 3-0 3-1", "1-1 2-1 2-2 3-2", highest=3))
        assert told(table.play("3-3"))[1:] == ["0 draws 1-1", "0 draws 2-1", "0 draws 2-2", "0 draws 3-2"]
        assert (table.turn, table.state.boneyard) == (0, ())

    def test_the_last_tile_of_the_boneyard_is_drawn_and_still_does_not_fit(self) -> None:
        """Then the seat passes, in the same list, and the other goes on."""
        table = Table.of(dealt("1-0 2-2 1-1 2-0", "3-1 3-2 3-0 3-3", "0-0 2-1", highest=3))
        assert told(table.play("3-3")) == ["1 3-3", "0 draws 0-0", "0 draws 2-1", "0 passes"]
        assert (table.turn, table.state.passes) == (1, 1)

    def test_with_an_empty_boneyard_who_cannot_play_passes(self) -> None:
        table = Table.of(dealt("0-0 1-1 2-1 1-0 2-2", "3-2 3-1 3-0 2-0 3-3", highest=3))
        assert told(table.play("3-3")) == ["1 3-3", "0 passes"]
        assert table.turn == 1

    def test_a_pass_is_forgotten_when_a_tile_is_laid(self) -> None:
        """Only two passes in a row block a round."""
        table = Table.of(dealt("0-0 1-1 2-1 1-0 2-2", "3-2 3-1 3-0 2-0 3-3", highest=3))
        table.play("3-3")
        assert table.state.passes == 1
        table.play("3-1")
        assert (table.turn, table.state.passes) == (0, 0)

    def test_nothing_is_forced_without_need(self) -> None:
        """A second look at whole rounds: before each draw and each pass nothing that is held fits, and a pass needs an empty boneyard."""
        for seed in range(60):
            deal, _commands, groups = random_round(seed)
            hands, boneyard, chain = [set(hand) for hand in deal.hands], list(deal.boneyard), Chain()
            for event in [event for group in groups for event in group]:
                match event:
                    case Played(seat=seat, tile=laid, end=end):
                        hands[seat].remove(laid)
                        chain.lay(laid, end)
                    case Drew(seat=seat, tile=drawn):
                        assert not any(chain.fits(held) for held in hands[seat])
                        assert drawn == boneyard.pop(0)
                        hands[seat].add(drawn)
                    case Passed(seat=seat):
                        assert not boneyard
                        assert not any(chain.fits(held) for held in hands[seat])
                    case _:
                        assert isinstance(event, Shown)
                        assert ([set(hand) for hand in event.hands], list(event.boneyard)) == (hands, boneyard)


class Chain:
    """A second chain, kept as the numbers at its ends."""

    ends: tuple[int, int] | None = None

    def lay(self, laid: Tile, end: str | None) -> None:
        """Lay a tile. It must fit."""
        if self.ends is None:
            self.ends = (laid[0], laid[1])
            return
        left, right = self.ends
        old = left if end == "left" else right
        assert old in laid
        new = laid[0] + laid[1] - old
        self.ends = (new, right) if end == "left" else (left, new)

    def fits(self, tile: Tile | None) -> bool:
        """Whether a tile could be laid."""
        assert self.ends is not None
        assert tile is not None
        return bool({*self.ends} & {*tile})


class TestEnd:
    def test_the_last_tile_wins_the_pips_of_the_other_hand(self) -> None:
        table = Table.of(dealt("6-6 6-5", "6-1 4-3"))
        table.play("6-6", "6-1")
        assert told(table.play("6-5 left")) == ["0 6-5 left", "shown"]
        assert result(table) == (Result(WON, 7), Result(LOST, 0))
        assert table.game.to_move(table.state) == frozenset()

    def test_after_the_last_tile_the_other_neither_draws_nor_passes(self) -> None:
        """Neither end fits the other hand, and the boneyard is full or empty: all the same the round is over."""
        table = Table.of(dealt("6-6 6-5", "6-1 4-3"))
        table.play("6-6", "6-1")
        assert not any(isinstance(event, Drew | Passed) for event in table.play("6-5 left"))
        table = Table.of(dealt("0-0 1-1 2-1 1-0 2-2", "3-2 3-1 3-0 2-0 3-3", highest=3))
        table.play("3-3", "3-1", "1-1 right", "3-2 left", "2-2 left")
        assert told(table.play("2-0 left")) == ["1 2-0 left"]

    def test_the_double_blank_gives_no_pips_but_loses(self) -> None:
        table = Table.of(dealt("6-6 6-5", "6-1 0-0"))
        table.play("6-6", "6-1", "6-5 left")
        assert result(table) == (Result(WON, 0), Result(LOST, 0))

    def test_at_the_end_all_tiles_are_shown(self) -> None:
        table = Table.of(dealt("6-6 6-5", "6-1 4-3", "1-0 0-0"))
        table.play("6-6", "6-1")
        shown = table.play("6-5 left")[-1]
        assert isinstance(shown, Shown)
        assert shown.hands == ((), tiles("4-3"))
        assert (shown.boneyard[:2], len(shown.boneyard)) == (tiles("1-0 0-0"), 24)

    @pytest.mark.parametrize(
        ("deal", "moves", "end", "seats"),
        [
            (
                ("0-0 2-2 1-0", "2-0 2-1 1-1", "", 2),
                ["2-2", "2-1", "1-0 right", "2-0 right"],
                ["1 2-0 right", "0 passes", "1 passes", "shown"],
                (Result(WON, 2), Result(LOST, 0)),  # 0-0 against 1-1
            ),
            (
                ("2-0 2-1 1-1", "0-0 2-2 1-0", "", 2),
                ["2-2", "2-1", "1-0 right", "2-0 right"],
                ["0 2-0 right", "1 passes", "0 passes", "shown"],
                (Result(LOST, 0), Result(WON, 2)),
            ),
            (
                ("3-1 0-0 3-0", "2-1 2-2 3-3", "1-1 1-0 3-2 2-0", 3),
                ["3-3", "3-0", "1-0 right", "3-1 left", "2-1", "3-2 left", "1-1 right"],
                ["1 1-1 right", "0 draws 2-0", "0 passes", "1 passes", "shown"],
                (Result(WON, 2), Result(LOST, 0)),  # 0-0 and 2-0 against 2-2
            ),
            (
                ("2-2 3-2 2-1", "3-1 3-0 2-0", "3-3 0-0 1-0 1-1", 3),
                ["2-2", "2-0", "3-2 left", "3-0 left", "0-0", "1-0", "2-1 right"],
                ["0 2-1 right", "1 draws 1-1", "1 passes", "0 passes", "shown"],
                (Result(DRAWN, 0), Result(DRAWN, 0)),  # 3-3 against 1-1 and 3-1
            ),
        ],
    )
    def test_two_passes_block_the_round_and_the_lower_hand_wins_the_difference(
        self, deal: tuple[str, str, str, int], moves: list[str], end: list[str], seats: tuple[Result, ...]
    ) -> None:
        table = Table.of(dealt(*deal))
        assert told(table.play(*moves)) == end
        assert result(table) == seats

    @given(seed=st.integers(0, 10_000))
    def test_points_are_what_the_loser_has_more(self, seed: int) -> None:
        """Scored anew from the deal and the tiles laid: the same winner and points, whatever way the round ended."""
        game = Dominoes()
        deal, _commands, groups = random_round(seed)
        events = [event for group in groups for event in group]
        taken = [set(deal.hands[seat]) for seat in range(2)]
        for event in events:
            if isinstance(event, Drew):
                taken[event.seat].add(event.tile)
            elif isinstance(event, Played):
                taken[event.seat].remove(event.tile)
        left = [sum(sum(held) for held in hand if held) for hand in taken]
        out = [not hand for hand in taken]
        outcome = game.outcome(fold(game, [deal, *events]))
        assert outcome is not None
        for seat, found in enumerate(outcome.seats):
            more = left[1 - seat] - left[seat]
            assert found.points == (max(0, more) if not out[1 - seat] else 0)
            wins = out[seat] or (more > 0 and not any(out))
            drawn = more == 0 and not any(out)
            assert found.standing is (WON if wins else DRAWN if drawn else LOST)


def result(table: Table) -> tuple[Result, ...]:
    """The result of each seat, of a round that is over."""
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    assert outcome.final
    return outcome.seats
