"""How a command of Sofra is made: translated help, the options that stand before or after it, errors that are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, final

import click

from sofra.cli.session import Session, session_of
from sofra.message import Message, Texts

__all__ = ["Argument", "Command", "Group", "Option", "command", "everywhere", "option"]

_ = Texts("sofra-core")

F = TypeVar("F", bound=Callable[..., Any])


@final
class Option(click.Option):
    """An option whose help is a `Message`."""

    def __init__(self, names: Sequence[str], about: Message, **attributes: Any) -> None:
        super().__init__(names, **attributes)
        self.about = about

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option's row in the help page."""
        self.help = session_of(ctx).text(self.about)
        return super().get_help_record(ctx)


class _Told(click.Command):
    """The help page in the player's language, where click has English alone."""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """How it is called."""
        usage = session_of(ctx).text(_("Usage"))
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), f"{usage}: ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, each with its line."""
        session = session_of(ctx)
        rows = []
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
            if record is not None:
                # The line of `--help` is click's.
                ours = "--help" in param.opts
                rows.append((record[0], session.text(_("Show this message and end.")) if ours else record[1]))
        with formatter.section(session.text(_("Options"))):
            formatter.write_dl(rows)


@final
class Command(_Told):
    """A command whose help is a `Message`, and that takes the options of `sofra` itself behind its name too."""

    def __init__(self, *args: Any, about: Message, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.about = about
        self.params += everywhere()

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The paragraph below the usage line."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(session_of(ctx).text(self.about))


class Group(_Told, click.Group):
    """Commands under one name. `about` is its help; `rows` are the names of its commands, each with its line."""

    about: Message = Message("")

    def rows(self) -> list[tuple[str, Message]]:
        """The commands as the help lists them."""
        return [(name, command.about) for name, command in self.commands.items() if isinstance(command, Command)]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands, each with its line."""
        session = session_of(ctx)
        with formatter.section(session.text(_("Commands"))):
            formatter.write_dl([(name, session.text(about)) for name, about in self.rows()])

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The paragraph below the usage line."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(session_of(ctx).text(self.about))


Argument = click.argument


def command(name: str, about: Message) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a command of a function that takes the `Session` first."""

    def make(function: Callable[..., Any]) -> click.Command:
        def run(**values: Any) -> Any:
            session = session_of(click.get_current_context())
            return function(session, **values)

        run.__click_params__ = getattr(function, "__click_params__", [])  # type: ignore[attr-defined]
        return click.command(name, cls=Command, about=about)(run)

    return make


def option(*names: str, about: Message, **attributes: Any) -> Callable[[F], F]:
    """An option of a command."""
    return click.option(*names, cls=Option, about=about, **attributes)


def everywhere() -> list[click.Parameter]:
    """The options of `sofra` itself, which may stand before a command and behind it."""
    return [
        Option(
            ["--memory"],
            _("Keep nothing: play in memory. Of your files only installed plugins are read."),
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_remember("memory"),
        ),
        Option(
            ["--safe-mode"],
            _("Load only the games that come with Sofra."),
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_remember("safe_mode"),
        ),
        Option(
            ["--language"],
            _("Speak this language: en, ar, ms, tr or hr."),
            metavar="LANGUAGE",
            expose_value=False,
            is_eager=True,
            callback=_language,
        ),
    ]


def json_option(function: F) -> F:
    """The option `--json`."""
    mark = option(
        "--json",
        about=_("Answer with one JSON document; everything else goes to the diagnostics."),
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=_remember("as_json"),
    )
    return mark(function)


def _remember(name: str) -> Callable[[click.Context, click.Parameter, bool], None]:
    def callback(ctx: click.Context, _param: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's signature
        if value:
            setattr(session_of(ctx), name, True)

    return callback


def _language(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    from sofra.languages import LANGUAGES, language_of

    if value is None:
        return
    if language_of(value) is None:
        known = ", ".join(LANGUAGES)
        raise click.BadParameter(f"{value!r} is not spoken here; there are: {known}.", ctx, param)
    session: Session = session_of(ctx)
    session.language = value
