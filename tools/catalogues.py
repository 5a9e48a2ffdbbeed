"""The message catalogues of all distributions: `python tools/catalogues.py update | compile | check`.

`update` collects the texts of each distribution's source into its catalogues, one for each language, keeping what is translated;
`compile` makes the `.mo` files that Sofra reads (as every build does by itself); `check` tells what is missing or wrong, and ends
with 1 when anything is.

Texts are found by the names that `sofra.message.Texts` has for them: `_("…")`, `_.plural("one", "many", n)` and
`_.context("where", "…")`.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import attrs
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parent.parent
LANGUAGES: Final = ("en", "ar", "ms", "tr", "hr")
KEYWORDS: Final = {"_": None, "plural": (1, 2), "context": ((1, "c"), 2)}
PLACE: Final = re.compile(r"\{[a-z][a-z0-9_]*\}")

# Words outside places: a text of one or two may be the same in two languages.
_WORD: Final = re.compile(r"(?<![{\w])[A-Za-z]{2,}(?![}\w])")

# Dates would change every file at every run, and say what the history says better.
_NO_DATE: Final = datetime(2000, 1, 1, tzinfo=UTC)


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


def template(distribution: Distribution) -> Catalog:
    """The texts in the source of a distribution."""
    catalogue = Catalog(project=distribution.name, charset="utf-8")
    found = extract_from_dir(
        distribution.package, [("**.py", "python")], {"**.py": {"encoding": "utf-8"}}, KEYWORDS, comment_tags=("i18n:",)
    )
    for file, _line, message, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
        catalogue.add(message, locations=[(file, 0)], auto_comments=comments, context=context)
    return catalogue


def update(distribution: Distribution) -> None:
    """Bring every catalogue up to the source. Translations of texts that changed are dropped, not guessed."""
    texts = template(distribution)
    if not len(texts):
        return
    for language in LANGUAGES:
        path = distribution.catalogue(language)
        catalogue = _read(path, language)
        # A copy: Babel takes the messages themselves in, and what one language says would be said in all.
        catalogue.update(deepcopy(texts), no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        for message in _messages(catalogue):
            # What is nothing but a place is the same in every language.
            if language == "en" or PLACE.fullmatch(_first(message.id)):
                message.string = message.id
        _write(path, catalogue, distribution.name)


def problems(distribution: Distribution) -> Iterator[str]:
    """What is missing or wrong in the catalogues of a distribution, one line each."""
    texts = template(distribution)
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
    strings = _strings(message)
    if message.pluralizable and len(strings) != catalogue.num_plurals:
        yield f"has {len(strings)} forms of {catalogue.num_plurals}"
    wanted = set(PLACE.findall(" ".join(_texts(message.id))))
    for string in strings:
        there = set(PLACE.findall(string))
        # A form for one or two may say the number as a word.
        if there - wanted or (wanted - there) - ({"{n}"} if message.pluralizable else set()):
            yield f"has other places than {', '.join(sorted(wanted)) or 'none'}: {string!r}"


def _read(path: Path, language: str) -> Catalog:
    if not path.exists():
        return Catalog(locale=language, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def _write(path: Path, catalogue: Catalog, name: str) -> None:
    catalogue.project, catalogue.version = name, "1"
    catalogue.header_comment = f"# The texts of {name}, {catalogue.locale}."
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    catalogue.last_translator, catalogue.language_team = "Sofra", "Sofra"
    catalogue.msgid_bugs_address = "Sofra"
    catalogue.fuzzy = False
    written = io.BytesIO()
    write_po(written, catalogue, width=120, include_lineno=False, ignore_obsolete=True, sort_by_file=True)
    lines = written.getvalue().decode("utf-8").splitlines(keepends=True)
    kept = "".join(
        line for line in lines if not line.startswith(('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By'))
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != kept:
        path.write_text(kept, "utf-8", newline="\n")


def _messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def _texts(text: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def _strings(message: Message) -> tuple[str, ...]:
    return _texts(message.string or "")


def _first(text: str | list[str] | tuple[str, ...]) -> str:
    return _texts(text)[0]


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
