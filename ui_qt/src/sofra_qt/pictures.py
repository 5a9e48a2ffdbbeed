"""Pictures of pages, drawn without a screen and without anything of today in them."""

from __future__ import annotations

from typing import Any, Final, final

import attrs
from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtGui import QPixmap

from sofra.code import DealCode
from sofra.game import Decidable, GameInfo, Solvable
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
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.passed = 0.0

    def monotonic(self) -> float:
        """Seconds since the start."""
        return self.passed

    def now(self) -> int:
        """UTC in ms."""
        return START + int(self.passed * 1000)


def draw(wanted: Wanted) -> QPixmap:
    """The page as a picture. Raises CodeError for a code that cannot be read."""
    app = make_application()
    settings = Settings(
        language=wanted.language, colours=wanted.colours, tile_style=wanted.style or "classic", reduce_motion="on"
    )
    library = load_games()
    session = Session(
        Places(None), settings=settings, library=library, log=MemoryLog(), dealer=AtOnceDealer(), works=AtOnce()
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
            _play(session, info, code, options, 22)
            window.show_library()
        case "table" | "paused" | "question":
            played = _play(session, info, code, options, 22)
            _show(window, played)
            page = window.table
            if wanted.page == "paused":
                page.model.pause()
            elif wanted.page == "question":
                page.new_deal()
            else:
                page.model.tap(played.choices(0)[0].picks[0])
        case "stuck":
            _show(window, _play(session, info, code, options, 10_000, towards_win=False))
        case "won":
            _show(window, _play(session, info, code, options, 10_000))
        case _:
            window.show_library()


def _show(window: MainWindow, played: Round) -> None:
    window._show_table()  # noqa: SLF001 - the page, without a new deal on it
    window.table.show_round(played)


def _play(
    session: Session, info: GameInfo, code: DealCode | None, options: Any, moves: int, *, towards_win: bool = True
) -> Round:
    """A round of so many moves: along a winning plan where there is one, else the first choice each time."""
    time = StillTime()
    played = Round.open(session.log, info, code=code, options=options, time=time)
    known = None
    while len(played.line) - 1 < moves and played.outcome is None:
        choices = played.choices(0)
        choice = choices[0]
        if towards_win and isinstance(played.game, Solvable):
            known = played.game.solve(played.state, known)
            advice = played.game.advise(played.seen(0), 0, known) if hasattr(played.game, "advise") else None
            if known.answer is Decidable.WINNABLE and advice is not None:
                choice = advice.choice
        played.start_clock()
        time.passed += EACH_MS / 1000
        played.tick()
        played.play(choice)
    played.stop_clock()
    return played
