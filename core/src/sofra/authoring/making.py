"""Making a small working game, from the template that is package data, for its author to change."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Collection, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Final, final

import attrs

from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason

__all__ = ["CannotMake", "Names", "make", "names_for"]

_ = Texts("sofra-core")

_ENDING: Final = ".template"
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST: Final = 40


class CannotMake(Exception):
    """A game that cannot be made under this name or at this place; `message` says why, and what would do."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.english)
        self.message = message


@final
@attrs.frozen
class Names:
    """What a game is called everywhere.

    `name` is its distribution, its id and its gettext domain, `package` what Python imports, `cls` its rules, `prefix` the
    letters that its codes begin with, `title` what players read.
    """

    name: str
    package: str
    cls: str
    title: str
    prefix: str


def names_for(name: str, *, games: Collection[str] = (), prefixes: Collection[str] = ()) -> Names:
    """The names of a game called `name`. `games` and `prefixes` are those that are taken by installed games.

    Raises CannotMake.
    """
    wanted = re.sub(r"[-_. ]+", "-", name.strip().lower()).strip("-")
    if not _NAME.fullmatch(wanted) or len(wanted) > _LONGEST:
        raise CannotMake(
            _(
                "{name} cannot be the name of a game. Use a to z, 0 to 9 and dashes, a letter first, at most {n} signs, such as {example}.",
                name=Ltr(name),
                n=_LONGEST,
                example=Ltr("my-game"),
            )
        )
    package = wanted.replace("-", "_")
    if keyword.iskeyword(package) or keyword.issoftkeyword(package) or package in sys.stdlib_module_names:
        raise CannotMake(_("{name} means something to Python itself. Choose another name.", name=Ltr(wanted)))
    if wanted.startswith("sofra") or package == "tests":
        raise CannotMake(_("{name} is a name that Sofra keeps for itself. Choose another name.", name=Ltr(wanted)))
    if wanted in games:
        raise CannotMake(
            _("A game {name} is installed here already: it is in the library. Choose another name.", name=Ltr(wanted))
        )
    if find_spec(package) is not None:
        raise CannotMake(
            _(
                "Something else is installed here that Python imports as {package}. Choose another name.",
                package=Ltr(package),
            )
        )
    words = wanted.split("-")
    return Names(
        wanted,
        package,
        "".join(word.capitalize() for word in words),
        " ".join(word.capitalize() for word in words),
        _prefix(words, set(prefixes)),
    )


def make(names: Names, folder: Path) -> Path:
    """Write the game into a new folder `folder/name`, and return it. Raises CannotMake where something is there already."""
    target = folder / names.name
    try:
        target.mkdir(parents=True)
    except FileExistsError:
        raise CannotMake(
            _("{folder} is there already. Choose another name, or another place.", folder=Ltr(str(target)))
        ) from None
    except OSError as error:
        raise CannotMake(
            _("{folder} cannot be made: {error}.", folder=Ltr(str(target)), error=reason(error.strerror or str(error)))
        ) from error
    values = {"name": names.name, "package": names.package, "title": names.title, "prefix": names.prefix}
    for parts, source in _walk(files("sofra.authoring").joinpath("template"), ()):
        text = Template(source.read_text("utf-8")).substitute(values, **{"class": names.cls})
        file = target.joinpath(*(part.replace("package", names.package) for part in parts))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8", newline="\n")
    return target


def _walk(folder: Traversable, above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Traversable]]:
    """The files of the template with their places: `gitignore` stands for `.gitignore`, which tools would heed here."""
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            yield from _walk(entry, (*above, entry.name))
        elif entry.name.endswith(_ENDING):
            name = entry.name.removesuffix(_ENDING)
            yield (*above, ".gitignore" if name == "gitignore" else name), entry


def _prefix(words: list[str], taken: set[str]) -> str:
    """The first of a few short forms of the name that no installed game has: initials, then more and more letters."""
    letters = re.sub(r"[^A-Z]", "", "".join(words).upper())
    initials = re.sub(r"[^A-Z]", "", "".join(word[0] for word in words).upper())
    short = [initials[:4]] if len(initials) > 1 else []
    short += [letters[0] + letter for letter in letters[1:]]
    short += [letters[:length] for length in (3, 4)]
    short += [letters[0] + chr(code) + chr(last) for code in range(65, 91) for last in range(65, 91)]
    return next(each for each in short if 2 <= len(each) <= 4 and each not in taken)
