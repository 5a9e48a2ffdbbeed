"""Events: stable names, schemas with upcasters, and a codec that loses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

import attrs
import pytest
from core.tests.toys import passing
from core.tests.toys.passing import Card, Passed, Passing
from hypothesis import given
from hypothesis import strategies as st

from sofra import event as events
from sofra.event import Encoded, EventError, Opaque, decode, encode, event, event_type, event_types
from sofra.game import hide
from sofra.testing import play_randomly
from sofra.testing.strategies import rounds


@pytest.fixture(autouse=True)
def registry() -> Iterator[None]:
    """Events registered by a test are gone after it."""
    names, classes = dict(events._by_name), dict(events._by_class)
    yield
    for current, kept in ((events._by_name, names), (events._by_class, classes)):
        current.clear()
        current.update(kept)  # type: ignore[arg-type] # each goes back to its own
    events._decoder.cache_clear()
    events._encoder.cache_clear()


class Suit(StrEnum):
    CUPS = "cups"
    COINS = "coins"


@attrs.frozen
class Tile:
    kind: str
    copy: int


@event("test-events.everything")
@attrs.frozen
class Everything:
    number: int
    text: str
    flag: bool
    share: float
    suit: Suit
    tile: Tile
    hidden: Tile | None
    row: tuple[Tile | None, ...]
    grid: tuple[tuple[int, ...], ...]
    by_name: dict[str, int]
    seats: frozenset[int]
    pair: tuple[int, str]
    maybe: int | None = None


tiles = st.builds(Tile, st.text(max_size=5), st.integers(-(2**53), 2**53))
everything = st.builds(
    Everything,
    number=st.integers(-(2**63), 2**63 - 1),
    text=st.text(st.characters(exclude_categories=["Cs"])),
    flag=st.booleans(),
    share=st.floats(allow_nan=False, allow_infinity=False),
    suit=st.sampled_from(Suit),
    tile=tiles,
    hidden=st.none() | tiles,
    row=st.lists(st.none() | tiles, max_size=4).map(tuple),
    grid=st.lists(st.lists(st.integers(0, 9), max_size=3).map(tuple), max_size=3).map(tuple),
    by_name=st.dictionaries(st.text(max_size=4), st.integers(0, 9), max_size=3),
    seats=st.frozensets(st.integers(0, 9)),
    pair=st.tuples(st.integers(0, 9), st.text(max_size=3)),
    maybe=st.none() | st.integers(0, 9),
)


def register(name: str, cls: type[Any] | None = None, **kwargs: Any) -> type[Any]:
    """Register a class (by default a small new one)."""

    @attrs.frozen
    class Fresh:
        count: int = 0

    return event(name, **kwargs)(cls or Fresh)


class TestCodec:
    @given(value=everything)
    def test_an_event_comes_back_equal(self, value: Everything) -> None:
        stored = encode(value)
        assert (stored.name, stored.schema) == ("test-events.everything", 1)
        assert decode(stored.name, stored.schema, stored.payload) == value
        assert encode(decode(stored.name, stored.schema, stored.payload)) == stored

    @given(line=rounds(passing.INFO, seeds=50, moves=20))
    def test_redacted_events_come_back_equal(self, line: Any) -> None:
        for eye in line.eyes:
            for shown in hide(Passing(), line.events(len(line.steps)), eye):
                stored = encode(shown)
                assert decode(stored.name, stored.schema, stored.payload) == shown

    def test_the_payload_is_small_utf_8_json(self) -> None:
        stored = encode(Passed((None, 2, None), (None, Card("a", 3), None)))
        assert stored == Encoded(
            "toy-passing.passed", 1, b'{"places":[null,2,null],"cards":[null,{"suit":"a","rank":3},null]}'
        )

    def test_a_class_that_is_not_registered_is_refused(self) -> None:
        with pytest.raises(EventError, match="Tile is not registered"):
            encode(Tile("a", 1))
        with pytest.raises(EventError, match="Tile is not registered"):
            event_type(Tile)

    def test_a_value_that_json_cannot_hold_is_refused_by_name(self) -> None:
        cls = register("test-events.large")
        with pytest.raises(EventError, match=r"test-events\.large cannot be written"):
            encode(cls(2**64))

    @pytest.mark.parametrize(
        "payload",
        [
            b"",
            b"{",
            b"[]",
            b"null",
            b"{}",
            b'{"places": 1, "cards": []}',
            b'{"places": [], "cards": [{"suit": "a"}]}',
            b"\xff\xfe",
            b"[" * 100_000,
        ],
    )
    def test_a_payload_that_does_not_fit_is_refused_by_name(self, payload: bytes) -> None:
        with pytest.raises(EventError, match=r"toy-passing\.passed, schema 1: the payload does not fit"):
            decode("toy-passing.passed", 1, payload)

    @given(payload=st.binary(max_size=60))
    def test_rubbish_is_never_another_error(self, payload: bytes) -> None:
        with pytest.raises(EventError):
            decode("test-events.everything", 1, payload)

    def test_fields_of_a_newer_program_are_left_out(self) -> None:
        """An optional field with a default is no new schema: the older program ignores it."""
        assert decode("toy-passing.chosen", 1, b'{"seat":1,"place":null,"card":null,"later":5}').seat == 1


class TestOpaque:
    @given(schema=st.integers(1, 9), payload=st.binary(max_size=40))
    def test_an_event_whose_plugin_is_gone_is_kept_byte_for_byte(self, schema: int, payload: bytes) -> None:
        kept = decode("gone-game.happened", schema, payload)
        assert kept == Opaque("gone-game.happened", schema, payload)
        assert encode(kept) == Encoded("gone-game.happened", schema, payload)

    def test_an_event_of_a_newer_schema_is_kept_too(self) -> None:
        kept = decode("toy-passing.played", 2, b'{"seat":1}')
        assert encode(kept) == Encoded("toy-passing.played", 2, b'{"seat":1}')

    def test_it_is_understood_as_soon_as_the_plugin_is_there(self) -> None:
        assert isinstance(decode("late-game.came", 1, b'{"count":3}'), Opaque)
        cls = register("late-game.came")
        assert decode("late-game.came", 1, b'{"count":3}') == cls(3)


class TestSchemas:
    def test_each_upcaster_leads_one_schema_on(self) -> None:
        def rename(old: dict[str, Any]) -> dict[str, Any]:
            return {"amount": old["n"]}

        def double(old: dict[str, Any]) -> dict[str, Any]:
            return {"count": old["amount"] * 2}

        cls = register("test-events.counted", schema=3, upcasters={1: rename, 2: double})
        assert decode("test-events.counted", 1, b'{"n":4}') == cls(8)
        assert decode("test-events.counted", 2, b'{"amount":4}') == cls(8)
        assert decode("test-events.counted", 3, b'{"count":4}') == cls(4)
        assert encode(cls(4)).schema == 3

    def test_an_upcaster_that_fails_is_an_event_error(self) -> None:
        register("test-events.fragile", schema=2, upcasters={1: lambda old: {"count": old["n"]}})
        with pytest.raises(EventError, match=r"fragile, schema 1.*KeyError"):
            decode("test-events.fragile", 1, b"{}")

    @pytest.mark.parametrize("schema", [0, -1])
    def test_there_is_no_schema_before_the_first(self, schema: int) -> None:
        with pytest.raises(EventError, match="does not fit"):
            decode("toy-passing.played", schema, b'{"seat":1,"place":0,"card":{"suit":"a","rank":1}}')

    @pytest.mark.parametrize("upcasters", [{}, {2: dict}, {1: dict, 2: dict, 3: dict}])
    def test_one_upcaster_for_each_older_schema(self, upcasters: dict[int, Any]) -> None:
        with pytest.raises(EventError, match="one upcaster for each"):
            register("test-events.gappy", schema=3, upcasters=upcasters)


class TestRegistration:
    @pytest.mark.parametrize(
        "name", ["", "nodot", "Upper.case", "two.dots.here", "game.", ".what", "game.what_happened"]
    )
    def test_a_name_is_the_game_and_what_happened(self, name: str) -> None:
        with pytest.raises(EventError, match="no event name"):
            register(name)

    def test_a_name_has_one_class(self) -> None:
        with pytest.raises(EventError, match=r"is taken by core\.tests\.toys\.passing\.Played"):
            register("toy-passing.played")

    def test_a_module_that_is_loaded_again_may_register_again(self) -> None:
        """An author reloads a plugin; the newer class is the one that is decoded."""
        first, second = register("test-events.twice"), register("test-events.twice")
        assert first is not second
        assert type(decode("test-events.twice", 1, b'{"count":1}')) is second
        assert encode(first(1)) == encode(second(1))

    def test_a_class_must_be_frozen_attrs(self) -> None:
        @attrs.define
        class Loose:
            count: int = 0

        class Plain:
            pass

        for cls in (Loose, Plain):
            with pytest.raises(EventError, match=r"must be an attrs class made by attrs\.frozen"):
                register("test-events.loose", cls)

    def test_all_of_them_are_listed_by_name(self) -> None:
        names = [each.name for each in event_types()]
        assert names == sorted(names)
        assert {"toy-passing.dealt", "test-events.everything"} <= set(names)
        assert event_type(Everything).schema == 1


def test_a_line_played_is_the_line_decoded() -> None:
    """Given a round in a log, when its events are decoded, then they fold to the state that was played."""
    line = play_randomly(passing.INFO, 7)
    state: Any = None
    for each in line.events(len(line.steps)):
        stored = encode(each)
        state = Passing().evolve(state, decode(stored.name, stored.schema, stored.payload))
    assert state == line.states[-1]
