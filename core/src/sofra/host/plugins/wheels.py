"""Reading a wheel without trusting it: its paths, its list of files and its metadata are checked, and nothing of it is run.

The form is that of the binary distribution format (PyPA specifications: wheels, recording installed projects, core metadata, entry
points). Sofra takes pure-Python wheels only, and of those only what can be unpacked into a folder of its own.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Sequence
from typing import Any, Final, final

import attrs
from packaging.metadata import parse_email
from packaging.tags import compatible_tags
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import InvalidVersion, Version

from sofra.host.installed import section
from sofra.host.plugins.errors import NoWheel, Unsafe
from sofra.message import Ltr, Message, Texts

__all__ = ["MAX_FILES", "MAX_UNPACKED", "MAX_WHEEL", "Wheel", "archive", "read_wheel"]

_ = Texts("sofra-core")

MAX_WHEEL: Final = 64 << 20
"""Bytes of a wheel."""

MAX_UNPACKED: Final = 256 << 20
"""Bytes of all its files."""

MAX_FILES: Final = 5000

_ENTRY: Final = b"PK\x01\x02"
"""What an entry of an archive's directory begins with."""

_MAX_INFO: Final = 1 << 20
"""Bytes of one of the files that tell about a wheel."""

_MAX_PATH: Final = 200
"""Signs of a path: with the folder of a player before it, it must still fit everywhere."""

_COMPILED: Final = re.compile(r"(?i)\.(so|pyd|dll|dylib|exe|pyc|pyo|o|a|lib|node|wasm)$|\.so\.[\d.]+$")

_MAGIC: Final = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"\xfe\xed\xfa\xcf")
"""What programs for a processor begin with, whatever they are called."""

_DOS: Final = b"This program cannot be run in DOS mode"
"""What stands near the beginning of those for Windows."""

_DEVICES: Final = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\..*)?")
"""Names that mean a device on Windows."""

_ALGORITHMS: Final = frozenset({"sha256", "sha384", "sha512"})

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Kinds of signs that would turn round or hide the text beside them."""


@final
@attrs.frozen
class Wheel:
    """A wheel that was read and found sound. Texts are the wheel's own claims, made safe to show."""

    name: str
    version: str
    summary: str
    author: str
    licence: str
    page: str
    requires_python: str
    requires: tuple[str, ...]
    entries: tuple[tuple[str, str], ...]
    top_level: tuple[str, ...]
    files: tuple[str, ...]
    file: str
    unpacked: int
    sha256: str
    content: bytes = attrs.field(repr=False, eq=False)

    def read(self, path: str) -> bytes:
        """One of its files."""
        with archive(self.file, self.content) as opened:
            return opened.read(path)


def archive(file: str, content: bytes) -> zipfile.ZipFile:
    """The wheel as an open archive that knows its name."""
    opened = zipfile.ZipFile(io.BytesIO(content))
    opened.filename = file
    return opened


def read_wheel(file: str, content: bytes, each: Callable[[float], None] = lambda _share: None) -> Wheel:
    """Check a wheel, given its file name and its bytes. `each` is told the share that is done, and may raise to stop.

    Raises NoWheel where it cannot be read or is damaged, Unsafe where it holds what no plugin may bring.
    """
    name, version = _named(file)
    if len(content) > MAX_WHEEL:
        raise Unsafe(_("{file} is too large: a plugin may have {most} MB.", file=Ltr(file), most=MAX_WHEEL >> 20))
    if content.count(_ENTRY) > 2 * MAX_FILES:
        raise _too_much(file)  # before a list is made of them, which would take a second for every hundred thousand
    try:
        with archive(file, content) as opened:
            return _read(opened, file, content, name, version, each)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError) as error:
        # What zipfile says of damage, of a password and of a way of packing that it does not know.
        raise NoWheel(_("{file} is damaged: {why}.", file=Ltr(file), why=Ltr(str(error).rstrip(".")))) from error


def _named(file: str) -> tuple[str, Version]:
    """Name and version from the file's name, which must be that of a pure-Python wheel for this Python."""
    try:
        # A name that cannot be shown as it is cannot be read either.
        name, version, _build, tags = parse_wheel_filename(file if _shown(file, 300) == file else "")
    except (InvalidWheelFilename, InvalidVersion) as error:
        raise NoWheel(
            _(
                "{file} is no wheel: its name must be like {example}.",
                file=Ltr(file),
                example=Ltr("my_game-1.0-py3-none-any.whl"),
            )
        ) from error
    if any(tag.platform != "any" or tag.abi != "none" for tag in tags):
        raise Unsafe(_compiled(file))
    if not tags & set(compatible_tags()):
        raise NoWheel(_("{file} is made for another Python.", file=Ltr(file)))
    return str(name), version


def _read(
    opened: zipfile.ZipFile, file: str, content: bytes, name: str, version: Version, each: Callable[[float], None]
) -> Wheel:
    items = opened.infolist()
    total = sum(item.file_size for item in items)
    if len(items) > MAX_FILES or total > MAX_UNPACKED:
        raise _too_much(file)
    _check_paths(items, file)
    files = [item for item in items if not item.is_dir()]
    info = _info_folder(files, file, name, version)
    _check_record(opened, files, info, file, total, each)
    about = _told(opened, info, "WHEEL", file)
    if not re.search(r"(?mi)^Wheel-Version:\s*1\.", about):
        raise NoWheel(_("{file} is a wheel of a form that this Sofra does not know.", file=Ltr(file)))
    if not re.search(r"(?mi)^Root-Is-Purelib:\s*true\s*$", about):
        raise Unsafe(_compiled(file))
    raw: Any = parse_email(_told(opened, info, "METADATA", file))[0]
    claimed = canonicalize_name(str(raw.get("name", "")))
    try:
        same = claimed == name and Version(str(raw.get("version", ""))) == version
    except InvalidVersion:
        same = False
    if not same:
        raise NoWheel(_("{file} does not hold what its name says: it calls itself otherwise inside.", file=Ltr(file)))
    entries: tuple[tuple[str, str], ...] = ()
    if any(item.filename == f"{info}/entry_points.txt" for item in files):
        entries = tuple(section(_told(opened, info, "entry_points.txt", file), "sofra"))
    pages = [raw.get("home_page", ""), *raw.get("project_urls", {}).values()]
    return Wheel(
        name=name,
        version=str(version),
        summary=_shown(raw.get("summary", ""), 300),
        author=_shown(raw.get("author", "") or raw.get("author_email", "") or raw.get("maintainer_email", ""), 120),
        licence=_shown(raw.get("license_expression", "") or raw.get("license", ""), 80),
        page=_shown(next((page for page in pages if re.match(r"https?://", page)), ""), 200),
        requires_python=_shown(raw.get("requires_python", ""), 80),
        requires=tuple(_shown(each, 300) for each in raw.get("requires_dist", ())),
        entries=entries,
        top_level=_top_level(files, info, file),
        files=tuple(item.filename for item in files),
        file=file,
        unpacked=total,
        sha256=hashlib.sha256(content).hexdigest(),
        content=content,
    )


def _check_paths(items: Sequence[zipfile.ZipInfo], file: str) -> None:
    """Raise Unsafe for a path that could lead out of a folder, or mean two things on another machine."""
    spelt: dict[str, str] = {}
    files: set[str] = set()
    folders: set[str] = set()
    for item in items:
        path = item.filename
        # The name as it stands in the archive: zipfile cuts it at a zero byte, and turns what separates folders round.
        given = item.orig_filename
        parts = path.rstrip("/").split("/")
        mode = item.external_attr >> 16
        odd = (
            given != path
            or "\\" in path
            or len(path) > _MAX_PATH
            or any(unicodedata.category(sign) in _UNSEEN or sign in '<>:"|?*' for sign in path)
            or any(part in {"", ".", ".."} or part[-1] in ". " or _DEVICES.fullmatch(part) for part in parts)
        )
        if odd or (mode and not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_IFMT(mode) == 0)):
            raise Unsafe(
                _(
                    "{file} holds {path}, which could be written outside its folder.",
                    file=Ltr(file),
                    path=Ltr(_shown(given, 120)),
                )
            )
        for end in range(1, len(parts) + 1):
            begun = "/".join(parts[:end])
            if spelt.setdefault(_folded(begun), begun) != begun:
                raise Unsafe(_twice(file, path))
        if item.is_dir():
            folders.add("/".join(parts))
        else:
            if path in files:
                raise Unsafe(_twice(file, path))
            files.add(path)
            folders.update("/".join(parts[:end]) for end in range(1, len(parts)))
        if _COMPILED.search(path) or "__pycache__" in parts:
            raise Unsafe(_compiled(file, path))
        if path.endswith(".pth"):
            raise Unsafe(
                _("{file} holds {path}, which would change how Python starts.", file=Ltr(file), path=Ltr(path))
            )
        if item.flag_bits & 1:
            raise NoWheel(_("{file} is locked with a password.", file=Ltr(file)))
    for path in files & folders:
        raise Unsafe(_twice(file, path))


def _folded(path: str) -> str:
    """What a path is called where capitals and the way of writing accents make no difference."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def _info_folder(files: Sequence[zipfile.ZipInfo], file: str, name: str, version: Version) -> str:
    """The folder of what tells about the wheel. Raises NoWheel and Unsafe."""
    tops = {item.filename.partition("/")[0] for item in files if "/" in item.filename}
    infos = [top for top in tops if top.endswith(".dist-info")]
    for top in sorted(tops):
        if top.endswith(".data"):
            raise Unsafe(
                _(
                    "{file} would install files elsewhere ({path}), which a plugin may not.",
                    file=Ltr(file),
                    path=Ltr(top),
                )
            )
    try:
        [info] = infos
        title, _dash, number = info.removesuffix(".dist-info").rpartition("-")
        if canonicalize_name(title) == name and Version(number) == version:
            return info
    except (ValueError, InvalidVersion):
        pass
    raise NoWheel(_("{file} does not hold what its name says: it calls itself otherwise inside.", file=Ltr(file)))


def _check_record(
    opened: zipfile.ZipFile,
    files: Sequence[zipfile.ZipInfo],
    info: str,
    file: str,
    total: int,
    each: Callable[[float], None],
) -> None:
    """Hold every file to the wheel's own list of them. Raises NoWheel and Unsafe."""
    record = f"{info}/RECORD"
    listed: dict[str, tuple[str, str]] = {}
    for row in csv.reader(_told(opened, info, "RECORD", file).splitlines()):
        match row:
            case [path, digest, size] if path not in listed:
                listed[path] = digest, size
            case []:
                continue
            case _:
                raise NoWheel(_differs(file, record))
    done = 0
    for item in files:
        path = item.filename
        if path in {record, f"{record}.jws", f"{record}.p7s"}:
            listed.pop(path, None)
            continue
        digest, size = listed.pop(path, ("", ""))
        algorithm, _sign, value = digest.partition("=")
        if algorithm not in _ALGORITHMS or (size and size != str(item.file_size)):
            raise NoWheel(_differs(file, path))
        hashing = hashlib.new(algorithm)
        with opened.open(item) as stream:
            first = True
            while block := stream.read(1 << 18):
                if first and (block.startswith(_MAGIC) or (block.startswith(b"MZ") and _DOS in block[:512])):
                    raise Unsafe(_compiled(file, path))
                first = False
                hashing.update(block)
                done += len(block)
                each(done / max(1, total))
        if base64.urlsafe_b64encode(hashing.digest()).rstrip(b"=").decode() != value:
            raise NoWheel(_differs(file, path))
    for path in listed:
        raise NoWheel(_differs(file, path))
    each(1.0)


def _told(opened: zipfile.ZipFile, info: str, which: str, file: str) -> str:
    """One of the files that tell about the wheel. Raises NoWheel."""
    path = f"{info}/{which}"
    try:
        item = opened.getinfo(path)
        if item.file_size > _MAX_INFO:
            raise Unsafe(_("{file} is too large: {path} alone is.", file=Ltr(file), path=Ltr(path)))
        return opened.read(item).decode("utf-8")
    except KeyError as error:
        raise NoWheel(_("{file} is no whole wheel: {path} is missing.", file=Ltr(file), path=Ltr(path))) from error
    except UnicodeDecodeError as error:
        raise NoWheel(_differs(file, path)) from error


def _top_level(files: Sequence[zipfile.ZipInfo], info: str, file: str) -> tuple[str, ...]:
    """The names that could be imported. Raises Unsafe for a package that others could add to."""
    paths = {item.filename for item in files}
    names: set[str] = set()
    for path in sorted(paths):
        top, slash, rest = path.partition("/")
        if top == info:
            continue
        if not slash:
            if top.endswith(".py"):
                names.add(top.removesuffix(".py"))
            continue
        if rest.endswith(".py") and f"{top}/__init__.py" not in paths:
            raise Unsafe(
                _("{file} holds {path} without {init}: others could add to it.",
                  file=Ltr(file), path=Ltr(top), init=Ltr("__init__.py"))
            )  # fmt: skip
        names.add(top)
    return tuple(sorted(names))


def _shown(text: object, most: int) -> str:
    """A text of a stranger as it may be shown: in one line, no longer than `most`, without signs that hide or turn others round."""
    plain = "".join(" " if unicodedata.category(sign) in _UNSEEN else sign for sign in str(text)[: most * 4])
    words = " ".join(plain.split())
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def _too_much(file: str) -> Unsafe:
    return Unsafe(
        _(
            "{file} is too large: a plugin may have {files} files and {most} MB unpacked.",
            file=Ltr(file),
            files=MAX_FILES,
            most=MAX_UNPACKED >> 20,
        )
    )


def _twice(file: str, path: str) -> Message:
    return _(
        "{file} holds {path} twice, or with other capitals: on another machine one would replace the other.",
        file=Ltr(file),
        path=Ltr(path),
    )


def _compiled(file: str, path: str = "") -> Message:
    if path:
        return _(
            "{file} holds a compiled part, {path}. Sofra takes plugins in plain Python only.",
            file=Ltr(file),
            path=Ltr(path),
        )
    return _("{file} has compiled parts. Sofra takes plugins in plain Python only.", file=Ltr(file))


def _differs(file: str, path: str) -> Message:
    return _("{file} is damaged or was changed: {path} is not what its own list says.", file=Ltr(file), path=Ltr(path))
