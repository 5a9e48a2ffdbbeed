"""A round played by typed lines: what a line means, and what is said in answer. Without any terminal, so that tests can play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, assert_never, final

from sofra.abilities import Hints, Solvable
from sofra.cli.board import draw, names
from sofra.game import Choice, Refused, Seat, Watcher
from sofra.languages import Translator
from sofra.log import Conflict
from sofra.message import Clock, Ltr, Message, Texts
from sofra.round import Round
from sofra.scene import Aspect, Scene, State
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
    "help": _("show this list"),
    "quit": _("end; the round waits for you"),
}
"""The words that can be typed, and what each does. They are never translated: labels and words must not change places."""


@final
class TypedTable:
    """One round at a terminal.

    `enter` takes a line and answers whether to go on; everything said goes to `say`, already in the player's language. `deal`
    opens another round: of the same deal when it is given the code's text, of a new one with None.
    """

    def __init__(
        self,
        opened: Round,
        translator: Translator,
        say: Callable[[str], None],
        deal: Callable[[Round, bool], Round],
    ) -> None:
        self.round = opened
        self._translator = translator
        self._say = say
        self._deal = deal
        self._selection = Selection()
        self._hinted: frozenset[str] = frozenset()

    # What is read.

    @property
    def seat(self) -> Seat:
        """Whose turn it is at this keyboard: the first seat's, or, where a device is shared, that of the seat to move."""
        return min(self.round.to_move, default=0) if self.round.mode == "shared" else 0

    @property
    def scene(self) -> Scene:
        """The table as the person sees it."""
        return self.round.game.scene(self.round.seen(self.seat), self.seat, Aspect.WIDE)

    @property
    def choices(self) -> Sequence[Choice[Any]]:
        """What can be played."""
        return self.round.choices(self.seat)

    def words(self) -> list[str]:
        """Everything that can be typed now: the names of free pieces and spots, then the words."""
        scene = self.scene
        called = names(scene)
        free = [called[piece.key] for piece in scene.pieces if State.FREE in piece.state]
        free += [self._label(spot.label, spot.key) for spot in scene.spots if State.FREE in spot.state]
        return [*dict.fromkeys(free), *WORDS]

    def status(self) -> str:
        """Time and facts, in one line."""
        facts = self.round.game.facts(self.round.seen(self.seat), self.seat)
        parts = [self._text(_("{label}: {value}", label=fact.label, value=fact.value)) for fact in facts]
        return "  ".join([self._text(_("Time {time}", time=Clock(self.round.active_ms))), *parts])

    def tick(self) -> None:
        """Let the clock of whichever round lies here count on."""
        self.round.tick()

    def show(self, numbers: dict[str, str] | None = None) -> None:
        """Say the table."""
        self._say("")
        self._say(draw(self.scene, self._translator, frozenset(self._selection.picks), self._hinted, numbers))
        self._say("")

    # What is typed.

    def enter(self, line: str) -> bool:
        """Do what a line asks for. False when the person wants to end."""
        typed = line.split()
        if not typed:
            return True
        word = typed[0].lower()
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
        if word not in {"board", "choices", "code", "time", "help"}:
            self._selection = Selection()
        match word:
            case "quit":
                return False
            case "help":
                for name, about in WORDS.items():
                    self._say(self._text(_("{word}: {about}", word=Ltr(name), about=about)))
                self._tell(_("To pick pieces, type their labels, such as {example}.", example=Ltr("5B 5B")))
            case "board":
                self.show()
            case "time":
                self._say(self.status())
            case "code":
                shown = self.round.code
                self._tell(
                    _("This round has no code.") if shown is None else _("The code is {code}.", code=Ltr(str(shown)))
                )
            case "choices":
                for number, choice in enumerate(self.choices, 1):
                    self._say(f"{number:3}  {self._named(choice)}")
                if not self.choices:
                    self._tell(_("Nothing can be played."))
            case "hint":
                self._hint()
            case "undo" | "redo":
                self._refusable(self.round.undo if word == "undo" else self.round.redo)
            case "restart" | "new":
                self.round = self._deal(self.round, word == "restart")
                self._hinted = frozenset()
                self.greet()
            case _:
                raise AssertionError(word)
        return True

    def greet(self) -> None:
        """Say what is on the table, at the beginning of a round."""
        code = self.round.code
        title = self.round.info.title
        self._tell(title if code is None else _("{game}, {code}", game=title, code=Ltr(str(code))))
        self.show()
        self._after()

    def _hint(self) -> None:
        game = self.round.game
        verdict = game.solve(self.round.state, None) if isinstance(game, Solvable) else None
        advice = self.round.advise(self.seat, verdict)
        if advice is None:
            self._tell(
                _("There is no hint: nothing can be played.")
                if isinstance(game, Hints)
                else _("This game gives no hints.")
            )
            return
        self._hinted = frozenset(advice.choice.picks)
        self.show()
        self._tell(_("Hint: {choice}. {reason}", choice=Ltr(self._named(advice.choice)), reason=advice.reason))

    def _numbered(self, number: int) -> None:
        choices = self.choices
        if 1 <= number <= len(choices):
            self._play(choices[number - 1])
        else:
            self._tell(_("There is no choice {number}. {word} lists them.", number=number, word=Ltr("choices")))

    def _pick(self, typed: Sequence[str]) -> None:
        """Tap the pieces and spots that are named, one after the other."""
        keys = self._keys(typed)
        if keys is None:
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

    def _keys(self, typed: Sequence[str]) -> list[str] | None:
        """The keys that typed names mean, None (and the reason said) where one means nothing or too much."""
        scene = self.scene
        called = names(scene)
        by_name = {name.upper(): key for key, name in called.items() if name != scene_label(scene, key)}
        spots = {self._label(spot.label, spot.key).upper(): spot.key for spot in scene.spots}
        wanted = Counter(name.upper() for name in typed)
        used: Counter[str] = Counter()
        keys = []
        for name in (each.upper() for each in typed):
            if name in by_name or name in spots:
                keys.append(by_name.get(name) or spots[name])
                continue
            pieces = [piece for piece in scene.pieces if piece.label.upper() == name]
            free = [piece for piece in pieces if State.FREE in piece.state]
            if not pieces:
                self._tell(
                    _("There is no {label} on the table. {word} lists the words.", label=Ltr(name), word=Ltr("help"))
                )
                return None
            if len(free) > max(1, wanted[name]):
                numbered = {piece.key: "." + called[piece.key].rpartition(".")[2] for piece in free}
                self.show(numbered)
                shown = ", ".join(sorted(called[piece.key] for piece in free))
                self._tell(
                    _("There are {count} free {label}. Say which: {names}.",
                      count=len(free), label=Ltr(free[0].label), names=Ltr(shown))
                )  # fmt: skip
                return None
            order = free or pieces
            keys.append(order[used[name] % len(order)].key)
            used[name] += 1
        return keys

    def _play(self, choice: Choice[Any]) -> None:
        before = self.round.state
        self._hinted = frozenset()
        self._selection = Selection()

        def play() -> None:
            step = self.round.play(choice)
            eye = Watcher.OPEN if self.round.over else self.seat
            said = self.round.game.say(before, step.events, self.round.seen(eye), eye)
            self._tell(said)

        self._refusable(play)

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
        """Say what is left, or how the round ended."""
        self._say(self.status())
        outcome = self.round.outcome
        if outcome is None:
            return
        self._tell(outcome.reason)
        if outcome.final:
            if self.round.replay_code is not None:
                self._tell(_("The whole round as a code: {code}", code=Ltr(self.round.replay_code)))
            self._tell(_("{new} deals again, {quit} ends.", new=Ltr("new"), quit=Ltr("quit")))
        else:
            self._tell(
                _("{undo} takes moves back, {restart} plays this deal again, {new} deals another.",
                  undo=Ltr("undo"), restart=Ltr("restart"), new=Ltr("new"))
            )  # fmt: skip

    # Words.

    def _called(self, keys: Sequence[str]) -> list[str]:
        called = names(self.scene)
        spots = {spot.key: self._label(spot.label, spot.key) for spot in self.scene.spots}
        return [called.get(key) or spots.get(key, key) for key in keys]

    def _named(self, choice: Choice[Any]) -> str:
        called = self._called(choice.picks)
        return " ".join(called if choice.ordered else sorted(called)) or str(choice.command)

    def _label(self, message: Message, key: str) -> str:
        return self._translator.text(message, isolate=False) or key

    def _text(self, message: Message) -> str:
        return self._translator.text(message, isolate=self._translator.rtl)

    def _tell(self, message: Message) -> None:
        self._say(self._text(message))


def scene_label(scene: Scene, key: str) -> str:
    """The plain label of a piece."""
    piece = scene.piece(key)
    return "" if piece is None else piece.label
