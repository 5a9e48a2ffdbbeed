"""The options of a game: an attrs class whose fields say where each counts, and what a player can choose from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, final

import attrs

from sofra.message import Message

__all__ = [
    "Listed",
    "NoOptions",
    "OptionKind",
    "listed_options",
    "option",
    "option_values",
]


class OptionKind(StrEnum):
    """Where an option counts."""

    DEAL = "deal"
    """Part of the code and of what the shuffle hashes: another value is another deal."""
    RULE = "rule"
    """Part of the code, but not hashed: the same tiles under another rule."""
    PLAY = "play"
    """Stands only in the records of the round (scoring, levels)."""


@final
@attrs.frozen
class Listed:
    """An option that a player chooses from a short list: what it is called, and the name of each value, the default first."""

    name: str
    title: Message
    values: tuple[tuple[str, Message], ...]


def option(
    kind: OptionKind,
    default: str,
    pattern: str = "",
    *,
    title: Message | None = None,
    values: Mapping[str, Message] | None = None,
) -> Any:
    """A field of an options class, whose value is its own token in a code.

    `pattern` is the regular expression of all tokens, which begin with a letter, in capital letters and digits for deal and rule
    options (`L[0-9]{2}`); where the values are few and fixed, `title` and `values` name them for a list instead. Raises ValueError
    at class creation when the default does not match, or when there is neither a pattern nor a list.
    """
    pattern = pattern or "|".join(map(re.escape, values or ()))
    if not re.fullmatch(pattern, default):
        msg = f"the default {default!r} is not one of {pattern}"
        raise ValueError(msg)
    return attrs.field(
        default=default,
        validator=attrs.validators.matches_re(pattern),
        metadata={
            "sofra.kind": kind,
            "sofra.pattern": pattern,
            "sofra.title": title,
            "sofra.values": dict(values or {}),
        },
    )


def listed_options(options: type[Any], kind: OptionKind) -> tuple[Listed, ...]:
    """The options of one kind that are chosen from a short list, in order. `options` is an options class."""
    return tuple(
        Listed(field.name, field.metadata["sofra.title"], tuple(field.metadata["sofra.values"].items()))
        for field in attrs.fields(options)
        if field.metadata.get("sofra.kind") is kind and field.metadata.get("sofra.values")
    )


def option_values(options: Any, kind: OptionKind) -> tuple[tuple[str, str, str], ...]:
    """(name, pattern, value) of the fields of one kind, in order. `options` is an instance of an options class."""
    return tuple(
        (field.name, field.metadata["sofra.pattern"], getattr(options, field.name))
        for field in attrs.fields(type(options))
        if field.metadata.get("sofra.kind") is kind
    )


@final
@attrs.frozen
class NoOptions:
    """The options of a game that has none."""
