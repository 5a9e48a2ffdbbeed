"""`sofra arena`: paired deals, honest intervals, the same match in any number of processes, clear words for what cannot be played."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result
from core.tests.toys import passing, sticks

from sofra.cli.app import sofra
from sofra.host import arena
from sofra.host.arena import Bout, Estimate, Match, Pace, Report, bouts, players
from sofra.message import Texts

_ = Texts("sofra-toy-sticks")
Run = Callable[..., Result]


class Measured(sticks.Sticks):
    """Sticks with a yardstick: it takes the first heap that there is."""

    yardsticks = ("first",)

    def choose(self, level: str, line: Any, seen: Any, seat: int, choices: Any, *dice: Any) -> Any:
        if level == "first":
            return choices[-1]
        return super().choose(level, line, seen, seat, choices, *dice)


class Endless(sticks.Sticks):
    """Sticks grow again."""

    def evolve(self, state: Any, event: Any) -> Any:
        after = super().evolve(state, event)
        return after if any(after.sticks) else attrs.evolve(after, sticks=sticks.HEAPS)


MEASURED = attrs.evolve(sticks.INFO, rules={1: "core.tests.cli.test_arena:Measured"})
ENDLESS = attrs.evolve(sticks.INFO, rules={1: "core.tests.cli.test_arena:Endless"})


@pytest.fixture
def run(patience: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("toy-sticks", …)` runs `sofra arena` where Patience, Sticks and Passing are installed."""
    from sofra.host import loader

    def load_games(**wishes: Any) -> loader.Library:
        library = loaded(**wishes)
        more = {info.id: info for info in (MEASURED, passing.INFO)}
        return attrs.evolve(library, games={**library.games, **more})

    def run(*arguments: str, code: int = 0) -> Result:
        result = CliRunner().invoke(sofra, ["arena", *arguments], prog_name="sofra")
        assert "Traceback" not in result.output
        assert result.exit_code == code, result.output
        return result

    loaded = loader.load_games
    monkeypatch.setattr(loader, "load_games", load_games)
    return run


def match(*more: str) -> tuple[str, ...]:
    return ("toy-sticks", "--first", "best", "--second", "any", "--rounds", "20", "--seed", "7", *more)


class TestCommand:
    def test_document(self, run: Run) -> None:
        """One JSON document: rounds, score, points, intervals, and how long each player thought."""
        said = json.loads(run(*match("--json")).stdout)
        assert {"rounds", "score", "points", "interval", "seconds_per_move"} <= said.keys()
        assert said["rounds"] == said["won"] + said["drawn"] + said["lost"] == 20
        assert said["score"] == (said["won"] + said["drawn"] / 2) / 20 > 0.8
        low, high = said["interval"]["score"]
        assert 0 <= low <= said["score"] <= high <= 1
        for player in ("first", "second"):
            pace = said["seconds_per_move"][player]
            assert pace["moves"] > 0
            assert 0 <= pace["mean"] <= pace["longest"]

    def test_words(self, run: Run) -> None:
        """For people: who met whom, the score, the points, the pace of both."""
        said = run(*match()).stdout.splitlines()
        assert said[0].startswith("best against any, 20 rounds: ")
        assert [line.split(":")[0] for line in said[1:]] == ["Score", "Points a round", "best", "any"]

    def test_the_same_seed_is_the_same_match(self, run: Run) -> None:
        one, two, other = (json.loads(run(*match("--json"), "--seed", seed).stdout) for seed in ("1", "1", "2"))
        for each in (one, two, other):
            del each["seconds_per_move"]
        assert one == two
        assert other["seed"] == 2

    def test_bar_is_for_terminals(self, run: Run) -> None:
        """Nobody gets escape codes who has no terminal, and JSON stands alone."""
        result = run(*match("--json"))
        assert result.stdout.count("\n") == 1
        assert "\x1b" not in result.output

    def test_a_yardstick_may_play(self, run: Run) -> None:
        said = json.loads(run(*match("--json"), "--second", "first").stdout)
        assert said["second"] == "first"

    def test_three_seats(self, run: Run) -> None:
        """Sides take every other seat, so three seats are two against one, and then one against two."""
        said = json.loads(run("toy-passing", "--first", "sly", "--second", "easy", "--rounds", "8", "--json").stdout)
        assert said["rounds"] == 8

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("toy-chess", "--first", "a", "--second", "b"), "no game toy-chess"),
            (("toy-patience", "--first", "a", "--second", "b"), "no computer players"),
            (("toy-sticks", "--first", "best", "--second", "better"), "no player better. There are: any, best, first."),
            (("toy-sticks", "--first", "best", "--second", "any", "--rounds", "7"), "even number of rounds, not 7"),
            (("toy-sticks", "--first", "best", "--second", "any", "--rounds", "0"), "0 is not in the range"),
            (("toy-sticks", "--first", "best", "--second", "any", "--jobs", "0"), "0 is not in the range"),
            (("toy-sticks", "--first", "best"), "Missing option '--second'"),
        ],
    )
    def test_bad_input(self, run: Run, arguments: tuple[str, ...], words: str) -> None:
        """What is wrong, and exit code 2."""
        assert words in run(*arguments, code=2).output

    def test_interrupted(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """Ctrl+C tells what has been played so far, and ends with 130."""
        played = bouts

        def some(*match: Any) -> Any:
            for number, bout in enumerate(played(*match)):
                if number == 3:
                    raise KeyboardInterrupt
                yield bout

        monkeypatch.setattr(arena, "bouts", some)
        result = run(*match("--json"), code=130)
        assert json.loads(result.stdout)["rounds"] == 6
        assert "Stopped" in result.stderr

    def test_interrupted_at_once(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where nothing was played there is nothing to tell."""

        def none(*_match: Any) -> Any:
            raise KeyboardInterrupt

        monkeypatch.setattr(arena, "bouts", none)
        assert run(*match("--json"), code=130).stdout == ""


class TestMatch:
    def test_players(self) -> None:
        """Levels first, then yardsticks; a game without bots has none."""
        assert players(Measured()) == ("any", "best", "first")
        assert players(sticks.Sticks()) == ("any", "best")

    def test_each_deal_is_played_from_both_sides(self) -> None:
        """Of two equal players that throw no dice, what one wins from a seat the other wins from it too: every bout is even."""
        for bout in bouts(Match(MEASURED, "first", "first", 10)):
            assert sum(bout.scores) == 1
            assert sum(bout.points) == 0

    def test_a_shorter_match_is_the_beginning(self) -> None:
        codes = Match(MEASURED, "best", "any", 12, seed=3).codes()
        assert Match(MEASURED, "best", "any", 5, seed=3).codes() == codes[:5]
        assert len(set(codes)) == 12

    def test_processes_change_nothing(self) -> None:
        """Bouts come in order and are the same whether one process plays or two."""
        one, two = (
            [attrs.evolve(bout, seconds=((), ())) for bout in bouts(Match(MEASURED, "best", "any", 10), jobs)]
            for jobs in (1, 2)
        )
        assert one == two

    def test_a_round_that_never_ends_is_stopped(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(arena, "MOST_PLIES", 50)
        with pytest.raises(ValueError, match="did not end within 50 moves"):
            list(bouts(Match(ENDLESS, "best", "best", 1)))


class TestFigures:
    def test_estimate(self) -> None:
        """By hand: 1, 2, 3 have the mean 2 and the standard error 1/√3."""
        estimate = Estimate.of([1, 2, 3])
        assert estimate.value == 2
        low, high = estimate.interval
        assert math.isclose(high - 2, 1.959964 / math.sqrt(3), rel_tol=1e-6)
        assert math.isclose(2 - low, high - 2)

    def test_one_pair_says_little(self, run: Run) -> None:
        """Nothing is known of the spread: no bounds, and null in JSON, which has no infinity."""
        assert Estimate.of([5]).interval == (-math.inf, math.inf)
        said = json.loads(run(*match("--json"), "--rounds", "2").stdout)
        assert said["interval"]["points"] == [None, None]

    def test_pace(self) -> None:
        """Of 100 moves the 95th by length."""
        pace = Pace.of(range(1, 101))
        assert (pace.moves, pace.mean, pace.p95, pace.longest) == (100, 50.5, 95, 100)
        assert Pace.of([]) == Pace(0, 0.0, 0.0, 0.0)

    def test_report(self) -> None:
        """A draw is half a point; the pair is what is compared, so even pairs leave no doubt."""
        even = Bout("A", (1.0, 0.0), (7, -7), ((1.0,), (2.0,)))
        report = Report.of([even, even, attrs.evolve(even, scores=(0.5, 0.5), points=(0, 0))])
        assert (report.rounds, report.won, report.drawn, report.lost) == (6, 2, 2, 2)
        assert report.score == Estimate(0.5, (0.5, 0.5))
        assert report.points == Estimate(0, (0, 0))
        assert (report.first.mean, report.second.mean) == (1, 2)

    def test_report_on_nothing(self) -> None:
        with pytest.raises(ValueError, match="nothing was played"):
            Report.of([])
