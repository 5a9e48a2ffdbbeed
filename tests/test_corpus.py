"""Every event that was ever released can be read for ever, and none changes its shape without a new schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import attrs
import orjson
import pytest
from tools.corpus import EVENTS, changes, golden, known_events, sample, shape, upcast

from sofra.event import decode, encode, event, event_type, event_types
from sofra.host import load_games

FILES = sorted(EVENTS.glob("*.json"))


@pytest.fixture(scope="module", autouse=True)
def rules() -> None:
    """The rules of all games, which register their events."""
    known_events(load_games().games)


def kept(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def test_every_event_is_kept() -> None:
    """Each event of the host and of every installed game has a file for each of its schemas: `python tools/corpus.py update`."""
    wanted = {
        f"{each.name}.{schema}.json"
        for each in known_events(load_games().games)
        for schema in range(1, each.schema + 1)
    }
    assert wanted == {path.name for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_event_that_was_released(path: Path) -> None:
    """It is read as what it was, written with the same bytes, and has the shape it had, until a new schema says otherwise."""
    was = kept(path)
    payload = was["payload"].encode()
    each = next(known for known in event_types() if known.name == was["name"])
    read = decode(was["name"], was["schema"], payload)
    assert type(read) is each.cls
    if was["schema"] == each.schema:
        assert list(changes(was["shape"], shape(each.cls))) == []
        written = orjson.loads(encode(read).payload)
        before = orjson.loads(payload)
        # An optional field may have come at the end.
        assert list(written.items())[: len(before)] == list(before.items())
    assert {int(schema) for schema in was["becomes"]} == set(range(was["schema"] + 1, each.schema + 1))
    for schema, values in was["becomes"].items():
        assert upcast(attrs.evolve(each, schema=int(schema)), was["schema"], payload) == values


@attrs.frozen
class Inner:
    tile: tuple[int, int]
    end: Literal["left", "right"] | None


@attrs.frozen
class Before:
    cells: tuple[int, int]
    inner: Inner
    many: tuple[str, ...] = ()


@attrs.frozen
class Longer(Before):
    more: dict[str, int] = attrs.field(factory=dict)


@attrs.frozen
class Renamed:
    places: tuple[int, int]
    inner: Inner
    many: tuple[str, ...] = ()


@attrs.frozen
class Turned:
    inner: Inner
    cells: tuple[int, int]
    many: tuple[str, ...] = ()


@attrs.frozen
class Shorter:
    cells: tuple[int, int]
    inner: Inner


@attrs.frozen
class Wider:
    cells: tuple[int, int, int]
    inner: Inner
    many: tuple[str, ...] = ()


@attrs.frozen
class Needy(Shorter):
    many: tuple[str, ...]


@attrs.frozen
class More(Shorter):
    many: tuple[str, ...] = attrs.field(default=())
    new: int = attrs.field(kw_only=True)


@attrs.frozen
class OtherInner:
    tile: tuple[int, int]
    end: Literal["left", "right", "spinner"] | None


@attrs.frozen
class Deeper:
    cells: tuple[int, int]
    inner: OtherInner
    many: tuple[str, ...] = ()


@pytest.mark.parametrize(
    ("cls", "said"),
    [
        (Before, ""),
        (Longer, ""),
        (Renamed, "the fields were"),
        (Turned, "the fields were"),
        (Shorter, "the fields were"),
        (Wider, "cells: was"),
        (Needy, "many is needed now"),
        (More, "new is new and needed"),
        (Deeper, "inner: end: was"),
    ],
)
def test_a_change_of_shape_is_found(cls: type[Any], said: str) -> None:
    """Whatever changes a shape is told; what leaves the old payloads as they are is not."""
    found = list(changes(shape(Before), shape(cls)))
    assert bool(found) == bool(said)
    assert all(said in each for each in found)


def test_an_event_that_changes_without_a_new_schema_fails() -> None:
    """The check of the kept files itself fails for an event class that changes, and holds for one with a schema and an upcaster."""
    event("corpus-toy.happened")(Before)
    was = golden(
        event_type(Before), encode(decode("corpus-toy.happened", 1, orjson.dumps(sample(shape(Before))))).payload
    )
    assert json.loads(was["payload"]) == {
        "cells": [7, 7],
        "inner": {"tile": [7, 7], "end": "left"},
        "many": ["text", "text"],
    }
    assert list(changes(was["shape"], shape(Wider))) != []
    event("corpus-toy.widened", schema=2, upcasters={1: lambda old: old | {"cells": [*old["cells"], 0]}})(Wider)
    assert upcast(event_type(Wider), 1, was["payload"].encode())["cells"] == [7, 7, 0]
    assert decode("corpus-toy.widened", 1, was["payload"].encode()).cells == (7, 7, 0)
