"""The files of catalogues, by Babel: collected from a source, brought up to it, and written so that only what has changed differs.

Texts are found by the names that `sofra.message.Texts` has for them: `_("…")`, `_.plural("one", "many", n)` and
`_.context("where", "…")`. Sofra's own catalogues are made by this too. Babel comes with `sofra-core[testing]`; without it this
module cannot be imported.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

__all__ = ["KEYWORDS", "PLACE", "entries", "merge", "read", "strings", "template", "write"]

KEYWORDS: Final = {"_": None, "plural": (1, 2), "context": ((1, "c"), 2)}

PLACE: Final = re.compile(r"\{[a-z][a-z0-9_]*\}")

_NO_DATE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Dates would change every file at every run, and say what a history says better."""


def template(domain: str, package: Path) -> Catalog:
    """The texts in the source of a package."""
    catalogue = Catalog(project=domain, charset="utf-8")
    found = extract_from_dir(
        package, [("**.py", "python")], {"**.py": {"encoding": "utf-8"}}, KEYWORDS, comment_tags=("i18n:",)
    )
    for file, _line, message, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
        catalogue.add(message, locations=[(file, 0)], auto_comments=comments, context=context)
    return catalogue


def read(path: Path, language: str) -> Catalog:
    """A catalogue; an empty one where there is no file yet."""
    if not path.exists():
        return Catalog(locale=language, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def merge(catalogue: Catalog, texts: Catalog, language: str) -> None:
    """Bring a catalogue up to the texts of a source. Translations of texts that changed are dropped, not guessed."""
    # A copy: Babel takes the messages themselves in, and what one language says would be said in all.
    catalogue.update(deepcopy(texts), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    for entry in entries(catalogue):
        # What is nothing but a place is the same in every language.
        if language == "en" or PLACE.fullmatch(strings(entry.id)[0]):
            entry.string = entry.id


def entries(catalogue: Catalog) -> Iterator[Entry]:
    """The messages of a catalogue, without its head."""
    return (entry for entry in catalogue if entry.id)


def strings(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """A text, or the forms of one, as a tuple; none for a text that is not there."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def write(path: Path, catalogue: Catalog, domain: str, *, team: str = "", width: int = 100) -> None:
    """Write a catalogue, where that changes anything."""
    catalogue.project, catalogue.version = domain, "1"
    catalogue.header_comment = f"# The texts of {domain}{f', {catalogue.locale}' if catalogue.locale else ''}."
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    catalogue.last_translator, catalogue.language_team = team, team
    catalogue.msgid_bugs_address = team
    catalogue.fuzzy = False
    written = io.BytesIO()
    write_po(written, catalogue, width=width, include_lineno=False, ignore_obsolete=True, sort_by_file=True)
    lines = written.getvalue().decode("utf-8").splitlines(keepends=True)
    kept = "".join(
        line for line in lines if not line.startswith(('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By'))
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != kept:
        path.write_text(kept, "utf-8", newline="\n")
