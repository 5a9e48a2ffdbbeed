"""The layouts as a player chooses among them: name, how hard it is, and how often its deals can be won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sofra.abilities import Offer
from sofra.deal import Shuffle
from sofra.game import Fact
from sofra.message import Message, Texts
from sofra.scene import Scene
from sofra.share import Share
from sofra_mahjong_solitaire.collection import LAYOUTS
from sofra_mahjong_solitaire.dealing import lay_out
from sofra_mahjong_solitaire.layout import LayoutError, known
from sofra_mahjong_solitaire.owned import own_offers
from sofra_mahjong_solitaire.position import Deal, Position
from sofra_mahjong_solitaire.table import draw

__all__ = ["OPTION", "offers", "sketch"]

_ = Texts("sofra-mahjong-solitaire")

OPTION: Final = "layout"
"""The name of the option in `Options`."""

_GRADES: Final = (
    (0.3, _("Easy")),
    (0.1, _("Fairly easy")),
    (0.04, _("Medium")),
    (0.02, _("Hard")),
    (0.0, _("Very hard")),
)
"""From which share of deals won at random on a layout has this grade."""


def offers() -> Sequence[Offer]:
    """The layouts of the collection, in the order of their numbers, then the player's own."""
    collection = [
        Offer(
            listed.id,
            listed.title,
            (
                Fact(_("Difficulty"), grade(listed.random)),
                Fact(_("Deals that can be won"), _percent(listed.winnable)),
                Fact(_("Won by taking any pair"), _between(listed.random)),
            ),
        )
        for listed in LAYOUTS.values()
    ]
    return [*collection, *own_offers()]


def grade(random: Share) -> Message:
    """How hard a layout is, in a word, from the share of deals that a player moving at random wins."""
    return next(word for least, word in _GRADES if random.value >= least)


def sketch(layout: str) -> Scene:
    """A table on this layout as a picture shows it: attempt 0 of number 0, winnable or not. Raises LookupError for none."""
    try:
        found = known(layout)
    except LayoutError as error:
        raise LookupError(layout) from error
    dealt = lay_out(Shuffle.of(f"MJ1-{layout}-AAAAAAA"), layout, found, 0)
    return draw(Position(Deal.of(dealt), found.full), named=False)


def _percent(share: Share) -> Message:
    # "All" would claim more than was measured.
    return _("{share} %", share=min(99, round(100 * share.value)))


def _between(share: Share) -> Message:
    """The 95 % interval of a share, in whole percent."""
    low, high = (round(100 * each) for each in share.interval)
    if high < 1:
        return _("under 1 %")
    return _("{low} to {high} %", low=low, high=high) if low < high else _("{share} %", share=low)
