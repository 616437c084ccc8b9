"""The answer book: proven answers to expensive questions, kept across restarts.

It holds only what no later search can better: verdicts that are proven, and shortest lines that
are proven shortest. Without its database the service answers all the same, just slower.
"""

import hashlib
import json
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import structlog
from pydantic import ValidationError
from sqlalchemy import (
    Column,
    DateTime,
    Engine,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    func,
    insert,
    make_url,
    select,
)
from sqlalchemy.exc import DatabaseError, IntegrityError, SQLAlchemyError

from kibitz.api.version import source_digest
from kibitz.contract.answers import SolveAnswer, StoppedBy, Verdict
from kibitz.contract.options import Limits, Objective
from kibitz.games.game import Game, Position

MIN_SECONDS: Final = 0.05
MAX_ANSWERS: Final = 100_000
MUTE_SECONDS: Final = 30.0
_PRUNE_EVERY: Final = 100
_DAMAGED: Final = ("file is not a database", "database disk image is malformed")
_FAULTS: Final = (SQLAlchemyError, OSError, ImportError, ValidationError)

_TABLES: Final = MetaData()
_ANSWERS: Final = Table(
    "answers",
    _TABLES,
    Column("key", String(64), primary_key=True),
    Column("answer", Text, nullable=False),
    Column("kept_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)


def is_final(answer: SolveAnswer) -> bool:
    """Whether no further search could better ``answer``."""
    if answer.verdict is Verdict.UNKNOWN or answer.stopped_by is not StoppedBy.SOLVED:
        return False
    if answer.verdict is Verdict.UNSOLVABLE:
        deepest = answer.explanation.deepest if answer.explanation else None
        return deepest is None or deepest.proven
    return answer.shortest is not None and answer.shortest.proven


def _make_tables(engine: Engine) -> None:
    try:
        _TABLES.create_all(engine)
    except DatabaseError:  # another process makes them at this moment: look once more
        _TABLES.create_all(engine)


class AnswerBook:
    """Answers by key in any database that SQLAlchemy knows; safe to use from several threads.

    No method raises for a fault of the database: it is logged, and the book stays shut for
    ``MUTE_SECONDS``.
    """

    def __init__(
        self, url: str, min_seconds: float = MIN_SECONDS, max_answers: int = MAX_ANSWERS
    ) -> None:
        """A book at ``url`` for answers that took at least ``min_seconds``; opened when needed."""
        self._url = url
        self._min_seconds = min_seconds
        self._max_answers = max_answers
        self._engine: Engine | None = None
        self._lock = threading.Lock()
        self._shut_until = 0.0
        self._kept = 0
        self._log = structlog.get_logger("kibitz.answers")

    @staticmethod
    def key(game: Game, position: Position, objective: Objective, limits: Limits) -> str:
        """What an answer is filed under: the question and everything the answer depends on.

        Of the limits all but the time are part of it, so that a request which is cut short by its
        node limit is cut short whether or not somebody else was given the whole answer before.
        """
        parts = (
            *(game.name, game.rules_version, position.to_text(), objective),
            *(limits.nodes, limits.iterations, limits.memory_mb, source_digest()),
        )
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def find(self, key: str, limits: Limits) -> SolveAnswer | None:
        """The answer under ``key``, with ``limits`` as the limits in force."""
        text: str | None = None
        query = select(_ANSWERS.c.answer).where(_ANSWERS.c.key == key)
        try:
            engine = self._open()
            if engine is not None:
                with engine.connect() as connection:
                    text = connection.execute(query).scalar_one_or_none()
            answer = SolveAnswer.model_validate_json(text) if text else None
        except _FAULTS as error:
            self._shut("looking up failed", error)
            return None
        if answer is None:
            return None
        in_force = answer.limits.model_copy(update={"time_ms": limits.time_ms})  # others: the key
        return answer.model_copy(update={"limits": in_force})

    def keep(self, key: str, answer: SolveAnswer, seconds: float) -> None:
        """File ``answer``, found in ``seconds``, if it is final and was expensive."""
        if seconds < self._min_seconds or not is_final(answer):
            return
        row = {"key": key, "answer": answer.model_dump_json()}
        try:
            engine = self._open()
            if engine is not None:
                with engine.begin() as connection:
                    connection.execute(insert(_ANSWERS), row)
                self._prune(engine)
        except IntegrityError:
            return  # another thread or machine was first
        except _FAULTS as error:
            self._shut("keeping an answer failed", error)

    def check(self) -> None:
        """Open a file, so that what is wrong with it is logged now.

        A database of a server is that of the jobs as well, which is made and looked at with them.
        """
        try:
            if make_url(self._url).get_backend_name() == "sqlite":
                self._open()
        except _FAULTS as error:
            self._shut("the answer book cannot be opened", error)

    def close(self) -> None:
        """Close the connections; the book may be used again afterwards."""
        with self._lock:
            if self._engine is not None:
                self._engine.dispose()
            self._engine = None

    def _open(self) -> Engine | None:
        """The engine, its table made sure of; None while the book is shut after a fault."""
        with self._lock:
            if time.monotonic() < self._shut_until:
                return None
            if self._engine is None:
                engine = _engine(self._url)
                try:
                    _make_tables(engine)
                except BaseException:
                    engine.dispose()
                    raise
                self._engine = engine
            return self._engine

    def _shut(self, what: str, error: Exception) -> None:
        if isinstance(error, DatabaseError) and any(said in str(error.orig) for said in _DAMAGED):
            self._put_aside()
            return
        self._shut_until = time.monotonic() + MUTE_SECONDS
        detail = " ".join(str(getattr(error, "orig", None) or error).split("\n", 1)[0].split())
        self._log.warning(what, error=type(error).__name__, detail=detail)

    def _put_aside(self) -> None:
        """Rename a damaged SQLite file: whoever comes next begins a new one."""
        file = make_url(self._url).database or ""
        with self._lock:
            if self._engine is not None:
                self._engine.dispose()
            self._engine = None
            for end in ("", "-wal", "-shm"):
                with suppress(FileNotFoundError):
                    Path(file + end).replace(f"{file}.damaged{end}")
        self._log.warning("the answer book is damaged", renamed=f"{file}.damaged")

    def _prune(self, engine: Engine) -> None:
        """Now and then, throw away the oldest answers beyond ``max_answers``."""
        self._kept += 1
        if self._kept % _PRUNE_EVERY:
            return
        newest = select(_ANSWERS.c.key).order_by(_ANSWERS.c.kept_at.desc())
        kept = newest.limit(self._max_answers).subquery()
        with engine.begin() as connection:
            connection.execute(delete(_ANSWERS).where(_ANSWERS.c.key.not_in(select(kept.c.key))))


def _engine(url: str) -> Engine:
    address = make_url(url)
    kind = address.get_backend_name()
    if kind == "sqlite":
        if address.database:
            Path(address.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(address, connect_args={"timeout": 2})
        event.listen(engine, "connect", _tune_sqlite)
        return engine
    options = {"connect_timeout": 2} if kind == "postgresql" else {}
    return create_engine(address, connect_args=options, pool_pre_ping=True, pool_timeout=2)


def _tune_sqlite(connection: Any, _record: object) -> None:
    """Readers and the writer do not wait for each other; a crash may lose the last answers."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()
