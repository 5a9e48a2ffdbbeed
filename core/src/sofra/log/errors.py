"""What can go wrong with a log, one class each, with words for the player: what, where, and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import final

from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason as why

__all__ = [
    "Busy",
    "Conflict",
    "Damaged",
    "DiskFault",
    "DiskFull",
    "Exists",
    "LogError",
    "Newer",
    "NotALog",
    "NotWritable",
    "Unknown",
]

_ = Texts("sofra-core")


class LogError(Exception):
    """The log cannot do what was asked. Nothing of it was done. `message` tells the player why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.english)
        self.message = message


@final
class Conflict(Exception):
    """The stream has gone on since `expected`: whoever asked has to look again. `actual` is its version now.

    No LogError: the log is well, only the question was stale.
    """

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        self.message = _("This round has gone on in the meantime. Look at the table again.")
        super().__init__(self.message.english)
        self.stream = stream
        self.expected = expected
        self.actual = actual


@final
class Unknown(LogError):
    """There is no such stream."""

    def __init__(self, stream: str) -> None:
        super().__init__(_("There is no round {round} here.", round=Ltr(stream)))
        self.stream = stream


@final
class Exists(LogError):
    """A stream of this name is here already, with other records."""

    def __init__(self, stream: str) -> None:
        super().__init__(
            _("A round {round} is here already, and it is a different one. It was kept as it is.", round=Ltr(stream))
        )
        self.stream = stream


@final
class Damaged(LogError):
    """A stream, or the whole file (`stream` is None), is damaged from `version` on. `copy` is what was kept aside."""

    def __init__(self, stream: str | None, version: int | None = None, copy: Path | None = None) -> None:
        match stream, copy:
            case None, None:
                message = _("The file of saved rounds is damaged. Nothing more is written to it.")
            case None, Path():
                message = _(
                    "The file of saved rounds is damaged. Nothing more is written to it; a copy is kept as {copy}.",
                    copy=Ltr(str(copy)),
                )
            case str(), None:
                message = _("The saved round {round} is damaged and cannot be opened.", round=Ltr(stream))
            case _:
                message = _(
                    "The saved round {round} is damaged and cannot be opened. A copy of the file is kept as {copy}.",
                    round=Ltr(str(stream)),
                    copy=Ltr(str(copy)),
                )
        super().__init__(message)
        self.stream = stream
        self.version = version
        self.copy = copy


@final
class Newer(LogError):
    """The file was written by a newer Sofra, and is left untouched."""

    def __init__(self, path: Path, version: int) -> None:
        super().__init__(
            _(
                "The saved rounds in {path} were written by a newer Sofra. Install it to open them; nothing was changed.",
                path=Ltr(str(path)),
            )
        )
        self.path = path
        self.version = version


@final
class NotALog(LogError):
    """The file is there, and is something else, or is damaged beyond reading. It is left untouched."""

    def __init__(self, path: Path, copy: Path | None = None) -> None:
        super().__init__(
            _(
                "{path} is not a file of saved rounds, or is damaged beyond reading. Nothing was changed. "
                "Move it away to begin a new one.",
                path=Ltr(str(path)),
            )
        )
        self.path = path
        self.copy = copy


@final
class NotWritable(LogError):
    """The file or its folder cannot be written."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            _(
                "{path} cannot be written ({reason}). Allow writing there, or choose another place with {variable}.",
                path=Ltr(str(path)),
                reason=why(reason),
                variable=Ltr("SOFRA_HOME"),
            )
        )
        self.path = path
        self.reason = reason


@final
class DiskFull(LogError):
    """There is no room for more."""

    def __init__(self, path: Path) -> None:
        super().__init__(_("The disk is full: {path} cannot grow. Make room, then go on.", path=Ltr(str(path))))
        self.path = path


@final
class DiskFault(LogError):
    """The disk does not do what was asked: it fails, or sets a limit."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            _(
                "The disk does not take more of {path} ({reason}). What was saved before is there. "
                "Make room, or choose another place with {variable}.",
                path=Ltr(str(path)),
                reason=why(reason),
                variable=Ltr("SOFRA_HOME"),
            )
        )
        self.path = path
        self.reason = reason


@final
class Busy(LogError):
    """Another program holds the file."""

    def __init__(self, path: Path) -> None:
        super().__init__(_("Another program is using {path}. Try again when it is done.", path=Ltr(str(path))))
        self.path = path
