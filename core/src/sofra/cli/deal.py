"""`sofra deal`."""

from __future__ import annotations

from typing import Any

from sofra.abilities import Decidable, Describes, Worlds
from sofra.cli.commands import Argument, command, json_option
from sofra.cli.session import Session
from sofra.game import Watcher
from sofra.message import Ltr, Message, Texts
from sofra.scene import Aspect, State

__all__ = ["deal"]

_ = Texts("sofra-core")

_VERDICTS = {
    Decidable.WINNABLE: _("This deal can be won."),
    Decidable.LOST: _("This deal cannot be won."),
    Decidable.UNKNOWN: _("Nobody knows whether this deal can be won."),
}


@command("deal", _("Lay out the deal of a code."))
@Argument("code")
@json_option
def deal(session: Session, code: str) -> None:
    """The opening of a code, as letters or as JSON."""
    from sofra.cli.board import draw
    from sofra.cli.reading import deal_code
    from sofra.host.dealing import deal as lay_out
    from sofra.host.dealing import digest

    read, info, options = deal_code(session, code)
    dealing = lay_out(info, read, options)
    game, state = dealing.game, dealing.state
    if isinstance(game, Worlds):
        session.tell(_("This shows what is hidden: a round of this code is no longer fair to you."))
    scene = game.scene(state, Watcher.OPEN, Aspect.WIDE)
    seats = sorted(game.to_move(state))
    choices = [choice for seat in seats for choice in game.choices(state, seat)]
    if session.as_json:
        labels = {piece.key: piece.label for piece in scene.pieces}
        document: dict[str, Any] = {"code": str(read), "game": info.id}
        if isinstance(game, Describes):
            document |= game.describe(state)
        else:
            document["tiles"] = [
                {"layer": piece.layer, "x": piece.at[0], "y": piece.at[1], "face": piece.label,
                 "free": State.FREE in piece.state}
                for piece in scene.pieces
            ]  # fmt: skip
        document |= {
            "choices": [
                {
                    "seat": choice.seat,
                    "picks": list(choice.picks),
                    "labels": [labels.get(key, key) for key in choice.picks],
                }
                for choice in choices
            ],
            "verdict": None if dealing.verdict is None else dealing.verdict.value,
            "digest": digest(dealing.events),
        }
        session.answer(document)
        return
    session.say(_("{game}, {code}", game=info.title, code=Ltr(str(read))))
    print_board(draw(scene, session.translator))
    for fact in game.facts(state, Watcher.OPEN):
        session.say(_("{label}: {value}", label=fact.label, value=fact.value))
    if dealing.verdict is not None:
        session.say(verdict_words(dealing.verdict))


def verdict_words(verdict: Decidable) -> Message:
    """The verdict on a deal in words."""
    return _VERDICTS[verdict]


def print_board(text: str) -> None:
    """A board in letters, with an empty line before and after it."""
    import click

    click.echo(f"\n{text}\n")
