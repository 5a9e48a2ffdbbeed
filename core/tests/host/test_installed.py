"""Entry points are found as importlib.metadata finds them, only sooner."""

from __future__ import annotations

import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from sofra.host.installed import Entry, entries, needs, version


def test_same_as_the_standard_library_for_everything_installed_here() -> None:
    """For every group that is installed here, names and values are those of importlib.metadata."""
    for group in sorted(entry_points().groups):
        theirs = {(each.name, each.value.partition("[")[0].replace(" ", "")) for each in entry_points(group=group)}
        assert {(each.name, each.value) for each in entries(group)} == theirs


def test_entry_file_with_comments_extras_and_other_groups(tmp_path: Path) -> None:
    """Comments, extras, spaces and other groups do not disturb the reading of a group."""
    info = tmp_path / "My_Game.Two-1.5.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text(
        "# a game\n[console_scripts]\nx = y:z\n\n[sofra]\n; note\n one=a.b : C.d [extra]\ntwo = e\n[sofra.commands]\nthree = f:g\n",
        "utf-8",
    )
    assert entries("sofra", [str(tmp_path)]) == [
        Entry("one", "a.b:C.d", "my-game-two", "1.5"),
        Entry("two", "e", "my-game-two", "1.5"),
    ]


def test_first_on_the_path_hides_later_ones(tmp_path: Path) -> None:
    """Of two distributions of one name, only the first on the path counts, even when it has no entry points."""
    for place, text in (("a", ""), ("b", "[sofra]\nx = y\n")):
        info = tmp_path / place / "game-1.dist-info"
        info.mkdir(parents=True)
        (info / "entry_points.txt").write_text(text, "utf-8")
    assert entries("sofra", [str(tmp_path / "a"), str(tmp_path / "b")]) == []
    assert len(entries("sofra", [str(tmp_path / "b"), str(tmp_path / "a")])) == 1


def test_places_that_are_no_folders_are_passed_over(tmp_path: Path) -> None:
    """A zip file, a missing folder and a file that is no text on the path stop nothing."""
    (tmp_path / "x.zip").write_bytes(b"PK")
    info = tmp_path / "bad-1.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_bytes(b"\xff\xfe[sofra]\n")
    assert entries("sofra", [str(tmp_path / "x.zip"), str(tmp_path / "gone"), str(tmp_path)]) == []


def test_needs_reads_the_names_of_requirements(tmp_path: Path) -> None:
    """Names come from Requires-Dist, normalised, and not from the description below it."""
    info = tmp_path / "sofra-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Name: sofra\nRequires-Dist: sofra_Core>=1\nRequires-Dist: attrs; python_version<'4'\n\nRequires-Dist: no\n",
        "utf-8",
    )
    assert needs("sofra", [str(tmp_path)]) == frozenset({"sofra-core", "attrs"})
    assert needs("other", [str(tmp_path)]) is None


def test_version_of_this_very_distribution() -> None:
    """The version of the installed core is found; an unknown distribution has none."""
    assert version("sofra-core")
    assert version("no-such-thing") == ""


def test_load_follows_the_dots() -> None:
    """An entry point may name an object inside another one."""
    assert Entry("x", "sys:flags.dev_mode", "d").load() is sys.flags.dev_mode
    with pytest.raises(AttributeError):
        Entry("x", "sys:nothing_here", "d").load()
