"""Compiled kernels, before the clock runs: a search's time limit must not pay for compiling."""

import sys

from kibitz.solvers.compiling import compile_game, is_compiled
from kibitz.solvers.progress import Listener
from kibitz.solvers.solver import Solver


def prepare(solver: Solver, listener: Listener, *, quiet: bool = False) -> None:
    """Compile the kernels of ``solver`` unless they are cached; ``quiet``: without a message."""
    if is_compiled(solver):
        return
    if not quiet:
        sys.stderr.write("Compiling the kernels; this is done once.\n")
        sys.stderr.flush()
    compile_game(solver, listener)
