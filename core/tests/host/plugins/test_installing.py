"""Installing, switching, updating and removing: agreed to, at once, and without a trace where it does not come to its end."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path

import pytest
from core.tests.host.plugins.conftest import Put
from core.tests.host.plugins.making import game_source, make_wheel

from sofra.finding import brought_by
from sofra.host import Places, load_games
from sofra.host.plugins import Plugins, starting
from sofra.host.plugins.errors import (
    Cancelled,
    DoesNotFit,
    NeedsBuild,
    NeedsConsent,
    NoPlugin,
    NotFound,
    NotStored,
    StillNeeded,
    Unsafe,
)
from sofra.languages import Translator
from sofra.message import Message
from sofra.round import NeedsGame


def files(home: Path) -> list[str]:
    """Everything below a folder, without what Python compiled."""
    return sorted(str(each.relative_to(home)) for each in home.rglob("*") if "__pycache__" not in str(each))


class TestInstall:
    def test_a_game_is_in_the_library_at_once(self, put: Put) -> None:
        """As soon as the plugins are asked anew, and it can be imported by its names."""
        assert "klondike" not in load_games().games
        installed = put()
        library = load_games()
        assert library.games["klondike"].title.english == "The game klondike"
        assert library.plugins["klondike"].name == "klondike"
        assert not installed.restart
        assert import_module("klondike.rules").VERSION == "1.0"
        assert version_of("klondike") == "1.0"

    def test_nothing_runs_before_it_is_agreed_to(self, plugins: Plugins, tmp_path: Path) -> None:
        """Looking at a wheel imports nothing of it and writes nothing; without consent it is not installed."""
        mark = tmp_path / "ran"
        source = f"open({str(mark)!r}, 'w').close()\n" + game_source("klondike", "KL")
        [offer] = plugins.inspect(make_wheel(tmp_path, source=source))
        assert (offer.consented, offer.replaces, offer.is_update) == (False, "", False)
        with pytest.raises(NeedsConsent):
            plugins.install(offer)
        assert not Places.find().plugins.exists()  # type: ignore[union-attr]
        plugins.install(offer, consent=True)
        assert not mark.exists()
        load_games()
        assert mark.exists()

    def test_consent_is_remembered_for_the_very_file(self, plugins: Plugins, put: Put, tmp_path: Path) -> None:
        """The same bytes need no second consent, also after the plugin was removed; any other bytes do."""
        put()
        plugins.remove("klondike")
        [again] = plugins.inspect(make_wheel(tmp_path / "wheels"))
        assert again.consented
        assert plugins.install(again).name == "klondike"
        [other] = plugins.inspect(make_wheel(tmp_path / "wheels", files={"klondike/more.py": ""}))
        assert not other.consented
        with pytest.raises(NeedsConsent):
            plugins.install(other)

    def test_what_was_looked_at_is_what_is_installed(self, plugins: Plugins, tmp_path: Path) -> None:
        """A file that is exchanged after it was shown makes no difference."""
        path = make_wheel(tmp_path)
        [offer] = plugins.inspect(path)
        make_wheel(tmp_path, files={"klondike/evil.py": ""})
        plugins.install(offer, consent=True)
        assert not (plugins.folder("klondike") / "klondike" / "evil.py").exists()

    def test_nothing_else_is_found_by_its_folder(self, put: Put) -> None:
        """Only the names that were checked can be imported, and `sys.path` is as it was."""
        before = list(sys.path)
        put()
        load_games()
        assert sys.path == before
        with pytest.raises(ModuleNotFoundError):
            import_module("sofra-plugin")

    def test_progress_and_its_end(self, plugins: Plugins, tmp_path: Path) -> None:
        told: list[tuple[str, float]] = []

        def progress(message: Message, share: float) -> None:
            told.append((message.english, share))

        [offer] = plugins.inspect(make_wheel(tmp_path), progress=progress)
        plugins.install(offer, consent=True, progress=progress)
        assert ("Checking klondike-1.0-py3-none-any.whl", 1.0) in told
        assert told[-1] == ("Installed klondike", 1.0)
        assert all(0 <= share <= 1 for _said, share in told)

    @pytest.mark.parametrize("at", range(8))
    def test_cancelling_leaves_all_as_it_was(self, plugins: Plugins, put: Put, tmp_path: Path, at: int) -> None:
        """Wherever it is stopped, the old version is there, whole, and nothing else."""
        put()
        home = Places.find().plugins
        assert home is not None
        before = files(home)
        count = iter(range(1000))
        try:
            [offer] = plugins.inspect(make_wheel(tmp_path, version="2.0"))
            plugins.install(offer, consent=True, cancelled=lambda: next(count) >= at)
        except Cancelled:
            assert [each for each in files(home) if each != ".unfinished"] == before
            assert [each.version for each in plugins.installed()] == ["1.0"]
            return
        assert at > 5
        assert [each.version for each in plugins.installed()] == ["2.0"]

    def test_cancelling_while_it_is_read(self, plugins: Plugins, tmp_path: Path) -> None:
        with pytest.raises(Cancelled):
            plugins.inspect(make_wheel(tmp_path), cancelled=lambda: True)

    def test_installing_again_mends(self, plugins: Plugins, put: Put) -> None:
        """A plugin whose files were damaged is whole again after it is installed once more."""
        put()
        rules = plugins.folder("klondike") / "klondike" / "rules.py"
        rules.write_text("VERSION = 'changed'\n", "utf-8")
        assert plugins.damaged() == ["klondike"]
        put()
        assert plugins.damaged() == []
        assert rules.read_text("utf-8") == 'VERSION = "1.0"\n'

    def test_a_game_in_its_own_language(self, put: Put, plugins: Plugins) -> None:
        """The catalogues of an installed plugin are found."""
        po = b"".join([b"\xde\x12\x04\x95", *(n.to_bytes(4, "little") for n in (0, 2, 28, 44, 0, 60))])
        ids, texts = [b"", b"The game klondike"], [b"Content-Type: text/plain; charset=UTF-8\n", b"Pasijans"]
        places, data = b"", b""
        for group in (ids, texts):
            for text in group:
                places += len(text).to_bytes(4, "little") + (60 + len(data)).to_bytes(4, "little")
                data += text + b"\0"
        put(files={"klondike/locale/hr/LC_MESSAGES/klondike.mo": po + places + data})
        assert Translator("hr").text(load_games().games["klondike"].title) == "Pasijans"
        assert plugins.installed()[0].languages == ("hr",)

    def test_without_a_folder_nothing_can_be_installed(self, tmp_path: Path) -> None:
        plugins = Plugins(Places(None))
        [offer] = plugins.inspect(make_wheel(tmp_path))
        with pytest.raises(NotStored):
            plugins.install(offer, consent=True)
        assert plugins.installed() == []

    def test_a_folder_whose_place_is_taken(self, plugins: Plugins, tmp_path: Path, sofra_home: Path) -> None:
        """Where no folder can be made it is said which, and nothing is changed."""
        sofra_home.mkdir()
        (sofra_home / "plugins").write_text("a file", "utf-8")
        [offer] = plugins.inspect(make_wheel(tmp_path))
        with pytest.raises(NotStored, match="cannot be written to"):
            plugins.install(offer, consent=True)
        assert load_games().broken == ()

    def test_a_disk_that_may_only_be_read(
        self, plugins: Plugins, put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What is installed works where nothing can be written; whatever would change it is refused, and why is said."""
        put()
        original = os.open

        def read_only(path: str, flags: int, *more: int) -> int:
            if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)
            return original(path, flags, *more)

        monkeypatch.setattr(os, "open", read_only)
        starting.forget()
        assert "klondike" in load_games().games
        [offer] = plugins.inspect(make_wheel(tmp_path, version="2.0"))
        with pytest.raises(NotStored, match="Read-only file system"):
            plugins.install(offer, consent=True)
        with pytest.raises(NotStored, match="Read-only file system"):
            plugins.remove("klondike")
        assert "klondike" in load_games().games

    def test_a_hostile_wheel_writes_nothing(self, plugins: Plugins, tmp_path: Path, sofra_home: Path) -> None:
        with pytest.raises(Unsafe):
            plugins.inspect(make_wheel(tmp_path / "w", extra=[("../../evil.py", b"x")]))
        assert not sofra_home.exists()
        assert files(tmp_path) == ["w", "w/klondike-1.0-py3-none-any.whl"]


class TestSources:
    def test_a_folder_of_wheels(self, plugins: Plugins, tmp_path: Path) -> None:
        """The newest of each name is offered, those that others need first; each fits when the one before it is installed."""
        make_wheel(tmp_path, "aces", requires=["tiles>=2"])
        make_wheel(tmp_path, "tiles", "1.0")
        make_wheel(tmp_path, "tiles", "2.0")
        make_wheel(tmp_path, "tiles", "10.0")
        (tmp_path / "readme.whl").write_bytes(b"")
        offers = plugins.inspect(tmp_path)
        assert [(each.name, each.version, each.problems) for each in offers] == [
            ("tiles", "10.0", ()),
            ("aces", "1.0", ()),
        ]
        for each in offers:
            plugins.install(each, consent=True)
        assert set(load_games().games) >= {"aces", "tiles"}

    def test_two_that_need_each_other(self, plugins: Plugins, tmp_path: Path) -> None:
        """A circle is offered with its problem, and does not go on for ever."""
        make_wheel(tmp_path, "one-game", requires=["two-game"])
        make_wheel(tmp_path, "two-game", requires=["one-game"])
        assert [bool(each.problems) for each in plugins.inspect(tmp_path)] == [True, True]

    @pytest.mark.parametrize(
        "source", ["/no/such/folder", "./no.whl", "no such name", "--index-url=x", "name @ file:///x", "a[b]", ""]
    )
    def test_what_is_nothing(self, plugins: Plugins, source: str) -> None:
        """A source that is no path and no name is told as such, and no program is asked for it."""
        with pytest.raises(NotFound):
            plugins.inspect(source)

    def test_an_empty_folder(self, plugins: Plugins, tmp_path: Path) -> None:
        with pytest.raises(NotFound, match="neither a wheel nor a project"):
            plugins.inspect(tmp_path)

    def test_a_project_is_not_built_unasked(self, plugins: Plugins, tmp_path: Path) -> None:
        """A build runs the project's own program, so it must be agreed to."""
        (tmp_path / "pyproject.toml").write_text("", "utf-8")
        with pytest.raises(NeedsBuild):
            plugins.inspect(tmp_path)


class TestUpdate:
    def test_an_update_replaces(self, plugins: Plugins, put: Put, tmp_path: Path) -> None:
        """A newer version beside the file that was installed is found, and takes the place of the old one in the running program."""
        put()
        load_games()
        assert import_module("klondike.rules").VERSION == "1.0"
        assert plugins.newer("klondike") is None
        make_wheel(tmp_path / "wheels", version="1.1")
        make_wheel(tmp_path / "wheels", "evil", files={"evil/x.so": b""})
        offer = plugins.newer("klondike")
        assert offer is not None
        assert (offer.version, offer.replaces, offer.is_update) == ("1.1", "1.0", True)
        installed = plugins.install(offer, consent=True)
        assert not installed.restart
        assert load_games().plugins["klondike"].version == "1.1"
        assert import_module("klondike.rules").VERSION == "1.1"
        assert [each.name for each in plugins.folder("klondike").parent.iterdir()] == [plugins.folder("klondike").name]

    def test_what_needs_it_is_imported_anew_too(self, plugins: Plugins, put: Put) -> None:
        put("tiles")
        put("spider", requires=["tiles"], files={"spider/rules.py": "from tiles.rules import VERSION"})
        load_games()
        assert import_module("spider.rules").VERSION == "1.0"
        put("tiles", "1.1")
        assert import_module("spider.rules").VERSION == "1.1"

    def test_a_game_that_is_played_stays(self, plugins: Plugins, put: Put) -> None:
        """While a round holds the old rules they stay, whole, and `restart` says so; when it has gone the new ones are there."""
        rules = "from core.tests.toys.patience import Patience\nclass Rules(Patience):\n    pass\nVERSION = {!r}\n"
        put(files={"klondike/rules.py": rules.format("old")})
        load_games()
        played = import_module("klondike.rules").Rules()
        assert put("klondike", "1.1", files={"klondike/rules.py": rules.format("new")}).restart
        assert load_games().plugins["klondike"].version == "1.0"
        assert import_module("klondike.rules").VERSION == "old"
        assert Path(sys.modules["klondike.rules"].__file__ or "").exists()
        assert [each.restart for each in plugins.installed()] == [True]
        del played
        assert load_games().plugins["klondike"].version == "1.1"
        assert import_module("klondike.rules").VERSION == "new"
        assert [each.restart for each in plugins.installed()] == [False]

    def test_only_what_belongs_together_stays(self, plugins: Plugins, put: Put) -> None:
        """A game that is played keeps the versions of its own plugin and of what that needs; all others are brought up to date."""
        rules = "from core.tests.toys.patience import Patience\nimport tiles.rules\nclass Rules(Patience):\n    pass\nVERSION = {!r}\n"
        put("tiles")
        put("klondike", requires=["tiles"], files={"klondike/rules.py": rules.format("1.0")})
        put("spider")
        load_games()
        played = import_module("klondike.rules").Rules()
        assert import_module("spider.rules").VERSION == "1.0"
        put("klondike", "1.1", requires=["tiles"], files={"klondike/rules.py": rules.format("1.1")})
        put("tiles", "1.1")
        assert not put("spider", "1.1").restart
        assert import_module("spider.rules").VERSION == "1.1"
        assert {each.name: each.restart for each in plugins.installed()} == {
            "klondike": True, "spider": False, "tiles": True,
        }  # fmt: skip
        del played
        load_games()
        assert not any(each.restart for each in plugins.installed())
        assert import_module("klondike.rules").VERSION == import_module("tiles.rules").VERSION == "1.1"

    def test_an_older_version_may_take_its_place(self, put: Put, plugins: Plugins) -> None:
        put("klondike", "2.0")
        put("klondike", "1.0")
        assert [each.version for each in plugins.installed()] == ["1.0"]


class TestSwitch:
    def test_off_and_on(self, plugins: Plugins, put: Put) -> None:
        """A plugin that is switched off is not found, and keeps its files and its consent."""
        put()
        load_games()
        assert not plugins.disable("Klondike").enabled
        assert "klondike" not in load_games().games
        with pytest.raises(ModuleNotFoundError):
            import_module("klondike")
        with pytest.raises(PackageNotFoundError):
            version_of("klondike")
        assert plugins.enable("klondike").enabled
        assert "klondike" in load_games().games

    def test_what_is_needed_stays_on(self, plugins: Plugins, put: Put) -> None:
        """A plugin that another one needs is neither switched off nor removed; without that one it is."""
        put("tiles")
        put("spider", requires=["tiles"])
        assert plugins.needed_by("tiles") == ["spider"]
        for change in (plugins.disable, plugins.remove):
            with pytest.raises(StillNeeded, match="needed by spider"):
                change("tiles")
        plugins.disable("spider")
        plugins.disable("tiles")
        with pytest.raises(DoesNotFit):
            plugins.enable("spider")
        plugins.remove("spider")
        plugins.remove("tiles")
        assert plugins.installed() == []

    def test_no_such_plugin(self, plugins: Plugins, put: Put) -> None:
        with pytest.raises(NoPlugin, match="no plugin is installed yet"):
            plugins.remove("spider")
        put()
        for change in (plugins.enable, plugins.disable, plugins.remove, plugins.newer):
            with pytest.raises(NoPlugin, match="There are: klondike"):
                change("spider")


class TestRemove:
    def test_its_files_are_gone(self, plugins: Plugins, put: Put) -> None:
        put()
        load_games()
        plugins.remove("klondike")
        assert "klondike" not in load_games().games
        assert "klondike" not in sys.modules
        home = Places.find().plugins
        assert home is not None
        assert files(home) == [".lock", ".used", "games.json", "installed.json"]

    def test_a_saved_round_names_the_plugin(self, plugins: Plugins, put: Put) -> None:
        """Rounds stay; one whose plugin is removed or switched off says which it needs."""
        put()
        load_games()
        plugins.remove("klondike")
        load_games()
        assert brought_by("klondike") == "klondike"
        assert plugins.needed_for("klondike") == "klondike"
        assert "of the plugin klondike" in NeedsGame("klondike", 1).message.english
        assert "not installed here" in NeedsGame("whist", 1).message.english


def test_safe_mode_finds_none_of_them(put: Put) -> None:
    """In safe mode an installed plugin is named and left out, and cannot be imported."""
    put("sofra-klondike")
    library = load_games(safe_mode=True)
    assert "sofra-klondike" not in library.games
    assert [each.plugin.name for each in library.broken] == ["sofra-klondike"]
    with pytest.raises(ModuleNotFoundError):
        import_module("sofra_klondike")


def test_a_name_that_sofra_took_later(put: Put, site: Path) -> None:
    """A plugin whose name is that of a newer module of Sofra's own is left out, with the reason, and does not run in its place."""
    put()
    (site / "klondike.py").write_text("raise RuntimeError", "utf-8")
    assert [each.reason.english for each in load_games().broken] == [
        "It would take the name klondike from Sofra or Python."
    ]


def test_a_broken_plugin_is_named(put: Put, plugins: Plugins) -> None:
    """A plugin that cannot be imported is installed and listed with its reason, and every game of others is there."""
    put("spider")
    put(source="import no_such_module")
    library = load_games()
    assert "spider" in library.games
    assert [(each.plugin.name, each.reason.english) for each in library.broken] == [
        ("klondike", "It cannot be imported: ModuleNotFoundError: No module named 'no_such_module'.")
    ]
    assert [each.name for each in plugins.installed()] == ["klondike", "spider"]
