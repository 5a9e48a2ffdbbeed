"""What a player is shown before a plugin is installed: all that can be read without running any of it."""

from __future__ import annotations

from typing import Final, final

import attrs

from sofra.message import Message, Texts

__all__ = ["TRUST", "Adds", "Foretold", "Offer", "Source"]

_ = Texts("sofra-core")

TRUST: Final = _("A game is a program and can do what you can do. Install it only if you trust whoever wrote it.")
"""The one sentence that stands wherever a plugin is offered."""


@final
@attrs.frozen
class Source:
    """Where a plugin came from: `kind` is `file`, `folder`, `project` or `index`, `text` the path, or what was asked of the index."""

    kind: str
    text: str

    @property
    def message(self) -> Message:
        """The source in words."""
        from sofra.message import Ltr

        match self.kind:
            case "index":
                return _("the package index, asked for {name}", name=Ltr(self.text))
            case "project":
                return _("built from the project {folder}", folder=Ltr(self.text))
            case _:
                return _("the file {file}", file=Ltr(self.text))


@final
@attrs.frozen
class Foretold:
    """A game as its source describes it, read without running it; what is not written out plainly there is "" or None."""

    id: str
    title: str = ""
    prefix: str = ""
    api: int | None = None


@final
@attrs.frozen
class Adds:
    """What a plugin brings, as far as that can be read without running it.

    `modules` are what its entry points name, `games` and `art` (titles of art sets) what its source says, `languages` those that it
    has catalogues of beside English, `pictures` how many SVG files it holds.
    """

    modules: tuple[str, ...]
    games: tuple[Foretold, ...] = ()
    art: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    pictures: int = 0


@final
@attrs.frozen
class Offer:
    """A plugin that could be installed.

    `name` is the distribution's, normalised (lower case, `-`); `version`, `summary`, `author`, `licence` and `page` are as the
    wheel claims them, made safe to show, "" where it does not. `source` is where it came from, `file` the wheel's name, `size` its
    length and `unpacked` that of its files, in bytes; `sha256` is of the wheel, in hex. `needs` are the requirements that it states.
    `replaces` is the version that is installed now, "" where none is. `consented` says that the player agreed to this very file
    before. `problems` are the reasons why it cannot be used here: with any, `install` raises `DoesNotFit`.
    """

    name: str
    version: str
    summary: str
    author: str
    licence: str
    page: str
    source: Source
    file: str
    size: int
    unpacked: int
    sha256: str
    adds: Adds
    needs: tuple[str, ...]
    top_level: tuple[str, ...]
    entries: tuple[tuple[str, str], ...]
    content: bytes = attrs.field(repr=False, eq=False)
    replaces: str = ""
    consented: bool = False
    problems: tuple[Message, ...] = ()

    @property
    def is_update(self) -> bool:
        """Whether another version of it is installed."""
        return self.replaces not in {"", self.version}
