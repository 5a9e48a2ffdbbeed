"""One instance: a second start hands what it was given to the first window and ends."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QCryptographicHash, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from sofra.host.places import Places

__all__ = ["Doorman", "hand_over"]

WAIT_MS: Final = 2000
"""How long a second start waits for the first."""

LONGEST: Final = 8192
"""More bytes than this are no code and no path."""


def _name(places: Places) -> str:
    """The name of the door: one for each place of data, so that two homes are two programs."""
    digest = QCryptographicHash.hash(str(places.home).encode(), QCryptographicHash.Algorithm.Sha256)
    return f"sofra-{bytes(digest.data()).hex()[:16]}"


def hand_over(places: Places, what: str) -> bool:
    """Hand a code or a file (or nothing) to the running Sofra, and let it come to the front; whether it answered."""
    # Waiting on a socket needs an application of some kind.
    app = QCoreApplication.instance() or QCoreApplication(["sofra"])
    socket = QLocalSocket()
    socket.connectToServer(_name(places))
    if not socket.waitForConnected(WAIT_MS):
        return False
    socket.write(what.encode() + b"\n")
    answered = socket.waitForBytesWritten(WAIT_MS) and (socket.bytesAvailable() > 0 or socket.waitForReadyRead(WAIT_MS))
    socket.disconnectFromServer()
    del app
    return bool(answered)


class Doorman(QObject):
    """Opens to later starts. `raised` asks for the window, `handed(text)` brings what they were given."""

    raised = Signal()
    handed = Signal(str)

    def __init__(self, places: Places) -> None:
        super().__init__()
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._open)
        self._name = _name(places)
        self._guests: dict[QLocalSocket, bytes] = {}
        if not self._server.listen(self._name):
            # A door that a killed program left behind: we hold the lock, so nobody stands at it.
            QLocalServer.removeServer(self._name)
            self._server.listen(self._name)

    @property
    def open(self) -> bool:
        """Whether somebody can knock."""
        return self._server.isListening()

    def _open(self) -> None:
        while self._server.hasPendingConnections():
            guest = self._server.nextPendingConnection()
            self._guests[guest] = b""
            guest.readyRead.connect(self._read)
            guest.disconnected.connect(self._gone)
            self._hear(guest)

    def _read(self) -> None:
        guest = self.sender()
        if isinstance(guest, QLocalSocket):
            self._hear(guest)

    def _hear(self, guest: QLocalSocket) -> None:
        if guest not in self._guests or guest.bytesAvailable() <= 0:
            return
        heard = self._guests[guest] + bytes(guest.readAll().data())
        self._guests[guest] = heard
        if len(heard) > LONGEST:
            guest.abort()
        elif heard.endswith(b"\n"):
            guest.write(b"ok\n")
            guest.flush()
            text = heard[:-1].decode("utf-8", errors="replace")
            self.raised.emit()
            if text:
                self.handed.emit(text)

    def _gone(self) -> None:
        guest = self.sender()
        if isinstance(guest, QLocalSocket):
            self._guests.pop(guest, None)
            guest.deleteLater()

    def close(self) -> None:
        """Close the door."""
        self._server.close()
