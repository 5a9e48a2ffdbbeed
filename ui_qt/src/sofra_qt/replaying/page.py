"""The player's page: a round on the table, without input; the timeline and the buttons at its foot; result and steps beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QMenu, QVBoxLayout, QWidget

from sofra.game import Eye, GameInfo, Watcher
from sofra.message import Message, Player, Texts
from sofra.scene import Scene
from sofra_qt.dealnames import deal_name
from sofra_qt.edgebar import EdgeBar
from sofra_qt.keys import KEYS, shortcuts
from sofra_qt.replaycode import copy_replay
from sofra_qt.replaying.bar import PlayerBar
from sofra_qt.replaying.controls import Controls
from sofra_qt.replaying.exporting import Exporting
from sofra_qt.replaying.loading import Loading
from sofra_qt.replaying.model import PlayerModel
from sofra_qt.replaying.panel import Panel
from sofra_qt.replaying.watched import Watched
from sofra_qt.session import Session
from sofra_qt.sheets import Sheet
from sofra_qt.stage import Stage
from sofra_qt.table.board import Kind
from sofra_qt.table.view import TableView
from sofra_qt.tablemenus import drop
from sofra_qt.widgets import Seam, column, row

__all__ = ["PlayerPage"]

_ = Texts("sofra-qt")

_LISTS: Final = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down})
"""The keys that a list or a field needs for itself."""


@final
class PlayerPage(QWidget):
    """A round that is watched.

    `ready` says that a round is there to be shown, `left` goes back, `failed(message)` is for a banner.
    `went_on(watched, version)` wants to play on from a position, `dealt(info, code, options)` to play the same deal.
    """

    ready = Signal()
    left = Signal()
    library = Signal()
    settings = Signal()
    full = Signal()
    failed = Signal(object)
    went_on = Signal(object, int)
    dealt = Signal(object, object, object)

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__()
        self.setObjectName("page")
        self._session, self._look = session, session.look
        self.model: Final = PlayerModel(self)
        self.loading: Final = Loading(session, window)
        self.view: Final = TableView()
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # Nothing can be picked up: the stage takes the clicks.
        self.view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.stage: Final = Stage(self._look, self.view)
        self.stage.installEventFilter(self)
        self._exporting: Final = Exporting(session, self.model, self)
        does = self._ways()
        self.bar: Final = PlayerBar(self._look, self.model, does)
        self.controls: Final = Controls(self._look, self.model, does)
        self.panel: Final = Panel(self._look, self.model)
        self._actions = self._make_actions(does)
        self._rest_panel: bool | None = None
        self._begin = 0
        self._sheet: Sheet | None = None
        self._bar_seam, self._foot_seam, self._panel_seam = Seam(), Seam(), Seam(upright=True)
        self._under_seam = Seam()
        left: QVBoxLayout = column(self.stage, self._foot_seam, self.controls, spacing=0)
        left.setStretch(0, 1)
        self._body = row(spacing=0)
        self._body.addLayout(left, 1)
        self._body.addWidget(self._panel_seam)
        self._body.addWidget(self.panel)
        self._column: QVBoxLayout = column(self.bar, self._bar_seam, self._body, self._under_seam, spacing=0)
        self._column.setStretchFactor(self._body, 1)
        self.setLayout(self._column)
        self._edge: Final = EdgeBar(self, self.bar, self._bar_seam)
        self._edge.left.connect(self.refocus)
        self._lying = False
        self._connect()
        self._dress()

    def _ways(self) -> dict[str, Callable[[], None]]:
        """What the page does, by the ids of the keys."""
        model = self.model
        return {
            "watch": model.toggle,
            "watch-back": partial(model.step, -1),
            "watch-on": partial(model.step, 1),
            "watch-back-10": partial(model.step, -10),
            "watch-on-10": partial(model.step, 10),
            "watch-first": model.first,
            "watch-last": model.end,
            "watch-faster": partial(model.quicken, 1),
            "watch-slower": partial(model.quicken, -1),
            "watch-undone": self.toggle_undone,
            "copy": self.copy_code,
            "copy-replay": self.copy_code,
            "qr": self.show_qr,
            "panel": self.toggle_panel,
            "escape": self.escape,
            "library": self.library.emit,
            "settings": self.settings.emit,
            "full": self.full.emit,
            "hands": self._show_hands,
            "export": self._show_export,
        }

    def _make_actions(self, does: dict[str, Callable[[], None]]) -> dict[str, QAction]:
        actions = {}
        for id_, do in does.items():
            if id_ in KEYS:
                action = QAction(self)
                action.setShortcuts(shortcuts(id_))
                action.triggered.connect(partial(_call, do))
                self.addAction(action)
                actions[id_] = action
        actions["watch"].setAutoRepeat(False)
        return actions

    def _connect(self) -> None:
        model = self.model
        model.scened.connect(self._scened)
        model.cued.connect(self._cued)
        model.picked.connect(self.view.set_selection)
        model.said.connect(self._said)
        self.loading.loaded.connect(self.show_round)
        self.loading.failed.connect(self._refused)
        self.panel.went_on.connect(self._go_on)
        self.panel.dealt.connect(self._deal)
        self.panel.copied.connect(self.copy_code)
        self._exporting.done.connect(self.tell)
        self._exporting.failed.connect(self.failed)
        self._look.changed.connect(self._dress)
        self._look.changed.connect(self._arrange)
        self._keep_keys(self)

    def _keep_keys(self, within: QWidget) -> None:
        """Let buttons, lists and fields have the keys that they need."""
        for each in within.findChildren(QWidget):
            if isinstance(each, QAbstractButton | QComboBox | QAbstractItemView):
                each.installEventFilter(self)

    def _dress(self) -> None:
        self.view.set_big_tiles(self._session.settings.big_tiles)
        self.view.set_art(self._session.art())
        self.model.still = self._look.reduce_motion
        self._name()
        for id_, action in self._actions.items():
            action.setText(self._look.text(KEYS[id_].name))
            action.setShortcuts(shortcuts(id_))

    def _name(self) -> None:
        """The table is called as its game."""
        self.view.setAccessibleName("" if self.game is None else self._look.spoken(self.game.title))

    # What is watched

    @property
    def game(self) -> GameInfo | None:
        """The game of the round that is watched."""
        return None if self.model.watched is None else self.model.watched.view.info

    def watch_round(self, stream: str) -> None:
        """Watch a round in the log."""
        self.loading.round(stream)

    def watch_file(self, path: Path | str, title: Message | None = None) -> None:
        """Watch a replay file."""
        self.loading.file(path, title)

    def watch_code(self, text: str) -> None:
        """Watch a replay code."""
        self.loading.code(text)

    def begin_at(self, version: int) -> None:
        """Let what is put before the viewer next stand as after this record, where that lies on its line."""
        self._begin = version

    def show_round(self, watched: Watched) -> None:
        """Put a round before the viewer, at its deal unless it is to begin elsewhere."""
        version, self._begin = self._begin, 0
        self._put_away()
        self.stage.clear()
        self.model.shape(self.stage.aspect)
        line = watched.playback.line
        self.model.open(watched, at=next((at for at, frame in enumerate(line) if frame.version == version), 0))
        self._rest_panel = None
        self._name()
        self._arrange()
        self.ready.emit()

    def _refused(self, message: Message) -> None:
        self._begin = 0
        self.failed.emit(message)

    def refocus(self) -> None:
        """The keyboard is at the button in the middle."""
        self.controls.play.setFocus(Qt.FocusReason.OtherFocusReason)

    def lead_to(self, name: Message, icon: str) -> None:
        """Name the page that one goes back to."""
        self.bar.lead_to(name, icon)

    # What the viewer does

    def toggle_undone(self) -> None:
        """Watch undone moves, too, or the moves that count alone."""
        watched = self.model.watched
        if watched is not None and watched.playback.branched:
            self.model.set_branches(not self.model.branches)

    def toggle_panel(self) -> None:
        """Open or fold the panel."""
        self._rest_panel = not self.panel.isVisibleTo(self)
        self._arrange()

    def copy_code(self) -> None:
        """Put the replay code on the clipboard."""
        watched = self.model.watched
        if watched is not None:
            icon, message = copy_replay(watched.view.replay_code, may=watched.view.open_to_all)
            self.tell(message, icon)

    def show_qr(self) -> None:
        """Show the replay code as a QR picture."""
        watched = self.model.watched
        code = None if watched is None else watched.view.replay_code
        if watched is None or code is None:
            self.copy_code()
            return
        from sofra_qt.qrsheet import QrSheet, TooLong

        self.model.pause()
        self._put_away()
        view = watched.view
        try:
            sheet = QrSheet(self._look, self, code, _("{game}, {deal}", game=view.info.title, deal=deal_name(view)))
        except TooLong as error:
            self.tell(error.message, "info")
            return
        sheet.told.connect(self.tell)
        sheet.failed.connect(self.failed)
        sheet.away.connect(self._gone)
        self._sheet = sheet
        self._keep_keys(sheet)

    def _put_away(self) -> None:
        if self._sheet is not None:
            self._sheet.close()

    def _gone(self) -> None:
        self._sheet = None
        self.refocus()

    def tell(self, message: Message, icon: str = "check") -> None:
        """Say that something is done, in the one place where the table speaks."""
        self.stage.line.say(icon, message)

    def escape(self) -> None:
        """Put the sheet away, else leave the full screen, else go back."""
        if self._sheet is not None:
            self._put_away()
        elif self.window().isFullScreen():
            self.full.emit()
        else:
            self.left.emit()

    def _go_on(self) -> None:
        watched, frame = self.model.watched, self.model.frame
        if watched is not None and frame is not None:
            self.model.pause()
            self.went_on.emit(watched, frame.version)

    def _deal(self) -> None:
        watched = self.model.watched
        if watched is not None and watched.view.code is not None:
            self.model.pause()
            self.dealt.emit(watched.view.info, watched.view.code, watched.view.options)

    def _show_hands(self) -> None:
        watched = self.model.watched
        if watched is None:
            return
        menu = QMenu(self)
        eyes: list[tuple[Eye, Message]] = [(Watcher.OPEN, _("All hands open"))]
        eyes += [
            (seat, _("As seen by: {player}", player=watched.names.get(seat, Player(seat))))
            for seat in range(watched.view.game.seats)
        ]
        for eye, name in eyes:
            action = menu.addAction(self._look.text(name))
            action.setCheckable(True)
            action.setChecked(eye == self.model.eye)
            action.triggered.connect(partial(_take, self.model.set_eye, eye))
        drop(menu, self.bar.hands)

    def _show_export(self) -> None:
        self.model.pause()
        drop(self._exporting.menu(self.copy_code, self.show_qr), self.bar.export)

    # Showing

    def _scened(self, scene: Scene, kind: Kind) -> None:
        self.view.join_ms = min(self._session.settings.join_ms, round(self.model.beat_ms * 0.6))
        self.view.show_scene(scene, animate=not self._look.reduce_motion, kind=kind)

    def _cued(self, cues: Any) -> None:
        self.view.join_ms = min(self._session.settings.join_ms, round(self.model.beat_ms * 0.6))
        self.view.show_cues(cues)

    def _said(self, message: Message) -> None:
        # While it runs a screen reader would never come to the end of a line.
        self.stage.line.say("", message, aloud=not self.model.running)

    def _arrange(self) -> None:
        """Panel and words, as the room allows and the viewer wants."""
        wide, tall = self._look.wide(self.width()), self.height() > self.width()
        full = self.window().isFullScreen()
        shown = (wide or tall) if self._rest_panel is None else self._rest_panel
        shown = shown and not full
        if tall != self._lying:
            self._lying = tall
            self._body.removeWidget(self.panel)
            self._column.removeWidget(self.panel)
            if tall:
                self._column.addWidget(self.panel)
            else:
                self._body.addWidget(self.panel)
        self.panel.lie(lying=tall, room=self.width())
        self.panel.setVisible(shown)
        self._panel_seam.setVisible(shown and not tall)
        self._under_seam.setVisible(shown and tall)
        self._edge.lift(full=full)
        self.bar.arrange(wide=wide, panel=shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another size may be another layout."""
        before = event.oldSize()
        if (self._look.wide(before.width()), before.height() > before.width()) != (
            self._look.wide(self.width()),
            self.height() > self.width(),
        ):
            self._rest_panel = None
        self._arrange()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Full screen or not."""
        super().changeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Another page is shown: it stands. A window without focus, or a minimised one, lets it run."""
        if not event.spontaneous():
            self.model.pause()
            self._put_away()
        super().hideEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click on the table plays or pauses; buttons, lists and fields keep the keys that they need."""
        if watched is self.stage:
            if event.type() == QEvent.Type.Resize:
                self.model.shape(self.stage.aspect)
            elif (
                event.type() == QEvent.Type.MouseButtonPress
                and isinstance(event, QMouseEvent)
                and event.button() == Qt.MouseButton.LeftButton
            ):
                self.model.toggle()
                return True
            elif event.type() == QEvent.Type.Wheel and isinstance(event, QWheelEvent):
                # Big tiles may be more than the room holds.
                self.view.wheelEvent(event)
                return event.isAccepted()
        elif event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            own = isinstance(watched, QAbstractButton | QComboBox) and event.key() == Qt.Key.Key_Space
            own = own or (isinstance(watched, QComboBox | QAbstractItemView) and event.key() in _LISTS)
            if own and event.modifiers() == Qt.KeyboardModifier.NoModifier:
                event.accept()
                return True
        return super().eventFilter(watched, event)


def _take(do: Callable[[Any], None], value: Any, *_ignored: Any) -> None:
    do(value)


def _call(do: Callable[[], None], *_ignored: Any) -> None:
    """Do something when a signal brings an argument that nobody wants."""
    do()
