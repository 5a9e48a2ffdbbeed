"""The board of congkak: sixteen places in the order of sowing, and what one sowing does to them.

Places 0 to 6 are the houses of seat 0, 7 is its store; 8 to 14 are the houses of seat 1, 15 is its store. Opposite of house p is house
14 - p.
"""

HOUSES = 7
PLACES = 2 * HOUSES + 2
STORES = (HOUSES, PLACES - 1)
START = (*[7] * HOUSES, 0) * 2
HALF = sum(START) // 2


def houses(seat: int) -> range:
    """The houses of a seat."""
    return range(seat * (HOUSES + 1), seat * (HOUSES + 1) + HOUSES)


def sow(seeds: tuple[int, ...], seat: int, house: int) -> tuple[tuple[int, ...], int, bool]:
    """Sow from a house: the seeds of all places after it, the place of the last one, and whether the seat sows again.

    It ends: each time round the board a seed stays in the store.
    """
    now, place, hand = list(seeds), house, seeds[house]
    now[house] = 0
    while hand:
        place = (place + 1) % PLACES
        if place == STORES[1 - seat]:
            continue
        now[place] += 1
        hand -= 1
        if not hand and place != STORES[seat] and now[place] > 1:
            hand, now[place] = now[place], 0
    opposite = 2 * HOUSES - place
    if place in houses(seat) and now[opposite]:
        now[STORES[seat]] += now[opposite] + 1
        now[place] = now[opposite] = 0
    return tuple(now), place, place == STORES[seat]
