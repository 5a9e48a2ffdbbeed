"""A scene as one SVG file, without Qt: the pictures of an art set, laid out as the table lays its pieces."""

from __future__ import annotations

import re
from typing import Final

from sofra.game import ArtSet
from sofra.guard import pictures
from sofra.scene import DEPTH, Piece, Scene, State

__all__ = ["svg"]

_WIDTH: Final = 1280
"""Pixels across, when a viewer shows the picture at its own size."""

_CLOTH: Final = "#2f5d50"

_FACE: Final = "#f6efdd"
"""Ivory, for a piece whose art set draws no body."""

_BACK: Final = "#a86a35"
"""Copper, for the same that lies face down."""

_SIDES: Final = ("#7a5228", "#d8c8a2")
"""The sides of such a piece, the lower and the upper half."""

_AIR: Final = 0.025
"""How much cloth is seen round the table, as a share of its width: shadows and sides fall there."""

_ROOT: Final = re.compile(r"^.*?<svg\b([^>]*)>(.*)</svg>\s*$", re.DOTALL)


def svg(scene: Scene, art: ArtSet | None) -> str:
    """The scene as an SVG document. A piece whose picture is missing (or without an art set) shows its label.

    Rows are shown as they begin, before anything is scrolled.
    """
    drawn = _Pictures(art)
    wide, high = scene.size
    rows = {tray.key: f"row{number}" for number, tray in enumerate(scene.trays)}
    body = []
    for piece in sorted(scene.pieces, key=lambda each: (each.layer, each.at[1], each.at[0])):
        row = rows.get(piece.tray)
        found = _piece(piece, art, drawn)
        body.append(found if row is None else f'<g clip-path="url(#{row})">{found}</g>')
    air = _AIR * wide
    across, down = wide + 2 * air, high + 2 * air
    pixels = f'width="{_WIDTH}" height="{_WIDTH * down / across:.0f}" viewBox="{-air:.6g} {-air:.6g} {across:.6g} {down:.6g}"'
    # As on the table: a row is cut off at its left and right, and nothing up and down.
    clips = [
        f'<clipPath id="{rows[tray.key]}"><rect x="{tray.at[0]:g}" y="{-air:.6g}" width="{tray.size[0]:g}" height="{down:.6g}"/></clipPath>'
        for tray in scene.trays
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {pixels}>',
            f"<defs>{''.join((*drawn.groups, *clips))}</defs>",
            f'<rect x="{-air:.6g}" y="{-air:.6g}" width="{across:.6g}" height="{down:.6g}" fill="{_CLOTH}"/>',
            *body,
            "</svg>",
            "",
        ]
    )


class _Pictures:
    """The pictures of an art set that were used, each once, as groups."""

    def __init__(self, art: ArtSet | None) -> None:
        self.groups: list[str] = []
        self._boxes: dict[str, tuple[float, float, float, float]] = {}
        self._art = art
        self._names: dict[str, str | None] = {}

    def name(self, file: str) -> str | None:
        """The id of the group for a file of the set, None where there is none."""
        if file not in self._names:
            self._names[file] = self._add(file)
        return self._names[file]

    def _add(self, file: str) -> str | None:
        data = None if self._art is None else pictures.face(self._art.package, self._art.folders, file)
        found = None if data is None else _ROOT.match(data.decode("utf-8"))
        if found is None:
            return None
        name = f"p{len(self.groups)}"
        box = re.search(r'viewBox="([^"]*)"', found[1])
        # Each picture has names of its own (`back`, `side`), and in one document they would be the same.
        inner = re.sub(r'\bid="', f'id="{name}-', found[2])
        inner = re.sub(r"url\(#", f"url(#{name}-", inner)
        inner = re.sub(r'href="#', f'href="#{name}-', inner)
        try:
            left, top, width, height = map(float, box[1].split()) if box else (0.0, 0.0, 100.0, 100.0)
        except ValueError:
            return None
        # A group and a transformation, not a symbol with a view box: every viewer draws those, and quickly.
        self.groups.append(f'<g id="{name}">{inner}</g>')
        self._boxes[name] = (left, top, width, height)
        return name

    def use(self, name: str, x: float, y: float, width: float, height: float) -> str:
        """The picture, fitted into a rectangle."""
        left, top, wide, high = self._boxes[name]
        across, down = width / wide, height / high
        return (
            f'<use href="#{name}" xlink:href="#{name}" '
            f'transform="matrix({across:.6g} 0 0 {down:.6g} {x - left * across:.6g} {y - top * down:.6g})"/>'
        )


def _piece(piece: Piece, art: ArtSet | None, used: _Pictures) -> str:
    width, height = piece.size[0], piece.size[1]
    rise = piece.layer * DEPTH * width
    x, y = piece.at[0] - rise, piece.at[1] - rise
    hidden = State.BACK in piece.state
    drawn = []
    ground = used.name((art.back if hidden else art.body) if art else "")
    if art is not None and ground is not None:
        across, down = width / art.cell[2], height / art.cell[3]
        drawn.append(
            used.use(ground, x - art.cell[0] * across, y - art.cell[1] * down, art.view[0] * across, art.view[1] * down)
        )
    else:
        drawn.append(_box(x, y, width, height, _BACK if hidden else _FACE, ' stroke="#5b4a33"'))
    if not hidden:
        face = used.name(f"{piece.face.rpartition('/')[2]}.svg")
        drawn.append(_label(piece, x, y, width, height) if face is None else used.use(face, x, y, width, height))
        if piece.state & {State.BLOCKED, State.DIMMED}:
            drawn.append(_box(x, y, width, height, "#000000", ' fill-opacity="0.18"'))
    turn = f' transform="rotate({piece.turn:g} {x + width / 2:g} {y + height / 2:g})"' if piece.turn else ""
    # Light comes from the top left whichever way a piece is turned, so the sides of a plain one lie outside of its turn.
    sides = [
        f'<g transform="translate({depth:.6g} {depth:.6g})"><g{turn}>{_box(x, y, width, height, fill, "")}</g></g>'
        for depth, fill in zip((DEPTH * width, DEPTH * width / 2), _SIDES, strict=True)
        if ground is None
    ]
    return f"{''.join(sides)}<g{turn}>{''.join(drawn)}</g>"


def _box(x: float, y: float, width: float, height: float, fill: str, more: str) -> str:
    return (
        f'<rect x="{x:.6g}" y="{y:.6g}" width="{width:.6g}" height="{height:.6g}" '
        f'rx="{width * 0.11:.6g}" fill="{fill}"{more}/>'
    )


def _label(piece: Piece, x: float, y: float, width: float, height: float) -> str:
    text = piece.label.replace("&", "&amp;").replace("<", "&lt;")
    return (
        f'<text x="{x + width / 2:.6g}" y="{y + height / 2:.6g}" font-family="sans-serif" font-size="{height / 3:.6g}" '
        f'text-anchor="middle" dominant-baseline="central">{text}</text>'
    )
