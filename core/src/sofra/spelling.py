"""Texts as people look for them: whatever the case, the accents and the way of writing, in every language of Sofra.

Who looks for `cevapi` finds *Ćevapi*, `istanbul` finds *İSTANBUL* and *ıstanbul*, and an Arabic word is found with or without its
short vowels, a tatweel, or the hamza on its alef.
"""

from __future__ import annotations

import unicodedata
from typing import Final

__all__ = ["holds", "plain"]

_ALIKE: Final = str.maketrans(
    {
        # Letters that Unicode does not take apart, and that are typed without their stroke or dot.
        "ı": "i",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ħ": "h",
        "ł": "l",
        "ø": "o",
        "æ": "ae",
        "œ": "oe",
        "’": "'",
        "ʼ": "'",
        # Arabic: what is written one way or another at the end of a word, or left out.
        "ى": "ي",
        "ی": "ي",
        "ک": "ك",
        "ة": "ه",
        "ٱ": "ا",
        "ء": None,
        "ـ": None,
    }
)

_UNSEEN: Final = frozenset({"Mn", "Me", "Cf"})
"""Marks on letters (accents, short vowels, the hamza on a letter) and what directs the writing."""


def plain(text: str) -> str:
    """A text as it is compared: small letters without marks, digits as 0 to 9.

    >>> plain("Ćevapi u Đakovu"), plain("İSTANBUL"), plain("أَلْعاب"), plain("٣")
    ('cevapi u dakovu', 'istanbul', 'العاب', '3')
    """
    if text.isascii():
        return text.casefold()
    apart = unicodedata.normalize("NFKD", text).casefold()
    seen = "".join(letter for letter in apart if unicodedata.category(letter) not in _UNSEEN)
    return "".join(str(unicodedata.decimal(letter, letter)) for letter in seen.translate(_ALIKE))


def holds(typed: str, *texts: str) -> bool:
    """Whether every word that is typed stands somewhere in the texts, perhaps as the beginning or the middle of a word."""
    where = [plain(text) for text in texts]
    return all(any(word in text for text in where) for word in plain(typed).split())
