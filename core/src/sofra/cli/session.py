"""What one run of the command line works with: language, places, games, log; and how it answers."""

from __future__ import annotations

import json
import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NoReturn, final

import click

from sofra.message import Ltr, Message, Texts

if TYPE_CHECKING:
    from sofra.game import GameInfo
    from sofra.host import Library, Places, Settings
    from sofra.languages import Translator
    from sofra.log import Log

__all__ = ["BAD", "FAULT", "NO", "Session", "Stop", "session_of"]

_ = Texts("sofra-core")

NO: Final = 1
"""The exit code of a clear "no"."""

BAD: Final = 2
"""The exit code of wrong usage or bad input."""

FAULT: Final = 70
"""The exit code of a fault of the program itself (EX_SOFTWARE of sysexits)."""


@final
class Stop(Exception):
    """The command ends here. `message` says what is wrong and what to do, `code` is the exit code.

    `typed` and `place` show where in the player's input it is.
    """

    def __init__(self, message: Message, code: int = BAD, *, typed: str = "", place: int | None = None) -> None:
        super().__init__(message.english)
        self.message = message
        self.code = code
        self.typed = typed
        self.place = place


@final
class Session:
    """One run. The wishes of the command line are plain attributes; everything else is made when it is first asked for."""

    def __init__(self) -> None:
        self.memory = False
        self.safe_mode = False
        self.language = ""
        self.as_json = False
        self._log: Log | None = None
        self._not_saved: Message | None = None

    @cached_property
    def places(self) -> Places:
        """Where the player's data lives."""
        from sofra.host.places import Places

        return Places.find(memory=self.memory)

    @cached_property
    def settings(self) -> Settings:
        """The player's settings; what is wrong with them is told once."""
        from sofra.host.settings import load_settings

        loaded = load_settings(self.places.settings)
        for problem in loaded.problems:
            click.echo(problem.english, err=True)
        return loaded.settings

    @cached_property
    def translator(self) -> Translator:
        """The language asked for, else that of the settings, else the system's."""
        from sofra.languages import Translator, system_language

        if self.language:
            return Translator(self.language)
        settings = self.settings
        return Translator(settings.language or system_language(), digits=settings.digits)

    @cached_property
    def library(self) -> Library:
        """The installed games; plugins that are broken are told on the diagnostics' side."""
        from sofra.host.loader import load_games

        library = load_games(safe_mode=self.safe_mode, places=self.places)
        for broken in library.broken:
            self.tell(_("Plugin {plugin}: {reason}", plugin=Ltr(broken.plugin.name), reason=broken.reason))
        return library

    @property
    def log(self) -> Log:
        """The player's log, open until `close`; one in memory, with the reason told, where it cannot be written."""
        if self._log is None:
            from sofra.host.logs import open_log

            opened = open_log(self.places)
            if opened.not_saved is not None and not self.memory:
                self._not_saved = opened.not_saved.message
                self.tell(self._not_saved)
            for note in opened.notes:
                self.tell(note)
            self._log = opened.log
        return self._log

    def kept(self) -> bool:
        """Whether `log` is the player's own, whole and writable, or none is wanted; else its answer is not the whole truth."""
        _log = self.log
        return self._not_saved is None

    def end(self) -> None:
        """The end of a command that answered about the saved rounds: a clear no where they could not all be read."""
        if not self.kept():
            raise click.exceptions.Exit(NO)

    def close(self) -> None:
        """Close what was opened."""
        if self._log is not None:
            self._log.close()
            self._log = None

    def text(self, message: Message) -> str:
        """The message in the player's language. Isolating marks only where a terminal has to reorder anything."""
        return self.translator.text(message, isolate=self.translator.rtl)

    def say(self, message: Message) -> None:
        """A line of the answer, for people."""
        click.echo(self.text(message))

    def tell(self, message: Message) -> None:
        """A line of diagnostics."""
        click.echo(self.text(message), err=True)

    def answer(self, document: object) -> None:
        """The one document of a `--json` run."""
        unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
        click.echo(json.dumps(document, ensure_ascii=not unicode, indent=1 if sys.stdout.isatty() else None))

    def game(self, name: str) -> GameInfo:
        """A game by its id or its prefix. Raises Stop."""
        library = self.library
        info = library.games.get(name.lower()) or library.by_prefix.get(name.upper())
        if info is None:
            known = ", ".join(library.games) or "–"
            raise Stop(_("There is no game {name} here. There are: {games}.", name=Ltr(name), games=Ltr(known)))
        return info

    def report(self, error: BaseException) -> Stop:
        """Keep the details of a fault of ours (or of a plugin) in a file; the end of the command, with where they are."""
        import traceback
        from datetime import UTC, datetime

        from sofra.host.report import report

        # To be sent to somebody: with the versions, and without the paths and the name of whoever sits here.
        details = report(str(error), details="".join(traceback.format_exception(error)), places=self.places)
        named = Ltr(f"{type(error).__name__}: {str(error).partition(chr(10))[0][:200]}")
        folder = self.places.crash
        if folder is not None:
            path = folder / f"sofra-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.txt"
            try:
                folder.mkdir(parents=True, exist_ok=True)
                path.write_text(details, "utf-8")
            except OSError:
                folder = None
            else:
                return Stop(
                    _(
                        "Sofra has made a mistake: {error}. The details are in {file}.",
                        error=named,
                        file=Ltr(str(path)),
                    ),
                    FAULT,
                )
        click.echo(details, err=True)
        return Stop(_("Sofra has made a mistake: {error}.", error=named), FAULT)

    def stop(self, error: Stop) -> NoReturn:
        """Tell why, with a mark under the place on a terminal, and end."""
        text = self.text(error.message)
        if self.as_json:
            document: dict[str, Any] = {"error": text}
            if error.place is not None:
                document["place"] = error.place
            self.answer(document)
        if error.typed and error.place is not None:
            # A mark under the place; what cannot be printed would move it.
            shown = "".join(sign if sign.isprintable() else "?" for sign in error.typed[:200])
            click.echo(f"{shown}\n{' ' * min(error.place, len(shown))}^", err=True)
        click.echo(text, err=True)
        sys.exit(error.code)


def session_of(context: click.Context) -> Session:
    """The session of this run."""
    root = context.find_root()
    session = root.ensure_object(Session)
    assert isinstance(session, Session)  # noqa: S101 - click types it as Any
    return session
