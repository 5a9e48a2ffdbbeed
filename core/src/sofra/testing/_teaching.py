"""The laws of rules that a game explains itself: whole sentences, and pictures in which everything is there that they speak of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

from sofra.abilities import Teaches
from sofra.message import Message
from sofra.teaching import Callout, Chapter, Diagram
from sofra.testing._law import Break, once
from sofra.testing._texts import TextLaws

__all__ = ["TeachingLaws"]

_ROOM: Final = 0.5
"""So far out of its scene, as a share of its longer side, may a line of a diagram run."""


class TeachingLaws(TextLaws):
    """What a game teaches can be shown."""

    @once
    def test_rules_are_taught(self) -> None:
        """Chapters have names of their own, paragraphs are Messages, and all that a diagram points at lies in its scene.

        The page of rules draws each diagram with the renderer of the tables; a number that points at nothing would stand nowhere.
        """
        game: object = self.info.load()
        if not isinstance(game, Teaches):
            return
        chapters = list(game.teach())
        ids = [chapter.id for chapter in chapters]
        if not chapters or len(set(ids)) < len(ids) or not all(ids):
            raise Break(None, f"the chapters are named {ids}", "Give each chapter a short name of its own.")
        if list(game.teach()) != chapters:
            raise Break(None, "the rules change when they are asked again", "Give the same chapters each time.")
        for chapter in chapters:
            for message in self._messages(chapter):
                if not isinstance(cast("Any", message), Message):
                    raise Break(None, f"{message!r} in {chapter.id!r} is no text", "Give Messages.")
                self.check_message(None, message)

    def _messages(self, chapter: Chapter) -> Iterator[Message]:
        yield chapter.title
        for part in chapter.parts:
            if isinstance(part, Message):
                yield part
                continue
            for diagram in part:
                _check(chapter, diagram)
                yield diagram.name
                yield from (callout.text for callout in diagram.callouts)
                if diagram.caption is not None:
                    yield diagram.caption


def _check(chapter: Chapter, diagram: Diagram) -> None:
    """Raise Break for a diagram that points at what is not there."""
    scene = diagram.scene
    keys = [each.key for things in (scene.pieces, scene.spots, scene.texts) for each in things]
    named = {key for callout in diagram.callouts for key in _keys(callout)}
    named.update(diagram.chosen, *diagram.apart)
    if len(set(keys)) < len(keys) or not named <= set(keys):
        raise Break(
            None,
            f"a diagram of {chapter.id!r} points at {sorted(named - set(keys))}, or has a key twice",
            "Point at keys of the diagram's own scene.",
        )
    room = _ROOM * max(scene.size)
    points = [point for join in diagram.joins for point in join.points]
    if not all(-room <= x <= scene.size[0] + room and -room <= y <= scene.size[1] + room for x, y in points):
        raise Break(None, f"a line in {chapter.id!r} leaves its table", "Lead lines through points of the scene.")


def _keys(callout: Callout) -> tuple[str, ...]:
    if not callout.keys:
        raise Break(None, f"the number of {callout.text.english!r} stands nowhere", "Name at least one piece.")
    return callout.keys
