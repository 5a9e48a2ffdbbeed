"""The window: its place on the screen, its keys, its banners, and what is kept when it closes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import attrs
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout

from sofra.host.settings import Window as Place
from sofra.message import Message, Texts
from sofra_qt.away import Away
from sofra_qt.icons import app_icon
from sofra_qt.keys import shortcuts
from sofra_qt.rooms import Rooms
from sofra_qt.session import Session
from sofra_qt.textsize import larger, smaller, usual
from sofra_qt.ways import PLAYER, TABLE, Ways
from sofra_qt.widgets import column, row

if TYPE_CHECKING:
    from collections.abc import Callable

    from sofra_qt.saving import Rescue

__all__ = ["SMALLEST", "MainWindow"]

_ = Texts("sofra-qt")

SMALLEST: Final = (760, 560)
USUAL: Final = (1280, 800)
FRAME: Final = (16, 48)
"""Room for the frame of the window, in pixels, where it might not fit the screen otherwise."""

NARROW: Final = 1000
"""Under this width the rail shows no words."""


class MainWindow(Ways):
    """The one window of a running Sofra."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.setWindowTitle("Sofra")
        self.setWindowIcon(app_icon())
        self.setMinimumSize(QSize(*SMALLEST).boundedTo(_room()))
        self._rescue: Rescue | None = None
        self.rooms = Rooms(self, session, self._entrance, self._pages)
        right = column(self._pages, spacing=0)
        line: QHBoxLayout = row(self._rail, self._rail_seam, spacing=0)
        line.addLayout(right, 1)
        self.setLayout(line)
        self._add_keys()
        self.away = Away(lambda: session.settings.pause_when_idle, self)
        self.away.left.connect(self._leave_alone)
        session.told.connect(self.tell)
        self._entrance.told.connect(self.tell)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._ring.follow)
        self._look.changed.connect(self._dress)
        # The place first: the width decides what the rail shows.
        self._take_place()
        self._dress()

    def _add_keys(self) -> None:
        self._keys: dict[str, QAction] = {}
        for id_, do in (
            ("quit", self.close),
            ("full", self.toggle_full),
            ("settings", self.show_settings),
            ("code", self.arrivals.paste),
            ("rules", self._show_any_rules),
            ("larger", partial(self._resize_text, larger)),
            ("smaller", partial(self._resize_text, smaller)),
            ("usual-size", partial(self._resize_text, usual)),
        ):
            action = QAction(self)
            action.setShortcuts(shortcuts(id_))
            action.triggered.connect(partial(_call, do))
            self.addAction(action)
            self._keys[id_] = action
            # At a table the page's own action answers; two for one key would answer nothing.
            if id_ in {"full", "settings", "code"}:
                self._page_actions.append(action)

    def _dress(self) -> None:
        self._ring.set_theme(self._look.theme)
        for id_, action in self._keys.items():
            action.setShortcuts(shortcuts(id_))
        self._rail.show_words(words=self.width() >= self._look.px(NARROW))

    def _resize_text(self, step: Callable[[float], int]) -> None:
        """Words of another size, on every page."""
        size = step(self._look.scale)
        self._session.change(attrs.evolve(self._session.settings, text_size=size))
        if self.page not in {TABLE, PLAYER}:
            self.toast.tell(_("Text size: {share} %", share=round(self._look.scale * 100)))

    # Telling

    def tell(self, message: Message) -> None:
        """Tell the player something that stays until it is put away; that nothing is saved, with what can be done."""
        not_saved = self._session.not_saved
        if not_saved is not None and not_saved.message == message:
            actions = (
                (_("Export the round"), self.export),
                (_("Choose a folder"), self.rescue.ask_folder),
            )
            self.banners.tell(message, *actions)
        else:
            self.banners.tell(message)

    @property
    def rescue(self) -> Rescue:
        """What takes rounds elsewhere, made when it is first wanted."""
        if self._rescue is None:
            from sofra_qt.saving import Rescue

            self._rescue = Rescue(self._session, self)
            self._rescue.done.connect(self.toast.tell)
            self._rescue.failed.connect(self.fail)
            self._rescue.moved.connect(self._moved)
        return self._rescue

    def export(self) -> None:
        """Write the round on the table, else the one that waits, to a file."""
        on_table = self._table.round if self._table is not None else None
        if on_table is not None and not on_table.open_to_all:
            from sofra_qt.changing import LATER

            self.toast.tell(LATER)
            return
        waiting = [each.stream for each in self._session.running()] if on_table is None else [on_table.id]
        if waiting:
            self.rescue.ask_file(waiting[0])
        else:
            self.toast.tell(_("There is no round to export yet."))

    def export_round(self, stream: str) -> None:
        """Write a round to a file."""
        self.rescue.ask_file(stream)

    def _moved(self) -> None:
        """The log lies elsewhere now: the round on the table is opened from there."""
        for message in self.banners.messages:
            self.banners.put_away(message)
        on_table = self._table.round if self._table is not None else None
        if on_table is not None and self._table is not None:
            waiting = self._entrance.waiting(on_table.info, on_table.mode)
            if waiting is not None:
                self._table.continue_round(waiting)
        self.library.spoil()
        if self.page == "library":
            self.library.refresh()

    # The window itself

    def toggle_full(self) -> None:
        """The full screen, or the window again."""
        if self.isFullScreen():
            self.showNormal()
        elif self.page in {TABLE, PLAYER}:
            self.showFullScreen()

    def _take_place(self) -> None:
        place = self._session.settings.window
        if place is None:
            self.resize(QSize(*USUAL).boundedTo(_room()))
            return
        # A window may reach over several screens, but not over what is there no more.
        most = QGuiApplication.primaryScreen().availableVirtualSize()
        wanted = QRect(QPoint(place.x, place.y), QSize(place.width, place.height).boundedTo(most))
        screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        if any(screen.intersects(wanted.adjusted(40, 0, -40, -40)) for screen in screens):
            self.setGeometry(wanted)
        else:
            # The screen it stood on is gone, and another may be smaller.
            self.resize(wanted.size().boundedTo(_room()))
        if place.maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)

    def keep(self) -> None:
        """Keep place and page, and stop the clock; what was played is in the log already."""
        if self._table is not None:
            self._table.model.pause()
        place = self.normalGeometry() if self.isMaximized() or self.isFullScreen() else self.geometry()
        page = self.page
        if page == TABLE and self._table is not None:
            # Without a round there is no table to come back to: the program ended while it dealt.
            found = self._table.round
            page = "" if found is None else ":".join((TABLE, found.info.id, *_beside_alone(found.mode)))
        elif page == "library":
            page = ""
        else:
            from sofra_qt.lastpage import where

            page = where(self)
        window = Place(place.x(), place.y(), place.width(), place.height(), self.isMaximized())
        settings = attrs.evolve(self._session.settings, window=window, page=page)
        self._session.keep(settings)
        if self._session.unsaved:
            self._session.save()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep everything and go."""
        self.keep()
        self._let_go()
        event.accept()
        super().closeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words in the rail as the room allows."""
        self._rail.show_words(words=self.width() >= self._look.px(NARROW))
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """A minimised window pauses."""
        if event.type() == QEvent.Type.WindowStateChange and self.isMinimized() and self._session.settings.auto_pause:
            self._leave_alone()
        super().changeEvent(event)

    def _leave_alone(self) -> None:
        """Nobody is at the window: what is on the table waits, paused."""
        if self._table is not None and self.page == TABLE:
            self._table.pause()

    def raise_up(self) -> None:
        """Come to the front: somebody started Sofra again."""
        if self.isMinimized():
            self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        QApplication.alert(self)


def _room() -> QSize:
    """The largest window that the screen holds, in pixels. What the frame takes is not known before the window is shown."""
    return QGuiApplication.primaryScreen().availableSize() - QSize(*FRAME)


def _beside_alone(mode: str) -> tuple[str, ...]:
    """A mode, where it must be told."""
    return () if mode == "alone" else (mode,)


def _call(do: Any, *_ignored: Any) -> None:
    """Do something when a signal brings an argument that nobody wants."""
    do()
