"""The jobs that the worker does, and what is asked and answered, from both sides of the pipe.

A request names the rules by their import string, so the worker imports the one game that it needs and no other plugin.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, final

import attrs

from sofra.abilities import BadBoard, Decidable, Describes, Imports, Solvable, TakenIn, Verdict
from sofra.bots import BUDGET, think, turn_seed
from sofra.code import DealCode, ReplayCode
from sofra.deal import Shuffle
from sofra.event import Event, decode, encode
from sofra.game import Choice, Game, GameInfo, Seat, fold, hide
from sofra.guard import load_guarded
from sofra.guard.guarded import guarded
from sofra.message import Message, Texts
from sofra.worker.plain import from_plain, to_plain

if TYPE_CHECKING:
    from sofra.log import Log
    from sofra.round import Round

__all__ = [
    "JOBS",
    "Dealt",
    "Job",
    "Progress",
    "Replayed",
    "choose_answer",
    "choose_request",
    "count_request",
    "deal_answer",
    "deal_request",
    "deal_verdict",
    "decide_answer",
    "decide_request",
    "measure_request",
    "ready_request",
    "replay_answer",
    "replay_request",
    "solve_answer",
    "solve_request",
    "take_in_answer",
    "take_in_request",
]

_ = Texts("sofra-core")

Progress = Callable[[int], None]
"""Told now and then how many steps are done."""

Job = Callable[[Mapping[str, Any], Progress], Any]
"""A function of the request that gives a plain answer. What it raises fails the job: Refused with its message."""


@final
@attrs.frozen
class Replayed:
    """The answer to a replay code: the events of its deal, and for each move its seat, the index of its choice, and its events."""

    dealt: list[Event]
    moves: list[tuple[Seat, int, list[Event]]]


@final
@attrs.frozen
class Dealt:
    """The answer to a deal: which of the codes was dealt, its events, and whether it can be won (None: not decided)."""

    code: DealCode
    events: list[Event]
    verdict: Decidable | None


def deal_verdict(game: Game[Any, Any, Any], state: Any) -> Decidable | None:
    """Whether a fresh deal can be won: as it says of itself, else as the game's solver finds; None where neither speaks."""
    if isinstance(game, Describes):
        said = game.describe(state).get("verdict")
        if said in set(Decidable):
            return Decidable(said)
    return game.solve(state, None).answer if isinstance(game, Solvable) else None


# Asked for and answered by the program.


def deal_request(
    info: GameInfo, codes: Sequence[DealCode], options: Any, kept: Sequence[tuple[str, str]] = ()
) -> dict[str, Any]:
    """Deal the first of `codes` that is known to be winnable, or the last; one code is dealt whatever is known of it.

    The codes are of one game, one rules version and the same `options`. `kept` are (option, text) of the player's own values that
    these name (see `Imports`).
    """
    return {
        **_asked(info, codes[0].version),
        "options": [f"{type(options).__module__}:{type(options).__qualname__}", attrs.asdict(options)],
        "hashed": [code.hashed for code in codes],
        "kept": [list(each) for each in kept],
    }


def deal_answer(info: GameInfo, codes: Sequence[DealCode], answer: Mapping[str, Any]) -> Dealt:
    """What `deal` answered to a request of these codes."""
    load_guarded(info, codes[0].version)  # which registers its events here, too
    events = [_heard(each) for each in answer["events"]]
    verdict = answer["verdict"]
    return Dealt(codes[answer["index"]], events, None if verdict is None else Decidable(verdict))


def replay_request(
    info: GameInfo, code: ReplayCode, options: Any, kept: Sequence[tuple[str, str]] = ()
) -> dict[str, Any]:
    """Deal the code of a replay and decide its moves; `kept` as in `deal_request`. Fails with the message of CodeError or Refused."""
    return deal_request(info, (code.deal,), options, kept) | {
        "deal": attrs.asdict(code.deal),
        "letters": code.letters,
    }


def replay_answer(info: GameInfo, code: ReplayCode, answer: Mapping[str, Any]) -> Replayed:
    """What `replay` answered."""
    info.load(code.deal.version)  # which registers its events here, too
    moves = [(seat, choice, [_heard(each) for each in events]) for seat, choice, events in answer["moves"]]
    return Replayed([_heard(each) for each in answer["dealt"]], moves)


def solve_request(
    info: GameInfo, version: int, line: Sequence[Event], before: Verdict | None = None, budget: int | None = None
) -> dict[str, Any]:
    """Decide the position at the end of `line`: the events from the deal on. `before` is what was known of its parent."""
    return {
        **_asked(info, version),
        "events": [_told(each) for each in line],
        "before": None if before is None else _verdict_told(before),
        "budget": budget,
    }


def solve_answer(answer: Mapping[str, Any]) -> Verdict:
    """What `solve` answered."""
    return _verdict_heard(answer)


def decide_request(round_: Round, choice: Choice[Any]) -> dict[str, Any]:
    """Decide a slow choice at the head of a round. It holds the whole truth, so it goes to our own worker and nowhere else.

    Raises Refused for a command that is not among the choices there.
    """
    return {
        **_asked(round_.info, round_.game.version),
        "events": [_told(event) for event in round_.events],
        "seat": choice.seat,
        "choice": round_.index_of(choice),
        "shuffle": round_.shuffle.name.decode("ascii"),
        "ply": round_.ply,
    }


def decide_answer(answer: Mapping[str, Any]) -> list[Event]:
    """The events that were decided: what `Round.play` takes as `decided` while the round stands where it stood."""
    return [_heard(each) for each in answer["events"]]


def choose_request(round_: Round, seat: Seat, level: str, budget: int = BUDGET) -> dict[str, Any]:
    """Let the computer choose for a seat at the head of a round.

    The request holds the line as redacted for the seat, and nothing else that could tell what is hidden: no code, no key, no
    state, no other seat's choices.
    """
    return {
        **_asked(round_.info, round_.game.version),
        "level": level,
        "events": [_told(event) for event in hide(round_.game, round_.events, seat)],
        "seat": seat,
        "seed": turn_seed(round_.id, round_.head, level, seat),
        "budget": budget,
    }


def choose_answer(answer: Mapping[str, Any]) -> int:
    """The index of the choice taken, among those of the seat."""
    index: int = answer["choice"]
    return index


def take_in_request(info: GameInfo, option: str, data: bytes, name: str) -> dict[str, Any]:
    """Read a file of the player."""
    return {**_asked(info, info.version), "option": option, "data": b64encode(data).decode(), "name": name}


def take_in_answer(answer: Mapping[str, Any]) -> TakenIn:
    """What was in the file: with nothing that can be used, its problems alone."""
    return TakenIn(tuple(answer["kept"]), tuple(from_plain(each) for each in answer["problems"]))


def measure_request(info: GameInfo, option: str, kept: str) -> dict[str, Any]:
    """Measure a value that was taken in; the answer is the text to keep."""
    return {**_asked(info, info.version), "option": option, "kept": kept}


def count_request(log: Log) -> dict[str, Any] | None:
    """Count the rounds of a log that were not counted yet; None for a log that no other process can read.

    The answer is nothing: afterwards the statistics are in their file. Rounds may be played meanwhile, and `progress` is told per cents.
    """
    from sofra.log import SqliteLog

    return {"log": str(log.path)} if isinstance(log, SqliteLog) and log.damage is None else None


def ready_request(info: GameInfo) -> dict[str, Any]:
    """Be ready for jobs of a game: the answer is nothing."""
    return _asked(info, info.version)


def _asked(info: GameInfo, version: int) -> dict[str, Any]:
    """Which rules are asked, and what the game is called when they fail."""
    return {"rules": info.rules[version], "game": [info.id, to_plain(info.title)]}


# Done in the worker.


def _deal(request: Mapping[str, Any], progress: Progress) -> Any:
    game, options = _rules_and_options(request)
    index, events, verdict = 0, [], None
    for index, hashed in enumerate(request["hashed"]):
        progress(index)
        events = list(game.deal(Shuffle.of(hashed), options))
        verdict = deal_verdict(game, fold(game, events))
        if verdict in {None, Decidable.WINNABLE}:
            break
    return {
        "index": index,
        "events": [_told(each) for each in events],
        "verdict": None if verdict is None else verdict.value,
    }


def _replay(request: Mapping[str, Any], _progress: Progress) -> Any:
    game, options = _rules_and_options(request)
    (_none, dealt), *line = ReplayCode(DealCode(**request["deal"]), request["letters"]).play(game, options)
    state, moves = fold(game, dealt), []
    for choice, events in line:
        assert choice is not None, "only the deal has none"  # noqa: S101 - for mypy
        commands = [each.command for each in game.choices(state, choice.seat)]
        moves.append([choice.seat, commands.index(choice.command), [_told(each) for each in events]])
        state = fold(game, events, state)
    return {"dealt": [_told(each) for each in dealt], "moves": moves}


def _solve(request: Mapping[str, Any], progress: Progress) -> Any:
    game = _rules(request)
    if not isinstance(game, Solvable):
        return _verdict_told(Verdict(Decidable.UNKNOWN))
    state = fold(game, map(_heard, request["events"]))
    before = None if request["before"] is None else _verdict_heard(request["before"])
    return _verdict_told(game.solve(state, before, budget=request["budget"], progress=progress))


def _decide(request: Mapping[str, Any], _progress: Progress) -> Any:
    game = _rules(request)
    state = fold(game, map(_heard, request["events"]))
    # The same commands in the same order on the full state as on what the seat sees: a law of every game.
    choice = game.choices(state, request["seat"])[request["choice"]]
    chance = Shuffle(request["shuffle"].encode("ascii")).chance(request["ply"])
    return {"events": [_told(each) for each in game.decide(state, choice.seat, choice.command, chance)]}


def _choose(request: Mapping[str, Any], _progress: Progress) -> Any:
    game = _rules(request)  # which registers its events
    line = [_heard(each) for each in request["events"]]
    level, seat, seed, budget = (request[name] for name in ("level", "seat", "seed", "budget"))
    return {"choice": think(game, level, line, seat, seed, budget)}


def _take_in(request: Mapping[str, Any], _progress: Progress) -> Any:
    game = _rules(request)
    taken = TakenIn(())
    if isinstance(game, Imports):
        try:
            taken = game.take_in(request["option"], b64decode(request["data"]), request["name"])
        except BadBoard as error:
            taken = TakenIn((), tuple(error.problems))
    return {"kept": list(taken.kept), "problems": [to_plain(each) for each in taken.problems]}


def _measure(request: Mapping[str, Any], progress: Progress) -> Any:
    game = _rules(request)
    kept = request["kept"]
    return game.measure(request["option"], kept, progress) if isinstance(game, Imports) else kept


def _count(request: Mapping[str, Any], progress: Progress) -> Any:
    from sofra.log import SqliteLog
    from sofra.stats import Stats

    with SqliteLog(request["log"]) as log, Stats(log) as stats:
        stats.catch_up(progress)


def _ready(request: Mapping[str, Any], _progress: Progress) -> Any:
    _rules(request)


JOBS: Final[dict[str, Job]] = {
    "choose": _choose,
    "count": _count,
    "deal": _deal,
    "decide": _decide,
    "measure": _measure,
    "ready": _ready,
    "replay": _replay,
    "solve": _solve,
    "take-in": _take_in,
}
"""The jobs by name."""


def _rules(request: Mapping[str, Any]) -> Game[Any, Any, Any]:
    game: Game[Any, Any, Any] = _imported(request["rules"])()
    name, title = request.get("game") or (game.id, {"ltr": game.id})
    heard = from_plain(title)
    return guarded(game, name, heard if isinstance(heard, Message) else _("{name}", name=heard))


def _rules_and_options(request: Mapping[str, Any]) -> tuple[Game[Any, Any, Any], Any]:
    """The rules, which know the player's own values then, and the options of a deal."""
    game = _rules(request)
    if isinstance(game, Imports):
        for option, text in request.get("kept", ()):
            game.know(option, text)
    path, values = request["options"]
    return game, _imported(path)(**values)


def _imported(path: str) -> Any:
    module, _colon, name = path.partition(":")
    found: Any = import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _told(event: Event) -> list[Any]:
    encoded = encode(event)
    return [encoded.name, encoded.schema, encoded.payload.decode()]


def _heard(told: Sequence[Any]) -> Event:
    name, schema, payload = told
    return decode(name, schema, payload.encode())


def _verdict_told(verdict: Verdict) -> dict[str, Any]:
    return {"answer": verdict.answer.value, "plan": to_plain(verdict.plan), "steps": verdict.steps}


def _verdict_heard(told: Mapping[str, Any]) -> Verdict:
    return Verdict(Decidable(told["answer"]), from_plain(told["plan"]), told["steps"])
