"""A round played by typed lines: what a line means, and what is said in answer. Without any terminal, so that tests can play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, assert_never, final

import attrs

from sofra.abilities import Hints, Previews, Solvable
from sofra.cli.board import breadth, draw
from sofra.cli.naming import Unclear, find, names, spot_names
from sofra.cli.telling import cue_words, score_words, standing_words, ways_out
from sofra.cli.terminal import fitting, wrapped
from sofra.game import Choice, Eye, Refused, Seat, Watcher, hide
from sofra.host.computer import answer_here
from sofra.languages import Translator
from sofra.log import Conflict
from sofra.message import Clock, Ltr, Message, Player, Texts, named
from sofra.round import Round
from sofra.scene import Aspect, Cue, Mark, Scene, State
from sofra.selection import Deselected, Play, Rejected, Selected, Selection, Table

__all__ = ["WORDS", "TypedTable"]

_ = Texts("sofra-core")

WORDS: Final[dict[str, Message]] = {
    "board": _("show the table"),
    "choices": _("list what can be played; type a number of the list to play it"),
    "hint": _("ask for a hint"),
    "undo": _("take the last move back"),
    "redo": _("play it again"),
    "restart": _("play this deal from its beginning"),
    "new": _("play a new deal"),
    "code": _("show the code of this deal"),
    "time": _("show the time and what is left"),
    "score": _("show the score and what it is made of"),
    "help": _("show this list"),
    "quit": _("end; the round waits for you"),
}
"""The words that can be typed, and what each does. They are never translated: labels and words must not change places."""


@final
class TypedTable:
    """One round at a terminal.

    `enter` takes a line and answers whether to go on; everything said goes to `say`, already in the player's language. `deal`
    opens another round: of the same deal, or of a new one. `cover` hides what was shown before, where the device is passed on.
    `columns` tells how wide the terminal is now, None where that is no matter; `colour` draws marks in colours too.
    """

    def __init__(
        self,
        opened: Round,
        translator: Translator,
        say: Callable[[str], None],
        deal: Callable[[Round, bool], Round],
        cover: Callable[[], None] | None = None,
        columns: Callable[[], int | None] = lambda: None,
        *,
        colour: bool = False,
    ) -> None:
        self.round = opened
        self._translator = translator
        self._say = say
        self._deal = deal
        self._selection = Selection()
        self._hinted: frozenset[str] = frozenset()
        self._cover = cover
        self._unveiled: Seat | None = None
        self._columns = columns
        self._colour = colour
        self._asked: str | None = None

    # What is read.

    @property
    def seat(self) -> Seat:
        """Whose turn it is at this keyboard: the first seat's, or, where a device is shared, that of the seat to move."""
        return min(self.round.to_move, default=0) if self.round.mode == "shared" else 0

    @property
    def covered(self) -> bool:
        """Whether the person whose turn it is has not taken the keyboard yet: then only what is public is shown."""
        return self.round.mode == "shared" and not self.round.open_to_all and self.seat != self._unveiled

    @property
    def eye(self) -> Eye:
        """Who looks at the table."""
        if self.round.over:
            return Watcher.OPEN
        return Watcher.SPECTATOR if self.covered else self.seat

    @property
    def scene(self) -> Scene:
        """The table as the person sees it."""
        return self._seen(Aspect.WIDE)

    def _seen(self, aspect: Aspect) -> Scene:
        return self.round.game.scene(self.round.seen(self.eye), self.eye, aspect)

    def _fitting(self) -> tuple[Aspect, bool]:
        """The shape of the table that fits into the terminal, and whether it has to be tight; the narrowest if none fits."""
        columns = self._columns()
        if columns is None:
            return Aspect.WIDE, False
        shapes = {
            (aspect, tight): breadth(self._seen(aspect), tight=tight) for aspect in Aspect for tight in (False, True)
        }
        return next((shape for shape, wide in shapes.items() if wide <= columns), min(shapes, key=shapes.__getitem__))

    @property
    def choices(self) -> Sequence[Choice[Any]]:
        """What can be played."""
        return self.round.choices(self.seat)

    @property
    def _lost_by_leaving(self) -> bool:
        """Whether a round runs in which something was played or told: it would count, so whoever leaves it is asked."""
        return self.round.outcome is None and (self.round.tally.tried > 0 or self.round.tally.hints > 0)

    def words(self) -> list[str]:
        """Everything that can be typed now: the names of free pieces and spots, then the words."""
        scene = self.scene
        called = names(scene)
        free = [called[piece.key] for piece in scene.pieces if State.FREE in piece.state]
        spots = spot_names(scene, self._translator)
        free += [spots[spot.key] for spot in scene.spots if State.FREE in spot.state]
        return [*dict.fromkeys(free), *WORDS]

    def status(self) -> str:
        """Time, score and facts, in one line if the terminal is wide enough."""
        return fitting(self._standing(), self._columns())

    def bar(self) -> str:
        """The same in one line: what does not fit is left out."""
        return fitting(self._standing(), self._columns(), lines=1)

    def _standing(self) -> list[str]:
        parts = [_("Time {time}", time=Clock(self.round.active_ms)), *score_words(self.round)[:1]]
        facts = self.round.game.facts(self.round.seen(self.eye), self.eye)
        players = self._players()
        parts += [named(_("{label}: {value}", label=fact.label, value=fact.value), players) for fact in facts]
        return list(map(self._text, parts))

    def tick(self) -> None:
        """Let the clock of whichever round lies here count on."""
        self.round.tick()

    def show(
        self,
        numbers: Mapping[str, str] | None = None,
        cues: Callable[[Aspect], Iterable[Cue]] = lambda _aspect: (),
        marked: Iterable[str] = (),
    ) -> None:
        """Say the table; `cues` are those of its shape, `marked` are pieces that are marked beside those of the hint."""
        self._say("")
        picked, hinted = frozenset(self._selection.picks), self._hinted | frozenset(marked)
        players = self._players()
        aspect, tight = self._fitting()
        scene = self._seen(aspect)
        texts = tuple(attrs.evolve(each, text=named(each.text, players)) for each in scene.texts)
        scene = attrs.evolve(scene, texts=texts)
        self._say(
            draw(scene, self._translator, picked, hinted, numbers, cues(aspect), tight=tight, colour=self._colour)
        )
        self._say("")

    # What is typed.

    def enter(self, line: str) -> bool:
        """Do what a line asks for. False when the person wants to end."""
        typed = line.split()
        word = typed[0].lower() if typed else ""
        if self.covered and word not in {"quit", "help"}:
            # Whatever is typed: it was typed by whoever has just taken the keyboard.
            self._unveiled = self.seat
            self.show()
            self._after()
            return True
        if not typed:
            return True
        if word in WORDS and len(typed) == 1:
            return self._word(word)
        if len(typed) == 1 and word.isdecimal() and len(word) <= 4:
            self._numbered(int(word))
            return True
        self.round.start_clock()
        self._pick(typed)
        return True

    def _word(self, word: str) -> bool:
        # Whatever is done, a pick from before it must not complete a move after it.
        if word not in {"board", "choices", "code", "time", "score", "help"}:
            self._selection = Selection()
        asked, self._asked = self._asked, None
        match word:
            case "quit":
                return False
            case "help":
                for name, about in WORDS.items():
                    self._tell(_("{word}: {about}", word=Ltr(name), about=about))
                self._tell(_("To pick pieces, type their labels, such as {example}.", example=Ltr("5B 5B")))
            case "board":
                self.show()
            case "time":
                self._say(self.status())
            case "code":
                self._code()
            case "score":
                for said in score_words(self.round) or [_("There is no score.")]:
                    self._tell(said)
            case "choices":
                for number, choice in enumerate(self.choices, 1):
                    self._say(f"{number:3}  {self._named(choice)}")
                if not self.choices:
                    self._tell(_("Nothing can be played."))
            case "hint":
                self._hint()
            case "undo" | "redo":
                self._refusable(self.round.undo if word == "undo" else self._again)
            case "restart" | "new" if self._lost_by_leaving and asked != word:
                self._asked = word
                self._tell(
                    _(
                        "This round is not over and would count as abandoned. Type {word} once more to leave it.",
                        word=Ltr(word),
                    )
                )
            case "restart" | "new":
                self.round = self._deal(self.round, word == "restart")
                self._hinted, self._unveiled = frozenset(), None
                self.greet()
            case _:
                raise AssertionError(word)
        return True

    def greet(self) -> None:
        """Say what is on the table, at the beginning of a round."""
        self._hide()
        # While there are secrets the code would tell them.
        code = self.round.code if self.round.open_to_all else None
        title = self.round.info.title
        self._tell(title if code is None else _("{game}, {code}", game=title, code=Ltr(str(code))))
        self._computer()
        self.show()
        self._after()

    def _hint(self) -> None:
        game = self.round.game
        # A verdict knows what is hidden.
        knows = isinstance(game, Solvable) and self.round.open_to_all and not self.round.over
        try:
            verdict = game.solve(self.round.state, None) if knows and isinstance(game, Solvable) else None
        except KeyboardInterrupt:
            self._tell(_("Stopped. Nothing has changed."))
            return
        advice = self.round.advise(self.seat, verdict)
        if advice is None:
            self._tell(
                _("There is no hint: nothing can be played.")
                if isinstance(game, Hints)
                else _("This game gives no hints.")
            )
            return
        self._hinted = frozenset(advice.choice.picks)

        def preview(aspect: Aspect) -> Sequence[Cue]:
            if not isinstance(game, Previews):
                return ()
            return game.preview(self.round.seen(self.seat), advice.choice, self.seat, aspect)

        cues = preview(Aspect.WIDE)
        shown = [key for cue in cues if isinstance(cue, Mark) for key in cue.keys if key not in advice.choice.picks]
        self.show(cues=preview, marked=shown)
        self._tell(_("Hint: {choice}. {reason}", choice=Ltr(self._named(advice.choice)), reason=advice.reason))
        for said in cue_words(cues):
            self._tell(said)
        if shown:
            self._tell(_("Shown with it: {pieces}.", pieces=", ".join(self._whole_names(shown))))

    def _numbered(self, number: int) -> None:
        choices = self.choices
        if 1 <= number <= len(choices):
            self._play(choices[number - 1])
        else:
            self._tell(_("There is no choice {number}. {word} lists them.", number=number, word=Ltr("choices")))

    def _pick(self, typed: Sequence[str]) -> None:
        """Tap the pieces and spots that are named, one after the other."""
        keys = find(self.scene, self._translator, typed)
        if isinstance(keys, Unclear):
            if keys.numbered:
                self.show(keys.numbered)
            self._tell(keys.why)
            return
        for key in keys:
            scene = self.scene
            table = Table(
                scene, self.choices, lambda picks: self.round.game.why(self.round.seen(self.seat), self.seat, picks)
            )
            self._selection, answer = self._selection.tap(table, key)
            match answer:
                case Play(choice=choice):
                    self._play(choice)
                case Selected(keys=picked, why=why):
                    if why is not None:
                        self._tell(why)
                    if key == keys[-1]:
                        self._tell(_("Picked: {labels}.", labels=Ltr(", ".join(self._called(picked)))))
                case Deselected():
                    self._tell(_("Nothing is picked."))
                case Rejected(why=why):
                    self._tell(why or _("{label} cannot be picked.", label=Ltr(self._called([key])[0])))
                    return
                case _:
                    assert_never(answer)

    def _play(self, choice: Choice[Any]) -> None:
        self._hinted = frozenset()
        self._selection = Selection()
        if choice.slow:
            self._tell(_("One moment."))
        try:
            self._refusable(lambda: self._played(choice))
        except KeyboardInterrupt:
            if not choice.slow:
                raise
            self._tell(_("Stopped. Nothing has changed."))

    def _played(self, choice: Choice[Any]) -> None:
        """Play a choice and say what happened, as whoever is at the keyboard may know it; then the computer plays."""
        public = self.round.mode == "shared" and not self.round.open_to_all
        eye: Eye = Watcher.SPECTATOR if public else self.seat
        before = self.round.seen(eye)
        step = self.round.play(choice)
        self._hide()
        said = self.round.game.say(before, hide(self.round.game, step.events, eye), self.round.seen(eye), eye)
        self._tell(named(said, self._players()))
        if choice.seat == self.seat or self.round.mode == "shared":
            self._computer()

    def _again(self) -> None:
        """Play again what was taken back. An answer of the computer that it had not given yet comes now."""
        self.round.redo()
        self._computer()

    def _computer(self) -> None:
        """Let the computer play until it is a person's turn."""
        while (choice := answer_here(self.round)) is not None:
            self._played(choice)

    def _hide(self) -> None:
        """Take away what the person at the keyboard has seen, before it is passed on."""
        if self.covered and self._cover is not None:
            self._cover()

    def _players(self) -> dict[Seat, Message]:
        """What the players are called, where one of them is the computer."""
        seats = [seat for seat, who in enumerate(self.round.opened.seats) if who == "computer"]
        return {seats[0]: _("The computer")} if len(seats) == 1 else {}

    def _code(self) -> None:
        if not self.round.open_to_all:
            self._tell(_("The code is told when the round is over: it would tell what is hidden."))
        elif self.round.code is None:
            self._tell(_("This round has no code."))
        else:
            self._tell(_("The code is {code}.", code=Ltr(str(self.round.code))))

    def _refusable(self, act: Callable[[], object]) -> None:
        """Do something that may be refused, then say the table and how the round stands."""
        try:
            act()
        except (Refused, Conflict) as error:
            self._tell(error.message)
            return
        self._hinted = frozenset()
        self.show()
        self._after()

    def _after(self) -> None:
        """Say what is left, or how the round ended, or to whom the keyboard goes."""
        self._say(self.status())
        outcome = self.round.outcome
        if outcome is not None:
            self._tell(named(outcome.reason, self._players()))
        if outcome is not None and outcome.final:
            for said in standing_words(self.round):
                self._tell(said)
            for said in score_words(self.round):
                self._tell(said)
            if self.round.replay_code is not None:
                self._tell(_("The whole round as a code: {code}", code=Ltr(self.round.replay_code)))
            self._tell(_("{new} deals again, {quit} ends.", new=Ltr("new"), quit=Ltr("quit")))
        elif outcome is not None:
            for number, choice in ways_out(self.round, self.seat):
                self._tell(_("A way out: {choice} (type {number})", choice=self._named(choice), number=number))
            self._tell(
                _("{undo} takes moves back, {restart} plays this deal again, {new} deals another.",
                  undo=Ltr("undo"), restart=Ltr("restart"), new=Ltr("new"))
            )  # fmt: skip
        elif self.covered:
            self._tell(_("Pass the keyboard to {player}. Enter shows the hand.", player=Player(self.seat)))
        elif self.round.mode == "shared" and self.round.open_to_all:
            # Where nothing is hidden the keyboard is not passed on by a curtain, so nothing else says it.
            self._tell(_("{player}, to move", player=Player(self.seat)))

    # Words.

    def _called(self, keys: Iterable[str]) -> list[str]:
        scene = self.scene
        called = spot_names(scene, self._translator) | names(scene)
        return [called.get(key, key) for key in keys]

    def _whole_names(self, keys: Iterable[str]) -> list[str]:
        """Pieces by the names that a screen reader says: their labels may all be the same."""
        whole = {piece.key: self._text(piece.name) for piece in self.scene.pieces if piece.name.id}
        return [whole.get(key) or self._called([key])[0] for key in dict.fromkeys(keys)]

    def _named(self, choice: Choice[Any]) -> str:
        called = self._called(choice.picks)
        return " ".join(called if choice.ordered else sorted(called)) or str(choice.command)

    def _text(self, message: Message) -> str:
        return self._translator.text(message, isolate=self._translator.rtl)

    def _tell(self, message: Message) -> None:
        self._say(wrapped(self._text(message), self._columns()))
