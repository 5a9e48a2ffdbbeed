"""A game behind a guard: whatever it does when it is asked something, the one who asks gets an answer that holds, or `GameStopped`.

The guard stands where the rules are loaded, so that every room of the program is behind it and none need know. It has the members
of the contract and those abilities that the game has, so that `isinstance` says of it what it says of the game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, cast

from sofra.abilities import BadBoard
from sofra.game import Game, GameInfo, Refused
from sofra.guard.answers import CHECKS, check_levels
from sofra.guard.calls import begin, end, is_ours, trace_of
from sofra.guard.kinds import Rubbish, odd
from sofra.guard.stopped import GameStopped, PluginError, TooLong, named_error, raises
from sofra.message import Ltr, Message, Texts

__all__ = ["bare", "failed", "guarded", "load_guarded", "strange"]

_ = Texts("sofra-core")

_ASKED: Final = (
    "to_move", "outcome", "choices", "score", "scene", "cues", "say", "facts", "progress", "why", "deal", "decide",
    "solve", "tell_plan", "attempt", "board", "advise", "preview", "explain", "akin", "describe", "offers", "sketch",
    "take_in", "measure", "know", "choose", "may_undo", "teach",
)  # fmt: skip
"""Members that are called and answer, where the game has them."""

_SAYS_NO: Final = (Refused, BadBoard)
"""What a member may raise by the contract, beside LookupError of `sketch`."""


def load_guarded(info: GameInfo, version: int | None = None) -> Game[Any, Any, Any]:
    """Import and make the rules of a version (the newest by default), behind a guard.

    Raises PluginError when they cannot be imported or made or are not those of this game, LookupError for a version that is not here.
    """
    if version is not None and version not in info.rules:
        return info.load(version)  # which says so
    call = begin(info.id, info.title, "rules")
    try:
        game: object = info.load(version)
    except BaseException as error:
        if raises() or is_ours(error):
            raise
        if isinstance(error, TooLong):
            message = _("{game} cannot be opened: its rules do not come to an end.", game=info.title)
        else:
            message = _("{game} cannot be opened: {error}.", game=info.title, error=named_error(error))
        raise PluginError(message, trace_of(error), info.id) from error
    finally:
        end(call)
    if not isinstance(game, Game) or getattr(game, "id", None) != info.id:
        message = _("{game} cannot be opened: its rules are not those of this game.", game=info.title)
        raise PluginError(message, game=info.id)
    return guarded(game, info.id, info.title)


def guarded(game: Game[Any, Any, Any], name: str, title: Message) -> Game[Any, Any, Any]:
    """The game behind a guard; itself where authors want to see errors as they are (SOFRA_RAISE_PLUGIN_ERRORS=1)."""
    if raises() or isinstance(game, _Guard):
        return game
    return cast("Game[Any, Any, Any]", _guard_of(type(game))(game, name, title))


def bare(game: Game[Any, Any, Any]) -> Game[Any, Any, Any]:
    """The game itself, for those who look at it as a program and not at what it answers."""
    return game._inner if isinstance(game, _Guard) else game  # noqa: SLF001 - our own


class _Guard:
    """What all guards have; `_guard_of` adds what the game has."""

    def __init__(self, inner: Game[Any, Any, Any], name: str, title: Message) -> None:
        self._inner, self._name, self._title = inner, name, title
        self.known: set[str] = set()
        self.id, self.version, self.seats = inner.id, inner.version, inner.seats
        if hasattr(inner, "levels"):
            try:
                self.levels = check_levels(inner.levels)
            except Rubbish as error:
                raise GameStopped(name, title, "levels", error.message) from error

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def _guard_of(kind: type[Game[Any, Any, Any]]) -> type[_Guard]:
    """The guard for games of a class: with what the class has now, since abilities are told by what is there."""
    has = tuple(name for name in _ASKED if callable(getattr(kind, name, None)))
    return _made(kind, has, callable(getattr(kind, "worlds", None)))


@cache
def _made(kind: type[Game[Any, Any, Any]], has: tuple[str, ...], worlds: bool) -> type[_Guard]:  # noqa: FBT001 - a key
    members = {name: _member(name) for name in (*has, "evolve")}
    if kind.redact is not Game.redact:
        # Whether a game has secrets is told by this.
        members["redact"] = _member("redact")
    if worlds:
        members["worlds"] = _worlds
    return type(f"Guarded{kind.__name__}", (_Guard, Game), members)


def _member(name: str) -> Callable[..., Any]:
    """One member of a guard: asks the game, looks at the answer, and says what is wrong in one way."""
    check = CHECKS.get(name)
    passing: tuple[type[BaseException], ...] = (*_SAYS_NO, LookupError) if name == "sketch" else _SAYS_NO

    def ask(self: _Guard, *args: Any, **more: Any) -> Any:
        call = begin(self._name, self._title, name)
        out = sys.stdout
        # What a game prints must not get into a command's answer.
        sys.stdout = sys.stderr
        try:
            answer = getattr(self._inner, name)(*args, **more)
            return answer if check is None else check(name, self, answer, args)
        except passing:
            raise
        except BaseException as error:
            raise _stopped(self._name, self._title, name, error) from error
        finally:
            sys.stdout = out
            end(call)

    ask.__name__ = name
    return ask


def _worlds(self: _Guard, *args: Any) -> Iterator[Any]:
    """Made one by one, so asked one by one."""
    try:
        yield from self._inner.worlds(*args)  # type: ignore[attr-defined]  # a guard has it where its game does
    except GeneratorExit:
        raise
    except BaseException as error:
        raise _stopped(self._name, self._title, "worlds", error) from error


def failed(member: str, error: BaseException) -> Message:
    """That a member raised an error."""
    return _("{call} failed with {error}.", call=Ltr(member), error=named_error(error))


def strange(info: GameInfo, member: str, what: str) -> GameStopped:
    """The error for an answer that only the one who asked can see is none of those that were asked for."""
    return GameStopped(info.id, info.title, member, odd(member, what).message)


def _stopped(game: str, title: Message, member: str, error: BaseException) -> PluginError:
    """What is told of an error in a call. Raises an error that is no plugin's."""
    if is_ours(error):
        raise error
    match error:
        case PluginError():
            return error
        case Rubbish(message=message):
            reason = message
        case TooLong():
            reason = _("{call} did not come to an end.", call=Ltr(member))
        case _:
            reason = failed(member, error)
    return GameStopped(game, title, member, reason, trace_of(error))
