"""Replays: rounds as files, and the check that a round was played as its rules say."""

from sofra.replay.check import Problem, verify, verify_in_steps, verify_log
from sofra.replay.file import MAX_BYTES, ReplayError, dump, export_round, import_content, import_file, load, read_file

__all__ = [
    "MAX_BYTES",
    "Problem",
    "ReplayError",
    "dump",
    "export_round",
    "import_content",
    "import_file",
    "load",
    "read_file",
    "verify",
    "verify_in_steps",
    "verify_log",
]
