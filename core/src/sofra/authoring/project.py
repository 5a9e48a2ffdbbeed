"""The folder of a game: what its pyproject.toml says, and what is missing there before any law can be asked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, final

import attrs

from sofra.authoring.findings import Finding
from sofra.host.hooks import GROUP

__all__ = ["NoProject", "Project", "read"]


class NoProject(Exception):
    """A folder that is no plugin yet; `finding` says what to add."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.what)
        self.finding = finding


@final
@attrs.frozen
class Project:
    """A plugin in a folder: its distribution's name and version, where its modules are, and its entry points (name, module)."""

    folder: Path
    name: str
    version: str
    source: Path
    entries: tuple[tuple[str, str], ...]


def read(folder: Path) -> Project:
    """What the folder's pyproject.toml says. Raises NoProject."""
    file = folder / "pyproject.toml"
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise NoProject(
            Finding(
                "no_project",
                f"there is no pyproject.toml in {folder}",
                "Go to the folder of your game, or name it: sofra plugins check FOLDER. "
                "A new game begins with: sofra plugins new my-game.",
            )
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise NoProject(
            Finding("bad_project", f"{file} cannot be read: {error}", "Mend it: it must be a TOML file in UTF-8.")
        ) from error
    project = data.get("project")
    name = project.get("name") if isinstance(project, Mapping) else None
    if not isinstance(project, Mapping) or not isinstance(name, str) or not name:
        raise NoProject(
            Finding("bad_project", f"{file} names no distribution", 'Begin it with [project] and name = "my-game".')
        )
    entries = _entries(project)
    source = folder / "src" if (folder / "src").is_dir() else folder
    if not entries:
        package = name.lower().replace("-", "_").replace(".", "_")
        raise NoProject(
            Finding(
                "no_entry_point",
                f"{file} has no entry point in the group {GROUP!r}, so Sofra cannot find the game",
                f'Add two lines to it:\n[project.entry-points.{GROUP}]\n{package} = "{package}.plugin"',
            )
        )
    return Project(folder, name, str(project.get("version", "")), source, entries)


def _entries(project: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    groups = project.get("entry-points")
    found = groups.get(GROUP) if isinstance(groups, Mapping) else None
    if not isinstance(found, Mapping):
        return ()
    return tuple((str(name), value) for name, value in found.items() if isinstance(value, str))
