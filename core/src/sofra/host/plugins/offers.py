"""What a player is shown before a plugin is installed: all that can be read without running any of it."""

from __future__ import annotations

from typing import Final, final

import attrs

from sofra.languages import NAMES
from sofra.message import Ltr, Message, Texts

__all__ = ["TRUST", "Adds", "Foretold", "Offer", "Source", "describe"]

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
    def own_needs(self) -> list[str]:
        """What it needs to be played: what only an extra asks for (the tools of its own tests) is no matter of a player's."""
        return [each for each in self.needs if "extra" not in each.partition(";")[2]]

    @property
    def is_update(self) -> bool:
        """Whether another version of it is installed."""
        return self.replaces not in {"", self.version}


def describe(offer: Offer) -> list[Message]:
    """All that is shown of an offer, a line each. What it claims of itself is called a claim by what stands before it."""
    name, version = Ltr(offer.name), Ltr(offer.version)
    if not offer.replaces:
        lines = [_("{plugin} {version}", plugin=name, version=version)]
    elif offer.is_update:
        old = Ltr(offer.replaces)
        lines = [_("{plugin} {version}, in place of version {old}", plugin=name, version=version, old=old)]
    else:
        lines = [_("{plugin} {version}, in place of the same version", plugin=name, version=version)]
    if offer.summary:
        lines.append(_("  About: {summary}", summary=offer.summary))
    lines.append(_("  Author, by its own word: {author}", author=offer.author or _("not named")))
    lines.append(_("  From: {source}", source=offer.source.message))
    lines.append(_("  File: {file}, {size} kB", file=Ltr(offer.file), size=max(1, round(offer.size / 1000))))
    lines.append(_("  SHA-256: {hash}", hash=Ltr(offer.sha256)))
    lines += [_("  Adds the game {game}", game=each.title or Ltr(each.id or "?")) for each in offer.adds.games]
    lines += [_("  Adds the pieces {art}", art=each) for each in offer.adds.art]
    if not offer.adds.games and not offer.adds.art:
        lines.append(
            _("  What it adds cannot be told before it runs: {modules}", modules=Ltr(", ".join(offer.adds.modules)))
        )
    spoken = [NAMES.get(each, each) for each in offer.adds.languages]
    if spoken:
        lines.append(_("  Languages beside English: {languages}", languages=", ".join(spoken)))
    for api in dict.fromkeys(each.api for each in offer.adds.games if each.api is not None):
        lines.append(_("  Made for contract {api} of Sofra", api=Ltr(str(api))))
    needs = offer.own_needs
    if needs:
        lines.append(_("  Needs: {needs}", needs=Ltr(", ".join(needs))))
    return lines
