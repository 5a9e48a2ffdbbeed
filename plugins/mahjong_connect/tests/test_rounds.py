"""Rounds: undo and redo across a shuffle, restart, hints and what they cost, edited logs."""

from collections.abc import Callable
from random import Random

import attrs
import pytest
from plugins.mahjong_connect.tests.boards import dealt, opening, play_at_random

from sofra import open_round
from sofra.code import DealCode
from sofra.event import Event, encode
from sofra.game import Refused, Standing
from sofra.log import Log, MemoryLog
from sofra.log.record import Draft, Record, follow
from sofra.replay.check import verify
from sofra.round import Round
from sofra_mahjong_connect.events import PairRemoved, Shuffled
from sofra_mahjong_connect.info import INFO, Options
from sofra_mahjong_connect.rules import RemovePair, ShuffleTiles

GAMES = {INFO.id: INFO}
LETTERS = "AAAAABL"


class Hand:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def monotonic(self) -> float:
        """Seconds since some time."""
        return self.seconds

    def now(self) -> int:
        """UTC in ms."""
        return 1_800_000_000_000 + round(1000 * self.seconds)


def start(options: Options | None = None, time: Hand | None = None, log: Log | None = None) -> Round:
    """A round of a code."""
    options = options or Options()
    code = DealCode.of(INFO, options, 37)
    return Round.open(log or MemoryLog(), INFO, code=code, options=options, time=time or Hand())


def play_until_stuck(played: Round) -> None:
    """Pairs in such an order that tiles are left."""
    seed = next(seed for seed in range(100) if play_at_random(opening(LETTERS), Random(seed)).on)
    rng = Random(seed)
    while played.outcome is None:
        pair = rng.choice(played.state.pairs)
        played.play(next(each for each in played.choices() if each.command == RemovePair(pair)))


def bytes_of(played: Round) -> list[bytes]:
    """The line as the log holds it."""
    return [encode(event).payload for step in played.line for event in step.events]


def word(played: Round) -> str:
    """How a round stands."""
    return played.outcome_word


class TestShuffle:
    """The way out of a dead end, in a round."""

    def test_undo_and_redo(self) -> None:
        """Undo and redo across a shuffle bring back the same bytes: what was drawn is never drawn again."""
        played = start()
        play_until_stuck(played)
        assert word(played) == "stuck"
        stuck = played.state
        (choice,) = played.choices()
        assert choice.command == ShuffleTiles()
        played.play(choice)
        shuffled, line = played.state, bytes_of(played)
        assert word(played) == "running"
        for _time in range(3):
            played.undo()
            assert played.state == stuck
            played.redo()
            assert (played.state, bytes_of(played)) == (shuffled, line)
        while played.can_undo:
            played.undo()
        while played.can_redo:
            played.redo()
        assert (played.state, bytes_of(played)) == (shuffled, line)

    def test_replay_code(self) -> None:
        """A line with a shuffle is one short text, and comes back from it byte for byte."""
        played = start()
        play_until_stuck(played)
        played.play(played.choices()[0])
        played.play(played.choices()[-1])
        code = played.replay_code
        assert code is not None
        assert bytes_of(open_round(code, games=GAMES)) == bytes_of(played)

    def test_costs_nothing(self) -> None:
        """A shuffle costs no points, and is said as what it is."""
        played = start()
        play_until_stuck(played)
        before = played.score
        step = played.play(played.choices()[0])
        assert played.score == before
        left = played.state.left
        said = played.game.say(None, step.events, played.state, 0)
        assert said.english == f"{left} tiles shuffled"

    def test_clock(self) -> None:
        """The clock stops where no pair can be joined, and goes on after the shuffle."""
        time = Hand()
        played = Round.open(
            MemoryLog(), INFO, code=None, options=Options(), time=time, dealt=[dealt("5B 7C 9D 9D\n7C 5B .. ..")]
        )
        played.start_clock()
        played.play(played.choices()[0])
        assert (word(played), played.running) == ("stuck", False)
        played.play(played.choices()[0])
        assert (word(played), played.running) == ("running", True)


class TestHints:
    """A hint costs 10 points, once a position."""

    def test_two_hundred_times(self) -> None:
        """Hint 200 times in one position: the same legal pair, one charge."""
        played = start(Options("standard"))
        for _pair in range(3):
            played.play(played.choices()[0])
        asked = [played.advise() for _time in range(200)]
        assert all(advice is not None and advice.choice in played.choices() for advice in asked)
        assert len({advice.choice.command for advice in asked if advice}) == 1
        assert (played.tally.hints, played.score) == (1, 20)
        played.play(played.choices()[0])
        played.advise()
        assert (played.tally.hints, played.score) == (2, 20)

    def test_undo_refunds_nothing(self) -> None:
        """Undo takes the pair's points back, costs nothing, and refunds no hint."""
        played = start(Options("standard"))
        for _pair in range(4):
            played.play(played.choices()[0])
        played.advise()
        assert played.score == 30
        played.undo()
        assert (played.score, played.tally.hints, played.tally.undos) == (20, 1, 1)
        played.redo()
        played.advise()
        assert (played.score, played.tally.hints) == (30, 1)

    def test_no_pair_no_charge(self) -> None:
        """Where no pair can be joined a hint costs nothing and gives nothing."""
        played = Round.open(MemoryLog(), INFO, code=None, dealt=[dealt("5B 7C\n7C 5B")])
        assert played.advise() is None
        assert played.tally.hints == 0


def test_restart() -> None:
    """Restart after 5 pairs and 2 hints: the same tiles, score 0, clock 0, nothing to undo; another scoring keeps the tiles."""
    time = Hand()
    played = start(time=time)
    played.start_clock()
    for pair in range(5):
        if pair < 2:
            played.advise()
        time.seconds += 4
        played.play(played.choices()[0])
    assert (played.score, played.tally.hints, played.tally.active_ms) == (50 - 20 - 4, 2, 20_000)
    for options in (Options(), Options("standard")):
        again = start(options, time)
        assert again.line[0].events == played.line[0].events
        assert (again.score, again.tally.hints, again.tally.active_ms) == (0, 0, 0)
        assert not again.can_undo


def test_won() -> None:
    """A round that is won keeps the score of its last move, and takes nothing back."""
    time = Hand()
    played = Round.open(MemoryLog(), INFO, code=None, options=Options(), time=time, dealt=[dealt("5B 5B 7C 7C")])
    played.start_clock()
    for _second in range(30):
        time.seconds += 1
        played.tick()
    played.play(played.choices()[0])
    time.seconds += 1
    played.play(played.choices()[0])
    assert played.outcome is not None
    assert played.outcome.seats[0].standing is Standing.WON
    assert (played.tally.active_ms, played.score) == (31_000, 20 - 6 + 700_000 // 31)
    with pytest.raises(Refused):
        played.undo()


class TestEditedLogs:
    """A log that somebody changed is told where it is wrong, even when its chain of digests was made anew."""

    @staticmethod
    def told(change: Callable[[Event], Event]) -> list[tuple[int, str]]:
        """What is found in a round with a shuffle after each of its events was changed."""
        log = MemoryLog()
        played = start(log=log)
        play_until_stuck(played)
        played.play(played.choices()[0])
        played.play(played.choices()[0])
        edited: list[Record] = []
        for record in log.read(played.id):
            encoded = encode(change(record.event()))
            written = Draft(
                encoded.name,
                encoded.schema,
                encoded.payload,
                *(record.parent, record.at, record.active_ms, record.seat, record.choice),
            )
            before = edited[-1].digest if edited else b""
            edited += follow(before, record.stream, len(edited), record.command_id, [written], record.sequence)
        return [(problem.version, problem.message.english) for problem in verify(edited, GAMES)]

    def test_unchanged(self) -> None:
        """A log as it was written has no problems."""
        assert self.told(lambda event: event) == []

    @pytest.mark.parametrize(
        "sources",
        [
            pytest.param(lambda cells: (), id="empty"),
            pytest.param(lambda cells: cells[:-1], id="too few"),
            pytest.param(lambda cells: (cells[0], *cells[:-1]), id="one twice"),
            pytest.param(lambda cells: (*cells[:-1], 10**6), id="one that is none"),
            pytest.param(lambda cells: tuple(sorted(cells)), id="another order"),
        ],
    )
    def test_shuffle(self, sources: Callable[[tuple[int, ...]], tuple[int, ...]]) -> None:
        """A shuffle that is no permutation of what is left, or not the one that the code draws, is named."""

        def change(event: Event) -> Event:
            return attrs.evolve(event, sources=sources(event.sources)) if isinstance(event, Shuffled) else event

        told = [message for _version, message in self.told(change) if "mahjong-connect.shuffled" in message]
        assert len(told) == 1
        assert "the rules decide otherwise" in told[0]

    def test_pair(self) -> None:
        """So is a pair that was not joined."""

        def change(event: Event) -> Event:
            return attrs.evolve(event, cells=(0, 999)) if isinstance(event, PairRemoved) else event

        _version, message = self.told(change)[0]
        assert message.startswith("Move 1 (mahjong-connect.pair-removed): the rules decide otherwise")
