"""What a game offers to choose from before a deal, asked without importing the game by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, final

import attrs

from sofra.abilities import Offer, Offers
from sofra.code import CodeError, DealCode
from sofra.game import GameInfo
from sofra.host.kept import Kept
from sofra.host.loader import load_rules
from sofra.message import Ltr, Message, Texts
from sofra.options import OptionKind, option_values

__all__ = ["Offered", "may_offer", "offered_by"]

_ = Texts("sofra-qt")

_NONE: Final = _("–")


@final
@attrs.frozen
class Offered:
    """The offers of a game for one deal option."""

    game: Any
    option: str
    offers: Sequence[Offer]

    def title(self, value: str) -> Message:
        """The name of a value, of one that is not offered any more the value itself."""
        return next((each.title for each in self.offers if each.value == value), _("{value}", value=Ltr(value)))

    def value_of(self, info: GameInfo, code: str | None) -> str:
        """The value that a code names; "" for none, or a code that cannot be read any more."""
        if code is None:
            return ""
        try:
            _code, _info, options = DealCode.parse(code, (info,))
        except CodeError:
            return ""
        return str(getattr(options, self.option))

    def title_of(self, info: GameInfo, code: str | None) -> Message:
        """The name of what a code was dealt on."""
        value = self.value_of(info, code)
        return self.title(value) if value else _NONE


def may_offer(info: GameInfo) -> bool:
    """Whether a game has deal options at all; its rules are not imported for that."""
    return bool(option_values(info.options(), OptionKind.DEAL))


def offered_by(info: GameInfo, kept: Kept) -> Offered | None:
    """What a game offers for the first of its deal options that has a list, the player's own values too. Raises PluginError."""
    if not may_offer(info):
        return None
    game = load_rules(info)
    kept.teach(info, game)
    if isinstance(game, Offers):
        for name, _pattern, _value in option_values(info.options(), OptionKind.DEAL):
            offers = game.offers(name)
            if offers:
                return Offered(game, name, offers)
    return None
