"""What the player has set: a versioned TOML file, kept as the player wrote it.

Reading uses the standard library's parser and plain checks, because the shell reads its settings before its first frame and
both cattrs and tomlkit take longer to import than the whole reading. tomlkit comes in only when something is saved: it keeps
comments, order and keys that this version does not know.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal, final, get_args

import attrs

from sofra.languages import LANGUAGES, Digits
from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason

__all__ = [
    "LARGEST_TEXT",
    "LONGEST_JOIN",
    "LONGEST_WAIT",
    "SMALLEST_TEXT",
    "VERSION",
    "Colours",
    "Loaded",
    "Motion",
    "Settings",
    "Sounds",
    "Window",
    "load_settings",
    "save_settings",
]

_ = Texts("sofra-core")

VERSION: Final = 1
"""The version of the file that this program writes."""

LONGEST_JOIN: Final = 10_000
"""No joining line is shown for longer, in ms."""

LONGEST_WAIT: Final = 10_000
"""The computer waits no longer before it shows its move, in ms."""

SMALLEST_TEXT: Final = 80
"""No text is smaller, in hundredths of the size of the design."""

LARGEST_TEXT: Final = 200
"""No text is larger, in hundredths of the size of the design."""

MAX_BYTES: Final = 128 * 1024
"""No settings are longer: ours have two kB."""

Colours = Literal["system", "light", "dark", "contrast"]
Motion = Literal["system", "on", "off"]
Sounds = Literal["off", "soft", "medium", "loud"]


@final
@attrs.frozen
class Window:
    """The place of the window on the screen, in device-independent pixels."""

    x: int
    y: int
    width: int
    height: int
    maximized: bool = False


@final
@attrs.frozen
class Settings:
    """All settings. Change one with `attrs.evolve`; each has a default that needs no file.

    `language` is one of `LANGUAGES`, or "" for the system's. `cloth` and `tile_style` name a cloth and an art set of the shell,
    which falls back where it does not know the name. `text_size` is that of all words, in hundredths of the design's (0: as the system's font).
    `reduce_motion`: "on" reduces. `sounds` is how loud the table is. `join_ms` is how long a joining line is shown, in
    ms, 0 for not at all. `page` is the page that the shell was closed on, "" for the library. `panel` says for each game id whether
    the side panel is open, `deals` which options (name and value) were chosen last, `levels` how well the computer is to play,
    `modes` who sat at the table last (`computer`, `shared`). `auto_pause` pauses a round when the window is minimised,
    `pause_when_idle` when another program has had the keyboard for five seconds. `computer_ms` is how long the computer takes for a move at least, and with
    `at_once` a piece that fits one place only goes there at once. `styles` are those of the pieces by the prefix of their faces, where
    they are not to be `tile_style`, and `big_tiles` has the pieces drawn as large as can be, with large signs. `names` are those of the people at a shared device, by their seats. `favourites` are ids of games, and
    `played` says when each game was last begun or gone on with (UTC, ISO 8601). `keys` are the player's own for things to do, by their ids,
    as Qt writes them (`Ctrl+Z`).
    """

    language: str = ""
    digits: Digits = "latin"
    colours: Colours = "system"
    cloth: str = ""
    tile_style: str = "classic"
    text_size: int = 0
    reduce_motion: Motion = "system"
    sounds: Sounds = "off"
    join_ms: int = 500
    big_targets: bool = False
    big_tiles: bool = False
    auto_pause: bool = True
    pause_when_idle: bool = False
    verdict_light: bool = False
    full_sync: bool = False
    computer_ms: int = 600
    at_once: bool = False
    names: tuple[str, ...] = ()
    favourites: tuple[str, ...] = ()
    page: str = ""
    window: Window | None = None
    panel: Mapping[str, bool] = attrs.field(factory=dict)
    deals: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    levels: Mapping[str, str] = attrs.field(factory=dict)
    modes: Mapping[str, str] = attrs.field(factory=dict)
    styles: Mapping[str, str] = attrs.field(factory=dict)
    played: Mapping[str, str] = attrs.field(factory=dict)
    keys: Mapping[str, str] = attrs.field(factory=dict)


@final
@attrs.frozen
class Loaded:
    """Settings as read. `problems` says which keys could not be used, each of which has its default instead."""

    settings: Settings
    problems: tuple[Message, ...] = ()


_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "language": ("", *LANGUAGES),
    "digits": get_args(Digits),
    "colours": get_args(Colours),
    "reduce_motion": get_args(Motion),
    "sounds": get_args(Sounds),
}
_TEXTS: Final = ("cloth", "tile_style", "page")
_FLAGS: Final = ("big_targets", "big_tiles", "auto_pause", "pause_when_idle", "verdict_light", "full_sync", "at_once")
_TIMES: Final = {"join_ms": LONGEST_JOIN, "computer_ms": LONGEST_WAIT}
_TEXTS_BY_NAME: Final = ("levels", "modes", "styles", "played", "keys")
_LISTS: Final = ("names", "favourites")


def load_settings(path: Path | None) -> Loaded:
    """Read the settings; no file, no problem. Raises nothing: what cannot be read has its default, and is listed."""
    if path is None:
        return Loaded(Settings())
    try:
        content = _read(path)
    except FileNotFoundError:
        return Loaded(Settings())
    except OSError as error:
        why = error.strerror or type(error).__name__
        text = _(
            "The settings in {file} cannot be read ({why}). The defaults are used.",
            file=Ltr(str(path)),
            why=reason(why),
        )
        return Loaded(Settings(), (text,))
    # Only now: the first start of all need not wait for it.
    import tomllib

    try:
        table = tomllib.loads(_text(content))
    except (ValueError, RecursionError) as error:
        text = _(
            "The settings in {file} are damaged ({why}). The defaults are used, and a copy is kept when you save.",
            file=Ltr(str(path)),
            why=Ltr(str(error)),
        )
        return Loaded(Settings(), (text,))
    return _structure(table, path)


def save_settings(path: Path | None, settings: Settings) -> None:
    """Write the settings in one step, keeping comments and unknown keys. A damaged or newer file is first copied aside.

    Raises OSError when the folder cannot be written to. With no path nothing is kept.
    """
    if path is None:
        return
    # 40 ms that reading does not need.
    import tomllib

    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        text = _text(_read(path))
        # What writes takes a little more than what reads: the next start could not read what is kept here.
        tomllib.loads(text)
        document = tomlkit.parse(text)
    except FileNotFoundError:
        document = tomlkit.document()
    except (TOMLKitError, ValueError, RecursionError):
        _keep_aside(path, "damaged")
        document = tomlkit.document()
    else:
        version = document.unwrap().get("version", VERSION)
        if version != VERSION:
            _keep_aside(path, f"version-{version}" if isinstance(version, int) else "damaged")
    kept = document.unwrap()
    usable = _structure(kept, path).settings
    written = _unstructure(settings)
    for key, value in {"version": VERSION, **written}.items():
        # A value that cannot be used stays for its author to mend, until the player sets another one.
        if key == "version" or getattr(settings, key) != getattr(usable, key):
            if value is None:
                document.pop(key, None)
            elif isinstance(value, dict) and isinstance(kept.get(key), dict):
                for gone in set(getattr(usable, key) or ()) - set(value) if key != "window" else ():
                    document[key].pop(gone, None)
                document[key].update(value)
            else:
                document[key] = value
    _write(path, tomlkit.dumps(document))


def _read(path: Path) -> bytes:
    """What is in the file, up to the bound and one byte more. Raises OSError."""
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _text(content: bytes) -> str:
    """The file as text. Raises ValueError where it is none, or so long that reading it would take its time."""
    if len(content) > MAX_BYTES:
        msg = f"more than {MAX_BYTES // 1024} kB"
        raise ValueError(msg)
    return content.decode("utf-8")


def _structure(table: Mapping[str, Any], path: Path) -> Loaded:
    """The settings that a table holds."""
    values: dict[str, Any] = {}
    problems: list[Message] = []
    version = table.get("version", VERSION)
    if not isinstance(version, int) or version > VERSION:
        problems.append(
            _(
                "The settings in {file} are those of a newer Sofra. What fits is used, and a copy is kept when you save.",
                file=Ltr(str(path)),
            )
        )
    for key, value in table.items():
        if key in _CHOICES:
            fits = isinstance(value, str) and value in _CHOICES[key]
        elif key in _TEXTS:
            fits = isinstance(value, str)
        elif key in _FLAGS:
            fits = isinstance(value, bool)
        elif key in _TIMES:
            fits = type(value) is int and 0 <= value <= _TIMES[key]
        elif key == "text_size":
            fits = type(value) is int and (value == 0 or SMALLEST_TEXT <= value <= LARGEST_TEXT)
        elif key in _TEXTS_BY_NAME:
            fits = isinstance(value, dict) and all(isinstance(each, str) for each in value.values())
        elif key in _LISTS:
            fits = isinstance(value, list) and all(isinstance(each, str) for each in value)
            value = tuple(value) if fits else value  # noqa: PLW2901
        elif key == "window":
            window = _window(value)
            fits, value = window is not None, window  # noqa: PLW2901
        elif key == "panel":
            fits = isinstance(value, dict) and all(isinstance(each, bool) for each in value.values())
        elif key == "deals":
            fits = isinstance(value, dict) and all(
                isinstance(each, dict) and all(isinstance(chosen, str) for chosen in each.values())
                for each in value.values()
            )
        else:
            continue  # of a newer version, or the player's own
        if fits:
            values[key] = value
        else:
            problems.append(
                _(
                    "In {file} the value of {key} cannot be used. Its default is used instead.",
                    file=Ltr(str(path)),
                    key=Ltr(key),
                )
            )
    return Loaded(Settings(**values), tuple(problems))


def _window(value: object) -> Window | None:
    if not isinstance(value, dict):
        return None
    sides = [value.get(name) for name in ("x", "y", "width", "height")]
    maximized = value.get("maximized", False)
    whole = [side for side in sides if type(side) is int and abs(side) < 1 << 20]
    if len(whole) != 4 or not isinstance(maximized, bool) or min(whole[2:]) < 1:
        return None
    return Window(whole[0], whole[1], whole[2], whole[3], maximized)


def _unstructure(settings: Settings) -> dict[str, Any]:
    values = {field.name: getattr(settings, field.name) for field in attrs.fields(Settings)}
    values["window"] = None if settings.window is None else attrs.asdict(settings.window)
    values["panel"] = dict(settings.panel)
    for name in _LISTS:
        values[name] = list(getattr(settings, name))
    for name in _TEXTS_BY_NAME:
        values[name] = dict(getattr(settings, name))
    values["deals"] = {game: dict(chosen) for game, chosen in settings.deals.items()}
    return values


def _keep_aside(path: Path, mark: str) -> None:
    """Copy a file that is about to be replaced; an older copy is never replaced itself."""
    content = path.read_bytes()
    number = 0
    while True:
        aside = path.with_name(f"{path.stem}.{mark}{f'-{number}' if number else ''}{path.suffix}")
        try:
            with aside.open("xb") as file:
                file.write(content)
        except FileExistsError:
            if aside.read_bytes() == content:
                return
            number += 1
        else:
            return


def _write(path: Path, text: str) -> None:
    """Replace a file in one step: after a loss of power it is the old one or the new one."""
    staged = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with staged.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        staged.replace(path)
    finally:
        staged.unlink(missing_ok=True)
