"""The pictures of the README and the docs: `python tools/pictures.py` draws them anew with `sofra screenshot`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "pictures"

PICTURES: Final[dict[str, tuple[str, ...]]] = {
    "table.png": ("table", "--size", "1200x750"),
    "connect.png": ("joined", "--code", "MC1-AAAAABL", "--size", "900x580"),
    "dominoes.png": ("chain", "--size", "900x580"),
    "library.png": ("library-continue", "--size", "900x580"),
    "replay.png": ("replay", "--size", "900x580"),
    "rules.png": ("rules", "--code", "DM1-AAAAAAA", "--size", "1000x640"),
    "arabic.png": ("table", "--language", "ar", "--dark", "--style", "numbers", "--size", "900x580"),
}
"""What each picture shows, as arguments of `sofra screenshot`."""


def draw(name: str, out: Path) -> None:
    """Draw one picture. Raises CalledProcessError when Sofra cannot."""
    subprocess.run(
        [sys.executable, "-m", "sofra", "screenshot", *PICTURES[name], "--out", str(out)],
        check=True,
        stdout=subprocess.DEVNULL,
    )


def main() -> None:
    """Draw all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        draw(name, FOLDER / name)
        print(name, (FOLDER / name).stat().st_size)


if __name__ == "__main__":
    main()
