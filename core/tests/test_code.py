"""Codes: a short text that is a deal, and one that is a deal and every move."""

from __future__ import annotations

import hashlib
import string
from contextlib import suppress
from datetime import date
from typing import Any

import attrs
import pytest
from core.tests.toys import passing, patience, sticks
from hypothesis import given
from hypothesis import strategies as st

from sofra.code import (
    MAX_COMMANDS,
    MAX_LETTERS,
    NUMBERS,
    CodeError,
    DealCode,
    ReplayCode,
    number_letters,
    number_of_day,
)
from sofra.deal import Shuffle
from sofra.game import GameInfo
from sofra.options import OptionKind, option
from sofra.testing import play_randomly

GAMES = (passing.INFO, patience.INFO, sticks.INFO)
OPEN = sticks.INFO
numbers = st.integers(0, NUMBERS - 1)
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def bare(text: str) -> str:
    """The letters and digits of a text, capital, with O for 0."""
    kept = "".join(char for char in text.upper() if char in string.ascii_uppercase + string.digits)
    return kept.replace("0", "O")


def refusal(text: str, games: tuple[GameInfo, ...] = GAMES) -> CodeError:
    """Why a deal code is refused."""
    with pytest.raises(CodeError) as caught:
        DealCode.parse(text, games)
    return caught.value


class TestNumber:
    @pytest.mark.parametrize(
        ("number", "letters"), [(0, "AAAAAAA"), (1, "AAAAAAB"), (26, "AAAAABA"), (NUMBERS - 1, "ZZZZZZZ")]
    )
    def test_it_is_big_endian_base_26(self, number: int, letters: str) -> None:
        assert number_letters(number) == letters

    @pytest.mark.parametrize("number", [-1, NUMBERS])
    def test_there_are_no_others(self, number: int) -> None:
        with pytest.raises(ValueError, match="number"):
            number_letters(number)


class TestDealCode:
    def test_deal_and_rule_options_stand_in_it_and_play_options_do_not(self) -> None:
        options = patience.Options(kinds="K6", shuffles="S0", scoring="timed")
        code = DealCode.of(patience.INFO, options, 37)
        assert str(code) == "TS1-K6-S0-AAAAABL"
        read, info, found = DealCode.parse(str(code), GAMES)
        assert (read, info) == (code, patience.INFO)
        assert found == patience.Options(kinds="K6", shuffles="S0")

    def test_the_rule_never_changes_the_tiles(self) -> None:
        """Every hash leaves the rule block out."""
        strict, mild = (DealCode.of(patience.INFO, patience.Options(shuffles=rule), 5) for rule in ("S0", "S9"))
        assert strict != mild
        assert strict.hashed == mild.hashed == "TS1-K3-AAAAAAF"
        assert strict.shuffle == Shuffle.of("TS1-K3-AAAAAAF")

    def test_the_deal_option_does(self) -> None:
        few, many = (DealCode.of(patience.INFO, patience.Options(kinds=deal), 5) for deal in ("K3", "K4"))
        assert few.shuffle != many.shuffle

    @given(number=numbers, options=st.sampled_from(patience.ALL_OPTIONS))
    def test_what_is_written_is_read(self, number: int, options: patience.Options) -> None:
        code = DealCode.of(patience.INFO, options, number)
        read, info, found = DealCode.parse(str(code), GAMES)
        assert (read, str(read), info) == (code, str(code), patience.INFO)
        assert DealCode.of(info, found, read.number) == code

    @given(number=numbers, data=st.data())
    def test_reading_forgives_case_spaces_and_dashes(self, number: int, data: st.DataObject) -> None:
        code = DealCode.of(patience.INFO, patience.Options(), number)
        filler = st.text(st.sampled_from(" -–—\u00a0\u200e\u200f\u2066\u2069\u200b\t\n"), max_size=3)
        letters = [char.lower() if data.draw(st.booleans()) else char for char in str(code) if char != "-"]
        typed = "".join(char + data.draw(filler) for char in letters)
        assert DealCode.parse(typed, GAMES)[0] == code

    def test_a_zero_for_the_letter_o_is_understood(self) -> None:
        assert str(DealCode.parse("TS1-K3-S2-A0A00AA", GAMES)[0]) == "TS1-K3-S2-AOAOOAA"

    def test_a_zero_for_the_letter_o_behind_the_version_too(self) -> None:
        """The dash tells where the version ends; without it the code is refused, never taken for another deal."""
        assert str(DealCode.parse("TN1-0AAAAAA", GAMES)[0]) == "TN1-OAAAAAA"
        assert "version 10" in str(refusal("TN10AAAAAA").message)

    def test_a_letter_o_for_the_zero_of_an_option_is_understood(self) -> None:
        assert DealCode.parse("TS1-K3-SO-AAAAAAA", GAMES)[2] == patience.Options(shuffles="S0")

    @pytest.mark.parametrize(
        ("text", "place", "part"),
        [
            ("", 0, "Type a code"),
            (" - ", 0, "Type a code"),
            ("XY1-AAAAAAA", 0, "No game here"),
            ("  XY1-AAAAAAA", 2, "TN, TP, TS"),
            ("TN-AAAAAAA", 0, "No game here"),
            ("TN7-AAAAAAA", 2, "version 7 of Sticks"),
            ("TN1-AAAAAA", 10, "here are 6"),
            ("TN1-", 4, "here are 0"),
            ("TN1-A", 5, "here is 1"),
            ("TN1-AAAAAAAA", 11, "here are 8"),
            ("TN1-AAA7AAA", 7, "7 cannot stand in the number"),
            ("TN1-AAAAA!A", 9, "! cannot stand in a code"),
            ("TN1-AAAAAÄA", 9, "Ä cannot stand in a code"),
            ("TN1-AAAAA１A", 9, "cannot stand in a code"),
            ("TS1-K9-S2-AAAAAAA", 4, "kinds cannot be read after TS1"),
            ("TS1-K3-X2-AAAAAAA", 7, "shuffles cannot be read after TS1K3"),
            ("T" * 201, 200, "too long"),
        ],
    )
    def test_a_bad_code_is_refused_with_place_and_reason(self, text: str, place: int, part: str) -> None:
        error = refusal(text)
        assert error.place == place
        assert part in error.message.english
        assert str(error) == error.message.english

    @given(text=st.text(max_size=40) | st.text(st.sampled_from("TNSPK123 -AOIL0Z~"), max_size=25))
    def test_anything_else_is_refused_and_never_another_deal(self, text: str) -> None:
        """What is accepted is, but for case, spaces, dashes and O for 0, exactly what its canonical form says."""
        try:
            code, _info, _options = DealCode.parse(text, GAMES)
        except CodeError:
            return
        # Zeros before the version's digits are the one other way to write it.
        assert bare(str(code)) == bare(text).replace("TNO", "TN").replace("TSO", "TS").replace("TPO", "TP")

    def test_the_longest_prefix_wins(self) -> None:
        """MJ1… is never a game M with something behind."""
        short = attrs.evolve(OPEN, id="m", prefix="T")
        assert DealCode.parse("TN1-AAAAAAA", (short, OPEN))[1] is OPEN
        assert DealCode.parse("T1-AAAAAAA", (OPEN, short))[1] is short

    def test_versions_live_side_by_side(self) -> None:
        both = attrs.evolve(OPEN, rules={1: OPEN.rules[1], 12: OPEN.rules[1]})
        assert DealCode.parse("TN1-AAAAAAA", (both,))[0].version == 1
        assert DealCode.parse("TN12-AAAAAAA", (both,))[0].version == 12
        assert DealCode.of(both, both.options(), 0).version == 12


class TestOption:
    def test_a_default_must_be_one_of_the_tokens(self) -> None:
        with pytest.raises(ValueError, match="K9"):
            option(OptionKind.DEAL, "K9", r"K[0-5]")

    def test_other_tokens_are_refused(self) -> None:
        with pytest.raises(ValueError, match="kinds"):
            patience.Options(kinds="K33")


def written_again(deal: DealCode, digits: list[tuple[int, int]]) -> str:
    """A replay code, written a second time straight from the specification."""
    count, groups = len(digits), []
    while True:
        groups.append(count & 127)
        count >>= 7
        if not count:
            break
    places = [(group | (128 if k < len(groups) - 1 else 0), 256) for k, group in enumerate(groups)] + digits
    number = 0
    for value, radix in reversed(places):
        number = number * radix + value
    letters = ""
    while number:
        letters, number = letters + CROCKFORD[number % 32], number // 32
    text = f"{deal}~{letters}"
    return text + CROCKFORD[int.from_bytes(hashlib.sha256(text.encode()).digest(), "big") % 32]


class TestReplayCode:
    @given(
        number=numbers,
        digits=st.lists(
            st.integers(1, 512).flatmap(lambda radix: st.tuples(st.integers(0, radix - 1), st.just(radix))),
            max_size=300,
        ),
    )
    def test_it_is_written_as_specified(self, number: int, digits: list[tuple[int, int]]) -> None:
        deal = DealCode.of(OPEN, OPEN.options(), number)
        assert str(ReplayCode.encode(deal, digits)) == written_again(deal, digits)

    @given(seed=st.integers(0, 10_000), moves=st.integers(0, 30), info=st.sampled_from(GAMES))
    def test_it_plays_the_round_again(self, seed: int, moves: int, info: GameInfo) -> None:
        line = play_randomly(info, seed, moves=moves)
        code = ReplayCode.encode(line.code, [(step.index, step.radix) for step in line.steps])
        read, found, options = ReplayCode.parse(str(code), GAMES)
        assert (read, found) == (code, info)
        played = read.play(info.load(), options)
        assert [tuple(events) for _choice, events in played] == [line.group(k) for k in range(len(line.steps) + 1)]

    def test_a_long_round_counts_in_two_digits(self) -> None:
        """From 128 commands on the count takes a second radix-256 digit; a forged or short one is noticed."""
        deal = DealCode.of(OPEN, OPEN.options(), 1)
        assert str(ReplayCode.encode(deal, [(0, 1)] * 127)) == written_again(deal, [(0, 1)] * 127)
        assert str(ReplayCode.encode(deal, [(0, 1)] * 128)) == written_again(deal, [(0, 1)] * 128)

    def test_an_index_beyond_the_choices_is_an_error(self) -> None:
        with pytest.raises(ValueError, match="no choice 3 among 3"):
            ReplayCode.encode(DealCode.of(OPEN, OPEN.options(), 1), [(3, 3)])

    def test_reading_forgives_what_a_chat_does_to_it(self) -> None:
        line = play_randomly(OPEN, 5)
        code = ReplayCode.encode(line.code, [(step.index, step.radix) for step in line.steps])
        head, _tilde, tail = str(code).partition("~")
        typed = f" \u2066{head.lower()}~{tail[:3].lower()} \n{tail[3:].replace('0', 'o').replace('1', 'l')}\u2069 "
        assert ReplayCode.parse(typed, GAMES)[0] == code

    @given(seed=st.integers(2, 500), data=st.data())
    def test_one_wrong_letter_is_nearly_always_noticed_and_never_an_error_of_ours(
        self, seed: int, data: st.DataObject
    ) -> None:
        line = play_randomly(OPEN, seed)
        text = str(ReplayCode.encode(line.code, [(step.index, step.radix) for step in line.steps]))
        place = data.draw(st.integers(0, len(text) - 1))
        other = text[:place] + data.draw(st.sampled_from(CROCKFORD)) + text[place + 1 :]
        with suppress(CodeError):
            read, _info, options = ReplayCode.parse(other, GAMES)
            assert read.play(OPEN.load(), options)

    @pytest.mark.parametrize(
        ("text", "part"),
        [
            ("TN1-AAAAAAA", "no ~"),
            ("TN1-AAAAAAA~", "ends after ~"),
            ("TN1-AAAAAAA~*", "* cannot stand"),
            ("TN1-AAAAAAA~U", "U cannot stand"),
            ("TN1-AAAAAA~0", "seven letters"),
            ("TN1-AAAAAAA~" + "1" * (MAX_LETTERS + 1), "too long"),
        ],
    )
    def test_a_bad_code_is_refused_with_the_reason(self, text: str, part: str) -> None:
        with pytest.raises(CodeError) as caught:
            ReplayCode.parse(text, GAMES)
        assert part in caught.value.message.english

    def test_a_wrong_check_character_is_refused(self) -> None:
        text = str(ReplayCode.encode(DealCode.of(OPEN, OPEN.options(), 1), [(0, 12)]))
        wrong = text[:-1] + next(char for char in CROCKFORD if char != text[-1])
        with pytest.raises(CodeError, match="does not check"):
            ReplayCode.parse(wrong, GAMES)

    @pytest.mark.parametrize(
        "number",
        [
            pytest.param(1 + 256 * 12, id="a digit beyond the last choice"),
            pytest.param(40, id="more commands than the game has"),
            pytest.param(128, id="a count that could be shorter"),
            pytest.param(255 + 256 * 127, id="more commands than any game has"),
            pytest.param(255 + 256 * (255 + 256 * (255 + 256 * 255)), id="a count without end"),
        ],
    )
    def test_moves_that_do_not_fit_are_refused(self, number: int) -> None:
        """Forged letters, with the right check character, are found out when they are decided."""
        deal = DealCode.of(OPEN, OPEN.options(), 1)
        letters = ""
        while number:
            letters, number = letters + CROCKFORD[number % 32], number // 32
        self.refuse(deal, letters)

    def test_zeros_at_the_end_are_refused(self) -> None:
        """One round has one code."""
        deal = DealCode.of(OPEN, OPEN.options(), 1)
        good = ReplayCode.encode(deal, [(1, 12)])
        self.refuse(deal, good.letters[:-1] + "0")

    def refuse(self, deal: DealCode, letters: str) -> None:
        text = f"{deal}~{letters}"
        check = CROCKFORD[hashlib.sha256(text.encode()).digest()[-1] & 31]
        read, info, options = ReplayCode.parse(text + check, GAMES)
        with pytest.raises(CodeError, match="do not fit") as caught:
            read.play(info.load(), options)
        assert caught.value.place == len(str(deal)) + 1

    def test_the_longest_code_can_be_read(self) -> None:
        """MAX_COMMANDS digits of four seats with 512 choices each stay below MAX_LETTERS."""
        deal = DealCode.of(OPEN, OPEN.options(), 1)
        digits: list[tuple[int, int]] = [(2047, 2048)] * MAX_COMMANDS
        code: Any = ReplayCode.encode(deal, digits)
        assert len(code.letters) <= MAX_LETTERS
        assert ReplayCode.parse(str(code), GAMES)[0] == code


@pytest.mark.parametrize(
    ("day", "letters"),
    [(date(2026, 11, 30), "FNDAFRS"), (date(2027, 2, 28), "GHXXVGB"), (date(2028, 2, 29), "JUUMLIF")],
)
def test_the_number_of_a_day_is_what_the_reference_says(day: date, letters: str) -> None:
    """Eight bytes of SHAKE-256 over the date, big-endian, modulo 26**7: worked out here step by step, and fixed for ever."""
    hashed = hashlib.shake_256(f"sofra/day/1/{day.year:04}-{day.month:02}-{day.day:02}".encode()).digest(8)
    number = 0
    for byte in hashed:
        number = (256 * number + byte) % 26**7
    assert number_of_day(day) == number
    assert number_letters(number) == letters
