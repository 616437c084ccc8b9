"""A private PostgreSQL server on a port of this machine, from the distribution's packages."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom
from typing import Self

import pytest

ABSENT = (
    "PostgreSQL's server is not installed: get it with `apt-get install postgresql`, or put its "
    "initdb and postgres on the PATH"
)


def binaries() -> Path | None:
    """Where initdb and postgres are, the newest version first; None when they are nowhere."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max((path.parent for path in versions), key=lambda p: int(p.parent.name), default=None)


def as_nobody_special() -> tuple[list[str], int]:
    """What a command is begun with so that it does not run as root, and the user it runs as."""
    if os.geteuid() != 0:
        return [], os.geteuid()
    names = {entry.pw_name for entry in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    ids = [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    return ["setpriv", *ids], user.pw_uid


def free_port(count: int = 1) -> int:
    """The first of so many free ports in a row.

    They lie below those that the system gives to connections, one of which might take such a port
    before it is used.
    """
    draw = SystemRandom()
    while True:
        first = draw.randrange(10_000, 30_000)
        if all(map(is_free, range(first, first + count))):
            return first


def is_free(port: int) -> bool:
    """Whether a server could listen there."""
    with socket.socket() as tried:
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


@contextmanager
def running() -> Iterator[str]:
    """A server as of :func:`server`; the test is skipped where its programs are missing."""
    programs = binaries()
    if programs is None:
        pytest.skip(ABSENT)
    with server(programs) as address:
        yield address


@contextmanager
def server(programs: Path) -> Iterator[str]:
    """The address of a fresh, empty server, which ends with the context."""
    with Server(programs) as running:
        yield running.address


class Server:
    """A fresh, empty server, which ends with its context and can be killed and started again."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._begin, user = as_nobody_special()
        self._folder = Path(tempfile.mkdtemp(prefix="kibitz-postgres-"))
        self._folder.chmod(0o700)
        os.chown(self._folder, user, -1)
        self._port = free_port()
        self._data = str(self._folder / "data")
        self.address = f"postgresql://kibitz@127.0.0.1:{self._port}/kibitz"
        made = [str(programs / "initdb"), "-D", self._data, "-U", "kibitz", "--auth=trust"]
        subprocess.run(
            [*self._begin, *made, "--no-sync", "--encoding=UTF8"],
            cwd="/",
            check=True,
            stdout=subprocess.DEVNULL,
        )
        self._process = self._started()

    def __enter__(self) -> Self:
        while not self._ready():
            assert self._process.poll() is None, "the server ended"
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGINT)  # does not wait for its clients
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def kill(self) -> None:
        """Kill the server (``kill -9``) and start it again; returns when it answers."""
        self._process.kill()
        self._process.wait()
        self._process = self._started()
        while not self._ready():
            # It does not start as long as a process of the one before has not noticed its end.
            if self._process.poll() is not None:
                self._process = self._started()
            time.sleep(0.1)

    def _started(self) -> "subprocess.Popen[bytes]":
        options = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "fsync": "off",
            "wal_keep_size": "1GB",  # benchmarks count the transactions in the log
        }
        return subprocess.Popen(
            [
                *(*self._begin, str(self._programs / "postgres")),
                *("-D", self._data, "-p", str(self._port)),
                *(f"--{name}={value}" for name, value in options.items()),
            ],
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _ready(self) -> bool:
        asked = [str(self._programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p"]
        return subprocess.run([*asked, str(self._port)], check=False).returncode == 0
