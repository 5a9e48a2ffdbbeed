"""A wheel is believed nothing: whatever could lead out of its folder, hide, change or burst is refused before anything is written."""

from __future__ import annotations

import stat
import zipfile
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from core.tests.host.plugins.making import make_wheel
from hypothesis import given
from hypothesis import strategies as st

from sofra.host.plugins import PluginsError, wheels
from sofra.host.plugins.errors import NoWheel, Unsafe
from sofra.host.plugins.wheels import Wheel, read_wheel


def read(path: Path) -> Wheel:
    return read_wheel(path.name, path.read_bytes())


def refusal(path: Path, kind: type[PluginsError]) -> str:
    """The words in which a wheel is refused; each names the file."""
    with pytest.raises(kind) as caught:
        read(path)
    assert path.name in caught.value.message.english
    return caught.value.message.english


def link(name: str) -> zipfile.ZipInfo:
    item = zipfile.ZipInfo(name)
    item.create_system = 3
    item.external_attr = (stat.S_IFLNK | 0o777) << 16
    return item


class TestSound:
    def test_a_wheel_says_who_it_is(self, tmp_path: Path) -> None:
        """Name, version, author and hash are read, and the names that it could be imported by."""
        wheel = read(make_wheel(tmp_path, "Sofra.Klondike", "1.0", file="Sofra.Klondike-1.0-py3-none-any.whl"))
        assert (wheel.name, wheel.version, wheel.author) == ("sofra-klondike", "1.0", "A. Author")
        assert wheel.top_level == ("Sofra.Klondike",)
        assert wheel.entries == (("Sofra.Klondike", "Sofra.Klondike.plugin"),)
        assert len(wheel.sha256) == 64

    def test_what_it_claims_is_made_safe_to_show(self, tmp_path: Path) -> None:
        """Signs that turn the text round or end the line are taken out of what a stranger wrote, and long texts are cut."""
        metadata = f"Metadata-Version: 2.1\nName: klondike\nVersion: 1.0\nSummary: a\u202eb\u2066c\x1b[31m{'x' * 999}\nAuthor: \u200bM\te\n"
        wheel = read(make_wheel(tmp_path, metadata=metadata))
        assert wheel.summary.startswith("a b c [31mxxx")
        assert len(wheel.summary) == 300
        assert wheel.author == "M e"

    def test_progress_is_told_up_to_the_end(self, tmp_path: Path) -> None:
        path, told = make_wheel(tmp_path, files={"klondike/big.bin": b"\0" * 2_000_000}), list[float]()
        read_wheel(path.name, path.read_bytes(), told.append)
        assert told == sorted(told)
        assert len(told) > 5
        assert told[-1] <= 1.0


class TestPaths:
    @pytest.mark.parametrize(
        "path",
        [
            "../evil.py", "/etc/evil.py", "klondike/../../evil.py", "C:/evil.py", "klondike\\evil.py", "klondike//evil.py", "./evil.py",
            "klondike/evil.py ", "klondike./evil.py", "klondike/nul.py", "COM1", "klondike/a\x01.py", "klondike/\u202eyp.py", "klondike/a?.py",
            "x" * 201,
        ],
    )  # fmt: skip
    def test_a_path_that_could_lead_out(self, tmp_path: Path, path: str) -> None:
        """No path is absolute, goes upwards, names a drive or a device, or reads otherwise than it is."""
        assert "outside its folder" in refusal(make_wheel(tmp_path, extra=[(path, b"x")]), Unsafe)

    def test_a_symlink(self, tmp_path: Path) -> None:
        assert "outside its folder" in refusal(
            make_wheel(tmp_path, extra=[(link("klondike/link"), b"/etc/passwd")]), Unsafe
        )

    @pytest.mark.filterwarnings("ignore:Duplicate name")
    @pytest.mark.parametrize(
        "path", ["klondike/rules.py", "klondike/RULES.py", "Klondike/other.py", "klondike/rules.py/x", "klondike"]
    )
    def test_a_name_twice(self, tmp_path: Path, path: str) -> None:
        """Names that are one on some machine, by capitals, by repetition, or as file and folder, are refused."""
        assert "twice" in refusal(make_wheel(tmp_path, extra=[(path, b"x")]), Unsafe)

    def test_accents_written_in_two_ways(self, tmp_path: Path) -> None:
        extra = [("klondike/\u00e9.txt", b"x"), ("klondike/e\u0301.txt", b"y")]
        assert "twice" in refusal(make_wheel(tmp_path, extra=extra), Unsafe)

    @given(st.text(min_size=1, max_size=40))
    def test_whatever_the_name(self, name: str) -> None:
        """Any name at all is either refused or stays inside the folder that it is written to."""
        item = zipfile.ZipInfo("x")
        item.filename = item.orig_filename = name
        try:
            wheels._check_paths([item], "a.whl")
        except PluginsError:
            return
        assert not name.startswith(("/", "\\"))
        assert ".." not in name.split("/")
        assert ":" not in name


class TestContents:
    @pytest.mark.parametrize("path", ["klondike/fast.so", "klondike/x.pyd", "a.dll", "klondike/x.cpython-311.SO", "klondike/lib.so.6",
                                      "klondike/__pycache__/x.py", "klondike/x.pyc", "klondike/x.dylib"])  # fmt: skip
    def test_a_compiled_part(self, tmp_path: Path, path: str) -> None:
        assert "compiled" in refusal(make_wheel(tmp_path, files={path: b"x"}), Unsafe)

    @pytest.mark.parametrize(
        "start",
        [b"\x7fELF\2\1\1", b"\xcf\xfa\xed\xfe", b"MZ\x90" + b"\0" * 75 + b"This program cannot be run in DOS mode"],
    )
    def test_a_compiled_part_by_another_name(self, tmp_path: Path, start: bytes) -> None:
        assert "compiled" in refusal(make_wheel(tmp_path, files={"klondike/picture.png": start + b"\0" * 99}), Unsafe)

    @pytest.mark.parametrize("tag", ["cp311-cp311-manylinux_2_17_x86_64", "py3-none-win_amd64", "cp311-abi3-any"])
    def test_a_wheel_for_a_processor(self, tmp_path: Path, tag: str) -> None:
        assert "compiled" in refusal(make_wheel(tmp_path, tag=tag), Unsafe)

    def test_a_wheel_that_says_it_is_not_pure(self, tmp_path: Path) -> None:
        assert "compiled" in refusal(make_wheel(tmp_path, purelib="false"), Unsafe)

    @pytest.mark.parametrize("tag", ["py2-none-any", "py399-none-any", "cp39-none-any"])
    def test_a_wheel_for_another_python(self, tmp_path: Path, tag: str) -> None:
        assert "another Python" in refusal(make_wheel(tmp_path, tag=tag), NoWheel)

    @given(
        st.text(),
        st.text(),
        st.lists(st.sampled_from(["Name", "Version", "Requires-Dist", "Project-URL", "Author", "x"])),
    )
    def test_whatever_it_says_of_itself(self, metadata: str, entry: str, keys: list[str]) -> None:
        """Any text in place of the metadata and entry points is read or refused, and nothing else is raised."""
        text = "Name: klondike\nVersion: 1.0\n" + "".join(f"{key}: {metadata}\n" for key in keys) + metadata
        with TemporaryDirectory() as folder, suppress(PluginsError, UnicodeEncodeError):
            wheel = read(make_wheel(Path(folder), metadata=text, entry=f"[sofra]\n{entry}"))
            assert wheel.name == "klondike"

    @pytest.mark.parametrize("scheme", ["scripts", "headers", "data", "purelib", "platlib"])
    def test_files_for_elsewhere(self, tmp_path: Path, scheme: str) -> None:
        """A plugin has no commands, headers or data outside its folder."""
        assert "elsewhere" in refusal(make_wheel(tmp_path, files={f"klondike-1.0.data/{scheme}/x": "x"}), Unsafe)

    def test_what_changes_how_python_starts(self, tmp_path: Path) -> None:
        assert "how Python starts" in refusal(make_wheel(tmp_path, files={"x.pth": "import os"}), Unsafe)

    def test_a_package_that_others_could_add_to(self, tmp_path: Path) -> None:
        assert "others could add to it" in refusal(make_wheel(tmp_path, files={"google/x.py": ""}), Unsafe)


class TestSize:
    def test_a_bomb(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What unpacks to far more than a plugin needs is refused before it is unpacked."""
        monkeypatch.setattr(wheels, "MAX_UNPACKED", 1 << 20)
        path = make_wheel(tmp_path, files={"klondike/zeros.bin": b"\0" * (2 << 20)})
        assert path.stat().st_size < 10_000
        assert "too large" in refusal(path, Unsafe)

    def test_too_many_files(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(wheels, "MAX_FILES", 20)
        assert "too large" in refusal(make_wheel(tmp_path, files={f"klondike/{n}.txt": "" for n in range(20)}), Unsafe)

    def test_a_directory_without_end(self, tmp_path: Path) -> None:
        """An archive of far too many entries is refused before a list of them is made."""
        path = make_wheel(tmp_path)
        path.write_bytes(b"PK\x01\x02" * 20_000 + path.read_bytes())
        assert "too large" in refusal(path, Unsafe)

    def test_a_wheel_that_is_long(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(wheels, "MAX_WHEEL", 100)
        assert "too large" in refusal(make_wheel(tmp_path), Unsafe)

    def test_metadata_without_end(self, tmp_path: Path) -> None:
        metadata = "Metadata-Version: 2.1\nName: klondike\nVersion: 1.0\n\n" + "x" * (1 << 20)
        assert "too large" in refusal(make_wheel(tmp_path, metadata=metadata), Unsafe)

    def test_a_file_that_lies_about_its_length(self, tmp_path: Path) -> None:
        """A length in the archive's directory that is not that of the file is damage."""
        path = make_wheel(tmp_path, files={"klondike/notes.txt": "x" * 1000})
        raw = bytearray(path.read_bytes())
        place = raw.rindex(b"klondike/notes.txt") - 46
        raw[place + 24 : place + 28] = (10).to_bytes(4, "little")
        path.write_bytes(raw)
        assert "damaged" in refusal(path, NoWheel)


class TestDamage:
    @pytest.mark.parametrize(
        "file",
        ["klondike.whl", "klondike-1.0.zip", "klondike-x-py3-none-any.whl", "klondike-1.0-py3\u202e-none-any.whl"],
    )
    def test_no_wheels_name(self, tmp_path: Path, file: str) -> None:
        assert "is no wheel" in refusal(make_wheel(tmp_path, file=file), NoWheel)

    @pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"not at all", b"\0" * 5000])
    def test_no_archive(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "klondike-1.0-py3-none-any.whl"
        path.write_bytes(content)
        assert "damaged" in refusal(path, NoWheel)

    @given(data=st.data())
    def test_any_changed_byte(self, data: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
        """A changed byte is noticed or harmless: what is read is what the wheel's own list says, and nothing else is raised."""
        path = make_wheel(tmp_path_factory.mktemp("w"))
        raw = bytearray(path.read_bytes())
        place = data.draw(st.integers(0, len(raw) - 1))
        raw[place] ^= data.draw(st.integers(1, 255))
        try:
            wheel = read_wheel(path.name, bytes(raw))
        except PluginsError:
            return
        assert (wheel.name, wheel.version) == ("klondike", "1.0")

    @pytest.mark.parametrize(
        "change",
        [
            lambda record: record.replace("klondike/rules.py,sha256=", "klondike/rules.py,sha256=x"),
            lambda record: "\n".join(line for line in record.splitlines() if "rules" not in line),
            lambda record: record + "klondike/more.py,sha256=AAAA,1\n",
            lambda record: record.replace("sha256", "md5"),
            lambda record: record + "klondike/rules.py,sha256=AAAA,1\n",
            lambda record: "a,b\n",
        ],
        ids=["other hash", "not listed", "not there", "weak hash", "listed twice", "no list"],
    )
    def test_a_list_that_does_not_fit(self, tmp_path: Path, change: Any) -> None:
        """Every file must be in the wheel's list with its hash, and everything in the list must be there."""
        path = make_wheel(tmp_path)
        with zipfile.ZipFile(path) as archive:
            record = archive.read("klondike-1.0.dist-info/RECORD").decode()
        assert "not what its own list says" in refusal(make_wheel(tmp_path, record=change(record)), NoWheel)

    @pytest.mark.parametrize(
        "metadata",
        [
            "Name: spider\nVersion: 1.0\n",
            "Name: klondike\nVersion: 2.0\n",
            "Version: 1.0\n",
            "Name: klondike\nVersion: x\n",
        ],
    )
    def test_another_name_inside(self, tmp_path: Path, metadata: str) -> None:
        path = make_wheel(tmp_path, metadata=f"Metadata-Version: 2.1\n{metadata}")
        assert "calls itself otherwise" in refusal(path, NoWheel)

    def test_two_folders_of_metadata(self, tmp_path: Path) -> None:
        path = make_wheel(tmp_path, files={"spider-1.0.dist-info/METADATA": "x"})
        assert "calls itself otherwise" in refusal(path, NoWheel)

    def test_a_form_of_wheels_to_come(self, tmp_path: Path) -> None:
        assert "does not know" in refusal(make_wheel(tmp_path, wheel_version="2.0"), NoWheel)

    def test_a_password(self, tmp_path: Path) -> None:
        path = make_wheel(tmp_path)
        raw = bytearray(path.read_bytes())
        at = -1
        while (at := raw.find(b"PK\x01\x02", at + 1)) >= 0:
            raw[at + 8] |= 1
        path.write_bytes(raw)
        assert "password" in refusal(path, NoWheel)
