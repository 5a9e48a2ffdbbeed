"""The laws of texts: every message has its English source where the translators find it, and its parameters fit."""

from __future__ import annotations

import ast
import gettext
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, final

import attrs

from sofra.abilities import Bots, Explains, Hints
from sofra.game import Choice, Eye, Game, GameInfo, Tally, Watcher
from sofra.message import Clock, Ltr, Message, Player, Signed, placeholders
from sofra.scene import Aspect
from sofra.testing._base import Contract
from sofra.testing._decider import refused
from sofra.testing._law import Break, for_every_line, once
from sofra.testing._playing import Line, Position

__all__ = ["TextLaws"]

_CORE: Final = "sofra-core"
_ATOMS: Final = frozenset({str, bytes, int, bool, float, frozenset, type(None)})


@final
@attrs.frozen
class Source:
    """An English text as it stands in a program: what gettext extraction finds."""

    id: str
    plural: str | None = None
    context: str | None = None


class TextLaws(Contract):
    """A model holds messages, never translated texts."""

    @once
    def test_the_library_page_speaks(self) -> None:
        """Title and summary are messages of the plugin's own domain, with sound parameters."""
        for message in (self.info.title, self.info.summary):
            self.check_message(None, message)
        if self.info.title.domain == _CORE:
            raise Break(None, "the title is in the domain of core", 'Bind _ = Texts("name-of-your-distribution").')

    @for_every_line
    def test_messages_are_in_the_source(self, line: Line) -> None:
        """Every text that a player meets is an English literal in the source of its distribution, with fitting parameters.

        Extraction reads literals only: a text joined from pieces, or an f-string, can never be translated. Each {place} has a
        parameter, and each parameter a place.
        """
        sound: set[Message] = set()
        for at in line.positions(self.depth * 2 // 3):
            for eye in line.eyes:
                for message in self.said(at, eye):
                    if message not in sound:
                        self.check_message(at, message)
                        sound.add(message)

    @once
    def test_languages_are_complete(self) -> None:
        """A language that the plugin has a catalogue for is complete: each text translated, with the same {places}.

        A half translated game is worse than an English one. Catalogues lie in locale/<language>/LC_MESSAGES/<domain>.mo.
        """
        domain = self.info.title.domain
        paths = [
            path for folder in homes_of(self.info, domain) for path in folder.glob(f"locale/*/LC_MESSAGES/{domain}.mo")
        ]
        found = {path.parent.parent.name: path for path in paths}
        for language in self.languages:
            if language not in found:
                raise Break(
                    None,
                    f"there is no catalogue for {language}",
                    f"Begin it (sofra plugins translate --add {language}) and translate it, or do not name the language.",
                )
        for language, path in sorted(found.items()):
            with path.open("rb") as file:
                catalogue = gettext.GNUTranslations(file)
            for source in sorted(sources_of(self.info, domain), key=lambda source: source.id):
                self.check_translation(language, catalogue, source)

    def check_translation(self, language: str, catalogue: gettext.GNUTranslations, source: Source) -> None:
        """One text in one language: there, and with no {place} that the English does not have."""
        allowed = placeholders(source.id) | placeholders(source.plural or "")
        for count in range(1 if source.plural is None else 121):
            text = _translated(catalogue, source, count)
            if text is None:
                raise Break(
                    None,
                    f"{source.id!r} is not translated into {language}",
                    f"Translate it in locale/{language}/LC_MESSAGES/{self.info.title.domain}.po and run: sofra plugins translate.",
                )
            places = placeholders(text)
            # A plural form may say "one" in words, any other text must hold what the English holds.
            if not places <= allowed or (source.plural is None and places != allowed):
                raise Break(
                    None,
                    f"in {language} {source.id!r} has the places {sorted(places)}: {text!r}",
                    f"Translate it with exactly {sorted(allowed)}.",
                )

    def said(self, at: Position, eye: Eye) -> Iterator[Message]:
        """Every message that an eye meets at a position."""
        game, seen = at.game, at.seen(eye)
        before = Position(at.line, at.ply - 1).seen(eye) if at.ply else None
        shown = [event if eye is Watcher.OPEN else game.redact(event, eye) for event in at.line.group(at.ply)]
        parts: list[Any] = [game.say(before, shown, seen, eye), game.facts(seen, eye), game.outcome(seen)]
        if isinstance(game, Explains):
            parts.append(game.explain(seen, Tally(active_ms=61_234, hints=2, undos=2), at.line.options))
        scenes = [game.scene(seen, eye, aspect) for aspect in Aspect]
        parts += scenes
        if isinstance(eye, int):
            keys = [piece.key for piece in scenes[0].pieces][:: max(1, len(scenes[0].pieces) // 6)]
            parts += [game.why(seen, eye, (key,)) for key in keys]
            parts += [game.why(seen, eye, tuple(keys[k : k + 2])) for k in range(len(keys) - 1)]
            if isinstance(game, Bots):
                parts += [title for _level, title in game.levels]
            if isinstance(game, Hints) and game.choices(seen, eye):
                parts.append(game.advise(seen, eye, None))
            foreign = [step.choice for step in at.line.steps[:: max(1, len(at.line.steps) // 4)]]
            parts += [_refusal(at, attrs.evolve(choice, seat=eye)) for choice in foreign if not choice.slow]
        yield from messages_in(parts)

    def check_message(self, at: Position | None, message: Message) -> None:
        """One message, and those in its parameters: domain, source, places."""
        allowed = {_CORE, self.info.title.domain, *self.domains}
        if message.domain not in allowed:
            raise Break(
                at,
                f"{message.id!r} is in the domain {message.domain!r}, not in {sorted(allowed)}",
                "Bind _ = Texts(…) to your distribution's name, or name the other domain in `domains`.",
            )
        source = Source(message.id, message.plural, message.context)
        if source not in sources_of(self.info, message.domain):
            raise Break(
                at,
                f"{message.id!r} is no literal in the source of {message.domain}",
                'Write _("… {name} …", name=value): no f-string, no variable, no joining.',
            )
        params = dict(message.params)
        places = placeholders(message.id) | placeholders(message.plural or "")
        missing, idle = places - set(params), set(params) - places - ({"n"} if message.plural else set())
        if missing or idle:
            what = f"lacks {sorted(missing)}" if missing else f"does not use {sorted(idle)}"
            raise Break(at, f"{message.id!r} {what}", "Give each {place} its parameter, and each parameter its place.")
        if message.plural is not None and type(params.get("n")) is not int:
            raise Break(at, f"{message.id!r} has no count n", "Use _.plural(one, many, n).")
        for name, value in params.items():
            if type(value) not in {str, int, Ltr, Clock, Player, Signed, Message}:
                raise Break(
                    at,
                    f"the parameter {name} of {message.id!r} is {value!r}",
                    "Give str, int, Ltr, Clock, Player, Signed or Message.",
                )


def _refusal(at: Position, choice: Choice[Any]) -> Message | None:
    """What a player is told who tries a choice; that a refusal is all that may happen is another law's business."""
    try:
        answer = refused(at, choice)
    except Exception:  # noqa: BLE001 - whatever the game raises: test_other_commands_are_refused tells
        return None
    return None if answer is None else answer.message


def messages_in(value: Any) -> Iterator[Message]:
    """All messages inside a value, those inside messages too; empty ones (nothing to say) are left out."""
    if isinstance(value, Message):
        if value.id:
            yield value
        value = [param for _name, param in value.params]
    if isinstance(value, Mapping):
        value = tuple(value.values())
    elif attrs.has(type(value)):
        value = [getattr(value, field.name) for field in attrs.fields(type(value))]
    if isinstance(value, (tuple, list)):
        for each in value:
            # Most of a scene are numbers and keys.
            if type(each) not in _ATOMS:
                yield from messages_in(each)


def homes_of(info: GameInfo, domain: str) -> tuple[Path, ...]:
    """The folders whose modules hold the texts of a domain.

    A domain is named like the package that owns it; where there is no such package (a game that is no distribution yet) the
    texts stand beside the rules.
    """
    return _homes(info.rules[info.version], domain)


@cache
def _homes(path: str, domain: str) -> tuple[Path, ...]:
    spec = find_spec("sofra" if domain == _CORE else domain.replace("-", "_"))
    if spec is not None and spec.origin is not None:
        return (Path(spec.origin).parent,)
    module, _, name = path.partition(":")
    rules = [cls for cls in getattr(import_module(module), name).__mro__ if issubclass(cls, Game) and cls is not Game]
    files = {getattr(sys.modules[cls.__module__], "__file__", None) for cls in rules}
    return tuple(sorted({Path(file).parent for file in files if file}))


def sources_of(info: GameInfo, domain: str) -> frozenset[Source]:
    """The English texts of a domain."""
    return frozenset[Source]().union(*(sources_in(folder) for folder in homes_of(info, domain)))


@cache
def sources_in(folder: Path) -> frozenset[Source]:
    """The texts of all modules in a folder: literals in `_(…)`, `_.plural(…)` and `_.context(…)`."""
    found: set[Source] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes(), str(path))):
            if isinstance(node, ast.Call):
                found.update(
                    _source(node.func, [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args])
                )
    return frozenset(found)


def _source(func: ast.expr, args: list[Any]) -> Iterable[Source]:
    match func, args:
        case ast.Name("_"), [str(text), *_]:
            yield Source(text)
        case ast.Attribute(ast.Name("_"), "plural"), [str(one), str(many), *_]:
            yield Source(one, plural=many)
        case ast.Attribute(ast.Name("_"), "context"), [str(context), str(text), *_]:
            yield Source(text, context=context)
        case _:
            pass


def _translated(catalogue: gettext.GNUTranslations, source: Source, count: int) -> str | None:
    """The translation, or None where the catalogue has none (it would then fall back to a mark that no text contains)."""
    missing = gettext.NullTranslations()
    for name in ("gettext", "pgettext", "ngettext", "npgettext"):
        setattr(missing, name, lambda *_args: "")
    catalogue._fallback = missing  # type: ignore[attr-defined]  # noqa: SLF001 - add_fallback keeps an earlier one
    if source.plural is not None:
        text = catalogue.ngettext(source.id, source.plural, count)
    elif source.context is not None:
        text = catalogue.pgettext(source.context, source.id)
    else:
        text = catalogue.gettext(source.id)
    return text or None
