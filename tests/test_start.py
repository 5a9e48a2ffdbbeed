"""What start.py decides: which Python, which uv, which packages, and what to say when something is missing."""

import io
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import start

TOX = """[tox]
env_list =
    lint
    wheels
    py3{14, 13, 12, 11}

[testenv]
"""
LDD = """
/x/libqxcb.so:
	linux-vdso.so.1 (0x00007ffd)
	libxcb-cursor.so.0 => not found
	libGL.so.1 => /lib/x86_64-linux-gnu/libGL.so.1 (0x00007f)
	libxkbcommon-x11.so.0 => not found
/x/libQt6Gui.so.6:
	libEGL.so.1 => not found
	libxcb-cursor.so.0 => not found
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project in place of this one, with an environment that has nothing yet."""
    for name, path in (("ROOT", ""), ("TOOLS", ".start"), ("VENV", ".venv"), ("STAMP", ".venv/sofra-start.json")):
        monkeypatch.setattr(start, name, str(tmp_path / path))
    (tmp_path / ".venv").mkdir()
    return tmp_path


class TestPython:
    @pytest.fixture
    def interpreters(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str, str], Path]:
        """Make programs that answer as an interpreter does; only those are on PATH."""
        monkeypatch.setenv("PATH", f"{tmp_path}/one:{tmp_path}/two")
        monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))

        def make(folder: str, name: str, answer: str) -> Path:
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
            path.chmod(0o755)
            return path

        return make

    def test_tox_says_which_pythons_are_wanted(self) -> None:
        assert start.wanted_pythons(TOX) == [11, 12, 13, 14]

    def test_the_one_that_runs_this_is_described(self) -> None:
        assert start.describe_python(sys.executable) == sys.version_info[:3]

    def test_the_newest_of_one_minor_version_is_taken(
        self, interpreters: Callable[[str, str, str], Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        interpreters("one", "python3.77", "echo 3 77 2")
        newest = interpreters("pyenv/versions/3.77.9/bin", "python3.77", "echo 3 77 9")
        assert start.find_pythons([77]) == {77: str(newest)}

    def test_a_shim_that_leads_nowhere_is_passed_over(self, interpreters: Callable[[str, str, str], Path]) -> None:
        """Pyenv puts a program of each name on PATH, which fails for versions that are not switched on."""
        interpreters("one", "python3.77", "echo 'command not found' >&2; exit 127")
        real = interpreters("two", "python3.77", "echo 3 77 1")
        assert start.find_pythons([77]) == {77: str(real)}

    def test_a_prerelease_is_no_python(self, interpreters: Callable[[str, str, str], Path]) -> None:
        interpreters("one", "python3.77", "echo None")
        assert start.find_pythons([77]) == {}

    def test_without_one_the_person_is_told_what_is_needed(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (project / "tox.ini").write_text(TOX, encoding="utf-8")
        monkeypatch.setattr(start, "find_pythons", lambda minors: {})
        monkeypatch.setattr(sys, "version_info", (3, 8, 18, "final", 0))
        with pytest.raises(start.Stop, match=r"Sofra needs Python 3\.11 .*; this is Python 3\.8"):
            start.choose_python()


class TestUv:
    @pytest.mark.parametrize(
        ("answer", "good"),
        [("uv 0.13.9 (x86_64)", True), ("uv 0.20.0", True), ("uv 0.12.9", False), ("uv 1.0.0", False), ("", False)],
    )
    def test_a_uv_that_the_project_was_made_with(self, answer: str, good: bool) -> None:
        assert start.good_uv(answer) is good

    def test_where_pip_is_missing_debian_is_asked_for_it(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        said = iter(["No module named pip", ""])
        asked: list[str] = []
        monkeypatch.setattr(start, "output_of", lambda command: "")
        monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}" if name == "apt-get" else None)
        monkeypatch.setattr(start, "fetch_uv", lambda python: next(said))
        monkeypatch.setattr(start, "install_packages", lambda managers, packages, why: asked.extend(packages))
        assert start.find_uv("python3") == str(project / ".start" / "bin" / f"uv{start.EXE}")
        assert asked == ["python3-venv", "ca-certificates"]

    def test_without_a_network_the_reason_is_told(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(start, "output_of", lambda command: "")
        monkeypatch.setattr(shutil, "which", lambda name: None)
        monkeypatch.setattr(start, "fetch_uv", lambda python: "no route to host")
        with pytest.raises(start.Stop, match="could not be fetched: no route to host"):
            start.find_uv("python3")


class TestFingerprint:
    def test_it_changes_with_what_decides_what_is_installed(self, project: Path) -> None:
        seen = {start.fingerprint()}
        catalogue = "core/src/sofra/locale/ms/LC_MESSAGES/sofra.po"
        for name in ("pyproject.toml", "plugins/chess/pyproject.toml", "start.py", catalogue):
            path = project / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("new", encoding="utf-8")
            seen.add(start.fingerprint())
        assert len(seen) == 5

    def test_a_catalogue_that_is_not_compiled_is_built_anew(self, project: Path) -> None:
        """Taken from the cache of uv, nobody would compile."""
        for member, name in (("core", "sofra-core"), ("plugins/chess", "sofra-chess")):
            catalogue = project / member / "src" / "sofra" / "locale" / "ms" / "LC_MESSAGES" / "sofra.po"
            catalogue.parent.mkdir(parents=True)
            catalogue.touch()
            (project / member / "pyproject.toml").write_text(f'[project]\nname = "{name}"\n', encoding="utf-8")
        before = start.fingerprint()
        assert start.to_rebuild() == ["sofra-chess", "sofra-core"]
        catalogue.with_suffix(".mo").touch()
        assert start.to_rebuild() == ["sofra-core"]
        assert start.fingerprint() != before

    def test_a_second_start_asks_nobody(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        program = project / ".venv" / start.BIN / f"sofra{start.EXE}"
        program.parent.mkdir()
        program.touch()
        start.write_stamp({"synced": start.fingerprint()})
        monkeypatch.setattr(start, "find_uv", lambda python: pytest.fail("uv was looked for"))
        start.prepare()


class TestLibraries:
    def test_what_ldd_does_not_find_is_listed_once(self) -> None:
        assert start.missing_libraries(LDD) == ["libEGL.so.1", "libxcb-cursor.so.0", "libxkbcommon-x11.so.0"]

    def test_what_the_loader_says_counts_too(self) -> None:
        said = "ImportError: libEGL.so.1: cannot open shared object file: No such file or directory"
        assert start.missing_libraries("", said) == ["libEGL.so.1"]

    def test_debian_has_a_package_for_each_and_the_rest_is_named(self) -> None:
        libraries = ["libEGL.so.1", "libgthread-2.0.so.0", "libglib-2.0.so.0", "libodd.so.3"]
        assert start.packages_for(libraries, "apt-get") == (["libegl1", "libglib2.0-0"], ["libodd.so.3"])

    def test_rpm_is_asked_for_the_library_itself(self) -> None:
        packages, unknown = start.packages_for(["libxcb-cursor.so.0"], "dnf")
        assert (packages, unknown) == (["libxcb-cursor.so.0()(64bit)"], [])
        assert start.install_line("dnf", packages, sudo=True) == (
            "sudo dnf install --assumeyes 'libxcb-cursor.so.0()(64bit)'"
        )

    def test_measured_on_a_bare_debian(self) -> None:
        """docs: what Debian 12 lacks for Qt without a screen, found by trying in a bare root file system."""
        offscreen = {"libglib2.0-0", "libegl1", "libgl1", "libfontconfig1", "libdbus-1-3", "libxkbcommon0"}
        assert offscreen <= set(start.DEBIAN.values())


class TestInstalling:
    @pytest.fixture
    def ran(self, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
        """The programs that would have been run; all succeed."""
        calls: list[list[str]] = []

        def succeed(command: list[str], environment: dict[str, str] | None = None) -> str:
            calls.append(command)
            return ""

        monkeypatch.setattr(start, "failure_of", succeed)
        monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
        return calls

    def test_root_installs_and_says_so(
        self, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
        start.install_packages(["apt-get"], ["libegl1"], "Qt needs")
        assert ran[-1] == ["sh", "-c", "apt-get install --yes --no-install-recommends libegl1"]
        assert "installed now: libegl1" in capsys.readouterr().err

    def test_without_a_terminal_nobody_is_asked_for_a_password(
        self, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
        monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
        with pytest.raises(start.Stop, match="sudo apt-get install --yes --no-install-recommends libegl1"):
            start.install_packages(["apt-get"], ["libegl1"], "Qt needs")
        assert ran == []


class TestDisplay:
    @pytest.mark.parametrize(
        ("environment", "name"),
        [
            ({}, ""),
            ({"DISPLAY": ":0"}, ":0"),
            ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "wayland-0"),
            ({"QT_QPA_PLATFORM": "vnc", "DISPLAY": ""}, "vnc"),
        ],
    )
    def test_where_a_window_would_open(self, environment: dict[str, str], name: str) -> None:
        assert start.display(environment, "linux") == name

    def test_other_systems_always_have_one(self) -> None:
        assert start.display({}, "darwin")

    @pytest.fixture
    def ready(self, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
        """All is set up, and there is no display; the programs that start.py would become."""
        became: list[list[str]] = []

        def become(command: list[str]) -> None:
            became.append(command[1:])
            raise SystemExit(0)

        monkeypatch.setattr(start, "prepare", lambda: None)
        monkeypatch.setattr(start, "check_qt", lambda shown: None)
        monkeypatch.setattr(start, "display", lambda environment: "")
        monkeypatch.setattr(start, "become", become)
        return became

    def test_without_display_and_terminal_it_says_so(
        self, ready: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        assert start.main([]) == 1
        assert "neither a display for the window nor a terminal" in capsys.readouterr().err
        assert ready == []

    def test_in_a_terminal_it_offers_to_play_there(
        self, ready: list[list[str]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Terminal(io.StringIO):
            def isatty(self) -> bool:
                return True

        for name, text in (("stdin", "\n"), ("stdout", ""), ("stderr", "")):
            monkeypatch.setattr(sys, name, Terminal(text))
        with pytest.raises(SystemExit):
            start.main([])
        assert ready == [["play"]]

    def test_what_draws_nothing_needs_no_display(self, ready: list[list[str]]) -> None:
        with pytest.raises(SystemExit):
            start.main(["deal", "MJ1-L00-AAAAABL", "--json"])
        assert ready == [["deal", "MJ1-L00-AAAAABL", "--json"]]


class TestQt:
    def test_what_was_missing_is_installed_and_tried_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        answers = iter(["libEGL.so.1: cannot open shared object file", ""])
        installed: list[str] = []
        monkeypatch.setattr(start, "probe_qt", lambda environment: next(answers))
        monkeypatch.setattr(start, "output_of", lambda command: LDD)
        monkeypatch.setattr(shutil, "which", lambda name: "/bin/apt-get" if name == "apt-get" else None)
        monkeypatch.setattr(start, "install_packages", lambda managers, packages, why: installed.extend(packages))
        assert not start.mend_qt({}, [])
        assert installed == ["libegl1", "libxcb-cursor0", "libxkbcommon-x11-0"]

    def test_what_nothing_can_mend_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(start, "probe_qt", lambda environment: "libodd.so.3: cannot open shared object file")
        monkeypatch.setattr(start, "output_of", lambda command: "")
        monkeypatch.setattr(shutil, "which", lambda name: None)
        assert start.mend_qt({}, []).endswith("This system lacks the libraries libodd.so.3")

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere Qt brings all that it needs")
    def test_it_is_tried_once_and_again_for_a_display(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        tried: list[str] = []

        def mend(environment: dict[str, str], parts: list[str]) -> str:
            tried.append(environment.get("QT_QPA_PLATFORM", ""))
            return ""

        monkeypatch.setattr(start, "mend_qt", mend)
        monkeypatch.delenv("QT_QPA_PLATFORM")
        monkeypatch.setenv("DISPLAY", ":77")
        for shown in (False, False, True, True):
            start.check_qt(shown=shown)
        assert tried == ["offscreen", ""]

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
    def test_a_display_that_does_not_answer_is_named(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(start, "mend_qt", lambda environment, parts: "qt.qpa.xcb: could not connect to display :77")
        with pytest.raises(start.Stop, match="does not answer"):
            start.check_qt(shown=False)


class TestTesting:
    def test_checks_first_then_each_python_the_oldest_last(self) -> None:
        assert start.environments(TOX.replace("    wheels\n", ""), [11, 13]) == ["lint", "py313", "py311"]

    def test_the_newest_python_has_the_wheels(self) -> None:
        """Their tests are all tests: it need not run them twice. A Python that is alone runs both."""
        assert start.environments(TOX, [11, 12, 13]) == ["lint", "wheels", "py312", "py311"]
        assert start.environments(TOX, [11]) == ["lint", "wheels", "py311"]

    def test_the_checks_run_side_by_side(self) -> None:
        """Each of them uses one core; the tests use both, one environment after the other."""
        checks, tests = start.grouped(["lint", "types", "docs", "wheels", "py312"])
        assert checks == (["run-parallel", "--parallel", "2", "--parallel-no-spinner"], ["lint", "types", "docs"])
        assert tests == (["run"], ["wheels", "py312"])
        assert start.grouped(["py312"]) == [(["run"], ["py312"])]
        assert start.grouped([]) == []

    def test_what_failed_or_never_ran_is_told(self, tmp_path: Path) -> None:
        report = tmp_path / "result.json"
        results = {"lint": {"result": {"success": True}}, "types": {"result": {"success": False}}}
        report.write_text(json.dumps({"testenvs": results}), encoding="utf-8")
        assert start.failed_environments(str(report), ["lint", "types", "py312"]) == ["types", "py312"]
