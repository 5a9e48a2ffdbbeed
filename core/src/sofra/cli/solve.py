"""`sofra solve`: can this be won, and how? Of a code, of a board in a file, or of many deals as they fall."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, Final, TypeVar, final

import attrs
import click

from sofra.abilities import Attempts, BadBoard, Boards, Decidable, Plans, Solvable, Verdict
from sofra.cli.commands import Argument, command, json_option, option
from sofra.cli.deal import verdict_words
from sofra.cli.session import BAD, NO, Session, Stop
from sofra.code import NUMBERS, DealCode
from sofra.game import GameInfo, fold
from sofra.message import Ltr, Message, Texts
from sofra.options import OptionKind, option_values
from sofra.reasons import reason
from sofra.share import Share

__all__ = ["solve"]

_ = Texts("sofra-core")
_Found = TypeVar("_Found", bound=tuple[Any, ...])

LAYOUT: Final = "layout"
"""The deal option that `--layout` is about, in every game that has one."""

STOPPED: Final = 130
"""The exit code after Ctrl+C, as shells have it."""

MAX_FILE: Final = 16_000_000
"""More bytes of a board file are not even handed to a game, which has its own, lower bound."""


@command("solve", _("Decide whether a deal or a board can be won, and how."))
@Argument("code", required=False)
@option("--board", about=_("Decide the board in this file."), metavar="FILE")
@option("--layout", about=_("Decide deals of this layout as they fall, lost ones among them."), metavar="LAYOUT")
@option(
    "--count",
    about=_("How many deals of the layout, from the first number on."),
    type=click.IntRange(1, NUMBERS),
    default=200,
    metavar="N",
)
@option("--game", "name", about=_("The game of the board or the layout, where several have one."), metavar="GAME")
@json_option
def solve(
    session: Session, code: str | None, *, board: str | None, layout: str | None, count: int, name: str | None
) -> None:
    """One verdict or a series. Ends with 1 where the answer is that it cannot be won."""
    if sum(each is not None for each in (code, board, layout)) != 1:
        raise Stop(
            _(
                "Name one thing to decide: a code, {board} or {layout}.",
                board=Ltr("--board FILE"),
                layout=Ltr("--layout L00"),
            )
        )
    if code is not None:
        _one(session, *_of_code(session, code))
    elif board is not None:
        _one(session, *_of_board(session, Path(board), name))
    elif layout is not None:
        _series(session, _Deals.find(session, layout, name), count)


def _of_code(session: Session, code: str) -> tuple[Any, Any, dict[str, str]]:
    from sofra.cli.reading import deal_code
    from sofra.host.dealing import deal

    read, info, options = deal_code(session, code)
    dealing = deal(info, read, options)
    if not isinstance(dealing.game, Solvable):
        raise Stop(_("{game} has no verdicts: nobody can decide its deals.", game=info.title))
    return dealing.game, dealing.state, {"game": info.id, "code": str(read)}


def _of_board(session: Session, path: Path, name: str | None) -> tuple[Any, Any, dict[str, str]]:
    known = _fitting(session, name, lambda game: isinstance(game, Boards))
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE + 1)
    except OSError as error:
        said = error.strerror or str(error)
        raise Stop(_("{file} cannot be read: {error}.", file=Ltr(str(path)), error=reason(said))) from error
    read: list[tuple[GameInfo, Any, Any]] = []
    refused: list[tuple[GameInfo, Any, BadBoard]] = []
    for info, game in known:
        try:
            read.append((info, game, game.board(data)))
        except BadBoard as error:
            refused.append((info, game, error))
    if read:
        info, game, state = _one_of(read)
        return game, state, {"game": info.id, "board": str(path)}
    # A file that does not look like one of a game's says nothing by what that game finds wrong with it.
    _info, _game, bad = _one_of([each for each in refused if not each[2].foreign] or refused)
    for problem in bad.problems[1:]:
        session.tell(problem)
    raise Stop(bad.message, BAD) from bad


def _fitting(session: Session, name: str | None, fits: Callable[[Any], bool]) -> list[tuple[GameInfo, Any]]:
    """The game that is named, or all that fit, with their rules. Raises Stop where there is none."""
    from sofra.host.loader import load_rules

    infos = [session.game(name)] if name else list(session.library.games.values())
    found = [(info, game) for info in infos if isinstance(game := load_rules(info), Solvable) and fits(game)]
    if not found:
        raise Stop(_("No game here can do this."))
    return found


def _one_of(found: Sequence[_Found]) -> _Found:
    """The only one of these; each begins with what is known of a game. Raises Stop where one must be named."""
    if len(found) == 1:
        return found[0]
    names = ", ".join(each[0].id for each in found)
    raise Stop(
        _("Several games can do this: add {option} with one of {games}.", option=Ltr("--game"), games=Ltr(names))
    )


def _one(session: Session, game: Any, state: Any, what: dict[str, str]) -> None:
    """Decide one position and tell it."""
    begun = perf_counter()
    try:
        with _steps(session) as progress:
            verdict: Verdict = game.solve(state, None, progress=progress)
    except KeyboardInterrupt:
        session.tell(_("Stopped, undecided."))
        sys.exit(STOPPED)
    seconds = perf_counter() - begun
    won = verdict.answer is Decidable.WINNABLE
    plan = game.tell_plan(state, verdict.plan) if won and isinstance(game, Plans) else None
    if session.as_json:
        answer = {"verdict": verdict.answer.value, "plan": plan, "steps": verdict.steps, "seconds": round(seconds, 4)}
        session.answer(answer | what)
    else:
        session.say(verdict_words(verdict.answer))
        for number, move in enumerate(plan or (), 1):
            click.echo(f"{number:>4}  {_line(move)}")
    if not won:
        sys.exit(NO)


def _line(move: Any) -> str:
    """A move of a plan in one line: its values, without their names."""
    if isinstance(move, dict):
        return " ".join(str(value) for value in move.values())
    if isinstance(move, list | tuple):
        return "  –  ".join(_line(part) for part in move)
    return str(move)


@contextmanager
def _steps(session: Session) -> Iterator[Callable[[int], None] | None]:
    """Tell on a terminal how far a long search is, on a line that goes away again."""
    if not sys.stderr.isatty():
        yield None
        return
    shown = False

    def progress(steps: int) -> None:
        nonlocal shown
        shown = True
        click.echo("\r" + session.text(_("Steps: {n}", n=steps)), nl=False, err=True)

    try:
        yield progress
    finally:
        if shown:
            click.echo("\r\x1b[K", nl=False, err=True)


@final
@attrs.frozen
class _Deals:
    """The deals of one layout as they fall."""

    info: GameInfo
    game: Any
    options: Any

    @classmethod
    def find(cls, session: Session, layout: str, name: str | None) -> _Deals:
        """The deals of the layout, of the game that has it. Raises Stop."""
        infos = [session.game(name)] if name else session.library.games.values()
        value = layout.upper()
        fitting = {
            info.id: info
            for info in infos
            for option, pattern, _default in option_values(info.options(), OptionKind.DEAL)
            if option == LAYOUT and re.fullmatch(pattern, value)
        }
        if not fitting:
            raise Stop(_("No game here has a layout {layout}.", layout=Ltr(layout[:20])))
        info, game = _one_of(_fitting(session, name, lambda game: game.id in fitting and isinstance(game, Attempts)))
        return cls(info, game, info.options(**{LAYOUT: value}))

    def state(self, number: int) -> Any:
        """Attempt 0 of a number. Raises Refused for a layout that is not here."""
        code = DealCode.of(self.info, self.options, number)
        return fold(self.game, self.game.attempt(code.shuffle, self.options, 0))


def _series(session: Session, deals: _Deals, count: int) -> None:
    """Decide attempt 0 of consecutive numbers; stopped by hand, tell what is decided."""
    deals.state(0)  # a layout that is not here is told before a bar is drawn
    begun = perf_counter()
    answers: Counter[Decidable] = Counter()
    slowest = 0.0
    label = session.text(_("Deals"))
    stopped = False
    with click.progressbar(range(count), label=label, file=sys.stderr, show_pos=True) as bar:
        try:
            for number in bar:
                started = perf_counter()
                answers[deals.game.solve(deals.state(number), None).answer] += 1
                slowest = max(slowest, perf_counter() - started)
        except KeyboardInterrupt:
            stopped = True
    if stopped:
        session.tell(_("Stopped. This is what is decided so far."))
    decided = answers.total()
    share = Share(answers[Decidable.WINNABLE], decided)
    seconds = perf_counter() - begun
    if session.as_json:
        session.answer(
            {
                "game": deals.info.id,
                "layout": getattr(deals.options, LAYOUT),
                "count": decided,
                **{answer.value: answers[answer] for answer in Decidable},
                "share": round(share.value, 5),
                "interval": [round(bound, 5) for bound in share.interval],
                "seconds": round(seconds, 3),
                "slowest": round(slowest, 4),
            }
        )
    else:
        session.say(_told(share, answers[Decidable.UNKNOWN]))
    if stopped:
        sys.exit(STOPPED)


def _told(share: Share, unknown: int) -> Message:
    """A share of winnable deals in words."""
    low, high = share.interval
    return _.plural(
        "{won} of {n} deal can be won: {share}, 95 % interval {low} to {high}. Undecided: {unknown}.",
        "{won} of {n} deals can be won: {share}, 95 % interval {low} to {high}. Undecided: {unknown}.",
        share.of,
        won=share.hits,
        share=Ltr(f"{share.value:.2%}"),
        low=Ltr(f"{low:.2%}"),
        high=Ltr(f"{high:.2%}"),
        unknown=unknown,
    )
