"""Sounds with the library that really plays them, on a device that writes what it is given to a file."""

import os
import subprocess
import sys
import tomllib
from ctypes.util import find_library
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PLAYER = (sys.executable, "-P", "-m", "sofra_qt.sounding.player")
TO_A_FILE = """
pcm.none { type null }
pcm.!default { type file slave.pcm "none" file "HEARD" format "raw" }
"""


def said(config: str, folder: Path, *lines: str) -> list[str]:
    """What the player says, with this configuration of ALSA and no other sound server; the lines come once it has said a word."""
    (folder / "asound.conf").write_text(config, "utf-8")
    environment = {
        **os.environ,
        "ALSA_CONFIG_PATH": str(folder / "asound.conf"),
        "PULSE_SERVER": f"unix:{folder}/nowhere",
    }
    with subprocess.Popen(
        PLAYER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        words = [process.stdout.readline()]
        for line in lines:
            print(line, file=process.stdin)
        process.stdin.close()
        words += process.stdout.readlines()
        assert process.wait(60) == 0
    return [word.strip() for word in words]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere a device cannot be made up")
class TestOnLinux:
    """The library as it is installed with Sofra."""

    def test_it_plays(self, tmp_path: Path) -> None:
        """What is asked for reaches the device; where the system has no ALSA, nothing can."""
        heard = tmp_path / "heard"
        there = find_library("asound") is not None
        words = said(TO_A_FILE.replace("HEARD", str(heard)), tmp_path, "play won 1.000 0", "play pick 1.000 0")
        assert words == (["plays"] if there else ["no-device"])
        assert there == (heard.exists() and any(heard.read_bytes()))
        heard.unlink(missing_ok=True)

    def test_no_device(self, tmp_path: Path) -> None:
        """It says so, where the library itself would play into nothing."""
        assert said("", tmp_path, "play pick 1.000 0", "hush") == ["no-device"]


def test_the_library_comes_where_it_need_not_be_built() -> None:
    """Whoever installs Sofra has sounds on the machines that there are wheels for, and needs a compiler on none."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    (sounds,) = [each for text in wanted if (each := Requirement(text)).extras == {"sounds"}]
    assert sounds.marker is not None
    machines = {
        ("linux", "x86_64", "3.11"): True,
        ("linux", "x86_64", "3.14"): True,
        ("linux", "aarch64", "3.12"): False,
        ("win32", "AMD64", "3.13"): True,
        ("win32", "ARM64", "3.13"): False,
        ("darwin", "arm64", "3.11"): True,
        ("darwin", "x86_64", "3.12"): True,
        ("linux", "x86_64", "3.15"): False,
    }
    for (system, machine, version), there in machines.items():
        found = {"sys_platform": system, "platform_machine": machine, "python_version": version}
        assert sounds.marker.evaluate(found) is there, (system, machine, version)
