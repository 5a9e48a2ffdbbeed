"""The games in `docs/examples` keep every law and pass their own tests, where they are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted(file.parent for file in (Path(__file__).parent.parent / "examples").glob("*/pyproject.toml"))


def test_there_are_examples() -> None:
    assert EXAMPLES


@pytest.mark.timeout(900)
@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda folder: folder.name)
def test_an_example_passes_its_own_tests(folder: Path, tmp_path: Path) -> None:
    """As its author runs them, with its catalogues compiled; the laws of a game are among them."""
    copy = shutil.copytree(folder, tmp_path / folder.name)
    for command in (["-m", "sofra", "plugins", "translate"], ["-m", "pytest", "-q", "-p", "no:cacheprovider"]):
        if command[-1] == "translate" and not any(copy.glob("src/*/locale")):
            continue
        done = subprocess.run(
            [sys.executable, *command],
            cwd=copy,
            env={**os.environ, "PYTEST_ADDOPTS": ""},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
