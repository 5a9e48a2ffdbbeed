"""The command line with hostile plugins: one sentence and an exit code, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.hostile_plugins.conftest import Plugins

from sofra import replay
from sofra.cli.app import sofra
from sofra.host import open_round
from sofra.host.loader import Library
from sofra.log import MemoryLog


def run(*arguments: str, typed: str = "") -> Result:
    ended = CliRunner().invoke(sofra, list(arguments), input=typed, prog_name="sofra")
    assert "Traceback" not in ended.output
    return ended


def test_games_lists_the_broken_with_their_reasons(plugins: Plugins) -> None:
    """Each is named with its reason, beside the games that can be played."""
    plugins("import_error", "wrong_api", "hook_rubbish")
    told = json.loads(run("games", "--json").stdout)
    assert {each["id"]: each["status"] for each in told if each["id"]} == {"honest": "ready"}
    reasons = {each["plugin"]: each["reason"] for each in told if each["status"] == "broken"}
    assert set(reasons) == {"hostile-import-error", "hostile-wrong-api", "hostile-hook-rubbish"}
    assert all(reasons.values())
    spoken = run("games")
    assert "hostile-wrong-api" in spoken.stderr
    assert "Honest" in spoken.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("deal", "RA1-AAAAABL"), "Raises-deal stopped: deal failed with ZeroDivisionError: division by zero."),
        (
            ("deal", "UA1-AAAAABL"),
            "Rubbish-deal stopped: deal answered with something else than is asked (events: int).",
        ),
        (("deal", "FA1-AAAAABL"), "Flood-pieces stopped: scene gave 1,000,000 at once; at most 2,000 are taken."),
        (("solve", "RP1-AAAAABL"), "Raises-solve stopped: solve failed with ZeroDivisionError: division by zero."),
        (("deal", "NR1-AAAAABL"), "No-rules cannot be opened: AttributeError: module 'hostile_no_rules'"),
        (("play", "RF1-AAAAABL"), "Raises-choices stopped: choices failed with ZeroDivisionError: division by zero."),
        (("play", "RH1-AAAAABL"), "Raises-scene stopped: scene failed with ZeroDivisionError: division by zero."),
        (("play", "RA1-AAAAABL"), "Raises-deal stopped: deal failed with ZeroDivisionError: division by zero."),
    ],
)
def test_a_game_that_stops(plugins: Plugins, arguments: tuple[str, ...], said: str) -> None:
    """The game and the reason are named in a sentence, and the exit code is 1."""
    plugins("raises", "rubbish", "flood", "no_rules")
    ended = run(*arguments, typed="1\n")
    assert said in ended.stderr
    assert ended.exit_code == 1
    assert "made a mistake" not in ended.output


def exported(library: Library, game: str, path: Path) -> Path:
    """A round of a game in a file."""
    info = library.games[game]
    log = MemoryLog()
    round_ = open_round(f"{info.prefix}1-AAAAABL", log=log, games=library.games)
    round_.play(round_.choices(0)[0])
    replay.export_round(log, round_.id, path)
    return path


def test_files_of_a_game_that_fails(plugins: Plugins, tmp_path: Path) -> None:
    """Checking names what differs; showing what was recorded needs no decision."""
    file = str(exported(plugins("unfair"), "unfair-fickle", tmp_path / "round.sofra"))
    checked = run("verify", file)
    assert checked.exit_code == 1
    assert "the rules decide otherwise" in checked.output
    assert run("import", file).exit_code == 0
    assert run("replay", file).exit_code == 0


def test_what_a_game_prints_is_not_in_the_answer(plugins: Plugins) -> None:
    """A document stays one document."""
    plugins("loud")
    ended = run("deal", "LD1-AAAAABL", "--json")
    assert json.loads(ended.stdout)["code"] == "LD1-AAAAABL"


def test_safe_mode(plugins: Plugins) -> None:
    """Without the plugins of others there is only what came with Sofra."""
    plugins("raises")
    assert (
        "There is no game" in run("--safe-mode", "play", "raises-deal").output
        or run("--safe-mode", "deal", "RA1-AAAAABL").exit_code
    )
