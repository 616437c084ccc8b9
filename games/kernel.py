"""Compiled kernels: the one decorator that makes them, and the cache that keeps them.

Every hot function of the project is ordinary Python compiled by Numba through :func:`kernel`.
Numba's own cache looks at one source file only, so an edited callee could leave a stale caller
behind. Here a compiled kernel is kept under a hash of its name, the types of its arguments, the
compilers, the processor and the contents of all sources it depends on (`games.sources`). So
an edit compiles what depends on it and nothing else, and equal checkouts share their kernels,
wherever they lie.
"""

import hashlib
import logging
import os
import pickle
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from inspect import getfile
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core.caching import FunctionCache, UserProvidedCacheLocator
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from kibitz.games.dispatching import Door, KernelDispatcher, loaded_door, packed, unpacked
from kibitz.games.sources import digest_of

_log = logging.getLogger(__name__)
F = TypeVar("F", bound=Callable[..., Any])

UNUSED_DAYS: Final = 30
OPTIONS: Final = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": None,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}

# By record type: the files that attach kernels to the protocol for it. See `games.protocol`.
attached_in: dict[Any, set[Path]] = {}


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


def toolchain() -> str:
    """Sixteen hex digits that change with the compilers and the processor."""
    versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version)
    return hashlib.sha256(repr((*versions, cpu_identity())).encode()).hexdigest()[:16]


def cache_base() -> Path:
    """The directory that holds a kernel cache per toolchain (``KIBITZ_CACHE_DIR`` overrides it)."""
    override = os.environ.get("KIBITZ_CACHE_DIR")
    if override:
        return Path(override)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kibitz"


CACHE_DIR: Final = cache_base() / f"kernels-{toolchain()}"


def forget_unused(days: float = UNUSED_DAYS) -> int:
    """Delete the files of the cache that nobody has used for so long, and return their number."""
    oldest = time.time() - 86_400 * days
    gone = 0
    for file in CACHE_DIR.rglob("*"):
        with suppress(OSError):
            if file.is_file() and file.stat().st_mtime < oldest:
                file.unlink()
                gone += 1
    return gone


def _records(of: Any) -> Iterator[Any]:
    """The record types in a Numba type: itself, of its elements, fields and members."""
    if isinstance(of, numba.types.Record):
        yield of
        members = [of.typeof(field) for field in of.fields]
    elif isinstance(of, numba.types.BaseTuple):
        members = list(of)
    else:
        members = [getattr(of, "dtype", None)]
    for member in members:
        if isinstance(member, numba.types.Type) and member is not of:
            yield from _records(member)


class _Place(UserProvidedCacheLocator):  # type: ignore[misc]
    """The directory of a module's kernels; nothing is created before there is something to keep."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        super().__init__(py_func, py_file)
        self._cache_path = str(CACHE_DIR / py_func.__module__)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "_Place":
        return cls(py_func, py_file)

    def ensure_cache_path(self) -> None:
        pass

    def get_source_stamp(self) -> str:
        return ""  # the key of an entry holds the contents of the sources


class _Impl(FunctionCache._impl_class):  # type: ignore[misc]
    _locator_classes: Final = [_Place]

    def reduce(self, cres: Any) -> Any:
        return packed(cres)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        return unpacked(target_context, payload)


class _Files:
    """One file per entry, written at a stroke: processes that compile the same do not collide."""

    def __init__(self, directory: Path, name: str) -> None:
        self._directory, self._name = directory, name

    def load(self, key: str) -> Any:
        file = self._directory / f"{self._name}-{key}.nbc"
        try:
            data = pickle.loads(file.read_bytes())  # what this project's own compiler has written
        except OSError:
            return None
        except Exception as error:  # noqa: BLE001 - whatever is in a damaged file
            _log.warning("a kernel is compiled again: cannot read %s: %r", file, error)
            return None
        with suppress(OSError):
            os.utime(file)
        return data

    def save(self, key: str, data: object) -> None:
        try:
            self._directory.mkdir(parents=True, exist_ok=True)
            part = self._directory / f"{uuid.uuid4().hex}.part"
            part.write_bytes(dumps(data))
            part.replace(self._directory / f"{self._name}-{key}.nbc")
        except OSError:  # a cache that can only be read, or no room: compiled again next time
            return


class KernelCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function, with keys made from contents."""

    _impl_class = _Impl

    def __init__(self, py_func: Callable[..., Any]) -> None:
        """``py_func``: the function to be compiled."""
        super().__init__(py_func)
        self._source = Path(getfile(py_func)).resolve()
        self._cache_file = _Files(Path(self.cache_path), py_func.__qualname__)

    def load_door(self, args: tuple[Any, ...], context: Any) -> Door | None:
        """The wrapper for Python callers with arguments of these types, if it is there."""
        rtsys.initialize(context)  # all that code from the cache needs of what a compiler loads
        data = self._cache_file.load(self._door_key(args, context))
        return None if data is None else loaded_door(context, data)

    def save_door(self, args: tuple[Any, ...], data: tuple[Any, ...], context: Any) -> None:
        """Keep the wrapper for Python callers with arguments of these types."""
        self._cache_file.save(self._door_key(args, context), data)

    def _door_key(self, args: tuple[Any, ...], context: Any) -> str:
        return f"door-{self._index_key(args, context.codegen())}"

    def _index_key(self, sig: Any, codegen: Any) -> str:
        numbas = super()._index_key(sig, codegen)
        records = {record for argument in sig for record in _records(argument)}
        files = {file for record in records for file in attached_in.get(record, ())}
        line = self._py_func.__code__.co_firstlineno
        parts = (line, *map(repr, numbas), digest_of(frozenset({self._source, *files})))
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def kernel(function: F) -> F:
    """Compile ``function`` with Numba: cached on disk, no interpreter lock held while it runs."""
    if numba.config.DISABLE_JIT:
        return function
    compiled = KernelDispatcher(function, targetoptions=dict(OPTIONS))
    compiled._cache = KernelCache(function)
    return cast(F, compiled)
