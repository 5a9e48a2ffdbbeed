"""Choosing a game at the terminal, by its number: one that waits first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import click

from sofra.cli.session import NO, Session, Stop
from sofra.cli.terminal import columns, wrapped
from sofra.game import GameInfo
from sofra.host.saved import running_rounds
from sofra.message import Clock, Ltr, Message, Texts
from sofra.round import Mode

__all__ = ["MODES", "choose"]

_ = Texts("sofra-core")

MODES: Final[tuple[Mode, ...]] = ("alone", "computer", "shared")
"""How a game can be played at one keyboard, the usual way first."""


def choose(session: Session, games: Sequence[GameInfo], wished: str | None) -> tuple[GameInfo, Mode]:
    """Ask what to play of several games; `wished` is a mode where only one is wanted. Raises Stop."""
    ways = [(info, mode) for info in games for mode in MODES if mode in info.modes and wished in {None, mode}]
    if not ways:
        raise Stop(_("No game here is played in that mode."), NO)
    waiting = running_rounds(session.log)
    last = next((way for key in waiting for way in ways if (way[0].id, way[1]) == key), None)
    for number, (info, mode) in enumerate(ways, 1):
        row = _way(info, mode)
        waits = waiting.get((info.id, mode))
        if waits is not None:
            row = _("{game}: a round waits, {time}", game=row, time=Clock(waits.active_ms))
        click.echo(f"{number:3}  {session.text(row)}")
    asked = (
        _("Type the number of a game.")
        if last is None
        else _("Type the number of a game; Enter goes on with {game}.", game=_way(*last))
    )
    click.echo(wrapped(session.text(asked), columns()))
    while True:
        typed = _typed()
        if typed is None:
            raise Stop(_("No game was chosen."), NO)
        chosen = last if not typed else _meant(typed, ways)
        if chosen is not None:
            return chosen
        if typed:
            session.say(_("There is no game {name} in this list.", name=Ltr(typed[:40])))


def _typed() -> str | None:
    try:
        return input("> ").strip()
    except (EOFError, KeyboardInterrupt):
        click.echo()
        return None


def _meant(typed: str, ways: Iterable[tuple[GameInfo, Mode]]) -> tuple[GameInfo, Mode] | None:
    """The way with this number, else the first of the game with this id or these letters."""
    word = typed.lower()
    for number, (info, mode) in enumerate(ways, 1):
        if word in {str(number), info.id, info.prefix.lower()}:
            return info, mode
    return None


def _way(info: GameInfo, mode: Mode) -> Message:
    if mode == "computer":
        return _("{game}, against the computer", game=info.title)
    return _("{game}, two at this keyboard", game=info.title) if mode == "shared" else info.title
