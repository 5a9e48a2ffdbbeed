"""The pages of an SQLite file read without SQLite, for a file that SQLite refuses: what stands in them, wherever it hangs.

Layouts: SQLite's "Database File Format", sections 1.3 (header), 1.6 (b-tree pages), 2.1 (records) and 4 (write-ahead log).
Nothing here trusts what it reads: whatever does not parse is left out.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from operator import ne
from pathlib import Path
from typing import Final, NamedTuple, final

import attrs

__all__ = ["MAGIC", "Cell", "Image", "Value", "Wal", "read_image", "read_wal"]

MAGIC: Final = b"SQLite format 3\0"

PAGE: Final = 4096
"""The page size that SQLite takes by itself; assumed where the header is torn."""

Value = None | int | str | bytes


@final
class Cell(NamedTuple):
    """What stands in a cell: the rowid (0 in an index) and the columns."""

    rowid: int
    values: tuple[Value, ...]


_WAL_MAGICS: Final = {0x377F0682: "<", 0x377F0683: ">"}
_LONGEST: Final = 1 << 24
"""Bytes of a record; what claims to be longer is none."""

_SIZES: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of a whole number, by its serial type."""

_CONSTANTS: Final = {0: None, 8: 0, 9: 1}
"""What takes no bytes at all."""


@final
@attrs.frozen
class Wal:
    """A write-ahead file as far as its headers tell.

    `sound` says whether its own header is whole. `frames` are the places of the page images up to the last commit of this
    generation, with the page's number, whether or not their checksums hold; `whole` counts how many frames there is room for.
    """

    sound: bool
    salts: bytes
    page: int
    frames: tuple[tuple[int, int], ...]
    whole: int

    @property
    def committed(self) -> int:
        """How many frames lead to the last commit."""
        return len(self.frames)


def read_wal(path: Path) -> Wal | None:
    """Look at the write-ahead file of the log at `path`; None where there is none, or an empty one.

    Only headers are read. Raises OSError.
    """
    try:
        with path.with_name(path.name + "-wal").open("rb") as file:
            header = file.read(32)
            if not header.strip(b"\0"):
                return None
            size = file.seek(0, 2)
            order = _WAL_MAGICS.get(int.from_bytes(header[:4], "big"), "")
            sound = bool(order) and len(header) == 32 and _sums(header[:24], order) == header[24:]
            # A torn header says nothing; nearly all files have pages of this size.
            page = int.from_bytes(header[8:12], "big") if sound else PAGE
            salts, frames, committed = header[16:24], [], 0
            whole = max(0, size - 32) // (24 + page)
            for number in range(whole):
                place = 32 + number * (24 + page)
                file.seek(place)
                head = file.read(24)
                if not sound and not number:
                    # The header may be torn where the salts stand; those of the first frame are the same.
                    salts = head[8:16]
                if sum(map(ne, head[8:16], salts)) > 1:
                    # Of a generation before: with one torn byte it would be of this.
                    frames.append((0, 0))
                    continue
                pgno, pages = struct.unpack_from(">II", head)
                frames.append((pgno, place + 24))
                if pages:
                    committed = len(frames)
    except FileNotFoundError:
        return None
    return Wal(sound, salts, page, tuple(frames[:committed]), whole)


def _sums(content: bytes, order: str) -> bytes:
    """The checksum that a write-ahead file has over its beginning."""
    first = second = 0
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for n in range(0, len(words), 2):
        first = (first + words[n] + second) & 0xFFFFFFFF
        second = (second + words[n + 1] + first) & 0xFFFFFFFF
    return struct.pack(">II", first, second)


def _plausible(page: int) -> bool:
    return 512 <= page <= 65536 and not page & (page - 1)


@final
class Image:
    """The pages of a file and of its write-ahead file: the newest of each number, and all that they replaced."""

    def __init__(self, content: bytes, wal: bytes, page: int, frames: Iterable[tuple[int, int]] = ()) -> None:
        self._page: Final = page
        self._newest: Final[dict[int, bytes]] = {}
        self._older: Final[list[tuple[int, bytes]]] = []
        for number in range(-(-len(content) // page)):
            self._newest[number + 1] = content[number * page : (number + 1) * page]
        for number, place in frames:
            if number:
                if number in self._newest:
                    self._older.append((number, self._newest[number]))
                self._newest[number] = wal[place : place + page]

    def now(self) -> Iterator[list[Cell]]:
        """What stands in each page as it is now, in the order and the places that its header names."""
        for number, page in self._newest.items():
            yield self._named(number, page)

    def left(self) -> Iterator[list[Cell]]:
        """What else can be made out: in pages that were replaced, and where headers do not tell of it any more."""
        for number, page in self._newest.items():
            yield list(self._unnamed(number, page))
        for number, page in self._older:
            yield self._named(number, page)
            yield list(self._unnamed(number, page))

    @property
    def holes(self) -> int:
        """How many pages are missing, or are none: of one, the others tell what stood in it; of several not always."""
        pages, free = (int.from_bytes(self._newest.get(1, bytes(40))[at : at + 4], "big") for at in (28, 36))
        torn = sum(page[0] not in _FIRST_BYTES for number, page in self._newest.items() if number > 1)
        empty = sum(not any(page) for page in self._newest.values())
        cut = sum(len(page) < self._page for page in self._newest.values())
        return torn + cut + max(0, empty - free) + max(0, pages - len(self._newest))

    def _named(self, number: int, page: bytes) -> list[Cell]:
        """The cells that the pointers of a page's header lead to."""
        return [cell for cell, _start, _end in self._pointed(number, page)]

    def _pointed(self, number: int, page: bytes) -> Iterator[tuple[Cell, int, int]]:
        start = 100 if number == 1 else 0
        shape = _SHAPES.get(page[start]) if len(page) > start + 12 else None
        if shape is None:
            return
        pointers = start + (12 if shape.interior else 8)
        count = min(int.from_bytes(page[start + 3 : start + 5], "big"), (len(page) - pointers) // 2)
        for at in struct.unpack_from(f">{count}H", page, pointers):
            found = self._cell(page, at, shape)
            if found is not None:
                yield found[0], at, found[1]

    def _unnamed(self, number: int, page: bytes) -> Iterator[Cell]:
        """The cells that stand between those."""
        named = sorted((at, end) for _cell, at, end in self._pointed(number, page))
        # Behind the pointers everything up to the first cell may be left of what was moved or removed.
        at = (100 if number == 1 else 0) + 8
        for begin, end in (*named, (len(page), len(page))):
            while at < begin:
                found = None
                if page[at]:
                    found = next(filter(None, (self._cell(page, at, shape) for shape in _SHAPES.values())), None)
                if found is None:
                    at += 1
                else:
                    yield found[0]
                    at = found[1]
            at = max(at, end)

    def _cell(self, page: bytes, at: int, shape: _Shape) -> tuple[Cell, int] | None:
        """The cell at a place of a page, and where it ends; None where nothing of ours stands there."""
        try:
            at += 4 * shape.interior
            length, at = _varint(page, at)
            rowid = 0
            if shape.table:
                rowid, at = _varint(page, at)
            local = shape.local(length, self._page)
            end = at + local
            if end > len(page) or not 4 <= length <= _LONGEST:
                return None
            payload = page[at:end]
            # Looked at before an overflow is followed: most of what is tried is nothing.
            if not (_may_be_record(payload) if shape.table else _may_be_entry(payload)):
                return None
            if local < length:
                payload += self._follow(int.from_bytes(page[end : end + 4], "big"), length - local)
                end += 4
            values = _columns(payload) if len(payload) == length else None
        except (IndexError, struct.error):
            return None
        return None if values is None else (Cell(rowid, values), end)

    def _follow(self, number: int, wanted: int) -> bytes:
        """The rest of a record, over a chain of pages."""
        found = bytearray()
        while len(found) < wanted:
            page = self._newest.get(number)
            if page is None or len(page) < self._page:
                break
            number = int.from_bytes(page[:4], "big")
            found += page[4:]
        return bytes(found[:wanted])


@final
@attrs.frozen
class _Shape:
    """A kind of b-tree page that holds records."""

    table: bool
    interior: bool

    def local(self, length: int, page: int) -> int:
        """How much of a record of this length stands in the cell itself."""
        most = page - 35 if self.table else (page - 12) * 64 // 255 - 23
        if length <= most:
            return length
        least = (page - 12) * 32 // 255 - 23
        here = least + (length - least) % (page - 4)
        return here if here <= most else least


_SHAPES: Final = {
    13: _Shape(table=True, interior=False),
    10: _Shape(table=False, interior=False),
    2: _Shape(table=False, interior=True),
}


_FIRST_BYTES: Final = {0, 2, 5, 10, 13}
"""Of b-tree pages, of those that go on with a record, and of free ones."""


def _may_be_record(payload: bytes) -> bool:
    """Whether it begins like a row of records: a small head, nothing in the first column, a text in the second."""
    return 14 <= payload[0] <= 40 and payload[1] == 0 and payload[2] >= 13 and bool(payload[2] & 1)


def _may_be_entry(payload: bytes) -> bool:
    """Whether it begins like an entry of an index of ours: a small head, a text in the first column."""
    return 2 <= payload[0] <= 8 and payload[1] >= 13 and bool(payload[1] & 1)


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and the place behind it."""
    value = 0
    for n in range(8):
        byte = content[at + n]
        value = value << 7 | byte & 127
        if byte < 128:
            return value, at + n + 1
    value = value << 8 | content[at + 8]
    return (value - (1 << 64) if value >> 63 else value), at + 9


def _columns(payload: bytes) -> tuple[Value, ...] | None:
    """The columns of a record; None where it is none."""
    place = payload[0]
    values: list[Value] = []
    kind = 0
    for byte in payload[1:place]:
        # The kinds are numbers of seven bits a byte, the last of which has no top bit.
        kind = kind << 7 | byte & 127
        if byte > 127:
            continue
        if kind >= 12:
            end = place + (kind - 12) // 2
            values.append(payload[place:end])
            if kind & 1:
                try:
                    values[-1] = payload[place:end].decode()
                except UnicodeDecodeError:
                    return None
            place = end
        elif kind in _SIZES:
            end = place + _SIZES[kind]
            values.append(int.from_bytes(payload[place:end], "big", signed=True))
            place = end
        else:
            values.append(_CONSTANTS.get(kind, b""))
        kind = 0
    return tuple(values) if place == len(payload) else None


def read_image(path: Path) -> Image:
    """All pages of a file. Raises OSError."""
    content = path.read_bytes()
    wal_path = path.with_name(path.name + "-wal")
    wal = read_wal(path)
    page = PAGE
    if wal is not None:
        page = wal.page
    else:
        # Another size only where the count of pages agrees: a torn number does not.
        told, count = struct.unpack_from(">H10xI", content.ljust(100, b"\0"), 16)
        told = 65536 if told == 1 else told
        if _plausible(told) and told * count == len(content):
            page = told
    return Image(content, wal_path.read_bytes() if wal else b"", page, wal.frames if wal else ())
