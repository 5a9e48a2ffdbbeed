"""Runs the Python examples in the documentation: what it shows is what happens."""

from sybil import Sybil
from sybil.parsers.myst import DocTestDirectiveParser, PythonCodeBlockParser

pytest_collect_file = Sybil(parsers=[DocTestDirectiveParser(), PythonCodeBlockParser()], patterns=["*.md"]).pytest()
