"""All rounds in one file, and back: a ZIP archive with a replay file for each (`sofra.replay.file`).

`rounds/ID.sofra` were played by the person here, `watched/ID.sofra` came from files of others. Whoever packs such files into an archive
makes one that can be read; everything else in it is passed over. Nothing is unpacked to a disk, and what is read is bounded.

Both ways go one round at a time, so that a window can answer in between and stop: `for _ in archive.steps(): …`.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Generator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, final

from sofra.game import GameInfo
from sofra.log import Log, LogError
from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason
from sofra.replay import MAX_BYTES, ReplayError, dump, import_content

__all__ = ["ArchiveError", "Reading", "Writing"]

_ = Texts("sofra-core")

_ENTRY: Final = re.compile(r"(rounds|watched)/([0-9A-Za-z_-]{1,64})\.sofra")
MOST: Final = 1_000_000
"""So many files an archive may hold."""


@final
class ArchiveError(ValueError):
    """An archive that cannot be read or written."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.english)
        self.message = message


@final
class Writing:
    """Writes all rounds of a log to an archive, whole or not at all. `left_out` are damaged ones, which no file can hold."""

    def __init__(self, log: Log, path: Path) -> None:
        self._log, self._path = log, path
        self.count = self.done = self.left_out = 0

    def steps(self) -> Generator[None, None, None]:
        """Write one round a step. Raises ArchiveError."""
        part = self._path.with_name(f".{self._path.name}.part")
        try:
            streams = self._log.streams()
            self.count = len(streams)
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
                for each in streams:
                    folder = "watched" if each.imported else "rounds"
                    try:
                        archive.writestr(f"{folder}/{each.id}.sofra", dump(self._log.read(each.id)))
                        self.done += 1
                    except (LogError, ReplayError):
                        self.left_out += 1
                    yield
            part.replace(self._path)
        except OSError as error:
            raise ArchiveError(
                _("{path} cannot be written: {reason}.", path=Ltr(str(self._path)), reason=_why(error))
            ) from error
        finally:
            # Also when nobody wanted the rest.
            with suppress(OSError):
                part.unlink(missing_ok=True)


@final
class Reading:
    """Takes the rounds of an archive in. `added` are new here, `known` were here already, `refused` are not sound, each with its reason."""

    def __init__(self, log: Log, path: Path, games: Mapping[str, GameInfo]) -> None:
        self._log, self._path, self._games = log, path, games
        self.count = self.added = self.known = 0
        self.refused: list[Message] = []

    @property
    def done(self) -> int:
        """How many rounds were looked at."""
        return self.added + self.known + len(self.refused)

    def steps(self) -> Generator[None, None, None]:
        """Take in one round a step: its moves are decided again where its game is installed. Raises ArchiveError."""
        try:
            with zipfile.ZipFile(self._path) as archive:
                found = [(info, match[1]) for info in archive.infolist() if (match := _ENTRY.fullmatch(info.filename))]
                if not found or len(found) > MOST:
                    raise ArchiveError(_("{path} holds no rounds of Sofra.", path=Ltr(self._path.name)))
                self.count = len(found)
                for info, folder in found:
                    with archive.open(info) as file:
                        content = file.read(MAX_BYTES + 1)
                    self._take(content, own=folder == "rounds")
                    yield
        except OSError as error:
            raise ArchiveError(
                _("{path} cannot be read: {reason}.", path=Ltr(str(self._path)), reason=_why(error))
            ) from error
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
            # Torn, encrypted, or packed in a way that nobody here knows.
            raise ArchiveError(_("{path} is no archive that can be read.", path=Ltr(self._path.name))) from error

    def _take(self, content: bytes, *, own: bool) -> None:
        before = self._log.sequence
        try:
            import_content(self._log, content, own=own, games=self._games)
        except (LogError, ReplayError) as error:
            self.refused.append(error.message)
            return
        if self._log.sequence > before:
            self.added += 1
        else:
            self.known += 1


def _why(error: OSError) -> Message | Ltr:
    return reason(error.strerror or str(error))
