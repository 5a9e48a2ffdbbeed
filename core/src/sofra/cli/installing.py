"""`sofra plugins list`, `install`, `update`, `remove`, `enable`, `disable`: the plugins of a player."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, Final, Self, TypeVar

import click

from sofra.cli.commands import Argument, command, json_option, option
from sofra.cli.session import BAD, NO, Session, Stop
from sofra.host.plugins import Installed, Offer, Plugins, PluginsError
from sofra.host.plugins.errors import NeedsBuild, NoPlugin, NotFound, NoWheel
from sofra.host.plugins.offers import TRUST, describe
from sofra.message import Ltr, Message, Texts

__all__ = ["disable", "enable", "install", "list_", "remove", "update"]

_ = Texts("sofra-core")

T = TypeVar("T")

_BAD_INPUT: Final = (NotFound, NoPlugin, NoWheel)

_yes = option(
    "--yes", "agreed", about=_("Agree to what would be asked: needed where nobody can be asked."), is_flag=True
)


@command("list", _("List the installed plugins."))
@json_option
def list_(session: Session) -> None:
    """Each with its version, where it came from, and how it stands."""
    plugins = Plugins(session.places)
    if plugins.problem is not None:
        session.tell(plugins.problem)
    rows = [_row(session, each) for each in plugins.installed()]
    if session.as_json:
        session.answer(rows)
    else:
        for each, row in zip(plugins.installed(), rows, strict=True):
            session.say(
                _(
                    "{plugin} {version}: {status}",
                    plugin=Ltr(each.name),
                    version=Ltr(each.version),
                    status=_word(row["status"]),
                )
            )
            if row["reason"]:
                click.echo(f"  {row['reason']}")
        if not rows:
            session.say(
                _("No plugin is installed. {command} installs one.", command=Ltr("sofra plugins install SOURCE"))
            )
    if plugins.problem is not None:
        raise click.exceptions.Exit(NO)


@command("install", _("Install a game from a wheel, a folder, or a name on the package index."))
@Argument("source")
@_yes
@json_option
def install(session: Session, source: str, *, agreed: bool) -> None:
    """What would be installed is shown first, and installed only when it is agreed to."""
    plugins = Plugins(session.places)
    with _Line(session) as line:
        try:
            offers = _told(lambda: plugins.inspect(source, build=agreed, progress=line))
        except NeedsBuild as error:
            line.end()
            _ask(session, error.message, None)
            offers = _told(lambda: plugins.inspect(source, build=True, progress=line))
    _take(session, plugins, offers, agreed=agreed)


@command("update", _("Look for newer versions of plugins where they came from, and install them."))
@Argument("names", nargs=-1, metavar="[NAME]...")
@_yes
@json_option
def update(session: Session, names: Sequence[str], *, agreed: bool) -> None:
    """Of the plugins that are named, or of all. One that fails keeps no other from being updated."""
    plugins = Plugins(session.places)
    wanted = list(names) or [each.name for each in plugins.installed()]
    offers: list[Offer] = []
    failed = False
    for name in wanted:
        try:
            with _Line(session) as line:
                offer = _newer(session, plugins, name, line, agreed=agreed)
        except NoPlugin as error:
            raise Stop(error.message, BAD) from error
        except PluginsError as error:
            session.tell(_("{plugin}: {reason}", plugin=Ltr(name), reason=error.message))
            failed = True
            continue
        if offer is None:
            session.tell(_("{plugin} is up to date.", plugin=Ltr(name)))
        else:
            offers.append(offer)
    _take(session, plugins, offers, agreed=agreed)
    if failed:
        raise click.exceptions.Exit(NO)


def _newer(session: Session, plugins: Plugins, name: str, line: _Line, *, agreed: bool) -> Offer | None:
    try:
        return plugins.newer(name, build=agreed, progress=line)
    except NeedsBuild as error:
        line.end()
        _ask(session, error.message, None)
        return plugins.newer(name, build=True, progress=line)


@command("remove", _("Remove a plugin. Saved rounds of its games stay."))
@Argument("name")
@json_option
def remove(session: Session, name: str) -> None:
    """Its rounds can be opened again when it is installed again."""
    gone = _told(lambda: Plugins(session.places).remove(name))
    _done(session, gone, "removed", _("{plugin} is removed. Saved rounds of its games stay.", plugin=Ltr(gone.name)))


@command("enable", _("Switch a plugin on again."))
@Argument("name")
@json_option
def enable(session: Session, name: str) -> None:
    """Its games are in the library again."""
    done = _told(lambda: Plugins(session.places).enable(name))
    _done(session, done, "on", _("{plugin} is switched on.", plugin=Ltr(done.name)))


@command("disable", _("Switch a plugin off without removing it."))
@Argument("name")
@json_option
def disable(session: Session, name: str) -> None:
    """It is not loaded any more, and its games are not in the library."""
    done = _told(lambda: Plugins(session.places).disable(name))
    _done(session, done, "off", _("{plugin} is switched off.", plugin=Ltr(done.name)))


def _take(session: Session, plugins: Plugins, offers: Sequence[Offer], *, agreed: bool) -> None:
    """Show what is offered, ask, install; then say what came of it. Raises Stop at the first that cannot be."""
    done: list[Installed] = []
    refused: list[Message] = []
    for offer in offers:
        if not session.as_json:
            for each in describe(offer):
                session.say(each)
        if offer.problems:
            refused += offer.problems
            if not session.as_json:
                for problem in offer.problems:
                    session.tell(problem)
            continue
        if not (agreed or offer.consented):
            if session.as_json:
                refused.append(TRUST)
                continue
            _ask(session, TRUST, offer)
        with _Line(session) as line:
            done.append(_told(lambda: plugins.install(offer, consent=True, progress=line)))  # noqa: B023 - called at once
    rows = [_row(session, each) for each in done]
    if session.as_json:
        session.answer({"offers": [_document(session, each) for each in offers], "installed": rows})
    else:
        for plugin, row in zip(done, rows, strict=True):
            session.say(_installed(plugin, row))
            if row["reason"]:
                click.echo(f"  {row['reason']}")
    if refused or any(row["status"] == "broken" for row in rows):
        raise click.exceptions.Exit(NO)


def _installed(plugin: Installed, row: dict[str, Any]) -> Message:
    name, version = Ltr(plugin.name), Ltr(plugin.version)
    if row["status"] == "broken":
        return _("{plugin} {version} is installed, but cannot be used.", plugin=name, version=version)
    if not row["games"]:
        return _("{plugin} {version} is installed.", plugin=name, version=version)
    return _.plural(
        "{plugin} {version} is installed. It adds {n} game to the library.",
        "{plugin} {version} is installed. It adds {n} games to the library.",
        len(row["games"]),
        plugin=name,
        version=version,
    )


def _ask(session: Session, what: Message, offer: Offer | None) -> None:
    """Ask the person at the terminal to agree. Raises Stop where nobody is there, or the answer is no."""
    if session.as_json or not _somebody_there():
        session.tell(what)
        raise Stop(_("Nobody can be asked here. Say {option} to agree.", option=Ltr("--yes")), NO)
    word = session.text(_.context("an answer", "yes"))
    session.say(what)
    if offer is None:
        session.say(_("Type {word} and press Enter to build it; anything else stops here.", word=word))
    else:
        name = Ltr(f"{offer.name} {offer.version}")
        session.say(
            _("Type {word} and press Enter to install {plugin}; anything else stops here.", word=word, plugin=name)
        )
    typed = sys.stdin.readline().strip().casefold()
    if typed not in {"yes", "y", word.casefold()}:
        raise Stop(_("Nothing was installed."), NO)


def _somebody_there() -> bool:
    """Whether the answers come from a terminal."""
    return sys.stdin.isatty()


def _done(session: Session, plugin: Installed, status: str, said: Message) -> None:
    if session.as_json:
        session.answer({"name": plugin.name, "version": plugin.version, "status": status})
    else:
        session.say(said)


def _row(session: Session, plugin: Installed) -> dict[str, Any]:
    """A plugin in a `--json` answer: how it stands is asked of the library."""
    library = session.library
    games = [game for game, owner in library.plugins.items() if owner.name == plugin.name]
    broken = [each.reason for each in library.broken if each.plugin.name == plugin.name]
    return {
        "name": plugin.name,
        "version": plugin.version,
        "status": "off" if not plugin.enabled else "broken" if broken else "ready",
        "reason": session.text(broken[0]) if broken else None,
        "games": games,
        "author": plugin.author,
        "summary": plugin.summary,
        "source": plugin.source,
        "file": plugin.file,
        "sha256": plugin.sha256,
        "installed": plugin.at,
    }


def _document(session: Session, offer: Offer) -> dict[str, Any]:
    return {
        "name": offer.name,
        "version": offer.version,
        "replaces": offer.replaces or None,
        "author": offer.author,
        "summary": offer.summary,
        "licence": offer.licence,
        "page": offer.page,
        "source": session.text(offer.source.message),
        "file": offer.file,
        "size": offer.size,
        "sha256": offer.sha256,
        "needs": list(offer.needs),
        "adds": {
            "games": [
                {"id": each.id, "title": each.title, "prefix": each.prefix, "api": each.api}
                for each in offer.adds.games
            ],
            "art": list(offer.adds.art),
            "languages": list(offer.adds.languages),
            "modules": list(offer.adds.modules),
        },
        "consented": offer.consented,
        "problems": [session.text(each) for each in offer.problems],
    }


def _word(status: str) -> Message:
    words = {
        "ready": _.context("a plugin", "ready"),
        "off": _.context("a plugin", "switched off"),
        "broken": _.context("a plugin", "cannot be used"),
    }
    return words[status]


def _told(call: Callable[[], T]) -> T:
    """Do something with plugins. Raises Stop with the exit code of the error, NeedsBuild as it is."""
    try:
        return call()
    except NeedsBuild:
        raise
    except PluginsError as error:
        raise Stop(error.message, BAD if isinstance(error, _BAD_INPUT) else NO) from error


class _Line:
    """A line at a terminal that tells how far something is; nothing elsewhere."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._shown = sys.stderr.isatty() and not session.as_json
        self._said = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.end()

    def __call__(self, message: Message, share: float) -> None:
        said = f"{self._session.text(message)} {share:.0%}" if share else self._session.text(message)
        if self._shown and said != self._said:
            self._said = said
            click.echo(f"\r\033[K{said}", nl=False, err=True)

    def end(self) -> None:
        """Take the line away."""
        if self._said:
            click.echo("\r\033[K", nl=False, err=True)
            self._said = ""
