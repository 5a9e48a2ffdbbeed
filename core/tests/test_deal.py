"""Shuffles: specified, so that a code deals the same tiles on every machine, for ever."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sofra.deal import Shuffle

CODE = "MJ1-L00-AAAAABL"


def words(name: bytes, attempt: int, count: int) -> list[int]:
    """The word stream, written a second time straight from the specification."""
    data = hashlib.shake_256(name + b"/" + str(attempt).encode()).digest(4 * count)
    return [int.from_bytes(data[4 * k : 4 * k + 4], "big") for k in range(count)]


def durstenfeld(n: int, stream: list[int]) -> tuple[int, ...]:
    """The shuffle, written a second time straight from the specification."""
    p = list(range(n))
    for i in range(n - 1, 0, -1):
        while True:
            word = stream.pop(0)
            if word < 2**32 - 2**32 % (i + 1):
                break
        p[i], p[word % (i + 1)] = p[word % (i + 1)], p[i]
    return tuple(p)


class TestPermutation:
    def test_the_golden_vector_of_the_specification(self) -> None:
        """`MJ1-L00-AAAAABL`, attempt 0, n = 144 begins as the design says."""
        assert Shuffle.of(CODE).permutation(144)[:12] == (124, 59, 73, 142, 132, 126, 22, 51, 23, 42, 107, 134)

    @pytest.mark.parametrize(
        ("n", "attempt", "digest"),
        [
            (144, 0, "c07e9eea83418a79"),
            (144, 1, "1361d1b8c42ad99d"),
            (28, 0, "eda40979ca09bcdb"),
        ],
    )
    def test_whole_permutations_never_change(self, n: int, attempt: int, digest: str) -> None:
        """Digests taken at the first release, from the second writing above as well."""
        p = Shuffle.of(CODE).permutation(n, attempt)
        assert hashlib.sha256(bytes(p)).hexdigest()[:16] == digest

    @given(code=st.from_regex(r"[A-Z]{2}1-[A-Z]{7}", fullmatch=True), n=st.integers(0, 160), attempt=st.integers(0, 20))
    def test_it_is_the_specified_shuffle(self, code: str, n: int, attempt: int) -> None:
        stream = words(b"sofra/deal/1/" + code.encode(), attempt, 4 * n + 8)
        assert Shuffle.of(code).permutation(n, attempt) == durstenfeld(n, stream)

    @given(n=st.integers(0, 300), attempt=st.integers(0, 1000))
    def test_every_item_is_there_once(self, n: int, attempt: int) -> None:
        assert sorted(Shuffle.of(CODE).permutation(n, attempt)) == list(range(n))

    def test_all_orders_are_equally_likely(self) -> None:
        """Chi-square over the 24 orders of four items in 4,800 attempts: 23 degrees, the 99.99 % point is 58.6."""
        counts = Counter(Shuffle.of(CODE).permutation(4, attempt) for attempt in range(4_800))
        assert set(counts) == set(permutations(range(4)))
        assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 58.6

    def test_the_stream_goes_on_beyond_what_is_usual(self) -> None:
        """Many rejected words make the stream longer; a longer digest begins with the shorter one."""
        stream = Shuffle.of(CODE)._words(3, 0)
        taken = [next(stream) for _k in range(100)]
        assert taken == words(b"sofra/deal/1/" + CODE.encode(), 0, 100)


class TestBelow:
    @given(n=st.integers(1, 2**32), attempt=st.integers(0, 50))
    def test_it_is_the_first_accepted_word(self, n: int, attempt: int) -> None:
        limit = 2**32 - 2**32 % n
        first = next(w for w in words(b"sofra/deal/1/" + CODE.encode(), attempt, 200) if w < limit)
        assert Shuffle.of(CODE).below(n, attempt) == first % n

    @pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
    def test_a_bound_that_cannot_be_is_refused(self, n: int) -> None:
        with pytest.raises(ValueError, match="bound"):
            Shuffle.of(CODE).below(n)

    def test_one_leaves_no_choice(self) -> None:
        assert {Shuffle.of(CODE).below(1, attempt) for attempt in range(20)} == {0}


class TestNames:
    def test_chance_is_hashed_as_specified(self) -> None:
        stream = words(b"sofra/chance/1/" + CODE.encode() + b"/17", 2, 400)
        assert Shuffle.of(CODE).chance(17).permutation(50, 2) == durstenfeld(50, stream)

    def test_deal_chance_plies_and_keys_are_all_different_sources(self) -> None:
        code, key = Shuffle.of(CODE), Shuffle.keyed(CODE.encode())
        sources = [code, key, *(source.chance(ply) for source in (code, key) for ply in (0, 1, 11))]
        assert len({source.permutation(100) for source in sources}) == len(sources)

    def test_a_key_cannot_be_mistaken_for_a_code(self) -> None:
        """A colon cannot stand in a code."""
        assert b":" in Shuffle.keyed(b"\x00\x01").name

    def test_equal_names_are_equal_sources(self) -> None:
        assert Shuffle.of(CODE) == Shuffle.of(CODE)
        assert Shuffle.of(CODE).chance(3) == Shuffle.of(CODE).chance(3)
