"""From messages to words: plural forms, isolating marks, numbers, and English whenever a catalogue fails."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from sofra.languages import LANGUAGES, NAMES, Translator, language_of, own_domain, package_of, system_language
from sofra.message import Clock, Ltr, Message, Player, Signed, Texts

_ = Texts("words-of-test")


@pytest.fixture
def words(site: Path) -> Path:
    """The package `words_of_test` with catalogues in Arabic, Croatian and Turkish."""
    package = site / "words_of_test"
    package.mkdir()
    # A package that must not be imported to find its words.
    (package / "__init__.py").write_text("raise SystemExit('imported')")
    pairs = ("{n} pair left", "{n} pairs left")
    _compile(package, "hr", {
        pairs: ("preostao {n} par", "preostala {n} para", "preostalo {n} parova"),
        "Code {code}": "Kôd {code}",
        ("a round", "lost"): "izgubljeno",
        "lost": "zagubljen",
    })  # fmt: skip
    _compile(package, "ar", {
        pairs: ("لا أزواج", "زوج واحد", "زوجان", "{n} أزواج", "{n} زوجًا", "{n} زوج"),
        "Code {code}": "الرمز {code}",
        "{game}: {state}": "{game}: {state}",
        "won": "فوز",
    })  # fmt: skip
    return package


def _compile(package: Path, language: str, texts: dict[str | tuple[str, str], str | tuple[str, ...]]) -> None:
    catalogue = Catalog(locale=language)
    for id_, string in texts.items():
        if isinstance(id_, tuple) and isinstance(string, str):
            catalogue.add(id_[1], string, context=id_[0])
        else:
            catalogue.add(id_, string)
    folder = package / "locale" / language / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "words-of-test.mo").open("wb") as file:
        write_mo(file, catalogue)


def plain(language: str, message: Message) -> str:
    return Translator(language).text(message, isolate=False)


@pytest.mark.usefixtures("words")
class TestText:
    @pytest.mark.parametrize(
        ("language", "n", "text"),
        [
            ("en", 1, "1 pair left"),
            ("en", 0, "0 pairs left"),
            ("hr", 1, "preostao 1 par"),
            ("hr", 3, "preostala 3 para"),
            ("hr", 5, "preostalo 5 parova"),
            ("hr", 21, "preostao 21 par"),
            ("hr", 111, "preostalo 111 parova"),
            ("ar", 0, "لا أزواج"),
            ("ar", 1, "زوج واحد"),
            ("ar", 2, "زوجان"),
            ("ar", 7, "7 أزواج"),
            ("ar", 72, "72 زوجًا"),
            ("ar", 100, "100 زوج"),
        ],
    )
    def test_plural_forms(self, language: str, n: int, text: str) -> None:
        """Each count has the form that its language has for it: three in Croatian, six in Arabic (CLDR)."""
        assert plain(language, _.plural("{n} pair left", "{n} pairs left", n)) == text

    def test_context(self) -> None:
        """Equal English texts of different meaning have their own translations."""
        assert plain("hr", _.context("a round", "lost")) == "izgubljeno"
        assert plain("hr", _("lost")) == "zagubljen"
        assert plain("hr", _.context("elsewhere", "lost")) == "lost"

    def test_untranslated(self) -> None:
        """What a catalogue does not hold is English; so is a language without any catalogue."""
        assert plain("hr", _("Something else")) == "Something else"
        assert plain("tr", _("Code {code}", code=Ltr("X"))) == "Code X"
        assert plain("tr", _.plural("{n} pair left", "{n} pairs left", 1)) == "1 pair left"

    def test_nested_message_is_translated(self) -> None:
        """A message inside another one speaks the same language."""
        message = _("{game}: {state}", game="Sofra", state=_("won"))
        assert plain("ar", message) == "Sofra: فوز"

    def test_package_is_not_imported(self) -> None:
        """Finding words imports nothing: a broken package still speaks."""
        assert plain("hr", _("Code {code}", code=Ltr("X"))) == "Kôd X"
        assert "words_of_test" not in sys.modules

    def test_empty_text_is_empty(self) -> None:
        """The header of a catalogue, which stands under the empty text, is never shown."""
        assert plain("hr", _("")) == ""


class TestMarks:
    def test_a_text_of_nothing_but_places_runs_as_the_words_in_them(self) -> None:
        """`label: value` with Arabic in it is a right-to-left text, a sum of labels is none, and neither is one in English."""
        pattern = Message("{label}: {value}", (("label", "قطعة"), ("value", 3)))
        assert Translator("ar").text(pattern).startswith("\u200f")
        assert not Translator("ar").text(pattern, isolate=False).startswith("\u200f")
        assert not Translator("en").text(pattern).startswith("\u200f")
        moved = Message("{first} – {second}", (("first", Ltr("S1")), ("second", Ltr("S2"))))
        assert Translator("ar").text(moved) == "\u2066S1\u2069 – \u2066S2\u2069"

    def test_every_parameter_is_isolated(self) -> None:
        """Codes, labels and times stand in LRI…PDI, everything else in FSI…PDI (UAX 9)."""
        message = _(
            "{a} {b} {c} {d} {e}", a=Ltr("6-4"), b=Clock(61_000), c="name", d=-10, e=_("inner {x}", x=Ltr("5B"))
        )
        assert Translator("ar").text(message) == (
            "\u20666-4\u2069 \u206601:01\u2069 \u2068name\u2069 \u2068-10\u2069 \u2068inner \u20665B\u2069\u2069"
        )

    def test_a_signed_number_keeps_its_sign_in_front(self) -> None:
        """What is added or taken away stands in LRI…PDI with its sign, in the digits and with the thousands of the language."""
        message = _("{points}", points=Signed(23_333))
        assert Translator("ar").text(message) == "\u2066+23,333\u2069"
        assert Translator("ar", digits="local").text(message) == "\u2066+٢٣٬٣٣٣\u2069"
        assert plain("tr", _("{points}", points=Signed(-1_200))) == "−1.200"

    def test_a_player_without_a_name_is_a_number(self) -> None:
        """Seats are counted from 1 for people, and isolated like every parameter."""
        message = _("{player} won", player=Player(1))
        assert Translator("hr").text(message) == "\u2068Igrač \u20682\u2069\u2069 won"
        assert plain("ar", message) == "اللاعب 2 won"

    def test_without_marks(self) -> None:
        """For machines there are no marks."""
        assert plain("en", _("{a}!", a=Ltr("6-4"))) == "6-4!"


class TestNumbers:
    @pytest.mark.parametrize(
        ("language", "digits", "text"),
        [
            ("en", "latin", "1,234,567"),
            ("ms", "latin", "1,234,567"),
            ("tr", "latin", "1.234.567"),
            ("hr", "latin", "1.234.567"),
            ("ar", "latin", "1,234,567"),
            ("ar", "local", "١٬٢٣٤٬٥٦٧"),
            ("tr", "local", "1.234.567"),
        ],
    )
    def test_number(self, language: str, digits: str, text: str) -> None:
        """Numbers are written as CLDR has it for the language; Arabic has digits of its own, on request."""
        translator = Translator(language, digits="local" if digits == "local" else "latin")
        assert translator.number(1234567) == text

    def test_digits_inside_texts(self) -> None:
        """Counts and times take the chosen digits, codes and labels never."""
        translator = Translator("ar", digits="local")
        message = _("{n} {t} {c}", n=12, t=Clock(83_000), c=Ltr("5B"))
        assert translator.text(message, isolate=False) == "١٢ ٠١:٢٣ 5B"


class TestCatalogues:
    @pytest.mark.parametrize("content", [b"", b"rubbish", b"\xde\x12\x04\x95" + b"\xff" * 40])
    def test_damaged(self, words: Path, content: bytes) -> None:
        """A damaged catalogue is as if there were none."""
        (words / "locale/hr/LC_MESSAGES/words-of-test.mo").write_bytes(content)
        assert plain("hr", _("Code {code}", code=Ltr("X"))) == "Code X"

    @pytest.mark.parametrize(("n", "text"), [(1, "1 pair left"), (2, "2 pairs left")])
    def test_a_catalogue_that_cannot_count(self, words: Path, n: int, text: str) -> None:
        """Plural forms that divide by nought, as somebody's plugin may have them, leave the text in English."""
        path = words / "locale/hr/LC_MESSAGES/words-of-test.mo"
        catalogue = Catalog(locale="hr", header_comment="")
        catalogue.add(("{n} pair left", "{n} pairs left"), ("preostao {n} par", "preostala {n} para"))
        with path.open("wb") as file:
            write_mo(file, catalogue)
        whole = path.read_bytes()
        forms = whole[whole.index(b"plural=") : whole.index(b";", whole.index(b"plural="))]
        path.write_bytes(whole.replace(forms, b"plural=n%0".ljust(len(forms))))
        assert plain("hr", _.plural("{n} pair left", "{n} pairs left", n)) == text

    @pytest.mark.parametrize("domain", ["no-such-package", "", "a.b", "../../etc", "os/path", "..", "sys"])
    def test_domain_without_words(self, domain: str) -> None:
        """A domain that is no package with catalogues, whatever it says, leaves the text in English."""
        assert plain("hr", Message("Text", domain=domain)) == "Text"

    def test_package_of_a_domain(self) -> None:
        """The package is named like the domain, unless the host has said otherwise; the core's is `sofra`."""
        assert package_of("sofra-core") == "sofra"
        assert package_of("sofra-qt") == "sofra_qt"
        own_domain("odd-name-of-test", "elsewhere")
        assert package_of("odd-name-of-test") == "elsewhere"


class TestLanguage:
    @pytest.mark.parametrize(
        ("locale", "language"),
        [
            ("hr_HR.UTF-8", "hr"),
            ("ar_EG", "ar"),
            ("tr@latin", "tr"),
            ("ms-MY", "ms"),
            ("MS", "ms"),
            ("C", "en"),
            ("POSIX", "en"),
            ("C.UTF-8", "en"),
            ("en_GB", "en"),
            ("fi_FI", None),
            ("", None),
            ("hrv", None),
        ],
    )
    def test_of_a_locale(self, locale: str, language: str | None) -> None:
        """A locale's name tells its language, where it is one of ours."""
        assert language_of(locale) == language

    @pytest.mark.parametrize(
        ("environment", "language"),
        [
            ({"LANG": "hr_HR.UTF-8"}, "hr"),
            ({"LC_ALL": "tr_TR", "LANG": "hr_HR"}, "tr"),
            ({"LC_MESSAGES": "ar_SA.UTF-8", "LANG": "hr_HR"}, "ar"),
            ({"LANGUAGE": "fi:ms:hr", "LANG": "hr_HR"}, "ms"),
            ({"LANGUAGE": "fi", "LANG": "hr_HR"}, "en"),
            ({"LANG": "C"}, "en"),
            ({}, "en"),
        ],
    )
    def test_of_the_system(self, environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """The environment is read in gettext's order, and English is what remains."""
        for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "platform", "linux")
        assert system_language() == language

    def test_names(self) -> None:
        """Every language has a name in itself, and only Arabic is written from right to left."""
        assert set(NAMES) == set(LANGUAGES)
        assert [language for language in LANGUAGES if Translator(language).rtl] == ["ar"]

    def test_unknown(self) -> None:
        """A translator for a language that nobody speaks here speaks English."""
        assert Translator("xx").language == "en"
