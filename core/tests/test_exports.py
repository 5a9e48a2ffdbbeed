"""What a package offers: the names told to type checkers, found when the program runs, and listed are the same."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

import sofra
from sofra import abilities, game


def told(package: str) -> dict[str, str]:
    """The names that a package imports for type checkers, with the modules that they come from."""
    tree = ast.parse(Path(import_module(package).__file__ or "").read_text("utf-8"))
    [block] = [each for each in tree.body if isinstance(each, ast.If) and ast.unparse(each.test) == "TYPE_CHECKING"]
    imports = [each for each in block.body if isinstance(each, ast.ImportFrom)]
    return {name.asname or name.name: each.module or "" for each in imports for name in each.names}


@pytest.mark.parametrize("package", ["sofra", "sofra.host"])
def test_lists_of_names_agree(package: str) -> None:
    """A name stands in `__all__`, in the table of modules and in the imports for type checkers, or in none of them."""
    module = import_module(package)
    found = {
        name: where if where.startswith("sofra.") else f"{package}.{where}"
        for where, names in module._WHERE.items()
        for name in names
    }
    assert found == told(package)
    assert sorted(found) == sorted(module.__all__)
    assert len(set(module.__all__)) == len(module.__all__)
    for name in module.__all__:
        assert getattr(module, name) is getattr(import_module(found[name]), name)


def test_the_contract_is_offered_whole() -> None:
    """Whoever writes a game finds all of the contract in `sofra`; how many choices there may be is the conformance suite's."""
    contract = {*game.__all__, *abilities.__all__} - {"MAX_CHOICES"}
    assert contract <= set(sofra.__all__)
    for name in contract:
        assert getattr(sofra, name) is getattr(game if name in game.__all__ else abilities, name)
