"""What can be taken out of the player: the replay file, the replay code, the position as a picture."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QRect, Signal
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QWidget

from sofra.cli.svg import svg
from sofra.game import ArtSet
from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason
from sofra.replay import ReplayError, dump
from sofra_qt.filedialogs import ask_to_save
from sofra_qt.replaycode import COPY_REPLAY, SHOW_QR
from sofra_qt.replaying.model import PlayerModel
from sofra_qt.session import Session
from sofra_qt.table.still import draw_scene

__all__ = ["Exporting"]

_ = Texts("sofra-qt")

_LONG: Final = 1280
"""The longer side of a picture in logical pixels; it has twice as many of the screen's."""


@final
class Exporting(QObject):
    """Asks for a file (never modal) and writes it. `done(message)` and `failed(message)` tell how it went."""

    done = Signal(object)
    failed = Signal(object)

    def __init__(self, session: Session, model: PlayerModel, page: QWidget) -> None:
        super().__init__(page)
        self._session, self._look, self._model, self._page = session, session.look, model, page

    def menu(self, copy: Callable[[], None], show_qr: Callable[[], None]) -> QMenu:
        """What can be taken out, as a menu."""
        menu, look = QMenu(self._page), self._look
        watched = self._model.watched
        menu.addAction(look.text(_("Replay file…"))).triggered.connect(partial(_call, self.ask_file))
        for name, do in ((COPY_REPLAY, copy), (SHOW_QR, show_qr)):
            action = menu.addAction(look.text(name))
            action.triggered.connect(partial(_call, do))
            action.setEnabled(watched is not None and watched.view.replay_code is not None)
        menu.addSeparator()
        menu.addAction(look.text(_("Position as SVG…"))).triggered.connect(partial(_call, self.ask_svg))
        menu.addAction(look.text(_("Position as PNG…"))).triggered.connect(partial(_call, self.ask_png))
        return menu

    # Asking

    def ask_file(self) -> None:
        """Ask where the replay file shall be written."""
        self._ask(_("Rounds of Sofra"), "sofra", self.write_file)

    def ask_svg(self) -> None:
        """Ask where the position shall be drawn, as vectors."""
        self._ask(_("Pictures"), "svg", self.write_svg)

    def ask_png(self) -> None:
        """Ask where the position shall be drawn, as pixels."""
        self._ask(_("Pictures"), "png", self.write_png)

    def _ask(self, kind: Message, ending: str, chosen: Callable[[str], None]) -> None:
        if self._model.watched is None:
            return
        name = f"{self.name()}{'' if ending == 'sofra' else f'-{self._model.at}'}.{ending}"
        ask_to_save(self._look, self._page, kind, name, chosen)

    def name(self) -> str:
        """What a file is called, without its ending: the code, else the round."""
        watched = self._model.watched
        if watched is None:
            return ""
        return str(watched.view.code or watched.view.id)

    # Writing

    def write_file(self, name: str) -> None:
        """Write the replay file."""
        watched = self._model.watched
        if watched is None:
            return
        try:
            content = dump(watched.playback.records)
        except ReplayError as error:
            self.failed.emit(error.message)
            return
        self._write(Path(name), content)

    def write_svg(self, name: str) -> None:
        """Draw the position as vectors, in the style of the table."""
        watched = self._model.watched
        if watched is not None:
            art: ArtSet | None = self._session.art().get(watched.view.info.art)
            self._write(Path(name), svg(self._model.scene, art).encode())

    def write_png(self, name: str) -> None:
        """Draw the position as pixels, in the style and the colours of the table, at twice the density."""
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self.picture().save(buffer, "PNG")
        self._write(Path(name), bytes(data.data()))

    def picture(self) -> QPixmap:
        """The position as pixels."""
        wide, high = self._model.scene.size
        scale = _LONG / max(wide, high)
        rect = QRect(0, 0, max(320, round(wide * scale)), max(320, round(high * scale)))
        image = QPixmap(rect.size() * 2)
        image.setDevicePixelRatio(2)
        image.fill(QColor(self._look.theme.table))
        painter = QPainter(image)
        draw_scene(painter, rect, self._model.scene, self._session.art(), self._look.theme, words=self._look.translator)
        painter.end()
        return image

    def _write(self, path: Path, content: bytes) -> None:
        """Write a file, whole or not at all."""
        part = path.with_name(f".{path.name}.part")
        try:
            part.write_bytes(content)
            part.replace(path)
        except OSError as error:
            with suppress(OSError):
                part.unlink()
            why = reason(error.strerror or str(error))
            self.failed.emit(_("{file} cannot be written: {why}.", file=Ltr(path.name), why=why))
        else:
            self.done.emit(_("Written to {file}.", file=Ltr(path.name)))


def _call(do: Callable[[], None], *_ignored: Any) -> None:
    """Do something when a signal brings an argument that nobody wants."""
    do()
