"""Catalogues of a plugin's texts: collected from its source, begun for a language, and compiled to what Sofra reads.

Texts are found by the names that `sofra.message.Texts` has for them: `_("…")`, `_.plural("one", "many", n)` and
`_.context("where", "…")`. Babel does the work; it comes with `sofra-core[testing]`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from copy import deepcopy
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

import attrs

from sofra.authoring.project import Project
from sofra.message import Ltr, Message, Texts

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

__all__ = ["CannotTranslate", "Translated", "translate"]

_ = Texts("sofra-core")

KEYWORDS: Final = {"_": None, "plural": (1, 2), "context": ((1, "c"), 2)}

_PLACE: Final = re.compile(r"\{[a-z][a-z0-9_]*\}")

_NO_DATE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Dates would change every file at every run, and say what a history says better."""


class CannotTranslate(Exception):
    """Catalogues that cannot be made; `message` says why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.english)
        self.message = message


@final
@attrs.frozen
class Translated:
    """A language of the plugin: where its catalogue is, how many texts there are, and which of them wait for a translation."""

    language: str
    file: Path
    texts: int
    waiting: tuple[str, ...]


def translate(project: Project, add: Sequence[str] = ()) -> list[Translated]:
    """Bring template and catalogues up to the source, begin those of the languages to `add`, and compile all that are whole.

    A catalogue is compiled with what is translated; the rest is shown in English. Raises CannotTranslate.
    """
    if find_spec("babel") is None:
        raise CannotTranslate(
            _(
                "Catalogues are made with Babel. Install it: {command}.",
                command=Ltr("pip install 'sofra-core[testing]'"),
            )
        )
    from babel import Locale, UnknownLocaleError

    for language in add:
        try:
            Locale.parse(language)
        except (UnknownLocaleError, ValueError):
            raise CannotTranslate(
                _(
                    "{language} is no language that Babel knows. Name it by its short form, such as {example}.",
                    language=Ltr(language),
                    example=Ltr("ms"),
                )
            ) from None
    package = _package(project)
    texts = _template(project.name, package)
    if not len(texts):
        raise CannotTranslate(
            _(
                "No texts were found below {folder}. A text is written {example}.",
                folder=Ltr(str(package)),
                example=Ltr('_("…")'),
            )
        )
    home = package / "locale"
    _write(home / f"{project.name}.pot", texts, project.name)
    there = {path.parent.parent.name for path in home.glob(f"*/LC_MESSAGES/{project.name}.po")}
    return [_update(project.name, home, language, texts) for language in sorted(there | set(add))]


def _package(project: Project) -> Path:
    """The folder of the package that the first entry point names."""
    _name, module = project.entries[0]
    folder = project.source / module.partition(":")[0].partition(".")[0]
    if not folder.is_dir():
        raise CannotTranslate(
            _(
                "There is no folder {folder}, though the entry point names it. Look at {file}.",
                folder=Ltr(str(folder)),
                file=Ltr("pyproject.toml"),
            )
        )
    return folder


def _template(domain: str, package: Path) -> Catalog:
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_dir

    catalogue = Catalog(project=domain, charset="utf-8")
    found = extract_from_dir(
        package, [("**.py", "python")], {"**.py": {"encoding": "utf-8"}}, KEYWORDS, comment_tags=("i18n:",)
    )
    for file, _line, message, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
        catalogue.add(message, locations=[(file, 0)], auto_comments=comments, context=context)
    return catalogue


def _update(domain: str, home: Path, language: str, texts: Catalog) -> Translated:
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    path = home / language / "LC_MESSAGES" / f"{domain}.po"
    catalogue = Catalog(locale=language, charset="utf-8")
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    # A copy: Babel takes the messages themselves in, and what one language says would be said in all.
    catalogue.update(deepcopy(texts), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    for message in catalogue:
        # What is nothing but a place is the same in every language.
        if message.id and (language == "en" or _PLACE.fullmatch(str(message.id))):
            message.string = message.id
    _write(path, catalogue, domain)
    waiting = []
    for message in catalogue:
        strings = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if message.id and not (strings and all(strings)):
            waiting.append(message.id if isinstance(message.id, str) else message.id[0])
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    target = path.with_suffix(".mo")
    target.write_bytes(compiled.getvalue())
    return Translated(language, path, len(texts), tuple(waiting))


def _write(path: Path, catalogue: Catalog, domain: str) -> None:
    from babel.messages.pofile import write_po

    catalogue.project, catalogue.version = domain, "1"
    catalogue.header_comment = f"# The texts of {domain}{f', {catalogue.locale}' if catalogue.locale else ''}."
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    catalogue.last_translator, catalogue.language_team = "", ""
    catalogue.msgid_bugs_address = ""
    catalogue.fuzzy = False
    written = io.BytesIO()
    write_po(written, catalogue, width=100, include_lineno=False, ignore_obsolete=True, sort_by_file=True)
    lines = written.getvalue().decode("utf-8").splitlines(keepends=True)
    kept = "".join(
        line for line in lines if not line.startswith(('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By'))
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != kept:
        path.write_text(kept, "utf-8", newline="\n")
