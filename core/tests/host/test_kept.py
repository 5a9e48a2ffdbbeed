"""What the player took in: kept below the data directory or in memory, under names that cannot lead elsewhere."""

from pathlib import Path

import attrs
import pytest
from core.tests.log.heap import HEAP

from sofra.host.kept import Kept
from sofra.host.places import Places


@attrs.frozen
class Chosen:
    """Options of a round."""

    layout: str


def test_what_is_put_is_found_again(tmp_path: Path) -> None:
    """By the same program and by the next one; a second text of a value takes the place of the first."""
    kept = Kept(Places(tmp_path))
    assert kept.of(HEAP) == {}
    kept.put(HEAP, "layout", "X12AB3C", "one")
    kept.put(HEAP, "layout", "X12AB3C", "two")
    kept.put(HEAP, "layout", "X000000", "three")
    expected = {("layout", "X12AB3C"): "two", ("layout", "X000000"): "three"}
    assert kept.of(HEAP) == expected
    assert Kept(Places(tmp_path)).of(HEAP) == expected
    assert kept.named_by(HEAP, Chosen("X000000")) == [("layout", "three")]
    assert kept.named_by(HEAP, Chosen("L00")) == []


def test_without_a_place_it_lasts_as_long_as_the_program() -> None:
    """Nothing is written."""
    kept = Kept(Places(None))
    kept.put(HEAP, "layout", "X12AB3C", "one")
    assert kept.of(HEAP) == {("layout", "X12AB3C"): "one"}
    assert Kept(Places(None)).of(HEAP) == {}


@pytest.mark.parametrize("value", ["../X", "a/b", "", "x12", "X" * 40, "X\0"])
def test_strange_names_are_refused(tmp_path: Path, value: str) -> None:
    """A value never leads out of the folder."""
    with pytest.raises(ValueError, match="cannot be the name of a file"):
        Kept(Places(tmp_path)).put(HEAP, "layout", value, "text")
    assert list(tmp_path.rglob("*.json")) == []


def test_files_that_cannot_be_read_are_left_out(tmp_path: Path) -> None:
    """No text in UTF-8, a megabyte of rubbish, a name of somebody else's: the others are there."""
    kept = Kept(Places(tmp_path))
    kept.put(HEAP, "layout", "X1", "good")
    folder = tmp_path / "layouts" / HEAP.id
    (folder / "layout-X2.json").write_bytes(b"\xff\xff")
    (folder / "layout-X3.json").write_bytes(b"x" * 1_000_001)
    (folder / "notes.json").write_text("mine", "utf-8")
    assert Kept(Places(tmp_path)).of(HEAP) == {("layout", "X1"): "good"}


def test_a_game_that_takes_nothing_in_is_taught_nothing(tmp_path: Path) -> None:
    """Texts of a game that has lost the ability do no harm."""
    kept = Kept(Places(tmp_path))
    kept.put(HEAP, "layout", "X1", "text")
    kept.teach(HEAP, HEAP.load())
