"""Values as plain JSON and back, for the pipe between two processes: no pickle, so nothing that is read can run.

Lists are lists; a tuple is `{"tuple": […]}`, a message and its parameters stand under their kinds.
"""

from __future__ import annotations

from typing import Any

from sofra.message import Clock, Ltr, Message

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
        case Message():
            params = [[name, to_plain(param)] for name, param in value.params]
            return {"message": [value.id, params, value.domain, value.plural, value.context]}
        case _:
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
        case {"message": [str(id_), list(params), str(domain), plural, context]}:
            return Message(id_, tuple((name, from_plain(param)) for name, param in params), domain, plural, context)
        case _:
            return value
