"""What the page is called on which something is chosen before a deal; told without the rules of a game."""

from __future__ import annotations

from sofra.game import GameInfo
from sofra.message import Message, Texts
from sofra.options import OptionKind, listed_options, option_values

__all__ = ["choosing"]

_ = Texts("sofra-qt")


def choosing(info: GameInfo) -> Message | None:
    """`Choose a layout`, or what the game calls it (a size, an opening); None where it is known that there is nothing to choose from."""
    listed = listed_options(info.options, OptionKind.DEAL)
    several = next((each for each in listed if len(each.values) > 1), None)
    if several is not None:
        return _("Choose: {what}", what=several.title)
    if len(listed) == len(option_values(info.options(), OptionKind.DEAL)):
        return None
    return _("Choose a layout")
