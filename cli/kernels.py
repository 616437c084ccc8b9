"""Compiled kernels, before the clock runs: a search's time limit must not pay for compiling.

A file in the kernel cache marks each game whose kernels are all there. Its name has a hash of the
sources of the game's solver, so an old mark never speaks for new sources.
"""

import inspect
import sys
from contextlib import suppress
from pathlib import Path

from games.kernel import CACHE_DIR
from games.sources import digest_of
from solvers.progress import Listener
from solvers.solver import Solver


def prepare(solver: Solver, listener: Listener, *, quiet: bool = False) -> None:
    """Compile the kernels of ``solver`` unless they are in the cache; ``quiet`` does not say so."""
    if _mark(solver).exists():
        return
    if not quiet:
        sys.stderr.write("Compiling the kernels; this is done once.\n")
        sys.stderr.flush()
    solver.warm(listener)
    note_ready(solver)


def note_ready(solver: Solver) -> None:
    """Note that all kernels of ``solver`` are in the cache, if it can be written to."""
    with suppress(OSError):
        CACHE_DIR.mkdir(parents=True, exist_ok=True)
        _mark(solver).touch()


def _mark(solver: Solver) -> Path:
    source = Path(inspect.getfile(type(solver))).resolve()
    return CACHE_DIR / f"{solver.game.name}-{digest_of(frozenset({source}))}.ready"
