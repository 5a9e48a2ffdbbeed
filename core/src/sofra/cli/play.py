"""`sofra play`: a round in the terminal, also over SSH and for screen readers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator

import click

from sofra.cli.commands import Argument, command, option
from sofra.cli.reading import deal_code
from sofra.cli.session import BAD, NO, Session, Stop
from sofra.cli.table import TypedTable
from sofra.game import GameInfo
from sofra.host.dealing import Dealing, deal, deal_new
from sofra.host.marker import Marker
from sofra.host.saved import SavedRound, leave_round, running_round
from sofra.message import Ltr, Texts
from sofra.round import Mode, Round

__all__ = ["play"]

_ = Texts("sofra-core")


@command("play", _("Play in the terminal."))
@Argument("code", required=False)
@option("--game", about=_("Play this game (its id or the letters of its codes)."), metavar="GAME")
@option("--plain", about=_("Only lines of text: for screen readers and scripts."), is_flag=True)
def play(session: Session, code: str | None, game: str | None, *, plain: bool) -> None:
    """The round of a code, else the one that waits, else a new one."""
    opened = _open(session, code, game)
    marker = Marker(session.places.crash)
    marker.set(session.library.plugins[opened.info.id].name)

    def again(old: Round, same: bool) -> Round:  # noqa: FBT001 - called by the table alone
        if same and old.code is not None:
            dealing = deal(old.info, old.code, old.options)
        else:
            dealing = deal_new(old.info, old.options)
        leave_round(session.log, old)
        return _start(session, dealing)

    table = TypedTable(opened, session.translator, click.echo, again)
    table.greet()
    try:
        for line in _plain(table) if plain or not _terminal() else _prompt(table):
            if not table.enter(line):
                break
    finally:
        table.round.stop_clock()
        marker.clear()


def _open(session: Session, code: str | None, game: str | None) -> Round:
    if code is not None:
        read, info, options = deal_code(session, code)
        waiting = running_round(session.log, info.id, _mode(info))
        if waiting is not None and waiting.code == str(read):
            return _resume(session, waiting)
        dealing = deal(info, read, options)
        if waiting is not None:
            _leave(session, waiting)
        return _start(session, dealing)
    games = [session.game(game)] if game else list(session.library.games.values())
    if not games:
        raise Stop(_("There are no games here. Install one, or see {doctor}.", doctor=Ltr("sofra doctor")), NO)
    if len(games) > 1:
        known = ", ".join(info.id for info in games)
        raise Stop(_("Say which game: {option}, one of {games}.", option=Ltr("--game"), games=Ltr(known)), BAD)
    waiting = running_round(session.log, games[0].id, _mode(games[0]))
    if waiting is not None:
        return _resume(session, waiting)
    return _start(session, deal_new(games[0], games[0].options()))


def _start(session: Session, dealing: Dealing) -> Round:
    return Round.open(
        session.log,
        dealing.info,
        code=dealing.code,
        options=dealing.options,
        mode=_mode(dealing.info),
        dealt=dealing.events,
    )


def _mode(info: GameInfo) -> Mode:
    """How a game is played at one keyboard. Raises Stop for one that cannot be."""
    for mode in info.modes:
        if mode in {"alone", "shared"}:
            return mode
    raise Stop(_("{game} cannot be played in the terminal.", game=info.title), NO)


def _resume(session: Session, waiting: SavedRound) -> Round:
    session.say(_("You go on where you were."))
    return Round.resume(session.log, waiting.id, session.library.games)


def _leave(session: Session, waiting: SavedRound) -> None:
    """One round of a game runs at a time: ask before another is left, where there is somebody to ask."""
    question = _("A round of this game is still running ({code}). Leave it?", code=Ltr(waiting.code or waiting.id))
    if _terminal() and not click.confirm(session.text(question)):
        raise Stop(_("It waits for you: {command} goes on with it.", command=Ltr("sofra play")), NO)
    leave_round(session.log, Round.resume(session.log, waiting.id, session.library.games))
    session.tell(_("The round {code} was left.", code=Ltr(waiting.code or waiting.id)))


def _terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _plain(table: TypedTable) -> Iterator[str]:
    """Lines as they come. At a terminal the clock goes on while nobody types."""
    if sys.stdin.isatty() and os.name == "posix":
        yield from _lines(sys.stdin.fileno(), table.tick)
        return
    for line in sys.stdin:
        table.tick()
        yield line


def _lines(handle: int, tick: Callable[[], object]) -> Iterator[str]:
    import select  # not on every platform

    rest = b""
    while True:
        ready, _out, _err = select.select([handle], [], [], 1.0)
        tick()
        if ready:
            read = os.read(handle, 4096)
            if not read:
                return
            *lines, rest = (rest + read).split(b"\n")
            yield from (line.decode("utf-8", errors="replace") for line in lines)


def _prompt(table: TypedTable) -> Iterator[str]:
    """Lines with completion, history, and a bar with time and facts, which also keeps the clock going."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Words(Completer):
        """What can be typed now."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            del complete_event
            begun = document.get_word_before_cursor(WORD=True)
            for word in table.words():
                if word.lower().startswith(begun.lower()):
                    yield Completion(word, -len(begun))

    def bar() -> str:
        table.tick()
        return table.status()

    prompts: PromptSession[str] = PromptSession(
        completer=Words(), complete_while_typing=False, bottom_toolbar=bar, refresh_interval=1.0
    )
    while True:
        try:
            yield prompts.prompt("> ")
        except (EOFError, KeyboardInterrupt):
            return
