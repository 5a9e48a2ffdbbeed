"""Playing by typed lines: labels, numbers, words; and the table in letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import attrs
import click
import pytest
from core.tests.toys.passing import INFO as PASSING
from core.tests.toys.patience import INFO, Dealt, Options, Patience
from core.tests.toys.sticks import INFO as STICKS
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

import sofra
from sofra.abilities import Decidable
from sofra.cli.board import breadth, draw
from sofra.cli.naming import Unclear, find, names
from sofra.cli.play import _prompt
from sofra.cli.svg import svg
from sofra.cli.table import WORDS, TypedTable
from sofra.cli.telling import cue_words, standing_words
from sofra.code import CodeError, DealCode
from sofra.game import ArtSet, Outcome, Result, Standing
from sofra.host.dealing import deal_new
from sofra.host.opening import open_round
from sofra.languages import Translator
from sofra.log import MemoryLog
from sofra.message import Ltr, Message, Player
from sofra.round import Mode, Round
from sofra.scene import Join, Mark, Piece, Scene, Spot, State, Text, Tray

GAMES = {INFO.id: INFO}
ENGLISH = Translator("en")


class Typed:
    """A typed table and everything that it says."""

    def __init__(self, opened: Round) -> None:
        self.said: list[str] = []
        self.dealt: list[bool] = []
        self.table = TypedTable(opened, ENGLISH, self.said.append, self.deal)

    def deal(self, old: Round, same: bool) -> Round:
        self.dealt.append(same)
        return open_round(str(old.code), games=GAMES)

    def enter(self, line: str) -> str:
        """What is said to a line."""
        self.said.clear()
        assert self.table.enter(line)
        return "\n".join(self.said)


def row(*kinds: int) -> Round:
    """A round of Patience whose row begins with these kinds."""
    for number in range(20_000):
        code = DealCode.of(INFO, Options(), number)
        [dealt] = Patience().deal(code.shuffle, Options())
        assert isinstance(dealt, Dealt)
        if tuple(card.kind for card in dealt.row[: len(kinds)]) == kinds:
            return Round.open(MemoryLog(), INFO, code=code, options=Options(), dealt=[dealt])
    raise AssertionError(kinds)


@pytest.fixture
def typed() -> Typed:
    return Typed(row(0, 0, 1, 1, 0, 2))


class TestTyping:
    def test_number_of_a_choice(self, typed: Typed) -> None:
        """A number plays the choice of the list."""
        assert typed.enter("choices").startswith("  1  0.1 0.2\n  2  1.1 1.2")
        said = typed.enter("2")
        assert said.startswith("A pair of 1 leaves.")
        assert typed.table.round.ply == 1
        assert "There is no choice 99" in typed.enter("99")

    def test_label_that_several_have(self, typed: Typed) -> None:
        """A label that more free pieces have than were named is asked about, with their numbers on the table."""
        said = typed.enter("0 0")
        assert "There are 4 free 0. Say which: 0.1, 0.2, 0.3, 0.4." in said
        assert "[.1]" in said
        assert typed.table.round.ply == 0

    def test_names_with_numbers(self, typed: Typed) -> None:
        """A label with its number means one piece, in any case."""
        assert typed.enter("0.2 0.1").startswith("A pair of 0 leaves.")

    def test_one_after_the_other(self, typed: Typed) -> None:
        """Picks of one line and the next come together; a second tap lets a piece go."""
        assert typed.enter("1.1") == "Picked: 1.1."
        assert typed.enter("1.1") == "Nothing is picked."
        typed.enter("1.1")
        assert typed.enter("1.2").startswith("A pair of 1 leaves.")

    def test_pair_that_does_not_fit(self, typed: Typed) -> None:
        """Pieces that cannot leave together say why, and the pick goes to the second."""
        said = typed.enter("0.1 1.1")
        assert said == "Only equal neighbours leave.\nPicked: 1.1."

    def test_words_clear_the_picks(self, typed: Typed) -> None:
        """A pick from before an undo never completes a move after it."""
        typed.enter("1.1 1.2")
        typed.enter("0.1")
        typed.enter("undo")
        assert typed.enter("0.2") == "Picked: 0.2."
        assert typed.table.round.ply == 0

    def test_undo_and_redo(self, typed: Typed) -> None:
        """Undo and redo go back and forth, and say when there is nothing."""
        assert typed.enter("undo") == "There is nothing to undo."
        typed.enter("1")
        assert "Cards left: 12 of 12" in typed.enter("undo")
        assert "Cards left: 10 of 12" in typed.enter("redo")
        assert typed.enter("redo") == "There is nothing to redo."

    def test_spot_by_its_label(self, typed: Typed) -> None:
        """A button on the table is typed by its label."""
        assert "[Shuffle]" in typed.enter("board")
        typed.enter("shuffle")
        assert typed.table.round.ply == 1

    def test_unknown_word(self, typed: Typed) -> None:
        """A word that means nothing is told, with where the words are listed."""
        assert typed.enter("xyz") == "There is no XYZ on the table. help lists the words."

    def test_help_code_and_time(self, typed: Typed) -> None:
        """The small words say what they should."""
        said = typed.enter("help")
        assert all(f"{word}: " in said for word in WORDS)
        assert typed.enter("code") == f"The code is {typed.table.round.code}."
        assert typed.enter("time").startswith("Time 00:00  Score 0  Cards left: 12 of 12")
        assert typed.enter("") == ""

    def test_restart_and_new(self, typed: Typed) -> None:
        """Restart asks for the same deal, new for another; where nothing was played there is nothing to ask."""
        assert "Cards left: 12 of 12" in typed.enter("restart")
        typed.enter("new")
        assert typed.dealt == [True, False]
        assert typed.table.round.ply == 0

    def test_a_round_that_would_count_is_left_after_a_question(self, typed: Typed) -> None:
        """A round in which something was played is left when the word is typed once more, and by nothing in between."""
        typed.enter("1")
        said = typed.enter("new")
        assert said == "This round is not over and would count as abandoned. Type new once more to leave it."
        assert "abandoned" in typed.enter("restart"), "another word asks anew"
        typed.enter("board")
        assert "abandoned" in typed.enter("restart"), "something else was wanted in between"
        assert typed.dealt == []
        assert "Cards left: 12 of 12" in typed.enter("restart")
        assert typed.dealt == [True]

    def test_a_hint_counts_as_played(self, typed: Typed) -> None:
        """Who has been told something is asked, as at the table of the window."""
        typed.enter("hint")
        assert "count as abandoned" in typed.enter("new")
        assert typed.dealt == []

    def test_quit(self, typed: Typed) -> None:
        """Quit ends."""
        assert typed.table.enter("quit") is False

    def test_words_that_can_be_typed(self, typed: Typed) -> None:
        """What can be typed now: free pieces, spots, words."""
        assert typed.table.words()[:4] == ["0.1", "0.2", "1.1", "1.2"]
        assert "Shuffle" in typed.table.words()
        assert "undo" in typed.table.words()


def test_hint_and_the_end() -> None:
    """Hints lead a deal that can be won to its end, where the whole round is told as a code."""
    dealing = deal_new(INFO, Options(shuffles="S0"), iter(range(10_000)).__next__)
    assert dealing.verdict is Decidable.WINNABLE
    opened = Round.open(MemoryLog(), INFO, code=dealing.code, options=dealing.options, dealt=dealing.events)
    typed = Typed(opened)
    while not opened.over:
        said = typed.enter("hint")
        assert "The next pair of a way that wins." in said
        assert said.count("(") == 2, "the two cards are marked"
        label = re.search(r"Hint: (\S+ \S+)\. ", said)
        assert label is not None
        end = typed.enter(label[1])
    assert "The row is empty." in end
    assert f"The whole round as a code: {opened.replay_code}" in end
    assert opened.tally.hints == opened.ply
    assert typed.enter("hint") == "There is no hint: nothing can be played."
    assert typed.enter("undo") == "The round is over."


def stuck() -> Typed:
    """A table that is stuck after a few moves."""
    opened = row(0, 1, 0, 1)
    typed = Typed(opened)
    while opened.outcome is None:
        typed.enter("1")
    return typed


def test_stuck() -> None:
    """A round that is stuck says so, and offers the ways out by their labels and numbers."""
    typed = stuck()
    said = "\n".join(typed.said)
    assert "No neighbours are equal." in said
    assert "A way out: Shuffle (type 1)" in said
    assert "undo takes moves back" in said
    ply = typed.table.round.ply
    said = typed.enter("1")
    assert said.startswith("One moment.\nShuffled")
    assert (typed.table.round.ply, typed.table.round.outcome) == (ply + 1, None)


def test_no_way_out() -> None:
    """Where nothing is left to choose no way out is offered."""
    options = Options(shuffles="S0")
    for number in range(100):
        code = DealCode.of(INFO, options, number)
        typed = Typed(Round.open(MemoryLog(), INFO, code=code, options=options))
        while typed.table.round.choices():
            typed.enter("1")
        if typed.table.round.outcome_word == "stuck":
            break
    said = "\n".join(typed.said)
    assert "No neighbours are equal." in said
    assert "way out" not in said


def test_slow_choice_that_is_stopped(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl+C while a slow choice is decided ends that alone: nothing has happened, and the round goes on."""

    def decide(*_args: object) -> object:
        raise KeyboardInterrupt

    version = typed.table.round.version
    with monkeypatch.context() as patched:
        patched.setattr(Patience, "decide", decide)
        assert typed.enter("shuffle") == "One moment.\nStopped. Nothing has changed."
        with pytest.raises(KeyboardInterrupt):
            typed.enter("1")
    assert typed.table.round.ply == 0
    assert typed.table.round.version <= version + 1, "at most the clock has begun to run"
    typed.enter("shuffle")
    assert typed.table.round.ply == 1


def test_hint_that_is_stopped(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl+C while a hint is worked out ends that alone; no hint is counted."""

    def stopped(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Patience, "solve", stopped)
    assert typed.enter("hint") == "Stopped. Nothing has changed."
    assert typed.table.round.tally.hints == 0


def test_score_and_its_parts(typed: Typed) -> None:
    """The score stands beside the time; `score` tells its parts, and so does the end."""
    typed.enter("hint")
    assert "Score 5 " in typed.enter("1")
    assert typed.enter("score").split("\n") == ["Score 5", "  For pairs: +10", "  For hints: -5"]
    sticks = Typed(Round.open(MemoryLog(), STICKS, code=None, mode="shared"))
    assert sticks.enter("score") == "There is no score."


def test_hint_shows_its_line(typed: Typed) -> None:
    """A hint says how the line runs that its preview shows, for whoever cannot see it; the move is not made."""
    said = typed.enter("hint")
    assert said.endswith("The line between them is straight.")
    assert typed.table.round.ply == 0


def test_hint_shows_what_it_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces that the preview marks beside those to be picked are marked on the table, too, and named."""
    typed = Typed(row(0, 0, 1, 1, 0, 2))
    other = typed.table.scene.pieces[4].key
    shown = [Mark(tuple(piece.key for piece in typed.table.scene.pieces[:2])), Mark((other,))]
    monkeypatch.setattr(Patience, "preview", lambda *_asked: shown)
    said = typed.enter("hint")
    assert said.splitlines()[-1].startswith("Shown with it: ")
    assert said.count("(") >= 3


def ended(mode: Mode) -> tuple[str, int]:
    """What is said at the end of a round of Sticks, and the seat that won it."""
    opened = Round.open(MemoryLog(), STICKS, code=DealCode.of(STICKS, STICKS.options(), 3), mode=mode)
    typed = Typed(opened)
    said = ""
    while opened.to_move:
        said = typed.enter(str(len(opened.choices(typed.table.seat))))
    assert opened.outcome is not None
    return said, next(seat for seat, each in enumerate(opened.outcome.seats) if each.standing == "won")


def test_words_on_the_cloth_call_the_computer_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in what is told of moves, and not by the number of its seat."""
    opened = Round.open(MemoryLog(), STICKS, code=DealCode.of(STICKS, STICKS.options(), 3), mode="computer")
    words = Text("other", (0, 9), Message("{player}", (("player", Player(1)),)), 1.0)
    scene = opened.game.scene
    monkeypatch.setattr(opened.game, "scene", lambda *asked: attrs.evolve(scene(*asked), texts=(words,)), raising=False)
    assert "The computer" in Typed(opened).enter("board").splitlines()


def test_the_end_against_the_computer_says_who_won() -> None:
    """Not only why nobody can go on: also whether the person or the computer has won."""
    said, winner = ended("computer")
    assert ("You won." if winner == 0 else "The computer won.") in said


def test_the_end_at_one_keyboard_says_who_won() -> None:
    """Two persons are told by their seats."""
    said, winner = ended("shared")
    assert f"Player {winner + 1} won." in said


@pytest.mark.parametrize(
    ("mode", "standings", "words"),
    [
        ("computer", ("won", "lost", "lost"), ["You won.", "  You: 3", "  Player 2: 2", "  Player 3: 1"]),
        ("computer", ("lost", "won", "lost"), ["Player 2 won."]),
        ("computer", ("lost", "drawn", "drawn"), ["You lost."]),
        ("computer", ("drawn", "drawn", "lost"), ["The round is drawn."]),
        ("computer", ("won", "won", "lost"), ["You won."]),
        ("online", ("won", "won", "lost"), ["Several have won."]),
        ("online", ("lost", "lost", "lost"), ["The round is drawn."]),
    ],
)
def test_standings(mode: Mode, standings: tuple[str, ...], words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a round of three, in words, with the points of each."""
    round_ = Round.open(MemoryLog(), PASSING, code=DealCode.of(PASSING, PASSING.options(), 11), mode=mode)
    results = tuple(Result(Standing(each), 3 - seat) for seat, each in enumerate(standings))
    monkeypatch.setattr(Round, "outcome", Outcome(True, results, Message("over")))
    said = [ENGLISH.text(each, isolate=False) for each in standing_words(round_)]
    assert said[: len(words)] == words
    assert len(said) == 4


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (((0, 0), (1, 0), (2, 0)), "The line between them is straight."),
        (((0, 0), (1, 0), (1, 0), (1, 2)), "The line between them turns 1 time."),
        (((0, 0), (0, -1), (3, -1), (3, 0)), "The line between them turns 2 times."),
    ],
)
def test_turns_of_a_line(points: tuple[tuple[float, float], ...], words: str) -> None:
    """Turns are counted, not points."""
    assert [said.english for said in cue_words([Join(points), Mark(("a",))])] == [words]


def test_shared_keyboard() -> None:
    """In a round of two at one keyboard whoever is to move plays."""
    opened = Round.open(MemoryLog(), STICKS, code=DealCode.of(STICKS, STICKS.options(), 3), mode="shared")
    typed = Typed(opened)
    typed.enter("1")
    assert typed.table.seat == 1
    typed.enter("1")
    assert typed.table.seat == 0
    assert opened.ply == 2


class TestHiddenHands:
    """A game in which each seat sees its own cards only."""

    def opened(self, mode: Mode, level: str | None = None) -> Round:
        code = DealCode.of(PASSING, PASSING.options(), 11)
        return Round.open(MemoryLog(), PASSING, code=code, mode=mode, level=level)

    def test_keyboard_is_passed_on(self) -> None:
        """On a shared device a hand is shown when its person asks for it, whatever is typed then; before, only what is public."""
        covered: list[int] = []
        typed = Typed(self.opened("shared"))
        typed.table._cover = lambda: covered.append(len(typed.said))
        round_, table = typed.table.round, typed.table
        table.greet()
        assert typed.said[-1] == "Pass the keyboard to Player 1. Enter shows the hand."
        mine = [held.card for held in round_.seen(0).hands[0]]
        assert (table.covered, covered) == (True, [0])
        assert not any(str(card) in "".join(typed.said[2:]) for card in mine)
        said = typed.enter("1")
        assert (round_.ply, table.covered) == (0, False)
        assert all(str(card) in said for card in mine)
        said = typed.enter("1")
        assert (round_.ply, table.seat, table.covered, len(covered)) == (1, 1, True, 2)
        assert said.startswith("Seat 1 has chosen.")
        assert "Pass the keyboard to Player 2." in said
        assert "##" in said
        assert table.words() == [*WORDS]
        assert "quit: " in typed.enter("help")
        assert table.covered
        assert table.enter("quit") is False

    def test_end_is_open(self) -> None:
        """When the round is over everything may be seen, and nobody passes the keyboard."""
        typed = Typed(self.opened("shared"))
        while typed.table.round.to_move:
            said = typed.enter("1")
        assert not typed.table.covered
        assert "The whole round as a code: " in said

    def test_code_waits_for_the_end(self) -> None:
        """The code would tell the hands: while they are hidden it is not said, at the beginning neither."""
        typed = Typed(self.opened("computer"))
        typed.table.greet()
        assert typed.said[0] == "Passing"
        assert typed.enter("code") == "The code is told when the round is over: it would tell what is hidden."

    def test_against_the_computer(self) -> None:
        """The computer plays until it is the person's turn, with the words of what happened, and never shows its hand."""
        typed = Typed(self.opened("computer", "sly"))
        table, round_ = typed.table, typed.table.round
        said = typed.enter("1")
        assert round_.to_move == {0}
        assert said.index("Seat 1 passes") < said.index("Seat 2 has chosen.") < said.index("Seat 3 has chosen.")
        while round_.to_move:
            typed.enter("1")
        assert round_.closed
        assert [step.seat for step in round_.line].count(0) == 1 + 4
        assert not table.covered

    def test_pending_turn(self) -> None:
        """A round that is opened while the computer is to move goes on with its move."""
        round_ = self.opened("computer")
        round_.play(round_.choices(0)[0])
        typed = Typed(round_)
        typed.table.greet()
        assert round_.to_move == {0}


def test_prompt_at_a_terminal(typed: Typed) -> None:
    """At a terminal lines come from the prompt, until its end."""
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("hint\rundo\r\x04")
        lines: Iterator[Any] = _prompt(typed.table)
        assert [line.strip() for line in lines] == ["hint", "undo"]


class TestBoard:
    def piece(self, label: str, x: float, y: float, layer: int = 0, *states: State) -> Piece:
        return Piece(f"{label}@{x},{y},{layer}", "f/x", (x, y), (3.0, 4.0), layer, state=frozenset(states), label=label)

    def test_marks(self) -> None:
        """Free pieces stand in brackets, picked and marked ones in their own; a hidden face is not shown."""
        pieces = (
            self.piece("1B", 0, 0, 0, State.FREE),
            self.piece("2B", 3, 0),
            self.piece("3B", 6, 0, 0, State.FREE),
            self.piece("4B", 9, 0, 0, State.FREE),
            self.piece("5B", 12, 0, 0, State.BACK),
        )
        text = draw(Scene((15, 4), pieces), ENGLISH, frozenset({pieces[2].key}), frozenset({pieces[3].key}))
        assert text.splitlines() == ["[1B] 2B <3B>(4B) ##"]

    def test_signs_on_the_cloth(self) -> None:
        """Letters along a board are left out, counts stand where they lie, words below."""
        texts = (
            Text("column", (1.5, 0), Message("{sign}", (("sign", Ltr("A")),)), 0.3),
            Text("count", (1.5, 5), Message("{count}", (("count", 3),)), 0.3),
            Text("words", (1.5, 6), Message("Seats: {sign}", (("sign", Ltr("A")),)), 0.3),
        )
        text = draw(Scene((3, 4), (self.piece("1B", 0, 0),), texts=texts), ENGLISH)
        assert text.splitlines() == [" 1B", "", "  3", "Seats: A"]

    def test_count_of_a_place(self) -> None:
        """A count on a piece stands below its label, so that the house and its seeds are read together."""
        count = Text("count", (4.5, 2), Message("{count}", (("count", 12),)), 0.3)
        pieces = (self.piece("A", 0, 0, 0, State.FREE), self.piece("B", 3, 0, 0, State.FREE))
        assert draw(Scene((6, 4), pieces, texts=(count,)), ENGLISH).splitlines() == ["[A ][B ]", "     12"]

    def test_narrow_terminal(self) -> None:
        """Tight, a piece takes three columns and its first bracket; `breadth` tells how many the table takes."""
        pieces = (self.piece("1B", 0, 0, 0, State.FREE), self.piece("2B", 3, 0), self.piece("3B", 6, 0, 0, State.FREE))
        scene = Scene((9.0, 4.0), pieces)
        assert draw(scene, ENGLISH, frozenset({pieces[2].key}), tight=True).splitlines() == ["[1B 2B<3B"]
        assert (breadth(scene), breadth(scene, tight=True)) == (12, 9)
        assert breadth(Scene((9.0, 4.0))) == 0

    def test_colours(self) -> None:
        """Colours are put round what the brackets mark, and change no sign of it; lines are coloured as what they join."""
        pieces = (self.piece("1B", 0, 0, 0, State.FREE), self.piece("2B", 3, 0), self.piece("3B", 9, 0, 0, State.FREE))
        line = Join(((7.5, 2.0), (10.5, 2.0)))
        spot = Spot("a", (0, 0), (1, 1), Message("Pass"))
        picked, marked = frozenset({pieces[2].key}), frozenset({pieces[1].key})
        bare = draw(Scene((12, 4), pieces, (spot,)), ENGLISH, picked, marked, cues=[line])
        coloured = draw(Scene((12, 4), pieces, (spot,)), ENGLISH, picked, marked, cues=[line], colour=True)
        assert click.unstyle(coloured) == bare
        assert re.findall(r"((?:\x1b\[[1-9]\d*m)+)([^\x1b]+)\x1b\[0m", coloured) == [
            ("\x1b[32m\x1b[1m", "[1B]"),
            ("\x1b[35m\x1b[1m", "(2B)"),
            ("\x1b[35m\x1b[1m", "──"),
            ("\x1b[1m\x1b[7m", "<3B>"),
            ("\x1b[32m\x1b[1m", "[Pass]"),
        ]

    def test_layers(self) -> None:
        """Where anything lies higher than the ground, the layer stands below each label."""
        text = draw(Scene((6, 4), (self.piece("1B", 0, 0), self.piece("2B", 3, 0, 1))), ENGLISH)
        assert text.splitlines() == [" 1B  2B", " .   1"]

    def test_line_on_the_cloth(self) -> None:
        """A line is drawn where no piece lies, round corners and outside of the pieces too; other cues are not for letters."""
        pieces = (self.piece("1B", 1, 2), self.piece("2B", 7, 2), self.piece("3B", 4, 2))
        line = Join(((2.5, 4.0), (2.5, 1.0), (8.5, 1.0), (8.5, 4.0)))
        text = draw(Scene((10, 8), pieces), ENGLISH, cues=[line, Mark(("1B",))])
        assert text.splitlines()[:2] == ["   ┌───────┐", "  1B  3B  2B"]
        straight = Join(((2.5, 4.0), (8.5, 4.0)))
        text = draw(Scene((10, 8), pieces[:2]), ENGLISH, cues=[straight])
        assert text.splitlines()[1] == "  1B ──── 2B"

    def test_corner(self) -> None:
        """What has left the game is told in a line of its own; it neither covers the table nor changes its scale."""
        gone = tuple(
            attrs.evolve(self.piece(label, 3, 0, layer), size=(1.0, 1.0), corner=True)
            for label, layer in (("9B", 0), ("9B", 0), ("8C", 1), ("8C", 1))
        )
        left = (self.piece("1B", 0, 0), self.piece("2B", 3, 0))
        text = draw(Scene((6, 4), (*left, *gone)), ENGLISH)
        assert text.splitlines() == [*draw(Scene((6, 4), left), ENGLISH).splitlines(), "", "Last out of play: 8C 8C"]

    def test_long_labels_and_small_heaps(self) -> None:
        """Three letters have their room; small pieces that lie face down take less, and make nothing else larger."""
        heap = attrs.evolve(self.piece("", 8, 0, 0, State.BACK), size=(1.0, 2.0))
        pieces = (self.piece("6-4", 0, 0, 0, State.FREE), self.piece("1-0", 3, 0), heap)
        assert draw(Scene((9, 4), pieces), ENGLISH).splitlines() == ["[6-4] 1-0    ##"]

    def test_piece_under_half_of_another(self) -> None:
        """Of a piece that is partly covered no half label is shown, which would read as another one."""
        text = draw(Scene((6, 4), (self.piece("1B", 0, 0), self.piece("2B", 1.5, 0, 1, State.FREE))), ENGLISH)
        assert text.splitlines() == ["  [2B]", "   1"]

    def test_what_stays_stays_where_it_was(self) -> None:
        """Pieces that leave do not move the others on the screen."""
        left, right = self.piece("1B", 0, 0), self.piece("2B", 3, 0)
        both = draw(Scene((6, 4), (left, right)), ENGLISH).splitlines()[0]
        one = draw(Scene((6, 4), (right,)), ENGLISH).splitlines()[0]
        assert both.index("2B") == one.index("2B")

    def test_names_in_reading_order(self) -> None:
        """Free pieces with one label are numbered row by row; blocked ones keep the plain label."""
        pieces = (
            self.piece("1B", 6, 0, 0, State.FREE),
            self.piece("1B", 0, 4, 0, State.FREE),
            self.piece("1B", 0, 0, 0, State.FREE),
            self.piece("1B", 3, 0),
        )
        assert list(names(Scene((9, 8), pieces)).values()) == ["1B.2", "1B.3", "1B.1", "1B"]

    def test_spots_and_empty_table(self) -> None:
        """Spots that may be picked are listed; an empty table is empty."""
        spots = (
            Spot("a", (0, 0), (1, 1), Message("Pass")),
            Spot("b", (0, 0), (1, 1), Message("No"), state=frozenset()),
        )
        assert draw(Scene((3, 4), (), spots), ENGLISH) == "[Pass]"
        assert draw(Scene((3, 4)), ENGLISH) == ""


class TestNaming:
    SPOTS = (
        Spot("pass", (0, 0), (1, 1), Message("Pass")),
        Spot("left", (0, 0), (1, 1), Message("Left end")),
        Spot("all", (0, 0), (1, 1), Message("Left end of all")),
    )

    def test_labels_of_several_words(self) -> None:
        """The label of a spot may be several words; the longest that fits is meant."""
        scene = Scene((3, 4), (), self.SPOTS)
        assert find(scene, ENGLISH, ["pass", "LEFT", "end"]) == ["pass", "left"]
        assert find(scene, ENGLISH, ["left", "end", "of", "all", "pass"]) == ["all", "pass"]
        assert isinstance(find(scene, ENGLISH, ["left"]), Unclear)

    def test_corner_is_not_meant(self) -> None:
        """A label that is only in the corner any more is not on the table."""
        gone = Piece("1B#1", "f/1", (0, 0), (3, 4), label="1B", corner=True)
        found = find(Scene((3, 4), (gone,)), ENGLISH, ["1b"])
        assert isinstance(found, Unclear)
        assert found.why.english == "There is no 1B on the table. help lists the words."


class TestPicture:
    def test_pictures_of_an_art_set(self, site: Any) -> None:
        """Each picture stands once, under names of its own; faces that would lead out of the folder are not read."""
        folder = site / "art_of_test" / "art"
        folder.mkdir(parents=True)
        (folder.parent / "__init__.py").write_text("")
        root = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
        gradient = '<linearGradient id="g"/><rect fill="url(#g)"/>'
        for name in ("body", "back", "x"):
            (folder / f"{name}.svg").write_text(f"{root}{gradient}</svg>")
        art = ArtSet("a", Message("A"), "f", "art_of_test", "art", view=(10, 10), cell=(0, 0, 10, 10))
        pieces = (
            Piece("1", "f/x", (0, 0), (3, 4)),
            Piece("2", "f/x", (3, 0), (3, 4)),
            Piece("3", "f/../../../etc/passwd", (6, 0), (3, 4), label="<&"),
            Piece("4", "f/..", (9, 0), (3, 4), state=frozenset({State.BACK})),
        )
        text = svg(Scene((12, 4), pieces), art)
        ids = re.findall(r'id="([^"]+)"', text)
        assert len(ids) == len(set(ids)) == 6, "body, face and back, each with its gradient"
        assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(ids)
        assert "&lt;&amp;" in text
        assert text.count("<use") == 4 + 2

    def test_pieces_of_an_art_set_without_bodies(self) -> None:
        """Where nobody draws a body (pieces that lie turned), faces lie on ivory and backs are copper."""
        pieces = (
            Piece("1", "f/x", (0, 0), (3, 4), label="x"),
            Piece("2", "f/x", (3, 0), (3, 4), state=frozenset({State.BACK})),
        )
        text = svg(Scene((6, 4), pieces), ArtSet("a", Message("A"), "f", "sofra", "none", body="", back=""))
        assert (text.count('fill="#f6efdd"'), text.count('fill="#a86a35"')) == (1, 1)

    def test_a_row_is_cut_off_at_its_sides(self) -> None:
        """What lies beyond the place of a row is not drawn over its neighbours; what lies in no row is drawn whole."""
        pieces = tuple(Piece(str(n), "f/x", (3 * n, 0), (3, 4), tray="hand" if n else "") for n in range(9))
        text = svg(Scene((12, 4), pieces, trays=(Tray("hand", (3, 0), (9, 4)),)), None)
        assert text.count('<g clip-path="url(#row0)">') == 8
        assert re.search(r'<clipPath id="row0"><rect x="3" y="-[0-9.]+" width="9" ', text)

    def test_only_what_steps_back_is_darker(self) -> None:
        """A blocked piece and a dimmed one; not one that merely lies there, as in a chain."""
        states: tuple[set[State], ...] = (set(), {State.FREE}, {State.BLOCKED}, {State.DIMMED}, {State.BACK})
        pieces = tuple(Piece(str(n), "f/x", (3 * n, 0), (3, 4), state=frozenset(each)) for n, each in enumerate(states))
        assert svg(Scene((15, 4), pieces), None).count("fill-opacity") == 2


class TestOpenRound:
    @pytest.mark.usefixtures("patience")
    def test_of_a_deal_and_of_a_replay(self) -> None:
        """`sofra.open_round` opens a deal in memory, and a replay code with all its moves made."""
        opened = sofra.open_round("ts1 k3 s2 aaaaabl")
        assert str(opened.code) == "TS1-K3-S2-AAAAABL"
        opened.play(opened.choices()[0])
        again = sofra.open_round(str(opened.replay_code))
        assert again.state == opened.state
        assert again.replay_code == opened.replay_code

    def test_bad_code(self) -> None:
        """A bad code is a CodeError."""
        with pytest.raises(CodeError):
            open_round("nothing", games=GAMES)

    def test_every_name_is_there(self) -> None:
        """Everything that `sofra` promises can be had, and nothing else."""
        for name in sofra.__all__:
            assert getattr(sofra, name) is not None
        assert set(sofra.__all__) <= set(dir(sofra))
        with pytest.raises(AttributeError):
            _ = sofra.nothing_of_this_name
