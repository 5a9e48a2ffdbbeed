"""What the README promises is there."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands() -> list[str]:
    return [
        line
        for block in re.findall(r"^```\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
    ]


def test_two_commands_do_everything() -> None:
    assert commands() == ["python3 start.py", "python3 start.py test"]


@pytest.mark.skipif(os.name == "nt", reason="CI runs on bash")
class TestCI:
    def copy(self, place: Path, readme: str) -> Path:
        """A project that has only a README and CI, with a start.py that tells how it was called."""
        (place / ".ci").mkdir()
        shutil.copy(ROOT / ".ci" / "run", place / ".ci" / "run")
        (place / "README.md").write_text(readme, encoding="utf-8")
        (place / "start.py").write_text(
            "import sys\nprint('called with', sys.argv[1:])\nsys.exit(7)\n", encoding="utf-8"
        )
        return place

    def run(self, place: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["bash", ".ci/run"], cwd=place, capture_output=True, text=True, check=False)

    def test_ci_runs_the_command_of_the_readme_and_ends_as_it_does(self, tmp_path: Path) -> None:
        done = self.run(self.copy(tmp_path, README))
        assert done.stdout.splitlines() == ["+ python3 start.py test", "called with ['test']"]
        assert done.returncode == 7

    def test_ci_fails_when_the_readme_does_not_tell(self, tmp_path: Path) -> None:
        done = self.run(self.copy(tmp_path, README.replace("start.py test", "start.py")))
        assert done.returncode == 1
        assert "README.md does not say" in done.stderr


def test_links_lead_somewhere() -> None:
    for page in [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (ROOT / target).exists(), f"{page.name}: {target}"
