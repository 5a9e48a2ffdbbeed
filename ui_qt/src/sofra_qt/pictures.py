"""Pictures of pages, drawn without a screen and without anything of today in them."""

from __future__ import annotations

from typing import Any, Final, final

import attrs
from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtGui import QPixmap

from sofra.abilities import Decidable, Hints, Solvable
from sofra.code import DealCode
from sofra.game import GameInfo
from sofra.host.loader import load_games
from sofra.host.places import Places
from sofra.host.settings import Settings
from sofra.log import MemoryLog
from sofra.round import Round
from sofra_qt.app import make_application
from sofra_qt.dealer import AtOnceDealer
from sofra_qt.session import Session
from sofra_qt.window import MainWindow
from sofra_qt.works import AtOnce

__all__ = ["StillTime", "Wanted", "draw"]

START: Final = 1_764_547_200_000
"""When the rounds in pictures are played: 1 December 2025, noon UTC."""

EACH_MS: Final = 4_500
"""How long a move takes in pictures."""


_LIT: Final = frozenset({"winnable", "lost", "where-lost", "unknown"})
"""The pages with the verdict light on."""

_WINS: Final = (
    ("L00", 3_100, 0, 0),
    ("L05", 3_500, 1, 0),
    ("L01", 3_800, 0, 1),
    ("L00", 4_500, 0, 6),
    ("L03", 4_700, 3, 0),
    ("L05", 4_900, 0, 2),
)
"""The wins in the picture of the ranking: layout, ms for each move, hints, undos."""


@final
class _Silent:
    """A worker that never answers."""

    def submit(self, *_job: object, **_more: object) -> None:
        """Take a job and leave it."""

    def cancel(self, key: object) -> None:
        """Nothing runs."""

    def close(self) -> None:
        """Nothing runs."""


@final
@attrs.frozen
class Wanted:
    """What to draw: a page, its deal, language, colours (light, dark, contrast), style of tiles, and size in pixels."""

    page: str
    code: str = ""
    language: str = "en"
    colours: Any = "light"
    style: str = ""
    width: int = 1280
    height: int = 800


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


def draw(wanted: Wanted) -> QPixmap:
    """The page as a picture. Raises CodeError for a code that cannot be read."""
    app = make_application()
    settings = Settings(
        language=wanted.language, colours=wanted.colours, tile_style=wanted.style or "classic", reduce_motion="on"
    )
    library = load_games()
    session = Session(
        Places(None),
        settings=attrs.evolve(settings, verdict_light=wanted.page in _LIT),
        library=library,
        log=MemoryLog(),
        dealer=None if wanted.page == "dealing" else AtOnceDealer(),
        works=_Silent() if wanted.page in {"dealing", "unknown"} else AtOnce(),
    )
    session.look.apply()
    window = MainWindow(session)
    window.resize(QSize(wanted.width, wanted.height))
    if library.games:
        _prepare(window, session, wanted)
    window.show()
    window.open_last() if wanted.page == "library" else None
    for _turn in range(4):
        app.processEvents()
    if wanted.page == "picker":
        window.picker.sketches.finish()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    picture = window.grab()
    window.close()
    session.close()
    return picture


def _prepare(window: MainWindow, session: Session, wanted: Wanted) -> None:
    """Bring the program into the state that the page shows, by the ways a player has."""
    info = next(iter(session.library.games.values()))
    code, options = None, None
    if wanted.code:
        code, info, options = DealCode.parse(wanted.code, session.library.games.values())
    elif info.preview:
        code, _info, options = DealCode.parse(info.preview, (info,))
    match wanted.page:
        case "settings":
            window.show_settings()
        case "code":
            window.show_library()
            window.enter_code()
        case "library-continue":
            _play(session, info, code, options, _Way(22))
            window.show_library()
        case "table" | "paused" | "question":
            played = _play(session, info, code, options, _Way(22))
            _show(window, played)
            page = window.table
            if wanted.page == "paused":
                page.model.pause()
            elif wanted.page == "question":
                page.new_deal()
            else:
                page.model.tap(played.choices(0)[0].picks[0])
        case "picker":
            window.show_picker(info)
        case "ranking" | "ranking-empty":
            if wanted.page == "ranking":
                _win(session, info)
            window.show_ranking(info)
        case "dealing":
            _show(window, _play(session, info, code, options, _Way(22)))
            window.table.changing.deal(info)
            window.table.changing.wait()
        case "winnable" | "unknown" | "hint":
            _show(window, _play(session, info, code, options, _Way(22)))
            if wanted.page == "hint":
                window.table.advice.hint()
        case "lost" | "where-lost":
            _show(window, _play(session, info, code, options, _Way(towards_win=False, until_lost=True)))
            if wanted.page == "where-lost":
                window.table.advice.find_loss()
        case "stuck":
            _show(window, _play(session, info, code, options, _Way(towards_win=False)))
        case "won":
            _show(window, _play(session, info, code, options, _Way()))
        case _:
            window.show_library()


def _show(window: MainWindow, played: Round) -> None:
    window._show_table()  # noqa: SLF001 - the page, without a new deal on it
    window.table.show_round(played)


@final
@attrs.frozen
class _Way:
    """How a round in a picture goes: at most so many moves, each of so many ms, on which day, with which aids.

    It follows a winning plan where there is one, unless `towards_win` is false: then it takes the first choice each time. With
    `until_lost` it ends two moves after it cannot be won any more.
    """

    moves: int = 10_000
    towards_win: bool = True
    until_lost: bool = False
    each_ms: int = EACH_MS
    days: int = 0
    hints: int = 0
    undos: int = 0


def _play(session: Session, info: GameInfo, code: DealCode | None, options: Any, way: _Way) -> Round:
    """A round that went this way."""
    time = StillTime(way.days)
    played = Round.open(session.log, info, code=code, options=options, time=time)
    known, lost = None, 0
    while len(played.line) - 1 < way.moves and played.outcome is None and lost < 3:
        if way.until_lost and isinstance(played.game, Solvable):
            lost += played.game.solve(played.state, None).answer is Decidable.LOST
        choice = played.choices(0)[0]
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


def _win(session: Session, info: GameInfo) -> None:
    """Some wins on several days, and a round that was not won."""
    games = (info,)
    for days, (layout, each_ms, hints, undos) in enumerate(_WINS):
        code, _info, options = DealCode.parse(f"{info.prefix}1-{layout}-AAAA{chr(66 + days)}BL", games)
        way = _Way(each_ms=each_ms, days=3 * days, hints=hints, undos=undos)
        _play(session, info, code, options, way)
    code, _info, options = DealCode.parse(f"{info.prefix}1-L01-AAAAABC", games)
    _play(session, info, code, options, _Way(towards_win=False)).abandon()
