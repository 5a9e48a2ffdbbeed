"""Compiles a distribution's message catalogues whenever it is built, editable installs included.

Every member's pyproject.toml names this file as its hatchling hook: compiled catalogues are never in the repository,
and always in the wheel.
"""

import io
import os
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CATALOGUES = "src/*/locale/*/LC_MESSAGES"


class CatalogueHook(BuildHookInterface[BuilderConfig]):
    """Writes `X.mo` beside every `src/<package>/locale/<language>/LC_MESSAGES/X.po`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and let the wheel take the results although git ignores them."""
        for source in sorted(Path(self.root).glob(f"{CATALOGUES}/*.po")):
            compile_catalogue(source)
        build_data["artifacts"].append(f"/{CATALOGUES}/*.mo")


def compile_catalogue(source: Path) -> Path:
    """Compile one catalogue beside its source; untouched if nothing changed, fuzzy messages left out."""
    language = source.parent.parent.name
    with source.open("rb") as file:
        catalogue = read_po(file, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    target = source.with_suffix(".mo")
    if not target.exists() or target.read_bytes() != compiled.getvalue():
        # Replaced in one step: another build, or a running Sofra, may read it meanwhile.
        staged = target.with_suffix(f".{os.getpid()}.mo")
        staged.write_bytes(compiled.getvalue())
        staged.replace(target)
    return target
