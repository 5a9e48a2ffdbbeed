"""Runs as a process of its own: imports a plugin from its folder, asks its games every law, and tells what it finds.

A game may print, loop for ever, or end the process, and none of this may reach who asked. One JSON document a line on the
real standard output; what the game prints goes to the diagnostics. `{"begun": law}` comes before each law, so that whoever
waits knows which one did not come back.
"""

from __future__ import annotations

import ast
import faulthandler
import importlib.util
import json
import os
import sys
import traceback
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from sofra.abilities import Offers
from sofra.authoring.findings import Finding
from sofra.authoring.project import Project, read
from sofra.game import GameInfo, Watcher
from sofra.host.installed import Entry
from sofra.host.loader import load_games
from sofra.options import OptionKind, listed_options, option_values
from sofra.scene import Aspect
from sofra.testing import FORBIDDEN, GameContract, LawBroken, Position, play_randomly

__all__ = ["finding_of", "laws"]

SECONDS: Final = 300
"""How long one law may take before its process is ended: an endless loop in a game is no answer."""

_TOLD: Final = 6
"""How many moves before the place are told."""


def laws(contract: type[GameContract] = GameContract) -> list[str]:
    """The laws in the order in which they are best mended: what others build on first, what starts processes last."""
    groups = [cls for cls in contract.__mro__ if issubclass(cls, GameContract) or cls in GameContract.__mro__]
    names = [name for cls in groups for name in vars(cls) if name.startswith("test_") and hasattr(GameContract, name)]
    found = [name.removeprefix("test_") for name in dict.fromkeys(names)]
    late = ("another_process_plays_the_same_round", "rules_stay_among_themselves")
    return [law for law in found if law not in late] + list(late)


def examine(project: Project, tell: Any) -> None:
    """Tell everything about the plugin in a folder."""
    sys.path.insert(0, str(project.source))
    entries = [Entry(name, value, project.name, project.version) for name, value in project.entries]
    present = FORBIDDEN & set(sys.modules)
    library = load_games(found=entries)
    for broken in library.broken:
        tell(_not_loaded(project, str(broken.reason), broken.details))
    for name in sorted(FORBIDDEN & set(sys.modules) - present):
        tell(
            Finding(
                "imports_qt",
                f"the plugin imports {name}",
                "Remove the import: a game only computes. Windows are the shell's, files the log's, waiting the host's.",
            )
        )
    contracts = {cls.info.id: cls for cls in _own_contracts(project, tell)}
    for info in library.games.values():
        tell({"game": info.id, "title": str(info.title), "prefix": info.prefix})
        if _rules_load(project, info, tell):
            if info.id not in contracts:
                tell(
                    Finding(
                        "no_test",
                        "no test of this folder holds the game against the laws",
                        "Add to tests/: class TestMyGame(GameContract): info = INFO.",
                        info.id,
                        note=True,
                    )
                )
            _ask_all(project, info, contracts.get(info.id) or _contract_for(info), tell)
            _look_at_options(info, tell)
            _look_at_pictures(info, library.art_of(info), tell)


def _not_loaded(project: Project, reason: str, details: str) -> Finding:
    mend = (
        "Mend what the reason says; the traceback of the import is below." if details else "Mend what the reason says."
    )
    if "ModuleNotFoundError" in reason:
        mend = (
            f"The entry point in pyproject.toml must name a module below {project.source}: its folder, a dot, and the file "
            "without .py. If it is a package that the game needs, install it here."
        )
    elif "does not know" in reason:
        mend = "The hooks are sofra_games and sofra_art; look at the spelling of the functions marked with hookimpl."
    elif "contract" in reason:
        mend = "Leave api out of GameInfo, or name the version of the contract that is installed here."
    return Finding("no_plugin", reason, mend, source=_own_place(project, details))


def _own_place(project: Project, details: str) -> str:
    """The last lines of a traceback that are about the author's files."""
    lines = details.splitlines()
    own = [k for k, line in enumerate(lines) if str(project.folder) in line]
    return "\n".join(line.strip() for line in lines[own[-1] : own[-1] + 2]) if own else ""


def _rules_load(project: Project, info: GameInfo, tell: Any) -> bool:
    for version in info.rules:
        try:
            info.load(version)
        except Exception as error:  # noqa: BLE001 - whatever the author's code raises is told
            tell(
                Finding(
                    "no_rules",
                    f"the rules {info.rules[version]} cannot be made: {type(error).__name__}: {error}",
                    _rules_mend(error),
                    info.id,
                    source=_place(project.folder, error.__traceback__),
                )
            )
            return False
    return True


def _rules_mend(error: Exception) -> str:
    if isinstance(error, TypeError) and "abstract" in str(error):
        return "Write the methods that the message names: the contract asks them of every game."
    if isinstance(error, (ModuleNotFoundError, AttributeError)):
        return 'Name module and class as they are: rules={1: "my_game.rules:MyGame"}.'
    return "Mend what the message says."


def _own_contracts(project: Project, tell: Any) -> Iterator[type[GameContract]]:
    """The contracts in the folder's own tests: they may say more about options, domains and depth than anyone could guess."""
    sys.path.insert(0, str(project.folder / "tests"))
    for file in sorted((project.folder / "tests").glob("**/test_*.py")):
        try:
            text = file.read_text("utf-8")
            if "GameContract" not in text or not _parses(text):
                continue
            spec = importlib.util.spec_from_file_location(f"_checked_{file.stem}", file)
            if spec is None or spec.loader is None:
                continue
            module = importlib.util.module_from_spec(spec)
            sys.modules[spec.name] = module
            spec.loader.exec_module(module)
        except Exception as error:  # noqa: BLE001 - whatever the author's code raises is told
            tell(
                Finding(
                    "no_test",
                    f"{file.relative_to(project.folder)} cannot be imported: {type(error).__name__}: {error}",
                    "Mend it; the game is checked with the usual depth meanwhile.",
                    source=_place(project.folder, error.__traceback__),
                    note=True,
                )
            )
            continue
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, GameContract) and value is not GameContract:
                yield value


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def _look_at_options(info: GameInfo, tell: Any) -> None:
    """A deal option that a player can choose nowhere is told."""
    game = info.load()
    listed = {each.name for each in listed_options(info.options, OptionKind.DEAL)}
    for name, _pattern, _value in option_values(info.options(), OptionKind.DEAL):
        if name not in listed and not (isinstance(game, Offers) and game.offers(name)):
            tell(
                Finding(
                    "no_choice",
                    f"the deal option {name} has no list of values, and the game offers none of it: nobody can choose one in the window",
                    "Give option(...) a title and values={...}, or let the rules have offers and sketch (the ability Offers).",
                    info.id,
                    note=True,
                )
            )


def _contract_for(info: GameInfo) -> type[GameContract]:
    """The laws for a game without tests: its standard options, and each listed value of the others by itself."""
    standard = info.options()
    sets = [standard]
    for kind in OptionKind:
        for listed in listed_options(info.options, kind):
            sets += [type(standard)(**{listed.name: value}) for value, _name in listed.values[1:]]
    return type("Checked", (GameContract,), {"info": info, "options": sets[:6]})


def _ask_all(project: Project, info: GameInfo, contract: type[GameContract], tell: Any) -> None:
    suite = contract()
    for law in laws(contract):
        tell({"begun": law, "game": info.id})
        faulthandler.dump_traceback_later(SECONDS, exit=True)
        try:
            getattr(suite, f"test_{law}")()
        except LawBroken as broken:
            tell(finding_of(project.folder, info.id, broken))
        except Exception as error:  # noqa: BLE001 - a fault of the suite itself, or what a game did to it
            tell(
                Finding(
                    law,
                    f"the law could not be asked: {type(error).__name__}: {error}",
                    "Mend the laws above first; then look at the place.",
                    info.id,
                    source=_place(project.folder, error.__traceback__),
                )
            )
        else:
            tell({"held": law, "game": info.id})
        finally:
            faulthandler.cancel_dump_traceback_later()


def finding_of(folder: Path, game: str, broken: LawBroken) -> Finding:
    """What is told of a law that a game has broken; `folder` is that of the author's own files."""
    cause = broken.__cause__
    place = _place(folder, cause.__traceback__) if cause is not None else ""
    mend = broken.mend
    if mend.startswith("The traceback"):
        mend = f"Look at {place.partition(chr(10))[0]}." if place else "Let the game answer here instead of raising."
    told = _told(broken.position) if broken.position is not None else ()
    position, _comma, code = broken.where.partition(", replay code ")
    position = position.replace("at(info,", "at(INFO,", 1)
    return Finding(broken.law, broken.what, mend, game, broken.lesson, position, code, told, place)


def _place(folder: Path, trace: TracebackType | None) -> str:
    """The innermost line of the author's own files in a traceback."""
    frames = [frame for frame in traceback.extract_tb(trace) if Path(frame.filename).is_relative_to(folder)]
    if not frames:
        return ""
    last = frames[-1]
    return f"{Path(last.filename).relative_to(folder)}, line {last.lineno}, in {last.name}\n{last.line}"


def _told(at: Position) -> tuple[str, ...]:
    """The round in words, as far as the game can say it."""
    lines = []
    first = max(0, at.ply - _TOLD + 1)
    for ply in range(first, at.ply + 1):
        try:
            before = at.line.states[ply - 1] if ply else None
            said = at.game.say(before, list(at.line.group(ply)), at.line.states[ply], Watcher.OPEN)
            lines.append(f"{ply}. {said}" if ply else f"Deal: {said}")
        except Exception:  # noqa: BLE001 - a game that is being checked may fail anywhere
            lines.append(f"{ply}. {type(at.line.group(ply)[0]).__name__}" if at.line.group(ply) else f"{ply}. –")
    return (*(["…"] if first else []), *lines)


def _look_at_pictures(info: GameInfo, art: tuple[Any, ...], tell: Any) -> None:
    """A note for each kind of face without a picture: it is drawn with its label."""
    faces: set[str] = set()
    try:
        line = play_randomly(info, 2, moves=40)
        for state in islice(line.states, None, None, 8):
            for eye in line.eyes:
                faces |= {piece.face for piece in line.game.scene(state, eye, Aspect.WIDE).pieces}
    except Exception:  # noqa: BLE001 - the laws have told
        return
    for each in art:
        spec = importlib.util.find_spec(each.package)
        home = Path(spec.origin).parent / each.folder if spec is not None and spec.origin is not None else None
        own = {face.partition("/")[2] for face in faces if face.partition("/")[0] == each.prefix}
        missing = sorted(name for name in own if home is None or not (home / f"{name}.svg").is_file())
        if missing:
            tell(
                Finding(
                    "no_picture",
                    f"the art set {each.id} has no picture for {', '.join(missing[:8])}{' …' if len(missing) > 8 else ''}",
                    f"Draw {each.package}/{each.folder}/{missing[0]}.svg; until then the piece shows its label.",
                    info.id,
                    note=True,
                )
            )


def main() -> None:
    """Examine the folder named on the command line."""
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    faulthandler.enable()

    def tell(what: Finding | dict[str, Any]) -> None:
        print(json.dumps({"finding": what.as_json()} if isinstance(what, Finding) else what), file=answer, flush=True)

    examine(read(Path(sys.argv[1])), tell)
    tell({"ended": True})
    # Threads that a game may have started are no reason to wait.
    os._exit(0)


if __name__ == "__main__":
    main()
