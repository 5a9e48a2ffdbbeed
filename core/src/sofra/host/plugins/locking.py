"""A lock between programs, which the system lets go of when its holder dies."""

from __future__ import annotations

import sys

__all__ = ["lock_file", "share_file", "unlock_file"]

if sys.platform == "win32":
    import msvcrt

    def lock_file(handle: int) -> bool:
        """Lock an open file for this program alone; False where another one holds it."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def share_file(handle: int) -> bool:
        """Say that this program uses what the file stands for. There are no shared locks here, and open files cannot be deleted."""
        return handle >= 0

    def unlock_file(handle: int) -> None:
        """Let go of a lock."""
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def lock_file(handle: int) -> bool:
        """Lock an open file for this program alone; False where another one holds it."""
        return _lock(handle, fcntl.LOCK_EX)

    def share_file(handle: int) -> bool:
        """Lock an open file beside others that share it; False where one holds it alone."""
        return _lock(handle, fcntl.LOCK_SH)

    def unlock_file(handle: int) -> None:
        """Let go of a lock."""
        fcntl.flock(handle, fcntl.LOCK_UN)

    def _lock(handle: int, how: int) -> bool:
        try:
            fcntl.flock(handle, how | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
