"""Pictures of pages, drawn without a screen and without anything of today in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial
from itertools import pairwise
from math import dist
from typing import Any, Final, final

import attrs
from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtGui import QPixmap

from sofra.abilities import Previews
from sofra.code import DealCode
from sofra.game import Choice, GameInfo
from sofra.guard import GameStopped, failed
from sofra.host.loader import Library, load_games
from sofra.host.places import Places
from sofra.host.settings import LONGEST_JOIN, Settings
from sofra.log import MemoryLog
from sofra.round import Mode, Round
from sofra.scene import Aspect, Join
from sofra_qt.app import make_application
from sofra_qt.dealer import AtOnceDealer
from sofra_qt.faults import went_wrong
from sofra_qt.offered import may_offer
from sofra_qt.replaysampling import PAGES, show_page
from sofra_qt.sampling import Way, play, play_every, play_several, play_some
from sofra_qt.session import Session
from sofra_qt.statsampling import PAGES as STATISTICS
from sofra_qt.statsampling import show_page as show_statistics
from sofra_qt.ways import TABLE
from sofra_qt.window import MainWindow
from sofra_qt.works import AtOnce

__all__ = ["Wanted", "draw", "shown"]

MOVES: Final = 22
"""So many moves are played of a round in the middle of it."""

_LIT: Final = frozenset({"winnable", "lost", "where-lost", "unknown"})
"""The pages with the verdict light on."""

_WAITING: Final = frozenset({"dealing", "deciding", "unknown"})
"""The pages on which an answer is waited for."""


_SEVERAL: Final[dict[str, tuple[Mode, int | None]]] = {
    "opening": ("computer", None),
    "chain": ("computer", 5),
    "computer": ("computer", 0),
    "curtain": ("shared", 5),
    "shared": ("shared", 0),
}
"""The pages of a game of several: how it is played, and how many moves before its end (None: the opening)."""


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
    """What to draw: a page, its deal, language, colours (light, dark, contrast), style of tiles, and size in pixels.

    `text_size` is that of all words, in hundredths of the design's; `big_tiles` and `cloth` are as in the settings.
    """

    page: str
    code: str = ""
    language: str = "en"
    colours: Any = "light"
    style: str = ""
    width: int = 1280
    height: int = 800
    text_size: int = 0
    big_tiles: bool = False
    cloth: str = ""


def draw(wanted: Wanted) -> QPixmap:
    """The page as a picture. Raises CodeError for a code that cannot be read."""
    with shown(wanted) as window:
        return window.grab()


@contextmanager
def shown(wanted: Wanted, library: Library | None = None) -> Iterator[MainWindow]:
    """A window that shows the page, for as long as it is looked at, with the installed games. Raises CodeError for a code that cannot be read."""
    app = make_application()
    settings = Settings(
        language=wanted.language,
        colours=wanted.colours,
        tile_style=wanted.style or "classic",
        text_size=wanted.text_size,
        big_tiles=wanted.big_tiles,
        cloth=wanted.cloth,
        reduce_motion="on",
    )
    library = library or load_games()
    session = Session(
        Places(None),
        settings=attrs.evolve(settings, verdict_light=wanted.page in _LIT),
        library=library,
        log=MemoryLog(),
        dealer=None if wanted.page == "dealing" else AtOnceDealer(),
        works=_Silent() if wanted.page in _WAITING else AtOnce(),
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
    if window.page == TABLE and window.table.round is not None:
        # At a table that is in sight, as a player does it.
        _act(window, wanted.page, window.table.round)
        for _turn in range(4):
            app.processEvents()
    if wanted.page == "picker":
        window.rooms.picker.sketches.finish()
    if window.page == "replays":
        window.rooms.replays.finish()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    try:
        yield window
    finally:
        window.close()
        session.close()
        # Widgets that wait for the collector would be dressed anew with every other theme: seconds for each picture after this one.
        for each in (window, session):
            each.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _prepare(window: MainWindow, session: Session, wanted: Wanted) -> None:
    """Bring the program into the state that the page shows, by the ways a player has."""
    games = session.library.games.values()
    if wanted.page in _SEVERAL:
        _show_several(window, session, wanted)
        return
    if wanted.page in PAGES:
        show_page(window, session.log, wanted.page, DealCode.parse(wanted.code, games) if wanted.code else None, games)
        return
    if wanted.page in STATISTICS:
        show_statistics(window, session.log, wanted.page, games)
        return
    # Without a code a game with layouts is shown: it has something for every page.
    info = next((each for each in games if may_offer(each)), next(iter(games)))
    code, options = None, None
    if wanted.code:
        code, info, options = DealCode.parse(wanted.code, games)
    elif info.preview:
        code, _info, options = DealCode.parse(info.preview, (info,))

    def played(way: Way) -> Round:
        if max(info.seats) > 1:
            mode: Mode = "computer" if "computer" in info.modes else info.modes[0]
            middle = way is begun
            return play_several(session.log, info, code, options, mode, before_end="middle" if middle else 0)
        return play(session.log, info, code, options, way)

    begun = Way(MOVES)
    match wanted.page:
        case "settings":
            window.show_settings()
        case "settings-delete":
            played(begun)
            window.show_settings()
            window.rooms.settings.data.ask_delete()
        case "code":
            window.show_library()
            window.enter_code()
        case "library-continue":
            played(begun)
            _play_lately(session, info)
            window.show_library()
        case "picker":
            window.show_picker(info)
        case "details":
            play_some(session.log, info)
            _play_lately(session, info)
            window.show_details(info)
        case "rules":
            window.show_rules(info)
        case "plugins":
            window.show_plugins()
        case "ranking" | "ranking-empty":
            if wanted.page == "ranking":
                play_some(session.log, info)
            window.show_ranking(info)
        case "replays" | "replays-empty" | "qr" | "code-sheet" | "file-sheet":
            if wanted.page != "replays-empty":
                play_every(session.log, games)
            _show_replays(window, wanted.page)
        case "table" | "paused" | "question" | "winnable" | "unknown" | "hint" | "joined" | "alike" | "dealing":
            _show(window, played(begun))
        case "stopped" | "fault":
            _show(window, played(begun))
        case "library-stopped":
            session.halt(_failure(info))
            session.note(_failure(info).message, "Traceback")
            window.show_library()
            window.fail(_failure(info).message)
        case "lost" | "where-lost":
            _show(window, played(Way(towards_win=False, until_lost=True)))
        case "stuck" | "deciding":
            _show(window, played(Way(towards_win=False)))
        case "won":
            _show(window, played(Way()))
        case _:
            window.show_library()


def _play_lately(session: Session, info: GameInfo) -> None:
    """Let the game have been played three days before today."""
    session.today = partial(date, 2026, 1, 4)
    session.keep(attrs.evolve(session.settings, played={info.id: "2026-01-01T12:00:00+00:00"}))


def _show_replays(window: MainWindow, page: str) -> None:
    """The page of the replays, and a sheet over it."""
    window.show_replays()
    replays = window.rooms.replays
    rows = [found for index in range(replays.rows.rowCount()) if (found := replays.rows.row(index)) is not None]
    won = next((row for row in rows if row.title), None)
    if won is None:
        return
    title = replays.view.words.title(won)
    match page:
        case "qr":
            replays.sharing.show_qr(won, title)
        case "code-sheet":
            window.arrivals.enter_code(replays.sharing.code_of(won) or "")
        case "file-sheet" if replays.shelf.cards:
            window.arrivals.open_file(replays.shelf.cards[0].entry.path)
        case _:
            return


def _show_several(window: MainWindow, session: Session, wanted: Wanted) -> None:
    """A game of several."""
    mode, before_end = _SEVERAL[wanted.page]
    games = session.library.games.values()
    code, options = None, None
    if wanted.code:
        code, info, options = DealCode.parse(wanted.code, games)
    else:
        info = next((each for each in games if mode in each.modes), next(iter(games)))
        if info.preview:
            code, _info, options = DealCode.parse(info.preview, (info,))
    if mode in info.modes:
        _show(window, play_several(session.log, info, code, options, mode, before_end=before_end))
    else:
        window.show_library()


def _show(window: MainWindow, played: Round) -> None:
    window._show_table()  # noqa: SLF001 - the page, without a new deal on it
    window.table.show_round(played)


def _act(window: MainWindow, page: str, played: Round) -> None:
    """What is done at a table that shows a round."""
    table, choices = window.table, played.choices(window.table.model.seat or 0)
    match page:
        case "paused":
            table.model.pause()
        case "stopped":
            window.guarding.stopped(_failure(played.info))
        case "fault":
            window.guarding.fault(went_wrong(KeyError("bamboo-5")), "Traceback")
        case "question":
            table.new_deal()
        case "dealing":
            table.changing.deal(played.info, played.mode)
            table.changing.wait()
        case "deciding" if table.model.ways_out():
            table.model.take(table.model.ways_out()[0][0])
            table.weighing.wait()
        case "where-lost":
            table.advice.find_loss()
        case "hint":
            table.advice.hint()
        case "joined" if choices:
            # However slow the machine, the line is in the picture.
            table.view.join_ms = LONGEST_JOIN
            table.model.take(max(choices, key=partial(_length, played)))
        case "alike" if choices:
            table.model.light(choices[0].picks[0])
        case "computer" | "shared":
            # The sheet comes by itself only where a player has seen the end.
            table.model.ended.emit()
        case "chain" if choices:
            ways = [choice for choice in choices if len(choice.picks) > 1]
            table.model.tap((ways or choices)[0].picks[0])
        case "table":
            # Something is chosen, but nothing is played.
            alone = {choice.picks[0] for choice in choices if len(choice.picks) == 1}
            chosen = (choice.picks[0] for choice in choices if choice.picks and choice.picks[0] not in alone)
            table.model.tap(next(chosen, ""))
        case _:
            return


def _failure(info: GameInfo) -> GameStopped:
    """How a game might fail."""
    return GameStopped(info.id, info.title, "choices", failed("choices", KeyError("bamboo-5")), "Traceback")


def _length(played: Round, choice: Choice[Any]) -> float:
    """How much there is to see of a choice: corners first, then the way."""
    game = played.game
    cues = game.preview(played.seen(0), choice, 0, Aspect.WIDE) if isinstance(game, Previews) else ()
    lines = [cue.points for cue in cues if isinstance(cue, Join)]
    return sum(1e6 * len(points) + sum(dist(a, b) for a, b in pairwise(points)) for points in lines)
