"""What Sofra says in every language: complete, true to its source, and in whole words."""

import ast
import io
import re
from collections import defaultdict
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from tools import catalogues
from tools.catalogues import LANGUAGES, Distribution, distributions, problems, update

OTHERS = [language for language in LANGUAGES if language != "en"]
COUNTS = range(300)


def catalogue(distribution: Distribution, language: str) -> Catalog:
    with distribution.catalogue(language).open("rb") as file:
        return read_po(file, locale=language)


def written(language: str) -> Iterator[tuple[str, GNUTranslations, Message]]:
    """Every message of a language, with its place for a report and the compiled catalogue it is in."""
    for distribution in distributions():
        if distribution.catalogue(language).exists():
            found = catalogue(distribution, language)
            spoken = compiled(found)
            yield from ((f"{distribution.name}: {message.id!r}", spoken, message) for message in found if message.id)


def strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def compiled(found: Catalog) -> GNUTranslations:
    file = io.BytesIO()
    write_mo(file, found)
    file.seek(0)
    return GNUTranslations(file)


@pytest.mark.parametrize("distribution", list(distributions()), ids=lambda each: each.name)
def test_every_text_is_translated_and_nothing_else_is(distribution: Distribution) -> None:
    """`python tools/catalogues.py check` has nothing to say."""
    assert list(problems(distribution)) == []


@pytest.mark.parametrize("distribution", list(distributions()), ids=lambda each: each.name)
def test_no_text_stands_within_an_f_string(distribution: Distribution) -> None:
    """Before Python 3.12 what stands there is not found, and would be translated or not as the machine has it."""
    for path in distribution.package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                called = [each.func for each in ast.walk(node) if isinstance(each, ast.Call)]
                assert not [name for name in called if isinstance(name, ast.Name) and name.id == "_"], path


@pytest.mark.parametrize("language", OTHERS)
def test_a_number_is_left_out_only_where_the_words_say_it(language: str) -> None:
    """The Croatian form for 1 is also that for 21, so it must show the number; the Arabic form for 2 is for 2 alone."""
    for said, spoken, message in written(language):
        if isinstance(message.id, str) or "{n}" not in message.id[1]:
            continue
        one, many = message.id
        counts = defaultdict(set)
        for n in COUNTS:
            form = spoken.npgettext(message.context, one, many, n) if message.context else spoken.ngettext(one, many, n)
            counts[form].add(n)
        assert [form for form, counted in counts.items() if "{n}" not in form and len(counted) > 1] == [], said


@pytest.mark.parametrize("language", OTHERS)
def test_no_ending_touches_a_place(language: str) -> None:
    """What will stand there is not known, so neither vowel harmony nor case can be right."""
    touched = re.compile(r"\}['’\-]?\w|\w['’]?\{")
    assert [said for said, _spoken, message in written(language) if any(map(touched.search, strings(message)))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_host_does_not_shout(language: str) -> None:
    """Exclamation marks are none of Sofra's, except where one is a sign that is spoken of."""
    assert [said for said, _spoken, message in written(language) if any("!" in each for each in strings(message))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_space_and_stop_stand_where_they_do_in_the_source(language: str) -> None:
    """Texts are put together: a stop too many, or a space too few, would show."""
    stops = {".": ".", "?": "?؟", ":": ":"}
    wrong = []
    for said, _spoken, message in written(language):
        source = message.id if isinstance(message.id, str) else message.id[1]
        end = stops.get(source.rstrip()[-1:], "")
        for string in strings(message):
            alike = string[-1:] in end if end else string[-1:] not in {".", "?", "؟", ":", "،"}
            if not alike or (string != string.strip() and source == source.strip()):
                wrong.append((said, string))
    assert wrong == []


class TestTool:
    """The check can fail, and keeping the catalogues up to the source loses nothing."""

    @pytest.fixture
    def made(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Distribution:
        monkeypatch.setattr(catalogues, "ROOT", tmp_path)
        package = tmp_path / "src" / "sofra_tea"
        package.mkdir(parents=True)
        return Distribution("sofra-tea", package)

    @staticmethod
    def say(made: Distribution, source: str) -> None:
        made.package.joinpath("words.py").write_text(source, "utf-8")
        update(made)

    @staticmethod
    def translate(made: Distribution, language: str, before: str, after: str) -> None:
        path = made.catalogue(language)
        text = path.read_text("utf-8")
        assert before in text
        path.write_text(text.replace(before, after), "utf-8")

    def test_a_new_text_is_english_in_english_and_empty_elsewhere(self, made: Distribution) -> None:
        """What is not translated must not look as if it were."""
        self.say(made, '_("Pour the tea for {name}.", name=name)')
        assert 'msgstr "Pour the tea for {name}."' in made.catalogue("en").read_text("utf-8")
        assert len(list(problems(made))) == len(OTHERS)
        assert all("is not translated" in problem for problem in problems(made))

    def test_a_text_that_is_nothing_but_a_place_needs_no_translator(self, made: Distribution) -> None:
        """`{pair}` is `{pair}` everywhere; `{left}, {right}` is not, for Arabic has a comma of its own."""
        self.say(made, '_("{pair}", pair=pair)\n_("{left}, {right}", left=left, right=right)')
        assert all("{left}, {right}" in problem for problem in problems(made))
        assert len(list(problems(made))) == len(OTHERS)

    def test_a_translation_stays_when_other_texts_come(self, made: Distribution) -> None:
        """An update adds; it does not lose what somebody has written."""
        self.say(made, '_("Tea")')
        self.translate(made, "tr", 'msgid "Tea"\nmsgstr ""', 'msgid "Tea"\nmsgstr "Çay"')
        self.say(made, '_("Tea")\n_("Sugar")')
        assert 'msgid "Tea"\nmsgstr "Çay"' in made.catalogue("tr").read_text("utf-8")

    @pytest.mark.parametrize(
        ("string", "fault"),
        [
            ("Çay", "has other places"),
            ("{cups} bardak {tea}", "has other places"),
            ("Pour the tea for {cups}", "is still English"),
        ],
    )
    def test_a_wrong_translation_is_told(self, made: Distribution, string: str, fault: str) -> None:
        """A place that is missing, one too many, and English under another name."""
        self.say(made, '_("Pour the tea for {cups}", cups=cups)')
        self.translate(made, "tr", 'for {cups}"\nmsgstr ""', f'for {{cups}}"\nmsgstr "{string}"')
        [found] = [problem for problem in problems(made) if "/tr/" in problem]
        assert fault in found

    def test_a_guess_is_told(self, made: Distribution) -> None:
        """A fuzzy translation would not reach the player."""
        self.say(made, '_("Tea")')
        self.translate(made, "hr", 'msgid "Tea"\nmsgstr ""', '#, fuzzy\nmsgid "Tea"\nmsgstr "Čaj"')
        [found] = [problem for problem in problems(made) if "/hr/" in problem]
        assert "is only guessed" in found

    def test_a_text_that_nobody_says_any_more_is_told(self, made: Distribution) -> None:
        """A catalogue holds what the source holds, and an update makes it so."""
        self.say(made, '_("Tea")\n_("Sugar")')
        made.package.joinpath("words.py").write_text('_("Tea")', "utf-8")
        assert [each for each in problems(made) if "'Sugar' is not in the source any more" in each]
        update(made)
        assert not [each for each in problems(made) if "Sugar" in each]
