"""What a broken game is for the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import attrs

from sofra.game import Game, GameInfo

__all__ = ["CASES", "Case", "broken"]

G = TypeVar("G", bound=type[Game[Any, Any, Any]])


@attrs.frozen
class Case:
    """A broken game: the law that has to catch it, and the laws that may see its consequences."""

    name: str
    info: GameInfo
    law: str
    also: frozenset[str]
    depth: Mapping[str, Any]


CASES: Final[list[Case]] = []


def broken(of: GameInfo, law: str, *also: str, info: Mapping[str, Any] | None = None, **depth: Any) -> Callable[[G], G]:
    """The class breaks `law`; all other laws hold, except perhaps those in `also`, which see the same mistake."""

    def register(cls: G) -> G:
        changed = attrs.evolve(of, rules={1: f"{cls.__module__}:{cls.__qualname__}"}, **(info or {}))
        CASES.append(Case(cls.__name__, changed, law, frozenset(also), depth))
        return cls

    return register
