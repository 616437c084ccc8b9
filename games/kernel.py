"""Compiled kernels: the one decorator that makes them and the directory that caches them.

Every hot function of the project is ordinary Python compiled by Numba through :func:`kernel`.
Numba's own cache looks at one source file only, so an edited callee could leave a stale caller
behind. The cache therefore lives in a directory named by a hash of *all* kernel sources, the
versions of the compilers and the processor: an edit anywhere opens a new, empty directory.
"""

import hashlib
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core.caching import CacheImpl, UserProvidedCacheLocator

F = TypeVar("F", bound=Callable[..., Any])

ROOT = Path(__file__).resolve().parent.parent
KERNEL_PACKAGES = ("games", "heuristics", "solvers")
_IMPORT = re.compile(
    rf"^from ((?:{'|'.join(KERNEL_PACKAGES)})[\w.]*) import ([\w, ]*)", re.MULTILINE
)
_MARKS = ("@kernel", "implements(")


def kernel_sources() -> list[Path]:
    """Every source file that defines a kernel, and all it imports of ours, in a stable order.

    Kernels freeze the constants they name, so a file of constants matters as much as a callee.
    """
    files = (f for package in KERNEL_PACKAGES for f in (ROOT / package).rglob("*.py"))
    waiting = [f for f in files if any(mark in f.read_text("utf-8") for mark in _MARKS)]
    found: set[Path] = set()
    while waiting:
        source = waiting.pop()
        if source not in found:
            found.add(source)
            waiting += _imported(source)
    return sorted(found)


def weight_files() -> list[Path]:
    """Learned weights and computed tables, some of which kernels freeze as constants."""
    return sorted(f for package in KERNEL_PACKAGES for f in (ROOT / package).rglob("*.npz"))


def _imported(source: Path) -> list[Path]:
    """Our own files that a source imports from."""
    paths = []
    for module, names in _IMPORT.findall(source.read_text("utf-8")):
        base = ROOT.joinpath(*module.split("."))
        paths.append(base.with_suffix(".py"))
        paths += [base / f"{name.strip()}.py" for name in names.split(",")]
    return [path for path in paths if path.is_file()]


def cpu_identity() -> str:
    """Name and features of the processor the kernels are compiled for.

    ``NUMBA_CPU_NAME`` and ``NUMBA_CPU_FEATURES`` win over the processor found, as they do in
    Numba itself; a container image sets them to a portable level.
    """
    name = os.environ.get("NUMBA_CPU_NAME") or llvm.get_host_cpu_name()
    features = os.environ.get("NUMBA_CPU_FEATURES")
    if features is None:
        features = "" if name == "generic" else llvm.get_host_cpu_features().flatten()
    return f"{name}/{features}"


def kernel_hash() -> str:
    """Sixteen hex digits that change when any compiled kernel could change."""
    digest = hashlib.sha256()
    versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version)
    digest.update(repr((*versions, cpu_identity())).encode())
    for source in (*kernel_sources(), *weight_files()):
        digest.update(source.relative_to(ROOT).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_base() -> Path:
    """The directory that holds one kernel cache per hash (``KIBITZ_CACHE_DIR`` overrides it)."""
    override = os.environ.get("KIBITZ_CACHE_DIR")
    if override:
        return Path(override)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kibitz"


CACHE_DIR = cache_base() / f"kernels-{kernel_hash()}"
numba.config.CACHE_DIR = str(CACHE_DIR)


class ReadableCacheLocator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Numba's locator for a given directory, content with one that can only be read.

    Numba insists on writing a test file and else compiles anew, so a warmed cache on a read-only
    file system would go unused.
    """

    def ensure_cache_path(self) -> None:
        """Create the directory; on failure an existing one will do."""
        try:
            super().ensure_cache_path()
        except OSError:
            if not Path(self.get_cache_path()).is_dir():
                raise


CacheImpl._locator_classes.insert(0, ReadableCacheLocator)


def kernel(function: F) -> F:
    """Compile ``function`` with Numba: cached on disk, no interpreter lock held while it runs."""
    return cast(F, numba.njit(function, cache=True, nogil=True, error_model="numpy"))
