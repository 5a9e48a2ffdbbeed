"""The set of tiles that every deal counts on."""

from collections import Counter
from itertools import combinations

from sofra_mahjong_tiles import BY_LABEL, KINDS, SET, Family, pairs_with

ORDER = (
    "1B 2B 3B 4B 5B 6B 7B 8B 9B 1C 2C 3C 4C 5C 6C 7C 8C 9C 1D 2D 3D 4D 5D 6D 7D 8D 9D "
    "N S E W R G Wh F1 F2 F3 F4 S1 S2 S3 S4"
)


def test_kind_order() -> None:
    """The 42 kinds stand in the order of the specification, and each knows its place."""
    assert [kind.label for kind in KINDS] == ORDER.split()
    assert [kind.index for kind in KINDS] == list(range(42))


def test_set() -> None:
    """A set is 144 tiles in kind order: four of each suit kind, wind and dragon, one of each flower and season."""
    assert len(SET) == 144
    assert list(SET) == sorted(SET)
    counts = Counter(SET)
    for kind in KINDS:
        assert counts[kind.index] == (1 if kind.family in {Family.FLOWER, Family.SEASON} else 4)


def test_faces() -> None:
    """A face is named after family and number, wind or colour; no two kinds share one."""
    assert BY_LABEL["5B"].face == "mahjong/bamboo-5"
    assert BY_LABEL["Wh"].face == "mahjong/dragon-white"
    assert BY_LABEL["E"].face == "mahjong/wind-east"
    assert BY_LABEL["S3"].face == "mahjong/season-3"
    assert len({kind.face for kind in KINDS}) == 42


def test_names() -> None:
    """Each kind has an English name of its own."""
    assert BY_LABEL["5B"].name.english == "5 of bamboos"
    assert BY_LABEL["1C"].name.english == "1 of characters"
    assert BY_LABEL["9D"].name.english == "9 of circles"
    assert BY_LABEL["N"].name.english == "north wind"
    assert BY_LABEL["G"].name.english == "green dragon"
    assert BY_LABEL["F2"].name.english == "flower 2"
    assert len({kind.name.english for kind in KINDS}) == 42


def test_pairs_of_different_kinds() -> None:
    """Different kinds pair only when both are flowers or both are seasons: 6 and 6 of the 861 couples."""
    unlike = [(a, b) for a, b in combinations(KINDS, 2) if pairs_with(a, b)]
    assert len(unlike) == 12
    for first, second in unlike:
        assert first.family is second.family
        assert first.family in {Family.FLOWER, Family.SEASON}


def test_pairs_of_one_kind() -> None:
    """Every kind pairs with itself, and no dragon with another dragon."""
    assert all(pairs_with(kind, kind) for kind in KINDS)
    assert not pairs_with(BY_LABEL["R"], BY_LABEL["G"])


def test_groups_are_even() -> None:
    """Every group that pairs holds four tiles of the set, so the whole set can leave in pairs."""
    assert set(Counter(KINDS[item].group for item in SET).values()) == {4}
