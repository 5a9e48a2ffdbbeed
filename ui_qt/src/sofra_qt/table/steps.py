"""Where the keyboard goes: arrows from piece to piece as the eye sees them, layers, and labels that are typed.

Pure functions over places, so that a property can be proved of them: from every piece every other one can be reached.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Final, final

import attrs

from sofra.scene import Arrow

__all__ = ["ALONG", "Place", "Steps", "by_label", "layer_step", "reading_order", "starts_label"]


ALONG: Final = {Arrow.LEFT: (-1, 0), Arrow.RIGHT: (1, 0), Arrow.UP: (0, -1), Arrow.DOWN: (0, 1)}
"""Where arrows point on the screen, in every language: x grows to the right, y down."""


@final
@attrs.frozen
class Place:
    """Where something that can be reached lies: its centre, in sizes of a usual piece, its layer and its label."""

    key: str
    x: float
    y: float
    layer: int = 0
    label: str = ""


Cost = Callable[[float, float], float]


def _pleasant(ahead: float, aside: float) -> float:
    """What feels right: straight ahead first, and nothing far off to the side."""
    return ahead + 2.2 * aside


def _sure(ahead: float, aside: float) -> float:
    """What surely arrives: the nearest along the axis within the quarter that the arrow points into.

    These steps are the directed Theta-4 graph, in which a path leads from every point to every other (Bose, De Carufel, Hill,
    Smid: On the Spanning and Routing Ratio of the Directed Theta-Four Graph, 2019).
    """
    return ahead + 1e-6 * aside if aside <= ahead else math.inf


@final
class Steps:
    """The steps by arrows among some places."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._places = {place.key: place for place in places}
        self._next: dict[tuple[str, Arrow], str] = {}
        for cost in (_pleasant, _sure):
            self._next = self._graph(cost)
            if self._connected():
                break

    def step(self, key: str, arrow: Arrow) -> str:
        """The place one step from `key`, or `key` itself where nothing lies that way."""
        return self._next.get((key, arrow), key)

    def _graph(self, cost: Cost) -> dict[tuple[str, Arrow], str]:
        found = {}
        for key, here in self._places.items():
            for arrow in Arrow:
                best = self._best(here, arrow, cost)
                if best:
                    found[key, arrow] = best
        return found

    def _best(self, here: Place, arrow: Arrow, cost: Cost) -> str:
        along_x, along_y = ALONG[arrow]
        best, least = "", (2, math.inf)
        for place in self._places.values():
            ahead = (place.x - here.x) * along_x + (place.y - here.y) * along_y
            aside = abs((place.x - here.x) * along_y) + abs((place.y - here.y) * along_x)
            if ahead <= 1e-9:
                continue
            # Beyond the quarter the arrow points into only when nothing lies inside it.
            outside = aside > ahead + 1e-9
            price = (int(outside), ahead + 4 * aside if outside else cost(ahead, aside))
            if price < least:
                best, least = place.key, price
        return best

    def _connected(self) -> bool:
        """Whether every place can be reached from every other."""
        if not self._places:
            return True
        start = next(iter(self._places))
        forth: dict[str, list[str]] = {key: [] for key in self._places}
        back: dict[str, list[str]] = {key: [] for key in self._places}
        for (key, _arrow), other in self._next.items():
            forth[key].append(other)
            back[other].append(key)
        return all(len(_reach(start, edges)) == len(self._places) for edges in (forth, back))


def _reach(start: str, edges: Mapping[str, Sequence[str]]) -> set[str]:
    seen, todo = {start}, deque([start])
    while todo:
        for other in edges[todo.popleft()]:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


def reading_order(places: Sequence[Place]) -> list[Place]:
    """Row by row from the top, left to right."""
    return sorted(places, key=lambda place: (round(place.y * 2), place.x, -place.layer))


def layer_step(places: Sequence[Place], here: Place, *, up: bool) -> str:
    """The nearest place on the next layer up or down that has any, or `here` itself at the end."""
    beyond = [place for place in places if (place.layer > here.layer if up else place.layer < here.layer)]
    if not beyond:
        return here.key
    layer = min(place.layer for place in beyond) if up else max(place.layer for place in beyond)
    near = min(
        (place for place in beyond if place.layer == layer),
        key=lambda place: (math.hypot(place.x - here.x, place.y - here.y), place.y, place.x),
    )
    return near.key


LABEL_PAUSE_MS: Final = 900
"""A label typed after a longer pause is a new one."""


def starts_label(typed: str, labels: Sequence[str]) -> bool:
    """Whether what was typed begins a label."""
    return bool(typed) and any(label.casefold().startswith(typed.casefold()) for label in labels)


def by_label(typed: str, places: Sequence[Place], free: frozenset[str], current: str) -> str:
    """The place that a typed label names, "" for none: those that can be picked first, then the others.

    Typing on keeps the current place while it still fits; typing a whole label again goes to the next place that has it.
    """
    fitting = [place for place in reading_order(places) if place.label.casefold().startswith(typed.casefold())]
    exact = [place for place in fitting if place.label.casefold() == typed.casefold()]
    wanted = exact or fitting
    keys = [place.key for place in wanted if place.key in free] + [p.key for p in wanted if p.key not in free]
    if not keys:
        return ""
    if current in keys:
        return keys[(keys.index(current) + 1) % len(keys)] if exact else current
    return keys[0]
