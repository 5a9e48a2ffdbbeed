"""Where the modules of installed plugins are found: each plugin's top-level names in a folder of its own.

The folders are not on `sys.path`. A finder at the end of `sys.meta_path` knows which name lies in which of them, so whatever Python
finds by itself comes first (no plugin can take the place of a package of Sofra's own, nor of another plugin), a name costs one
look-up however many plugins there are, and nothing of a plugin can be imported but what its wheel was checked for. Only a folder
without code that lies beside the script is passed over: it is the plugin's own project more often than anything.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, final

if TYPE_CHECKING:
    from importlib.metadata import Distribution, DistributionFinder

__all__ = ["brought_by", "find_in", "found_in", "found_there", "tell_who_brings"]

_folders: Final[dict[str, str]] = {}
_owners: Final[dict[str, str]] = {}


@final
class _Finder:
    """Finds top-level names where `_folders` says; what lies below them Python finds by itself.

    No heir of `importlib.abc.MetaPathFinder`, which would bring 10 ms of other modules along.
    """

    @staticmethod
    def find_spec(
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG004 - none for a top-level name
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        folder = _folders.get(fullname)
        return None if folder is None else PathFinder.find_spec(fullname, [folder], target)

    @staticmethod
    def find_distributions(context: DistributionFinder.Context) -> Iterable[Distribution]:
        """So that a plugin can ask `importlib.metadata` for its own version."""
        from importlib.metadata import DistributionFinder, MetadataPathFinder

        if "path" in vars(context):
            return
        for folder in dict.fromkeys(_folders.values()):
            yield from MetadataPathFinder.find_distributions(
                DistributionFinder.Context(name=context.name, path=[folder])
            )


_FINDER: Final = _Finder()


@final
class _BeforeFolders:
    """Finds a plugin whose name is also that of a mere folder beside the script, such as the folder of the plugin's own project.

    Python takes such a folder for a package without code, before it asks the finder at the end, and the plugin could not be
    imported. It stands in front and answers in that one case: the name has code nowhere, and the folder lies where the script does
    or where Python was started, not among what is installed.
    """

    @staticmethod
    def find_spec(
        fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in _folders or path is not None:
            return None
        places: list[str] | None = None
        for finder in sys.meta_path:
            if finder is _FINDER or finder is _BEFORE or not hasattr(finder, "find_spec"):
                continue
            spec = finder.find_spec(fullname, None, target)
            if spec is None:
                continue
            if spec.loader is not None or spec.submodule_search_locations is None:
                return None  # somebody's code
            places = places if places is not None else list(spec.submodule_search_locations)
        return _FINDER.find_spec(fullname, path, target) if places and _beside_the_script(places) else None


def _beside_the_script(places: Sequence[str]) -> bool:
    """Whether all these folders lie where the script does or where Python was started, and nothing is installed there."""
    from pathlib import Path

    here = {Path(each).absolute() for each in sys.path if not each} | {Path(each).absolute() for each in sys.path[:1]}
    above = {Path(each).absolute().parent for each in places}
    return above <= here and not any(each.name in {"site-packages", "dist-packages"} for each in above)


_BEFORE: Final = _BeforeFolders()


def find_in(folders: Mapping[str, str]) -> None:
    """From now on find these top-level names in these folders, and no others. Modules that are imported stay imported."""
    if folders == _folders:
        return
    gone: list[Any] = [
        sys.path_importer_cache.pop(folder, None) for folder in {*_folders.values()} - {*folders.values()}
    ]
    del gone
    _folders.clear()
    _folders.update(folders)
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _BEFORE)
        sys.meta_path.append(_FINDER)


def found_in() -> dict[str, str]:
    """The folder of each name that is found so."""
    return dict(_folders)


def found_there(name: str) -> bool:
    """Whether a top-level name is found in the folder of its plugin, or nowhere at all; imports nothing."""
    folder = _folders.get(name)
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return False
    return spec is None or (folder is not None and spec.origin is not None and spec.origin.startswith(folder + os.sep))


def tell_who_brings(games: Mapping[str, str]) -> None:
    """Say which plugin each game came with, also those that are removed or switched off: a saved round can then name it."""
    _owners.clear()
    _owners.update(games)


def brought_by(game: str) -> str:
    """The plugin that a game came with, by the game's id; "" where that is not known."""
    return _owners.get(game, "")
