"""Jobs for tests of the worker, which answer when they are told to: each connects to a port and does what the line there says."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Mapping
from typing import Any

from sofra.game import Refused
from sofra.message import Message


def told(request: Mapping[str, Any], progress: Callable[[int], None]) -> Any:
    """Wait for a command: `answer`, `raise`, `refuse`, `die`, `print`, or a number of steps to tell and go on waiting."""
    with socket.create_connection(("127.0.0.1", request["port"])) as line, line.makefile("rw") as file:
        print(os.getpid(), request.get("name", ""), file=file, flush=True)
        for command in file:
            match command.strip():
                case "answer":
                    return [request.get("name"), os.getpid()]
                case "raise":
                    raise ValueError("asked to")
                case "refuse":
                    raise Refused(Message("No, {why}.", (("why", "asked to"),)))
                case "die":
                    os._exit(9)
                case "print":
                    sys.stdout.write("noise\n")
                    sys.stdout.flush()
                    os.write(1, b"and more\n")
                case steps:
                    progress(int(steps))
    return None


JOBS = {"told": told}
