"""The contract's own parts: options, GameInfo, folding and redacting."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs
import pytest
from core.tests.toys import passing, patience, sticks
from core.tests.toys.passing import Card, Dealt, Passing
from core.tests.toys.patience import Options, Patience
from core.tests.toys.sticks import Heaps, SetOut, Sticks, Take, Taken

from sofra.abilities import Bots, Hints, Solvable, UndoPolicy, Worlds
from sofra.deal import Shuffle
from sofra.game import Refused, Tally, Watcher, fold, hide
from sofra.message import Texts
from sofra.options import NoOptions, OptionKind, option_values

_ = Texts("sofra-test")


class TestInfo:
    def test_it_loads_its_rules_by_version(self) -> None:
        assert isinstance(patience.INFO.load(), Patience)
        assert isinstance(patience.INFO.load(1), Patience)
        assert patience.INFO.load() is not patience.INFO.load()

    def test_the_newest_rules_are_played(self) -> None:
        both = attrs.evolve(sticks.INFO, rules={1: "no_such_module:Old", 3: sticks.INFO.rules[1]})
        assert both.version == 3
        assert isinstance(both.load(), Sticks)

    def test_a_version_that_is_not_here_is_named(self) -> None:
        with pytest.raises(LookupError, match="toy-sticks has no rules version 2"):
            sticks.INFO.load(2)

    @pytest.mark.parametrize("path", ["no_such_module:Game", "core.tests.toys.sticks:NoSuchClass"])
    def test_rules_that_cannot_be_imported_raise(self, path: str) -> None:
        with pytest.raises((ImportError, AttributeError)):
            attrs.evolve(sticks.INFO, rules={1: path}).load()


class TestOptions:
    def test_each_kind_is_listed_in_order(self) -> None:
        options = Options(kinds="K5")
        assert option_values(options, OptionKind.DEAL) == (("kinds", r"K[2-6]", "K5"),)
        assert option_values(options, OptionKind.RULE) == (("shuffles", r"S[0-9]", "S2"),)
        assert option_values(options, OptionKind.PLAY) == (("scoring", "plain|timed", "plain"),)

    def test_a_game_without_options_has_none(self) -> None:
        assert all(option_values(NoOptions(), kind) == () for kind in OptionKind)


class TestFoldAndHide:
    line: ClassVar[list[SetOut | Taken]] = [SetOut((1, 2)), Taken(0, 1, 2)]

    def test_fold_goes_on_from_a_state(self) -> None:
        game = Sticks()
        assert fold(game, self.line) == Heaps((1, 0), 1)
        assert fold(game, self.line[1:], Heaps((1, 2))) == Heaps((1, 0), 1)

    def test_nothing_cannot_be_folded(self) -> None:
        with pytest.raises(ValueError, match="begins with the events of its deal"):
            fold(Sticks(), [])

    def test_no_event_on_a_state_is_the_state(self) -> None:
        assert fold(Sticks(), [], Heaps((1,))) == Heaps((1,))

    def test_an_open_game_hides_nothing(self) -> None:
        assert all(hide(Sticks(), self.line, eye) == self.line for eye in (0, 1, *Watcher))

    def test_each_eye_gets_its_own_events_and_open_gets_all(self) -> None:
        game = Passing()
        line = list(game.deal(Shuffle.of("TP1-AAAAAAA"), NoOptions()))
        assert hide(game, line, Watcher.OPEN) == line
        [own] = hide(game, line, 1)
        assert isinstance(own, Dealt)
        assert [any(isinstance(card, Card) for card in hand) for hand in own.hands] == [False, True, False]
        [public] = hide(game, line, Watcher.SPECTATOR)
        assert public == Dealt(((None,) * 4,) * 3)


class TestDefaults:
    def test_a_plain_game_keeps_no_score_and_says_nothing_more(self) -> None:
        game, seen = Sticks(), Heaps((1,))
        answers: list[Any] = [game.score(seen, Tally(), NoOptions()), game.progress(seen), game.why(seen, 0, ("a",))]
        assert answers == [None, None, None]
        assert game.facts(seen, 0) == ()

    def test_abilities_are_what_a_game_can_do(self) -> None:
        """No flags: the host asks isinstance."""
        abilities = (Solvable, Hints, Bots, UndoPolicy, Worlds)
        assert [isinstance(Patience(), ability) for ability in abilities] == [True, True, False, True, False]
        assert [isinstance(Passing(), ability) for ability in abilities] == [False, False, True, False, True]

    def test_a_refusal_says_why(self) -> None:
        refused = Refused(_("It is not your turn."))
        assert str(refused) == refused.message.english == "It is not your turn."


class TestRequire:
    """Whether a command may be played, asked of the choices: no rule is written twice."""

    def test_a_choice_is_let_through(self) -> None:
        Sticks().require(Heaps((2, 1)), 0, Take(0, 2))

    @pytest.mark.parametrize(
        ("seat", "take", "said"), [(1, Take(0, 1), "not your turn"), (0, Take(0, 3), "cannot be played")]
    )
    def test_anything_else_is_refused_with_the_reason(self, seat: int, take: Take, said: str) -> None:
        with pytest.raises(Refused, match=said):
            Sticks().require(Heaps((2, 1)), seat, take)


@pytest.mark.parametrize("info", [passing.INFO, patience.INFO, sticks.INFO], ids=lambda info: info.id)
def test_the_library_page_needs_no_rules(info: Any) -> None:
    """Title, summary, seats and modes are plain values of the GameInfo."""
    assert str(info.title)
    assert str(info.summary)
    assert info.seats
    assert set(info.modes) <= {"alone", "computer", "shared", "online"}
