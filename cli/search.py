"""Running a search for a person: its progress on standard error, Ctrl-C to stop it."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

import rich.progress as bars

from kibitz.cli.printing import console
from kibitz.solvers.budget import Cancel, Listener, Progress, ignore

SECONDS_BETWEEN_LINES: Final = 1.0


@contextmanager
def interruptible() -> Iterator[Cancel]:
    """A flag that the first Ctrl-C sets; the second one interrupts as usual."""
    cancel = Cancel()
    if threading.current_thread() is not threading.main_thread():
        yield cancel
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        cancel.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield cancel
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def listening(wanted: bool | None) -> Iterator[Listener]:
    """A listener that shows progress on standard error: a bar on a terminal, else lines.

    ``wanted`` None: only on a terminal.
    """
    err = console(stderr=True)
    if wanted is False or (wanted is None and not err.is_terminal):
        yield ignore
        return
    if not err.is_terminal:
        yield _Lines()
        return
    columns = (
        bars.SpinnerColumn(),
        bars.BarColumn(bar_width=20),
        bars.TextColumn("{task.completed:,} {task.fields[unit]}"),
        bars.TimeElapsedColumn(),
        bars.TextColumn("{task.description}", markup=False),
    )
    with bars.Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("loading", total=None, unit="")

        def show(progress: Progress) -> None:
            bar.update(
                task,
                completed=progress.done,
                total=progress.total,
                description=progress.best,
                unit=progress.unit,
            )

        yield show


class _Lines:
    """A listener that writes a line now and then."""

    def __init__(self) -> None:
        self._console = console(stderr=True)
        self._next = 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + SECONDS_BETWEEN_LINES
        total = "" if progress.total is None else f" of {progress.total:,}"
        best = f", {progress.best}" if progress.best else ""
        self._console.print(f"{progress.done:,}{total} {progress.unit}{best}", soft_wrap=True)
