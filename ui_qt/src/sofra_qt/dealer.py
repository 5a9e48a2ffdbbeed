"""Dealing, as the window asks for it: in the worker process, because the first winnable attempt of a code may take a while.

What is to happen with the deal is handed in and happens later; a deal that nobody waits for any more is dropped.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, final

from sofra.code import NUMBERS, DealCode
from sofra.game import GameInfo, fold
from sofra.host.dealing import TRIES, Dealing, deal, deal_new
from sofra.host.loader import load_rules
from sofra.message import Message

if TYPE_CHECKING:
    from sofra.worker import Answer, Works

__all__ = ["AtOnceDealer", "Dealer", "Deals", "Refusal"]

Done = Callable[[Dealing], None]
Refusal = Callable[[Message], None]
"""Told why there is no deal."""

Texts = Sequence[tuple[str, str]]
"""(option, text) of the player's own values that the options name (see `sofra.abilities.Imports`)."""

_KEY: Final = "deal"


def _number() -> int:
    return secrets.randbelow(NUMBERS)


class Deals(Protocol):
    """Who deals. One deal is asked for at a time: another one takes its place."""

    def code(
        self, info: GameInfo, code: DealCode, options: Any, done: Done, refused: Refusal, kept: Texts = ()
    ) -> None:
        """Deal exactly this code, whatever is known of it. Raises PluginError where the rules cannot be opened."""

    def new(self, info: GameInfo, options: Any, done: Done, refused: Refusal, kept: Texts = ()) -> None:
        """Deal a new number: the first of some that is known to be winnable. Raises PluginError."""

    def cancel(self) -> None:
        """Nobody waits for the deal any more."""


@final
class Dealer:
    """Deals in the worker process. `number` draws the numbers of new games."""

    def __init__(self, works: Works, number: Callable[[], int] = _number) -> None:
        self._works: Final = works
        self._number: Final = number
        self._asked = 0

    def code(
        self, info: GameInfo, code: DealCode, options: Any, done: Done, refused: Refusal, kept: Texts = ()
    ) -> None:
        """Deal exactly this code."""
        self._ask(info, (code,), options, done, refused, kept)

    def new(self, info: GameInfo, options: Any, done: Done, refused: Refusal, kept: Texts = ()) -> None:
        """Deal a new number."""
        codes = [DealCode.of(info, options, self._number()) for _try in range(TRIES)]
        self._ask(info, codes, options, done, refused, kept)

    def cancel(self) -> None:
        """Drop what was asked for."""
        self._works.cancel((_KEY, self._asked))

    def _ask(
        self,
        info: GameInfo,
        codes: Sequence[DealCode],
        options: Any,
        done: Done,
        refused: Refusal,
        kept: Texts,
    ) -> None:
        from sofra.worker import Failed, deal_answer, deal_request

        # Before anything is asked: a plugin that cannot be opened is told at once.
        game = load_rules(info, codes[0].version)
        self.cancel()
        self._asked += 1

        def heard(answer: Answer) -> None:
            if isinstance(answer, Failed):
                refused(answer.message)
                return
            dealt = deal_answer(info, codes, answer.value)
            done(Dealing(info, game, dealt.code, options, dealt.events, fold(game, dealt.events), dealt.verdict))

        self._works.submit("deal", deal_request(info, codes, options, kept), key=(_KEY, self._asked), done=heard)


@final
class AtOnceDealer:
    """Deals in this process, before it returns. `number` draws the numbers of new games."""

    def __init__(self, number: Callable[[], int] = _number) -> None:
        self._number: Final = number

    def code(
        self, info: GameInfo, code: DealCode, options: Any, done: Done, refused: Refusal, kept: Texts = ()
    ) -> None:
        """Deal exactly this code. Raises Refused where the game does not deal it."""
        del refused, kept
        done(deal(info, code, options))

    def new(self, info: GameInfo, options: Any, done: Done, refused: Refusal, kept: Texts = ()) -> None:
        """Deal a new number. Raises Refused."""
        del refused, kept
        done(deal_new(info, options, self._number))

    def cancel(self) -> None:
        """Nothing waits here."""
