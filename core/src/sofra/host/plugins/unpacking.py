"""Unpacking a checked wheel into a folder of its own."""

from __future__ import annotations

import base64
import csv
import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, final

from installer import install
from installer.destinations import SchemeDictionaryDestination
from installer.records import RecordEntry
from installer.sources import WheelFile
from installer.utils import Scheme

from sofra.host.plugins.store import not_stored, sync_folder
from sofra.host.plugins.wheels import archive

if TYPE_CHECKING:
    from installer.scripts import ScriptSection

    from sofra.host.plugins.offers import Offer

__all__ = ["is_whole", "unpack"]


@final
class _Folder(SchemeDictionaryDestination):
    """One folder for all there is. Every file is brought to the disk; commands of a plugin are not made."""

    told: Callable[[int], None] = staticmethod(lambda _size: None)

    def write_file(
        self,
        scheme: Scheme,
        path: str | os.PathLike[str],
        stream: BinaryIO,
        is_executable: bool,  # noqa: FBT001
    ) -> RecordEntry:
        entry = super().write_file(scheme, path, stream, is_executable)
        with Path(self.scheme_dict[scheme], path).open("rb+") as file:
            os.fsync(file.fileno())
        self.told(entry.size or 0)
        return entry

    def write_script(self, name: str, module: str, attr: str, section: ScriptSection) -> RecordEntry:  # noqa: ARG002
        return RecordEntry(name, None, None)

    def finalize_installation(
        self, scheme: Scheme, record_file_path: str, records: Iterable[tuple[Scheme, RecordEntry]]
    ) -> None:
        super().finalize_installation(scheme, record_file_path, [each for each in records if each[0] == scheme])


def unpack(offer: Offer, folder: Path, told: Callable[[int], None]) -> None:
    """Write the files of an offer into an empty folder. `told` hears how many bytes each file has, and may raise to stop.

    Raises NotStored.
    """
    destination = _Folder({"purelib": str(folder)}, interpreter="", script_kind="posix")
    destination.told = told
    try:
        with archive(offer.file, offer.content) as opened:
            install(WheelFile(opened), destination, {"INSTALLER": b"sofra\n"})
        for inner in folder.rglob("*"):
            if inner.is_dir():
                sync_folder(inner)
        sync_folder(folder)
    except OSError as error:
        raise not_stored(folder.parent, error) from error


def is_whole(folder: Path) -> bool:
    """Whether every file of an unpacked wheel is there as it was. Raises nothing."""
    try:
        [record] = folder.glob("*.dist-info/RECORD")
        for path, digest, _size in csv.reader(record.read_text("utf-8").splitlines()):
            algorithm, _sign, value = digest.partition("=")
            content = (folder / path).read_bytes()
            if algorithm:
                found = base64.urlsafe_b64encode(hashlib.new(algorithm, content).digest()).rstrip(b"=").decode()
                if found != value:
                    return False
    except (OSError, ValueError):
        return False
    return True
