"""Rules as somebody reads them who wants to play: chapters of words and diagrams, as plain values.

A diagram is a scene like any other, so it is drawn by the renderer of the tables, in the player's own style and language, and
can never show what the game does not.
"""

from __future__ import annotations

from typing import final

import attrs

from sofra.message import Message
from sofra.scene import Join, Scene

__all__ = ["Callout", "Chapter", "Diagram", "Part"]


@final
@attrs.frozen
class Callout:
    """A number at the pieces with these keys (at the first of them), and what it says; numbers follow the order of a diagram."""

    keys: tuple[str, ...]
    text: Message


@final
@attrs.frozen
class Diagram:
    """A picture of a table, with what stands under it.

    `name` is what a screen reader says instead of the picture. `chosen` are keys of pieces that are framed as if the player had
    chosen them, `apart` pairs of keys between which a cross stands: these two do not go together. `joins` are lines through points of the scene.
    `style` is the id of the art set that the diagram asks for (tiles with figures, say), "" for the player's own.
    """

    scene: Scene
    name: Message
    caption: Message | None = None
    callouts: tuple[Callout, ...] = ()
    chosen: tuple[str, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    joins: tuple[Join, ...] = ()
    style: str = ""


Part = Message | tuple[Diagram, ...]
"""A paragraph, or diagrams that stand beside each other where there is room."""


@final
@attrs.frozen
class Chapter:
    """A chapter: `id` names it within its game (`pairs`), for links; `title` stands in the list of contents."""

    id: str
    title: Message
    parts: tuple[Part, ...]
