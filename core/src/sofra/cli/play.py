"""`sofra play`: a round in the terminal, also over SSH and for screen readers."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, final

import attrs
import click

from sofra.cli.choosing import MODES, choose
from sofra.cli.commands import Argument, command, option
from sofra.cli.reading import deal_code, with_options
from sofra.cli.session import BAD, NO, Session, Stop
from sofra.cli.table import TypedTable
from sofra.cli.terminal import at_terminal, coloured, columns, wrapped
from sofra.game import GameInfo
from sofra.host.dealing import Dealing, deal, deal_new
from sofra.host.marker import Marker
from sofra.host.saved import SavedRound, leave_round, running_round
from sofra.message import Ltr, Texts
from sofra.options import OptionKind, option_values
from sofra.round import Mode, Round

__all__ = ["play"]

_ = Texts("sofra-core")


@command("play", _("Play in the terminal."))
@Argument("code", required=False)
@option("--game", about=_("Play this game (its id or the letters of its codes)."), metavar="GAME")
@option("--mode", about=_("Against the computer, or two at this keyboard: computer or shared."), metavar="MODE")
@option("--level", about=_("How well the computer plays."), metavar="LEVEL")
@option(
    "--set",
    "chosen",
    about=_("Choose an option of a new round, such as its scoring."),
    metavar="NAME=VALUE",
    multiple=True,
)
@option("--plain", about=_("Only lines of text: for screen readers and scripts."), is_flag=True)
def play(
    session: Session,
    code: str | None,
    game: str | None,
    mode: str | None,
    level: str | None,
    chosen: tuple[str, ...],
    *,
    plain: bool,
) -> None:
    """The round of a code, else the one that waits, else a new one."""
    wish = _Wish(mode, level, chosen)
    with _ends_in_order():
        _play(session, _open(session, code, game, wish), wish, plain=plain)


def _play(session: Session, opened: Round, wish: _Wish, *, plain: bool) -> None:
    """Play on until the person ends it, or the terminal is gone."""
    marker = Marker(session.places.crash)
    marker.set(session.library.plugins[opened.info.id].name)

    def again(old: Round, same: bool) -> Round:  # noqa: FBT001 - called by the table alone
        if same and old.code is not None:
            dealing = deal(old.info, old.code, wish.options(old.info, old.options, OptionKind.PLAY))
        else:
            dealing = deal_new(old.info, wish.options(old.info, old.options, *OptionKind))
        leave_round(session.log, old)
        return _start(session, dealing, old.mode, old.level)

    table = TypedTable(
        opened,
        session.translator,
        click.echo,
        again,
        None if plain else click.clear,
        columns,
        colour=not plain and coloured(),
    )
    try:
        _follow(table, plain=plain)
        _wave(session, table.round)
    except OSError as error:
        # The terminal was closed; there is nobody to tell.
        if error.errno != errno.EIO:
            raise
    finally:
        table.round.stop_clock()
        marker.clear()


def _follow(table: TypedTable, *, plain: bool) -> None:
    """Do what is typed, to the end of the input or Ctrl+C, which the table takes where something is worked out."""
    try:
        table.greet()
        for line in _plain(table) if plain or not at_terminal() else _prompt(table):
            if not table.enter(line):
                return
    except KeyboardInterrupt:
        click.echo()


def _wave(session: Session, left: Round) -> None:
    """Say how to come back to a round that waits."""
    if left.over or session.memory or not session.kept():
        return
    usual = next(mode for mode in MODES if mode in left.info.modes)
    mode = "" if left.mode == usual else f" --mode {left.mode}"
    command = Ltr(f"sofra play --game {left.info.id}{mode}")
    click.echo(wrapped(session.text(_("It waits for you: {command} goes on with it.", command=command)), columns()))


@contextmanager
def _ends_in_order() -> Iterator[None]:
    """Where the process is asked to end, or its terminal is closed, the round is put away first."""

    def end(number: int, _frame: object) -> NoReturn:
        raise SystemExit(128 + number)

    asked = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    # Whoever starts us with `nohup` wants no end when the terminal is closed.
    before = {number: signal.signal(number, end) for number in asked if signal.getsignal(number) != signal.SIG_IGN}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@final
@attrs.frozen
class _Wish:
    """How a round is wanted: mode, level, and options as they were typed."""

    mode: str | None
    level: str | None
    chosen: tuple[str, ...]

    def mode_of(self, info: GameInfo) -> Mode:
        """How a game is played at one keyboard: as wished, else alone, against the computer, or two in turn. Raises Stop."""
        playable: list[Mode] = [mode for mode in MODES if mode in info.modes]
        if not playable:
            raise Stop(_("{game} cannot be played in the terminal.", game=info.title), NO)
        for mode in playable:
            if self.mode in {None, mode}:
                if self.level is not None and mode != "computer":
                    raise Stop(
                        _("A level is for rounds against the computer: add {option}.", option=Ltr("--mode computer"))
                    )
                return mode
        known = Ltr(", ".join(playable))
        raise Stop(_("{game} is not played in that mode. There are: {modes}.", game=info.title, modes=known))

    def options(self, info: GameInfo, options: Any, *kinds: OptionKind) -> Any:
        """Options of a further round: those given, with what was typed of these kinds."""
        names = {name for kind in kinds for name, _pattern, _value in option_values(options, kind)}
        chosen = [typed for typed in self.chosen if typed.partition("=")[0] in names]
        return with_options(info, options, chosen, *kinds)

    def holds_for_a_restart(self, info: GameInfo) -> bool:
        """Whether anything was typed that does not make another deal."""
        names = {name for name, _pattern, _value in option_values(info.options(), OptionKind.PLAY)}
        return any(typed.partition("=")[0] in names for typed in self.chosen)


def _open(session: Session, code: str | None, game: str | None, wish: _Wish) -> Round:
    if code is not None:
        read, info, options = deal_code(session, code)
        options = with_options(info, options, wish.chosen, OptionKind.PLAY)
        mode = wish.mode_of(info)
        waiting = running_round(session.log, info.id, mode)
        if waiting is not None and waiting.code == str(read):
            return _resume(session, waiting, wish)
        dealing = deal(info, read, options)
        if waiting is not None:
            _leave(session, waiting)
        return _start(session, dealing, mode, wish.level)
    games = [session.game(game)] if game else list(session.library.games.values())
    if not games:
        raise Stop(_("There are no games here. Install one, or see {doctor}.", doctor=Ltr("sofra doctor")), NO)
    if len(games) > 1 and not at_terminal():
        known = ", ".join(info.id for info in games)
        raise Stop(_("Say which game: {option}, one of {games}.", option=Ltr("--game"), games=Ltr(known)), BAD)
    info, mode = choose(session, games, wish.mode) if len(games) > 1 else (games[0], wish.mode_of(games[0]))
    wish = attrs.evolve(wish, mode=mode)
    mode = wish.mode_of(info)
    options = with_options(info, info.options(), wish.chosen, *OptionKind)
    waiting = running_round(session.log, info.id, mode)
    if waiting is not None:
        return _resume(session, waiting, wish)
    return _start(session, deal_new(info, options), mode, wish.level)


def _start(session: Session, dealing: Dealing, mode: Mode, level: str | None) -> Round:
    return Round.open(
        session.log,
        dealing.info,
        code=dealing.code,
        options=dealing.options,
        mode=mode,
        level=level,
        dealt=dealing.events,
    )


def _resume(session: Session, waiting: SavedRound, wish: _Wish) -> Round:
    session.say(_("You go on where you were."))
    resumed = Round.resume(session.log, waiting.id, session.library.games)
    if wish.chosen:
        session.tell(
            _("Options hold from the next round on: type {new} or {restart}.", new=Ltr("new"), restart=Ltr("restart"))
            if wish.holds_for_a_restart(resumed.info)
            else _("Options hold from the next round on: type {new}.", new=Ltr("new"))
        )
    if wish.level is not None:
        resumed.change_level(wish.level)
    return resumed


def _leave(session: Session, waiting: SavedRound) -> None:
    """One round of a game runs at a time: ask before another is left, where there is somebody to ask."""
    code = waiting.public_code
    question = (
        _("A round of this game is still running. Leave it?")
        if code is None
        else _("A round of this game is still running ({code}). Leave it?", code=Ltr(code))
    )
    if at_terminal() and not click.confirm(session.text(question)):
        raise Stop(_("It waits for you: {command} goes on with it.", command=Ltr("sofra play")), NO)
    left = Round.resume(session.log, waiting.id, session.library.games)
    leave_round(session.log, left)
    session.tell(
        _("The round of {game} that waited was left.", game=left.info.title)
        if code is None
        else _("The round of {game} that waited was left: {code}.", game=left.info.title, code=Ltr(code))
    )


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
            try:
                read = os.read(handle, 4096)
            except OSError:  # the terminal was closed
                read = b""
            if not read:
                yield rest.decode("utf-8", errors="replace")
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
        return table.bar()

    prompts: PromptSession[str] = PromptSession(
        completer=Words(), complete_while_typing=False, bottom_toolbar=bar, refresh_interval=1.0
    )
    while True:
        try:
            yield prompts.prompt("> ")
        except (EOFError, KeyboardInterrupt):
            return
