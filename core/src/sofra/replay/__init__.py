"""Replays: rounds as files, and the check that a round was played as its rules say."""

from sofra.replay.check import Problem, verify, verify_log
from sofra.replay.file import ReplayError, dump, export_round, import_file, load, read_file

__all__ = ["Problem", "ReplayError", "dump", "export_round", "import_file", "load", "read_file", "verify", "verify_log"]
