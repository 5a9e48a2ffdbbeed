"""Shuffles that are specified, not borrowed: the same code gives the same tiles on every machine, for ever.

The word stream is SHAKE-256 (FIPS 202) over `seed + b"/" + attempt` (the attempt in decimal ASCII), cut into 32-bit
big-endian words in stream order. A word is accepted for a bound n when it lies under the greatest multiple of n that fits
into 2**32 (no modulo bias); the permutation is Fisher-Yates from the top (Durstenfeld 1964).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final, Self, final

import attrs

__all__ = ["Shuffle"]

_WORDS: Final = 1 << 32


@final
@attrs.frozen
class Shuffle:
    """A source of chance named by a code or a key; pure: the same question always gets the same answer.

    `name` is what stands between the purpose and the attempt in the hashed bytes, `purpose` is `b"deal"` for the tiles of a
    round and `b"chance"` for what is drawn later.
    """

    name: bytes
    purpose: bytes = b"deal"

    @classmethod
    def of(cls, code: str) -> Self:
        """The shuffle of a deal code in canonical form and without its rule block, such as `MJ1-L00-AAAAABL`."""
        return cls(code.encode("ascii"))

    @classmethod
    def keyed(cls, key: bytes) -> Self:
        """The shuffle of a secret key (online rounds): a code has too few bits to hide a deal.

        The key stands in hexadecimal behind `key:`, so it can never be mistaken for a code.
        """
        return cls(b"key:" + key.hex().encode("ascii"))

    def chance(self, ply: int) -> Self:
        """The chance of the command at `ply` (commands on the line before it) under the same code or key."""
        return attrs.evolve(self, name=self.name + b"/" + str(ply).encode("ascii"), purpose=b"chance")

    def permutation(self, n: int, attempt: int = 0) -> tuple[int, ...]:
        """A permutation of 0 … n-1, uniform over all of them. Takes 30-70 µs for n = 144."""
        items = list(range(n))
        words = self._words(n, attempt)
        for i in range(n - 1, 0, -1):
            size = i + 1
            limit = _WORDS - _WORDS % size
            word = next(words)
            while word >= limit:
                word = next(words)
            j = word % size
            items[i], items[j] = items[j], items[i]
        return tuple(items)

    def below(self, n: int, attempt: int = 0) -> int:
        """A whole number from 0 to n-1, from the first accepted word.

        Raises ValueError unless 1 <= n <= 2**32.
        """
        if not 1 <= n <= _WORDS:
            msg = f"a bound lies between 1 and 2**32, not at {n}"
            raise ValueError(msg)
        limit = _WORDS - _WORDS % n
        return next(word for word in self._words(4, attempt) if word < limit) % n

    def _words(self, expected: int, attempt: int) -> Iterator[int]:
        """The stream of words; `expected` is how many are read in the usual case."""
        # Brings OpenSSL along, 5 ms that a library without a deal need not wait for.
        from hashlib import shake_256

        hashed = shake_256(b"sofra/%s/1/%s/%d" % (self.purpose, self.name, attempt))
        read, length = 0, expected + 8
        while True:
            # An extendable output begins with the shorter one, so a longer digest continues the same stream.
            yield from struct.unpack_from(f">{length - read}I", hashed.digest(4 * length), 4 * read)
            read, length = length, 2 * length
