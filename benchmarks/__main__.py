"""`python -m benchmarks [--json] [--long] [MODULE …]`: run the measurements and compare them with what must and should be reached."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pkgutil
import sys

import benchmarks
from benchmarks import Figure


def main() -> int:
    """Run; 1 when a figure misses what it must reach."""
    known = sorted(module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name != "__main__")
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=benchmarks.__doc__)
    parser.add_argument("modules", nargs="*", choices=[[], *known], help=f"which of {', '.join(known)}; all by default")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--long", action="store_true", help="measure more, for minutes where a module offers that")
    arguments = parser.parse_args()
    if arguments.long:
        os.environ["SOFRA_LONG"] = "1"
    figures: list[Figure] = []
    for name in arguments.modules or known:
        measured = importlib.import_module(f"benchmarks.{name}").measure()
        figures += measured
        if not arguments.json:
            for each in measured:
                _show(name, each)
    if arguments.json:
        print(json.dumps(figures, indent=2))
    return 0 if all(each["ok"] is not False for each in figures) else 1


def _show(module: str, each: Figure) -> None:
    goals = [f"{goal} {each[goal]:g}" for goal in ("must", "aim") if each[goal] is not None]
    verdict = {True: "ok", False: "MISSED", None: ""}[each["ok"]]
    print(f"{module:8} {each['name']:52} {each['value']:10.4g} {each['unit']:4} {', '.join(goals):20} {verdict}")


if __name__ == "__main__":
    sys.exit(main())
