"""What a round is called beside the name of its game: what was dealt, and how it is played."""

from __future__ import annotations

from sofra.game import Watcher
from sofra.message import Message, Texts
from sofra.options import OptionKind, listed_options, option_values
from sofra.round import View
from sofra_qt.seating import round_title

__all__ = ["deal_name"]

_ = Texts("sofra-qt")


def deal_name(found: View) -> Message:
    """The deal, where there was anything to choose (`Turtle`), and what was chosen from lists (`Scoring: Timed`)."""
    if found.game.seats > 1:
        return round_title(found)
    told: list[Message] = []
    for each in listed_options(found.info.options, OptionKind.PLAY):
        value = getattr(found.options, each.name)
        name = next((name for token, name in each.values if token == value), None)
        if name is not None:
            told.append(_("{what}: {how_much}", what=each.title, how_much=name))
    if not told or option_values(found.options, OptionKind.DEAL):
        dealt = found.line[0]
        told.insert(
            0, found.game.say(None, dealt.events, found.seen_at(dealt.version, Watcher.SPECTATOR), Watcher.SPECTATOR)
        )
    whole = told[0]
    for more in told[1:]:
        whole = _("{first} · {second}", first=whole, second=more)
    return whole
