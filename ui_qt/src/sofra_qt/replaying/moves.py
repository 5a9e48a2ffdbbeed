"""The list of steps: every move with its number, undone ones indented and dimmed; a click or Enter jumps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from sofra.game import Eye, Watcher
from sofra.message import Texts
from sofra.replay.playback import Frame, Note, Way
from sofra_qt.look import Look
from sofra_qt.moves import AHEAD, ASIDE, ICON, NUMBER, MoveRow
from sofra_qt.replaying.model import PlayerModel
from sofra_qt.replaying.watched import Watched

__all__ = ["StepList", "Steps"]

_ = Texts("sofra-qt")

Index = QModelIndex | QPersistentModelIndex

_ICONS = {Way.BACK: "undo", Way.ON: "redo", Way.ACROSS: "branch"}


@final
class Steps(QAbstractListModel):
    """The steps of what is watched. Rows are worded when they are looked at."""

    def __init__(self, look: Look, model: PlayerModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._look, self._model = look, model
        # Of one reading: a list may be asked for rows once more while another round is about to be shown.
        self._watched: Watched | None = None
        self._eye: Eye = Watcher.OPEN
        self._frames: Sequence[Frame] = ()

    @property
    def told(self) -> bool:
        """Whether the rows are sentences about players, not labels of pieces."""
        return self._watched is not None and self._watched.several

    def refresh(self) -> None:
        """Read all steps anew."""
        self.beginResetModel()
        self._watched, self._eye, self._frames = self._model.watched, self._model.eye, self._model.frames
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """How many steps there are, the deal included."""
        return 0 if parent is not None and parent.isValid() else len(self._frames)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The words of a step, its number, and whether it lies ahead or does not count."""
        watched, row = self._watched, index.row()
        if watched is None or not 0 <= row < len(self._frames):
            return None
        frame = self._frames[row]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.ToolTipRole:
                return self._look.text(watched.word(frame, self._eye))
            case Qt.ItemDataRole.AccessibleTextRole:
                words = watched.said(frame, self._eye)
                if frame.way is Way.MOVE and not frame.counts:
                    words = _("{move}; taken back later", move=words)
                return self._look.spoken(words)
            case _ if role == NUMBER:
                if self.told:
                    return None
                return str(frame.ply) if frame.way is Way.MOVE else ""
            case _ if role == AHEAD:
                return row > self._model.at
            case _ if role == ASIDE:
                return not (frame.counts and frame.way in {Way.MOVE, Way.DEAL})
            case _ if role == ICON:
                return _ICONS.get(frame.way) or ("hint" if Note.HINT in frame.notes else "")
            case _:
                return None


@final
class StepList(QListView):
    """The list. It reads from left to right in every language, as the timeline does."""

    def __init__(self, look: Look, model: PlayerModel) -> None:
        super().__init__()
        self._look, self._model = look, model
        self._steps = Steps(look, model, self)
        self.setModel(self._steps)
        self.setItemDelegate(MoveRow(look, self))
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumHeight(look.px(84))
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        model.opened.connect(self.refresh)
        model.moved.connect(self.follow)
        look.changed.connect(self._name)
        self._name()

    def refresh(self) -> None:
        """Read all steps anew."""
        self._steps.refresh()
        # Sentences of several players may need two lines; labels of pieces never do.
        self.setUniformItemSizes(not self._steps.told)
        self.follow()

    def follow(self) -> None:
        """Another step is shown: it is chosen, and in sight."""
        index = self._steps.index(self._model.at)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In another width a sentence may need another number of lines."""
        super().resizeEvent(event)
        if self._steps.told and event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def _choose(self, index: QModelIndex) -> None:
        self._model.go(index.row())

    def _name(self) -> None:
        self.setAccessibleName(self._look.spoken(_("Moves")))
        self.viewport().update()
