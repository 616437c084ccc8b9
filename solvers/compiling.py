"""Compiling the kernels of games ahead of time, several games at once, into the kernel cache.

A file in the cache marks each game whose kernels are all there. Its name has a hash of the sources
of the game's solver, so an old mark never speaks for new sources.
"""

import gc
import inspect
import multiprocessing
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from kibitz.games.kernel import CACHE_DIR, forget_unused
from kibitz.games.sources import digest_of
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.lanes import cores
from kibitz.solvers.progress import Listener, Progress, ignore
from kibitz.solvers.solver import Solver

SECONDS_BETWEEN_LOOKS: Final = 0.2
GARBAGE: Final = 200_000  # new objects between two looks for garbage, instead of some hundreds
# The games that take longest to compile first, so that no process is left with one of them.
LONGEST_FIRST: Final = ("hand-knee-foot", "knack", "knotty-nines", "knaves", "knack-solitaire")


def mark_of(solver: Solver) -> Path:
    """The file that marks the kernels of a game as compiled."""
    source = Path(inspect.getfile(type(solver))).resolve()
    return CACHE_DIR / f"{solver.game.name}-{digest_of(frozenset({source}))}.ready"


def is_compiled(solver: Solver) -> bool:
    """Whether all kernels of a game are in the cache; they count as used today."""
    mark = mark_of(solver)
    with suppress(OSError):
        mark.touch() if mark.exists() else None
    return mark.exists()


def compile_game(solver: Solver, listener: Listener = ignore) -> None:
    """Compile the kernels of a game in this process and mark them, if the cache can be written."""
    with few_collections():
        solver.warm(listener)
    with suppress(OSError):
        CACHE_DIR.mkdir(parents=True, exist_ok=True)
        mark_of(solver).touch()


@contextmanager
def few_collections() -> Iterator[None]:
    """Within it, Python looks for garbage less often: the compiler leaves little, slowly found."""
    thresholds = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(GARBAGE, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()


def compile_all(listener: Listener = ignore, processes: int | None = None) -> None:
    """Compile the kernels of all games that are not in the cache, each game in a process.

    ``processes``: how many at once, by default one for each core that this process may use.
    ``listener`` hears how many steps of all games are done and what is being compiled.
    """
    missing = [name for name, solver in SOLVERS.items() if not is_compiled(solver)]
    missing.sort(key=lambda name: [*LONGEST_FIRST, name].index(name))
    at_once = min(len(missing), processes or cores())
    if at_once < 2:
        for name in missing:
            compile_game(SOLVERS[name], listener)
    else:
        _compile_in_processes(missing, at_once, listener)
    forget_unused()
    listener(Progress(len(SOLVERS), len(SOLVERS), "games", "ready"))


def _compile_in_processes(names: Iterable[str], at_once: int, listener: Listener) -> None:
    context = multiprocessing.get_context("spawn")
    with (
        context.Manager() as manager,
        ProcessPoolExecutor(at_once, mp_context=context) as pool,
    ):
        heard: Mapping[str, Progress] = manager.dict()
        waiting: set[Future[None]] = {pool.submit(_compile, name, heard) for name in names}
        while waiting:
            done, waiting = wait(waiting, SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
            for future in done:
                future.result()
            listener(_together(dict(heard)))


def _compile(name: str, heard: Any) -> None:
    """In a process of its own: compile one game and note in ``heard`` how far it is."""

    def note(progress: Progress) -> None:
        heard[name] = progress

    compile_game(SOLVERS[name], note)


def _together(heard: Mapping[str, Progress]) -> Progress:
    """The progress of several games as one."""
    done = sum(progress.done for progress in heard.values())
    total = sum(progress.total or 0 for progress in heard.values())
    busy = [
        f"{SOLVERS[name].game.title}: {progress.best}"
        for name, progress in heard.items()
        if progress.done != progress.total
    ]
    return Progress(done, total, "steps", ", ".join(busy) or "starting")
