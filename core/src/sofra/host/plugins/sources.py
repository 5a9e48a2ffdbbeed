"""Getting wheels from where a player names them: a file, a folder, a project, the package index.

pip does what needs an index or a build, in a process of its own, by the player's own settings of pip. It takes wheels only and
nothing that they need, so that nothing of a stranger runs before the player has agreed, and Sofra's own packages stay as they are.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import InvalidVersion, Version

from sofra.host.plugins.errors import Cancelled, NeedsBuild, NotBuilt, NotFetched, NotFound, Unsafe
from sofra.host.plugins.offers import Source
from sofra.host.plugins.wheels import MAX_WHEEL
from sofra.message import Ltr, Message, Texts
from sofra.reasons import reason

__all__ = ["Cancel", "Got", "Tell", "get", "is_path"]

_ = Texts("sofra-core")

Tell = Callable[[Message, float], None]
"""Told what is being done, and how much of it is (0 to 1; what cannot be known stays at 0)."""

Cancel = Callable[[], bool]
"""Asked now and then whether to stop."""

Got = tuple[Source, str, bytes]
"""Where a wheel came from, its file name, and its bytes: what is looked at is what will be installed."""

_MOST_WHEELS: Final = 50
"""More wheels in one folder are some other folder."""

_NO_NETWORK: Final = re.compile(
    r"(?i)name resolution|getaddrinfo|connection (refused|reset|aborted|error|broken|timed out)|timed? ?out|unreachable"
    r"|max retries|proxyerror|failed to (establish|connect)|could not (connect|reach|fetch)|nodename nor servname|ssl"
)

_NOT_THERE: Final = re.compile(r"(?i)no matching distribution|could not find a version")


def is_path(source: str) -> bool:
    """Whether a source is a path, not a name on the index: it has a separator, begins with a dot, or ends with `.whl`."""
    separators = {os.sep, os.altsep or os.sep, "/"}
    return source.startswith((".", "~")) or source.endswith(".whl") or any(each in source for each in separators)


def get(source: str | Path, *, build: bool, tell: Tell, cancelled: Cancel, only: str = "") -> list[Got]:
    """The wheels at a source, read whole. Raises the PluginsErrors that say why there are none.

    `build` says that the build program of a project folder may be run. With `only` a folder is looked through for that name alone.
    """
    if isinstance(source, str) and not is_path(source):
        return [_from_index(source, tell, cancelled)]
    path = Path(os.path.abspath(Path(source).expanduser()))  # noqa: PTH100 - a link stays what the player named
    if path.is_file():
        return [(Source("file", str(path)), path.name, _bytes(path))]
    if not path.is_dir():
        raise NotFound(_("There is no file or folder {path}.", path=Ltr(str(path))))
    if (path / "pyproject.toml").is_file():
        if not build:
            raise NeedsBuild(str(path))
        return [_built(path, tell, cancelled)]
    return _in_folder(path, only)


def _in_folder(folder: Path, only: str) -> list[Got]:
    """The newest wheel of each name in a folder, or of one name."""
    newest: dict[str, tuple[Version, Path]] = {}
    try:
        found = sorted(folder.glob("*.whl"))
    except OSError as error:
        raise NotFound(
            _("{path} cannot be read ({why}).", path=Ltr(str(folder)), why=reason(str(error.strerror)))
        ) from error
    for path in found:
        try:
            name, version, _build, _tags = parse_wheel_filename(path.name)
        except (InvalidWheelFilename, InvalidVersion):
            continue
        if (not only or name == only) and (name not in newest or newest[name][0] < version):
            newest[name] = version, path
    if not newest:
        raise NotFound(
            _(
                "There is neither a wheel nor a project in {path}: no file ends with {wheel}, and there is no {project}.",
                path=Ltr(str(folder)),
                wheel=Ltr(".whl"),
                project=Ltr("pyproject.toml"),
            )
        )
    if len(newest) > _MOST_WHEELS:
        raise NotFound(
            _(
                "There are too many wheels in {path}: {count}. Name one of them.",
                count=len(newest),
                path=Ltr(str(folder)),
            )
        )
    return [(Source("file", str(path)), path.name, _bytes(path)) for _version, path in newest.values()]


def _from_index(asked: str, tell: Tell, cancelled: Cancel) -> Got:
    """The newest pure-Python wheel that pip finds. Raises NotFound and NotFetched."""
    try:
        requirement = Requirement(asked)
    except InvalidRequirement as error:
        raise NotFound(
            _(
                "{source} is neither a file nor a name. Write the path with {slash}, or a name such as {name}.",
                source=Ltr(asked[:200]),
                slash=Ltr("./"),
                name=Ltr("sofra-klondike"),
            )
        ) from error
    if requirement.url or requirement.extras or requirement.marker:
        raise NotFound(_("Ask for a name, or a name and a version: {name}.", name=Ltr(f"{requirement.name}=={'1.0'}")))
    wanted = f"{requirement.name}{requirement.specifier}"
    tell(_("Asking the package index for {name}", name=Ltr(wanted)), 0.0)
    # `any`, `none`: wheels with compiled parts are not even looked at.
    options = ["--only-binary", ":all:", "--no-deps", "--platform", "any", "--implementation", "py", "--abi", "none"]
    with _scratch() as folder:
        code, said = _pip(["download", *options, "--dest", str(folder), wanted], folder, cancelled)
        wheels = sorted(folder.glob("*.whl"))
        if code == 0 and len(wheels) == 1:
            return Source("index", wanted), wheels[0].name, _bytes(wheels[0])
    if _NO_NETWORK.search(said):
        raise NotFetched(
            _(
                "The package index cannot be reached. Look at the connection, or install {name} from a file.",
                name=Ltr(requirement.name),
            ),
            said,
        )
    if _NOT_THERE.search(said):
        raise NotFetched(
            _(
                "The package index has no plain Python wheel of {name} that fits this Python. Look at the spelling.",
                name=Ltr(wanted),
            ),
            said,
        )
    raise NotFetched(_("{name} could not be fetched: {why}", name=Ltr(wanted), why=Ltr(_last(said))), said)


def _built(project: Path, tell: Tell, cancelled: Cancel) -> Got:
    """The wheel of a project folder. Raises NotBuilt."""
    tell(_("Building {folder}", folder=Ltr(str(project))), 0.0)
    # Where all that the build asks for is here, nothing is fetched for it.
    here = ["--no-build-isolation"] if _can_build_here(project) else []
    with _scratch() as folder:
        options = ["--no-deps", "--no-cache-dir", *here, "--wheel-dir", str(folder)]
        code, said = _pip(["wheel", *options, str(project)], folder, cancelled)
        wheels = sorted(folder.glob("*.whl"))
        if code == 0 and len(wheels) == 1:
            return Source("project", str(project)), wheels[0].name, _bytes(wheels[0])
    if not here and (_NO_NETWORK.search(said) or _NOT_THERE.search(said)):
        raise NotBuilt(
            _(
                "{folder} cannot be built: what its build asks for could not be fetched. Build the wheel where it can be, and name the file.",
                folder=Ltr(str(project)),
            ),
            said,
        )
    raise NotBuilt(_("{folder} cannot be built: {why}", folder=Ltr(str(project)), why=Ltr(_last(said))), said)


def _can_build_here(project: Path) -> bool:
    """Whether all that a project's build asks for is in this environment."""
    import tomllib

    from sofra.host.plugins.fitting import host_version

    try:
        told: Any = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
        asked = [Requirement(each) for each in told["build-system"]["requires"]]
    except (OSError, ValueError, KeyError, TypeError, InvalidRequirement):
        return False
    for each in asked:
        version = host_version(canonicalize_name(each.name))
        if version is None or not each.specifier.contains(version, prereleases=True) or each.extras:
            return False
    return True


def _pip(arguments: Sequence[str], folder: Path, cancelled: Cancel) -> tuple[int, str]:
    """Run pip to its end: its code and what it said. Raises Cancelled."""
    command = [sys.executable, "-P", "-m", "pip", *arguments]
    command += ["--disable-pip-version-check", "--no-input", "--no-color", "--progress-bar", "off", "--retries", "1"]
    if arguments[0] == "wheel":
        command = [each for each in command if each not in {"--progress-bar", "off"}]
    environment = {
        key: value for key, value in os.environ.items() if key not in {"PIP_USER", "PIP_TARGET", "PIP_PREFIX"}
    }
    with (folder / "said.txt").open("w+b") as said:
        try:
            process = subprocess.Popen(  # noqa: S603 - our own interpreter; the arguments are ours or a checked name
                command,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                cwd=folder,
                env=environment,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            return 1, str(error)
        try:
            while True:
                try:
                    code = process.wait(0.1)
                    break
                except subprocess.TimeoutExpired:
                    if cancelled():
                        raise Cancelled from None
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        said.seek(0)
        return code, said.read(1 << 20).decode("utf-8", "replace")


def _last(said: str) -> str:
    """The line that says most: pip's last error, else its last line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(?i)(\w*error|×)\b", line)]
    return (errors or lines or ["?"])[-1].removeprefix("ERROR: ")[:300]


@contextmanager
def _scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="sofra-plugin-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _bytes(path: Path) -> bytes:
    """A file's bytes, no more than a wheel may have. Raises NotFound and Unsafe."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_WHEEL + 1)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise NotFound(_("{path} cannot be read ({why}).", path=Ltr(str(path)), why=reason(why))) from error
    if len(content) > MAX_WHEEL:
        raise Unsafe(_("{file} is too large: a plugin may have {most} MB.", file=Ltr(path.name), most=MAX_WHEEL >> 20))
    return content
