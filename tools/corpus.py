"""What the tests hold every release against: `python tools/corpus.py update` adds what is missing and changes nothing.

`tests/corpus/events/NAME.SCHEMA.json` is an event as it was released: its payload, its shape, and what upcasters have made of it in each
later schema. `tests/corpus/replays.json` says for every saved game in `replays/` what playing it again must come to.

An event class whose shape changes needs a new schema; an optional field with a default at its end does not. While a game was never
released its files may be removed, and are made anew.
"""

from __future__ import annotations

import enum
import hashlib
import json
import sys
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs
import orjson

from sofra.code import DealCode
from sofra.event import EventType, decode, encode, event_types
from sofra.game import GameInfo, fold
from sofra.host import load_games
from sofra.host.dealing import digest
from sofra.log import MemoryLog
from sofra.log.hosted import HOSTED
from sofra.replay import import_file
from sofra.round import Round

__all__ = [
    "COURSES",
    "EVENTS",
    "REPLAYS",
    "changes",
    "course",
    "golden",
    "known_events",
    "sample",
    "shape",
    "upcast",
    "update",
]

ROOT: Final = Path(__file__).resolve().parents[1]
EVENTS: Final = ROOT / "tests" / "corpus" / "events"
COURSES: Final = ROOT / "tests" / "corpus" / "replays.json"
REPLAYS: Final = ROOT / "replays"
ROUNDS: Final = 40
"""So many rounds of a game are played at random to see all of its events."""


def known_events(games: Mapping[str, GameInfo]) -> list[EventType]:
    """The events of the host and of all rules of the games, by name."""
    for info in games.values():
        for version in info.rules:
            info.load(version)
    ours = (HOSTED, *(f"{game}." for game in games))
    return [each for each in event_types() if each.name.startswith(ours)]


def shape(hint: Any) -> Any:
    """What a type looks like as JSON, whatever its class is called: fields by name, order and need; elements; values."""
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if attrs.has(hint):
        hints = typing.get_type_hints(hint)
        return {
            "fields": [
                {"name": field.name, "needed": field.default is attrs.NOTHING, "shape": shape(hints[field.name])}
                for field in attrs.fields(hint)
            ]
        }
    if origin in {typing.Union, types.UnionType}:
        return {"either": [shape(each) for each in inside]}
    if origin is typing.Literal:
        return {"values": list(inside)}
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        hints = typing.get_type_hints(hint)
        return {"row": [shape(hints[name]) for name in hint._fields]}
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return {"values": [each.value for each in hint]}
    if origin is tuple and inside[-1:] != (Ellipsis,):
        return {"row": [shape(each) for each in inside]}
    if origin in {tuple, list, Sequence}:
        return {"list": shape(inside[0])}
    if origin in {dict, Mapping}:
        return {"names": shape(inside[1])}
    return "null" if hint is types.NoneType else hint.__name__


def changes(was: Any, now: Any, where: str = "the event") -> Iterator[str]:
    """What makes a new schema necessary: everything but optional fields at the end."""
    if isinstance(was, dict) and isinstance(now, dict) and "fields" in was and "fields" in now:
        before, after = was["fields"], now["fields"]
        names = [field["name"] for field in before]
        if [field["name"] for field in after[: len(before)]] != names:
            yield f"{where}: the fields were {names}, and are {[field['name'] for field in after]}"
            return
        for old, new in zip(before, after, strict=False):
            if old["needed"] is False and new["needed"]:
                yield f"{where}: {old['name']} is needed now"
            yield from changes(old["shape"], new["shape"], f"{where}: {old['name']}")
        yield from (f"{where}: {field['name']} is new and needed" for field in after[len(before) :] if field["needed"])
    elif was != now:
        yield f"{where}: was {json.dumps(was)}, and is {json.dumps(now)}"


def sample(of: Any) -> Any:
    """A JSON value of a shape."""
    match of:
        case {"fields": fields}:
            return {field["name"]: sample(field["shape"]) for field in fields}
        case {"either": shapes}:
            return sample(next(each for each in shapes if each != "null"))
        case {"values": [first, *_others]}:
            return first
        case {"row": shapes}:
            return [sample(each) for each in shapes]
        case {"list": inner}:
            return [sample(inner), sample(inner)]
        case {"names": inner}:
            return {"name": sample(inner)}
        case _:
            return {"int": 7, "str": "text", "bool": True, "float": 0.5}[of]


def played(info: GameInfo, version: int) -> Iterator[Any]:
    """Events of a game from rounds that are played at random."""
    game, rng = info.load(version), Random(1)
    for number in range(ROUNDS):
        code = attrs.evolve(DealCode.of(info, info.options(), number), version=version)
        events = list(game.deal(code.shuffle, info.options()))
        yield from events
        state = fold(game, events)
        for ply in range(1_000):
            choices = [choice for seat in sorted(game.to_move(state)) for choice in game.choices(state, seat)]
            if not choices:
                break
            choice = rng.choice(choices)
            events = list(game.decide(state, choice.seat, choice.command, code.shuffle.chance(ply)))
            yield from events
            state = fold(game, events, state)


def golden(each: EventType, payload: bytes) -> dict[str, Any]:
    """What is kept of an event at its present schema."""
    return {
        "name": each.name,
        "schema": each.schema,
        "payload": payload.decode(),
        "shape": shape(each.cls),
        "becomes": {},
    }


def upcast(each: EventType, schema: int, payload: bytes) -> Any:
    """What the upcasters make of a payload at the present schema."""
    values = orjson.loads(payload)
    for step in range(schema, each.schema):
        values = each.upcasters[step](values)
    return values


def course(path: Path, games: Mapping[str, GameInfo]) -> dict[str, Any]:
    """What playing a saved game again comes to.

    `line` is a digest over the events of the moves that count, `choices` one over the commands that could be given at each, and
    whether it was the end: nothing that is only shown is held for ever.
    """
    log = MemoryLog()
    round_ = Round.resume(log, import_file(log, path), games)
    hashed = hashlib.sha256()
    for step in round_.line:
        state = round_.state_at(step.version)
        commands = [
            [seat, attrs.astuple(choice.command)]
            for seat in sorted(round_.game.to_move(state))
            for choice in round_.game.choices(state, seat)
        ]
        outcome = round_.outcome_at(step.version)
        hashed.update(orjson.dumps([commands, None if outcome is None else outcome.final], default=list))
    return {
        "moves": round_.ply,
        "outcome": round_.outcome_word,
        "score": round_.score,
        "tally": attrs.astuple(round_.tally),
        "replay_code": round_.replay_code,
        "line": digest(event for step in round_.line for event in step.events),
        "choices": hashed.hexdigest(),
    }


def update() -> list[str]:
    """Add what is missing; the names of what was added."""
    games = load_games().games
    added = []
    EVENTS.mkdir(parents=True, exist_ok=True)
    here = {path.name: path for path in EVENTS.glob("*.json")}
    wanted = [each for each in known_events(games) if f"{each.name}.{each.schema}.json" not in here]
    found: dict[str, bytes] = {}
    for info in games.values():
        if any(each.name.startswith(f"{info.id}.") for each in wanted):
            for version in info.rules:
                for event in played(info, version):
                    encoded = encode(event)
                    found.setdefault(encoded.name, encoded.payload)
    for each in wanted:
        payload = found.get(each.name)
        if payload is None:
            # What no round at random comes to, and what is of the host.
            made = decode(each.name, each.schema, orjson.dumps(sample(shape(each.cls))))
            payload = encode(made).payload
        _write(EVENTS / f"{each.name}.{each.schema}.json", golden(each, payload))
        added.append(each.name)
    by_name = {each.name: each for each in known_events(games)}
    for path in here.values():
        kept = json.loads(path.read_text("utf-8"))
        if kept["name"] not in by_name:
            continue
        each = by_name[kept["name"]]
        if each.schema > kept["schema"] and str(each.schema) not in kept["becomes"]:
            kept["becomes"][str(each.schema)] = upcast(each, kept["schema"], kept["payload"].encode())
            _write(path, kept)
            added.append(f"{each.name} at schema {each.schema}")
    courses = json.loads(COURSES.read_text("utf-8")) if COURSES.exists() else {}
    for path in sorted(REPLAYS.rglob("*.sofra")):
        name = path.relative_to(REPLAYS).as_posix()
        if name not in courses:
            courses[name] = course(path, games)
            added.append(name)
    _write(COURSES, dict(sorted(courses.items())))
    return added


def _write(path: Path, content: Mapping[str, Any]) -> None:
    """One line for each part."""
    parts = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(part, ensure_ascii=False)}" for name, part in content.items()
    )
    path.write_text(f"{{\n{parts}\n}}\n", "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["update"]:
        sys.exit(__doc__)
    for name in update():
        print(f"added {name}")
