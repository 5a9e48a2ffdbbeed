"""What a game offers to choose from before a deal, asked without importing the game by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, final

import attrs

from sofra.abilities import Imports, Offer, Offers
from sofra.code import CodeError, DealCode
from sofra.game import GameInfo, Watcher, fold
from sofra.host.kept import Kept
from sofra.host.loader import load_rules
from sofra.message import Ltr, Message, Texts
from sofra.options import Listed, OptionKind, listed_options, option_values
from sofra.scene import Aspect, Scene

__all__ = ["Offered", "listed_by", "may_choose", "may_offer", "offered_by"]

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


def may_choose(info: GameInfo, game: Any) -> bool:
    """Whether the page of pictures has anything to choose for a game whose rules are here."""
    return may_offer(info) and (isinstance(game, Offers | Imports) or _pictured(info) is not None)


def listed_by(info: GameInfo) -> tuple[Listed, ...]:
    """All options of a game that are chosen from a short list: what is dealt, then by which rules, then how it is played."""
    return tuple(each for kind in OptionKind for each in listed_options(info.options, kind))


def _pictured(info: GameInfo) -> Listed | None:
    """The first deal option that has a short list of several values."""
    listed = listed_options(info.options, OptionKind.DEAL)
    return next((each for each in listed if len(each.values) > 1), None)


@final
@attrs.frozen
class _Dealt:
    """Pictures of the values of a listed option, from a game that draws none: the table of some deal on each."""

    info: GameInfo
    game: Any

    def sketch(self, option: str, value: str) -> Scene:
        """The table of a deal with this value."""
        options = attrs.evolve(self.info.options(), **{option: value})
        events = self.game.deal(DealCode.of(self.info, options, 0).shuffle, options)
        scene: Scene = self.game.scene(fold(self.game, events), Watcher.SPECTATOR, Aspect.WIDE)
        return scene


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
    listed = _pictured(info)
    if listed is None:
        return None
    return Offered(_Dealt(info, game), listed.name, [Offer(value, title) for value, title in listed.values])
