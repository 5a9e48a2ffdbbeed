"""What is looked for is found however it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sofra.spelling import holds, plain


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        # Turkish: four letters i, and those with a tail or dots.
        ("İstanbul", "ISTANBUL"),
        ("ISPARTA", "ısparta"),
        ("Ilgaz", "ilgaz"),
        ("Şeker, Çağ, Göl", "seker cag gol"),
        # Croatian.
        ("Ćuprija i Čardak", "cardak cuprija"),
        ("Đakovo", "djakovo"[0] + "akovo"),
        ("Džep i Ǆep", "dzep"),
        ("žaba", "ŽABA"),
        # Arabic: short vowels, tatweel, forms of alef, hamza on its seats, alef maqsura, ta marbuta.
        ("السُّلَحْفاة", "السلحفاة"),
        ("ســلام", "سلام"),
        ("أحمد إبراهيم آدم", "احمد ابراهيم ادم"),
        ("مؤمن وشيء ومسائل", "مومن شي مسايل"),
        ("ليلى", "ليلي"),
        ("لعبة", "لعبه"),
        ("ٱلبيت", "البيت"),
        ("مستوى ٣", "مستوي 3"),
        # As the interface writes a value into a line.
        ("\u2068Castle\u2069", "castle"),
        ("Straße", "STRASSE"),
    ],
)
def test_found_in_another_way_of_writing(written: str, typed: str) -> None:
    """The same word is found from both sides."""
    assert holds(typed, written)
    assert holds(plain(written), written)


def test_every_word_must_be_there() -> None:
    """In any order, in any of the texts; nothing typed is found everywhere."""
    assert holds("4 turt", "Turtle", "MJ1-L04")
    assert not holds("turtle castle", "Turtle", "MJ1-L04")
    assert holds("  ", "anything")
    assert holds("", "")
    assert not holds("a", "")


@given(st.text())
def test_plain_stays_plain(text: str) -> None:
    """What was made plain is, and case and direction marks never matter."""
    once = plain(text)
    assert plain(once) == once
    assert plain(f"\u2068{text}\u2069") == once
    assert plain(text.casefold()) == once
