"""Where the keyboard goes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from sofra.scene import Arrow
from sofra_qt.table.steps import ALONG, Place, Steps, by_label, layer_step, reading_order, starts_label

GRID = [Place(f"{x}{y}", x, y) for y in range(3) for x in range(4)]


def reach(steps: Steps, start: str) -> set[str]:
    """All places that arrows lead to."""
    seen, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for arrow in Arrow:
            there = steps.step(here, arrow)
            if there not in seen:
                seen.add(there)
                todo.append(there)
    return seen


def test_arrows_go_straight_in_a_grid() -> None:
    """In rows and columns an arrow goes to the neighbour on that side."""
    steps = Steps(GRID)
    assert steps.step("11", Arrow.RIGHT) == "21"
    assert steps.step("11", Arrow.LEFT) == "01"
    assert steps.step("11", Arrow.UP) == "10"
    assert steps.step("11", Arrow.DOWN) == "12"


def test_an_arrow_stays_where_nothing_lies() -> None:
    """At the edge the arrow that points outwards does nothing."""
    assert Steps(GRID).step("00", Arrow.LEFT) == "00"
    assert Steps([]).step("00", Arrow.LEFT) == "00"


@settings(max_examples=60, deadline=None)
@given(st.sets(st.tuples(st.integers(0, 30), st.integers(0, 20)), min_size=1, max_size=40))
def test_every_place_can_be_reached_from_every_other(points: set[tuple[int, int]]) -> None:
    """Wherever free pieces lie at half offsets, arrows alone lead from each to all."""
    places = [Place(f"{x}/{y}", x / 2, y / 2) for x, y in sorted(points)]
    steps = Steps(places)
    for place in (places[0], places[len(places) // 2], places[-1]):
        assert reach(steps, place.key) == {each.key for each in places}


@given(st.sets(st.tuples(st.integers(0, 30), st.integers(0, 20)), min_size=2, max_size=30), st.sampled_from(Arrow))
def test_an_arrow_never_goes_the_other_way(points: set[tuple[int, int]], arrow: Arrow) -> None:
    """The place an arrow leads to lies on the side that it points to."""
    places = {f"{x}/{y}": Place(f"{x}/{y}", x / 2, y / 2) for x, y in points}
    steps = Steps(list(places.values()))
    for key, here in places.items():
        there = places[steps.step(key, arrow)]
        if there is not here:
            assert (there.x - here.x) * ALONG[arrow][0] + (there.y - here.y) * ALONG[arrow][1] > 0


def test_page_up_climbs_to_the_next_layer_that_has_something() -> None:
    """Layers without anything to pick are passed over, and at the top nothing happens."""
    low, near, far, top = Place("low", 0, 0), Place("near", 1, 0, 2), Place("far", 5, 0, 2), Place("top", 0, 0, 4)
    places = [low, near, far, top]
    assert layer_step(places, low, up=True) == "near"
    assert layer_step(places, near, up=True) == "top"
    assert layer_step(places, top, up=True) == "top"
    assert layer_step(places, top, up=False) == "near"
    assert layer_step(places, low, up=False) == "low"


def test_a_label_jumps_to_what_can_be_picked_first() -> None:
    """`5b` goes to the free 5B, typed again to the blocked one, then round."""
    places = [Place("a", 0, 0, 0, "5B"), Place("b", 1, 0, 0, "5B"), Place("c", 2, 0, 0, "5C")]
    free = frozenset({"b", "c"})
    assert by_label("5b", places, free, "") == "b"
    assert by_label("5b", places, free, "b") == "a"
    assert by_label("5b", places, free, "a") == "b"


def test_half_a_label_keeps_a_place_that_fits() -> None:
    """Typing `5` on a 5C stays there, so that `C` finds it and not another."""
    places = [Place("a", 0, 0, 0, "5B"), Place("c", 2, 0, 0, "5C")]
    assert by_label("5", places, frozenset(), "c") == "c"
    assert by_label("5", places, frozenset(), "") == "a"
    assert by_label("x", places, frozenset(), "c") == ""


def test_a_letter_may_begin_a_label() -> None:
    """`W` begins W and Wh, `Wh` is one, `H` is none; nothing begins with nothing."""
    labels = ["W", "Wh", "5B"]
    assert starts_label("w", labels)
    assert starts_label("WH", labels)
    assert not starts_label("h", labels)
    assert not starts_label("", labels)


def test_reading_order_goes_row_by_row() -> None:
    """From the top left, as a page is read in Latin letters, whatever the language."""
    assert [place.key for place in reading_order(GRID)][:5] == ["00", "10", "20", "30", "01"]
