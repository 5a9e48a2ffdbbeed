"""Whether a plugin fits: this Python, what it needs, and whose names it would take.

A plugin may need what Sofra's own environment has, in the version that is there, and other installed plugins; nothing is ever
installed or changed for it.
"""

from __future__ import annotations

import pkgutil
import platform
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.metadata import Distribution
from importlib.util import find_spec
from typing import Final, final

import attrs
from packaging.markers import UndefinedComparison, UndefinedEnvironmentName
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from sofra.finding import found_in
from sofra.game import API
from sofra.host.plugins.offers import Adds
from sofra.host.plugins.store import Installed
from sofra.host.plugins.wheels import Wheel
from sofra.message import Ltr, Message, Texts

__all__ = ["host_version", "needed_plugins", "problems", "stated"]

_ = Texts("sofra-core")

_ENTRY: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(:[\w.]+)?")

_UNREADABLE: Final = (InvalidRequirement, UndefinedComparison, UndefinedEnvironmentName)


def problems(wheel: Wheel, adds: Adds, plugins: Mapping[str, Installed]) -> tuple[Message, ...]:
    """All reasons why a wheel cannot be used here, in the order of their weight. `plugins` are the installed ones by name."""
    return tuple(dict.fromkeys(_problems(wheel, adds, plugins)))


def needed_plugins(requires: tuple[str, ...], plugins: Mapping[str, Installed]) -> frozenset[str]:
    """Which of the installed plugins these requirements name."""
    found = {canonicalize_name(each.name) for each in stated(requires)}
    return frozenset(found & set(plugins))


def stated(requires: tuple[str, ...]) -> Iterator[Requirement]:
    """The requirements that can be read and hold on this machine."""
    for text in requires:
        with suppress(*_UNREADABLE):
            requirement = Requirement(text)
            if _counts(requirement):
                yield requirement


def host_version(name: str) -> str | None:
    """The version of a distribution in Sofra's own environment, None where it is not there."""
    found = _host(name)
    return None if found is None else found.version


def _problems(wheel: Wheel, adds: Adds, plugins: Mapping[str, Installed]) -> Iterator[Message]:
    if host_version(wheel.name) is not None:
        yield _("{plugin} comes with Sofra itself, and nothing can take its place.", plugin=Ltr(wheel.name))
        return
    if not wheel.entries:
        yield _("It is no plugin of Sofra: it names no entry point in the group {group}.", group=Ltr("sofra"))
    for _name, value in wheel.entries:
        path = value.partition(":")[0].replace(".", "/")
        if not _ENTRY.fullmatch(value) or not {f"{path}.py", f"{path}/__init__.py"} & set(wheel.files):
            yield _("Its entry point names {module}, which it does not hold.", module=Ltr(value[:120]))
    if not _python_fits(wheel.requires_python):
        yield _(
            "It needs Python {wanted}, and here is {ours}.",
            wanted=Ltr(wheel.requires_python),
            ours=Ltr(platform.python_version()),
        )
    for api in dict.fromkeys(game.api for game in adds.games):
        if api not in {None, API}:
            yield _(
                "It is made for another version of Sofra: it asks for contract {theirs}, and here is {ours}. "
                "Update Sofra or the plugin.",
                theirs=Ltr(str(api)),
                ours=API,
            )
    yield from _taken(wheel, plugins)
    needs = _Needs({name: each for name, each in plugins.items() if name != wheel.name})
    for text in wheel.requires:
        yield from needs.lacking(text)


def _python_fits(wanted: str) -> bool:
    try:
        return not wanted or SpecifierSet(wanted).contains(platform.python_version(), prereleases=True)
    except InvalidSpecifier:
        return False


def _taken(wheel: Wheel, plugins: Mapping[str, Installed]) -> Iterator[Message]:
    """The names that others have already."""
    own = set(found_in())
    host = {name.casefold() for name in (*sys.stdlib_module_names, *(each.name for each in pkgutil.iter_modules()))}
    theirs = {
        top.casefold(): each.name for each in plugins.values() if each.name != wheel.name for top in each.top_level
    }
    for top in wheel.top_level:
        if top.casefold() in theirs:
            yield _(
                "It would take the name {module} from the plugin {plugin}.",
                module=Ltr(top),
                plugin=Ltr(theirs[top.casefold()]),
            )
        elif top.casefold() in host or (top not in own and top.isidentifier() and _findable(top)):
            yield _("It would take the name {module} from Sofra or Python.", module=Ltr(top))


def _findable(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return True  # imported, by whatever hook


@final
@attrs.define
class _Needs:
    """Looks requirements up among what is here."""

    plugins: Mapping[str, Installed]
    _seen: set[str] = attrs.Factory(set)

    def lacking(self, text: str, extra: str = "") -> Iterator[Message]:
        """Why a requirement is not met."""
        try:
            requirement = Requirement(text)
            counts = _counts(requirement, extra)
        except _UNREADABLE:
            yield _("It states a need that cannot be read: {requirement}.", requirement=Ltr(text[:120]))
            return
        if not counts:
            return
        name = canonicalize_name(requirement.name)
        shown = Ltr(f"{requirement.name}{requirement.specifier}")
        plugin = self.plugins.get(name)
        found = _host(name)
        version = found.version if found is not None else plugin.version if plugin is not None else None
        if requirement.url is not None:
            yield _(
                "It needs {requirement} from an address of its own, which is not fetched.",
                requirement=Ltr(requirement.name),
            )
        elif version is None:
            yield _(
                "It needs {requirement}, which is neither part of Sofra nor an installed plugin. "
                "A plugin can need nothing else.",
                requirement=shown,
            )
        elif not _in(requirement.specifier, version):
            yield _("It needs {requirement}, and here is {version}.", requirement=shown, version=Ltr(version))
        elif found is None and plugin is not None and not plugin.enabled:
            yield _("It needs the plugin {plugin}, which is switched off.", plugin=Ltr(name))
        else:
            asked = found.requires or [] if found is not None else plugin.requires if plugin is not None else ()
            for wanted in requirement.extras:
                key = f"{name}[{wanted}]"
                if key not in self._seen:
                    self._seen.add(key)
                    for each in asked:
                        if "extra" in each:
                            yield from self.lacking(each, wanted)


_NO_EXTRA: Final = {"extra": ""}


def _counts(requirement: Requirement, extra: str = "") -> bool:
    """Whether a requirement holds on this machine."""
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra} if extra else _NO_EXTRA)


def _in(wanted: SpecifierSet, version: str) -> bool:
    try:
        return wanted.contains(Version(version), prereleases=True)
    except InvalidVersion:
        return False


def _host(name: str) -> Distribution | None:
    """A distribution of Sofra's own environment. Those of plugins lie in folders of their own, which are not looked at."""
    return next(iter(Distribution.discover(name=name, path=sys.path)), None)
