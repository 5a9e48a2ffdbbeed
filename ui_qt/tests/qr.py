"""A reader of QR codes for tests, after ISO/IEC 18004: byte mode, versions 1 to 6, without correction of errors.

It knows nothing of how the picture was made: it looks at pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtGui import QImage

BLOCKS: dict[tuple[int, str], tuple[int, ...]] = {
    (1, "L"): (19,),
    (1, "M"): (16,),
    (1, "Q"): (13,),
    (1, "H"): (9,),
    (2, "L"): (34,),
    (2, "M"): (28,),
    (2, "Q"): (22,),
    (2, "H"): (16,),
    (3, "L"): (55,),
    (3, "M"): (44,),
    (3, "Q"): (17, 17),
    (3, "H"): (13, 13),
    (4, "L"): (80,),
    (4, "M"): (32, 32),
    (4, "Q"): (24, 24),
    (4, "H"): (9, 9, 9, 9),
    (5, "L"): (108,),
    (5, "M"): (43, 43),
    (5, "Q"): (15, 15, 16, 16),
    (5, "H"): (11, 11, 12, 12),
    (6, "L"): (68, 68),
    (6, "M"): (27, 27, 27, 27),
    (6, "Q"): (19, 19, 19, 19),
    (6, "H"): (15, 15, 15, 15),
}
"""Data codewords of each block, by version and level (table 9)."""

MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda i, j: (i + j) % 2 == 0,
    lambda i, _j: i % 2 == 0,
    lambda _i, j: j % 3 == 0,
    lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0,
    lambda i, j: i * j % 2 + i * j % 3 == 0,
    lambda i, j: (i * j % 2 + i * j % 3) % 2 == 0,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2 == 0,
)


def seen(picture: QImage) -> tuple[list[list[bool]], int, int]:
    """The modules in a picture that holds nothing but a symbol and white: they, a module's size, and the quiet zone in modules."""
    grey = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    bits, step = bytes(grey.constBits()), grey.bytesPerLine()
    dark = [[value < 128 for value in bits[y * step : y * step + grey.width()]] for y in range(grey.height())]
    rows = [y for y, line in enumerate(dark) if any(line)]
    columns = [x for x in range(picture.width()) if any(line[x] for line in dark)]
    top, left, right = rows[0], columns[0], columns[-1] + 1
    # The upper edge of a finder is seven modules of darkness.
    run = next(x for x in range(left, right) if not dark[top][x]) - left
    assert run % 7 == 0, "a module is a whole number of pixels"
    size = run // 7
    across = (right - left) // size
    assert across * size == right - left == rows[-1] + 1 - top
    modules = []
    for y in range(across):
        line = []
        for x in range(across):
            found = {dark[top + y * size + dy][left + x * size + dx] for dy in range(size) for dx in range(size)}
            assert len(found) == 1, "no module is half dark"
            line.append(found.pop())
        modules.append(line)
    quiet = min(top, left, picture.width() - right, picture.height() - rows[-1] - 1)
    return modules, size, quiet // size


def read(modules: list[list[bool]]) -> str:
    """The text of a symbol."""
    across = len(modules)
    version = (across - 17) // 4
    assert version * 4 + 17 == across
    assert 1 <= version <= 6, "the reader knows the small ones"
    places = [*((8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)), *((y, 8) for y in (7, 5, 4, 3, 2, 1, 0))]
    told = int("".join(str(int(modules[y][x])) for y, x in places), 2) ^ 0x5412
    level, mask = "MLHQ"[told >> 13], MASKS[told >> 10 & 7]
    bits = [modules[y][x] ^ mask(y, x) for y, x in _path(across, version)]
    words = [int("".join(str(int(bit)) for bit in bits[at : at + 8]), 2) for at in range(0, len(bits) - 7, 8)]
    lengths = BLOCKS[version, level]
    blocks: list[list[int]] = [[] for _length in lengths]
    rest = iter(words)
    for at in range(max(lengths)):
        for block, length in zip(blocks, lengths, strict=True):
            if at < length:
                block.append(next(rest))
    data = "".join(f"{word:08b}" for block in blocks for word in block)
    assert data[:4] == "0100", "byte mode"
    count = int(data[4:12], 2)
    return bytes(int(data[at : at + 8], 2) for at in range(12, 12 + 8 * count, 8)).decode("ascii")


def _path(across: int, version: int) -> Iterator[tuple[int, int]]:
    """The modules that hold data, in their order: in pairs of columns from the right, up and down by turns."""
    centre = 4 * version + 10
    upward = True
    right = across - 1
    while right > 0:
        if right == 6:
            right -= 1
        for step in range(across):
            y = across - 1 - step if upward else step
            for x in (right, right - 1):
                finder = (y < 9 and x < 9) or (y < 9 and x >= across - 8) or (y >= across - 8 and x < 9)
                aligned = version > 1 and abs(y - centre) <= 2 and abs(x - centre) <= 2
                if not (finder or aligned or y == 6 or x == 6):
                    yield y, x
        upward = not upward
        right -= 2
