"""Selection: taps and drags in, what they mean out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import pytest
from core.tests.toys import passing, patience, sticks
from hypothesis import given
from hypothesis import strategies as st

from sofra.game import Choice
from sofra.message import Message, Texts
from sofra.scene import Aspect, Piece, Scene, Spot, State
from sofra.selection import Deselected, Play, Rejected, Selected, Selection, Table
from sofra.testing.strategies import rounds

_ = Texts("sofra-test")

FREE = frozenset({State.FREE})
BLOCKED = frozenset({State.BLOCKED})


@attrs.frozen
class Command:
    name: str


def choice(*picks: str, ordered: bool = False, name: str = "") -> Choice[Command]:
    """A choice for some picks."""
    return Choice(0, Command(name or "+".join(picks)), picks, ordered=ordered)


def table(*choices: Choice[Command], free: str = "abcdef", blocked: str = "xy", spots: str = "") -> Table:
    """A table with free and blocked pieces and free spots, one letter each."""
    pieces = [Piece(key, f"toy/{key}", (0.0, 0.0), (1.0, 1.0), state=FREE) for key in free]
    pieces += [Piece(key, f"toy/{key}", (0.0, 0.0), (1.0, 1.0), state=BLOCKED) for key in blocked]
    places = tuple(Spot(key, (0.0, 0.0), (1.0, 1.0)) for key in spots)

    def why(picks: Sequence[str]) -> Message:
        return _("No: {picks}", picks="+".join(picks))

    return Table(Scene((9.0, 9.0), tuple(pieces), places), choices, why)


def taps(where: Table, keys: str) -> tuple[tuple[str, ...], Any]:
    """The picks after taps on each letter, and what the last one meant."""
    selection, answer = Selection(), None
    for key in keys:
        selection, answer = selection.tap(where, key)
    return selection.picks, answer


def no(picks: str) -> Message:
    """The reason that the table gives."""
    return _("No: {picks}", picks="+".join(picks))


PAIRS = table(choice("a", "b"), choice("a", "c"), choice("d", "e"))


class TestPairs:
    """The tap table of Mahjong Solitaire."""

    def test_nothing_selected_and_a_free_piece_selects_it(self) -> None:
        assert taps(PAIRS, "a") == (("a",), Selected(("a",)))

    def test_a_free_piece_without_a_partner_is_selected_too(self) -> None:
        assert taps(PAIRS, "f") == (("f",), Selected(("f",)))

    def test_the_same_piece_again_is_deselected(self) -> None:
        assert taps(PAIRS, "aa") == ((), Deselected())

    @pytest.mark.parametrize("keys", ["ab", "ba"])
    def test_a_piece_that_pairs_plays_in_any_order(self, keys: str) -> None:
        assert taps(PAIRS, keys) == ((), Play(choice("a", "b")))

    def test_a_piece_that_does_not_pair_takes_the_selection_and_says_why(self) -> None:
        assert taps(PAIRS, "ad") == (("d",), Selected(("d",), no("ad")))

    def test_the_selection_that_moved_pairs_from_there(self) -> None:
        assert taps(PAIRS, "ade") == ((), Play(choice("d", "e")))

    def test_a_blocked_piece_cancels_and_says_why(self) -> None:
        assert taps(PAIRS, "ax") == ((), Rejected("x", no("x")))

    def test_after_a_blocked_piece_a_partner_only_starts_anew(self) -> None:
        """A later tap must never complete a pair that the player has stopped looking at."""
        assert taps(PAIRS, "axb") == (("b",), Selected(("b",)))

    def test_a_key_that_is_not_there_is_rejected(self) -> None:
        assert taps(PAIRS, "a?") == ((), Rejected("?", no("?")))


class TestOneTap:
    def test_a_choice_of_one_pick_plays_at_once(self) -> None:
        assert taps(table(choice("a"), choice("b")), "a") == ((), Play(choice("a")))

    def test_a_pick_that_plays_alone_plays_although_another_was_selected(self) -> None:
        assert taps(table(choice("a", "b"), choice("c")), "ac") == ((), Play(choice("c")))

    def test_a_spot_is_picked_like_a_piece(self) -> None:
        assert taps(table(choice("P"), spots="P"), "P") == ((), Play(choice("P")))

    def test_a_spot_that_is_not_free_is_rejected(self) -> None:
        shut = Scene((1.0, 1.0), (), (Spot("P", (0.0, 0.0), (1.0, 1.0), state=frozenset()),))
        where = Table(shut, [choice("P")], lambda _picks: None)
        assert taps(where, "P") == ((), Rejected("P", None))


class TestConfirm:
    """Where one choice begins another, a spot decides."""

    OPEN = table(choice("a", "P"), choice("a", "b", "P"), choice("a", "b", "c"), spots="P")

    def test_a_beginning_waits(self) -> None:
        assert taps(self.OPEN, "ab") == (("a", "b"), Selected(("a", "b")))

    @pytest.mark.parametrize(("keys", "picks"), [("aP", "aP"), ("abP", "abP"), ("baP", "abP"), ("abc", "abc")])
    def test_the_spot_decides(self, keys: str, picks: str) -> None:
        assert taps(self.OPEN, keys) == ((), Play(choice(*picks)))

    def test_a_spot_decides_for_what_is_picked_though_more_could_be(self) -> None:
        """One to three cards, then confirm: each number of cards can be played."""
        where = table(*(choice(*picks, "P") for picks in ("a", "b", "c", "ab", "ac", "bc", "abc")), spots="P")
        for picks in ("a", "c", "ab", "cb", "bac"):
            played = taps(where, f"{picks}P")[1]
            assert isinstance(played, Play)
            assert set(played.choice.picks) == {*picks, "P"}

    def test_a_choice_that_another_extends_does_not_play(self) -> None:
        where = table(choice("a"), choice("a", "b"))
        assert taps(where, "a") == (("a",), Selected(("a",)))
        assert taps(where, "ab") == ((), Play(choice("a", "b")))

    def test_taking_one_of_several_back_leaves_the_others(self) -> None:
        assert taps(self.OPEN, "aba") == (("b",), Selected(("b",)))

    def test_equal_picks_wait_for_a_spot(self) -> None:
        where = table(choice("a", name="one"), choice("a", name="other"))
        assert taps(where, "a") == (("a",), Selected(("a",)))


class TestOrdered:
    ENDS = table(choice("a", "L", ordered=True), choice("L", "a", ordered=True, name="back"), spots="L")

    def test_the_order_tells_choices_apart(self) -> None:
        assert taps(self.ENDS, "aL") == ((), Play(choice("a", "L", ordered=True)))
        assert taps(self.ENDS, "La") == ((), Play(choice("L", "a", ordered=True, name="back")))

    def test_picks_in_the_wrong_order_start_anew(self) -> None:
        where = table(choice("a", "b", "c", ordered=True))
        assert taps(where, "acb")[1] == Selected(("b",), no("cb"))
        assert taps(where, "abc")[1] == Play(choice("a", "b", "c", ordered=True))


class TestDrag:
    def test_a_piece_dragged_onto_its_partner_plays(self) -> None:
        assert Selection().drag(PAIRS, "b", "a") == (Selection(), Play(choice("a", "b")))

    def test_a_drag_that_means_nothing_leaves_the_picks_and_says_why(self) -> None:
        assert Selection(("c",)).drag(PAIRS, "a", "d") == (Selection(("c",)), Rejected("a", no("ad")))

    def test_a_blocked_piece_cannot_be_dragged(self) -> None:
        assert Selection().drag(PAIRS, "x", "a") == (Selection(), Rejected("x", no("x")))

    def test_the_order_of_an_ordered_choice_is_that_of_the_drag(self) -> None:
        where = table(choice("a", "b", ordered=True))
        assert isinstance(Selection().drag(where, "a", "b")[1], Play)
        assert isinstance(Selection().drag(where, "b", "a")[1], Rejected)

    def test_a_drag_that_could_mean_two_things_is_rejected(self) -> None:
        where = table(choice("a", "b", name="one"), choice("a", "b", name="other"))
        assert isinstance(Selection().drag(where, "a", "b")[1], Rejected)

    def test_a_piece_that_plays_alone_may_be_dragged_to_any_place(self) -> None:
        """A domino that fits both ends alike has no end to choose; wherever the hand puts it, it is played."""
        where = table(choice("a"), choice("b", "p"), spots="pq")
        assert Selection().drag(where, "a", "q") == (Selection(), Play(choice("a")))
        assert Selection().drag(where, "a", "c")[1] == Rejected("a", no("ac"))
        assert Selection().drag(where, "b", "q")[1] == Rejected("b", no("bq"))


keys = st.sampled_from("abcdefxyPQ")
choices = st.lists(
    st.tuples(st.lists(st.sampled_from("abcdPQ"), min_size=1, max_size=4, unique=True), st.booleans()), max_size=6
).map(lambda specs: [choice(*picks, ordered=ordered) for picks, ordered in specs])


class TestAtOnce:
    """What a player may like: a tile that fits one end only goes there without a second tap."""

    ends = table(choice("a", "p"), choice("b", "p"), choice("b", "q"), spots="pq")

    def test_picks_that_one_choice_begins_with_play_it(self) -> None:
        assert Selection().tap(self.ends, "a", at_once=True) == (Selection(), Play(choice("a", "p")))

    def test_picks_that_begin_several_wait(self) -> None:
        assert Selection().tap(self.ends, "b", at_once=True) == (Selection(("b",)), Selected(("b",)))

    def test_the_one_choice_plays_although_another_piece_was_selected(self) -> None:
        assert Selection(("b",)).tap(self.ends, "a", at_once=True) == (Selection(), Play(choice("a", "p")))

    def test_a_place_waits_for_its_piece_though_only_one_fits(self) -> None:
        assert Selection().tap(self.ends, "q", at_once=True) == (Selection(("q",)), Selected(("q",)))

    def test_without_the_wish_it_waits(self) -> None:
        assert Selection().tap(self.ends, "a") == (Selection(("a",)), Selected(("a",)))

    def test_a_choice_that_another_extends_still_needs_its_confirmation(self) -> None:
        where = table(choice("a"), choice("a", "b"))
        assert Selection().tap(where, "a", at_once=True) == (Selection(("a",)), Selected(("a",)))


class TestAlways:
    @given(offered=choices, tapped=st.lists(keys, max_size=12))
    def test_only_what_is_offered_and_picked_is_played(self, offered: list[Choice[Command]], tapped: list[str]) -> None:
        """Whatever is tapped: what plays is a choice, its picks are the last taps, and nothing stays picked."""
        where = table(*offered, spots="PQ")
        selection = Selection()
        for key in tapped:
            before = selection.picks
            selection, answer = selection.tap(where, key)
            assert len(set(selection.picks)) == len(selection.picks)
            assert all(where.can_pick(pick) for pick in selection.picks)
            match answer:
                case Play(played):
                    assert played in offered
                    assert set(played.picks) in ({*before, key}, {key})
                    assert selection.picks == ()
                case Selected(picked):
                    assert picked == selection.picks != ()
                case Deselected():
                    assert selection.picks == ()
                case Rejected(rejected):
                    assert (rejected, selection.picks) == (key, ())
                    assert not where.can_pick(key)

    @given(offered=choices, tapped=st.lists(keys, max_size=6))
    def test_taps_twice_are_as_if_never_made(self, offered: list[Choice[Command]], tapped: list[str]) -> None:
        """Two taps on one free piece, from nothing selected, leave nothing selected, unless the first one played."""
        where = table(*offered, spots="PQ")
        for key in tapped:
            selection, answer = Selection().tap(where, key)
            if isinstance(answer, Selected):
                assert selection.tap(where, key) == (Selection(), Deselected())

    @given(
        line=st.sampled_from([passing.INFO, patience.INFO, sticks.INFO]).flatmap(lambda info: rounds(info, seeds=40))
    )
    def test_a_round_can_be_played_by_taps_alone(self, line: Any) -> None:
        """Each choice that chance took could have been tapped by its seat."""
        for ply, step in enumerate(line.steps):
            seat = step.choice.seat
            seen = line.sight(seat)[0][ply]
            scene = line.game.scene(seen, seat, Aspect.TALL)
            offered = line.game.choices(seen, seat)
            where = Table(scene, offered, lambda _picks: None)
            picked = next(each for each in offered if each.command == step.choice.command)
            selection, answer = Selection(), None
            for key in picked.picks:
                selection, answer = selection.tap(where, key)
            assert answer == Play(picked)
