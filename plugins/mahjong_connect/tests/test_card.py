"""The card of the library is data; it shows what the rules deal."""

from __future__ import annotations

from importlib import resources

from sofra.host.cards import card_scene, dump, opening
from sofra_mahjong_connect.info import INFO


def test_the_card_shows_the_opening_of_the_preview_code() -> None:
    """The data of the card is what is made from the rules today (`python tools/cards.py` writes it)."""
    scene = opening(INFO)
    assert scene is not None
    kept = resources.files("sofra_mahjong_connect").joinpath("card.json").read_text("utf-8")
    assert kept == dump(scene.pieces, width=7.0, height=2.6)


def test_every_piece_of_the_card_lies_where_the_opening_has_it() -> None:
    """Face, place, size, layer and state of each piece are those of the table."""
    shown, dealt = card_scene(INFO), opening(INFO)
    assert shown is not None
    assert dealt is not None
    known = {(each.face, each.at, each.size, each.layer, each.state) for each in dealt.pieces}
    assert len(shown.pieces) > 20
    assert {(each.face, each.at, each.size, each.layer, each.state) for each in shown.pieces} <= known
