"""A job's work in a process of its own, whose end is that job's doing and harms no other.

A job that may have ended the process of the service is worked on here. If it ends this process too,
while the service lives, it is to blame. If the service ends, this process ends with it.
"""

import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Final, Self

from kibitz.games.faults import BadInput
from kibitz.jobs.job import Cancelled, Job, Row, stop_if
from kibitz.jobs.kinds import stored_job
from kibitz.jobs.watchdog import Heartbeat
from kibitz.solvers.budget import Cancel
from kibitz.solvers.catalogue import find

LOOK_SECONDS: Final = 0.05
# Where memory runs out, the system ends this process rather than any other.
_FIRST_TO_GO: Final = "1000"
_SCORE: Final = Path("/proc/self/oom_score_adj")


class Ended(Exception):
    """The process has ended before its work was done; ``code``: how, as of ``multiprocessing``."""

    def __init__(self, code: int | None) -> None:
        """Say how."""
        self.code = code
        super().__init__(code)


class Apart:
    """A process that works on one job, from when it is first needed to the end of the context."""

    def __init__(self, job: Job) -> None:
        """Nothing is started yet."""
        self._job = job
        self._context: Any = multiprocessing.get_context("spawn")
        self._looked: Any = self._context.RawValue("d", 0.0)
        self._process: Any = None
        self._pipe: Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        process = self._process
        if process is not None:
            process.kill()
            process.join()

    def ready(self, cancel: Heartbeat) -> None:
        """Start the process, if there is none; raises ``Ended`` and ``Cancelled``."""
        if self._pipe is not None:
            return
        self._pipe, other = self._context.Pipe()
        asked = (self._job.model_dump_json(), other, self._looked)
        self._process = self._context.Process(target=_serve, args=asked, daemon=True)
        self._process.start()
        other.close()
        self._answer(lambda: stop_if(cancel))

    def work(self, units: range, cancel: Heartbeat) -> list[Row]:
        """See :meth:`kibitz.jobs.job.Job.work`; raises ``Ended`` where the process ends."""
        self.ready(cancel)

        def look() -> None:
            cancel.looked = max(cancel.looked, self._looked.value)
            if Cancel.is_set(cancel):  # without a sign of life
                raise Cancelled

        with suppress(OSError):  # it has ended
            assert self._pipe is not None
            self._pipe.send(units)
        faults, fault, rows = self._answer(look)
        if faults:
            raise BadInput(faults)
        if fault:
            raise RuntimeError(fault)
        found: list[Row] = rows
        return found

    def _answer(self, look: Callable[[], None]) -> Any:
        """What the process sends next."""
        assert self._pipe is not None
        try:
            while not self._pipe.poll(LOOK_SECONDS):
                look()
            return self._pipe.recv()
        except (EOFError, OSError):
            self._process.join()
            self._pipe = None
            raise Ended(self._process.exitcode) from None


class _Flag(Cancel):
    """Never set, as the process is killed instead; notes when it was last looked at."""

    def __init__(self, looked: Any) -> None:
        super().__init__()
        self._looked = looked

    def is_set(self) -> bool:
        """See :meth:`kibitz.solvers.budget.Cancel.is_set`."""
        self._looked.value = time.monotonic()
        return False


def _serve(text: str, pipe: Connection, looked: Any) -> None:
    """Answer each range of units with faults of the request, a fault of ours, or rows."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(OSError):
        _SCORE.write_text(_FIRST_TO_GO)
    job, flag = stored_job(text), _Flag(looked)
    find(job.game).warm()
    pipe.send(None)
    while True:
        units = pipe.recv()
        try:
            found: tuple[Any, ...] = ((), "", job.work(units, flag))
        except BadInput as error:
            found = (error.faults, "", [])
        except Exception:  # noqa: BLE001 - who asked for it raises it
            found = ((), traceback.format_exc(), [])
        pipe.send(found)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
    os._exit(1)
