# ruff: noqa: INP001 - a script, no package
"""Turn the weights that `learn` wrote into the integers that `sofra_dominoes.bots.value` reads.

Run: python pack.py WEIGHTS FILE HIGHEST HAND UNITS SECOND
"""

from __future__ import annotations

import base64
import json
import struct
import sys
import zlib
from array import array
from pathlib import Path

from sofra_dominoes.bots.value import inputs

FIRST, SECOND, THIRD = 256, 512, 512
"""By what the weights of each layer are multiplied before they are rounded."""

PIPS = 20
"""Pips for one unit of the network's output, as in `learn.cpp`."""


def main(weights: str, file: str, highest: int, hand: int, units: int, second: int) -> None:
    """Write the file."""
    values = array("f")
    values.frombytes(Path(weights).read_bytes())
    left = iter(values)

    def take(count: int, scale: int) -> list[int]:
        return [round(next(left) * scale) for _weight in range(count)]

    first = take((inputs(highest) + 1) * units, FIRST)  # the rows, then the bias
    middle = take(units * second, SECOND)
    bias = take(second, FIRST * SECOND)
    last = take(second, THIRD)
    [constant] = take(1, FIRST * SECOND * THIRD)
    if next(left, None) is not None:
        sys.exit(f"{weights} holds another network")
    packed = zlib.compress(struct.pack(f"<{len(first + middle + last)}h", *first, *middle, *last), 9)
    document = {
        "highest": highest,
        "hand": hand,
        "units": [units, second],
        "bias": bias,
        "constant": constant,
        "by": PIPS * 1000,
        "over": FIRST * SECOND * THIRD,
        "weights": base64.b85encode(packed).decode(),
    }
    Path(file).write_text(json.dumps(document) + "\n", "ascii")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:7]))
