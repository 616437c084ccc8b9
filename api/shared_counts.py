"""Counts of requests that several processes of a machine share, in a file that each has mapped.

The file is locked for the microseconds of a change; the system unlocks it where a process dies.
"""

import fcntl
import hashlib
import mmap
import os
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from limits.aio.storage import MemoryStorage

PLACES: Final = 1 << 16
NEAR: Final = 16  # places where a count may be kept
_PLACE: Final = struct.Struct("<16sdQ")  # whose it is, when it is over, and the count


class SharedCounts(MemoryStorage):
    """Counts by key, of all processes that have the same file.

    Where there is no place for one more, the count goes that would be over first.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, which the first process makes."""
        super().__init__()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        os.ftruncate(self._file, PLACES * _PLACE.size)
        self._places = mmap.mmap(self._file, PLACES * _PLACE.size)

    async def get(self, key: str) -> int:
        """The count of a key; 0 where it is over or there is none."""
        with self._locked():
            return self._found(_digest(key))[1]

    async def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count so much more; a new count is over in ``expiry`` seconds."""
        digest = _digest(key)
        with self._locked():
            place, count, end = self._found(digest)
            end = end if count else time.time() + expiry
            _PLACE.pack_into(self._places, place, digest, end, count + amount)
            return count + amount

    async def decr(self, key: str, amount: int = 1) -> int:
        """Count so much less."""
        digest = _digest(key)
        with self._locked():
            place, count, end = self._found(digest)
            left = max(0, count - amount)
            _PLACE.pack_into(self._places, place, digest, end, left)
            return left

    async def clear(self, key: str) -> None:
        """Forget a count."""
        digest = _digest(key)
        with self._locked():
            _PLACE.pack_into(self._places, self._found(digest)[0], digest, 0.0, 0)

    def _found(self, digest: bytes) -> tuple[int, int, float]:
        """The place of a count, the count, and when it is over."""
        now, first = time.time(), int.from_bytes(digest[:4], "little")
        soonest, over = 0, float("inf")
        for number in range(first, first + NEAR):
            place = number % PLACES * _PLACE.size
            owner, end, count = _PLACE.unpack_from(self._places, place)
            if owner == digest:
                return place, count if end > now else 0, end
            if end < over:
                soonest, over = place, end
        return soonest, 0, 0.0

    @contextmanager
    def _locked(self) -> Iterator[None]:
        fcntl.lockf(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN)


def _digest(key: str) -> bytes:
    return hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()
