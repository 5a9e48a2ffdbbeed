"""Draws the houses: 0 to 12 cowrie shells that lie as seeds lie in a sunflower, and a heap for more."""

from math import cos, pi, sin, sqrt
from pathlib import Path

ART = Path(__file__).resolve().parent.parent / "src" / "congkak" / "art"
GOLDEN = pi * (3 - sqrt(5))
SHELLS = ("#b5562b", "#8a3f1d", "#c77a3c")


def shell(k: int, count: int) -> str:
    """One shell: an oval with the slit of a cowrie."""
    far = 31 * sqrt((k + 0.5) / max(count, 3))
    x, y, turn = 50 + far * cos(k * GOLDEN), 50 + far * sin(k * GOLDEN), round(k * 47) % 180
    return (
        f'  <g transform="translate({x:.1f} {y:.1f}) rotate({turn})">'
        f'<ellipse rx="10" ry="7.5" fill="{SHELLS[k % 3]}" stroke="#4a2410" stroke-width="1.5"/>'
        '<path d="M-6 0H6" stroke="#f3dcc0" stroke-width="2.2"/></g>\n'
    )


def house(count: int) -> str:
    """The hollow, and the shells in it."""
    shells = "".join(shell(k, count) for k in range(count))
    hollow = '  <circle cx="50" cy="50" r="44" fill="#e4d3b4" stroke="#a58a5f" stroke-width="3"/>\n'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\n{hollow}{shells}</svg>\n'


if __name__ == "__main__":
    ART.mkdir(exist_ok=True)
    for number in range(14):
        (ART / f"{number}.svg").write_text(house(number if number < 13 else 22), "utf-8")
