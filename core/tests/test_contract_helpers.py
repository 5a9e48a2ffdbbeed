"""What `sofra.testing` gives to an author besides the laws, and how a broken law speaks."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest
from core.tests.broken import deciders
from core.tests.broken.case import CASES
from core.tests.toys import passing, patience, sticks
from core.tests.toys.sticks import SetOut, Take, Taken
from hypothesis import given

from sofra.code import CodeError
from sofra.game import GameInfo
from sofra.message import Texts
from sofra.testing import GameContract, LawBroken, Line, at, play_randomly, rounds
from sofra.testing._texts import Source, sources_in

_ = Texts("sofra-toy-sticks")


def info_of(cls: type[Any]) -> GameInfo:
    """The GameInfo of a broken game."""
    return next(case.info for case in CASES if case.name == cls.__name__)


def contract(info: GameInfo, **attributes: Any) -> GameContract:
    """The laws for a game, to be asked one by one."""
    suite: GameContract = type("Suite", (GameContract,), {"info": info, **attributes})()
    return suite


class TestPlaying:
    def test_the_same_seed_plays_the_same_line(self) -> None:
        one, two = play_randomly(passing.INFO, 9), play_randomly(passing.INFO, 9)
        assert (one.code, one.indexes, one.states) == (two.code, two.indexes, two.states)

    def test_other_seeds_play_other_lines(self) -> None:
        assert len({str(play_randomly(passing.INFO, seed).code) for seed in range(20)}) == 20

    def test_a_line_knows_states_menus_and_events_of_every_ply(self) -> None:
        line = play_randomly(sticks.INFO, 4)
        assert len(line.states) == len(line.menus) == len(line.steps) + 1
        for ply, step in enumerate(line.steps):
            assert line.menus[ply][step.index] == step.choice
            assert step.radix == len(line.menus[ply])
        assert isinstance(line.group(0)[0], SetOut)
        assert all(isinstance(event, Taken) for event in line.events(len(line.steps))[1:])
        assert line.menus[-1] == ()

    def test_the_moves_can_be_bounded(self) -> None:
        assert len(play_randomly(sticks.INFO, 0, moves=3).steps) == 3

    def test_the_corners_are_the_first_and_the_last_choices(self) -> None:
        first, last = play_randomly(sticks.INFO, 0), play_randomly(sticks.INFO, 1)
        assert set(first.indexes) == {0}
        assert all(step.index == step.radix - 1 for step in last.steps)

    def test_slow_choices_are_taken_but_seldom(self) -> None:
        taken = [step.choice.slow for seed in range(30) for step in play_randomly(patience.INFO, seed).steps]
        assert 0 < sum(taken) < len(taken) / 2

    def test_what_a_game_raises_ends_the_line_and_is_kept(self) -> None:
        line = play_randomly(info_of(deciders.RefusesTheLastStick), 0)
        assert line.trouble is not None
        assert (line.trouble.member, line.trouble.ply) == ("decide", len(line.steps))
        assert line.trouble.choice == line.menus[-1][0]

    @given(line=rounds(patience.INFO, options=patience.ALL_OPTIONS, seeds=30, moves=10))
    def test_rounds_are_a_strategy(self, line: Any) -> None:
        assert len(line.steps) <= 10
        assert line.options in patience.ALL_OPTIONS
        assert line.trouble is None


class TestAt:
    def test_it_puts_you_where_a_law_was_broken(self) -> None:
        line = play_randomly(sticks.INFO, 3)
        position = at(sticks.INFO, str(line.code), line.indexes[:4])
        assert position.state == line.states[4]
        assert position.menu == line.menus[4]
        assert str(position).startswith(f"at(info, '{line.code}', {line.indexes[:4]}), replay code {line.code}~")

    def test_options_that_stand_in_no_code_are_given(self) -> None:
        options = patience.Options(scoring="timed")
        assert at(patience.INFO, "TS1-K3-S2-AAAAAAA", [], options).line.options == options

    def test_a_place_can_be_pasted_with_its_options(self) -> None:
        """What a broken law says of its place is Python that leads there, options and all."""
        options = patience.Options(scoring="timed")
        position = at(patience.INFO, "TS1-K3-S2-AAAAAAA", [0], options)
        said = str(position).partition(", replay code ")[0]
        again = eval(said, {"at": at, "info": patience.INFO, "Options": patience.Options})
        assert (again.line.options, again.line.indexes, again.line.code) == (
            options,
            position.line.indexes,
            position.line.code,
        )

    def test_a_bad_code_and_a_refusal_are_raised(self) -> None:
        with pytest.raises(CodeError):
            at(sticks.INFO, "TN1-A", [])
        with pytest.raises(IndexError):
            at(sticks.INFO, "TN1-AAAAAAA", [99])


class TestBrokenLaw:
    def test_it_says_law_finding_place_and_cure(self) -> None:
        with pytest.raises(LawBroken) as caught:
            contract(info_of(deciders.PlaysOutOfTurn)).test_other_commands_are_refused()
        broken = caught.value
        lines = str(broken).splitlines()
        assert lines[0] == broken.law == "other_commands_are_refused"
        assert lines[1].startswith("  law:   A command that is not among the choices here is refused")
        assert lines[2].startswith("  found: seat ")
        assert lines[3].startswith("  where: at(info, 'TN1-")
        assert lines[4].startswith("  mend:  Check every command in decide")
        assert not getattr(broken, "__notes__", [])

    def test_the_place_it_names_is_really_broken(self) -> None:
        info = info_of(deciders.RefusesTheLastStick)
        with pytest.raises(LawBroken) as caught:
            contract(info).test_every_choice_is_accepted()
        arguments = caught.value.where.partition("at(info, ")[2].partition("])")[0]
        code, _comma, indexes = arguments.partition(", [")
        position = at(info, code.strip("'"), [int(index) for index in indexes.split(", ")] if indexes else [])
        last = Take(max(range(3), key=lambda heap: position.state.sticks[heap]), sum(position.state.sticks))
        assert last in [choice.command for choice in position.menu]

    def test_the_first_such_place_of_the_line_is_named(self) -> None:
        """The dear laws look at a few positions only; what they find is traced back."""

        def check(line: Line) -> None:
            for position in line.positions(2):
                if position.ply >= 3:
                    raise LawBroken("a_law", "", "", str(position.line.indexes[: position.ply]), "")

        with pytest.raises(LawBroken) as caught:
            contract(sticks.INFO).each_line(check)
        assert caught.value.where == "[0, 0, 0]"

    def test_an_error_of_the_game_is_the_cause(self) -> None:
        with pytest.raises(LawBroken) as caught:
            contract(info_of(deciders.CrashesOnStaleCommands)).test_other_commands_are_refused()
        assert isinstance(caught.value.__cause__, IndexError)
        assert "the game raised IndexError" in caught.value.what


def compiled(catalogue: dict[str, str]) -> bytes:
    """A .mo file (GNU gettext manual, "The Format of GNU MO Files"), so that no compiler is needed here."""
    header = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n!=1;\n"
    entries = sorted({"": header, **catalogue}.items())
    keys = [key.encode() for key, _text in entries]
    texts = [text.encode() for _key, text in entries]
    offset = 28 + 16 * len(entries)
    tables, data = [b"", b""], b""
    for k, strings in enumerate((keys, texts)):
        for string in strings:
            tables[k] += struct.pack("<II", len(string), offset + len(data))
            data += string + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(entries), 28, 28 + 8 * len(entries), 0, 0)
    return head + tables[0] + tables[1] + data


SOURCE = """
from sofra.message import Texts
_ = Texts("sofra-made-up")
TITLE = _("Made up")
LEFT = _.context("remaining", "Left")
def count(n, who): return _.plural("{who} has {n} card", "{who} has {n} cards", n, who=who)
"""
WHOLE = {
    "Made up": "Izmišljeno",
    "remaining\x04Left": "Preostalo",
    "{who} has {n} card\0{who} has {n} cards": "{who} ima jednu kartu\0{who} ima {n} karata",
}


class TestLanguages:
    @pytest.fixture
    def home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A package that owns the domain of a game."""
        package = tmp_path / "sofra_made_up"
        (package / "locale/hr/LC_MESSAGES").mkdir(parents=True)
        (package / "__init__.py").write_text(SOURCE, encoding="utf-8")
        monkeypatch.setattr("sofra.testing._texts.homes_of", lambda _info, _domain: (package,))
        return package

    def check(self, home: Path, catalogue: dict[str, str]) -> None:
        (home / "locale/hr/LC_MESSAGES/sofra-toy-sticks.mo").write_bytes(compiled(catalogue))
        contract(sticks.INFO, languages=("hr",)).test_languages_are_complete()

    def test_texts_are_found_where_extraction_finds_them(self, home: Path) -> None:
        assert sources_in(home) == {
            Source("Made up"),
            Source("Left", context="remaining"),
            Source("{who} has {n} card", plural="{who} has {n} cards"),
        }

    def test_a_whole_catalogue_passes(self, home: Path) -> None:
        self.check(home, WHOLE)

    @pytest.mark.parametrize("missing", WHOLE)
    def test_a_missing_text_is_named(self, home: Path, missing: str) -> None:
        with pytest.raises(LawBroken, match="is not translated into hr"):
            self.check(home, {key: text for key, text in WHOLE.items() if key != missing})

    def test_a_place_that_the_english_does_not_have_is_named(self, home: Path) -> None:
        with pytest.raises(LawBroken, match=r"in hr 'Made up' has the places \['who'\]"):
            self.check(home, WHOLE | {"Made up": "Izmišljeno {who}"})

    def test_a_language_that_is_promised_must_be_there(self, home: Path) -> None:
        with pytest.raises(LawBroken, match="there is no catalogue for ar"):
            contract(sticks.INFO, languages=("ar",)).test_languages_are_complete()
