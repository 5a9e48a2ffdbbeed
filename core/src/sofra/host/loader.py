"""Finding plugins, and going on without those that are broken.

pluggy's own loader stops at the first entry point that cannot be imported, and one raising hook loses the answers of the
others. Here each plugin is imported, checked and asked by itself: it is taken whole, or it is listed as `Broken` with the
reason, and everything else goes on.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import partial
from itertools import islice
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar, final

import attrs
import pluggy

from sofra.finding import found_there
from sofra.game import API, ArtSet, Game, GameInfo
from sofra.guard import PluginError, TooLong, Watch, begin, end, is_ours, named_error, raises, sound_message, trace_of
from sofra.host import hooks
from sofra.host.installed import Entry, entries, needs
from sofra.host.marker import Marker
from sofra.host.places import Places
from sofra.languages import own_domain
from sofra.message import Ltr, Message, Texts

if TYPE_CHECKING:
    from sofra.host.plugins.remembered import Remembered

__all__ = ["Broken", "Library", "Plugin", "PluginError", "forgive", "load_games", "load_rules"]

_ = Texts("sofra-core")

T = TypeVar("T")

PATIENCE: Final = 20.0
"""Seconds that one plugin may take to be imported and asked: a hundred times what the largest needs on a slow disk."""

BEAT: Final = 1.0
"""Seconds between two looks at it."""

SAFE_MODE: Final = _("Left out by safe mode: it does not come with Sofra.")
DEADLY: Final = _("Left out: Sofra ended while it was being loaded.")

_MODES: Final = frozenset({"alone", "computer", "shared", "online"})
_RANKINGS: Final = frozenset({"time", "score", "none"})

_MOST: Final = 1000
"""More games or art sets from one plugin are refused: a hook may answer with a generator that never ends."""


@final
@attrs.frozen
class Plugin:
    """A plugin as it was found: its distribution's name and version, and the module that its entry point names."""

    name: str
    version: str
    module: str


@final
@attrs.frozen
class Broken:
    """A plugin that is left out: the reason for the player, the details (a traceback, or "") for its author."""

    plugin: Plugin
    reason: Message
    details: str = ""


@final
@attrs.frozen
class Library:
    """What the plugins offer. Games are in the order of their plugins; `plugins` tells which one a game id comes from."""

    games: Mapping[str, GameInfo]
    art: tuple[ArtSet, ...] = ()
    plugins: Mapping[str, Plugin] = MappingProxyType({})
    broken: tuple[Broken, ...] = ()

    @property
    def by_prefix(self) -> Mapping[str, GameInfo]:
        """The games by the letters that their codes begin with."""
        return {info.prefix: info for info in self.games.values()}

    def art_of(self, info: GameInfo) -> tuple[ArtSet, ...]:
        """The art sets for the faces of a game, its own plugin's first."""
        return tuple(each for each in self.art if each.prefix == info.art)


def load_games(
    *,
    safe_mode: bool = False,
    found: Iterable[Entry] | None = None,
    places: Places | None = None,
) -> Library:
    """Import every installed plugin and ask it for its games and art; rules are not imported.

    With `safe_mode` only the plugins that come with Sofra are imported. `found` takes the place of the entry points that are
    installed. Plugins that the player installed lie below `places` (those of the environment by default); one of them that was asked
    before is not imported to be asked again. While a plugin that does not come with Sofra is imported a mark below `places` names it;
    one that the process died with is left out from then on (see `forgive`). A plugin that takes longer than PATIENCE is stopped.
    Raises nothing for a broken plugin, unless SOFRA_RAISE_PLUGIN_ERRORS=1 says so.
    """
    shelf = _Shelf()
    official = needs("sofra")
    # What comes with Sofra goes first, so that no other plugin can take a name away from it.
    own, remembered = ([], None) if found is not None else _installed(places, safe_mode=safe_mode)
    known = {} if remembered is None else {entry: remembered.recall(entry) for entry in own}
    ranked = [(not _official(entry, official), entry.distribution, entry.name, entry) for entry in (*_all(found), *own)]
    mark = Marker(None if found is not None else _marks(places or Places.find()), "loading")
    deadly = mark.left_over(keep=True)
    # A thread of its own, where somebody else's code is run at all.
    watch = (
        Watch(lambda _call: True, patience=PATIENCE, beat=BEAT, error=TooLong)
        if any(foreign and known.get(entry) is None for foreign, _name, _entry, entry in ranked)
        else None
    )
    if watch is not None:
        watch.start()
    try:
        for foreign, _name, _entry, entry in sorted(ranked, key=itemgetter(0, 1, 2)):
            plugin = Plugin(entry.distribution, entry.version, entry.value)
            if foreign and (safe_mode or _marked(plugin) in deadly):
                shelf.broken.append(Broken(plugin, SAFE_MODE if safe_mode else DEADLY))
                continue
            try:
                said = known.get(entry)
                if foreign and said is None:
                    mark.set(_marked(plugin))
                games, art = _offer(entry) if said is None else said
                if said is None and entry.foreign and remembered is not None:
                    remembered.keep(entry, games, art)
                shelf.take(plugin, games, art)
            except PluginError as error:
                if raises() and not safe_mode:
                    raise
                shelf.broken.append(Broken(plugin, error.message, error.details))
            else:
                own_domain(plugin.name, entry.module.partition(".")[0])
    finally:
        mark.clear()
        if watch is not None:
            watch.close()
    if remembered is not None:
        remembered.save()
    return shelf.library()


def forgive(places: Places) -> None:
    """Let the plugins be loaded again that the process died with; another version of one of them is loaded anyway."""
    Marker(places.crash, "loading").left_over()


def _marks(places: Places) -> Path | None:
    """Where marks lie; nowhere before there is any data, which a look at the games does not make."""
    return None if places.home is None or not places.home.is_dir() else places.crash


def _marked(plugin: Plugin) -> str:
    return f"{plugin.name} {plugin.version}"


def load_rules(info: GameInfo, version: int | None = None) -> Game[Any, Any, Any]:
    """Import and make the rules of a game (the newest version by default), and see that they are what they say.

    Raises PluginError, whatever the plugin did.
    """
    if version is not None and version not in info.rules:
        raise PluginError(
            _("Rules version {version} of {game} is not installed here.", version=version, game=info.title)
        )
    from sofra.guard import load_guarded  # which knows what a game may answer; the list of games need not

    return load_guarded(info, version)


@attrs.define
class _Shelf:
    """What has been taken so far."""

    games: dict[str, GameInfo] = attrs.Factory(dict)
    art: dict[str, ArtSet] = attrs.Factory(dict)
    plugins: dict[str, Plugin] = attrs.Factory(dict)
    broken: list[Broken] = attrs.Factory(list)

    def take(self, plugin: Plugin, games: Sequence[GameInfo], art: Sequence[ArtSet]) -> None:
        """Take all that a plugin offers, or raise PluginError and take nothing."""
        ids = set(self.games)
        prefixes = {info.prefix for info in self.games.values()}
        sets = set(self.art)
        for info in games:
            if info.id in ids:
                raise PluginError(
                    _("Another plugin has a game of the same name, {id}, and its events.", id=Ltr(info.id))
                )
            if info.prefix in prefixes:
                raise PluginError(
                    _("Another game has codes that begin with {prefix} already.", prefix=Ltr(info.prefix))
                )
            ids.add(info.id)
            prefixes.add(info.prefix)
        for each in art:
            if each.id in sets:
                raise PluginError(_("Another plugin has an art set of the same name, {id}.", id=Ltr(each.id)))
            sets.add(each.id)
        self.games |= {info.id: info for info in games}
        self.plugins |= {info.id: plugin for info in games}
        self.art |= {each.id: each for each in art}

    def library(self) -> Library:
        return Library(
            MappingProxyType(self.games), tuple(self.art.values()), MappingProxyType(self.plugins), tuple(self.broken)
        )


def _installed(places: Places | None, *, safe_mode: bool) -> tuple[list[Entry], Remembered | None]:
    """The plugins that the player installed, and what they said when they were asked before."""
    places = places or Places.find()
    folder = places.found_plugins
    if folder is None or not (folder / "installed.json").exists():
        return [], None  # nearly every start
    from sofra.host.plugins.remembered import Remembered
    from sofra.host.plugins.starting import entries_of, start

    state = start(folder, safe_mode=safe_mode, keep=places.home is not None)
    return entries_of(state), None if safe_mode else Remembered(folder, keep=places.home is not None)


def _offer(entry: Entry) -> tuple[list[GameInfo], list[ArtSet]]:
    """Import one plugin and call its hooks. Raises PluginError."""
    name = entry.distribution
    top = entry.module.partition(".")[0]
    if entry.foreign and not found_there(top):
        # What Sofra and Python have comes first. When it was installed the name was free; Sofra may have been updated since.
        raise PluginError(_("It would take the name {module} from Sofra or Python.", module=Ltr(top)))
    module = _tolerate(name, entry.load, lambda error: _("It cannot be imported: {error}.", error=error))
    manager = pluggy.PluginManager(hooks.GROUP)
    manager.add_hookspecs(hooks)
    unknown = _tolerate(name, partial(_unknown, manager, module), _unfit)
    if unknown:
        raise PluginError(
            _(
                "It uses {hook}, which this version of Sofra does not know. Update Sofra or the plugin.",
                hook=Ltr(", ".join(unknown)),
            )
        )
    _tolerate(name, lambda: manager.register(module, entry.name), _unfit)
    games = _ask(name, manager, "sofra_games", GameInfo)
    art = _ask(name, manager, "sofra_art", ArtSet)
    for info in games:
        _tolerate(name, partial(_check_game, info), _unfit)
    for each in art:
        _tolerate(name, partial(_check_art, each), _unfit)
    if not games and not art:
        raise PluginError(_("It offers neither a game nor an art set."))
    return games, art


def _unknown(manager: pluggy.PluginManager, module: object) -> list[str]:
    """The hooks of a module that this version of Sofra does not have."""
    return [
        name
        for name in dir(module)
        if not hasattr(manager.hook, name) and manager.parse_hookimpl_opts(module, name) is not None
    ]


def _unfit(error: Ltr) -> Message:
    return _("It does not fit this version of Sofra: {error}.", error=error)


def _ask(name: str, manager: pluggy.PluginManager, hook: str, kind: type[T]) -> list[T]:
    offered: list[object] = []
    for implementation in getattr(manager.hook, hook).get_hookimpls():
        call: Callable[[], Iterable[object]] = implementation.function
        offered += _tolerate(
            name,
            partial(_list, call),
            lambda error: _("It fails when asked for {hook}: {error}.", hook=Ltr(hook), error=error),
        )
    if len(offered) > _MOST or not all(isinstance(each, kind) for each in offered):
        raise PluginError(_("It answers {hook} with something else than is asked.", hook=Ltr(hook)))
    return [each for each in offered if isinstance(each, kind)]


def _list(call: Callable[[], Iterable[object]]) -> list[object]:
    return list(islice(call(), _MOST + 1))


def _check_game(info: Any) -> None:
    """Raise PluginError for a game that could not be shown, named in a log or opened."""
    if info.api != API:
        raise PluginError(
            _(
                "It is made for another version of Sofra: it asks for contract {theirs}, and here is {ours}. "
                "Update Sofra or the plugin.",
                theirs=Ltr(str(info.api)),
                ours=API,
            )
        )
    sound = (
        _texts(info.id, info.prefix, info.art, info.preview, info.card)
        and re.fullmatch(r"[a-z][a-z0-9-]*", info.id)
        and re.fullmatch(r"[A-Z]{1,6}", info.prefix)
        and sound_message(info.title)
        and sound_message(info.summary)
        and isinstance(info.rules, Mapping)
        and info.rules
        and all(isinstance(version, int) and _texts(path) and ":" in path for version, path in info.rules.items())
        and isinstance(info.options, type)
        and attrs.has(info.options)
        and type(info.options()) is info.options
        and isinstance(info.seats, tuple)
        and info.seats
        and all(type(seats) is int and seats > 0 for seats in info.seats)
        and isinstance(info.modes, tuple)
        and set(info.modes) <= _MODES
        and info.ranking in _RANKINGS
    )
    if not sound:
        raise PluginError(
            _("It describes a game in a way that cannot be read: {id}.", id=Ltr(str(getattr(info, "id", ""))))
        )


def _check_art(art: Any) -> None:
    """Raise PluginError for an art set whose pictures could not be found."""
    if not _texts(art.id, art.prefix, art.package, art.folder) or not sound_message(art.title):
        raise PluginError(_("It answers {hook} with something else than is asked.", hook=Ltr("sofra_art")))


def _texts(*values: object) -> bool:
    return all(type(value) is str for value in values)


def _tolerate(plugin: str, call: Callable[[], T], reason: Callable[[Ltr], Message]) -> T:
    """Run a plugin's code. Raises PluginError whatever it does, even `sys.exit`; only Ctrl+C goes through."""
    asked = begin(plugin, Message(plugin), "import")
    try:
        # What a plugin prints must not get into a command's answer.
        with redirect_stdout(sys.stderr):
            return call()
    except PluginError:
        raise
    except BaseException as error:
        if raises() or is_ours(error):
            raise
        if isinstance(error, TooLong):
            message = _.plural(
                "It does not come to an end: it was stopped after {n} second.",
                "It does not come to an end: it was stopped after {n} seconds.",
                int(PATIENCE),
            )
            raise PluginError(message, trace_of(error)) from error
        raise PluginError(reason(named_error(error)), trace_of(error)) from error
    finally:
        end(asked)


def _all(found: Iterable[Entry] | None) -> Iterable[Entry]:
    return entries(hooks.GROUP) if found is None else found


def _official(entry: Entry, needed: frozenset[str] | None) -> bool:
    """Whether a plugin comes with Sofra: the distribution `sofra` asks for it, or, where there is none, so says its name."""
    if entry.foreign:
        return False
    return entry.distribution.startswith("sofra-") if needed is None else entry.distribution in needed
