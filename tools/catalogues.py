"""The message catalogues of all distributions: `python tools/catalogues.py update | compile | check`.

`update` collects the texts of each distribution's source into its catalogues, one for each language, keeping what is translated;
`compile` makes the `.mo` files that Sofra reads (as every build does by itself); `check` tells what is missing or wrong, and ends
with 1 when anything is.

How texts are found and catalogues written is that of `sofra.authoring.catalogues`, which plugins use, too.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs
from babel.messages.catalog import Catalog, Message

from sofra.authoring.catalogues import PLACE, merge, strings, template, write
from sofra.authoring.catalogues import entries as _messages
from sofra.authoring.catalogues import read as _read

ROOT: Final = Path(__file__).resolve().parent.parent
LANGUAGES: Final = ("en", "ar", "ms", "tr", "hr")

# Words outside places: a text of one or two may be the same in two languages.
_WORD: Final = re.compile(r"(?<![{\w])[A-Za-z]{2,}(?![}\w])")


@attrs.frozen
class Distribution:
    """A distribution: its name, which is its gettext domain, and the folder of its package."""

    name: str
    package: Path

    def catalogue(self, language: str) -> Path:
        """The source of a catalogue."""
        return self.package / "locale" / language / "LC_MESSAGES" / f"{self.name}.po"


def distributions(root: Path = ROOT) -> Iterator[Distribution]:
    """All members of the workspace that hold a package."""
    for project in sorted([*root.glob("*/pyproject.toml"), *root.glob("plugins/*/pyproject.toml")]):
        name = tomllib.loads(project.read_text("utf-8"))["project"]["name"]
        for package in sorted(project.parent.glob("src/*/__init__.py")):
            yield Distribution(name, package.parent)


def update(distribution: Distribution) -> None:
    """Bring every catalogue up to the source. Translations of texts that changed are dropped, not guessed."""
    texts = template(distribution.name, distribution.package)
    for language in LANGUAGES if len(texts) else ():
        path = distribution.catalogue(language)
        catalogue = _read(path, language)
        merge(catalogue, texts, language)
        _write(path, catalogue, distribution.name)


def problems(distribution: Distribution) -> Iterator[str]:
    """What is missing or wrong in the catalogues of a distribution, one line each."""
    texts = template(distribution.name, distribution.package)
    for language in LANGUAGES if len(texts) else ():
        path = distribution.catalogue(language)
        catalogue = _read(path, language)
        for text in _messages(texts):
            message = catalogue.get(text.id, text.context)
            said = f"{path.relative_to(ROOT)}: {_first(text.id)!r}"
            if message is None or not all(_strings(message)):
                yield f"{said} is not translated"
            elif message.fuzzy:
                yield f"{said} is only guessed"
            else:
                yield from (f"{said} {fault}" for fault in _faults(message, catalogue))
                if language != "en" and message.string == text.id and len(_WORD.findall(_first(text.id))) > 2:
                    yield f"{said} is still English"
        for message in _messages(catalogue):
            if texts.get(message.id, message.context) is None:
                yield f"{path.relative_to(ROOT)}: {_first(message.id)!r} is not in the source any more"


def _faults(message: Message, catalogue: Catalog) -> Iterator[str]:
    """What is wrong with a translated message."""
    told = _strings(message)
    if message.pluralizable and len(told) != catalogue.num_plurals:
        yield f"has {len(told)} forms of {catalogue.num_plurals}"
    wanted = set(PLACE.findall(" ".join(strings(message.id))))
    for string in told:
        there = set(PLACE.findall(string))
        # A form for one or two may say the number as a word.
        if there - wanted or (wanted - there) - ({"{n}"} if message.pluralizable else set()):
            yield f"has other places than {', '.join(sorted(wanted)) or 'none'}: {string!r}"


def _write(path: Path, catalogue: Catalog, name: str) -> None:
    write(path, catalogue, name, team="Sofra", width=120)


def _strings(message: Message) -> tuple[str, ...]:
    return strings(message.string) or ("",)


def _first(text: str | list[str] | tuple[str, ...]) -> str:
    return strings(text)[0]


def main(arguments: list[str] | None = None) -> int:
    """Do one of the three things for all distributions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("update", "compile", "check"))
    action = parser.parse_args(arguments).action
    found = 0
    for distribution in distributions():
        match action:
            case "update":
                update(distribution)
            case "compile":
                sys.path.insert(0, str(ROOT))
                from hatch_build import compile_catalogue

                for source in sorted(distribution.package.glob("locale/*/LC_MESSAGES/*.po")):
                    compile_catalogue(source)
            case _:
                for problem in problems(distribution):
                    print(problem)
                    found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
