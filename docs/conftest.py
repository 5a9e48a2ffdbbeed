"""Runs the Python examples in the documentation: what it shows is what happens.

`tutorials/first-game.md` is no script but a game that grows: `tests/test_first_game.py` writes it as its reader would.
"""

from sybil import Sybil
from sybil.parsers.myst import DocTestDirectiveParser, PythonCodeBlockParser

# Games of anybody, with tests that run where those games are.
collect_ignore = ["examples"]

pytest_collect_file = Sybil(
    parsers=[DocTestDirectiveParser(), PythonCodeBlockParser()],
    patterns=["*.md"],
    excludes=["tutorials/first-game.md", "examples/*"],
).pytest()
