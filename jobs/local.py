"""A job done in this process, without a database; finished chunks may be kept in a file."""

import json
import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, ClassVar, Final

from kibitz.games.faults import BadInput, quote
from kibitz.jobs.job import Cancelled, Job, Row, stop_if
from kibitz.jobs.kinds import stored_job
from kibitz.solvers.budget import Cancel, Listener, Progress, ignore

LOOK_SECONDS: Final = 0.05  # between two looks at the flag
AHEAD: Final = 4  # chunks handed out for each process


def run_here(
    job: Job,
    cancel: Cancel,
    listener: Listener = ignore,
    *,
    processes: int = 1,
    kept: Path | None = None,
) -> Iterator[list[Row]]:
    """The rows of one chunk after another: of all, or of those done before ``cancel`` was set.

    Chunks that the file ``kept`` holds are not done again; new ones are added to it. Raises
    ``BadInput`` when it holds those of another job, and what :meth:`Job.work` raises.
    """
    chunks, begun, done = job.chunks(), 0, 0
    with _file(job, kept) as file:
        for rows in _chunks_of(file, len(chunks)) if file else ():
            begun, done = begun + 1, done + len(rows)
            yield rows
        listener(Progress(done, job.units(), job.unit))
        try:
            for rows in _worked_off(job, chunks[begun:], cancel, processes):
                if file:
                    file.write(json.dumps(rows, separators=(",", ":")) + "\n")
                    file.flush()
                done += len(rows)
                listener(Progress(done, job.units(), job.unit))
                yield rows
        except Cancelled:
            pass


def _worked_off(
    job: Job, chunks: Sequence[range], cancel: Cancel, processes: int
) -> Iterator[list[Row]]:
    if processes == 1:
        for units in chunks:
            yield job.work(units, cancel)
        return
    context: Any = multiprocessing.get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(
        processes, mp_context=context, initializer=_begin, initargs=(stop,)
    ) as pool:
        text, ahead, left = job.model_dump_json(), deque[Future[list[Row]]](), iter(chunks)
        try:
            while True:
                # No more than that: chunks that are done wait in memory for their turn.
                for units in islice(left, AHEAD * processes - len(ahead)):
                    ahead.append(pool.submit(_work, text, units))
                if not ahead:
                    return
                while not wait([ahead[0]], LOOK_SECONDS).done:
                    stop_if(cancel)
                yield ahead.popleft().result()
                stop_if(cancel)
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


class _Told(Cancel):
    """The flag of a worker process, which the process that hands out the chunks sets."""

    stop: ClassVar[Any] = None

    def is_set(self) -> bool:
        """See :meth:`kibitz.solvers.budget.Cancel.is_set`."""
        return bool(self.stop.is_set())


def _begin(stop: Any) -> None:
    """Ctrl-C is for the process that hands out the chunks."""
    _Told.stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(text: str, units: range) -> list[Row]:
    return stored_job(text).work(units, _Told())


@contextmanager
def _file(job: Job, path: Path | None) -> Iterator[IO[str] | None]:
    """The file of a job, begun with its request, read up to there; None for no path."""
    if path is None:
        yield None
        return
    text = job.model_dump_json()
    with path.open("a+", encoding="utf-8") as file:
        file.seek(0)
        first = file.readline()
        if not first:
            file.write(text + "\n")
            file.flush()
        elif first.rstrip("\n") != text:
            message = f"{quote(str(path))} holds another job: {quote(first.rstrip())}"
            raise BadInput.one("/keep", "another_job", message)
        yield file


def _chunks_of(file: IO[str], most: int) -> Iterator[list[Row]]:
    """The complete chunks in a file; an incomplete last line, left by a crash, is removed."""
    end = file.tell()
    for _ in range(most):
        line = file.readline()
        if not line.endswith("\n"):
            break
        end = file.tell()
        yield json.loads(line)
    file.seek(end)
    file.truncate()
