"""A program that is killed while it changes plugins leaves the old state or the new one, and nothing else after the next start."""

from __future__ import annotations

import os
import signal
import sys
import warnings
from pathlib import Path
from typing import Any

from core.tests.host.plugins.conftest import Put
from core.tests.host.plugins.making import make_wheel
from core.tests.host.plugins.test_store import leftovers, start_anew, store

from sofra.host import Places
from sofra.host.plugins import Plugins
from sofra.host.plugins.store import Store

__all__ = ["store"]


class TestKilled:
    """A program that is killed while it changes plugins: audit events of Python count its steps on the disk."""

    def killed_at(self, step: int, change: Any) -> bool:
        """Make a change in a process that is killed before its n-th step on the disk; whether it was killed."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # threads of the test's own runner
            child = os.fork()
        if child == 0:
            try:
                count = 0

                def hook(event: str, _arguments: Any) -> None:
                    nonlocal count
                    if event in {"open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "shutil.rmtree", "os.utime"}:
                        count += 1
                        if count == step:
                            os.kill(os.getpid(), signal.SIGKILL)

                sys.addaudithook(hook)
                change()
            finally:
                os._exit(0)
        _pid, status = os.waitpid(child, 0)
        return os.WIFSIGNALED(status)

    def test_while_an_update_is_installed(self, plugins: Plugins, put: Put, tmp_path: Path, store: Store) -> None:
        """Killed at any step of an update, the next start has the old version whole or the new one, and nothing else lies about."""
        put()
        [offer] = plugins.inspect(make_wheel(tmp_path, version="2.0"))
        found: list[str] = []
        step = 1
        while self.killed_at(step, lambda: plugins.install(offer, consent=True)):
            versions = start_anew(store)
            assert leftovers(store) == []
            found.append(versions["klondike"])
            if versions["klondike"] == "2.0":
                # Back to where it was, for the next step.
                put()
                assert [each.version for each in plugins.installed()] == ["1.0"]
            step += 1
        assert step > 20
        assert set(found) == {"1.0", "2.0"}
        assert found == sorted(found)

    def test_while_one_is_removed(self, plugins: Plugins, put: Put, store: Store) -> None:
        """Killed at any step of removing, a plugin is there whole or gone with all its files."""
        put("spider")
        found = []
        step = 1
        while True:
            put()
            if not self.killed_at(step, lambda: plugins.remove("klondike")):
                break
            versions = start_anew(store)
            assert leftovers(store) == []
            assert (store.folder / "klondike").exists() == ("klondike" in versions)
            assert versions["spider"] == "1.0"
            found.append("klondike" in versions)
            step += 1
        assert set(found) == {True, False}
        assert found == sorted(found, reverse=True)

    def test_its_lock_goes_with_it(self, plugins: Plugins, put: Put, tmp_path: Path) -> None:
        """A lock that a killed program held keeps nobody out."""
        put()

        def hold() -> None:
            with Store(Places.find().plugins).changing():  # type: ignore[arg-type]
                os.kill(os.getpid(), signal.SIGKILL)

        assert self.killed_at(-1, hold)
        assert not plugins.disable("klondike").enabled
