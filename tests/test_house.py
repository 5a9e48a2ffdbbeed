"""The rules of the house: what belongs together is listed together, all is pinned, nothing strays in."""

import ast
import re
import subprocess
import tomllib
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

import pytest
import start
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).resolve().parent.parent
PICTURES = {".gif", ".jpeg", ".jpg", ".png", ".webp"}


def project(folder: str = ".") -> dict[str, Any]:
    return tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))


def members() -> list[str]:
    listed: list[str] = project()["tool"]["uv"]["workspace"]["members"]
    return listed


def package(folder: str) -> str:
    [source] = project(folder)["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    return str(Path(source).name)


def names(requirements: list[str]) -> set[str]:
    return {Requirement(requirement).name.lower() for requirement in requirements}


def project_files() -> list[Path]:
    """What git knows; in a copy without git, all that no tool has made."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        made = re.compile(
            r"(^|/)(__pycache__|\.(start|venv|tox|\w+_cache|hypothesis)|dist|_build|uv\.lock)(/|$)|\.(mo|pyc)$"
        )
        every = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
        return [ROOT / path for path in every if not made.search(path.as_posix())]
    tracked = [ROOT / name for name in listed.decode().split("\0") if name]
    return [path for path in tracked if path.is_file()]


class TestTogether:
    """A plugin that one list forgets would be neither installed, nor checked, nor tested."""

    def test_every_plugin_folder_is_a_member(self) -> None:
        folders = {path.parent.relative_to(ROOT).as_posix() for path in ROOT.glob("plugins/*/pyproject.toml")}
        assert folders == {member for member in members() if member.startswith("plugins/")}

    def test_the_root_depends_on_every_member_and_on_nothing_else(self) -> None:
        dependencies = project()["project"]["dependencies"]
        assert names(dependencies) == {project(member)["project"]["name"] for member in members()}
        assert names(dependencies) == set(project()["tool"]["uv"]["sources"])

    def test_every_plugin_registers_itself(self) -> None:
        for member in members():
            if member.startswith("plugins/"):
                expected = {Path(member).name: f"{package(member)}.plugin"}
                assert project(member)["project"]["entry-points"]["sofra"] == expected

    def test_the_tools_know_every_member(self) -> None:
        tool = project()["tool"]
        sources = {f"{member}/src" for member in members()}
        assert set(tool["ruff"]["src"]) == sources
        assert {path.removeprefix("$MYPY_CONFIG_FILE_DIR/") for path in tool["mypy"]["mypy_path"][1:]} == sources
        assert set(tool["pytest"]["testpaths"]) == {f"{member}/tests" for member in members()} | {"tests"}
        assert set(tool["importlinter"]["root_packages"]) == {package(member) for member in members()}

    def test_the_arrows_hold_for_every_plugin(self) -> None:
        contracts = {contract["id"]: contract for contract in project()["tool"]["importlinter"]["contracts"]}
        plugins = {package(member) for member in members() if member.startswith("plugins/")}
        assert set(contracts["plugins"]["source_modules"]) == plugins
        assert plugins <= set(contracts["core"]["forbidden_modules"])
        assert plugins <= set(contracts["shell"]["forbidden_modules"])

    def test_every_member_compiles_its_catalogues(self) -> None:
        for member in members():
            build = project(member)
            hook = ROOT / member / build["tool"]["hatch"]["build"]["hooks"]["custom"]["path"]
            assert hook.resolve() == ROOT / "hatch_build.py"
            assert build["build-system"]["requires"] == ["hatchling", "babel"]

    def test_versions_move_together(self) -> None:
        assert {project(folder)["project"]["version"] for folder in [".", *members()]} == {"0.1.0"}


class TestPins:
    """What is installed today is installed tomorrow."""

    @pytest.mark.parametrize("key", ["constraint-dependencies", "build-constraint-dependencies"])
    def test_a_pin_is_exact(self, key: str) -> None:
        pins = project()["tool"]["uv"][key]
        assert [pin for pin in pins if not re.fullmatch(r"[a-z0-9-]+==[\w.]+", pin)] == []
        assert pins == sorted(pins, key=lambda pin: pin.partition("==")[0])

    def test_everything_in_the_lock_is_pinned(self) -> None:
        lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
        locked = {entry["name"] for entry in lock["package"]}
        own = {project(folder)["project"]["name"] for folder in [".", *members()]}
        assert locked - own <= names(project()["tool"]["uv"]["constraint-dependencies"])

    def test_what_builds_is_pinned(self) -> None:
        requires = {name for folder in [".", *members()] for name in names(project(folder)["build-system"]["requires"])}
        assert requires <= names(project()["tool"]["uv"]["build-constraint-dependencies"])

    def test_tox_names_every_python_that_has_wheels_of_qt(self) -> None:
        declared = metadata("PySide6-Essentials")["Requires-Python"]
        pythons = SpecifierSet(declared) & SpecifierSet(project()["project"]["requires-python"])
        minors = [minor for minor in range(30) if f"3.{minor}.0" in pythons]
        assert start.wanted_pythons((ROOT / "tox.ini").read_text(encoding="utf-8")) == minors


class TestNothingStrays:
    """The repository holds what people wrote, for anyone, anywhere."""

    # Written so that this file does not find itself.
    FORBIDDEN = re.compile(
        r"py[p]i\.org|pythonhoste[d]|npmj[s]|deb\.debia[n]\.org|crate[s]\.io"  # where packages come from
        r"|(?<![\w.])/(?:roo[t]|wor[k]|hom[e]/\w+|User[s]/\w+)/"  # where someone's files are
        r"|\b(?:T[O]DO|FI[X]ME|X[X]X)\b"  # what someone meant to do
    )

    def test_no_host_of_a_registry_no_path_of_a_machine_nothing_left_to_do(self) -> None:
        found = []
        for path in project_files():
            try:
                text = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
            lines = enumerate(text.splitlines(), 1)
            found += [f"{path.relative_to(ROOT)}:{number}" for number, line in lines if self.FORBIDDEN.search(line)]
        assert found == []

    def test_nothing_that_a_build_makes(self) -> None:
        made = {".dll", ".egg", ".mo", ".pyc", ".qm", ".so", ".whl", ".zip"}
        assert [path for path in project_files() if path.suffix in made or path.name == "uv.lock"] == []

    def test_pictures_take_at_most_a_megabyte(self) -> None:
        assert sum(path.stat().st_size for path in project_files() if path.suffix in PICTURES) <= 1_000_000

    def test_every_rule_that_ruff_may_break_says_why(self) -> None:
        text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        lint = text[text.index("[tool.ruff.lint]") : text.index("[tool.mypy]")]
        ignored = [line for line in lint.splitlines() if re.match(r' +"[A-Z]+\d*",', line)]
        assert ignored
        assert [line for line in ignored if not re.search(r'", +# .+[.?!]$', line)] == []

    def test_a_switched_off_rule_is_named(self) -> None:
        """A bare `noqa` or `type: ignore` hides faults that nobody has seen yet."""
        bare = re.compile(r"#\s*noqa(?!:)|type:\s*ignore(?!\[)")
        sources = [path for path in project_files() if path.suffix == ".py" and path != Path(__file__)]
        assert [path for path in sources if bare.search(path.read_text(encoding="utf-8"))] == []


def test_start_parses_where_sofra_does_not_run() -> None:
    """Python 3.8, older still, must get as far as saying what is needed."""
    source = (ROOT / "start.py").read_text(encoding="utf-8")
    for minor in (6, 8):
        ast.parse(source, feature_version=(3, minor))


def test_start_needs_nothing_but_the_standard_library() -> None:
    tree = ast.parse((ROOT / "start.py").read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"glob", "hashlib", "json", "os", "re", "shutil", "subprocess", "sys", "typing"}


def test_proofs_that_are_run_once_exist() -> None:
    """A file that was renamed would silently be run on every Python again."""
    root = ast.parse((ROOT / "conftest.py").read_text(encoding="utf-8"))
    [proofs] = [
        ast.literal_eval(node.value)
        for node in root.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "_PROOFS"
    ]
    assert [each for each in proofs if not (ROOT / each).exists()] == []
