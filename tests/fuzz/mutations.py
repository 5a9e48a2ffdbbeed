"""How an input is spoilt: a few edits of one that was fine, as slips, damage and malice make them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, final

import orjson
from hypothesis import strategies as st

__all__ = ["ODD", "Edit", "edits", "leaves", "spoil", "twist"]

_WORDS: Final = (
    b"", b"0", b"-1", b"1e999", b"9" * 25, b"NaN", b"null", b"true", b'""', b"[]", b"{}", b"[[[[", b"}" * 8, b'"', b"\\u0000",
    b"\\ud800", b"\x00", b"\xff\xfe", b"\xd8\xb3", b"\n", b"\r\n", b" ", b"~", b"-", b"A", b"Z", b"7", b"../..", b"%s%n",
    b"{0.__class__}", b"<!ENTITY a 'b'>", b"\x1b[2J", b"\xe2\x80\xae", b"a" * 300,
)  # fmt: skip

ODD: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    0,
    1,
    7,
    255,
    2**31,
    2**53,
    2**63 - 1,
    -(2**63),
    1.5,
    1e300,
    "",
    "x",
    [],
    {},
    [[]],
    ["x"] * 99,
)


@final
class Edit(NamedTuple):
    """One edit: what is done, at which part of the input (in 65536ths), to how much of it, and with what."""

    kind: int
    place: int
    length: int
    word: bytes


def edits(most: int = 6) -> st.SearchStrategy[list[Edit]]:
    """Some edits; none leaves the input as it was."""
    words = st.one_of(st.sampled_from(_WORDS), st.binary(max_size=6))
    return st.lists(
        st.builds(Edit, st.integers(0, 7), st.integers(0, 65_535), st.integers(1, 40), words), max_size=most
    )


def spoil(data: bytes, changes: Sequence[Edit], other: bytes = b"") -> bytes:
    """The input after the edits; `other` is one that it may be spliced with."""
    for kind, place, length, word in changes:
        at = place * len(data) >> 16
        end = min(len(data), at + length)
        match kind:
            case 0:
                data = data[:at] + bytes(byte ^ (length or 1) for byte in data[at : at + 1]) + data[at + 1 :]
            case 1:
                data = data[:at] + data[end:]
            case 2:
                data = data[:at] + data[at:end] * (2 + place % 3) + data[end:]
            case 3:
                data = data[:at] + word + data[at:]
            case 4:
                data = data[:at] + word + data[end:]
            case 5:
                data = _swap_lines(data, place, length)
            case 6:
                data = data[:at] + other[place * len(other) >> 16 :]
            case _:
                data = data[:at]
    return data


def twist(data: bytes, changes: Sequence[Edit]) -> bytes:
    """The input, where it is JSON or lines of it, with other values in some places: it parses, and says something else."""
    lines = data.split(b"\n")
    for kind, place, length, word in changes:
        number = place % len(lines)
        try:
            value = orjson.loads(lines[number])
        except orjson.JSONDecodeError:
            continue
        found = list(leaves(value))
        if not found:
            continue
        holder, key = found[(place // len(lines) + length) % len(found)]
        odd = (*ODD, word.decode("utf-8", "replace"))
        here = holder[key]
        near = here + length - 20 if type(here) is int else odd[length % len(odd)]
        holder[key] = near if kind < 4 else odd[(length + kind) % len(odd)]
        try:
            lines[number] = orjson.dumps(value)
        except (orjson.JSONEncodeError, TypeError):
            continue
    return b"\n".join(lines)


def leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Where in a JSON value something stands: what holds it, and under which key."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from leaves(value[key])


def _swap_lines(data: bytes, place: int, length: int) -> bytes:
    lines = data.split(b"\n")
    one, two = place % len(lines), (place + length) % len(lines)
    lines[one], lines[two] = lines[two], lines[one]
    return b"\n".join(lines)
