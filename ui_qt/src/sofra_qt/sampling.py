"""Rounds for pictures: played by the ways a player has, on a clock that goes on only when it is told to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, final

import attrs

from sofra.abilities import Decidable, Hints, Offers, Solvable
from sofra.code import DealCode
from sofra.game import GameInfo
from sofra.host.loader import load_rules
from sofra.log import Log, MemoryLog, Record
from sofra.options import OptionKind, listed_options, option_values
from sofra.round import Mode, Round, name_round

__all__ = ["START", "StillTime", "Way", "deal_on", "play", "play_every", "play_several", "play_some"]

START: Final = 1_764_547_200_000
"""When the rounds in pictures are played: 1 December 2025, noon UTC."""

EACH_MS: Final = 4_500
"""How long a move takes in pictures."""

_WINS: Final = (
    ("L00", 3_100, 0, 0),
    ("L05", 3_500, 1, 0),
    ("L01", 3_800, 0, 1),
    ("L00", 4_500, 0, 6),
    ("L03", 4_700, 3, 0),
    ("L05", 4_900, 0, 2),
)
"""The wins in the picture of a ranking: the value of the first deal option, where a game knows it, ms for each move, hints, undos."""


@final
class StillTime:
    """A clock that goes on only when it is told to, from so many days after the start."""

    def __init__(self, days: int = 0) -> None:
        self.passed = 0.0
        self._start = START + days * 86_400_000

    def monotonic(self) -> float:
        """Seconds since the start."""
        return self.passed

    def now(self) -> int:
        """UTC in ms."""
        return self._start + int(self.passed * 1000)


@final
@attrs.frozen
class Way:
    """How a round in a picture goes: at most so many moves, each of so many ms, on which day, with which aids.

    It follows a winning plan where there is one, unless `towards_win` is false: then it takes the first choice each time. With
    `until_lost` it ends two moves after it cannot be won any more. It ends where no move is left.
    """

    moves: int = 10_000
    towards_win: bool = True
    until_lost: bool = False
    each_ms: int = EACH_MS
    days: int = 0
    hints: int = 0
    undos: int = 0


_EVERY: Final = (
    Way(each_ms=3_300, undos=1),
    Way(towards_win=False),
    Way(each_ms=2_700),
    Way(14, hints=2),
    Way(21),
)
"""The rounds in the picture of the replays: won, stuck, won, left, and one that waits."""


_KNOWN: Final[dict[tuple[object, ...], tuple[GameInfo, Sequence[Record]]]] = {}
"""The rounds that were played once in this process, by all that tells how: another picture has them without playing."""


def _known(log: Log, info: GameInfo, time: StillTime, *how: object) -> Round | None:
    """A round that was played so before, put into the log as it stood then, with its clock; None for one that was not."""
    known, records = _KNOWN.get((info.id, *how), (None, ()))
    if known is not info or log.info(records[0].stream) is not None:
        # Other rules, or the same round twice in one log.
        return None
    log.import_records(records, own=True)
    time.passed = (records[-1].at - time.now()) / 1000
    return Round.resume(log, records[0].stream, {info.id: info}, time=time)


def play(log: Log, info: GameInfo, code: DealCode | None, options: Any, way: Way) -> Round:
    """A round that went this way."""
    time = StillTime(way.days)
    how = (str(code), repr(options), way)
    known = _known(log, info, time, *how) if code is not None else None
    if known is not None:
        return known
    played = _play(log, info, code, options, way, time)
    _KNOWN[info.id, *how] = info, log.read(played.id)
    return played


def _play(log: Log, info: GameInfo, code: DealCode | None, options: Any, way: Way, time: StillTime) -> Round:
    played = Round.open(log, info, code=code, options=options, mode=info.modes[0], time=time)
    known, lost = None, 0
    while len(played.line) - 1 < way.moves and played.outcome is None and lost < 3:
        if way.until_lost and isinstance(played.game, Solvable):
            lost += played.game.solve(played.state, None).answer is Decidable.LOST
        choice = played.choices(min(played.to_move))[0]
        if way.towards_win and isinstance(played.game, Solvable) and isinstance(played.game, Hints):
            known = played.game.solve(played.state, known)
            advice = played.game.advise(played.seen(0), 0, known)
            if known.answer is Decidable.WINNABLE and advice is not None:
                choice = advice.choice
        if played.ply < way.hints:
            played.advise()
        played.start_clock()
        time.passed += way.each_ms / 1000
        played.tick()
        played.play(choice)
        if played.ply <= way.undos and played.tally.undos < way.undos:
            played.undo()
            played.redo()
    played.stop_clock()
    return played


def play_several(
    log: Log,
    info: GameInfo,
    code: DealCode | None,
    options: Any,
    mode: Mode,
    *,
    before_end: int | Literal["middle"] | None,
    days: int = 0,
) -> Round:
    """A round of several: its opening (None), or so many moves before its end, 0 being the end; then on to a turn of the first seat.

    Who is to move takes now this choice and now that, the same in every picture.
    """
    time = StillTime(days)
    how = (str(code), repr(options), mode, before_end, days)
    known = _known(log, info, time, *how) if code is not None else None
    if known is not None:
        return known
    whole = Round.open(MemoryLog(), info, code=code, options=options, mode=mode, time=time)
    while whole.outcome is None:
        _take_turn(whole)
    played = Round.open(log, info, code=code, options=options, mode=mode, time=time)
    match before_end:
        case None:
            moves = 0
        case "middle":
            moves = whole.ply // 2
        case _:
            moves = max(0, whole.ply - before_end)
    while played.outcome is None and (played.ply < moves or (mode == "computer" and 0 not in played.to_move)):
        time.passed += EACH_MS / 1000
        _take_turn(played)
    played.stop_clock()
    _KNOWN[info.id, *how] = info, log.read(played.id)
    return played


def _take_turn(played: Round) -> None:
    choices = played.choices(min(played.to_move))
    played.play(choices[7 * played.ply % len(choices)])


def play_some(log: Log, info: GameInfo) -> None:
    """Some wins on several days, and a round that was not won; where several play, rounds as they came out."""
    if max(info.seats) > 1:
        for days, (value, *_how) in enumerate(_WINS):
            play_several(
                log, info, *deal_on(info, value, 676 * (days + 1) + 37), info.modes[0], before_end=0, days=3 * days
            )
        play_several(log, info, *deal_on(info, "L01", 28), info.modes[0], before_end="middle").abandon()
        return
    for days, (value, each_ms, hints, undos) in enumerate(_WINS):
        way = Way(each_ms=each_ms, days=3 * days, hints=hints, undos=undos)
        play(log, info, *deal_on(info, value, 676 * (days + 1) + 37), way)
    play(log, info, *deal_on(info, "L01", 28), Way(40, towards_win=False)).abandon()


_PLAYED: Final[list[Record]] = []


def play_every(log: Log, games: Iterable[GameInfo]) -> None:
    """Rounds of all games that ended in every way, one of them with a name: what a page of replays lists."""
    if not _PLAYED:
        # Once for all pictures of a program.
        with MemoryLog() as played:
            _play_every(played, games)
            _PLAYED.extend(played.read_all())
    log.import_records(_PLAYED, own=True)


def _play_every(log: Log, games: Iterable[GameInfo]) -> None:
    for place, info in enumerate(games):
        code, _info, options = DealCode.parse(info.preview, (info,))
        if max(info.seats) > 1:
            for days, mode in enumerate(info.modes):
                play_several(log, info, code, options, mode, before_end=0, days=44 + 3 * days + place)
            continue
        for days, way in enumerate(_EVERY):
            dealt = attrs.evolve(code, number=676 * (days + 2) + 41)
            played = play(log, info, dealt, options, attrs.evolve(way, days=12 * days + 3 * place))
            if days == 0:
                name_round(log, played.id, "Sara, with one hand", StillTime(60))
            elif days < len(_EVERY) - 1 and not played.over:
                played.abandon()


def deal_on(info: GameInfo, value: str, number: int) -> tuple[DealCode, Any]:
    """A deal with this value of the first deal option, or, where the game does not know it, with one of those that it has."""
    options = info.options()
    for name, _pattern, default in option_values(options, OptionKind.DEAL)[:1]:
        known = _values(info, name) or [default]
        options = attrs.evolve(options, **{name: value if value in known else known[number % len(known)]})
    code, _info, read = DealCode.parse(f"{DealCode.of(info, options, number)}", (info,))
    return code, read


def _values(info: GameInfo, option: str) -> list[str]:
    """The values of a deal option that the game offers, else those that it lists."""
    game = load_rules(info)
    if isinstance(game, Offers):
        return [each.value for each in game.offers(option)]
    listed = {each.name: each.values for each in listed_options(info.options, OptionKind.DEAL)}
    return [value for value, _title in listed.get(option, ())]
