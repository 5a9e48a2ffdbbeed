"""Reading codes as they are typed, with a place where one stops being readable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from sofra.cli.session import BAD, Session, Stop
from sofra.code import CodeError, DealCode, ReplayCode
from sofra.game import GameInfo
from sofra.message import Ltr, Texts
from sofra.options import OptionKind, listed_options, option_values

__all__ = ["deal_code", "replay_code", "with_options"]

_ = Texts("sofra-core")


def deal_code(session: Session, text: str) -> tuple[DealCode, GameInfo, Any]:
    """A deal code, its game and its options. Raises Stop with the place and the reason."""
    try:
        code, info, options = DealCode.parse(text, session.library.games.values())
    except CodeError as error:
        raise Stop(error.message, BAD, typed=text, place=error.place) from error
    _teach(session, code, info, options)
    return code, info, options


def replay_code(session: Session, text: str) -> tuple[ReplayCode, GameInfo, Any]:
    """A replay code, its game and its options. Raises Stop with the place and the reason."""
    try:
        code, info, options = ReplayCode.parse(text, session.library.games.values())
    except CodeError as error:
        raise Stop(error.message, BAD, typed=text, place=error.place) from error
    _teach(session, code.deal, info, options)
    return code, info, options


def with_options(info: GameInfo, options: Any, chosen: Sequence[str], *kinds: OptionKind) -> Any:
    """Options with the values of some that were typed as `name=value`; `kinds` are those that may be chosen here. Raises Stop."""
    known = {name: pattern for kind in kinds for name, pattern, _value in option_values(options, kind)}
    for typed in chosen:
        name, equals, value = typed.partition("=")
        if not equals or name not in known:
            names = Ltr(", ".join(known) or "–")
            raise Stop(
                _(
                    "{typed} chooses nothing here. Options of {game}: {names}.",
                    typed=Ltr(typed),
                    game=info.title,
                    names=names,
                )
            )
        try:
            options = attrs.evolve(options, **{name: value})
        except ValueError:
            listed = {each.name: each for kind in kinds for each in listed_options(info.options, kind)}
            values = [token for token, _name in listed[name].values] if name in listed else [known[name]]
            raise Stop(
                _("{value} is no value of {name}. There are: {values}.",
                  value=Ltr(value), name=Ltr(name), values=Ltr(", ".join(values)))
            ) from None  # fmt: skip
    return options


def _teach(session: Session, code: DealCode, info: GameInfo, options: Any) -> None:
    """Let the game know the layouts that the player took in, where the code names one of them."""
    from sofra.host.kept import Kept
    from sofra.host.loader import load_rules

    kept = Kept(session.places)
    if kept.named_by(info, options):
        kept.teach(info, load_rules(info, code.version))
