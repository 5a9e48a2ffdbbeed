"""The course of a round: its journal folded with the rules of its game. Only looks; `Round` plays."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final, final

import attrs

from sofra.code import CodeError, DealCode, ReplayCode
from sofra.deal import Shuffle
from sofra.event import Event, EventError, Opaque, decode
from sofra.finding import brought_by
from sofra.game import Choice, Eye, Game, GameInfo, Outcome, Seat, Watcher, hide
from sofra.guard import load_guarded
from sofra.log.errors import Damaged, LogError
from sofra.log.hosted import RoundOpened
from sofra.message import Ltr, Texts
from sofra.round.journal import Journal

__all__ = ["Course", "NeedsGame", "Step"]

_ = Texts("sofra-core")


@final
class NeedsGame(LogError):
    """The round needs rules that are not installed here; it is kept as it is."""

    def __init__(self, game: str, rules: int) -> None:
        plugin = brought_by(game)
        super().__init__(
            _(
                "This round needs the game {game}, rules version {version}, of the plugin {plugin}. "
                "Install it or switch it on, and the round can be opened again.",
                game=Ltr(game),
                version=rules,
                plugin=Ltr(plugin),
            )
            if plugin
            else _(
                "This round needs the game {game}, rules version {version}, which is not installed here.",
                game=Ltr(game),
                version=rules,
            )
        )
        self.game = game
        self.rules = rules


@final
@attrs.frozen
class Step:
    """A command on the line, or the deal.

    `version` is that of its last event in the stream (what `seen_at` and `jump` take), `seat` and `choice_index` say who took
    which of that seat's choices (None for the deal), `active_ms` is the time in play when it was played and `at` UTC in ms.
    """

    version: int
    seat: Seat | None
    choice_index: int | None
    events: tuple[Event, ...]
    active_ms: int
    at: int


@final
class Course:
    """What the nodes of a journal mean by the rules: events, states, what eyes see, choices, outcomes.

    Each is made when it is first wanted, and kept: a branch that nobody looks at is never decoded, and going back is a
    look-up. All take the version at which a command ends, and raise LookupError for any other; Damaged where a payload does not
    fit its event, NeedsGame where an event is unknown. The constructor raises the same for an opening that cannot be.
    """

    def __init__(self, journal: Journal, games: Mapping[str, GameInfo]) -> None:
        opened = journal.opened
        if opened is None or not journal.nodes:
            raise Damaged(journal.stream, 1)
        info = games.get(opened.game)
        if info is None or opened.rules not in info.rules:
            raise NeedsGame(opened.game, opened.rules)
        self.journal: Final = journal
        self.opened: Final[RoundOpened] = opened
        self.info: Final = info
        try:
            self.options: Final[Any] = _options(info, opened.options)
            self.code: Final = None if opened.code is None else DealCode.parse(opened.code, (info,))[0]
            self.shuffle: Final = self.code.shuffle if self.code else Shuffle.keyed(bytes.fromhex(opened.key or ""))
        except (CodeError, ValueError, TypeError) as error:
            raise Damaged(journal.stream, 1) from error
        self.game: Final[Game[Any, Any, Any]] = load_guarded(info, opened.rules)
        self.secrets: Final = type(self.game).redact is not Game.redact
        self._decoded: Final[dict[int, tuple[Event, ...]]] = {}
        self._steps: Final[dict[int, Step]] = {}
        self._states: Final[dict[int, Any]] = {}
        self._seen: Final[dict[Eye, dict[int, Any]]] = {}
        self._choices: Final[dict[tuple[int, Seat], tuple[Choice[Any], ...]]] = {}
        self._outcomes: Final[dict[int, Outcome | None]] = {}

    def step(self, version: int) -> Step:
        """The command."""
        step = self._steps.get(version)
        if step is None:
            first = self.journal.nodes[version].records[0]
            events = self._events(version)
            step = Step(version, first.seat, first.choice, events, first.active_ms, first.at)
            self._steps[version] = step
        return step

    def _events(self, version: int) -> tuple[Event, ...]:
        events = self._decoded.get(version)
        if events is None:
            try:
                events = tuple([decode(r.name, r.schema, r.payload) for r in self.journal.nodes[version].records])
            except EventError as error:
                raise Damaged(self.journal.stream, version) from error
            if Opaque in map(type, events):
                raise NeedsGame(self.opened.game, self.opened.rules)
            self._decoded[version] = events
        return events

    def line(self, version: int) -> tuple[Step, ...]:
        """The commands from the deal to the one."""
        return tuple([self.step(node.end) for node in self.journal.line_to(version)])

    def ahead(self, version: int) -> tuple[Step, ...]:
        """What redo brings back from there, in order."""
        steps = []
        at = self.journal.after(version)
        while at is not None:
            steps.append(self.step(at))
            at = self.journal.after(at)
        return tuple(steps)

    def state(self, version: int) -> Any:
        """The full state."""
        if version not in self._states:
            self._fold(self._states, version, Watcher.OPEN)
        return self._states[version]

    def seen(self, version: int, eye: Eye) -> Any:
        """What an eye sees."""
        if not self.secrets or eye is Watcher.OPEN:
            return self.state(version)
        kept = self._seen.setdefault(eye, {})
        if version not in kept:
            self._fold(kept, version, eye)
        return kept[version]

    def _fold(self, kept: dict[int, Any], version: int, eye: Eye) -> None:
        """Fold the way from the nearest kept state."""
        path = []
        at: int | None = version
        while at is not None and at not in kept:
            path.append(at)
            at = self.journal.nodes[at].parent
        state = None if at is None else kept[at]
        evolve, hides = self.game.evolve, self.secrets and eye is not Watcher.OPEN
        for end in reversed(path):
            events = self._events(end)
            try:
                for event in hide(self.game, events, eye) if hides else events:
                    state = evolve(state, event)
            except Exception as error:
                # A game never validates what it folds, and a file from elsewhere may hold what its rules never wrote.
                raise Damaged(self.journal.stream, end) from error
            kept[end] = state

    def keep(self, version: int, state: Any, outcome: Outcome | None) -> None:
        """Take over what was folded while the command was decided."""
        self._states[version] = state
        self._outcomes[version] = outcome

    def outcome(self, version: int) -> Outcome | None:
        """The end or the dead end, None while play goes on."""
        if version not in self._outcomes:
            self._outcomes[version] = self.game.outcome(self.state(version))
        return self._outcomes[version]

    def choices(self, version: int, seat: Seat) -> tuple[Choice[Any], ...]:
        """The choices of a seat, from what it sees."""
        here = version, seat
        if here not in self._choices:
            self._choices[here] = tuple(self.game.choices(self.seen(version, seat), seat))
        return self._choices[here]

    def replay_code(self, version: int) -> str | None:
        """The deal and the line as one short text; None without a deal code."""
        if self.code is None:
            return None
        digits = []
        for before, node in pairwise(self.journal.line_to(version)):
            index = radix = 0
            for seat in sorted(self.game.to_move(self.state(before.end))):
                if seat == node.seat:
                    index = radix + (node.choice or 0)
                radix += len(self.choices(before.end, seat))
            digits.append((index, radix))
        return str(ReplayCode.encode(self.code, digits))


def _options(info: GameInfo, values: Mapping[str, str]) -> Any:
    """The options of a round; fields that the game no longer has are left out."""
    names = {field.name for field in attrs.fields(info.options)}
    return info.options(**{name: value for name, value in values.items() if name in names})
