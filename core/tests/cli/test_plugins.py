"""`sofra plugins`: what would be installed is shown and asked for, and every answer has its exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from core.tests.host.plugins.conftest import plugins
from core.tests.host.plugins.making import make_wheel

from sofra.cli import installing
from sofra.cli.app import sofra
from sofra.host.plugins import Plugins

Run = Callable[..., Result]

__all__ = ["plugins"]


@pytest.fixture
def run(plugins: Plugins) -> Run:
    """`run("list")` runs `sofra plugins list`; `typed` is typed at a terminal."""

    def run(*arguments: str, typed: str | None = None, code: int = 0) -> Result:
        with pytest.MonkeyPatch.context() as patch:
            if typed is not None:
                # click puts an input of its own in place of the terminal.
                patch.setattr(installing, "_somebody_there", lambda: True)
            result = CliRunner().invoke(sofra, ["plugins", *arguments], input=typed or "", prog_name="sofra")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == code, result.output
        assert "Traceback" not in result.output
        return result

    return run


def document(result: Result) -> Any:
    assert result.stdout.count("\n") == 1
    return json.loads(result.stdout)


class TestInstall:
    def test_it_is_shown_and_asked(self, run: Run, tmp_path: Path) -> None:
        """Name, version, author, source and hash are shown, with the sentence about trust; "yes" installs."""
        wheel = make_wheel(tmp_path)
        said = run("install", str(wheel), typed="yes\n").output
        for each in (
            "klondike 1.0",
            "A. Author",
            str(wheel),
            "SHA-256",
            "what you can do",
            "It adds 1 game to the library",
        ):
            assert each in said
        assert run("list").stdout == "klondike 1.0: ready\n"

    @pytest.mark.parametrize("typed", ["no\n", "\n", "", "maybe\n"])
    def test_anything_else_is_a_no(self, run: Run, tmp_path: Path, typed: str) -> None:
        assert "Nothing was installed." in run("install", str(make_wheel(tmp_path)), typed=typed, code=1).output
        assert "No plugin is installed" in run("list").stdout

    def test_yes_in_another_language(self, run: Run, tmp_path: Path) -> None:
        """The word that is asked for is the word that is taken, and "yes" is, too."""
        run("install", str(make_wheel(tmp_path)), "--language", "hr", typed="yes\n")

    def test_what_only_tests_need_is_not_told(self, run: Run, tmp_path: Path) -> None:
        """A requirement of an extra is for the plugin's author; those of every player are listed."""
        extra = "sofra-core[testing] ; extra == 'test'"
        said = run("install", str(make_wheel(tmp_path, requires=["attrs", extra])), "--yes").output
        assert "Needs: attrs\n" in said
        assert "testing" not in said

    def test_in_memory_the_games_of_plugins_are_there(self, run: Run, tmp_path: Path, plugins: Plugins) -> None:
        """Nothing is kept, but what is installed is found; the folder stays as it was."""
        run("install", str(make_wheel(tmp_path)), "--yes")
        assert plugins._store is not None
        home = plugins._store.folder.parent
        run("list")

        def files() -> list[tuple[str, int]]:
            return sorted((str(each), each.stat().st_mtime_ns) for each in home.rglob("*") if each.suffix != ".pyc")

        before = files()
        result = CliRunner().invoke(sofra, ["--memory", "games", "--json"], prog_name="sofra")
        assert "klondike" in result.stdout
        assert files() == before

    def test_nobody_can_be_asked(self, run: Run, tmp_path: Path) -> None:
        """Without a terminal the option says yes; once it was agreed to a file it need not be said again."""
        wheel = str(make_wheel(tmp_path))
        assert "--yes" in run("install", wheel, code=1).stderr
        run("install", wheel, "--yes")
        run("remove", "klondike")
        run("install", wheel)

    def test_json(self, run: Run, tmp_path: Path) -> None:
        """One document with all that is offered and what was installed; without --yes nothing is, which is a clear no."""
        wheel = str(make_wheel(tmp_path))
        told = document(run("install", wheel, "--json", code=1))
        assert told["installed"] == []
        [offer] = told["offers"]
        assert (offer["name"], offer["version"], offer["consented"], offer["problems"]) == (
            "klondike",
            "1.0",
            False,
            [],
        )
        assert offer["adds"]["games"] == [
            {"id": "klondike", "title": "The game klondike", "prefix": "KLONDI", "api": None}
        ]
        told = document(run("install", wheel, "--json", "--yes"))
        assert [(each["name"], each["status"], each["games"]) for each in told["installed"]] == [
            ("klondike", "ready", ["klondike"])
        ]
        assert told["installed"][0]["sha256"] == told["offers"][0]["sha256"]

    def test_what_does_not_fit(self, run: Run, tmp_path: Path) -> None:
        """A plugin that needs more is refused with what it needs, and the exit code of a no."""
        wheel = str(make_wheel(tmp_path, requires=["no-such-thing>=3"]))
        result = run("install", wheel, "--yes", code=1)
        assert "no-such-thing>=3" in result.stderr
        assert document(run("install", wheel, "--yes", "--json", code=1))["installed"] == []

    @pytest.mark.parametrize("source", ["./no-such.whl", "no such name"])
    def test_no_such_source(self, run: Run, source: str) -> None:
        run("install", source, "--yes", code=2)
        assert "error" in document(run("install", source, "--yes", "--json", code=2))

    def test_a_hostile_wheel(self, run: Run, tmp_path: Path) -> None:
        """A refusal is told in a sentence, without a traceback."""
        result = run("install", str(make_wheel(tmp_path, files={"klondike/x.so": b"x"})), "--yes", code=1)
        assert "plain Python only" in result.stderr

    def test_a_broken_plugin(self, run: Run, tmp_path: Path) -> None:
        """It is installed, and it is said that and why it cannot be used."""
        result = run("install", str(make_wheel(tmp_path, source="import no_such_module")), "--yes", code=1)
        assert "cannot be used" in result.stdout
        assert "No module named 'no_such_module'" in result.output
        assert "klondike 1.0: cannot be used" in run("list").stdout

    def test_a_project_is_built_only_when_asked(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "pyproject.toml").write_text("[project]", "utf-8")
        assert "build program" in run("install", f"{tmp_path}/", code=1).stderr
        assert "Nothing was installed" in run("install", f"{tmp_path}/", typed="no\n", code=1).output

    def test_with_memory_nothing_is_kept(self, run: Run, tmp_path: Path) -> None:
        assert "Nothing is saved" in run("install", str(make_wheel(tmp_path)), "--yes", "--memory", code=1).stderr


class TestOthers:
    def test_update(self, run: Run, tmp_path: Path) -> None:
        """Newer versions are looked for where a plugin came from; one that cannot be asked keeps no other from it."""
        for name in ("klondike", "spider"):
            run("install", str(make_wheel(tmp_path / name, name)), "--yes")
        assert "klondike is up to date" in run("update").stderr
        make_wheel(tmp_path / "spider", "spider", "1.1")
        (tmp_path / "klondike" / "klondike-1.0-py3-none-any.whl").unlink()
        result = run("update", "--yes", code=1)
        assert "klondike: There is neither" in result.stderr
        assert "spider 1.1, in place of version 1.0" in result.stdout
        assert {each["name"]: each["version"] for each in document(run("list", "--json"))} == {
            "klondike": "1.0",
            "spider": "1.1",
        }
        run("update", "whist", code=2)

    def test_off_on_and_away(self, run: Run, tmp_path: Path) -> None:
        run("install", str(make_wheel(tmp_path)), "--yes")
        assert "switched off" in run("disable", "klondike").stdout
        assert run("list").stdout == "klondike 1.0: switched off\n"
        assert document(run("enable", "klondike", "--json")) == {"name": "klondike", "version": "1.0", "status": "on"}
        assert "Saved rounds of its games stay" in run("remove", "Klondike").stdout
        assert document(run("list", "--json")) == []

    @pytest.mark.parametrize("name", ["enable", "disable", "remove"])
    def test_no_such_plugin(self, run: Run, name: str) -> None:
        assert "There is no installed plugin whist" in run(name, "whist", code=2).stderr

    def test_one_that_is_needed(self, run: Run, tmp_path: Path) -> None:
        run("install", str(make_wheel(tmp_path, "tiles")), "--yes")
        run("install", str(make_wheel(tmp_path, "spider", requires=["tiles"])), "--yes")
        assert "needed by spider" in run("remove", "tiles", code=1).stderr

    def test_a_damaged_list(self, run: Run, tmp_path: Path, sofra_home: Path) -> None:
        """It is said that the list was damaged, with the exit code of a no, until something is changed."""
        run("install", str(make_wheel(tmp_path)), "--yes")
        (sofra_home / "plugins" / "installed.json").write_text("{", "utf-8")
        result = run("list", code=1)
        assert "was damaged" in result.stderr
        assert result.stdout == "klondike 1.0: switched off\n"
        run("enable", "klondike")
        run("list")

    def test_the_doctor_looks_at_their_files(self, run: Run, tmp_path: Path, plugins: Plugins) -> None:
        """A file that is not as its wheel had it is found by `sofra doctor`."""
        run("install", str(make_wheel(tmp_path)), "--yes")
        (plugins.folder("klondike") / "klondike" / "rules.py").write_text("import os", "utf-8")
        told = document(CliRunner().invoke(sofra, ["doctor", "--json"], prog_name="sofra"))
        found = [each["found"] for each in told["checks"] if each["name"] == "plugin"]
        assert found == ["Plugin klondike: its files are damaged or were changed. Install it again."]
