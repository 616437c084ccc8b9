"""Whose a job is, and ids of jobs that nobody can guess.

A client is known by the name of its API key, or without one by its address. A job of a client with
a key is that client's alone. Any other belongs to whoever knows its id, which is therefore random,
or derived with a secret from what a client has sent.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import URL, create_engine, text

# A second process that makes the table at the same moment waits.
_LOCK: Final = text("SELECT pg_advisory_xact_lock(4711202612)")
_CREATE: Final = text(
    "CREATE TABLE IF NOT EXISTS kibitz_secret (id INTEGER PRIMARY KEY, secret TEXT NOT NULL)"
)
_KEEP: Final = text("INSERT INTO kibitz_secret VALUES (1, :new) ON CONFLICT (id) DO NOTHING")
_READ: Final = text("SELECT secret FROM kibitz_secret WHERE id = 1")


@dataclass(frozen=True, slots=True)
class Owner:
    """A client that submits jobs or asks about them.

    ``identity`` differs from that of any other client; ``name``: of its API key, None without one.
    """

    identity: str = ""
    name: str | None = None

    def may_see(self, name: str | None) -> bool:
        """Whether it may see a job whose id it knows; ``name``: of the key of its owner, if any."""
        return name is None or name == self.name


SOMEBODY: Final = Owner()


class Seal:
    """Makes ids with the secret of a database: the same in every process, after every restart."""

    def __init__(self, secret: str) -> None:
        """Use this secret."""
        self._secret = bytes.fromhex(secret)

    @classmethod
    def of(cls, url: URL) -> "Seal":
        """The seal of the jobs at ``url``, whose secret is made when it is first needed."""
        engine = create_engine(url)
        try:
            with engine.begin() as connection:
                if url.get_backend_name() == "postgresql":
                    connection.execute(_LOCK)
                connection.execute(_CREATE)
                connection.execute(_KEEP, {"new": secrets.token_hex(32)})
                return cls(connection.execute(_READ).scalar_one())
        finally:
            engine.dispose()

    def job(self, owner: Owner, key: str | None) -> str:
        """The id of a new job, or of the one that an idempotency key of ``owner`` stands for."""
        if key is None:
            return secrets.token_hex(16)
        return self._digest("job", owner.identity, key)

    def place(self, owner: Owner) -> str:
        """What a client is known by in the queue, which so says nothing of addresses."""
        return self._digest("place", owner.identity)

    def _digest(self, *parts: str) -> str:
        whole = "\0".join(parts).encode("utf-8", "surrogatepass")
        return hmac.new(self._secret, whole, hashlib.sha256).hexdigest()[:32]
