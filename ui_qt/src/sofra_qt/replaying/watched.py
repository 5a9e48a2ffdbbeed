"""What is watched: a playback, where it comes from, and what is known of it; with the words that tell its steps."""

from __future__ import annotations

from typing import Final, Literal, assert_never, final

from sofra.game import Eye
from sofra.message import Message, Texts, named
from sofra.replay.playback import Frame, Playback, Way
from sofra.round import View
from sofra.scene import Aspect, Cue, Scene
from sofra_qt.seating import Names, named_scene

__all__ = ["Source", "Watched"]

_ = Texts("sofra-qt")

Source = Literal["round", "file", "code"]
"""A round in the log, a file, or a replay code."""


@final
class Watched:
    """A round that is watched.

    `names` are those of its players, where they are known; `first` says whether it was the first playing of its code here, None where
    that cannot be said. `title` is a name of its own, such as that of a game on the shelf. `where` is its place in the source: the
    stream, the path, or the code itself.
    """

    def __init__(
        self,
        playback: Playback,
        source: Source,
        *,
        names: Names | None = None,
        first: bool | None = None,
        title: Message | None = None,
        where: str = "",
    ) -> None:
        self.playback: Final = playback
        self.source: Final = source
        self.names: Final[Names] = names or {}
        self.first: Final = first
        self.title: Final = title
        self.where: Final = where
        self._you: Final = next(
            (seat for seat in self.names if self.view.mode == "computer" and self.view.opened.seats[seat] == "person"),
            None,
        )
        self._words: Final[dict[tuple[Frame, Eye, int | None], Message]] = {}

    @property
    def view(self) -> View:
        """The round."""
        return self.playback.view

    @property
    def several(self) -> bool:
        """Whether several played."""
        return self.view.game.seats > 1

    @property
    def secrets(self) -> bool:
        """Whether its seats see different things."""
        return self.playback.secrets

    def scene(self, frame: Frame, eye: Eye, aspect: Aspect, told: int | None = None) -> Scene:
        """The table; `told` as in `Playback.part`."""
        return named_scene(self.playback.scene(frame, eye, aspect, told), self.names)

    def cues(self, frame: Frame, eye: Eye, aspect: Aspect, start: int, end: int | None) -> list[Cue]:
        """What some events of a command show for a moment."""
        return self.playback.cues(frame, eye, aspect, start, end)

    def word(self, frame: Frame, eye: Eye, told: int | None = None) -> Message:
        """One line about a step, as the list of moves has it."""
        # Whoever is called "you" is spoken to: in most languages the verb tells the two apart.
        eye = eye if self._you is None else self._you
        key = (frame, eye, told)
        if key not in self._words:
            self._words[key] = self._word(frame, eye, told)
        return self._words[key]

    def _word(self, frame: Frame, eye: Eye, told: int | None) -> Message:
        match frame.way:
            case Way.DEAL:
                return _("The deal")
            case Way.MOVE:
                return self._named(self.playback.said(frame, eye, told))
            case Way.BACK if frame.moves == 1:
                return _("Taken back: {move}", move=self._named(self.playback.undone(frame, eye)))
            case Way.BACK:
                return _.plural("{n} move taken back", "{n} moves taken back", frame.moves)
            case Way.ON if frame.moves == 1:
                return _("Again: {move}", move=self._named(self.playback.said(frame, eye)))
            case Way.ON:
                return _.plural("{n} move again", "{n} moves again", frame.moves)
            case Way.ACROSS:
                return _("Over to other moves")
            case _:
                assert_never(frame.way)

    def said(self, frame: Frame, eye: Eye, told: int | None = None) -> Message:
        """The same for the say line, where it stands alone."""
        word = self.word(frame, eye, told)
        if frame.way is Way.MOVE and not self.several:
            return _("Move {number}: {move}", number=frame.ply, move=word)
        return word

    def _named(self, message: Message) -> Message:
        return named(message, self.names) if self.names else message
