"""Games that fail while they are played: whoever asks is told which game, what, and why; the log is as it was."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic
from typing import Any

import attrs
import pytest
from tests.hostile_plugins.conftest import Plugins

from sofra import replay
from sofra.abilities import Akin, Describes, Explains, Previews, Solvable
from sofra.code import DealCode
from sofra.game import Tally, Watcher
from sofra.guard import Call, GameStopped, PluginError, TooLong, Watch
from sofra.guard import watch as watch_module
from sofra.guard.watch import now
from sofra.host import deal, load_rules, open_round
from sofra.host.computer import answer_here, turn_of
from sofra.host.loader import Library
from sofra.log import MemoryLog
from sofra.round import Round
from sofra.scene import Aspect

ZERO = "{call} failed with ZeroDivisionError: division by zero."

RAISES = (
    "deal", "decide", "evolve", "to_move", "outcome", "choices", "score", "scene", "cues", "say", "facts", "progress",
    "why", "advise", "preview", "solve", "explain", "akin", "describe", "choose", "may_undo",
)  # fmt: skip

RUBBISH = {
    "deal": "deal answered with something else than is asked (events: int).",
    "decide": "decide answered with something else than is asked (events: str).",
    "to_move": "to_move answered with something else than is asked (frozenset: list).",
    "outcome": "outcome answered with something else than is asked (Outcome: bool).",
    "choices": "choices answered with something else than is asked (choices: dict).",
    "score": "score answered with something else than is asked (score: str).",
    "scene": "scene answered with something else than is asked (Scene: list).",
    "cues": "cues answered with something else than is asked (Cue: int).",
    "say": "say answered with something else than is asked (Message: str).",
    "facts": "facts answered with something else than is asked (Fact: NoneType).",
    "progress": "progress answered with something else than is asked (tuple).",
    "why": "why answered with something else than is asked (Message: int).",
    "advise": "advise answered with something else than is asked (Advice: str).",
    "preview": "preview answered with something else than is asked (cues: int).",
    "solve": "solve answered with something else than is asked (Verdict: str).",
    "explain": "explain answered with something else than is asked (facts: int).",
    "akin": "akin answered with something else than is asked (key: bytes).",
    "describe": "describe answered with something else than is asked (list).",
    "may_undo": "may_undo answered with something else than is asked (Message: str).",
}

FLOOD = {
    "flood-pieces": "scene gave 1000000 at once; at most 2000 are taken.",
    "flood-twins": "scene gave two things with the key a.",
    "flood-giants": "scene answered with something else than is asked (size).",
    "flood-nowhere": "scene answered with something else than is asked (at).",
    "flood-choices": "choices gave 513 at once; at most 512 are taken.",
    "flood-events": "decide gave 5000 at once; at most 2000 are taken.",
    "flood-texts": "say gave 1000000 at once; at most 2000 are taken.",
    "flood-labels": "scene gave 1000000 at once; at most 2000 are taken.",
    "flood-nested": "say gave 9 at once; at most 8 are taken.",
    "flood-numbers": "score answered with something else than is asked (score: int).",
    "events-plain": (
        "decide gave an event that cannot be written: Plain is not registered as an event: decorate it with @event."
    ),
    "events-changed": "decide gave an event that reads otherwise than it was written: hostile-events.changed.",
    "ends-exit": "choices failed with SystemExit: 3.",
    "ends-recursion": "choices failed with RecursionError: maximum recursion depth exceeded.",
    "ends-speechless": "choices failed with Bad.",
}


def play(library: Library, game: str, log: MemoryLog | None = None) -> None:
    """Ask a game everything, as the rooms of the program do."""
    info = library.games[game]
    log = MemoryLog() if log is None else log
    round_ = open_round(f"{info.prefix}1-AAAAABL", log=log, games={info.id: info})
    rules = round_.game
    seen = round_.seen(0)
    assert round_.to_move == {0}
    assert round_.outcome is None
    assert round_.score is not None
    rules.scene(seen, 0, Aspect.WIDE)
    rules.facts(seen, 0)
    rules.progress(seen)
    rules.why(seen, 0, ("match#0",))
    rules.say(None, round_.events, seen, 0)
    assert isinstance(rules, (Solvable, Explains, Describes, Akin, Previews))
    asked: Any = rules
    asked.solve(seen, None)
    asked.explain(seen, Tally(), round_.options)
    asked.describe(seen)
    asked.akin(seen, 0, "match#0")
    asked.preview(seen, round_.choices(0)[0], 0, Aspect.WIDE)
    round_.advise(0)
    asked.choose("only", round_.events, seen, 0, round_.choices(0), None, 1)
    step = round_.play(round_.choices(0)[0])
    rules.cues(seen, step.events[0], round_.seen(0), 0, Aspect.WIDE)
    rules.say(seen, step.events, round_.seen(0), 0)
    round_.undo()


def stopped(library: Library, game: str) -> GameStopped:
    """How it stopped; the sound game is untouched by it, and what is in the log can be read."""
    log = MemoryLog()
    with pytest.raises(GameStopped) as error:
        play(library, game, log)
    assert error.value.game == game
    assert error.value.message.english == f"{library.games[game].title.english} stopped: {error.value.reason.english}"
    assert log.streams(check=True) is not None
    for stream in log.streams():
        names = [record.name for record in log.read(stream.id)]
        assert names[0] == "sofra.round-opened"
        assert not [name for name in names if name.startswith("hostile-")], "nothing of a broken call is written"
    play(library, "honest")
    return error.value


@pytest.mark.parametrize("member", RAISES)
def test_a_member_that_raises(plugins: Plugins, member: str) -> None:
    """The game, the member and the error are named; the traceback is kept for the author."""
    error = stopped(plugins("raises"), f"raises-{member.replace('_', '-')}")
    assert error.reason.english == ZERO.format(call=member)
    assert error.call == member
    assert "ZeroDivisionError" in error.details


@pytest.mark.parametrize("member", RUBBISH)
def test_a_member_that_answers_rubbish(plugins: Plugins, member: str) -> None:
    """An answer of the wrong kind is seen where it comes from, not where somebody trips over it."""
    assert stopped(plugins("rubbish"), f"rubbish-{member.replace('_', '-')}").reason.english == RUBBISH[member]


@pytest.mark.parametrize("game", FLOOD)
def test_too_much(plugins: Plugins, game: str) -> None:
    """Bounds hold for everything that a game answers."""
    assert stopped(plugins("flood", "events", "ends"), game).reason.english == FLOOD[game]


def test_an_event_that_json_cannot_hold(plugins: Plugins) -> None:
    """Neither it nor the sound event before it is written."""
    assert "events-odd" not in stopped(plugins("events"), "events-odd").reason.english


def test_an_event_of_megabytes(plugins: Plugins) -> None:
    """What a log should not hold is refused before it is there."""
    with pytest.raises(GameStopped):
        play(plugins("flood"), "flood-bytes")


def test_words_that_do_not_fit_are_ugly_and_nothing_else(plugins: Plugins) -> None:
    """A template with places that nothing fills is shown as it is."""
    library = plugins("unfair")
    play(library, "unfair-template")


def test_a_game_that_decides_otherwise_each_time_is_found_out(plugins: Plugins) -> None:
    """It can be played, and its rounds are what was recorded; checking the round says that the rules do not answer so."""
    library = plugins("unfair")
    info = library.games["unfair-fickle"]
    log = MemoryLog()
    round_ = open_round(f"{info.prefix}1-AAAAABL", log=log, games=library.games)
    round_.play(round_.choices(0)[0])
    left = round_.state.left
    assert Round.resume(log, round_.id, library.games).state.left == left
    problems = [each.message.english for each in replay.verify(log.read(round_.id), library.games)]
    assert problems == ["Move 1 (matches.taken): the rules decide otherwise than was recorded."]


def test_advice_that_is_no_choice(plugins: Plugins) -> None:
    """A hint must be one of the choices."""
    library = plugins("unfair")
    info = library.games["unfair-stranger"]
    round_ = open_round(f"{info.prefix}1-AAAAABL", games=library.games)
    with pytest.raises(GameStopped, match="advise"):
        round_.advise(0)
    assert round_.tally.hints == 0


def test_a_pretended_interrupt(plugins: Plugins, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Ctrl+C does not interrupt (a window takes it as a wish to close), one that comes from a game is the game's."""
    import signal

    library = plugins("ends")
    with pytest.raises(KeyboardInterrupt):
        play(library, "ends-interrupt")
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with pytest.raises(GameStopped, match="scene failed with KeyboardInterrupt"):
            play(library, "ends-interrupt")
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("member", ["choices", "decide", "scene", "deal", "choose", "solve", "evolve"])
def test_a_loop_can_be_ended(plugins: Plugins, member: str) -> None:
    """Whoever watches can end a call that does not come to an end, in the middle of it."""
    library = plugins("loops")
    asked: list[str] = []

    def late(call: Call) -> bool:
        # On a busy machine a sound call may take as long.
        if call.member == member:
            asked.append(f"{call.game} {call.member}")
        return call.member == member

    watch = Watch(late, patience=0.1, beat=0.02, error=TooLong)
    watch.start()
    try:
        with pytest.raises(GameStopped) as error:
            play(library, f"loops-{member}")
    finally:
        watch.close()
    assert error.value.reason.english == f"{member} did not come to an end."
    assert asked == [f"loops-{member} {member}"]
    # Nothing of it is left over for those who come behind.
    play(library, "honest")


def test_a_watch_that_sleeps_is_woken(plugins: Plugins, monkeypatch: pytest.MonkeyPatch) -> None:
    """While nothing is asked the watch sleeps for good; the first call wakes it."""
    monkeypatch.setattr(watch_module, "QUIET", 0)
    library = plugins("loops")
    watch = Watch(lambda call: call.member == "choices", patience=0.1, beat=0.01, error=TooLong)
    watch.start()
    try:
        until = monotonic() + 10
        while not now.sleepers:
            assert monotonic() < until
        with pytest.raises(GameStopped, match="did not come to an end"):
            play(library, "loops-choices")
    finally:
        watch.close()
    assert not now.sleepers


def test_nobody_is_asked_about_what_ends_by_itself(plugins: Plugins) -> None:
    """The answer "stop" to a call that is over stops nothing."""
    library = plugins()
    info = library.games["honest"]
    over = threading.Event()

    asked: list[object] = []

    def late(call: object) -> bool:
        asked.append(call)
        over.wait(5)
        return len(asked) == 1

    watch = Watch(late, patience=0.0, beat=0.001, error=TooLong)
    watch.start()
    try:
        # On a busy machine the watch may not have looked yet: then it would ask of a call that is not over.
        while not asked:
            deal(info, DealCode.parse("HN1-AAAAABL", (info,))[0], None)
        over.set()
        for _again in range(200):
            deal(info, DealCode.parse("HN1-AAAAABL", (info,))[0], None)
    finally:
        over.set()
        watch.close()


def test_the_guard_has_what_the_game_has(plugins: Plugins) -> None:
    """Abilities are found by their members, as on the game itself; what the game does not have, its guard does not have."""
    library = plugins("raises")
    rules = load_rules(library.games["honest"])
    for ability in (Solvable, Explains, Describes, Akin, Previews):
        assert isinstance(rules, ability)
    assert not hasattr(rules, "worlds")
    assert not hasattr(rules, "offers")


def test_a_turn_of_a_computer_that_fails(plugins: Plugins) -> None:
    """The computer's error is told like any other."""
    library = plugins("raises")
    info = attrs.evolve(library.games["raises-choose"], modes=("computer",))
    asked: Callable[..., Any] = load_rules(info).choose  # type: ignore[attr-defined]
    with pytest.raises(PluginError, match="choose failed"):
        asked("only", [], None, 0, [], None, 1)
    assert callable(answer_here)
    assert callable(turn_of)
    assert Watcher.OPEN is not None
