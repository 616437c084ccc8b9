"""A real server in a process of its own, for the benchmarks of the service."""

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Final

from benchmarks.common import ROOT

PATIENCE_SECONDS: Final = 300
POLL_SECONDS: Final = 0.005
STOP_SECONDS: Final = 30


def free_port() -> int:
    """A loopback port that nobody listens on at the moment."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def is_ready(port: int) -> bool:
    """Whether ``/readyz`` answers 200."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == HTTPStatus.OK
    except OSError:
        return False
    finally:
        connection.close()


@contextmanager
def running(processes: int = 1, **settings: str) -> Iterator[tuple[int, float, int]]:
    """A server that is ready: its port, the seconds from process start until then, its process.

    ``processes``: how many share the port.
    ``settings``: variables without their prefix, as ``CACHE_MB="0"``.
    Its settings are the default ones, but its answer book is a fresh one and nobody is counted.
    """
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "KIBITZ_DATA_DIR": folder,
            "KIBITZ_DATABASE_URL": "",
            "KIBITZ_RATE_LIMIT": "none",
            **{f"KIBITZ_{name}": value for name, value in settings.items()},
        }
        command = [sys.executable, "-m", "kibitz.cli.main", "serve", "--port", str(port)]
        command += ["--processes", str(processes)] if processes > 1 else []
        log = Path(folder) / "log"
        with log.open("wb") as output:
            began = time.perf_counter()
            process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT
            )
            try:
                while not is_ready(port):
                    late = time.perf_counter() - began > PATIENCE_SECONDS
                    if late or process.poll() is not None:
                        raise RuntimeError(f"no server: {log.read_text('utf-8')}")
                    time.sleep(POLL_SECONDS)
                yield port, time.perf_counter() - began, process.pid
            finally:
                process.terminate()
                process.wait(STOP_SECONDS)
