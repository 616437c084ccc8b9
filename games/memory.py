"""Giving back the memory that only loading kernels has needed."""

import ctypes
import gc
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

COMPILER: Final = "libllvmlite"
_DONTNEED: Final = 4  # of madvise(2), the same on every architecture of Linux


def settle() -> None:
    """Give back what only loading needed, and spare the collector of garbage all that is there.

    That stays as long as the process, and looking through it holds up everything for 0.2 seconds.
    The collector works from now on, also where it was disabled while all that was loaded.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library than the GNU one
            libc = ctypes.CDLL("libc.so.6", use_errno=True)
            libc.malloc_trim(0)
            for start, end in code_of(COMPILER, Path("/proc/self/maps").read_text("utf-8")):
                libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), _DONTNEED)


def code_of(library: str, maps: str) -> list[tuple[int, int]]:
    """Where the machine code of a library lies, by ``/proc/self/maps``: starts and ends.

    Nobody writes to it, so that what is given back is read from the file again when it is needed.
    """
    found = []
    for line in maps.splitlines():
        span, rights, *_, name = line.split()
        if rights == "r-xp" and library in name.rpartition("/")[2]:
            start, end = span.split("-")
            found.append((int(start, 16), int(end, 16)))
    return found
