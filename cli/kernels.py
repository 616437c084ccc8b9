"""Compiling kernels: before the clock of a search runs, or all of them ahead of time."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

import rich.progress as bars

from kibitz.cli.printing import console
from kibitz.games.catalogue import LISTED
from kibitz.games.kernel import forget_unused
from kibitz.solvers.budget import Listener
from kibitz.solvers.compiling import (
    Compilation,
    Compiling,
    compile_apart,
    compile_game,
    is_compiled,
    longest_first,
)
from kibitz.solvers.solver import Solver

SECONDS_BETWEEN_LOOKS: Final = 0.2


def prepare(solver: Solver, verb: str, listener: Listener, *, quiet: bool = False) -> None:
    """Compile the kernels that ``verb`` needs unless those of the game are cached.

    ``quiet``: without a message.
    """
    name = solver.game.name
    if is_compiled(name):
        return
    if not quiet:
        sys.stderr.write("Compiling the kernels; this is done once.\n")
        sys.stderr.flush()
    if verb in solver.steps_of:
        solver.warm(listener, solver.steps_of[verb])
    else:
        compile_game(name, listener)


def compile_all(*, show: bool = True) -> list[str]:
    """Compile the kernels of all games that the cache lacks, several games at once.

    ``show`` writes the progress to standard error: bars on a terminal, else lines. Returns what
    failed, a text for each game.
    """
    missing = longest_first(name for name in LISTED if not is_compiled(name))
    failed: list[str] = []

    def ended(name: str, error: Exception | None) -> None:
        if error is not None:
            failed.append(str(error))
        shown.ended(name, compiling.games[name])

    with _showing(len(missing), show=show) as shown:
        compiling = Compiling(missing, compile_one=compile_apart, ended=ended)
        compiling.start()
        try:
            while not compiling.wait(SECONDS_BETWEEN_LOOKS):
                shown.look(compiling)
        finally:
            compiling.stop()
            compiling.wait(5)
        shown.look(compiling)
    forget_unused()
    return failed


class _Shown(Protocol):
    """Where the progress of several games is shown."""

    def look(self, compiling: Compiling) -> None:
        """Show how far all games are."""

    def ended(self, name: str, game: Compilation) -> None:
        """Show that a game is done."""


class _Nothing:
    def look(self, compiling: Compiling) -> None:
        pass

    def ended(self, name: str, game: Compilation) -> None:
        pass


class _Lines:
    """A line when a game begins, and one when it ends."""

    def __init__(self, total: int) -> None:
        self._total, self._done = total, 0
        self._begun: set[str] = set()

    def look(self, compiling: Compiling) -> None:
        for name, game in compiling.games.items():
            if game.stage == "compiling" and name not in self._begun:
                self._begun.add(name)
                self._write(f"compiling {LISTED[name].title}")

    def ended(self, name: str, game: Compilation) -> None:
        self._done += 1
        count = f"{self._done} of {self._total} games"
        self._write(f"{game.stage} {LISTED[name].title} in {game.elapsed():.1f} seconds, {count}")

    def _write(self, line: str) -> None:
        sys.stderr.write(line + "\n")
        sys.stderr.flush()


class _Bars:
    """A bar for each game, which moves with its steps."""

    def __init__(self, bar: bars.Progress) -> None:
        self._bar = bar
        self._tasks: dict[str, bars.TaskID] = {}

    def look(self, compiling: Compiling) -> None:
        for name, game in compiling.games.items():
            if name not in self._tasks:
                self._tasks[name] = self._bar.add_task(
                    LISTED[name].title, total=None, steps="", seconds="", what=""
                )
            progress = game.progress
            total = "" if progress.total is None else f"{progress.done} of {progress.total}"
            seconds = f"{game.elapsed():.0f} s" if game.began is not None else ""
            what = progress.best if game.stage == "compiling" else game.stage
            self._bar.update(
                self._tasks[name],
                completed=progress.done,
                total=progress.total or 1,
                steps=total,
                seconds=seconds,
                what=what,
            )

    def ended(self, name: str, game: Compilation) -> None:
        pass


@contextmanager
def _showing(total: int, *, show: bool) -> Iterator[_Shown]:
    err = console(stderr=True)
    if not show or not total:
        yield _Nothing()
    elif not err.is_terminal:
        yield _Lines(total)
    else:
        columns = (
            bars.TextColumn("{task.description}", markup=False),
            bars.BarColumn(bar_width=20),
            bars.TextColumn("{task.fields[steps]}"),
            bars.TextColumn("{task.fields[seconds]}"),
            bars.TextColumn("{task.fields[what]}", markup=False),
        )
        with bars.Progress(*columns, console=err) as bar:
            yield _Bars(bar)
