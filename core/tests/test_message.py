"""Messages: texts as values."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sofra.message import Clock, Ltr, Message, Player, Signed, Texts, fill, named, placeholders

_ = Texts("sofra-test")

names = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True)


class TestMessage:
    def test_it_holds_the_english_source_and_its_domain(self) -> None:
        message = _("Nothing to undo.")
        assert (message.id, message.domain, message.params) == ("Nothing to undo.", "sofra-test", ())

    def test_equal_parameters_in_another_order_are_equal_messages(self) -> None:
        assert _("{a} of {b}", a=1, b=2) == _("{a} of {b}", b=2, a=1)
        assert hash(_("{a} of {b}", a=1, b=2)) == hash(_("{a} of {b}", b=2, a=1))

    @pytest.mark.parametrize(
        ("count", "text"), [(0, "0 pairs left"), (1, "1 pair left"), (2, "2 pairs left"), (-1, "-1 pairs left")]
    )
    def test_the_count_chooses_the_plural_form(self, count: int, text: str) -> None:
        assert _.plural("{n} pair left", "{n} pairs left", count).english == text

    def test_a_plural_may_have_more_parameters(self) -> None:
        assert str(_.plural("{who}: {n} pair", "{who}: {n} pairs", 3, who="Seat 1")) == "Seat 1: 3 pairs"

    def test_the_context_tells_equal_texts_apart(self) -> None:
        assert _.context("direction", "Left") != _.context("remaining", "Left")
        assert _.context("direction", "Left").english == "Left"

    def test_messages_stand_inside_messages(self) -> None:
        inner = _("red dragon")
        assert str(_("{tile} at {place}", tile=inner, place=Ltr("R"))) == "red dragon at R"

    def test_a_place_without_a_parameter_stays(self) -> None:
        assert str(Message("{lost} and {found}", (("found", 1),))) == "{lost} and 1"

    def test_a_value_is_never_read_as_a_text_with_places(self) -> None:
        """What a player typed may look like a place; it is shown as it is."""
        assert str(_("{typed} cannot be read; {why}", typed="{why}", why="no dash")) == "{why} cannot be read; no dash"

    def test_a_message_cannot_be_changed(self) -> None:
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            _("Hint").id = "Tip"  # type: ignore[misc]

    @given(values=st.dictionaries(names, st.integers() | st.text()))
    def test_every_parameter_is_shown_in_its_place(self, values: dict[str, int | str]) -> None:
        source = " | ".join(f"{{{name}}}" for name in values)
        assert placeholders(source) == frozenset(values)
        assert str(_(source, **values)) == " | ".join(str(value) for value in values.values())

    @given(text=st.text())
    def test_any_translation_can_be_filled(self, text: str) -> None:
        """A broken translation is ugly, but never an error in front of a player."""
        assert isinstance(fill(text, (("a", 1),), str), str)


class TestClock:
    @pytest.mark.parametrize(
        ("ms", "text"),
        [
            (0, "00:00"),
            (999, "00:00"),
            (1_000, "00:01"),
            (61_234, "01:01"),
            (3_599_999, "59:59"),
            (3_600_000, "1:00:00"),
            (36_061_000, "10:01:01"),
            (-5, "00:00"),
        ],
    )
    def test_it_shows_whole_seconds_and_hours_when_there_are_any(self, ms: int, text: str) -> None:
        assert str(Clock(ms)) == text
        assert str(_("Time {time}", time=Clock(ms))) == f"Time {text}"


class TestSigned:
    @pytest.mark.parametrize(("value", "text"), [(10, "+10"), (-2, "−2"), (0, "0"), (23_333, "+23333")])
    def test_sign(self, value: int, text: str) -> None:
        """A number that is added or taken away has its sign; nothing has none."""
        assert str(_("{points}", points=Signed(value))) == text


class TestPlayer:
    played = _("{what}; {then}", what=_("{player} played {tile}", player=Player(1), tile=Ltr("6-3")), then=Player(0))

    def test_a_seat_is_a_number_where_nobody_knows_a_name(self) -> None:
        assert str(self.played) == "Player 2 played 6-3; Player 1"

    def test_the_host_puts_names_in_wherever_they_stand(self) -> None:
        """A seat without a name stays a number, and every other parameter stays as it is."""
        assert str(named(self.played, {1: _("Computer")})) == "Computer played 6-3; Player 1"
        assert str(named(self.played, {0: "Sara", 1: "Ivo"})) == "Ivo played 6-3; Sara"
        assert named(self.played, {}) == self.played
