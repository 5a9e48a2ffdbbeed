"""The commands: one JSON document, exit codes, and clear words for everything that can be typed wrong."""

from __future__ import annotations

import csv
import json
import os
import sqlite3
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from core.tests.conftest import Install, only
from core.tests.toys.patience import INFO

from sofra.cli.app import sofra
from sofra.cli.health import debian_package, missing_libraries
from sofra.code import DealCode
from sofra.host import Places, open_log
from sofra.log import MemoryLog
from sofra.round import Round, name_round

CODE = "TS1-K3-S2-AAAAABL"
Run = Callable[..., Result]


@pytest.fixture
def run(patience: Path) -> Run:
    """`run("deal", CODE)` runs `sofra deal CODE` where only the toy game Patience is installed."""

    def run(*arguments: str, typed: str = "", code: int | None = 0) -> Result:
        result = CliRunner().invoke(sofra, arguments, input=typed, prog_name="sofra")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert "Traceback" not in result.output
        assert code in {result.exit_code, None}, result.output
        return result

    return run


def document(result: Result) -> Any:
    """The one JSON document on standard output."""
    assert result.stdout.count("\n") == 1
    return json.loads(result.stdout)


def play_to_the_end(run: Run, code: str = CODE) -> str:
    """Take the first choice until nothing is left to do; gives what was said."""
    return run("play", code, "--plain", typed="1\n" * 30).stdout


def won(place: int = 0) -> str:
    """A code of Patience that is won by always taking the first choice."""
    found = 0
    for number in range(10_000):
        code = DealCode.of(INFO, INFO.options(), number)
        round_ = Round.open(MemoryLog(), INFO, code=code)
        while not round_.over and not round_.choices()[0].slow:
            round_.play(round_.choices()[0])
        found += round_.over
        if found > place:
            return str(code)
    raise AssertionError


class TestSofra:
    def test_help_lists_every_command(self, run: Run) -> None:
        """The help has a line for each command, and imports neither rules nor cattrs for it."""
        said = run("--help").stdout
        for name in ("games", "deal", "play", "rounds", "export", "import", "replay", "verify", "stats", "doctor"):
            assert f"\n  {name} " in said

    def test_help_is_light(self, patience: Path) -> None:
        """What the help needs is little: no cattrs, no Qt, no database, no plugin."""
        source = (
            "import sys, atexit; from sofra.cli import main\n"
            "atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr))\n"
            "sys.argv = ['sofra', '--help']; main()"
        )
        done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
        heavy = {"cattrs", "PySide6", "sqlite3", "pluggy", "asyncio", "prompt_toolkit", "tomlkit", "sofra.game"}
        assert not heavy & set(done.stderr.split())

    @pytest.mark.parametrize("command", ["games", "deal", "play", "rounds", "export", "import", "replay", "doctor"])
    def test_help_of_a_command(self, run: Run, command: str) -> None:
        """Every command explains itself and takes the options of `sofra` behind its name."""
        said = run(command, "--help").stdout
        assert "--memory" in said
        assert "Usage: sofra" in said

    def test_version(self, run: Run) -> None:
        """`--version` tells the version of the core."""
        assert run("--version").stdout.startswith("sofra ")

    def test_no_window(self, run: Run) -> None:
        """Without the shell's distribution the missing window is told, with what to do instead."""
        for arguments in ([], [CODE], ["game.sofra"]):
            said = run(*arguments, code=1).stderr
            assert "The window of Sofra is not installed" in said
            assert "sofra play" in said

    def test_window_that_does_not_start(self, run: Run, install: Any) -> None:
        """A shell that cannot be imported is named, and the doctor is recommended."""
        install("some-shell", "import no_libGL", group="sofra.commands", entry="shell", value="some_shell:shell")
        said = run(code=1).stderr
        assert "some-shell" in said
        assert "sofra doctor" in said

    def test_commands_of_other_distributions(self, run: Run, install: Any) -> None:
        """Other distributions add commands, and cannot take the place of ours."""
        source = """
            import click
            from sofra.cli.session import session_of

            @click.command()
            @click.argument("what", default="")
            @click.pass_context
            def shell(context, what):
                click.echo(f"opened {what} {session_of(context).memory}")

            @click.command()
            def games():
                click.echo("stolen")
        """
        install("some-shell", source, group="sofra.commands", entry="shell", value="some_shell:shell")
        assert run().stdout == "opened  False\n"
        assert run("--memory", CODE.lower()).stdout == f"opened {CODE.lower()} True\n"
        install("thief", source, group="sofra.commands", entry="games", value="thief:games")
        assert "stolen" not in run("games").stdout

    def test_wrong_command(self, run: Run) -> None:
        """A word that is no command, no file and no code is wrong usage."""
        assert "No such command 'gmaes'" in run("gmaes", code=2).stderr

    def test_unknown_language(self, run: Run) -> None:
        """A language that nobody speaks here is wrong usage, and the others are named."""
        assert "hr" in run("--language", "xx", "games", code=2).stderr

    def test_fault_of_ours(self, run: Run, monkeypatch: pytest.MonkeyPatch, sofra_home: Path) -> None:
        """A fault of the program shows one line, keeps the details in a file, and has an exit code of its own."""

        def broken(*_arguments: object) -> None:
            raise RuntimeError("a fault\nof two lines")

        monkeypatch.setattr("sofra.cli.deal.json_option", broken)
        monkeypatch.setattr("sofra.host.dealing.deal", broken)
        said = run("deal", CODE, code=70).stderr
        [report] = (sofra_home / "crash").iterdir()
        assert said == f"Sofra has made a mistake: RuntimeError: a fault. The details are in {report}.\n"
        details = report.read_text()
        assert "Traceback" in details
        # To be sent to somebody: what is asked first, and no place of this machine.
        assert details.startswith("Sofra report\n")
        assert "python: " in details
        assert str(sofra_home) not in details
        assert sys.prefix not in details


class TestGames:
    def test_lists_games_and_broken_plugins(self, run: Run, install: Any) -> None:
        """Each game with its plugin, each broken plugin with its reason."""
        install("odd-game", "import no_such_module_here")
        rows = document(run("games", "--json"))
        assert rows == [
            {
                "id": "toy-patience",
                "title": "Patience",
                "prefix": "TS",
                "seats": [1],
                "modes": ["alone"],
                "options": [
                    {"name": "kinds", "kind": "deal", "default": "K3", "pattern": "K[2-6]", "values": None},
                    {"name": "shuffles", "kind": "rule", "default": "S2", "pattern": "S[0-9]", "values": None},
                    {
                        "name": "scoring",
                        "kind": "play",
                        "default": "plain",
                        "pattern": "plain|timed",
                        "values": ["plain", "timed"],
                    },
                ],
                "plugin": "sofra-toy",
                "version": "1.0",
                "status": "ready",
                "reason": None,
            },
            {
                "id": None,
                "title": None,
                "prefix": None,
                "seats": [],
                "modes": [],
                "options": [],
                "plugin": "odd-game",
                "version": "1.0",
                "status": "broken",
                "reason": "It cannot be imported: ModuleNotFoundError: No module named 'no_such_module_here'.",
            },
        ]
        said = run("games")
        assert "Patience" in said.stdout
        assert "odd-game" in said.stderr

    def test_no_games(self, no_games: Path) -> None:
        """Without any game the list says what to do."""
        assert "Install one" in CliRunner().invoke(sofra, ["games"]).stdout


class TestDeal:
    def test_document(self, run: Run) -> None:
        """The document holds the code in canonical form, pieces, choices, verdict, and a digest of the deal's events."""
        told = document(run("deal", " ts1 k3s2 aaaaabl ", "--json"))
        assert (told["code"], told["game"]) == (CODE, "toy-patience")
        assert len(told["tiles"]) == 12
        assert set(told["tiles"][0]) == {"layer", "x", "y", "face", "free"}
        assert all(set(choice) == {"seat", "picks", "labels"} for choice in told["choices"])
        assert told["verdict"] in {"winnable", "lost", "unknown"}

    def test_digest_is_that_of_every_python(self, run: Run) -> None:
        """The digest of a deal is the same on every Python and machine."""
        assert (
            document(run("deal", CODE, "--json"))["digest"]
            == "f99a7c3789505d8a911d0312b96da62f7d116104be453ddfccce3910ebb75fe2"
        )

    def test_rule_leaves_the_tiles(self, run: Run) -> None:
        """Another rule deals the same pieces under another code."""
        other = document(run("deal", "TS1-K3-S0-AAAAABL", "--json"))
        assert other["tiles"] == document(run("deal", CODE, "--json"))["tiles"]

    @pytest.mark.parametrize(
        ("typed", "place", "said"),
        [
            ("XX1-AAAAABL", 0, "No game here has codes that begin so."),
            ("TS9-K3-S2-AAAAABL", 2, "rules version 9"),
            ("TS1-K3-S2-AAA1ABL", 13, "1 cannot stand in the number"),
            ("TS1-K3-S2-AAAA", 14, "needs seven letters; here are 4"),
            ("TS1-K9-S2-AAAAABL", 4, "The part for kinds"),
            ("TS1-K3-S2-AAAAABL!", 17, "! cannot stand in a code"),
            ("", 0, "Type a code"),
            ("A" * 300, 200, "too long"),
        ],
    )
    def test_bad_code(self, run: Run, typed: str, place: int, said: str) -> None:
        """A bad code is refused with its place and the reason: exit 2, a mark under the place, and the place in JSON."""
        result = run("deal", "--json", "--", typed, code=2)
        told = document(result)
        assert told["place"] == place
        assert said in told["error"]
        lines = result.stderr.splitlines()
        assert lines[-1] == told["error"]
        if typed:
            assert lines[-2] == " " * place + "^"

    def test_in_letters(self, run: Run) -> None:
        """For people the deal is drawn in letters, with facts and the verdict."""
        said = run("deal", CODE).stdout
        assert said.startswith(f"Patience, {CODE}\n")
        assert "[0 ]" in said
        assert "Cards left: 12 of 12" in said


class TestRounds:
    def test_nothing_yet(self, run: Run) -> None:
        """Before the first round the list is empty."""
        assert document(run("rounds", "--json")) == []
        assert "no saved rounds" in run("rounds").stdout

    def test_played_round_is_listed(self, run: Run) -> None:
        """A round that was played is listed with game, code, start, outcome and moves."""
        run("play", CODE, "--plain", typed="1\nquit\n")
        [row] = document(run("rounds", "--json"))
        assert (row["game"], row["code"], row["outcome"], row["moves"]) == ("toy-patience", CODE, "running", 1)
        assert row["started"].endswith("Z")
        assert CODE in run("rounds").stdout

    def test_memory_keeps_nothing(self, run: Run, sofra_home: Path) -> None:
        """With --memory nothing at all is written."""
        run("play", CODE, "--plain", "--memory", typed="1\nquit\n")
        assert not sofra_home.exists()
        assert document(run("--memory", "rounds", "--json")) == []

    def test_out_and_in_again(self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A round that is exported, imported elsewhere and exported again gives equal bytes."""
        run("play", CODE, "--plain", typed="1\nundo\n1\nquit\n")
        [row] = document(run("rounds", "--json"))
        first, second = tmp_path / "a.sofra", tmp_path / "b.sofra"
        run("export", row["id"][:8], str(first))
        monkeypatch.setenv("SOFRA_HOME", str(tmp_path / "elsewhere"))
        assert document(run("import", str(first), "--json"))["id"] == row["id"]
        run("import", str(first))
        run("export", CODE, str(second))
        assert first.read_bytes() == second.read_bytes()
        assert document(run("rounds", "--json")) == [{**row, "imported": True}]

    def test_names(self, run: Run) -> None:
        """A round that has a name is listed with it."""
        run("play", CODE, "--plain", typed="1\nquit\n")
        [row] = document(run("rounds", "--json"))
        assert row["title"] is None
        with open_log(Places.find()).log as log:
            name_round(log, row["id"], "With Jasna")
        assert document(run("rounds", "--json")) == [{**row, "title": "With Jasna"}]
        assert run("rounds").stdout.endswith("  With Jasna\n")

    def test_export_replaces_nothing_unasked(self, run: Run, tmp_path: Path) -> None:
        """A file that is there stays, unless --force says otherwise."""
        run("play", CODE, "--plain", typed="1\nquit\n")
        file = tmp_path / "mine.txt"
        file.write_text("mine")
        assert "--force" in run("export", CODE, str(file), code=1).stderr
        assert file.read_text() == "mine"
        run("export", CODE, str(file), "--force")
        assert file.read_bytes().startswith(b'{"format"')

    def test_unknown_round(self, run: Run, tmp_path: Path) -> None:
        """A round that is not here is bad input."""
        assert "There is no saved round nope" in run("export", "nope", str(tmp_path / "x"), code=2).stderr

    def test_folder_that_cannot_be_written(self, run: Run, tmp_path: Path) -> None:
        """Exporting into nowhere says where and why."""
        run("play", CODE, "--plain", typed="1\nquit\n")
        said = run("export", CODE, str(tmp_path / "no" / "where"), code=2).stderr
        assert "cannot be written" in said

    @pytest.mark.parametrize(
        "content", [b"", b"rubbish", b"\x00" * 100, b'{"format": "sofra-replay", "version": 99}\n']
    )
    def test_import_of_something_else(self, run: Run, tmp_path: Path, content: bytes) -> None:
        """A file that is no round is bad input, and leaves the saved ones as they were."""
        (tmp_path / "x.sofra").write_bytes(content)
        run("import", str(tmp_path / "x.sofra"), code=2)
        run("import", str(tmp_path / "gone.sofra"), code=2)
        assert document(run("rounds", "--json")) == []


class TestReplay:
    def test_document_of_a_code(self, run: Run) -> None:
        """A replay code tells the whole round again; its times are not known."""
        said = play_to_the_end(run)
        code = next(word for word in said.split() if "~" in word)
        told = document(run("replay", code, "--json"))
        assert told["replay_code"] == code
        assert told["moves"] > 0
        assert told["active_seconds"] is None
        assert len(told["says"]) == told["moves"] + 1
        stopped = document(run("replay", code, "--at", "1", "--json"))
        assert stopped["moves"] == 1
        assert stopped["digest"] != told["digest"]

    def test_file_and_code_and_saved_round_agree(self, run: Run, tmp_path: Path) -> None:
        """The same round gives the same digest from its file, its code and the log, verified move by move."""
        run("play", CODE, "--plain", typed="1\n1\nundo\nquit\n")
        [row] = document(run("rounds", "--json"))
        run("export", row["id"], str(tmp_path / "r.sofra"))
        of_file = document(run("replay", str(tmp_path / "r.sofra"), "--verify", "--json"))
        of_log = document(run("replay", row["id"], "--json", "--verify"))
        of_code = document(run("replay", of_file["replay_code"], "--json"))
        assert of_file == of_log
        assert of_file["ok"]
        assert of_code["digest"] == of_file["digest"]
        assert of_code["moves"] == of_file["moves"] == 1

    def test_picture(self, run: Run, tmp_path: Path) -> None:
        """The table is drawn as a sound SVG file, with labels where no pictures are installed."""
        run("replay", CODE, "--svg", str(tmp_path / "t.svg"))
        texts = [each.text for each in ET.parse(tmp_path / "t.svg").iter("{http://www.w3.org/2000/svg}text")]
        assert len(texts) == 12
        assert "cannot be written" in run("replay", CODE, "--svg", str(tmp_path / "no" / "t.svg"), code=2).stderr

    def test_beyond_the_end(self, run: Run) -> None:
        """A place beyond the last move is bad input."""
        assert "This round has 0 moves" in run("replay", CODE, "--at", "1", code=2).stderr

    @pytest.mark.parametrize(
        "source", ["TS1-K3-S2-AAAAABL~", "TS1-K3-S2-AAAAABL~0", "TS1-K3-S2-AAAAABL~ZZZZ", "gone.sofra"]
    )
    def test_bad_source(self, run: Run, source: str) -> None:
        """A replay code that does not check, or a file that is not there, is bad input."""
        assert "error" in document(run("replay", source, "--json", code=2))


class TestScore:
    def test_replay_with_its_parts(self, run: Run) -> None:
        """A replay tells the score and what it is made of, in lines and in JSON; as of now no score of a part of it."""
        run("play", won(), "--plain", typed="1\n" * 8)
        [saved] = document(run("rounds", "--json"))
        told = document(run("replay", saved["id"], "--json"))
        assert (told["score"], told["outcome"]) == (60, "won")
        assert told["score_parts"] == [{"label": "For pairs", "value": "+60"}, {"label": "For hints", "value": "+0"}]
        assert "Score 60\n  For pairs: +60\n" in run("replay", saved["id"]).stdout
        part = document(run("replay", saved["id"], "--at", "1", "--json"))
        assert (part["score"], part["score_parts"]) == (None, None)

    def test_of_a_code(self, run: Run) -> None:
        """A replay code tells a score that no time goes into, and plays shuffles as they were."""
        run("play", CODE, "--plain", typed="shuffle\n1\n")
        [saved] = document(run("rounds", "--json"))
        there = document(run("replay", saved["id"], "--json"))
        again = document(run("replay", there["replay_code"], "--json"))
        assert again["digest"] == there["digest"]
        assert (again["score"], again["moves"]) == (there["score"], 2)
        assert any("Shuffled" in said for said in again["says"])

    def test_picture_with_a_corner(self, run: Run, tmp_path: Path) -> None:
        """What lies in the corner is drawn, unshaded: it is not in the way of anything."""
        run("play", won(), "--plain", typed="1\n")
        [saved] = document(run("rounds", "--json"))
        run("replay", saved["id"], "--svg", str(tmp_path / "a.svg"))
        text = (tmp_path / "a.svg").read_text()
        ET.fromstring(text)
        assert text.count("<text") == 12
        assert "fill-opacity" not in text


class TestWishes:
    def test_option_of_a_new_round(self, run: Run, tmp_path: Path) -> None:
        """Options of a new round are chosen by name and value, those of the deal too, and hold for a restart."""
        said = run(
            "play", "--set", "kinds=K4", "--set", "scoring=timed", "--plain", typed="restart\ncode\nquit\n"
        ).stdout
        assert "The code is TS1-K4-S2-" in said
        assert "Plain" not in said
        [saved] = document(run("rounds", "--json"))
        run("export", saved["id"], str(tmp_path / "a.sofra"))
        [opened] = [line for line in (tmp_path / "a.sofra").read_text().splitlines() if "round-opened" in line]
        assert '"scoring":"timed"' in opened

    @pytest.mark.parametrize(
        ("chosen", "reason"),
        [
            ("kinds", "kinds chooses nothing here. Options of Patience: scoring."),
            ("kinds=K3", "kinds=K3 chooses nothing here. Options of Patience: scoring."),
            ("scoring=best", "best is no value of scoring. There are: plain, timed."),
        ],
    )
    def test_option_that_cannot_be(self, run: Run, chosen: str, reason: str) -> None:
        """With a code only what the code does not hold can be chosen; what is wrong is told with what there is."""
        assert reason in run("play", CODE, "--set", chosen, code=2).stderr

    def test_value_without_a_list(self, run: Run) -> None:
        """A value of an option without a list is told by its pattern."""
        assert "K9 is no value of kinds. There are: K[2-6]." in run("play", "--set", "kinds=K9", code=2).stderr

    def test_options_of_a_round_that_waits(self, run: Run) -> None:
        """A round that goes on keeps its options, and says so."""
        run("play", CODE, "--plain", typed="1\nquit\n")
        assert (
            "Options hold from the next round on"
            in run("play", "--set", "scoring=timed", "--plain", typed="quit\n").stderr
        )

    def test_options_of_the_next_round(self, run: Run) -> None:
        """What was set while a round waited holds for the new round: another deal option, and another scoring."""
        run("play", CODE, "--plain", typed="1\nquit\n")
        chosen = ("--set", "kinds=K2", "--set", "scoring=timed")
        assert "type new or restart" in run("play", *chosen, "--plain", typed="new\nnew\ncode\nquit\n").stderr
        saved = {each["outcome"]: each for each in document(run("rounds", "--json"))}
        assert saved["running"]["code"].startswith("TS1-K2-")
        assert not str(saved["abandoned"]["code"]).startswith("TS1-K2-")

    def test_a_deal_option_waits_for_a_new_deal(self, run: Run) -> None:
        """The deal that is played again is the same, so only a new one is named; and it can be played again."""
        run("play", CODE, "--plain", typed="1\nquit\n")
        told = run("play", "--set", "kinds=K2", "--plain", typed="restart\nrestart\nquit\n").stderr
        assert "Options hold from the next round on: type new." in told
        assert {each["code"] for each in document(run("rounds", "--json"))} == {CODE}

    def test_mode_and_level(self, run: Run) -> None:
        """A mode or a level that the game does not have is refused with those that it has."""
        assert "There are: alone." in run("play", CODE, "--mode", "computer", code=2).stderr
        assert "A level is for rounds against the computer" in run("play", CODE, "--level", "hard", code=2).stderr


class TestVerify:
    def test_sound(self, run: Run, tmp_path: Path) -> None:
        """A round as it was played is sound, in its file and in the log."""
        play_to_the_end(run)
        run("export", CODE, str(tmp_path / "r.sofra"))
        assert document(run("verify", str(tmp_path / "r.sofra"), "--json")) == {"ok": True, "problems": []}
        assert document(run("verify", "--json")) == {"ok": True, "problems": []}

    def test_changed(self, run: Run, tmp_path: Path) -> None:
        """A changed record is a clear no: exit 1, with the record."""
        run("play", CODE, "--plain", typed="1\nquit\n")
        file = tmp_path / "r.sofra"
        run("export", CODE, str(file))
        lines = file.read_bytes().split(b"\n")
        lines[2] = lines[2].replace(b'"at":1', b'"at":2')
        file.write_bytes(b"\n".join(lines))
        told = document(run("verify", str(file), "--json", code=1))
        assert told["ok"] is False
        assert told["problems"][0]["record"] == 2

    def test_no_such_file(self, run: Run) -> None:
        """A file that is not there is bad input."""
        run("verify", "gone.sofra", code=2)


@pytest.fixture
def passing(install: Install, site: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run(…)` where only the toy game Passing is installed, in which hands are hidden."""
    source = """
        import attrs

        from core.tests.toys.passing import INFO
        from sofra.host import hookimpl

        @hookimpl
        def sofra_games():
            return [attrs.evolve(INFO, modes=("computer", "shared"))]
    """
    only(install, site, monkeypatch, source)

    def run(*arguments: str, typed: str = "", code: int | None = 0) -> Result:
        result = CliRunner().invoke(sofra, arguments, input=typed, prog_name="sofra")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert code in {result.exit_code, None}, result.output
        return result

    return run


class TestHiddenHands:
    CODE = "TP1-AAAAAAL"

    def test_modes_and_levels(self, passing: Run) -> None:
        """Each mode has a round of its own that waits; a level is chosen when a round begins, and changed when it goes on."""
        for mode in ("computer", "shared", "computer"):
            level = ("--level", "sly") if mode == "computer" else ()
            passing("play", self.CODE, "--mode", mode, *level, "--plain", typed="quit\n")
        saved = document(passing("rounds", "--json"))
        assert sorted(each["mode"] for each in saved) == ["computer", "shared"]
        assert "There is no level hard. There are: easy, sly." in passing("play", "--level", "hard", code=2).stderr
        assert "There are: computer, shared." in passing("play", "--mode", "alone", code=2).stderr

    def test_code_waits_for_the_end(self, passing: Run, tmp_path: Path) -> None:
        """While a round of several runs, neither the list nor the table of rounds tells its code."""
        passing("play", self.CODE, "--plain", typed="1\nquit\n")
        [saved] = document(passing("rounds", "--json"))
        assert (saved["outcome"], saved["code"]) == ("running", None)
        assert "AAAAAAL" not in passing("rounds").stdout
        passing("stats", "--csv", str(tmp_path / "s.csv"))
        assert "AAAAAAL" not in (tmp_path / "s.csv").read_text()
        passing("play", "--plain", typed="1\n" * 8)
        [saved] = document(passing("rounds", "--json"))
        assert (saved["outcome"] in {"won", "lost", "drawn"}, saved["code"]) == (True, self.CODE)
        passing("stats", "--csv", str(tmp_path / "s.csv"))
        assert "AAAAAAL" in (tmp_path / "s.csv").read_text()

    def test_a_round_that_is_left_is_told_by_its_game(self, passing: Run) -> None:
        """Its code would tell what is hidden, and an id says nothing to a player."""
        passing("play", self.CODE, "--plain", typed="1\nquit\n")
        [saved] = document(passing("rounds", "--json"))
        told = passing("play", "TP1-AAAAABM", "--plain", typed="quit\n").stderr
        assert "The round of Passing that waited was left." in told
        assert saved["id"] not in told


class TestStats:
    def test_counts(self, run: Run, tmp_path: Path) -> None:
        """Rounds that are over are counted; rebuilding gives the same, and the CSV has a line for each round."""
        play_to_the_end(run)
        run("play", "TS1-K3-S2-AAAAABM", "--plain", typed="1\nnew\nquit\n")
        told = document(run("stats", "--json"))
        assert told["toy-patience"]["played"] >= 1
        assert {"won", "lost", "abandoned", "streaks", "best", "hints", "undos"} <= set(told["toy-patience"])
        assert document(run("stats", "TS", "--json", "--rebuild")) == told
        run("stats", "--csv", str(tmp_path / "s.csv"))
        with (tmp_path / "s.csv").open() as file:
            assert len(list(csv.DictReader(file))) == len(document(run("rounds", "--json")))
        assert "Patience" in run("stats").stdout

    def test_scorings_apart(self, run: Run) -> None:
        """Rounds are ranked by score, apart by how they are scored; the numbers and names of both are told."""
        for scoring, code in (("plain", won()), ("timed", won(1)), ("plain", won(2))):
            run("play", code, "--set", f"scoring={scoring}", "--plain", typed="1\n" * 8)
        told = document(run("stats", "--json"))["toy-patience"]
        assert told["won"] == 3
        tables = told["ranking"]["tables"]
        assert told["ranking"]["by"] == "score"
        assert [table["options"] for table in tables] == [{"scoring": "plain"}, {"scoring": "timed"}]
        assert [[best["score"] for best in table["best"]] for table in tables] == [[60, 60], [60]]
        assert [best["place"] for best in told["best"]] == [1, 2]
        assert told["best"] == tables[0]["best"]
        said = run("stats").stdout
        assert "  Scoring: Plain\n  1. 60  00:00  " in said
        assert "  Scoring: Against the clock\n  1. 60  00:00  " in said

    def test_unknown_game(self, run: Run) -> None:
        """A game that is not here is bad input, and the games are named."""
        assert "toy-patience" in run("stats", "chess", code=2).stderr


class TestDoctor:
    def test_well(self, run: Run) -> None:
        """Every check is told with its result."""
        result = CliRunner().invoke(sofra, ["doctor", "--json"])
        told = document(result)
        assert result.exit_code == (0 if told["ok"] else 1)
        names = [check["name"] for check in told["checks"]]
        assert names == ["python", "home", "settings", "games", "log", "backup", "window", "fonts"]
        assert all(check["ok"] for check in told["checks"] if check["name"] not in {"window", "fonts"})

    def test_what_is_wrong_is_told(self, run: Run, install: Any, sofra_home: Path) -> None:
        """Broken settings, plugins and rounds are named, and are a clear no."""
        run("play", CODE, "--plain", typed="1\nquit\n")
        with sqlite3.connect(sofra_home / "log.sqlite") as database:
            database.execute("UPDATE records SET payload = ? WHERE version = 2", (b'{"changed": 1}',))
        database.close()
        (sofra_home / "settings.toml").write_text("colours = 7\n")
        install("odd-game", "import no_such_module_here")
        told = document(run("doctor", "--json", code=1))
        wrong = [
            check["name"] for check in told["checks"] if not check["ok"] and check["name"] not in {"window", "fonts"}
        ]
        assert wrong == ["settings", "plugin", "round", "backup"]
        assert "! In " in run("doctor", code=1).stdout

    def test_restore(self, run: Run, sofra_home: Path) -> None:
        """`--restore` lists the backups, brings back what is torn, and says where the old file is."""
        assert "There is no backup yet" in run("doctor", code=None).stdout
        run("play", CODE, "--plain", typed="1\nquit\n")
        (played,) = document(run("rounds", "--json"))
        with sqlite3.connect(sofra_home / "log.sqlite") as database:
            database.execute("UPDATE records SET payload = ? WHERE version = 2", (b'{"changed": 1}',))
        database.close()
        told = document(run("doctor", "--restore", "--json", code=None))
        assert told["restored"]["brought"] == [played["id"]]
        assert told["restored"]["lost"] == []
        assert Path(told["restored"]["aside"]).parent == sofra_home
        assert [each["rounds"] for each in told["restored"]["backups"]] == [1]
        assert document(run("rounds", "--json")) == [played]
        said = run("doctor", "--restore", code=None).stdout
        assert said.startswith("Backup of 20")
        assert "Nothing had to be restored." in said

    def test_restore_from_a_day(self, run: Run, sofra_home: Path) -> None:
        """A backup is named by its day; another day, or no `--restore`, is refused."""
        run("play", CODE, "--plain", typed="1\nquit\n")
        assert "There is no backup of 1999-01-01" in run("doctor", "--restore", "--backup", "1999-01-01", code=1).stderr
        assert "needs --restore" in run("doctor", "--backup", "1999-01-01", code=2).stderr

    @pytest.mark.parametrize(
        ("library", "package"),
        [
            ("libxcb-cursor.so.0", "libxcb-cursor0"),
            ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
            ("libX11-xcb.so.1", "libx11-xcb1"),
            ("libdbus-1.so.3", "libdbus-1-3"),
            ("libEGL.so.1", "libegl1"),
            ("libglib-2.0.so.0", "libglib2.0-0"),
            ("libfontconfig.so.1", "libfontconfig1"),
        ],
    )
    def test_package_of_a_library(self, library: str, package: str) -> None:
        """Debian names the package of a library after its soname (Debian Policy 8.1); the packages are those of Debian 12."""
        assert debian_package(library) == package

    def test_libraries_of_a_sound_program(self) -> None:
        """The running Python lacks no library."""
        assert missing_libraries([Path(sys.executable).resolve()]) == ()
        assert missing_libraries([]) == ()


class TestBadPlaces:
    """What goes wrong with the data directory never stops a game, and is always told."""

    def test_home_that_cannot_be_written(self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Play goes on in memory, under a word that nothing is saved."""
        (tmp_path / "file").write_text("")
        monkeypatch.setenv("SOFRA_HOME", str(tmp_path / "file" / "home"))
        result = run("play", CODE, "--plain", typed="1\nquit\n")
        assert "Nothing is saved" in result.stderr
        assert "Cards left: 10 of 12" in result.stdout

    def test_newer_log(self, run: Run, sofra_home: Path) -> None:
        """The log of a newer Sofra is told and left as it is."""
        run("play", CODE, "--plain", typed="1\nquit\n")
        with sqlite3.connect(sofra_home / "log.sqlite") as database:
            database.execute("PRAGMA user_version = 9999")
        database.close()
        before = (sofra_home / "log.sqlite").read_bytes()
        result = run("rounds", code=1)
        assert "newer Sofra" in result.stderr
        assert "no saved rounds" not in result.stdout
        assert (sofra_home / "log.sqlite").read_bytes() == before

    @pytest.mark.parametrize("command", [("rounds",), ("rounds", "--json"), ("stats",), ("verify",)])
    def test_answers_about_rounds_that_cannot_be_read(
        self, run: Run, sofra_home: Path, command: tuple[str, ...]
    ) -> None:
        """A file that is no log is left as it is; what is asked about it ends with a clear no, never with "none yet"."""
        sofra_home.mkdir(exist_ok=True)
        (sofra_home / "log.sqlite").write_bytes(bytes(range(256)) * 8)
        result = run(*command, code=1)
        assert "log.sqlite" in result.stderr
        assert "yet" not in result.stdout
        assert "All is as recorded" not in result.stdout
        assert (sofra_home / "log.sqlite").read_bytes() == bytes(range(256)) * 8

    def test_import_where_nothing_can_be_kept(self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A round that would be lost at once is not taken in."""
        run("play", CODE, "--plain", typed="1\nquit\n")
        run("export", CODE, str(tmp_path / "round.sofra"))
        (tmp_path / "file").write_text("")
        monkeypatch.setenv("SOFRA_HOME", str(tmp_path / "file" / "home"))
        result = run("import", str(tmp_path / "round.sofra"), code=1)
        assert "cannot be written" in result.stderr
        assert result.stdout == ""

    def test_damaged_round(self, run: Run, sofra_home: Path) -> None:
        """A damaged round is named, the others are there, and the file is left with a copy aside."""
        run("play", CODE, "--plain", typed="1\nquit\n")
        run("play", "TS1-K3-S2-AAAAABM", "--plain", typed="1\nquit\n")
        newest, oldest = document(run("rounds", "--json"))
        with sqlite3.connect(sofra_home / "log.sqlite") as database:
            database.execute("UPDATE records SET at = at + 1 WHERE version = 2 AND stream = ?", (oldest["id"],))
        database.close()
        result = run("rounds", "--json")
        rows = document(result)
        assert [row["id"] for row in rows] == [newest["id"], oldest["id"]]
        assert rows[1]["outcome"] == "damaged"
        assert oldest["id"] in result.stderr
        run("export", oldest["id"], "x.sofra", code=1)

    def test_torn_file(self, run: Run, sofra_home: Path) -> None:
        """A torn file is named and left as it is, with a copy aside; what is whole in it can be played on in memory."""
        run("play", CODE, "--plain", typed="1\nquit\n")
        file = sofra_home / "log.sqlite"
        whole = file.read_bytes()
        file.write_bytes(whole[: len(whole) - 4096])
        result = run("play", CODE, "--plain", typed="quit\n")
        assert "damaged" in result.stderr
        assert "nothing is saved" in result.stderr
        assert file.read_bytes() == whole[: len(whole) - 4096]
        assert list(sofra_home.glob("log.damaged*"))


@pytest.fixture
def shell(patience: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    def shell(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "sofra", *arguments],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            encoding="utf-8",
            env={**os.environ, **environment},
        )

    return shell


def test_real_processes(shell: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """As real processes: a deal as JSON, a bad code, a round that waits for the next start."""
    done = shell("deal", CODE, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["code"] == CODE
    done = shell("deal", "TS1-K3-S2-AAA1ABL")
    assert done.returncode == 2
    assert "             ^" in done.stderr.splitlines()
    assert shell("play", CODE, "--plain", typed="1\n").returncode == 0
    assert "You go on where you were" in shell("play", typed="quit\n").stdout


def test_reader_that_goes_away(shell: Callable[..., subprocess.CompletedProcess[str]], sofra_home: Path) -> None:
    """When whoever reads the answer has gone, the command ends quietly and keeps no report."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sofra", "deal", CODE], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr:
        assert process.stderr.read() == b""
    assert process.wait() == 1
    assert not sofra_home.exists()


def test_terminal_with_few_letters(shell: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """A terminal that cannot show a letter shows a mark in its place, never a traceback."""
    done = shell("games", PYTHONIOENCODING="ascii", LANGUAGE="ar")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_commands_are_click_commands() -> None:
    """Every command that the help lists can be imported."""
    context = click.Context(sofra)
    for name in ("games", "deal", "play", "rounds", "export", "import", "replay", "verify", "stats", "doctor"):
        assert isinstance(sofra.get_command(context, name), click.Command)
