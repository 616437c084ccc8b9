"""Where jobs are kept: an SQLite file of one machine, or a PostgreSQL database for many.

SQLite: every process of the machine may submit and ask, but only the one that holds the file's
lock runs jobs; when it ends, another one takes over. PostgreSQL: any number of processes run them.
"""

import fcntl
import logging
import os
import sqlite3
import time
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final

from dbos import DBOS, DBOSPortableJSONSerializer
from sqlalchemy import URL, create_engine, event, make_url, text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import ArgumentError

# The same in every process and version: jobs are taken up by whoever is there after an upgrade.
APPLICATION: Final = "kibitz"
VERSION: Final = "1"
WORKFLOW: Final = "kibitz-job"
# Jobs wait in a queue for each client, which DBOS calls a partition; in that of earlier versions
# all waited in one.
QUEUE: Final = "kibitz-clients"
EARLIER_QUEUE: Final = "kibitz-jobs"
# Parts of jobs, which any process works on, wait in a queue of their own.
PART_WORKFLOW: Final = "kibitz-part"
PARTS_QUEUE: Final = "kibitz-parts"
ROOM_BYTES: Final = 1_048_576
SERIALIZER: Final = DBOSPortableJSONSerializer()
_FILE: Final = "jobs.sqlite"
# From Python 3.12 on DBOS asks SQLite for parts of seconds, which it knows since this version.
_SUBSECONDS: Final = (3, 42, 0)


@event.listens_for(Engine, "connect")
def _teach_subseconds(connection: Any, _record: Any) -> None:
    """Let an older SQLite, as that of Debian 12, know ``unixepoch('subsec')``."""
    if isinstance(connection, sqlite3.Connection) and sqlite3.sqlite_version_info < _SUBSECONDS:
        connection.create_function("unixepoch", 1, lambda _: round(time.time(), 3))


class UnusableDatabase(ValueError):
    """A database address that jobs cannot be kept at; its text says why."""


def jobs_url(database_url: str | None) -> URL | None:
    """Where jobs are kept, given the ``database_url`` of the answers; None for nowhere.

    With SQLite the jobs have a file of their own in the same folder; PostgreSQL holds both. Raises
    ``UnusableDatabase`` for any other database.
    """
    if database_url is None:
        return None
    try:
        url = make_url(database_url)
    except (ArgumentError, ValueError):
        raise UnusableDatabase("KIBITZ_DATABASE_URL is no address of a database") from None
    kind = url.get_backend_name()
    if kind == "sqlite":
        if not url.database or url.database == ":memory:":
            return None
        return url.set(drivername="sqlite", database=str(Path(url.database).parent / _FILE))
    if kind == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    raise UnusableDatabase(f"jobs are kept in SQLite or PostgreSQL, not in {kind}")


def is_shared(url: URL) -> bool:
    """Whether several processes run the jobs at ``url``."""
    return url.get_backend_name() == "postgresql"


def check_room(url: URL) -> None:
    """Raise ``OSError`` where a file of jobs has no room to grow.

    A job that cannot be kept would be taken up again and again, and fail for that in the end.
    """
    if not is_shared(url):
        folder = Path(url.database or "").parent
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM_BYTES))
            file.flush()


def prepare(url: URL) -> str:
    """Make sure of the tables at ``url``; the address as a text for DBOS. Safe to repeat."""
    if not is_shared(url):
        Path(url.database or "").parent.mkdir(parents=True, exist_ok=True)
        # Readers and the writer do not wait for each other; the file remembers it.
        engine = create_engine(url)
        try:
            with engine.connect() as connection:
                connection.execute(text("PRAGMA journal_mode=WAL"))
        finally:
            engine.dispose()
    address = url.render_as_string(hide_password=False)
    logger = logging.getLogger("dbos")
    level = logger.level
    logger.setLevel(logging.CRITICAL)  # what fails is raised, and logged by who asked for it
    try:
        DBOS.migrate(address)
    finally:
        logger.setLevel(level)
    return address


class FileLock:
    """The right to run the jobs of an SQLite file; it ends with the process that holds it."""

    def __init__(self, url: URL) -> None:
        """The lock is free."""
        self._path = Path(f"{url.database}.lock")
        self._file: int | None = None

    def take(self) -> bool:
        """Whether it is ours now."""
        if self._file is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            opened = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(opened)
                return False
            self._file = opened
        return True

    def release(self) -> None:
        """Let another process take it."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
