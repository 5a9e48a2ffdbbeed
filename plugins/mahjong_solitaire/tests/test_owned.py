"""Layouts of the player's own: from a file to a text to keep, and known from that text alone."""

import json
from collections.abc import Iterator

import pytest

from sofra.abilities import BadBoard, Imports
from sofra.code import DealCode
from sofra.deal import Shuffle
from sofra.game import Refused
from sofra.worker import Dealt, deal_answer, deal_request, take_in_answer, take_in_request
from sofra.worker.jobs import JOBS
from sofra_mahjong_solitaire import owned
from sofra_mahjong_solitaire.importing import block
from sofra_mahjong_solitaire.info import INFO, Options
from sofra_mahjong_solitaire.layout import built_in, forget
from sofra_mahjong_solitaire.rules import MahjongSolitaire

GAME = MahjongSolitaire()
FILE = json.dumps({"name": "Mostar", "tiles": [list(cell) for cell in built_in("L08").cells]}).encode()


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What a test made known is forgotten behind it."""
    yield
    for value in list(owned._shares):
        forget(value)
        del owned._shares[value]


def kept(hits: int = 190) -> str:
    """A measured text, without the measuring."""
    (text,) = GAME.take_in("layout", FILE, "mine.json").kept
    return json.dumps({**json.loads(text), "winnable": {"hits": hits, "of": 200}})


def test_taken_in_known_and_dealt() -> None:
    """The value is the block of its cells; before it is known it is refused, then it is offered and dealt."""
    assert isinstance(GAME, Imports)
    value = block(built_in("L08"))
    with pytest.raises(Refused):
        GAME.deal(Shuffle.of(f"MJ1-{value}-AAAAAAA"), Options(layout=value))
    offer = GAME.know("layout", kept())
    assert offer.value == value
    assert offer.title.english == "Mostar"
    assert GAME.offers("layout")[-1] == offer
    (dealt,) = GAME.deal(Shuffle.of(f"MJ1-{value}-AAAAAAA"), Options(layout=value))
    assert dealt.cells == built_in("L08").cells
    assert dealt.verdict == "winnable"  # type: ignore[union-attr]
    assert len(GAME.sketch("layout", value).pieces) == 144


def test_the_promise_rests_on_what_was_measured() -> None:
    """Under a fifth a code deals attempt 0, whatever it is."""
    value = GAME.know("layout", kept(39)).value
    for number in "AB":
        (dealt,) = GAME.deal(Shuffle.of(f"MJ1-{value}-AAAAAA{number}"), Options(layout=value))
        assert dealt.attempt == 0  # type: ignore[union-attr]


def test_measuring_counts_the_first_200_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Percents are told; the text holds the share, and is otherwise the same."""
    monkeypatch.setattr(owned, "JUDGED", 4)
    monkeypatch.setattr("sofra_mahjong_solitaire.measure.JUDGED", 4)
    (text,) = GAME.take_in("layout", FILE, "mine.json").kept
    told: list[int] = []
    measured = json.loads(GAME.measure("layout", text, told.append))
    assert told == [25, 50, 75, 100]
    assert measured.pop("winnable")["of"] == 4
    assert measured == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        GAME.take_in("layout", FILE, "mine.json").kept[0],  # not measured
        json.dumps({**json.loads(FILE), "winnable": 3}),
        json.dumps({**json.loads(FILE), "winnable": {"hits": 201, "of": 200}}),
        json.dumps({**json.loads(FILE), "winnable": {"hits": 2, "of": 3}}),
        json.dumps({"name": "x", "tiles": [[0, 0, 0]], "winnable": {"hits": 2, "of": 200}}),
    ],
)
def test_a_damaged_text_is_refused(text: str) -> None:
    """Whatever a person, a disk or another program made of it."""
    with pytest.raises(BadBoard):
        GAME.know("layout", text)


def test_the_worker_learns_what_it_deals() -> None:
    """A request carries the text: the worker process has no files."""
    text = kept()
    value = block(built_in("L08"))
    code = f"MJ1-{value}-AAAAAAA"
    read, info, options = DealCode.parse(code, (INFO,))
    with pytest.raises(Refused):
        JOBS["deal"](deal_request(info, [read], options), print)
    answer = JOBS["deal"](deal_request(info, [read], options, [("layout", text)]), print)
    dealt = deal_answer(info, [read], answer)
    assert isinstance(dealt, Dealt)
    assert dealt.events[0].cells == built_in("L08").cells


def test_the_worker_reads_files() -> None:
    """The layouts of a file, or its problems in words with their places."""
    good = take_in_answer(JOBS["take-in"](take_in_request(INFO, "layout", FILE, "mine.json"), print))
    assert len(good.kept) == 1
    bad = take_in_answer(JOBS["take-in"](take_in_request(INFO, "layout", b"<map", "mine.map"), print))
    assert bad.kept == ()
    assert "ine 1" in bad.problems[0].english
