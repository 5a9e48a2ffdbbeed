"""The tutorial "Your first game", done as its reader does it: commands run, files written, and what they answer compared."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "tutorials" / "first-game.md"
FENCE = re.compile(r"^```(?P<info>[^\n`]+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
CAPTION = re.compile(r":caption: (\S+)\n")


def blocks() -> Iterator[tuple[str, str, str]]:
    """Kind, file and text of each block of the page, in order."""
    for found in FENCE.finditer(PAGE.read_text("utf-8")):
        body, info = found["body"], found["info"].strip()
        caption = CAPTION.match(body)
        if caption:
            yield "file", caption[1], body[caption.end() :]
        elif info.startswith("{code-block} diff"):
            yield "diff", "", body
        elif info == "console":
            yield "console", "", body


def run(command: str, folder: Path) -> str:
    """What a command answers, with the commands of this Python."""
    words = shlex.split(command)
    program = {"sofra": ["-m", "sofra"], "python": []}[words[0]]
    done = subprocess.run(
        [sys.executable, *program, *words[1:]], cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )
    return done.stdout


def same(shown: str, answered: str) -> bool:
    """Whether an answer is the one shown: wrapped as it may be, with anything in the place of an ellipsis."""
    pattern = ".*".join(re.escape(" ".join(part.split())) for part in shown.split("…"))
    return re.fullmatch(pattern, " ".join(answered.split()), re.DOTALL) is not None


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with the answer that it shows."""
    for part in block.split("$ ")[1:]:
        command, _newline, shown = part.partition("\n")
        yield command, shown


@pytest.mark.timeout(900)
def test_the_first_game_grows_as_the_tutorial_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command answers what is shown, and the finished game keeps every law and passes its own tests."""
    monkeypatch.setenv("COLUMNS", "130")
    folder, begun, undo = tmp_path, set[str](), ("", "")
    shown_laws = 0
    for kind, name, text in blocks():
        match kind:
            case "file":
                file = folder / name
                if name == "tests/test_pig.py":
                    shutil.rmtree(folder / "src" / "pig" / "art")
                file.write_text((file.read_text("utf-8") if name in begun else "") + text, "utf-8")
                begun.add(name)
            case "diff":
                old, new = (line[1:] for line in text.splitlines())
                rules = folder / "src" / "pig" / "rules.py"
                assert old in rules.read_text("utf-8")
                rules.write_text(rules.read_text("utf-8").replace(old, new), "utf-8")
                undo = (new, old)
            case _:
                for command, shown in commands(text):
                    if command.startswith("cd "):
                        folder /= command.removeprefix("cd ")
                        continue
                    answered = run(command, folder)
                    assert same(shown, answered), f"{command} answers\n{answered}\ninstead of\n{shown}"
                    shown_laws += "broken: " in answered
    assert shown_laws == 1
    rules = folder / "src" / "pig" / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace(*undo), "utf-8")
    assert "1 passed" in run("python -m pytest -k kept", folder)
    sources = [file.read_text("utf-8").splitlines() for file in (folder / "src").rglob("*.py")]
    counted = [line for lines in sources for line in lines if line.strip() and not line.strip().startswith("#")]
    assert len(counted) <= 150, (
        "with a computer player; a game with a table and texts should take no more than 200 lines"
    )
