"""What a wheel would add, read from its source without running it.

A game is described by a call of `GameInfo` and an art set by one of `ArtSet`; where their arguments are written out plainly they
can be told beforehand. It is a courtesy to whoever is asked, no proof: only the running plugin says what it really offers.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from typing import Final

from sofra.host.plugins.offers import Adds, Foretold
from sofra.host.plugins.wheels import Wheel, archive

__all__ = ["foretell"]

_MAX_SOURCE: Final = 256 << 10
"""Bytes of a module that is looked at: a description is short."""

_MAX_MODULES: Final = 400
_MOST: Final = 50


def foretell(wheel: Wheel) -> Adds:
    """What the wheel's source says of itself. Raises nothing."""
    games: dict[str, Foretold] = {}
    art: dict[str, None] = {}
    for call in _calls(wheel):
        name = (
            call.func.id
            if isinstance(call.func, ast.Name)
            else call.func.attr
            if isinstance(call.func, ast.Attribute)
            else ""
        )
        given = {each.arg: each.value for each in call.keywords if each.arg}
        # By place, as their classes have them.
        given |= dict(zip(("id", "title", "summary" if name == "GameInfo" else "prefix"), call.args, strict=False))
        title = _text(given.get("title"))
        if name == "ArtSet":
            art[title or _text(given.get("id"))] = None
        elif name == "GameInfo":
            api = given.get("api")
            number = api.value if isinstance(api, ast.Constant) and type(api.value) is int else None
            game = Foretold(_text(given.get("id")), title, _text(given.get("prefix")), number)
            games.setdefault(game.id or game.title, game)
    domain = re.compile(r"[^/]+/locale/([A-Za-z_]{2,10})/LC_MESSAGES/[^/]+\.mo")
    languages = {found[1] for path in wheel.files if (found := domain.fullmatch(path))} - {"en"}
    return Adds(
        modules=tuple(dict.fromkeys(value.partition(":")[0] for _name, value in wheel.entries)),
        games=tuple(list(games.values())[:_MOST]),
        art=tuple(filter(None, list(art)[:_MOST])),
        languages=tuple(sorted(languages)),
        pictures=sum(path.endswith(".svg") for path in wheel.files),
    )


def _calls(wheel: Wheel) -> Iterator[ast.Call]:
    """Every call of `GameInfo` or `ArtSet` in the wheel's modules."""
    looked = 0
    with archive(wheel.file, wheel.content) as opened:
        for item in opened.infolist():
            if not item.filename.endswith(".py") or item.file_size > _MAX_SOURCE or looked >= _MAX_MODULES:
                continue
            looked += 1
            source = opened.read(item)
            if b"GameInfo(" not in source and b"ArtSet(" not in source:
                continue
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # an author's odd escape is no concern of the player
                    tree = ast.parse(source)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in {"GameInfo", "ArtSet"}:
                    yield node


def _text(value: ast.expr | None) -> str:
    """A text that is written out: itself, or as the first argument of a call such as `_("Klondike")`."""
    if isinstance(value, ast.Call) and value.args:
        value = value.args[0]
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return "".join(sign for sign in value.value[:80] if sign.isprintable())
    return ""
