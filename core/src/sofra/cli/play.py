"""`sofra play`: a round in the terminal, also over SSH and for screen readers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final, final

import attrs
import click

from sofra.cli.commands import Argument, command, option
from sofra.cli.reading import deal_code, with_options
from sofra.cli.session import BAD, NO, Session, Stop
from sofra.cli.table import TypedTable
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
    opened = _open(session, code, game, wish)
    marker = Marker(session.places.crash)
    marker.set(session.library.plugins[opened.info.id].name)

    def again(old: Round, same: bool) -> Round:  # noqa: FBT001 - called by the table alone
        if same and old.code is not None:
            dealing = deal(old.info, old.code, wish.options(old.info, old.options, OptionKind.PLAY))
        else:
            dealing = deal_new(old.info, wish.options(old.info, old.options, *OptionKind))
        leave_round(session.log, old)
        return _start(session, dealing, old.mode, old.level)

    table = TypedTable(opened, session.translator, click.echo, again, None if plain else click.clear)
    table.greet()
    try:
        for line in _plain(table) if plain or not _terminal() else _prompt(table):
            if not table.enter(line):
                break
    finally:
        table.round.stop_clock()
        marker.clear()


@final
@attrs.frozen
class _Wish:
    """How a round is wanted: mode, level, and options as they were typed."""

    mode: str | None
    level: str | None
    chosen: tuple[str, ...]

    def mode_of(self, info: GameInfo) -> Mode:
        """How a game is played at one keyboard: as wished, else alone, against the computer, or two in turn. Raises Stop."""
        playable: list[Mode] = [mode for mode in _MODES if mode in info.modes]
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


_MODES: Final[tuple[Mode, ...]] = ("alone", "computer", "shared")


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
    if len(games) > 1:
        known = ", ".join(info.id for info in games)
        raise Stop(_("Say which game: {option}, one of {games}.", option=Ltr("--game"), games=Ltr(known)), BAD)
    info = games[0]
    options = with_options(info, info.options(), wish.chosen, *OptionKind)
    mode = wish.mode_of(info)
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
    if _terminal() and not click.confirm(session.text(question)):
        raise Stop(_("It waits for you: {command} goes on with it.", command=Ltr("sofra play")), NO)
    left = Round.resume(session.log, waiting.id, session.library.games)
    leave_round(session.log, left)
    session.tell(
        _("The round of {game} that waited was left.", game=left.info.title)
        if code is None
        else _("The round of {game} that waited was left: {code}.", game=left.info.title, code=Ltr(code))
    )


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
