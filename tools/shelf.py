"""The saved games of the shelf: `python tools/shelf.py` plays those that are missing in `replays/`, and never changes one that is there.

Each is a story: who plays how, on which deals, and what must have happened for the story to be true. Deals are tried in order until it
is; everything is drawn from the name of the file, so that the same rules tell the same story with the same bytes. The clock is one of its
own, a person's pace. What each file is said to be is proved by `tests/test_shelf.py`, from the file alone.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, final
from unittest import mock

import attrs

from sofra.abilities import Decidable, Solvable, Verdict
from sofra.bots import think, turn_seed
from sofra.code import DealCode
from sofra.game import Choice, GameInfo, hide
from sofra.host import deal, load_games
from sofra.host.computer import answer_here
from sofra.log import MemoryLog
from sofra.replay import dump
from sofra.round import Round

__all__ = ["STORIES", "Story", "tell"]

ROOT: Final = Path(__file__).resolve().parents[1]
REPLAYS: Final = ROOT / "replays"
BEGIN: Final = 1_790_000_000_000
"""UTC in ms: when the first of them was played, in September 2026; each later one on a later evening."""

DAY: Final = 86_400_000


@final
class Evening:
    """A clock that goes on only when it is told to."""

    def __init__(self, at: int) -> None:
        self._at = at
        self._ms = 0

    def monotonic(self) -> float:
        """Seconds since the evening began."""
        return self._ms / 1000

    def now(self) -> int:
        """UTC in ms."""
        return self._at + self._ms

    def pass_(self, ms: int) -> None:
        """Let time pass."""
        self._ms += ms


@final
class Player:
    """A person at a round, who takes `pace` seconds for a move in the middle."""

    def __init__(self, round_: Round, time: Evening, rng: Random, pace: float) -> None:
        self.round = round_
        self.time = time
        self.rng = rng
        self.pace = pace

    def wait(self, factor: float = 1.0) -> None:
        """Look at the table for a while, in sight of the clock."""
        left = int(1000 * self.pace * factor * math.exp(self.rng.gauss(0, 0.45)))
        while left > 0:
            step = min(left, 900)
            self.time.pass_(step)
            self.round.tick()
            left -= step

    def play(self, choice: Choice[Any], factor: float = 1.0) -> None:
        """Think, and play."""
        self.round.start_clock()
        self.wait(factor)
        self.round.play(choice)

    def play_at_random(self) -> None:
        """Take what is there until nothing is, the quicker the more there is."""
        while self.round.outcome is None:
            choices = self.round.choices()
            self.play(self.rng.choice(choices), 1.5 if len(choices) < 3 else 0.9)

    def undo(self, count: int) -> None:
        """Take moves back, one by one."""
        for _move in range(count):
            self.wait(0.3)
            self.round.undo()
        self.wait(2)

    def verdict(self) -> Verdict:
        """What the solver says of the position: for the one who tells the story, not for the player."""
        game = self.round.game
        assert isinstance(game, Solvable)
        return game.solve(self.round.state, None)

    def clear(self) -> None:
        """Play a winning way to the end."""
        verdict = self.verdict()
        while not self.round.over:
            self.play(self.advised(verdict))

    def advised(self, verdict: Verdict) -> Choice[Any]:
        """The next move of a plan, without the hint being counted."""
        advice = self.round.game.advise(self.round.state, 0, verdict)  # type: ignore[attr-defined]
        choice: Choice[Any] = advice.choice
        return choice

    def think(self, level: str) -> Choice[Any]:
        """A move as a computer of a level would take it in the person's place."""
        seed = turn_seed(self.round.id, self.round.head, level, 0)
        return self.round.choices()[think(self.round.game, level, hide(self.round.game, self.round.events, 0), 0, seed)]


def perfect(player: Player) -> bool:
    """Cleared without a look back."""
    player.clear()
    return player.round.outcome_word == "won"


def comeback(player: Player) -> bool:
    """Stuck twice, taken back to where it could still be won, and cleared: never shuffled."""
    for again in range(2):
        player.play_at_random()
        if not player.round.outcome or player.round.outcome.final:
            return False
        player.undo(player.rng.randint(4, 7) if not again else 3)
    while player.verdict().answer is not Decidable.WINNABLE:
        if player.round.ply < 3:
            return False
        player.undo(1)
    player.clear()
    return player.round.tally.undos >= 10 and player.round.ply - player.round.tally.undos > 10


def narrow(player: Player) -> bool:
    """Near the end three moves or more were there, and all but the one that was taken would have lost."""
    game, found = player.round.game, False
    verdict = player.verdict()
    while not player.round.over:
        done, of = game.progress(player.round.state) or (0, 1)
        if 5 <= of - done <= 12 and not found and len(player.round.choices()) >= 3:
            winning = [choice for choice in player.round.choices() if _wins(player, choice)]
            if len(winning) == 1:
                found = True
                player.play(winning[0], 4)
                verdict = player.verdict()
                continue
        player.play(player.advised(verdict))
    return found


def _wins(player: Player, choice: Choice[Any]) -> bool:
    round_ = player.round
    state = round_.state
    for event in round_.game.decide(state, 0, choice.command, round_.shuffle.chance(round_.ply)):
        state = round_.game.evolve(state, event)
    outcome = round_.game.outcome(state)
    if outcome is not None:
        return outcome.final
    return bool(round_.game.solve(state, None).answer is Decidable.WINNABLE)  # type: ignore[attr-defined]


def stuck(player: Player) -> bool:
    """Played at random until nothing is left, some moves taken back, stuck again at the last pairs, and left."""
    player.play_at_random()
    player.undo(5)
    player.play_at_random()
    done, of = player.round.game.progress(player.round.state) or (0, 1)
    player.wait(4)
    player.round.abandon()
    return 0 < of - done <= 6


def match(player: Player, level: str) -> None:
    """A round of several, to its end: the person plays as well as a level."""
    while not player.round.over:
        if 0 in player.round.to_move:
            player.play(player.think(level), 0.4 if len(player.round.choices()) == 1 else 1)
        else:
            player.wait(0.3)
            answer = answer_here(player.round)
            assert answer is not None
            player.round.play(answer)


def hands(round_: Round) -> Iterator[tuple[int, int]]:
    """How many tiles the two players held, after the deal and each move."""
    for step in round_.line:
        held = round_.state_at(step.version).hands
        yield len(held[0]), len(held[1])


def pips(round_: Round) -> tuple[int, int]:
    """What is left in the hands at the end."""
    first, second = (sum(sum(tile) for tile in hand) for hand in round_.state.hands)
    return first, second


def beaten(player: Player) -> bool:
    """The hard computer is out while the person holds thirty pips or more."""
    match(player, "medium")
    return player.round.outcome_word == "lost" and not player.round.state.hands[1] and pips(player.round)[0] >= 30


def drawn_far(player: Player) -> bool:
    """The person held eight tiles more than the computer, and was out first."""
    match(player, "hard")
    behind = max(first - second for first, second in hands(player.round))
    return player.round.outcome_word == "won" and not player.round.state.hands[0] and behind >= 6


def swept(player: Player) -> bool:
    """Seven tiles in seven moves, without a draw or a pass."""
    match(player, "hard")
    mine = [step for step in player.round.line if step.seat == 0]
    held = max(first for first, _second in hands(player.round))
    return player.round.outcome_word == "won" and len(mine) == 7 and held == 7 and pips(player.round)[1] >= 30


def blocked(player: Player) -> bool:
    """Nobody can go on, and the hands are one or two pips apart."""
    match(player, "hard")
    first, second = pips(player.round)
    return all(player.round.state.hands) and player.round.outcome_word == "won" and 0 < second - first <= 2


def last_tile(player: Player) -> bool:
    """Both held one tile when the person was out."""
    match(player, "hard")
    (*_before, before, _end) = hands(player.round)
    return player.round.outcome_word == "won" and before == (1, 1) and not player.round.state.hands[0]


@final
@attrs.frozen
class Story:
    """A file: which game under which options, how it is played, from which deal on it is tried; `days` after the first."""

    file: str
    game: str
    play: Callable[[Player], bool]
    number: int
    days: int
    pace: float = 2.6
    options: dict[str, str] = attrs.field(factory=dict)
    mode: Any = "alone"
    level: str | None = None


STORIES: Final = (
    Story("turtle-perfect", "mahjong-solitaire", perfect, 7, 0, 1.7),
    Story("crescent-comeback", "mahjong-solitaire", comeback, 0, 1, 2.8, {"layout": "L02"}),
    Story("tulip-one-way", "mahjong-solitaire", narrow, 23, 2, 3.0, {"layout": "L03"}),
    Story("perfect", "mahjong-connect", perfect, 7, 3, 1.9),
    Story("comeback", "mahjong-connect", comeback, 0, 4, 2.4),
    Story("hard-wins", "dominoes", beaten, 0, 6, 4.0, {}, "computer", "hard"),
    Story("comeback", "dominoes", drawn_far, 0, 7, 4.2, {}, "computer", "medium"),
    Story("seven-moves", "dominoes", swept, 0, 8, 3.1, {}, "computer", "hard"),
    Story("blocked", "dominoes", blocked, 0, 9, 4.4, {}, "computer", "hard"),
    Story("last-tile", "dominoes", last_tile, 0, 10, 3.8, {}, "computer", "hard"),
)


def tell(story: Story, games: dict[str, GameInfo]) -> tuple[int, bytes]:
    """The number of the first deal on which a story is true, and the file."""
    info = games[story.game]
    options = attrs.evolve(info.options(), **story.options)
    for number in range(story.number, story.number + 5_000):
        rng = Random(f"{story.game}/{story.file}/{number}")
        time = Evening(BEGIN + story.days * DAY + rng.randrange(7_200_000))
        dealing = deal(info, DealCode.of(info, options, number), options)
        if dealing.verdict is Decidable.LOST:
            continue
        log = MemoryLog()

        def drawn(count: int, rng: Random = rng) -> str:
            return f"{rng.getrandbits(8 * count):0{2 * count}x}"

        # Names of rounds and commands are drawn; here the story draws them.
        with mock.patch("secrets.token_hex", drawn):
            opened = Round.open(
                log,
                info,
                code=dealing.code,
                options=options,
                mode=story.mode,
                level=story.level,
                time=time,
                dealt=dealing.events,
            )
            if story.play(Player(opened, time, rng, story.pace)):
                return number, dump(log.read(opened.id))
    msg = f"{story.file}: not true on any deal"
    raise LookupError(msg)


def main() -> None:
    """Play what is missing."""
    games = dict(load_games().games)
    for story in STORIES:
        path = REPLAYS / story.game / f"{story.file}.sofra"
        if not path.exists() and (not sys.argv[1:] or story.file in sys.argv[1:]):
            number, content = tell(story, games)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
            print(f"{path.relative_to(ROOT)}: deal {number}")


if __name__ == "__main__":
    main()
