"""Measure the layouts of Mahjong Solitaire: `python tools/layouts.py measure [--layout L05 …] [--count 200] [--plays 2000]`.

Writes `measured.json`, which the picker shows: for each layout how many of its first `--count` uniform deals can be won, and how
many of its first `--plays` deals a player moving at random wins, with the seed of that player. Layouts that are not named keep
their numbers. All 25 with the usual counts take about ten minutes.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from sofra.share import Share
from sofra_mahjong_solitaire.layout import TITLES, built_in
from sofra_mahjong_solitaire.measure import ENOUGH, random_wins, winnable_deals

MEASURED: Final = (
    Path(__file__).resolve().parent.parent
    / "plugins/mahjong_solitaire/src/sofra_mahjong_solitaire/layouts/measured.json"
)


def told(share: Share) -> dict[str, Any]:
    """A share as it stands in the file: the count, and the interval for readers."""
    low, high = share.interval
    return {"hits": share.hits, "of": share.of, "interval": [round(low, 4), round(high, 4)]}


def measure(names: list[str], count: int, plays: int, seed: int) -> int:
    """Measure and write; 1 when a layout has too few deals that can be won."""
    read = json.loads(MEASURED.read_text("utf-8"))["layouts"] if MEASURED.exists() else {}
    poor = False
    for name in names:
        layout = built_in(name)
        winnable = winnable_deals(name, layout, range(count))
        random = random_wins(name, layout, range(plays), seed)
        read[name] = {"winnable": told(winnable), "random": {**told(random), "seed": seed}}
        document = {"format": "sofra-mahjong-layouts-measured", "version": 1, "layouts": dict(sorted(read.items()))}
        MEASURED.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
        print(f"{name} {TITLES[name]}: winnable {winnable.value:.1%}, random {random.value:.1%}", flush=True)
        if winnable.value < ENOUGH:
            print(f"{name} has too few deals that can be won: redraw it", file=sys.stderr)
            poor = True
    return int(poor)


def main(arguments: list[str] | None = None) -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("measure",))
    parser.add_argument("--layout", action="append", choices=sorted(TITLES), help="only this one (may be repeated)")
    parser.add_argument("--count", type=int, default=200, help="deals that are decided")
    parser.add_argument("--plays", type=int, default=2000, help="deals that are played at random")
    parser.add_argument("--seed", type=int, default=0, help="of the player who moves at random")
    given = parser.parse_args(arguments)
    return measure(given.layout or list(TITLES), given.count, given.plays, given.seed)


if __name__ == "__main__":
    sys.exit(main())
