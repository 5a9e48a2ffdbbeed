"""The command `sofra`: its own options, and the commands that are imported only when they are called."""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeGuard, final

import click

from sofra.cli.commands import Group, Option, everywhere
from sofra.cli.session import BAD, NO, Session, Stop, session_of
from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason

if TYPE_CHECKING:
    from sofra.host.installed import Entry

__all__ = ["main"]

_ = Texts("sofra-core")

COMMANDS_GROUP: Final = "sofra.commands"
"""The group of entry points where other distributions put commands: a `click.Command` each. `shell` is what opens alone."""

_COMMANDS: Final[dict[str, tuple[str, Message]]] = {
    "games": ("sofra.cli.games:games", _("List the installed games and the plugins that are broken.")),
    "deal": ("sofra.cli.deal:deal", _("Lay out the deal of a code.")),
    "solve": ("sofra.cli.solve:solve", _("Decide whether a deal or a board can be won, and how.")),
    "play": ("sofra.cli.play:play", _("Play in the terminal.")),
    "rounds": ("sofra.cli.rounds:rounds", _("List the saved rounds.")),
    "export": ("sofra.cli.rounds:export", _("Write a saved round to a file.")),
    "import": ("sofra.cli.rounds:import_", _("Take a round from a file into the saved ones.")),
    "replay": ("sofra.cli.replay:replay", _("Play a code or a file again: show it, draw it, check it.")),
    "verify": ("sofra.cli.replay:verify", _("Check a file of rounds: its chain, and every move by the rules.")),
    "arena": ("sofra.cli.arena:arena", _("Let two computer players meet over many rounds.")),
    "stats": ("sofra.cli.stats:stats", _("Show the statistics and the ranking.")),
    "plugins": ("sofra.cli.plugins:plugins", _("Install games from anyone, or write your own.")),
    "doctor": ("sofra.cli.doctor:doctor", _("Look for what is missing on this machine.")),
}
"""Where each command lives, and its line in the help, which is shown without importing it."""


_OPENS: Final = re.compile(r"(?i).*\.sofra|[a-z]{1,6}[0-9]+[\s-].*|[a-z]{1,6}[0-9]+[a-z0-9]{7,}")
"""What is handed to the window when it stands where a command would: a file of a round, or something like a code."""


@final
class _Sofra(Group):
    """`sofra` itself. Commands of other distributions stand behind our own, which they cannot replace."""

    about = _("One table, many games. Without a command the window opens; FILE or CODE opens a saved game or a deal.")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Hand a file or a code to the window."""
        if args and args[0] not in _COMMANDS and (_OPENS.fullmatch(args[0]) or Path(args[0]).is_file()):
            return "shell", _shell_command(ctx), args
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run, and tell what goes wrong in the player's words."""
        session = session_of(ctx)
        try:
            return super().invoke(ctx)
        except Stop as stop:
            session.stop(stop)
        except (click.exceptions.Exit, click.ClickException, click.Abort, BrokenPipeError):
            raise  # click knows what to do, also when whoever reads the answer has gone
        except Exception as error:  # noqa: BLE001 - all errors are told in one place, faults with a report
            if _is_answer(error):
                _cannot_answer(session, error)
            from sofra.guard import PluginError

            message = getattr(error, "message", None)
            if not isinstance(message, Message):
                session.stop(session.report(error))
            # What was asked for is well; it is the plugin that cannot do it.
            session.stop(Stop(message, NO if isinstance(error, PluginError) else BAD))

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's
        return [*_COMMANDS, *sorted(set(_found()) - set(_COMMANDS) - {"shell"})]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        if cmd_name in _COMMANDS:
            module, _colon, name = _COMMANDS[cmd_name][0].partition(":")
            command: click.Command = getattr(import_module(module), name)
            return command
        entry = _found().get(cmd_name)
        if entry is None:
            return None
        try:  # whatever another distribution does, it is told and named
            found = entry.load()
        except Exception as error:
            said = str(error).partition("\n")[0] or type(error).__name__
            raise Stop(
                _(
                    "The command {command} of {plugin} cannot be started: {error}. "
                    "Run {doctor} to see what is missing.",
                    command=Ltr(cmd_name),
                    plugin=Ltr(entry.distribution),
                    error=Ltr(said),
                    doctor=Ltr("sofra doctor"),
                ),
                NO,
            ) from error
        return found if isinstance(found, click.Command) else None

    def rows(self) -> list[tuple[str, Message]]:
        """Our commands, then those of other distributions."""
        ours = [(name, about) for name, (_where, about) in _COMMANDS.items()]
        theirs = [
            (name, _("From {plugin}.", plugin=Ltr(entry.distribution)))
            for name, entry in sorted(_found().items())
            if name not in _COMMANDS and name != "shell"
        ]
        return [*ours, *theirs]


def _shell_command(context: click.Context) -> click.Command:
    """The command that opens the window. Raises Stop where there is none."""
    shell = sofra.get_command(context, "shell")
    if shell is None:
        raise Stop(
            _(
                "The window of Sofra is not installed: install {package}, or play here with {command}.",
                package=Ltr("sofra-qt"),
                command=Ltr("sofra play"),
            ),
            NO,
        )
    return shell


def _shell(context: click.Context, args: list[str]) -> None:
    shell = _shell_command(context)
    with shell.make_context("shell", args, parent=context) as inner:
        shell.invoke(inner)


def _version(context: click.Context, _param: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's signature
    if value:
        from sofra.host.installed import version

        click.echo(f"sofra {version('sofra-core')}")
        context.exit()


def _found() -> dict[str, Entry]:
    from sofra.host.installed import entries

    return {entry.name: entry for entry in reversed(entries(COMMANDS_GROUP))}


@click.command(cls=_Sofra, name="sofra", invoke_without_command=True)
@click.pass_context
def sofra(context: click.Context) -> None:
    """Without a command the window opens."""
    session = session_of(context)
    context.call_on_close(session.close)
    if context.invoked_subcommand is None:
        _shell(context, [])


sofra.params += [
    *everywhere(),
    Option(
        ["--version"],
        _("Show the version and end."),
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_version,
    ),
]


def _is_answer(error: Exception) -> TypeGuard[OSError]:
    """Whether it is the answer itself that could not be written: everything that is said goes through click."""
    if not isinstance(error, OSError) or error.filename is not None or error.__traceback__ is None:
        return False
    *_calls, (innermost, _line) = walk_tb(error.__traceback__)
    return innermost.f_globals.get("__name__") == "click.utils"


def _cannot_answer(session: Session, error: OSError) -> NoReturn:
    """Say so beside the answer and end: a full disk is no mistake of ours."""
    session.as_json = False  # the document would go where nothing can be written
    why = reason(error.strerror or str(error))
    session.stop(Stop(_("The answer cannot be written: {reason}.", reason=why), BAD))


def main() -> None:
    """The script `sofra`."""
    streams = [stream for stream in (sys.stdout, sys.stderr) if isinstance(stream, io.TextIOWrapper)]
    for stream in streams:
        stream.reconfigure(errors="replace")  # a terminal without our letters shows marks instead of a traceback
    try:
        sofra(prog_name="sofra")
    except OSError as error:  # of help and version, which are answered before any command, or of an answer to an answer
        if not _is_answer(error):
            raise
        with suppress(OSError):
            _cannot_answer(Session(), error)
        sys.exit(BAD)
    finally:
        for stream in streams:
            try:
                stream.flush()
            except OSError:
                # Nobody reads it any more. Python would try once more at its end, and exit with a code of its own.
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
