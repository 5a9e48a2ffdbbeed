"""Catalogues of a plugin's texts: collected from its source, begun for a language, and compiled to what Sofra reads.

Babel does the work, in `sofra.authoring.catalogues`; it comes with `sofra-core[testing]`.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, final

import attrs

from sofra.authoring.project import Project
from sofra.message import Ltr, Message, Texts

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

__all__ = ["CannotTranslate", "Translated", "translate"]

_ = Texts("sofra-core")


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
    from sofra.authoring.catalogues import template, write

    package = _package(project)
    texts = template(project.name, package)
    if not len(texts):
        raise CannotTranslate(
            _(
                "No texts were found below {folder}. A text is written {example}.",
                folder=Ltr(str(package)),
                example=Ltr('_("…")'),
            )
        )
    home = package / "locale"
    write(home / f"{project.name}.pot", texts, project.name)
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


def _update(domain: str, home: Path, language: str, texts: Catalog) -> Translated:
    from babel.messages.mofile import write_mo

    from sofra.authoring.catalogues import entries, merge, read, strings, write

    path = home / language / "LC_MESSAGES" / f"{domain}.po"
    catalogue = read(path, language)
    merge(catalogue, texts, language)
    write(path, catalogue, domain)
    waiting = []
    for entry in entries(catalogue):
        told = strings(entry.string)
        if not (told and all(told)):
            waiting.append(strings(entry.id)[0])
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    path.with_suffix(".mo").write_bytes(compiled.getvalue())
    return Translated(language, path, len(texts), tuple(waiting))
