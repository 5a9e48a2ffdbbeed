"""Wants to end the program, in one way each."""

import os
import sys

from hostile_base import Matches, games, info


class Exits(Matches):
    """`sys.exit` where it is asked what may be done."""

    id = "ends-exit"

    def choices(self, seen, seat):
        sys.exit(3)


class Interrupts(Matches):
    """Pretends that somebody has pressed Ctrl+C."""

    id = "ends-interrupt"

    def scene(self, seen, eye, aspect):
        raise KeyboardInterrupt


class Dies(Matches):
    """Ends the process in the middle of a deal, without any word."""

    id = "ends-process"

    def deal(self, shuffle, options):
        os._exit(17)


class DiesShown(Matches):
    """Ends the process where the table is drawn."""

    id = "ends-window"

    def scene(self, seen, eye, aspect):
        os._exit(17)


class Crashes(Matches):
    """Reads where there is nothing, which ends the process by a signal."""

    id = "ends-signal"

    def scene(self, seen, eye, aspect):
        import ctypes

        ctypes.string_at(0)
        raise AssertionError


class Recurses(Matches):
    """Calls itself for ever."""

    id = "ends-recursion"

    def choices(self, seen, seat):
        return self.choices(seen, seat)


class Speechless(Matches):
    """Raises an error whose words raise an error."""

    id = "ends-speechless"

    def choices(self, seen, seat):
        class Bad(Exception):
            def __str__(self):
                raise ValueError("no words")

        raise Bad


KINDS = (Exits, Interrupts, Dies, DiesShown, Crashes, Recurses, Speechless)

sofra_games = games(
    *(info(f"hostile_ends:{kind.__name__}", kind.id, f"Q{chr(65 + n)}") for n, kind in enumerate(KINDS))
)
