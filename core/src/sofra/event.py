"""Events: registration under stable names, schemas with upcasters, and the codec (cattrs and orjson).

An event is an immutable attrs class registered under a name such as `mahjong-solitaire.pair-removed`; the name, never a
Python path, stands in the log. Its `schema` grows with every change of shape (an optional field with a default is none), and
one pure `dict -> dict` upcaster leads from each schema to the next. A name nobody knows decodes to `Opaque` and is written
back exactly as it was read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar, final

import attrs

if TYPE_CHECKING:
    from cattrs.preconf.orjson import OrjsonConverter

__all__ = [
    "Encoded",
    "Event",
    "EventError",
    "EventType",
    "Opaque",
    "decode",
    "encode",
    "event",
    "event_type",
    "event_types",
]

Event = Any
"""Any registered attrs class. The contract of a game is generic in its own events; the log takes all."""

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
_T = TypeVar("_T")
_NAME: Final = re.compile(r"[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*")


class EventError(Exception):
    """A payload that does not fit its name and schema, or a registration that cannot be; says which and why."""


@final
@attrs.frozen
class Encoded:
    """An event as the log stores it: stable name, schema, and the payload as UTF-8 JSON."""

    name: str
    schema: int
    payload: bytes


@final
@attrs.frozen
class Opaque:
    """An event whose plugin is not here (or is older than the log): kept byte for byte, never dropped."""

    name: str
    schema: int
    payload: bytes


@final
@attrs.frozen
class EventType:
    """What is registered of an event class. `upcasters[n]` leads from schema n to n + 1."""

    cls: type[Any]
    name: str
    schema: int
    upcasters: Mapping[int, Upcaster]


_by_name: Final[dict[str, EventType]] = {}
_by_class: Final[dict[type[Any], EventType]] = {}


def event(
    name: str, *, schema: int = 1, upcasters: Mapping[int, Upcaster] | None = None
) -> Callable[[type[_T]], type[_T]]:
    """Register a frozen attrs class under `name` (`game-id.what-happened`).

    Raises EventError when the name is not of that form, is taken by another class, when the class is not frozen attrs, or
    when an upcaster is missing for a schema before `schema`.
    """
    steps = dict(upcasters or {})

    def register(cls: type[_T]) -> type[_T]:
        if not _NAME.fullmatch(name):
            msg = f"{name!r} is no event name: game-id.what-happened, in lower case"
            raise EventError(msg)
        if not _is_frozen_attrs(cls):
            msg = f"{cls.__qualname__} ({name}) must be an attrs class made by attrs.frozen"
            raise EventError(msg)
        if sorted(steps) != list(range(1, schema)):
            msg = f"{name} has schema {schema}, so it needs one upcaster for each of the schemas 1 to {schema - 1}"
            raise EventError(msg)
        taken = _by_name.get(name)
        if taken is not None and (taken.cls.__module__, taken.cls.__qualname__) != (cls.__module__, cls.__qualname__):
            msg = f"{name} is taken by {taken.cls.__module__}.{taken.cls.__qualname__}"
            raise EventError(msg)
        registered = EventType(cls, name, schema, steps)
        _by_name[name] = _by_class[cls] = registered
        _decoder.cache_clear()
        _encoder.cache_clear()
        return cls

    return register


def _is_frozen_attrs(cls: type[Any]) -> bool:
    return attrs.has(cls) and cls.__setattr__.__name__ == "_frozen_setattrs"


def event_type(cls: type[Any]) -> EventType:
    """The registration of an event class. Raises EventError when there is none."""
    try:
        return _by_class[cls]
    except KeyError:
        msg = f"{cls.__qualname__} is not registered as an event: decorate it with @event"
        raise EventError(msg) from None


def event_types() -> tuple[EventType, ...]:
    """All registered events, by name. Rules that were never opened have registered nothing yet."""
    return tuple(_by_name[name] for name in sorted(_by_name))


@cache
def _converter() -> OrjsonConverter:
    # cattrs takes 60-80 ms to import; listing games and opening the library must not pay for it.
    from cattrs.preconf.orjson import make_converter

    return make_converter(detailed_validation=False, forbid_extra_keys=False)


@cache
def _encoder(name: str) -> Callable[[Any], bytes]:
    import orjson

    unstructure = _converter().get_unstructure_hook(_by_name[name].cls)

    def dump(value: Any) -> bytes:
        return orjson.dumps(unstructure(value))

    return dump


@cache
def _decoder(name: str) -> Callable[[int, bytes], Event] | None:
    import orjson

    registered = _by_name.get(name)
    if registered is None:
        return None
    structure = _converter().get_structure_hook(registered.cls)
    cls, current, upcasters = registered.cls, registered.schema, registered.upcasters

    def load(schema: int, payload: bytes) -> Event:
        if schema > current:
            return Opaque(name, schema, payload)
        try:
            values = orjson.loads(payload)
            if schema != current:
                for step in range(schema, current):
                    values = upcasters[step](values)
            return structure(values, cls)
        except Exception as error:
            msg = f"{name}, schema {schema}: the payload does not fit ({type(error).__name__}: {error})"
            raise EventError(msg) from error

    return load


def encode(value: Event) -> Encoded:
    """The event as the log stores it; an `Opaque` gives back exactly what was read.

    Raises EventError for a class that is not registered, and for a value that JSON cannot hold.
    """
    if isinstance(value, Opaque):
        return Encoded(value.name, value.schema, value.payload)
    registered = event_type(type(value))
    try:
        return Encoded(registered.name, registered.schema, _encoder(registered.name)(value))
    except (TypeError, ValueError, AttributeError) as error:
        msg = f"{registered.name} cannot be written as JSON ({type(error).__name__}: {error})"
        raise EventError(msg) from error


def decode(name: str, schema: int, payload: bytes) -> Event:
    """The event that `payload` holds, brought up to the current schema; `Opaque` where the name or the schema is unknown.

    Raises EventError when the name is known and the payload does not fit it.
    """
    load = _decoder(name)
    return Opaque(name, schema, payload) if load is None else load(schema, payload)
