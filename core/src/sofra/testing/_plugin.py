"""The laws of the plugin: what its GameInfo promises, what it imports, and that another process plays the same round."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import attrs

from sofra.game import API, Game
from sofra.options import OptionKind, option_values
from sofra.testing import _probe
from sofra.testing._base import Contract, frozen
from sofra.testing._law import Break, once
from sofra.testing._playing import Position

__all__ = ["PluginLaws"]

_ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_PREFIX: Final = re.compile(r"[A-Z]{1,4}")


class PluginLaws(Contract):
    """A plugin is found by its GameInfo and plays in any process, without window, database or event loop."""

    @once
    def test_the_info_is_true(self) -> None:
        """GameInfo says what the rules say: id, versions, seats; its prefix can begin a code, its options can stand in one.

        The library page trusts it, because it does not import the rules.
        """
        info = self.info
        if not _ID.fullmatch(info.id):
            raise Break(None, f"the id is {info.id!r}", "Use lower case words joined by dashes.")
        if not _PREFIX.fullmatch(info.prefix):
            raise Break(None, f"the prefix is {info.prefix!r}", "Use one to four capital letters.")
        if info.api != API:
            raise Break(
                None, f"the game is made for api {info.api}, this is api {API}", "Port it, and name the new api."
            )
        for version in info.rules:
            game = info.load(version)
            if not isinstance(game, Game):
                raise Break(None, f"{info.rules[version]} is no Game", "Name the class: module:Class.")
            for name, wanted in (("id", info.id), ("version", version)):
                if getattr(game, name, None) != wanted:
                    raise Break(
                        None,
                        f"the rules' {name} is {getattr(game, name, None)!r}, not {wanted!r}",
                        "Say the same in GameInfo and in the rules.",
                    )
            if game.seats not in info.seats:
                raise Break(
                    None, f"the rules have {game.seats} seats, not one of {info.seats}", "Say the same in both."
                )
        for options in self.option_sets():
            self.check_options(options)

    def check_options(self, options: Any) -> None:
        """One instance of the options class: frozen, equal to itself made anew, tokens that can stand in a code."""
        if type(options) is not self.info.options or not frozen(options):
            raise Break(
                None, f"{options!r} is no frozen {self.info.options.__name__}", "Use attrs.frozen and `option`."
            )
        for field in attrs.fields(type(options)):
            if "sofra.kind" not in field.metadata:
                raise Break(None, f"the option {field.name} is not declared", "Make it with sofra.options.option.")
        for kind in (OptionKind.DEAL, OptionKind.RULE):
            for name, _pattern, value in option_values(options, kind):
                if not re.fullmatch(r"[A-Z][A-Z0-9]*", value):
                    raise Break(
                        None,
                        f"the option {name} is {value!r} in a code",
                        "Use a capital letter, then capitals and digits.",
                    )

    @once
    def test_another_process_plays_the_same_round(self) -> None:
        """Another process, with other hashes, deals the same tiles and answers the same choices with the same events.

        Hash order differs from process to process (PYTHONHASHSEED): a game that goes through a set in its own order gives a
        code another meaning on every start.
        """
        line = self.line(0, 2 % self.lines)
        if not line.states:
            return
        mine = _probe.retrace(line.game, line.code.shuffle, line.options, line.indexes[: self.depth * 3])
        for seed in ("1", "2"):
            answer = self.probe(seed)
            if answer["error"]:
                raise Break(
                    line,
                    f"with PYTHONHASHSEED={seed} another process cannot play on: {answer['error'][-2000:]}",
                    "Sort what comes out of a set or frozenset before its order can matter.",
                )
            for k, (left, right) in enumerate(zip(mine, answer["trace"], strict=True)):
                if left != right:
                    raise Break(
                        Position(line, k),
                        f"with PYTHONHASHSEED={seed} another process goes another way after {k} commands",
                        "Sort what comes out of a set or frozenset before its order can matter.",
                    )

    @once
    def test_rules_stay_among_themselves(self) -> None:
        """The rules import no Qt, no database and no event loop: they are plain functions that run anywhere.

        A scene says what the table looks like; the shell draws it.
        """
        for name, importer in self.probe("1")["imports"]:
            raise Break(
                None,
                f"{importer} imports {name}",
                f"Remove the import of {name}. Leave windows to the shell, files to the log, waiting to the host: a game only computes.",
            )

    def probe(self, seed: str) -> Any:
        """What another process finds when it loads the rules and plays a line."""
        line = self.line(0, 2 % self.lines)
        options = {field.name: getattr(line.options, field.name) for field in attrs.fields(type(line.options))}
        job = {
            "rules": self.info.rules[self.info.version],
            "options": [type(line.options).__module__, type(line.options).__qualname__, options],
            "code": line.code.hashed,
            "indexes": line.indexes[: self.depth * 3],
        }
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path),
        }
        done = subprocess.run(  # noqa: S603 - our own probe
            [sys.executable, "-P", str(Path(_probe.__file__))],
            input=json.dumps(job),
            capture_output=True,
            text=True,
            env=environment,
            timeout=100,
            check=False,
        )
        if done.returncode:
            raise Break(
                None, f"the rules fail in another process: {done.stderr[-2000:]}", "Mend what the traceback shows."
            )
        return json.loads(done.stdout)
