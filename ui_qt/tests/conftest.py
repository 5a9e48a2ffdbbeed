"""A program in a test: its session with a log in memory, and its window, shown without a screen."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from ui_qt.tests.film import wander
from ui_qt.tests.listing import Filled, fill
from ui_qt.tests.seats import sit_down

from sofra.host.loader import Library, load_games
from sofra.host.places import Places
from sofra.host.settings import Settings
from sofra.log import MemoryLog
from sofra.round import Round
from sofra.worker import Works
from sofra_qt.app import make_application
from sofra_qt.dealer import AtOnceDealer
from sofra_qt.replaying.page import PlayerPage
from sofra_qt.session import Session
from sofra_qt.table.geometry import Box
from sofra_qt.table.pixmaps import Pixmaps, Variant
from sofra_qt.tablepage import TablePage
from sofra_qt.window import MainWindow
from sofra_qt.works import AtOnce

WINNABLE = 1
"""A number whose Turtle the play-outs win."""


@pytest.fixture(scope="session", autouse=True)
def qapp() -> QApplication:
    """The application as the program makes it."""
    return make_application()


@pytest.fixture(scope="session", autouse=True)
def faces_drawn_once() -> Iterator[None]:
    """The faces of the games that come with Sofra are drawn once for all tables: a third of what each would cost."""
    known: dict[tuple[object, ...], QPixmap] = {}
    draw = Pixmaps._draw

    def drawn(self: Pixmaps, face: str, look: Variant, box: Box) -> QPixmap:
        art = self.art.get(face.partition("/")[0])
        if art is None or not art.package.startswith("sofra_"):
            return draw(self, face, look, box)
        # A theme equals itself only, and stands in the key: it lives as long as its pictures.
        key = (art, self.theme, face, look, box.width, box.height, box.depth, box.turn, box.rounding)
        if key not in known:
            known[key] = draw(self, face, look, box)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pixmaps, "_draw", drawn)
        yield


@pytest.fixture(scope="session")
def library() -> Library:
    """The installed games; they do not change while tests run."""
    return load_games()


@pytest.fixture
def make_session(qapp: QApplication, library: Library) -> Iterator[Callable[..., Session]]:
    """Sessions with settings and places of the test's choice; motion is reduced unless it says otherwise."""
    made: list[Session] = []

    def make(places: Places | None = None, *, works: Works | None = None, **settings: object) -> Session:
        wanted = Settings(**{"language": "en", "colours": "light", "reduce_motion": "on", **settings})  # type: ignore[arg-type]
        numbers = iter(range(WINNABLE, 10_000))
        session = Session(
            places or Places(None),
            settings=wanted,
            library=library,
            log=MemoryLog() if places is None else None,
            # Jobs that a test hands in deal as the program does; without, nobody waits.
            dealer=AtOnceDealer(lambda: next(numbers)) if works is None else None,
            works=works or AtOnce(),
        )
        session.look.apply()
        made.append(session)
        return session

    yield make
    for session in made:
        session.close()


@pytest.fixture
def make_window(qtbot: QtBot, make_session: Callable[..., Session]) -> Callable[..., MainWindow]:
    """Windows on the library page, shown."""

    def make(places: Places | None = None, *, session: Session | None = None, **settings: object) -> MainWindow:
        window = MainWindow(session or make_session(places, **settings))
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.open_last()
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        return window

    return make


@pytest.fixture(scope="session")
def filled(library: Library) -> Filled:
    """Rounds of all games, which are played once."""
    return fill(library.games)


@pytest.fixture
def rounds(window: MainWindow, filled: Filled) -> dict[str, Round]:
    """These rounds, in the log of the window."""
    filled.pour(window._session)
    return filled.rounds


@pytest.fixture
def window(make_window: Callable[..., MainWindow]) -> MainWindow:
    """The window of a program that has just started on a fresh machine."""
    return make_window()


@pytest.fixture
def no_double_clicks(qapp: QApplication) -> Iterator[None]:
    """Clicks that follow each other quickly are single ones, unless a test says otherwise."""
    before = QApplication.doubleClickInterval()
    QApplication.setDoubleClickInterval(0)
    yield
    QApplication.setDoubleClickInterval(before)


@pytest.fixture
def against(make_window: Callable[..., MainWindow]) -> Iterator[TablePage]:
    """A round of dominoes against the computer that the person opens; the computer answers at once."""
    window = make_window(computer_ms=0)
    yield sit_down(window, "computer")
    window.grab()


@pytest.fixture
def shared(make_window: Callable[..., MainWindow]) -> Iterator[TablePage]:
    """A round of dominoes on a shared device, at its first curtain."""
    window = make_window()
    yield sit_down(window, "shared")
    window.grab()


@pytest.fixture
def watched(window: MainWindow) -> Round:
    """A round of Mahjong Solitaire in the log, with a branch: what the player of replays shows."""
    return wander(window._session)


@pytest.fixture
def player(window: MainWindow, watched: Round) -> PlayerPage:
    """The player of replays with that round, at its deal."""
    window.watch_round(watched.id)
    assert window.page == "player"
    return window.rooms.player
