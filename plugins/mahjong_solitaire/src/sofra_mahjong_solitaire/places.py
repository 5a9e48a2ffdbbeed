"""Files of other people: their text, read with care, and where in it something is wrong."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, final

import attrs

from sofra.message import Message, Texts
from sofra_mahjong_solitaire.layout import LayoutError

__all__ = ["MAX_PROBLEMS", "MAX_SIZE", "START", "BadFile", "Lines", "Place", "Problem", "text_of"]

_ = Texts("sofra-mahjong-solitaire")

Place = tuple[int, int]
"""Line and column of a file, both counted from 1; a column is a character."""

START: Final = (1, 1)

MAX_SIZE: Final = 1_000_000
"""The most bytes of a file that is read. The largest collections of layouts have half of that."""

MAX_PROBLEMS: Final = 20
"""So many problems of a file are told; nobody reads more."""


@final
@attrs.frozen
class Problem:
    """What is wrong with a file, and where."""

    message: Message
    place: Place = START

    @property
    def told(self) -> Message:
        """The problem with its place, as one line."""
        line, column = self.place
        return _("Line {line}, column {column}: {problem}", line=line, column=column, problem=self.message)


@final
class BadFile(LayoutError):
    """A file that cannot be used. `problems` are all that were found (20 at most), `message` is the first with its place."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(problems[0].told)
        self.problems: Sequence[Problem] = problems[:MAX_PROBLEMS]


@final
class Lines:
    """Where the lines of a text begin, to tell the place of any character."""

    def __init__(self, text: str) -> None:
        self._starts = [0]
        at = text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = text.find("\n", at + 1)

    def place(self, offset: int) -> Place:
        """Line and column of the character at `offset`."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def text_of(data: bytes) -> str:
    """The text of a file. Raises BadFile where it is larger than 1 MB, or is no text in UTF-8."""
    if len(data) > MAX_SIZE:
        raise BadFile(Problem(_("The file is too large: more than 1 MB is not read.")))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        raise BadFile(Problem(_("This is no text in UTF-8."), Lines(before).place(len(before)))) from error
