"""Values as plain JSON and back, for the pipe between two processes: no pickle, so nothing that is read can run.

Lists are lists; a tuple is `{"tuple": […]}`, a message and its parameters stand under their kinds. Values of a game's own attrs
classes (the plan of a verdict) name their class, which must be there already: hearing of a class imports nothing.
"""

from __future__ import annotations

import sys
from typing import Any

import attrs

from sofra.message import Clock, Ltr, Message, Player

__all__ = ["from_plain", "to_plain"]


def to_plain(value: object) -> Any:
    """A value as JSON. Raises TypeError for a kind that cannot be told."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case list():
            return [to_plain(each) for each in value]
        case tuple():
            return {"tuple": [to_plain(each) for each in value]}
        case Ltr(text=text):
            return {"ltr": text}
        case Clock(ms=ms):
            return {"clock": ms}
        case Player(seat=seat):
            return {"player": seat}
        case Message():
            params = [[name, to_plain(param)] for name, param in value.params]
            return {"message": [value.id, params, value.domain, value.plural, value.context]}
        case dict():
            return {"dict": [[to_plain(key), to_plain(each)] for key, each in value.items()]}
        case frozenset():
            return {"set": [to_plain(each) for each in value]}
        case _:
            kind: Any = type(value)
            if attrs.has(type(value)):
                fields = {each.name: to_plain(getattr(value, each.name)) for each in attrs.fields(kind) if each.init}
                return {"attrs": [kind.__module__, kind.__qualname__, fields]}
            raise TypeError(f"{type(value).__name__} cannot be sent to another process")


def from_plain(value: Any) -> Any:
    """The value that was made plain."""
    match value:
        case list():
            return [from_plain(each) for each in value]
        case {"tuple": list(items)}:
            return tuple(from_plain(each) for each in items)
        case {"ltr": str(text)}:
            return Ltr(text)
        case {"clock": int(ms)}:
            return Clock(ms)
        case {"player": int(seat)}:
            return Player(seat)
        case {"message": [str(id_), list(params), str(domain), plural, context]}:
            return Message(id_, tuple((name, from_plain(param)) for name, param in params), domain, plural, context)
        case {"dict": list(items)}:
            return {from_plain(key): from_plain(each) for key, each in items}
        case {"set": list(items)}:
            return frozenset(from_plain(each) for each in items)
        case {"attrs": [str(module), str(name), dict(fields)]}:
            return _class(module, name)(**{key.lstrip("_"): from_plain(each) for key, each in fields.items()})
        case _:
            return value


def _class(module: str, name: str) -> type[Any]:
    """An attrs class of a module that is imported already. Raises TypeError for anything else."""
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    if not isinstance(found, type) or not attrs.has(found):
        raise TypeError(f"{module}.{name} is no attrs class that is known here")
    return found
