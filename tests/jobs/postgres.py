"""A private PostgreSQL server on a port of this machine, from the distribution's packages."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


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
    begin, user = as_nobody_special()
    folder = Path(tempfile.mkdtemp(prefix="kibitz-postgres-"))
    folder.chmod(0o700)
    os.chown(folder, user, -1)
    port = free_port()
    data = str(folder / "data")
    made = [str(programs / "initdb"), "-D", data, "-U", "kibitz", "--auth=trust"]
    subprocess.run(
        [*begin, *made, "--no-sync", "--encoding=UTF8"],
        cwd="/",
        check=True,
        stdout=subprocess.DEVNULL,
    )
    options = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off"}
    process = subprocess.Popen(
        [
            *(*begin, str(programs / "postgres"), "-D", data, "-p", str(port)),
            *(f"--{name}={value}" for name, value in options.items()),
        ],
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        ready = [str(programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
        while subprocess.run(ready, check=False).returncode:
            assert process.poll() is None, "the server ended"
        yield f"postgresql://kibitz@127.0.0.1:{port}/kibitz"
    finally:
        process.send_signal(signal.SIGINT)  # does not wait for its clients
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)
