"""Languages: from `Message` to the words of a player.

Catalogues are GNU gettext `.mo` files, one domain for each distribution, which lie as package data in
`locale/<language>/LC_MESSAGES/<domain>.mo` of the package that owns the domain. They are read at the first text of their
domain; one that is missing or damaged leaves the text in English. Nothing here imports a package to find its catalogues.

Parameters are set apart from the text round them by the isolates of the Unicode bidirectional algorithm (UAX 9): otherwise
`6-4` reads `4-6` after Arabic words.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, assert_never, final

import attrs

from sofra.message import Clock, Ltr, Message, Param, Player, Signed, Texts, fill

if TYPE_CHECKING:
    from gettext import NullTranslations

__all__ = ["LANGUAGES", "NAMES", "Digits", "Translator", "language_of", "own_domain", "package_of", "system_language"]

_ = Texts("sofra-core")

NAMES: Final = {"en": "English", "ar": "العربية", "ms": "Bahasa Melayu", "tr": "Türkçe", "hr": "Hrvatski"}
"""What each language calls itself. Never translated: a player looks for the own language in a list."""

LANGUAGES: Final = tuple(NAMES)
"""The languages that Sofra speaks, English first."""

Digits = Literal["latin", "local"]
"""Which digits numbers are written with."""

_LRI, _FSI, _PDI, _RLM = "\u2066", "\u2068", "\u2069", "\u200f"

_RTL: Final = frozenset({"ar"})


@final
@attrs.frozen
class _Numbers:
    """How a language writes whole numbers (CLDR): the sign between thousands in each set of digits, and its own digits."""

    group: str = ","
    local_group: str = ","
    digits: str = "0123456789"


_NUMBERS: Final = {
    "ar": _Numbers(local_group="٬", digits="٠١٢٣٤٥٦٧٨٩"),
    "hr": _Numbers(".", "."),
    "tr": _Numbers(".", "."),
}

_packages: Final = {"sofra-core": "sofra"}


def own_domain(domain: str, package: str) -> None:
    """Say which top-level package holds the catalogues of a domain, where the name does not tell (`a-b` and `a_b` do)."""
    _packages[domain] = package


def package_of(domain: str) -> str:
    """The top-level package that holds the catalogues of a domain."""
    return _packages.get(domain) or domain.replace("-", "_")


def language_of(locale: str) -> str | None:
    """The language of ours that a locale's name asks for (`hr_HR.UTF-8` is `hr`), None when we do not speak it."""
    name = locale.partition(".")[0].partition("@")[0].replace("-", "_").partition("_")[0].lower()
    if name in {"c", "posix"}:
        return "en"
    return name if name in NAMES else None


def system_language() -> str:
    """The language of the person at this machine, as the environment names it; English when we do not speak it.

    Read as gettext reads it: the first of LANGUAGE (a list), LC_ALL, LC_MESSAGES and LANG that is set. On Windows, where
    none is set as a rule, the language of the system's own windows.
    """
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = os.environ.get(variable, "")
        if wanted:
            spoken = (language_of(locale) for locale in wanted.split(":") if locale)
            return next((language for language in spoken if language), "en")
    if sys.platform == "win32":
        import ctypes
        import locale as locales

        code = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return language_of(locales.windows_locale.get(code, "")) or "en"
    return "en"


def _strong(text: str) -> bool:
    """Whether there are right-to-left letters in the text."""
    from unicodedata import bidirectional

    return any(bidirectional(sign) in {"R", "AL"} for sign in text)


def _nothing(_value: Param) -> str:
    return ""


@final
class Translator:
    """The words of one language.

    `language` is one of `LANGUAGES`, or a locale's name; an unknown one is English. `digits` are those of every number in a
    text; codes and labels (`Ltr`) keep theirs.
    """

    def __init__(self, language: str, *, digits: Digits = "latin") -> None:
        self.language = language_of(language) or "en"
        self.digits = digits
        self._numbers = _NUMBERS.get(self.language, _Numbers())
        self._catalogues: dict[str, NullTranslations | None] = {}

    @property
    def rtl(self) -> bool:
        """Whether the language is written from right to left."""
        return self.language in _RTL

    def number(self, n: int) -> str:
        """A whole number as the language writes it, with a sign between thousands."""
        if self.digits == "latin":
            return f"{n:,}".replace(",", self._numbers.group)
        return self._local(f"{n:,}".replace(",", self._numbers.local_group))

    def text(self, message: Message, *, isolate: bool = True) -> str:
        """The message in this language.

        With `isolate` every parameter is wrapped in marks that keep its own direction, and a text that holds right-to-left words
        only in its parameters says that it runs so; without, the text is for machines, tests and places that show marks as signs.
        """

        def show(value: Param) -> str:
            match value:
                case Message():
                    mark, text = _FSI, self.text(value, isolate=isolate)
                case Ltr():
                    mark, text = _LRI, value.text
                case Clock():
                    mark, text = _LRI, self._local(str(value))
                case Signed():
                    mark, text = _LRI, value.sign + self.number(abs(value.value))
                case Player(seat=seat):
                    mark, text = _FSI, self.text(_("Player {number}", number=seat + 1), isolate=isolate)
                case int():
                    mark, text = _FSI, self.number(value)
                case str():
                    mark, text = _FSI, value
                case _:
                    assert_never(value)
            return f"{mark}{text}{_PDI}" if isolate else text

        source = self._source(message)
        text = fill(source, message.params, show)
        if isolate and self.rtl and _strong(text) and not _strong(fill(source, message.params, _nothing)):
            # Isolated words do not tell a paragraph its direction (rule P2 of the bidirectional algorithm): where a text is
            # nothing but places, `label: value`, Arabic in them would be laid out from left to right.
            return _RLM + text
        return text

    def _local(self, digits: str) -> str:
        if self.digits == "latin":
            return digits
        return digits.translate({ord("0") + value: sign for value, sign in enumerate(self._numbers.digits)})

    def _source(self, message: Message) -> str:
        """The translated pattern, its places not filled yet."""
        n = dict(message.params).get("n") if message.plural is not None else None
        count = n if isinstance(n, int) else 2
        english = message.id if message.plural is None or count == 1 else message.plural
        if not message.id:
            return ""  # gettext would answer with the header of the catalogue
        catalogue = self._catalogue(message.domain)
        if catalogue is None:
            return english
        try:
            return _looked_up(catalogue, message, count)
        except Exception:  # noqa: BLE001 - a plugin's catalogue may divide by nought to count, and that stops no game
            return english

    def _catalogue(self, domain: str) -> NullTranslations | None:
        if self.language == "en":
            return None
        try:
            return self._catalogues[domain]
        except KeyError:
            found = self._catalogues[domain] = _read(domain, self.language)
            return found


def _looked_up(catalogue: NullTranslations, message: Message, count: int) -> str:
    match message.plural, message.context:
        case str(plural), None:
            return catalogue.ngettext(message.id, plural, count)
        case str(plural), str(context):
            return catalogue.npgettext(context, message.id, plural, count)
        case _, str(context):
            return catalogue.pgettext(context, message.id)
        case _:
            return catalogue.gettext(message.id)


def _read(domain: str, language: str) -> NullTranslations | None:
    """The catalogue of a domain, None where it is missing or cannot be read."""
    try:
        # The name comes with the message, perhaps from a saved file: it must not lead out of a package's folder.
        spec = find_spec(package_of(domain)) if domain.replace("-", "_").isidentifier() else None
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    # 5 ms that English does not need.
    from gettext import GNUTranslations

    for folder in spec.submodule_search_locations or ():
        path = Path(folder, "locale", language, "LC_MESSAGES", f"{domain}.mo")
        try:
            with path.open("rb") as file:
                return GNUTranslations(file)
        except FileNotFoundError:
            continue
        except Exception:  # noqa: BLE001, S112 - gettext answers damage with half a dozen errors, and none may stop a game
            continue
    return None
