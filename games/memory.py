"""Giving back the memory that loading kernels has taken.

With each kernel that comes from the cache Numba keeps its intermediate code, in case another one
that is compiled later wants to inline it: a third of what a service holds. After loading nothing
is compiled any more, so it is packed away, and unpacked if something is compiled all the same.
"""

import ctypes
import gc
import sys
import zlib
from contextlib import suppress
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary


def settle() -> None:
    """Give back what only loading needed, and spare the collector of garbage all that is there.

    That stays as long as the process, and looking through it holds up everything for 0.2 seconds.
    """
    gc.collect()
    for library in [found for found in gc.get_objects() if type(found) is JITCodeLibrary]:
        _pack(library)
    gc.collect()
    gc.freeze()
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library than the GNU one
            ctypes.CDLL("libc.so.6").malloc_trim(0)


def _pack(library: Any) -> None:
    """Let a library that was loaded as machine code hold its intermediate code as packed bytes."""
    module = getattr(library, "_shared_module", None)
    if module is None or any(not function.is_declaration for function in _functions(library)):
        return
    packed = zlib.compress(module.as_bitcode(), 1)
    library._shared_module = None
    library._get_module_for_linking = lambda: llvm.parse_bitcode(zlib.decompress(packed))


def _functions(library: Any) -> Any:
    return library._final_module.functions
