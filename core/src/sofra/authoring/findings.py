"""What a check found, as values that can be told in a terminal, in JSON, or sent from one process to another.

These texts are for authors: like the laws themselves, and all of Python's own messages, they are in English.
"""

from __future__ import annotations

from typing import Any, Final, final

import attrs

__all__ = ["PAGES", "Finding", "page_of"]

PAGES: Final = {
    "no_project": "how-to/testing.html",
    "bad_project": "how-to/publishing.html",
    "no_entry_point": "reference/plugin.html#the-entry-point",
    "no_plugin": "reference/plugin.html#the-entry-point",
    "no_rules": "reference/plugin.html",
    "taken": "reference/plugin.html",
    "imports_qt": "explanation/why-scenes.html",
    "no_testing": "how-to/testing.html",
    "not_compiled": "how-to/translations.html",
    "no_choice": "how-to/options.html",
    "no_picture": "how-to/art-sets.html",
    "no_test": "how-to/testing.html",
    "not_ended": "reference/bounds.html",
}
"""The page of the documentation for what is no law of a game; laws have a page of their own."""


@final
@attrs.frozen
class Finding:
    """One thing that is wrong, or a `note` about what could be better.

    `law` is the name of the law, or one of `PAGES`; `lesson` what it demands ("" where the rest says it), `what` was found,
    `mend` what to do. `position` is a Python expression that leads to the place in a round, `code` its replay code, `told` that
    round in words, `source` where in the author's own files it came to light.
    """

    law: str
    what: str
    mend: str
    game: str = ""
    lesson: str = ""
    position: str = ""
    code: str = ""
    told: tuple[str, ...] = ()
    source: str = ""
    note: bool = False

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values, with the page of the documentation."""
        return {**attrs.asdict(self), "told": list(self.told), "page": page_of(self.law)}

    @classmethod
    def of_json(cls, values: dict[str, Any]) -> Finding:
        """The finding that `as_json` told."""
        fields = {field.name: values[field.name] for field in attrs.fields(cls)}
        return cls(**{**fields, "told": tuple(fields["told"])})


def page_of(law: str) -> str:
    """Where the documentation tells more, as an address in it."""
    return PAGES.get(law) or f"reference/laws.html#sofra.testing.GameContract.test_{law}"
