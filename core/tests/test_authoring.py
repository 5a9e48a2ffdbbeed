"""What an author is given: a game to begin with, a check that teaches, catalogues."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from gettext import GNUTranslations
from pathlib import Path

import attrs
import pytest
from core.tests.toys.patience import INFO as PATIENCE

from sofra.authoring import checking
from sofra.authoring.checking import Report, check
from sofra.authoring.examining import _look_at_options, laws
from sofra.authoring.findings import PAGES, Finding, page_of
from sofra.authoring.making import CannotMake, make, names_for
from sofra.authoring.project import NoProject, read
from sofra.authoring.texts import CannotTranslate, translate
from sofra.message import Message
from sofra.options import OptionKind, option
from sofra.testing import GameContract


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(names_for("nine-lights"), tmp_path_factory.mktemp("made"))


@pytest.fixture
def game(made: Path, tmp_path: Path) -> Path:
    """A folder with a game as it was made, to break."""
    return Path(shutil.copytree(made, tmp_path / "nine-lights"))


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def only(report: Report) -> Finding:
    [finding] = report.wrong
    return finding


class TestNames:
    @pytest.mark.parametrize("typed", ["my-game", "My_Game", " my game ", "MY.GAME"])
    def test_a_name_is_written_in_one_way(self, typed: str) -> None:
        names = names_for(typed)
        assert (names.name, names.package, names.cls) == ("my-game", "my_game", "MyGame")
        assert (names.title, names.prefix) == ("My Game", "MG")

    @pytest.mark.parametrize(
        ("typed", "reason"),
        [
            ("", "cannot be the name"),
            ("3d", "cannot be the name"),
            ("../x", "cannot be the name"),
            ("نرد", "cannot be the name"),
            ("x" * 41, "cannot be the name"),
            ("class", "Python itself"),
            ("match", "Python itself"),
            ("json", "Python itself"),
            ("attrs", "imports as attrs"),
            ("sofra-x", "keeps for itself"),
            ("tests", "keeps for itself"),
            ("chess", "A game chess is installed here already"),
        ],
    )
    def test_a_name_that_would_not_work_is_refused_with_the_reason(self, typed: str, reason: str) -> None:
        with pytest.raises(CannotMake, match=reason):
            names_for(typed, games=["chess"])

    @pytest.mark.parametrize(
        ("typed", "taken", "prefix"),
        [("go-moku", [], "GM"), ("go-moku", ["GM"], "GO"), ("go", ["GO"], "GAA"), ("x", [], "XAA"), ("a1", [], "AAA")],
    )
    def test_the_prefix_is_one_that_nobody_has(self, typed: str, taken: list[str], prefix: str) -> None:
        assert names_for(typed, prefixes=taken).prefix == prefix

    def test_what_is_there_already_is_left_alone(self, game: Path) -> None:
        before = (game / "README.md").read_text("utf-8")
        with pytest.raises(CannotMake, match="is there already"):
            make(names_for("nine-lights"), game.parent)
        assert (game / "README.md").read_text("utf-8") == before

    def test_no_place_of_the_template_is_left_open(self, made: Path) -> None:
        for file in made.rglob("*"):
            assert not file.is_file() or "$" not in file.read_text("utf-8"), file

    def test_a_minimal_game_with_a_table_and_texts_is_short(self, made: Path) -> None:
        """Lines that are neither blank nor comments, docstrings among them; 200 was the most that it should be, 120 the aim."""
        sources = [file.read_text("utf-8").splitlines() for file in (made / "src").rglob("*.py")]
        counted = [line for lines in sources for line in lines if line.strip() and not line.strip().startswith("#")]
        assert len(counted) <= 121


class TestWhatIsNoLaw:
    """Each is found before or beside the laws, and says what to do."""

    def test_no_project(self, tmp_path: Path) -> None:
        assert "sofra plugins new" in only(check(tmp_path)).mend

    @pytest.mark.parametrize("text", ["[project", "", "project = 1", "[project]\nname = 3", "[tool.x]"])
    def test_a_project_that_cannot_be_read(self, tmp_path: Path, text: str) -> None:
        (tmp_path / "pyproject.toml").write_text(text, "utf-8")
        assert only(check(tmp_path)).law == "bad_project"

    def test_no_entry_point(self, game: Path) -> None:
        change(game / "pyproject.toml", "[project.entry-points.sofra]", "[project.entry-points.other]")
        finding = only(check(game))
        assert finding.law == "no_entry_point"
        assert 'nine_lights = "nine_lights.plugin"' in finding.mend

    @pytest.mark.parametrize(
        ("file", "old", "new", "law", "what", "mend"),
        [
            ("plugin.py", "def sofra_games", "def sofra_gmaes", "no_plugin", "sofra_gmaes", "spelling"),
            ("plugin.py", "from sofra import", "import nowhere\nfrom sofra import", "no_plugin", "nowhere", "install"),
            ("plugin.py", "INFO = GameInfo(", "INFO = GameInfo(api=9,", "no_plugin", "contract 9", "api"),
            ("plugin.py", "    return (INFO,)", "    raise SystemExit(1)", "no_plugin", "SystemExit", "reason"),
            ("rules.py", "SIDE = 3", "SIDE = 3 / 0", "no_rules", "ZeroDivisionError", "message"),
            ("rules.py", "def scene", "def scenes", "no_rules", "scene", "contract"),
            ("plugin.py", ":NineLights", ":Nine", "no_rules", "Nine", "class"),
            (
                "rules.py",
                "        if seen.shining:",
                "        __import__('os')._exit(3)\n        if seen.shining:",
                "not_ended",
                "went away",
                "os._exit",
            ),
        ],
    )
    def test_a_plugin_that_does_not_come_up(
        self, game: Path, file: str, old: str, new: str, law: str, what: str, mend: str
    ) -> None:
        change(game / "src" / "nine_lights" / file, old, new)
        finding = next(each for each in check(game).wrong if each.law == law)
        assert what in finding.what
        assert mend in finding.mend

    def test_windows_are_not_for_plugins(self, game: Path) -> None:
        (game / "src" / "PySide6").mkdir()
        (game / "src" / "PySide6" / "__init__.py").write_text("", "utf-8")
        change(game / "src" / "nine_lights" / "plugin.py", "from sofra import", "import PySide6\nfrom sofra import")
        change(game / "src" / "nine_lights" / "rules.py", "SIDE = 3", "SIDE = 3 / 0")
        assert [each.law for each in check(game).wrong] == ["imports_qt", "no_rules"]

    def test_everything_at_once(self, game: Path) -> None:
        """A broken law is told with its round, its place and its page; names that are taken, notes and old catalogues beside."""
        shutil.rmtree(game / "tests")
        (game / "src" / "nine_lights" / "art" / "off.svg").unlink()
        translate(read(game), ["ms"])
        (game / "src/nine_lights/locale/ms/LC_MESSAGES/nine-lights.mo").unlink()
        change(game / "src/nine_lights/rules.py", "self.require(state, seat, command)", "assert state.shining")
        report = check(game, taken={"nine-lights": "Another_Plugin"}, prefixes={"NL": "another-plugin"})
        assert [each.law for each in report.wrong] == ["not_compiled", "other_commands_are_refused", "taken", "taken"]
        assert {each.law for each in report.notes} == {"no_test", "no_picture"}
        broken = report.wrong[1]
        assert broken.source.startswith("src/nine_lights/rules.py, line")
        assert broken.position.startswith("at(INFO, 'NL1-")
        assert broken.code.startswith("NL1-")
        assert broken.told
        assert set(report.held["nine-lights"]) == set(laws()) - {"other_commands_are_refused"}
        assert not report.ok


def test_without_hypothesis_it_says_what_to_install(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "find_spec", lambda name: None)
    assert "sofra-core[testing]" in only(check(game)).mend


def test_a_game_that_never_answers_is_told_with_its_loop(tmp_path: Path) -> None:
    """The process ends itself after a while, and leaves its traceback, innermost call first."""
    said = f"""Timeout (0:05:00)!
Thread 0x1 (most recent call first):
  File "{tmp_path}/src/g/rules.py", line 7 in choices
  File "{tmp_path}/tests/test_g.py", line 3 in test
"""
    finding = checking._not_ended(tmp_path, "choices_are_pure", said)
    assert "five minutes" in finding.what
    assert finding.source.endswith('rules.py", line 7 in choices')


def test_laws_are_asked_in_an_order_and_none_is_left_out() -> None:
    """What others build on comes first, what starts a process last."""
    names = {name.removeprefix("test_") for name in dir(GameContract) if name.startswith("test_")}
    assert set(laws()) == names
    assert laws()[0] == "the_info_is_true"
    assert laws()[-1] == "rules_stay_among_themselves"


def test_a_finding_survives_the_way_from_one_process_to_another() -> None:
    finding = Finding("a_law", "what", "mend", "game", "lesson", "at()", "NL1", ("1. one",), "file", note=True)
    told = finding.as_json()
    assert told.pop("page") == page_of("a_law")
    assert Finding.of_json(told) == finding
    assert set(told) == {field.name for field in attrs.fields(Finding)}


@pytest.mark.parametrize("law", sorted(PAGES))
def test_pages_are_pages(law: str) -> None:
    assert page_of(law).partition("#")[0].endswith(".html")


class TestCatalogues:
    def test_a_language_is_begun_filled_in_and_compiled(self, game: Path) -> None:
        [begun] = translate(read(game), ["ms"])
        # A text that is nothing but a place, such as {n}, waits for nobody.
        assert (begun.language, len(begun.waiting)) == ("ms", begun.texts - 1)
        fill_in(begun.file, lambda text: text.replace("All lights are out.", "Semua lampu padam."))
        [done] = translate(read(game))
        assert "All lights are out." not in done.waiting
        with done.file.with_suffix(".mo").open("rb") as file:
            assert GNUTranslations(file).gettext("All lights are out.") == "Semua lampu padam."
        before = done.file.read_bytes()
        translate(read(game))
        assert done.file.read_bytes() == before, "a second run changes nothing"

    def test_a_language_that_is_none_is_refused(self, game: Path) -> None:
        with pytest.raises(CannotTranslate, match="no language"):
            translate(read(game), ["klingon"])

    def test_no_texts_and_no_package_are_said(self, game: Path) -> None:
        shutil.rmtree(game / "src" / "nine_lights")
        with pytest.raises(CannotTranslate, match="entry point names it"):
            translate(read(game))
        (game / "src" / "nine_lights").mkdir()
        with pytest.raises(CannotTranslate, match="No texts"):
            translate(read(game))

    def test_a_folder_that_is_no_project_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(NoProject):
            read(tmp_path)


def fill_in(file: Path, translated: Callable[[str], str]) -> None:
    """Write translations into a catalogue, as a translator does."""
    lines = file.read_text("utf-8").split("\n")
    for k, line in enumerate(lines):
        if line == 'msgstr ""' and lines[k - 1].startswith('msgid "') and lines[k - 1] != 'msgid ""':
            text = lines[k - 1][7:-1]
            lines[k] = f'msgstr "{translated(text) if translated(text) != text else ""}"'
    file.write_text("\n".join(lines), "utf-8")


@attrs.frozen
class Listed:
    """A deal option whose values have names."""

    kinds: str = option(OptionKind.DEAL, "K2", title=Message("Kinds"), values={"K2": Message("2"), "K3": Message("3")})


def test_a_deal_option_that_nobody_can_choose_is_told() -> None:
    """Without a list of values and without offers the window has nothing to show; with a list there is nothing to say."""
    found: list[Finding] = []
    _look_at_options(PATIENCE, found.append)
    assert {(each.law, each.note, each.game) for each in found} == {("no_choice", True, PATIENCE.id)}
    assert "kinds" in found[0].what
    assert page_of("no_choice") == "how-to/options.html"
    found.clear()
    _look_at_options(attrs.evolve(PATIENCE, options=Listed), found.append)
    assert found == []
