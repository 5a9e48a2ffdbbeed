#!/usr/bin/env python3
"""Starts Sofra from a fresh checkout, on a machine that has nothing but Python.

    python3 start.py            play
    python3 start.py test       run every test (`test lint py311` runs some)
    python3 start.py ...        whatever else follows goes to `sofra`

It finds uv or fetches it into .start/, lets uv make the environment .venv/, tries Qt in a process of its own (a missing
library ends the process, and nothing in it can catch that) and names, or as root installs, what the system lacks.
Only the standard library, and nothing that Python 3.6 does not parse: old Pythons must get as far as being told.
"""

import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from typing import Any, Dict, Iterable, List, NoReturn, Optional, Sequence, Tuple

ROOT = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.path.join(ROOT, ".start")
VENV = os.path.join(ROOT, ".venv")
STAMP = os.path.join(VENV, "sofra-start.json")
WINDOWS = os.name == "nt"
BIN = "Scripts" if WINDOWS else "bin"
EXE = ".exe" if WINDOWS else ""
UV_WANTED = "uv>=0.13,<1"

# Commands that draw nothing, and those that draw without a screen. All else opens the window.
PLAIN = frozenset(
    "arena deal doctor export games import play plugins replay rounds serve solve stats verify --help --version".split()
)
UNSEEN = frozenset(["desktop", "screenshot"])

# Which Debian package holds a library that Qt loads. RPM systems are asked for the library itself.
DEBIAN = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libgl1",
    "libOpenGL.so.0": "libopengl0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libbrotlicommon.so.1": "libbrotli1",
    "libbrotlidec.so.1": "libbrotli1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
# Arch keeps them in larger packages: all that Qt needs on X11 and Wayland.
ARCH = (
    "dbus fontconfig glib2 libglvnd libx11 libxkbcommon libxkbcommon-x11 ttf-dejavu wayland xcb-util-cursor"
    " xcb-util-image xcb-util-keysyms xcb-util-renderutil xcb-util-wm"
).split()

PROBE = "from PySide6 import QtNetwork, QtSvg, QtWidgets; QtWidgets.QApplication([])"


class Stop(Exception):
    """Ends the start with a sentence for the person who started it."""


# --- Python ----------------------------------------------------------------------------------------------------------


def wanted_pythons(tox_ini: str) -> List[int]:
    """Return the minor versions of Python 3 that tox.ini names, oldest first: those that PySide6 has wheels for."""
    found = re.search(r"py3\{([\d, ]+)\}", tox_ini)
    return sorted(int(minor) for minor in found.group(1).split(",")) if found else []


def describe_python(path: str) -> Optional[Tuple[int, int, int]]:
    """Return the version of a released, ordinary CPython at this path, or None for anything else."""
    code = (
        "import sys, sysconfig as s; v = sys.version_info; print(*v[:3]) if sys.implementation.name == 'cpython'"
        " and v.releaselevel == 'final' and not s.get_config_var('Py_GIL_DISABLED') else None"
    )
    words = output_of([path, "-I", "-c", code]).split()
    return (int(words[0]), int(words[1]), int(words[2])) if len(words) == 3 else None


def find_pythons(minors: Iterable[int]) -> Dict[int, str]:
    """Find an installed interpreter of each minor version, the newest of several: on PATH, and pyenv's."""
    folders = [*os.environ.get("PATH", "").split(os.pathsep), "/usr/local/bin", "/usr/bin", "/opt/homebrew/bin"]
    pyenv = os.environ.get("PYENV_ROOT") or os.path.expanduser("~/.pyenv")
    own = {os.path.join(VENV, BIN), os.path.dirname(sys.executable)} if sys.prefix != sys.base_prefix else {VENV}
    found = {}  # type: Dict[int, Tuple[Tuple[int, int, int], str]]
    for minor in minors:
        name = "python3." + str(minor) + EXE
        paths = [os.path.join(folder, name) for folder in folders if folder and folder not in own]
        paths += glob.glob(os.path.join(pyenv, "versions", "3." + str(minor) + ".*", "bin", name))
        for path in dict.fromkeys(paths):
            version = describe_python(path) if os.access(path, os.X_OK) else None
            if version and version[1] == minor and (minor not in found or version > found[minor][0]):
                found[minor] = (version, path)
    return {minor: path for minor, (_, path) in found.items()}


def choose_python() -> str:
    """Return the interpreter to play with: this one if it will do, else the newest that will. Stops if there is none."""
    minors = wanted_pythons(read("tox.ini"))
    if sys.version_info[:2] in [(3, minor) for minor in minors] and describe_python(sys.executable):
        return sys.executable
    found = find_pythons(minors)
    if found:
        return found[max(found)]
    raise Stop(
        "Sofra needs Python 3.{} (up to 3.{}); this is Python {}.{}, and there is no other here.\n"
        "Install it from your system's packages or from python.org, and start again.".format(
            minors[0], minors[-1], sys.version_info[0], sys.version_info[1]
        )
    )


# --- uv --------------------------------------------------------------------------------------------------------------


def good_uv(version: str) -> bool:
    """Tell whether the answer of `uv --version` is a version that the project was made with: 0.13 or later, below 1."""
    found = re.match(r"uv (\d+)\.(\d+)", version)
    return bool(found) and int(found.group(1)) == 0 and int(found.group(2)) >= 13  # type: ignore[union-attr]


def find_uv(python: str) -> str:
    """Return a uv that will do, fetched into .start/ if the machine has none. Stops if it cannot be had."""
    own = os.path.join(TOOLS, "bin", "uv" + EXE)
    for path in (own, shutil.which("uv")):
        if path and good_uv(output_of([path, "--version"])):
            return path
    say("Fetching uv, which sets up Sofra ...")
    problem = fetch_uv(python)
    if problem and shutil.which("apt-get"):
        # A minimal Debian has neither pip nor the certificates to fetch anything with.
        install_packages(["apt-get"], ["python3-venv", "ca-certificates"], "Fetching uv needs")
        problem = fetch_uv(python)
    if problem:
        raise Stop("uv could not be fetched: {}\nInstall uv yourself, or go online, and start again.".format(problem))
    return own


def fetch_uv(python: str) -> str:
    """Install uv into .start/ with pip, or with the pip of a venv; return what went wrong, empty if nothing did."""
    # --target is what externally managed Pythons do not forbid.
    pip = ["-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--upgrade", "--target", TOOLS, UV_WANTED]
    environment = dict(os.environ, PIP_ROOT_USER_ACTION="ignore")
    problem = failure_of([python, *pip], environment)
    if "No module named pip" in problem:
        venv = os.path.join(TOOLS, "venv")
        problem = failure_of([python, "-m", "venv", "--clear", venv])
        if not problem:
            problem = failure_of([os.path.join(venv, BIN, "python" + EXE), *pip], environment)
        shutil.rmtree(venv, ignore_errors=True)
    return problem


def fingerprint() -> str:
    """Return a digest of all that decides what is installed: the pyproject files, the hook, catalogues and this file."""
    digest = hashlib.sha256(ROOT.encode("utf-8", "surrogateescape"))
    for pattern in ("pyproject.toml", "hatch_build.py", "start.py", "*/pyproject.toml", "plugins/*/pyproject.toml"):
        for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
            with open(path, "rb") as file:
                digest.update(file.read())
    for path in catalogues():
        known = path, os.stat(path).st_mtime_ns, os.path.exists(compiled(path))
        digest.update(repr(known).encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def catalogues() -> List[str]:
    """List the sources of all message catalogues."""
    folders = ("*", "plugins/*")
    found = [glob.glob(os.path.join(ROOT, folder, "src/*/locale/*/LC_MESSAGES/*.po")) for folder in folders]
    return sorted(path for paths in found for path in paths)


def compiled(catalogue: str) -> str:
    """Name what building a distribution makes from the source of a catalogue."""
    return catalogue[: -len("po")] + "mo"


def to_rebuild() -> List[str]:
    """List the distributions that have a catalogue which is not compiled; uv's cache would not notice."""
    folders = {path.split(os.sep + "src" + os.sep)[0] for path in catalogues() if not os.path.exists(compiled(path))}
    names = [
        re.search(r'^name = "(.+)"', read(os.path.join(folder, "pyproject.toml")), re.MULTILINE) for folder in folders
    ]
    return sorted(name.group(1) for name in names if name)


def prepare() -> None:
    """Bring .venv up to date, unless it is: with what a player needs, leaving what a developer added."""
    if read_stamp().get("synced") == fingerprint() and os.path.exists(os.path.join(VENV, BIN, "sofra" + EXE)):
        return
    python = choose_python()
    uv = find_uv(python)
    command = [uv, "sync", "--quiet", "--no-default-groups", "--inexact", "--compile-bytecode"]
    for name in to_rebuild():
        command += ["--reinstall-package", name]
    if not describe_python(os.path.join(VENV, BIN, "python" + EXE)):
        command += ["--python", python]
    problem = failure_of(command, uv_environment(), "Setting up Sofra (the first time fetches about 100 MB)")
    if problem:
        raise Stop("Setting up Sofra failed:\n" + problem)
    # uv compiles what it installs; our own sources stay where they are.
    sources = glob.glob(os.path.join(ROOT, "*", "src")) + glob.glob(os.path.join(ROOT, "plugins", "*", "src"))
    failure_of([os.path.join(VENV, BIN, "python" + EXE), "-m", "compileall", "-q", *sources], uv_environment())
    write_stamp({"synced": fingerprint()})


def uv_environment() -> Dict[str, str]:
    """Return the environment for uv: our .venv whatever is active, no Python fetched, bytecode written."""
    environment = dict(os.environ, UV_PROJECT_ENVIRONMENT=VENV, UV_PYTHON_DOWNLOADS="never")
    for name in ("VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE", "PYTHONHOME", "PYTHONPATH"):
        environment.pop(name, None)
    return environment


# --- Qt and the system -----------------------------------------------------------------------------------------------


def display(environment: Dict[str, str], platform: str = sys.platform) -> str:
    """Name the display that a window would open on; empty if there is none."""
    if not platform.startswith("linux"):
        return platform
    names = ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY")
    return next((environment[name] for name in names if environment.get(name)), "")


def probe_qt(environment: Dict[str, str]) -> str:
    """Start Qt in a child process; return what it said when it failed, empty if it works."""
    python = os.path.join(VENV, BIN, "python" + EXE)
    return failure_of([python, "-c", PROBE], environment)


def missing_libraries(ldd: str, said: str = "") -> List[str]:
    """List the libraries that were not found, from the output of ldd and from what the loader said."""
    found = re.findall(r"^\s*(\S+) => not found", ldd, re.MULTILINE)
    found += re.findall(r"(\S+\.so[.\d]*): cannot open shared object file", said)
    return sorted(set(found))


def qt_files(environment: Dict[str, str]) -> List[str]:
    """List the parts of Qt that are loaded under this environment: what we import, and the plugins of its display."""
    platforms = ["offscreen"]
    if environment.get("QT_QPA_PLATFORM") != "offscreen":
        platforms = ["xcb", "wayland"] if environment.get("WAYLAND_DISPLAY") else ["xcb"]
    names = ["lib/libQt6" + part + ".so.6" for part in ("DBus", "Gui", "Network", "Svg", "Widgets")]
    names += ["plugins/platforms/libq" + platform + "*.so" for platform in platforms]
    qt = os.path.join(VENV, "lib", "python3*", "site-packages", "PySide6", "Qt")
    return [path for name in names for path in sorted(glob.glob(os.path.join(qt, name)))]


def packages_for(libraries: Sequence[str], manager: str) -> Tuple[List[str], List[str]]:
    """Map libraries to the packages that hold them; the second list has those that we cannot place."""
    if manager == "pacman":
        return ARCH, []
    if manager in ("dnf", "zypper"):
        return [library + "()(64bit)" for library in libraries], []
    packages = sorted({DEBIAN[library] for library in libraries if library in DEBIAN})
    return packages, [library for library in libraries if library not in DEBIAN]


def install_line(manager: str, packages: Sequence[str], *, sudo: bool) -> str:
    """Return the one line that installs packages with this system's manager."""
    install = {
        "apt-get": "apt-get install --yes --no-install-recommends",
        "dnf": "dnf install --assumeyes",
        "pacman": "pacman --sync --needed --noconfirm",
        "zypper": "zypper --non-interactive install",
    }[manager]
    quoted = ["'" + package + "'" if "(" in package else package for package in packages]
    return " ".join((["sudo"] if sudo else []) + [install] + quoted)


def install_packages(managers: Iterable[str], packages: Sequence[str], why: str) -> None:
    """Install system packages: as root at once, with sudo after a question on a terminal; else stop with the line."""
    manager = next(name for name in managers if shutil.which(name))
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    sudo = not root and bool(shutil.which("sudo"))
    line = install_line(manager, packages, sudo=sudo)
    if not root and not (sudo and ask(why + " system packages:\n  " + line + "\nRun this now?")):
        raise Stop(why + " system packages. This installs them" + ("" if sudo else ", run as root") + ":\n  " + line)
    if root:
        say(why + " system packages, so they are installed now: " + " ".join(packages))
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    if manager == "apt-get":
        # A list that is missing or old finds nothing; a repository that does not answer need not be the one we need.
        failure_of((["sudo"] if sudo else []) + ["apt-get", "update", "--quiet"], environment)
    problem = failure_of(["sh", "-c", line], environment)
    if problem:
        raise Stop("That did not work:\n" + problem + "\nThe line was:\n  " + line)


def mend_qt(environment: Dict[str, str], parts: Sequence[str]) -> str:
    """Try Qt, and add what the system lacks for these parts of it; return why it does not run, empty when it does."""
    said = probe_qt(environment)
    if not said:
        return ""
    libraries = missing_libraries(output_of(["ldd", *parts]), said)
    managers = [name for name in ("apt-get", "dnf", "zypper", "pacman") if shutil.which(name)]
    packages, unknown = packages_for(libraries, managers[0]) if libraries and managers else ([], libraries)
    if packages:
        install_packages(managers, packages, "Qt, which draws Sofra's window, needs")
        said = probe_qt(environment)
    if said and unknown:
        said += "\nThis system lacks the libraries " + " ".join(unknown)
    return said


def check_qt(*, shown: bool) -> None:
    """See to it that Qt runs, unseen and, if it is to be shown, on the display. Remembered until libraries change."""
    if not sys.platform.startswith("linux"):
        return
    environment = dict(os.environ)
    cache = "/etc/ld.so.cache"
    libraries = str(os.stat(cache).st_mtime_ns) if os.path.exists(cache) else ""
    where = [("offscreen", dict(environment, QT_QPA_PLATFORM="offscreen"))]
    if shown:
        where.append((display(environment), environment))
    # All that is missing at once, so that nobody is asked twice.
    parts = qt_files(where[-1][1])
    for name, probed in where:
        key = name + " " + libraries
        if key in read_stamp().get("qt", []):
            continue
        said = mend_qt(probed, parts)
        if said and "display" in said:
            raise Stop("The display " + name + " does not answer. In this terminal: python3 start.py play")
        if said:
            raise Stop("Qt, which draws Sofra's window, does not start:\n" + said)
        libraries = str(os.stat(cache).st_mtime_ns) if os.path.exists(cache) else ""
        stamp = read_stamp()
        write_stamp(dict(stamp, qt=[*stamp.get("qt", [])[-3:], name + " " + libraries]))


# --- Testing ---------------------------------------------------------------------------------------------------------


def environments(tox_ini: str, pythons: Iterable[int]) -> List[str]:
    """List tox's environments in the order to run: the checks, then the tests on each Python here, the oldest last.

    The newest Python has the wheels, whose tests are all tests; it is not asked for them twice.
    """
    listed = re.search(r"^env_list =\n((?:    .+\n)+)", tox_ini, re.MULTILINE)
    names = listed.group(1).split() if listed else []
    checks = [name for name in names if re.match(r"[a-z]+$", name)]
    tested = sorted(pythons, reverse=True)
    if "wheels" in checks and len(tested) > 1:
        del tested[0]
    return checks + ["py3" + str(minor) for minor in tested]


def test(chosen: List[str]) -> int:
    """Run tox on every Python that is here. The last line is pytest's own if all went well, else says what did not."""
    tox_ini = read("tox.ini")
    pythons = find_pythons(wanted_pythons(tox_ini))
    if not pythons:
        choose_python()
    oldest = pythons[min(pythons)]
    uv = find_uv(oldest)
    prepare()
    check_qt(shown=False)
    environment = uv_environment()
    folders = [os.path.dirname(path) for path in pythons.values()] + [os.path.dirname(uv)]
    environment["PATH"] = os.pathsep.join([*folders, environment.get("PATH", "")])
    environment["UV_PYTHON_PREFERENCE"] = "only-system"
    # tox-uv makes its own environments; this one is the player's.
    del environment["UV_PROJECT_ENVIRONMENT"]
    problem = failure_of([uv, "lock", "--quiet", "--python", oldest], environment)
    if problem:
        raise Stop("Not everything that the project pins can be had:\n" + problem)
    names = chosen or environments(tox_ini, pythons)
    say("Testing: " + " ".join(names))
    tox = [uv, "run", "--quiet", "--isolated", "--only-group", "tox", "--python", oldest, "tox"]
    # Only what is here was asked for, so what tox would skip is a failure.
    options = ["--skip-missing-interpreters", "false", "--colored", "no"]
    options += ["--override", "testenv:wheels.base_python=python3." + str(max(pythons))]
    failed = []  # type: List[str]
    report = os.path.join(ROOT, ".tox", "result.json")
    # What no Python changes is proved once, on the oldest; conftest.py says what that is.
    environment = environment if chosen else dict(environment, SOFRA_WHOLE="1")
    brief = environment if chosen else dict(environment, SOFRA_BRIEF="1")
    for how, some in grouped(names[:-1]):
        code = call([*tox, *how, *options, "--result-json", report, "-e", ",".join(some)], brief)
        failed += failed_environments(report, some) or (["tox"] if code else [])
    # Without tox's own report, so that the log ends with what pytest counted.
    if call([*tox, "run", *options, "-q", "-q", "-e", names[-1]], environment):
        failed.append(names[-1])
    if failed:
        raise Stop("FAILED: " + " ".join(failed))
    return 0


def grouped(names: Sequence[str]) -> List[Tuple[List[str], List[str]]]:
    """How tox runs what, as words of its command line: the checks side by side, then the tests, each on both cores already."""
    checks = [name for name in names if re.match(r"[a-z]+$", name) and name != "wheels"]
    tests = [name for name in names if name not in checks]
    # Only what failed is printed of those that run side by side.
    side_by_side = ["run-parallel", "--parallel", "2", "--parallel-no-spinner"]
    return [(how, some) for how, some in ((side_by_side, checks), (["run"], tests)) if some]


def failed_environments(report: str, names: Sequence[str]) -> List[str]:
    """Read from tox's report which environments did not succeed, those that it does not mention included."""
    try:
        with open(report, encoding="utf-8") as file:
            results = json.load(file)["testenvs"]
    except (OSError, ValueError, KeyError):
        return []
    return [name for name in names if not results.get(name, {}).get("result", {}).get("success")]


# --- Talking to the machine and to the person ------------------------------------------------------------------------


def say(text: str) -> None:
    """Tell the person something, at once, and without mixing with what a program called for its answer prints."""
    print(text, file=sys.stderr, flush=True)


def ask(question: str) -> bool:
    """Ask for a yes on a terminal; without one the answer is no."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    sys.stderr.write(question + " [Y/n] ")
    sys.stderr.flush()
    answer = sys.stdin.readline()
    return bool(answer) and answer.strip().lower() in ("", "y", "yes")


def read(name: str) -> str:
    """Read a text file of the project."""
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def read_stamp() -> Dict[str, Any]:
    """Read what an earlier start found to be in order; empty if nothing."""
    try:
        with open(STAMP, encoding="utf-8") as file:
            stamp = json.load(file)
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(stamp: Dict[str, Any]) -> None:
    """Remember what is in order for the next start."""
    with open(STAMP, "w", encoding="utf-8") as file:
        json.dump(stamp, file)


def output_of(command: Sequence[str]) -> str:
    """Run a program and return what it printed; empty if it cannot be run."""
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False
        )
    except OSError:
        return ""
    return done.stdout.decode("utf-8", "replace")


def failure_of(command: Sequence[str], environment: Optional[Dict[str, str]] = None, doing: str = "") -> str:
    """Run a program silently; return what it said if it failed, else an empty text. Says what it is doing meanwhile."""
    if doing:
        say(doing + " ...")
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except OSError as error:
        return str(error)
    text = done.stdout.decode("utf-8", "replace").strip()
    return (text or "It ended with " + str(done.returncode) + ".") if done.returncode else ""


def call(command: Sequence[str], environment: Dict[str, str]) -> int:
    """Run a program in front of the person and return its exit code."""
    return subprocess.call(command, cwd=ROOT, env=environment)


def become(command: List[str]) -> NoReturn:
    """Go on as another program; where the system cannot do that, wait for it and end as it did."""
    if WINDOWS:
        raise SystemExit(subprocess.call(command))
    os.execv(command[0], command)


def start(arguments: List[str]) -> NoReturn:
    """Start sofra, once its environment, Qt and a place to be seen are there."""
    prepare()
    sofra = os.path.join(VENV, BIN, "sofra" + EXE)
    first = arguments[0] if arguments else ""
    if first in PLAIN:
        become([sofra, *arguments])
    seen = first not in UNSEEN
    if seen and not display(dict(os.environ)):
        # Before Qt is tried: whoever plays in the terminal needs none of its libraries.
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise Stop(
                "There is neither a display for the window nor a terminal here. In a terminal: python3 start.py play"
            )
        if not ask("There is no display for the window. Play in this terminal (python3 start.py play)?"):
            raise SystemExit(1)
        become([sofra, "play"])
    check_qt(shown=seen)
    become([sofra, *arguments])


def main(arguments: List[str]) -> int:
    """Play, or test."""
    try:
        if arguments[:1] == ["test"]:
            return test(arguments[1:])
        start(arguments)
    except Stop as stop:
        say(str(stop))
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
