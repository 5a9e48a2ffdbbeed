"""Builds every distribution, installs each alone into a fresh environment, imports it there and runs its tests.

The workspace hides what a distribution forgot to declare or to pack, because everything stands in one environment.
Here each stands alone: our own wheels come from dist/ only, never from an index, where anyone could use our names.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"


def main() -> int:
    """Check every member of the workspace, the root last, below the folder given; 1 if one of them failed."""
    place = Path(sys.argv[1])
    shutil.rmtree(DIST, ignore_errors=True)
    run("uv", "build", "--quiet", "--all-packages", "--wheel", "--out-dir", DIST, cwd=ROOT)
    wheels = {name_of(wheel): wheel for wheel in DIST.glob("*.whl")}
    own = DIST / "own.txt"
    own.write_text("".join(f"{name} @ {wheel.as_uri()}\n" for name, wheel in wheels.items()), encoding="utf-8")
    workspace = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["uv"]["workspace"]
    failed = [member for member in [*workspace["members"], "."] if not check(ROOT / member, place, wheels, own)]
    for member in failed:
        print(f"wheels: {member} does not stand alone", flush=True)
    return 1 if failed else 0


def check(folder: Path, place: Path, wheels: dict[str, Path], own: Path) -> bool:
    """Install the distribution of one folder alone, import its packages and run its tests against the installed wheel."""
    name = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]["name"]
    print(f"\nwheels: {name} alone", flush=True)
    environment = place / name
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    try:
        run("uv", "venv", "--quiet", "--clear", "--python", sys.executable, environment, cwd=ROOT)
        install = ("uv", "pip", "install", "--quiet", "--no-sources", "--python", python, "--constraints", own)
        # First what the distribution itself declares: it must import with that, without the help of the tests' tools.
        run(*install, wheels[name], cwd=ROOT)
        for package in packages_of(wheels[name]):
            run(python, "-P", "-c", f"import {package}; assert {str(environment)!r} in {package}.__file__", cwd=place)
        run(*install, wheels[name], "--group", f"{folder / 'pyproject.toml'}:test", cwd=ROOT)
        run(python, "-P", "-m", "pytest", "--numprocesses", "2", "tests", cwd=folder)
    except subprocess.CalledProcessError:
        return False
    return True


def name_of(wheel: Path) -> str:
    """Read the name of the distribution from a wheel's metadata."""
    with ZipFile(wheel) as archive:
        [metadata] = [entry for entry in archive.namelist() if entry.endswith(".dist-info/METADATA")]
        return str(HeaderParser().parsestr(archive.read(metadata).decode())["Name"])


def packages_of(wheel: Path) -> list[str]:
    """List the import packages in a wheel; none for the distribution that only joins the others."""
    with ZipFile(wheel) as archive:
        return sorted({entry.partition("/")[0] for entry in archive.namelist() if entry.endswith("/__init__.py")})


def run(*command: str | Path, cwd: Path) -> None:
    """Run to the end, free of what the caller's environment would lend; raises CalledProcessError."""
    environment = {key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    subprocess.run([str(word) for word in command], cwd=cwd, env=environment, check=True)


if __name__ == "__main__":
    raise SystemExit(main())
