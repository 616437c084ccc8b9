"""Several processes behind one port, with the limits of one.

Each listens there, and the system divides the connections among them. A process that ends is
replaced; a signal that ends the supervisor ends all of them in order. While the first one gets
ready it answers for all; any other, and any that takes the place of one, listens only when it is
ready. So the service is ready as soon as one process is.
"""

import multiprocessing
import os
import signal
import sys
import tempfile
import threading
import time
from multiprocessing.connection import wait
from pathlib import Path
from types import FrameType
from typing import Any, Final

import structlog

from kibitz.api.logs import configure_logs
from kibitz.api.server import (
    CANNOT_START,
    HEALTH_ADDRESS,
    PATIENCE_SECONDS,
    WRONG_SETTING,
    CannotListen,
    bound,
    check_address,
    opened,
    read_settings,
    serve_shared,
)
from kibitz.api.settings import Settings

LAST_PORT: Final = 65_535
LOOK_SECONDS: Final = 0.25
BRIEF_SECONDS: Final = 5.0  # a process that ends within it is replaced after as long a pause
STOPS: Final = (signal.SIGINT, signal.SIGTERM)
SHARED: Final = (
    "workers",
    "max_queue",
    "max_batch_queue",
    "max_connections",
    "max_requests",
    "cache_mb",
)


def share_of(settings: Settings, number: int, processes: int) -> Settings:
    """The settings of one of several processes: what is limited in a process is divided.

    The first ones have one more where it does not come out even; none has less than one of what
    there is.
    """
    shares = {}
    for name in SHARED:
        whole = getattr(settings, name)
        shares[name] = max(min(whole, 1), whole // processes + (number < whole % processes))
    return settings.model_copy(update=shares)


def whole_of(settings: Settings, processes: int) -> Settings:
    """The settings of so many processes together: of what is divided, what all shares come to."""
    shares = [share_of(settings, number, processes) for number in range(processes)]
    sums = {name: sum(getattr(share, name) for share in shares) for name in SHARED}
    return settings.model_copy(update=sums)


def supervise(host: str | None, port: int | None, processes: int) -> None:
    """Serve in so many processes until asked to stop; exits as :func:`kibitz.api.server.serve`."""
    settings = read_settings()
    configure_logs(settings)
    host = settings.host if host is None else host
    port = settings.port if port is None else port
    check_address(host, port)  # nobody else is there, not even such a service
    # They hold the port, also one that was free, and never listen.
    held = bound(host, port, shared=True)
    port = held[0].getsockname()[1]
    _check_health_ports(host, settings.health_port, processes)
    settings = settings.model_copy(update={"host": host, "port": port})
    with tempfile.TemporaryDirectory(prefix="kibitz-") as folder:
        _Supervisor(settings, Path(folder) / "counts", processes).run()
    for each in held:
        each.close()


def _check_health_ports(host: str, first: int | None, processes: int) -> None:
    """Exit as :func:`check_address` unless each process may listen at a port of its own, too."""
    if first is None:
        return
    last = first + processes - 1
    if first == 0 or last > LAST_PORT:
        message = f"{processes} processes need ports from 1 to {LAST_PORT}, not {first} to {last}"
        sys.stderr.write(f"error: KIBITZ_HEALTH_PORT: {message}\n")
        raise SystemExit(WRONG_SETTING)
    for port in range(first, last + 1):
        check_address(host, port, HEALTH_ADDRESS)


class _Supervisor:
    """The processes, by number, and when each was started."""

    def __init__(self, settings: Settings, counts: Path, processes: int) -> None:
        self._settings, self._counts, self._number = settings, counts, processes
        self._context: Any = multiprocessing.get_context("spawn")
        self._running: dict[int, Any] = {}
        self._began: dict[int, float] = {}
        self._ended: set[int] = set()  # and not replaced yet
        self._end = False
        self._log = structlog.get_logger("kibitz")

    def run(self) -> None:
        for each in STOPS:
            signal.signal(each, self._stop)
        for number in range(self._number):
            self._start(number, late=number > 0)
        while not self._end:
            wait([each.sentinel for each in self._running.values()], LOOK_SECONDS)
            for number, process in [*self._running.items()]:
                if not process.is_alive() and not self._end:
                    self._replace(number, process.exitcode)
        self._stop_all()

    def _stop(self, _: int, __: FrameType | None) -> None:
        self._end = True

    def _start(self, number: int, *, late: bool) -> None:
        asked = {
            "settings": share_of(self._settings, number, self._number),
            "whole": whole_of(self._settings, self._number),
            "number": number,
            "counts": self._counts,
            "late": late,
        }
        process = self._context.Process(target=_serve, kwargs=asked)
        process.start()
        self._running[number], self._began[number] = process, time.monotonic()

    def _replace(self, number: int, code: int) -> None:
        """Start a process in the place of one that has ended; soon, but not all the time."""
        if code in {WRONG_SETTING, CANNOT_START}:
            self._stop_all()
            raise SystemExit(code)
        age = time.monotonic() - self._began[number]
        if number not in self._ended:
            self._log.warning("a process of the service has ended", number=number, code=code)
            self._ended.add(number)
        if age < BRIEF_SECONDS:
            time.sleep(LOOK_SECONDS)
            return
        self._ended.remove(number)
        self._start(number, late=True)

    def _stop_all(self) -> None:
        """Ask all processes to end, and end those that take too long."""
        for process in self._running.values():
            if process.is_alive():
                process.terminate()
        patience = self._settings.grace_ms / 1000 + 2 * PATIENCE_SECONDS
        given_up = time.monotonic() + patience
        for process in self._running.values():
            process.join(max(0.0, given_up - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()


def _serve(*, settings: Settings, whole: Settings, number: int, counts: Path, late: bool) -> None:
    """What each of the processes does."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sockets = bound(settings.host, settings.port, shared=True)
    if settings.health_port is not None:
        # It was free when the service started. A process without it serves all the same.
        try:
            sockets += opened(settings.host, settings.health_port + number)
        except CannotListen as error:
            configure_logs(settings)
            log = structlog.get_logger("kibitz")
            log.error("a process has no health port", number=number, detail=str(error))
    serve_shared(settings, whole, sockets, counts, late=late)


def _end_with_parent() -> None:
    """Where the supervisor is killed, nobody would stop this process."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
