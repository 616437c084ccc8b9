import os
import subprocess
import sys
import time
from pathlib import Path
from subprocess import CompletedProcess

import numba
import numpy as np
import pytest

from kibitz.games import kernel
from kibitz.games.kernel import CACHE_DIR, cache_base, cpu_identity, forget_unused, toolchain

# Prints how many of its two kernels had to be compiled.
PROGRAM = """
import sys
sys.path[:0] = [sys.argv[1], {root!r}]
import numpy as np
from plain import double, twice
print(int(double(4)), sum(f.stats.cache_misses.total() for f in (double, twice)))
"""
PLAIN = """
import numpy as np
from kibitz.games.kernel import kernel
FACTOR = {factor}

@kernel
def twice(x):
    return FACTOR * x

@kernel
def double(x):
    once, again = np.zeros((2, 3), np.int64), np.full((2, 3), x)
    return 0 if (once != again).any() and x == 0 else twice(x)  # `!=` is compiled by itself
"""

# A kernel that makes an array for Python, called by Python after another kernel has linked it.
MAKER = """
import sys
sys.path[:0] = [sys.argv[1], {root!r}]
from plain import made
from {caller} import lengths
print(lengths(), len(made()))
"""
MADE = """
import numpy as np
from kibitz.games.kernel import kernel
PAIR = np.dtype([("a", np.int64), ("b", np.int8)])

@kernel
def made():
    return np.zeros(3, PAIR)
"""
LENGTHS = """
from kibitz.games.kernel import kernel
from plain import made

@kernel
def lengths():
    return len(made())
"""


# A kernel from the cache, and then one that may have to be compiled.
WAITING = """
import sys
sys.path[:0] = [sys.argv[1], {root!r}]
from plain import made
print(len(made()), "numba.np.npyimpl" in sys.modules)
from first import lengths
print(lengths())
"""


def compiled(cache: Path, checkout: Path, factor: int = 2, damaged: bool = False) -> list[int]:
    """The answer of a kernel in a checkout of its own, and how many kernels were compiled."""
    checkout.mkdir(exist_ok=True)
    (checkout / "plain.py").write_text(PLAIN.format(factor=factor), "utf-8")
    done = run(cache, checkout, PROGRAM)
    assert ("a kernel is compiled again" in done.stderr) is damaged
    return [int(word) for word in done.stdout.split()]


def run(cache: Path, checkout: Path, program: str, **names: str) -> CompletedProcess[str]:
    """Run a program with a cache of its own; ``names`` are filled in besides the root."""
    program = program.format(root=str(Path(kernel.__file__).parents[2]), **names)
    return subprocess.run(
        [sys.executable, "-B", "-c", program, str(checkout)],  # the modules are soon written anew
        env={**os.environ, "KIBITZ_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )


def test_kernels_are_kept_by_the_contents_of_their_sources(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert compiled(cache, tmp_path / "one") == [8, 2]
    assert compiled(cache, tmp_path / "one") == [8, 0]
    assert compiled(cache, tmp_path / "one", factor=3) == [12, 2]
    assert compiled(cache, tmp_path / "one") == [8, 0]


def test_a_kernel_that_was_linked_before_python_calls_it_gives_python_arrays(
    tmp_path: Path,
) -> None:
    (tmp_path / "plain.py").write_text(MADE, "utf-8")
    for caller in ("first", "second"):
        (tmp_path / f"{caller}.py").write_text(LENGTHS, "utf-8")
        assert run(tmp_path / "cache", tmp_path, MAKER, caller=caller).stdout == "3 3\n"


def test_a_kernel_of_which_only_the_linked_code_is_kept_gives_python_arrays(
    tmp_path: Path,
) -> None:
    (tmp_path / "plain.py").write_text(MADE, "utf-8")
    (tmp_path / "first.py").write_text(LENGTHS, "utf-8")
    assert run(tmp_path / "cache", tmp_path, MAKER, caller="first").stdout == "3 3\n"
    (door,) = (tmp_path / "cache").rglob("made-door-*.nbc")
    door.unlink()
    assert run(tmp_path / "cache", tmp_path, MAKER, caller="first").stdout == "3 3\n"


def test_damaged_files_of_the_cache_are_compiled_again(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert compiled(cache, tmp_path / "one") == [8, 2]
    for file in cache.rglob("*.nbc"):
        file.write_bytes(file.read_bytes()[:-20])
    assert compiled(cache, tmp_path / "one", damaged=True) == [8, 2]
    assert compiled(cache, tmp_path / "one") == [8, 0]


def test_a_cache_that_cannot_be_written_is_used_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert compiled(tmp_path / "file", tmp_path / "one") == [8, 2]


def test_records_are_found_in_the_types_of_arguments() -> None:
    inner = np.dtype([("a", np.int64)])
    outer = np.dtype([("inner", inner), ("b", np.uint8, 3)])
    records = [numba.from_dtype(dtype) for dtype in (outer, inner)]
    array = numba.types.Array(records[0], 1, "C")
    for of in (records[0], array, numba.types.Tuple([numba.int64, array])):
        assert list(kernel._records(of)) == records
    assert list(kernel._records(numba.float64)) == []


def test_the_cache_has_a_directory_for_each_compiler_and_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = {toolchain()}
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    monkeypatch.delenv("NUMBA_CPU_FEATURES", raising=False)
    seen.add(toolchain())
    assert cpu_identity() == "generic/"
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "+avx2")
    assert cpu_identity() == "generic/+avx2"
    seen.add(toolchain())
    monkeypatch.setattr(numba, "__version__", "0.0.0")
    seen.add(toolchain())
    assert len(seen) == 4


def test_kernels_that_nobody_loads_are_deleted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(kernel, "CACHE_DIR", tmp_path)
    old, new = tmp_path / "m/old-1.nbc", tmp_path / "m/new-1.nbc"
    old.parent.mkdir()
    for file in (old, new):
        file.touch()
    long_ago = time.time() - 40 * 86_400
    os.utime(old, (long_ago, long_ago))
    assert forget_unused() == 1
    assert [old.exists(), new.exists()] == [False, True]


def test_cache_lies_where_it_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIBITZ_CACHE_DIR", str(tmp_path / "here"))
    assert cache_base() == tmp_path / "here"
    monkeypatch.delenv("KIBITZ_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_base() == tmp_path / "kibitz"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_base().parts[-2:] == (".cache", "kibitz")
    assert CACHE_DIR.name == f"kernels-{toolchain()}"


def test_the_compiler_is_not_loaded_for_kernels_that_the_cache_has(tmp_path: Path) -> None:
    """What Numba compiles with costs a fifth of a second and 15 MB."""
    (tmp_path / "plain.py").write_text(MADE, "utf-8")
    (tmp_path / "first.py").write_text(LENGTHS, "utf-8")
    assert run(tmp_path / "cache", tmp_path, WAITING).stdout == "3 True\n3\n"
    assert run(tmp_path / "cache", tmp_path, WAITING).stdout == "3 False\n3\n"
    (entry,) = (tmp_path / "cache").rglob("lengths-door-*.nbc")
    entry.unlink()
    assert run(tmp_path / "cache", tmp_path, WAITING).stdout == "3 False\n3\n"
