"""Installing plugins, changing and removing them.

Every change is made ready beside what is there, and counts from the moment in which the list is replaced, in one step. A program
that is killed before that moment leaves the old state; what it leaves over is cleared away at the next start.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Final, final

import attrs
from packaging.utils import canonicalize_name
from packaging.version import Version

from sofra.host.places import Places
from sofra.host.plugins.errors import Cancelled, DoesNotFit, NeedsConsent, NoPlugin, NotStored, StillNeeded
from sofra.host.plugins.fitting import needed_plugins, problems, stated
from sofra.host.plugins.foretelling import foretell
from sofra.host.plugins.offers import Adds, Offer, Source
from sofra.host.plugins.remembered import Remembered
from sofra.host.plugins.sources import Cancel, Got, Tell, get
from sofra.host.plugins.starting import at_work, clear, settle
from sofra.host.plugins.store import Installed, State, Store
from sofra.host.plugins.unpacking import is_whole, unpack
from sofra.host.plugins.wheels import Wheel, read_wheel
from sofra.message import Ltr, Message, Texts

__all__ = ["Plugins"]

_ = Texts("sofra-core")


def _silent(_message: Message, _share: float) -> None:
    return


def _never() -> bool:
    return False


@final
class Plugins:
    """The plugins of one player. Without a data directory nothing can be installed."""

    def __init__(self, places: Places) -> None:
        self._store: Final = None if places.plugins is None else Store(places.plugins)

    @property
    def problem(self) -> Message | None:
        """What is wrong with the list of plugins, None when it is well."""
        return None if self._store is None else self._store.read().problem

    def installed(self) -> list[Installed]:
        """The installed plugins by name, those that are switched off too."""
        state = self._state()
        return [attrs.evolve(each, restart=at_work(each)) for _name, each in sorted(state.plugins.items())]

    def folder(self, name: str) -> Path:
        """Where the files of an installed plugin are. Raises NoPlugin."""
        plugin = self._find(name)
        return self._own().path(plugin)

    def damaged(self) -> list[str]:
        """The installed plugins whose files are not as their wheels had them. All are read: a second for a hundred."""
        return [each.name for each in self.installed() if not is_whole(self._own().path(each))]

    def needed_by(self, name: str) -> list[str]:
        """The installed plugins that need one, switched on."""
        return _dependents(self._state().plugins, name)

    def needed_for(self, game: str) -> str:
        """The name of the plugin that brought a game, also of one that is removed; "" for a game that was never here."""
        return self._state().games.get(game, "")

    def inspect(
        self,
        source: str | Path,
        *,
        build: bool = False,
        only: str = "",
        progress: Tell = _silent,
        cancelled: Cancel = _never,
    ) -> tuple[Offer, ...]:
        """What is at a source, in the order in which it can be installed. Nothing is installed, and nothing of a wheel is run.

        A source is the path of a wheel, of a folder of wheels or of a project, or a name on the package index (`sofra-klondike`,
        `sofra-klondike==1.2`). `build` says that a project's build program may be run; of a folder of wheels `only` takes those of
        one name. Raises PluginsErrors; a wheel that can be
        read, but not be used here, is offered with its `problems`.
        """
        state = self._state()
        offers: dict[str, tuple[Wheel, Source]] = {}
        for origin, file, content in get(source, build=build, tell=progress, cancelled=cancelled, only=only):
            wheel = self._read((origin, file, content), progress, cancelled)
            offers[wheel.name] = wheel, origin
        told: list[Offer] = []
        known = dict(state.plugins)
        waiting = dict(offers)
        while waiting:
            # First those that need none of the others; in a circle, whichever comes first.
            free = [
                name
                for name, (wheel, _origin) in waiting.items()
                if not needed_plugins(wheel.requires, _as_installed(waiting)) - {name}
            ]
            name = (free or list(waiting))[0]
            wheel, origin = waiting.pop(name)
            adds = foretell(wheel)
            offer = _offer(wheel, origin, adds, state, problems(wheel, adds, known))
            told.append(offer)
            if not offer.problems:
                known[name] = _row(offer)
        return tuple(told)

    def install(
        self, offer: Offer, *, consent: bool = False, progress: Tell = _silent, cancelled: Cancel = _never
    ) -> Installed:
        """Install what was offered, in place of another version of it. It is there as soon as `load_games` is asked anew.

        `consent` says that the player agreed to this offer; without, one is needed from before. Raises NeedsConsent, DoesNotFit,
        Cancelled, Busy and NotStored, and then everything is as it was.
        """
        store = self._own()
        if not consent and offer.sha256 not in store.read().consents:
            raise NeedsConsent(offer.name)
        with store.changing(cancelled):
            state = store.to_change()
            # Asked again: what is installed may be another than when it was offered.
            wheel = read_wheel(offer.file, offer.content)
            bad = problems(wheel, offer.adds, state.plugins) or _breaks(offer, state.plugins)
            if bad:
                raise DoesNotFit(bad)
            row = _row(offer)
            before = state.plugins.get(offer.name)
            if before is not None and before.folder == row.folder and is_whole(store.path(before)):
                row = attrs.evolve(before, enabled=True)
            else:
                self._unpack(store, offer, row, progress, cancelled)
            self._commit(store, attrs.evolve(
                state,
                plugins=MappingProxyType({**state.plugins, row.name: row}),
                consents=state.consents | {offer.sha256},
                games=_owned(state.games, row.name, [each.id for each in offer.adds.games]),
            ))  # fmt: skip
        clear(store)
        progress(_("Installed {plugin}", plugin=Ltr(offer.name)), 1.0)
        return attrs.evolve(row, restart=at_work(row))

    def enable(self, name: str) -> Installed:
        """Switch a plugin on. Raises NoPlugin, DoesNotFit where something that it needs is gone, Busy and NotStored."""
        return self._switch(name, on=True)

    def disable(self, name: str) -> Installed:
        """Switch a plugin off; its files and consent stay. Raises NoPlugin, StillNeeded, Busy and NotStored."""
        return self._switch(name, on=False)

    def remove(self, name: str) -> Installed:
        """Remove a plugin. Saved rounds of its games stay. Raises NoPlugin, StillNeeded, Busy and NotStored."""
        store = self._own()
        with store.changing():
            state = store.to_change()
            plugin = self._find(name, state)
            _free(state.plugins, plugin.name)
            left = {each: kept for each, kept in state.plugins.items() if each != plugin.name}
            games = _owned(state.games, plugin.name, Remembered(store.folder).games_of(plugin.sha256))
            self._commit(store, attrs.evolve(state, plugins=MappingProxyType(left), games=games))
        clear(store)
        return attrs.evolve(plugin, enabled=False, restart=at_work(attrs.evolve(plugin, enabled=False)))

    def newer(
        self, name: str, *, build: bool = False, progress: Tell = _silent, cancelled: Cancel = _never
    ) -> Offer | None:
        """An update from where a plugin came from, None where there is no newer version. Raises NoPlugin and what `inspect` does.

        For one that was installed from a file, the folder of that file is looked through.
        """
        plugin = self._find(name)
        match plugin.kind:
            case "index":
                where: str | Path = plugin.name
            case "project":
                where = Path(plugin.source)
            case _:
                where = Path(plugin.source).parent
        for offer in self.inspect(where, build=build, only=plugin.name, progress=progress, cancelled=cancelled):
            if offer.name == plugin.name and Version(offer.version) > Version(plugin.version):
                return offer
        return None

    # What the above is made of

    def _own(self) -> Store:
        if self._store is None:
            raise NotStored(_("Nothing is saved, as asked: no plugin can be installed."))
        return self._store

    def _state(self) -> State:
        return State() if self._store is None else self._store.read()

    def _find(self, name: str, state: State | None = None) -> Installed:
        from sofra.host.installed import normal

        plugins = (state or self._state()).plugins
        try:
            return plugins[normal(name)]
        except KeyError:
            raise NoPlugin(name, sorted(plugins)) from None

    def _read(self, got: Got, progress: Tell, cancelled: Cancel) -> Wheel:
        _origin, file, content = got

        def each(share: float) -> None:
            if cancelled():
                raise Cancelled
            progress(_("Checking {file}", file=Ltr(file)), share)

        return read_wheel(file, content, each)

    def _unpack(self, store: Store, offer: Offer, row: Installed, progress: Tell, cancelled: Cancel) -> None:
        """Put the files into their place. Raises Cancelled and NotStored."""
        done = 0

        def told(size: int) -> None:
            nonlocal done
            if cancelled():
                raise Cancelled
            done += size
            progress(_("Installing {plugin}", plugin=Ltr(offer.name)), min(1.0, done / max(1, offer.unpacked)))

        staged = store.stage()
        try:
            unpack(offer, staged, told)
            store.take_in(staged, row)
        finally:
            shutil.rmtree(staged, ignore_errors=True)

    def _commit(self, store: Store, state: State) -> None:
        store.write(attrs.evolve(state, problem=None))
        settle(store, state)

    def _switch(self, name: str, *, on: bool) -> Installed:
        store = self._own()
        with store.changing():
            state = store.to_change()
            plugin = self._find(name, state)
            if on:
                lacking = [
                    _("It needs the plugin {plugin}, which is switched off.", plugin=Ltr(each))
                    for each in sorted(needed_plugins(plugin.requires, state.plugins))
                    if not state.plugins[each].enabled
                ]
                if lacking:
                    raise DoesNotFit(lacking)
            else:
                _free(state.plugins, plugin.name)
            row = attrs.evolve(plugin, enabled=on)
            games = _owned(state.games, plugin.name, Remembered(store.folder).games_of(plugin.sha256))
            plugins = MappingProxyType({**state.plugins, row.name: row})
            self._commit(store, attrs.evolve(state, plugins=plugins, games=games))
        return attrs.evolve(row, restart=at_work(row))


def _offer(wheel: Wheel, origin: Source, adds: Adds, state: State, bad: tuple[Message, ...]) -> Offer:
    before = state.plugins.get(wheel.name)
    offer = Offer(
        name=wheel.name,
        version=wheel.version,
        summary=wheel.summary,
        author=wheel.author,
        licence=wheel.licence,
        page=wheel.page,
        source=origin,
        file=wheel.file,
        size=len(wheel.content),
        unpacked=wheel.unpacked,
        sha256=wheel.sha256,
        adds=adds,
        needs=wheel.requires,
        top_level=wheel.top_level,
        entries=wheel.entries,
        content=wheel.content,
        replaces="" if before is None else before.version,
        consented=wheel.sha256 in state.consents,
    )
    return attrs.evolve(offer, problems=bad or _breaks(offer, state.plugins))


def _owned(games: Mapping[str, str], name: str, ids: Iterable[str]) -> Mapping[str, str]:
    """The plugins of games, with what one is known to bring."""
    return MappingProxyType({**games, **{each: name for each in ids if each}})


def _row(offer: Offer) -> Installed:
    """An offer as it stands in the list."""
    return Installed(
        name=offer.name,
        version=offer.version,
        folder=f"{offer.name}/{offer.version}-{offer.sha256[:16]}",
        sha256=offer.sha256,
        entries=offer.entries,
        top_level=offer.top_level,
        kind=offer.source.kind,
        source=offer.source.text,
        file=offer.file,
        author=offer.author,
        summary=offer.summary,
        size=offer.size,
        at=datetime.now(UTC).isoformat(timespec="microseconds"),
        requires=offer.needs,
        languages=offer.adds.languages,
    )


def _as_installed(waiting: Mapping[str, tuple[Wheel, Source]]) -> dict[str, Installed]:
    return {
        name: Installed(name, wheel.version, "", wheel.sha256, wheel.entries, wheel.top_level, requires=wheel.requires)
        for name, (wheel, _origin) in waiting.items()
    }


def _dependents(plugins: Mapping[str, Installed], name: str) -> list[str]:
    return [
        each.name
        for each in plugins.values()
        if each.enabled and each.name != name and name in needed_plugins(each.requires, plugins)
    ]


def _free(plugins: Mapping[str, Installed], name: str) -> None:
    """Raise StillNeeded where another plugin needs this one."""
    needing = _dependents(plugins, name)
    if needing:
        raise StillNeeded(name, needing)


def _breaks(offer: Offer, plugins: Mapping[str, Installed]) -> tuple[Message, ...]:
    """Which installed plugins could not be used with this version of one that they need."""
    return tuple(
        _("{plugin} is needed by {other}, which asks for {wanted}.",
          plugin=Ltr(offer.name), other=Ltr(each.name), wanted=Ltr(str(requirement.specifier)))
        for each in plugins.values()
        if each.enabled and each.name != offer.name
        for requirement in stated(each.requires)
        if canonicalize_name(requirement.name) == offer.name
        and not requirement.specifier.contains(offer.version, prereleases=True)
    )  # fmt: skip
