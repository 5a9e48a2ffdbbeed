"""The tolerant loader: whatever one plugin does, the others are there, and its reason is told in plain words."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from sofra.host import Library, PluginError, load_games, load_rules
from sofra.languages import package_of

GAME = """
    from sofra.game import GameInfo
    from sofra.message import Message
    from sofra.host import hookimpl

    def info(id="fine", prefix="FN", **more):
        return GameInfo(
            id=id, title=Message(id), summary=Message("s"), seats=(1,), prefix=prefix,
            rules=more.pop("rules", {1: "no_such_module:Rules"}), **more,
        )
"""

FINE = (
    GAME
    + """
    @hookimpl
    def sofra_games():
        return [info()]
"""
)


def load(install: Any, source: str, name: str = "odd-game") -> Library:
    """A library of one sound plugin and one that is under test."""
    install("fine-game", FINE)
    install(name, source)
    return load_games()


def reason(library: Library) -> str:
    """The one reason why a plugin is left out; the sound one is always there."""
    assert list(library.games) == ["fine"]
    [broken] = library.broken
    assert broken.plugin.name == "odd-game"
    return broken.reason.english


@pytest.mark.usefixtures("no_games")
class TestBroken:
    """Each way in which a plugin can be broken."""

    def test_import_fails(self, install: Any) -> None:
        """A plugin that cannot be imported is listed with the error, and its traceback is kept for the author."""
        library = load(install, "import no_such_module_at_all")
        assert reason(library) == (
            "It cannot be imported: ModuleNotFoundError: No module named 'no_such_module_at_all'."
        )
        assert "Traceback" in library.broken[0].details

    def test_exits(self, install: Any) -> None:
        """A plugin that calls sys.exit does not end the program."""
        assert reason(load(install, "import sys; sys.exit(3)")) == "It cannot be imported: SystemExit: 3."

    def test_syntax_error(self, install: Any) -> None:
        """A plugin that does not parse is listed."""
        assert "SyntaxError" in reason(load(install, "def ("))

    def test_unknown_hook(self, install: Any) -> None:
        """A hook that this version does not know is named."""
        source = (
            GAME
            + """
    @hookimpl
    def sofra_music():
        return []
"""
        )
        assert reason(load(install, source)).startswith(
            "It uses sofra_music, which this version of Sofra does not know."
        )

    def test_hook_with_arguments_that_are_not_offered(self, install: Any) -> None:
        """A hook that asks for arguments which do not exist does not fit."""
        source = (
            GAME
            + """
    @hookimpl
    def sofra_games(window):
        return []
"""
        )
        assert reason(load(install, source)).startswith("It does not fit this version of Sofra: PluginValidationError")

    def test_hook_raises(self, install: Any) -> None:
        """A hook that raises is told with its error."""
        source = (
            GAME
            + """
    @hookimpl
    def sofra_games():
        yield info("one", "ON")
        raise RuntimeError("half\\nway")
"""
        )
        assert reason(load(install, source)) == "It fails when asked for sofra_games: RuntimeError: half."

    @pytest.mark.parametrize("answer", ["[1]", "['fine']", "[None]", "(info for _ in iter(int, 1))"])
    def test_rubbish(self, install: Any, answer: str) -> None:
        """A hook that answers with something else than games, or for ever, is told."""
        source = (
            GAME
            + f"""
    @hookimpl
    def sofra_games():
        return {answer}
"""
        )
        assert reason(load(install, source)) == "It answers sofra_games with something else than is asked."

    def test_no_list_at_all(self, install: Any) -> None:
        """None is no list of games."""
        source = (
            GAME
            + """
    @hookimpl
    def sofra_games():
        return None
"""
        )
        assert "TypeError" in reason(load(install, source))

    def test_offers_nothing(self, install: Any) -> None:
        """A plugin without any hook has nothing to offer, which its author should hear."""
        assert reason(load(install, "x = 1")) == "It offers neither a game nor an art set."

    def test_other_contract(self, install: Any) -> None:
        """A game made for another contract is told which, and what to do."""
        source = (
            GAME
            + """
    @hookimpl
    def sofra_games():
        return [info("odd", "OD", api=99)]
"""
        )
        assert reason(load(install, source)) == (
            "It is made for another version of Sofra: it asks for contract 99, and here is 1. Update Sofra or the plugin."
        )

    @pytest.mark.parametrize(
        "fields",
        [
            "id='Odd Game'",
            "id=7",
            "prefix='O1'",
            "prefix=''",
            "rules={}",
            "rules={'1': 'a:b'}",
            "rules={1: 'no colon'}",
            "rules=None",
            "options=dict",
            "options=7",
        ],
    )
    def test_description_that_cannot_be_used(self, install: Any, fields: str) -> None:
        """A description that would fail later, in the library or the log, is refused now."""
        source = (
            GAME
            + f"""
    @hookimpl
    def sofra_games():
        return [info(**(dict(id="odd", prefix="OD") | dict({fields})))]
"""
        )
        assert reason(load(install, source)).startswith("It describes a game in a way that cannot be read")

    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ("'fine', 'OD'", "Another plugin has a game of the same name, fine, and its events."),
            ("'odd', 'FN'", "Another game has codes that begin with FN already."),
        ],
    )
    def test_name_that_is_taken(self, install: Any, fields: str, said: str) -> None:
        """Two games cannot share an id (and so their events) or the letters of their codes; the first keeps them."""
        source = (
            GAME
            + f"""
    @hookimpl
    def sofra_games():
        return [info("other", "OT"), info({fields})]
"""
        )
        library = load(install, source)
        assert reason(library) == said
        assert "other" not in library.games, "a plugin is taken whole or not at all"

    def test_art_set_that_cannot_be_used(self, install: Any) -> None:
        """An art set without a package is refused."""
        source = """
    from sofra.game import ArtSet
    from sofra.host import hookimpl
    from sofra.message import Message

    @hookimpl
    def sofra_art():
        return [ArtSet("a", Message("A"), "p", None, "f")]
"""
        assert reason(load(install, source)) == "It answers sofra_art with something else than is asked."

    def test_what_a_plugin_prints_stays_out_of_the_answer(
        self, install: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A plugin that prints while it is imported prints to the diagnostics."""
        library = load(install, "print('hello')\n" + "import no_such_module_at_all")
        assert library.broken
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "hello" in captured.err

    def test_authors_can_have_it_raised(self, install: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        """With SOFRA_RAISE_PLUGIN_ERRORS=1 the error comes through as it is."""
        monkeypatch.setenv("SOFRA_RAISE_PLUGIN_ERRORS", "1")
        with pytest.raises(ModuleNotFoundError):
            load(install, "import no_such_module_at_all")


@pytest.mark.usefixtures("no_games")
class TestSound:
    """What a sound plugin gets."""

    def test_rules_are_not_imported(self, install: Any) -> None:
        """Listing games imports no rules."""
        install(
            "fine-game",
            GAME
            + """
    @hookimpl
    def sofra_games():
        return [info(rules={1: "fine_rules:Rules"})]
""",
        )
        library = load_games()
        assert library.by_prefix["FN"].id == "fine"
        assert library.plugins["fine"].name == "fine-game"
        assert library.plugins["fine"].version == "1.0"
        assert "fine_rules" not in sys.modules

    def test_domain_of_texts(self, install: Any, site: Path) -> None:
        """A plugin's texts are looked for in the package that its entry point names, whatever its distribution is called."""
        install("best-game-ever", "", value="plain_name")
        (site / "plain_name.py").write_text((site / "best_game_ever.py").read_text() + "\n", "utf-8")
        install("fine-game", FINE)
        (site / "plain_name.py").write_text(
            Path(site / "fine_game.py").read_text().replace("fine", "best").replace("FN", "BS")
        )
        assert "best" in load_games().games
        assert package_of("best-game-ever") == "plain_name"

    def test_what_comes_with_sofra_goes_first(self, install: Any) -> None:
        """A third party cannot take a name from a game that comes with Sofra, however it is called."""
        install("aaa-thief", FINE)
        install("sofra-fine", FINE)
        (install("sofra", "", group="x").joinpath("METADATA")).write_text("Name: sofra\nRequires-Dist: sofra-fine\n")
        library = load_games()
        assert library.plugins["fine"].name == "sofra-fine"
        assert [broken.plugin.name for broken in library.broken] == ["aaa-thief"]

    def test_safe_mode(self, install: Any) -> None:
        """Safe mode imports only what comes with Sofra, and says so of the rest."""
        install("sofra-fine", FINE)
        install("other-game", "raise SystemExit")
        (install("sofra", "", group="x").joinpath("METADATA")).write_text("Name: sofra\nRequires-Dist: sofra-fine\n")
        library = load_games(safe_mode=True)
        assert list(library.games) == ["fine"]
        assert library.broken[0].reason.english == "Left out by safe mode: it does not come with Sofra."
        assert "other_game" not in sys.modules


@pytest.mark.usefixtures("patience")
class TestRules:
    """Opening the rules of a game."""

    def test_rules_of_the_game(self) -> None:
        """The rules are those that the description names."""
        info = load_games().games["toy-patience"]
        assert load_rules(info).id == "toy-patience"

    def test_missing_module(self, install: Any) -> None:
        """Rules that cannot be imported are a PluginError with words for the player."""
        install("fine-game", FINE)
        with pytest.raises(PluginError) as error:
            load_rules(load_games().games["fine"])
        assert error.value.message.english == (
            "fine cannot be opened: ModuleNotFoundError: No module named 'no_such_module'."
        )

    def test_rules_of_another_game(self, install: Any) -> None:
        """Rules that give another id would write into another game's events."""
        install(
            "fine-game",
            FINE.replace("return [info()]", "return [info(rules={1: 'core.tests.toys.patience:Patience'})]"),
        )
        with pytest.raises(PluginError, match="not those of this game"):
            load_rules(load_games().games["fine"])

    def test_missing_version(self) -> None:
        """A rules version that is not here is named."""
        with pytest.raises(PluginError, match="Rules version 7 of Patience is not installed here"):
            load_rules(load_games().games["toy-patience"], 7)
