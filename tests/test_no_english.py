"""Pages in Malay, Turkish and Croatian hold no English: whatever is seen or read out there is not the English of a message that is translated.

Arabic is asked letter by letter in `ui_qt/tests/hearing.py`; these languages share their letters with English, so words are compared.
"""

from __future__ import annotations

import os
from functools import cache

import pytest
from babel.messages.pofile import read_po
from tools.catalogues import distributions
from ui_qt.tests import hearing

from sofra_qt.commands import PAGES
from sofra_qt.pictures import Wanted, shown

LANGUAGES = ("ms", "tr", "hr")

NAME = "Sofra"
"""The program is called so in every language; a layout of that name is not."""


@cache
def english(language: str) -> frozenset[str]:
    """The texts of all messages that read otherwise in this language, those left out that are a word of it all the same."""
    source: set[str] = set()
    words: set[str] = set()
    for distribution in distributions():
        with distribution.catalogue(language).open("rb") as file:
            for message in read_po(file, locale=language):
                texts = {message.id} if isinstance(message.id, str) else set(message.id)
                said = {message.string} if isinstance(message.string, str) else set(message.string or ())
                source |= {text for text in texts if text and "{" not in text}
                words |= said
    return frozenset(source - words - {NAME})


def pages() -> list[tuple[str, str]]:
    """Every page in each language in a long run, every third in one of them otherwise."""
    if "SOFRA_LONG" in os.environ:
        return [(page, language) for page in PAGES for language in LANGUAGES]
    return [(page, LANGUAGES[number % len(LANGUAGES)]) for number, page in enumerate(PAGES[1::3])]


@pytest.mark.parametrize(("page", "language"), pages())
def test_no_english_is_left(page: str, language: str) -> None:
    """What a page shows and a screen reader says of it is in the player's language."""
    with shown(Wanted(page, language=language, width=1000, height=700)) as window:
        left = {hearing.MARKS.sub("", name) for name in hearing.names(window)} & english(language)
        window.grab()
    assert not left


@pytest.mark.parametrize("language", LANGUAGES)
def test_english_is_seen(language: str) -> None:
    """The comparison finds English where it is: a window in English is full of it."""
    with shown(Wanted("library", language="en", width=1000, height=700)) as window:
        assert len(hearing.names(window) & english(language)) > 5
