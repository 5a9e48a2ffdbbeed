"""Layouts of the player's own: from a file to a text to keep, measured once, and known in a process.

The text is a layout file of Sofra with a name and the share of its first 200 deals that can be won, on which its promise rests.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import attrs

from sofra.abilities import BadBoard, Offer, TakenIn
from sofra.game import Fact
from sofra.message import Message, Texts
from sofra.share import Share
from sofra_mahjong_solitaire.importing import Imported, block, read
from sofra_mahjong_solitaire.layout import Layout, LayoutError, register, title_of
from sofra_mahjong_solitaire.measure import ENOUGH, JUDGED, judge
from sofra_mahjong_solitaire.places import BadFile

__all__ = ["know", "measure", "own_offers", "take_in"]

_ = Texts("sofra-mahjong-solitaire")

_DAMAGED: Final = _("This is no measured layout of Sofra.")

_shares: Final[dict[str, Share]] = {}


def take_in(data: bytes, name: str) -> TakenIn:
    """The layouts in a file. Raises BadBoard with every problem, line and column, where there is none."""
    try:
        taken = read(data, name)
    except BadFile as error:
        raise BadBoard(*(problem.told for problem in error.problems)) from error
    kept = tuple(_text(each.title, each.layout, None) for each in taken.layouts)
    return TakenIn(kept, tuple(problem.told for problem in taken.problems))


def measure(kept: str, progress: Callable[[int], None] | None = None) -> str:
    """The text with the share of winnable deals. `progress` is told percents. Raises BadBoard for a text that is none."""
    imported, _share = _read(kept)

    def percent(done: int) -> None:
        if progress is not None:
            progress(100 * done // JUDGED)

    _layout, share = judge(block(imported.layout), imported.layout, percent)
    return _text(imported.title, imported.layout, share)


def know(kept: str) -> Offer:
    """Make a measured layout known in this process. Raises BadBoard for a text that is none, or is not measured."""
    imported, share = _read(kept)
    if share is None:
        raise BadBoard(_DAMAGED)
    value = block(imported.layout)
    register(value, attrs.evolve(imported.layout, promises=share.value >= ENOUGH), imported.title)
    _shares[value] = share
    return _offer(value)


def own_offers() -> Iterator[Offer]:
    """The layouts that are known, in the order of their titles."""
    return (_offer(value) for value in sorted(_shares, key=lambda each: title_of(each).english.casefold()))


def _offer(value: str) -> Offer:
    share = _shares[value]
    deals = _("as they fall") if share.value < ENOUGH else _("winnable")
    return Offer(value, title_of(value), (Fact(_("Deals"), deals), Fact(_("Deals that can be won"), _percent(share))))


def _percent(share: Share) -> Message:
    low, high = (round(100 * each) for each in share.interval)
    return _("{low} to {high} %", low=low, high=high) if low < high else _("{share} %", share=low)


def _text(title: str, layout: Layout, share: Share | None) -> str:
    found: dict[str, Any] = {
        "format": "sofra-mahjong-layout",
        "version": 1,
        "name": title,
        "tiles": [list(cell) for cell in layout.cells],
    }
    if share is not None:
        found["winnable"] = {"hits": share.hits, "of": share.of}
    return json.dumps(found, ensure_ascii=False)


def _read(kept: str) -> tuple[Imported, Share | None]:
    """A kept text: checked anew, for a person may have touched the file."""
    try:
        (imported,) = read(kept.encode()).layouts
        share = json.loads(kept).get("winnable")
    except (LayoutError, ValueError, AttributeError) as error:
        raise BadBoard(_DAMAGED) from error
    if share is None:
        return imported, None
    if not isinstance(share, Mapping):
        raise BadBoard(_DAMAGED)
    hits, of = share.get("hits"), share.get("of")
    if type(hits) is not int or type(of) is not int or not 0 <= hits <= of or of != JUDGED:
        raise BadBoard(_DAMAGED)
    return imported, Share(hits, of)
