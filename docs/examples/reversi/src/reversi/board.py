"""The board of Reversi as plain tuples: which stones a move turns over, and how a computer player looks ahead."""

from functools import cache, lru_cache

Cells = tuple[int, ...]
"""Whose stone lies on each place, row by row: 0 or 1 for a seat, EMPTY for none."""

EMPTY = -1
WON = 1000


@cache
def rays(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each place the places that follow it in each of the eight directions, up to the edge."""
    ways = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
    found = []
    for place in range(size * size):
        row, column = divmod(place, size)
        lines = []
        for dx, dy in ways:
            line, x, y = [], column + dx, row + dy
            while 0 <= x < size and 0 <= y < size:
                line.append(y * size + x)
                x, y = x + dx, y + dy
            if len(line) > 1:
                lines.append(tuple(line))
        found.append(tuple(lines))
    return tuple(found)


@cache
def worth(size: int) -> Cells:
    """What a stone on each place is worth: corners are safe for ever, the places beside them give a corner away."""
    last = size - 1
    values = []
    for place in range(size * size):
        edges = [min(part, last - part) for part in divmod(place, size)]
        match min(edges), max(edges):
            case 0, 0:
                value = 40
            case 1, 1:
                value = -16
            case 0, 1:
                value = -8
            case 0, _:
                value = 4
            case _:
                value = 0
        values.append(value)
    return tuple(values)


def opening(size: int, first: int) -> Cells:
    """Four stones in the middle; seat `first` has the dark ones, on the rising diagonal."""
    cells = [EMPTY] * (size * size)
    low = size // 2 - 1
    for row in (low, low + 1):
        for column in (low, low + 1):
            cells[row * size + column] = 1 - first if row == column else first
    return tuple(cells)


def turned(cells: Cells, size: int, place: int, seat: int) -> list[int]:
    """The stones that a stone of a seat on an empty place would turn over, in order; none where it may not be put."""
    if cells[place] != EMPTY:
        return []
    found: list[int] = []
    other = 1 - seat
    for line in rays(size)[place]:
        if cells[line[0]] != other:
            continue
        for length, at in enumerate(line):
            if cells[at] == seat:
                found += line[:length]
                break
            if cells[at] == EMPTY:
                break
    return sorted(found)


def after(cells: Cells, places: list[int], place: int, seat: int) -> Cells:
    """The board when a seat has put a stone on a place and turned over those on `places`."""
    new = list(cells)
    for at in (place, *places):
        new[at] = seat
    return tuple(new)


@lru_cache(maxsize=4096)
def moves(cells: Cells, size: int, seat: int) -> tuple[int, ...]:
    """The places on which a seat may put a stone, from the upper left to the lower right one; asked often of one board."""
    return tuple(place for place, stone in enumerate(cells) if stone == EMPTY and turned(cells, size, place, seat))


def value(cells: Cells, size: int, seat: int) -> int:
    """What a position is worth to a seat: safe places, and freedom to move."""
    total = 0
    for stone, points in zip(cells, worth(size), strict=True):
        if stone == seat:
            total += points
        elif stone != EMPTY:
            total -= points
    return total + 3 * (len(moves(cells, size, seat)) - len(moves(cells, size, 1 - seat)))


class Spent(Exception):
    """No steps are left."""


class Search:
    """Alpha-beta that looks one move deeper each time, as long as its steps last."""

    def __init__(self, size: int, budget: int) -> None:
        """A search on a board of this size, over at most `budget` positions."""
        self.size = size
        self.left = budget

    def best(self, cells: Cells, seat: int, order: list[int]) -> int:
        """The best of the places in `order`, as far as the steps let it be seen."""
        found = order[0]
        for depth in range(1, cells.count(EMPTY) + 1):
            try:
                found = self.choose(cells, seat, order, depth)
            except Spent:
                break
            order = [found, *(place for place in order if place != found)]
        return found

    def choose(self, cells: Cells, seat: int, order: list[int], depth: int) -> int:
        """The best of some places when `depth` moves are looked at."""
        best, alpha = order[0], -10 * WON
        for place in order:
            new = after(cells, turned(cells, self.size, place, seat), place, seat)
            points = -self.look(new, 1 - seat, depth - 1, -10 * WON, -alpha, passed=False)
            if points > alpha:
                best, alpha = place, points
        return best

    def look(self, cells: Cells, seat: int, depth: int, alpha: int, beta: int, *, passed: bool) -> int:
        """What a position is worth to the seat to move."""
        if self.left <= 0:
            raise Spent
        self.left -= 1
        places = moves(cells, self.size, seat)
        if not places:
            if passed or EMPTY not in cells:
                ahead = cells.count(seat) - cells.count(1 - seat)
                return ahead and ahead + (WON if ahead > 0 else -WON)
            return -self.look(cells, 1 - seat, depth, -beta, -alpha, passed=True)
        if depth <= 0:
            return value(cells, self.size, seat)
        for place in sorted(places, key=lambda at: -worth(self.size)[at]):
            new = after(cells, turned(cells, self.size, place, seat), place, seat)
            alpha = max(alpha, -self.look(new, 1 - seat, depth - 1, -beta, -alpha, passed=False))
            if alpha >= beta:
                break
        return alpha
