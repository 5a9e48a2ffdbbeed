"""The list of plugins on the disk: whole after a kill at any step, mended where it is damaged, changed by one program at a time."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from core.tests.host.plugins.conftest import Put
from core.tests.host.plugins.making import make_wheel
from hypothesis import given, settings
from hypothesis import strategies as st

from sofra.host import Places, load_games
from sofra.host.plugins import Plugins, starting
from sofra.host.plugins.errors import Busy, Cancelled, NotStored
from sofra.host.plugins.locking import lock_file, share_file, unlock_file
from sofra.host.plugins.store import Store
from sofra.host.plugins.unpacking import is_whole

_KEYS = st.sampled_from(["version", "plugins", "consents", "games", "name", "folder", "entries"])
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=7),
)


@pytest.fixture
def store(sofra_home: Path) -> Store:
    return Store(sofra_home / "plugins")


def leftovers(store: Store) -> list[str]:
    return [str(each.relative_to(store.folder)) for each in store.leftovers(store.read())]


def start_anew(store: Store) -> dict[str, str]:
    """Start as a new program does; the versions of the plugins that are there, each of which is whole."""
    starting.forget()
    state = starting.start(store.folder)
    assert state.problem is None
    assert all(is_whole(store.path(each)) for each in state.plugins.values())
    return {each.name: each.version for each in state.plugins.values()}


class TestLeftovers:
    def test_what_is_the_players_own_stays(self, put: Put, store: Store) -> None:
        """Only what has a name of ours is ever cleared away."""
        put()
        (store.folder / "my notes").mkdir()
        (store.folder / "my notes" / "klondike-1.0").mkdir()
        (store.folder / "klondike" / "old").mkdir()
        (store.folder / ".staged-x").mkdir()
        (store.folder / "klondike" / f"0.9-{'0' * 16}").mkdir()
        store.unfinished.touch()
        start_anew(store)
        assert sorted(each.name for each in store.folder.iterdir()) == [
            ".lock",
            ".used",
            "installed.json",
            "klondike",
            "my notes",
        ]
        assert (store.folder / "klondike" / "old").exists()
        assert len(list((store.folder / "klondike").iterdir())) == 2

    def test_a_version_that_another_program_uses_stays(self, put: Put, plugins: Plugins, store: Store) -> None:
        """While another Sofra runs, the files that it may still read are there; they go at the first start without it."""
        put()
        starting.forget()
        other = os.open(store.folder / ".used", os.O_RDWR | os.O_CREAT)
        try:
            assert share_file(other)
            old = plugins.folder("klondike")
            put("klondike", "2.0")
            assert old.exists()
            start_anew(store)
            assert old.exists()
        finally:
            os.close(other)
        start_anew(store)
        assert not old.exists()
        assert not store.unfinished.exists()


class TestDamage:
    @pytest.mark.parametrize(
        "content",
        [b"", b"{", b"[]", b"null", b'{"version": 1}', b'{"version": 1, "plugins": [{}], "consents": [], "games": {}}', b"\xff\xfe",
         b'{"version": "x", "plugins": [], "consents": [], "games": {}}', b"[" * 100_000],
    )  # fmt: skip
    def test_a_damaged_list_is_made_again(self, plugins: Plugins, put: Put, store: Store, content: bytes) -> None:
        """What is still there is found again and switched off, since the list may have said so; nothing is lost by it."""
        put()
        put("spider")
        store.listed.write_bytes(content)
        library = load_games()
        assert "klondike" not in library.games
        assert [(each.name, each.enabled) for each in plugins.installed()] == [("klondike", False), ("spider", False)]
        assert plugins.problem is not None
        plugins.enable("klondike")
        assert "klondike" in load_games().games
        assert Plugins(Places.find()).problem is None
        [kept] = store.folder.glob("installed.damaged-*.json")
        assert kept.read_bytes() == content

    def test_nothing_is_cleared_away_while_it_is_damaged(self, put: Put, store: Store) -> None:
        put()
        (store.folder / "klondike" / f"0.9-{'0' * 16}").mkdir()
        store.listed.write_bytes(b"{")
        store.unfinished.touch()
        starting.forget()
        starting.start(store.folder)
        assert len(list((store.folder / "klondike").iterdir())) == 2

    @pytest.mark.parametrize("folder", ["../../evil", "/etc", "a/b/c", "a", "C:/x", "a\\b/c", "./a", "klondike/..", ""])
    def test_a_folder_elsewhere(self, plugins: Plugins, put: Put, store: Store, folder: str) -> None:
        """A list that names a folder outside is damaged."""
        put()
        told = json.loads(store.listed.read_text("utf-8"))
        told["plugins"][0]["folder"] = folder
        store.listed.write_text(json.dumps(told), "utf-8")
        assert plugins.problem is not None
        assert [each.folder.partition("/")[0] for each in plugins.installed()] == ["klondike"]

    def test_a_list_of_a_newer_sofra(self, plugins: Plugins, put: Put, store: Store) -> None:
        """It is neither loaded nor replaced."""
        put()
        told = {**json.loads(store.listed.read_text("utf-8")), "version": 2}
        store.listed.write_text(json.dumps(told), "utf-8")
        assert plugins.installed() == []
        assert "klondike" not in load_games().games
        with pytest.raises(NotStored, match="newer Sofra"):
            put("spider")
        assert json.loads(store.listed.read_text("utf-8")) == told

    @settings(max_examples=50)
    @given(told=_JSON)
    def test_whatever_the_list(self, told: Any) -> None:
        """Reading raises nothing, whatever stands in the file."""
        with TemporaryDirectory() as folder:
            store = Store(Path(folder))
            store.listed.write_text(json.dumps(told), "utf-8")
            state = store.read()
        assert state.problem is not None or state.plugins == {}

    @pytest.mark.parametrize("asked", [False, True])
    def test_files_that_are_gone(self, put: Put, plugins: Plugins, asked: bool) -> None:
        """A plugin whose folder somebody deleted is listed as broken, also when it was asked before, and can be removed."""
        put()
        if asked:
            load_games()
            starting.forget()
            del sys.modules["klondike.plugin"], sys.modules["klondike"]
        shutil.rmtree(plugins.folder("klondike"))
        assert [each.plugin.name for each in load_games().broken] == ["klondike"]
        plugins.remove("klondike")
        assert load_games().broken == ()


class TestTogether:
    def test_one_program_at_a_time(self, plugins: Plugins, put: Put, store: Store) -> None:
        """While another program holds the lock a change waits; it gives up in time, or when it is told to."""
        put()
        with store.changing():
            with pytest.raises(Busy):
                store.changing(patience=0.0).__enter__()
            with pytest.raises(Cancelled):
                store.changing(lambda: True).__enter__()
        assert not plugins.disable("klondike").enabled

    def test_locks(self, tmp_path: Path) -> None:
        one, two = (os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT) for _each in range(2))
        try:
            assert lock_file(one)
            assert not lock_file(two)
            assert not share_file(two)
            unlock_file(one)
            assert share_file(one)
            assert share_file(two)
            assert not lock_file(two)
        finally:
            os.close(one)
            os.close(two)

    def test_two_programs_install_at_once(self, plugins: Plugins, tmp_path: Path, store: Store) -> None:
        """Several programs that install at the same moment all succeed, and none of their plugins is lost."""
        names = [f"game-{letter}" for letter in "abc"]
        code = (
            "import sys; from sofra.host import Places; from sofra.host.plugins import Plugins; p = Plugins(Places.find())\n"
            "offers = [p.inspect(each)[0] for each in sys.argv[1:]]; sys.stdin.readline()\n"
            "for each in offers: p.install(each, consent=True)"
        )
        children = [
            subprocess.Popen(
                [
                    sys.executable,
                    "-c",
                    code,
                    *(str(make_wheel(tmp_path / "w", name, version)) for version in ("1.0", "2.0")),
                ],
                stdin=subprocess.PIPE,
            )
            for name in names
        ]
        for child in children:
            assert child.stdin is not None
            child.stdin.write(b"go\n")
            child.stdin.close()
        assert [child.wait() for child in children] == [0, 0, 0]
        assert start_anew(store) == dict.fromkeys(names, "2.0")
        assert leftovers(store) == []
