"""Who asks, and how often they may: keys, addresses, and requests counted by client.

A key is a random word of 256 bits, so a plain SHA-256 of it reveals nothing; only that is kept.
"""

import hashlib
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import urlsplit

import structlog
from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage, RedisStorage, Storage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from pydantic import AfterValidator

from kibitz.api.shared_counts import SharedCounts
from kibitz.games.faults import quote
from kibitz.games.findings import refused

if TYPE_CHECKING:
    from redis.asyncio import ConnectionPool

KEY_PREFIX: Final = "kbz_"
MUTE_SECONDS: Final = 30.0
_LINE: Final = re.compile(r"([A-Za-z0-9._-]{1,64}):([0-9a-f]{64})(?::(\S+))?")
_MEMORY: Final = "memory://"
_SCHEMES: Final = ("redis://", "rediss://", "unix://")


class Unauthorized(Exception):
    """No key, or one that is not known."""


class TooMany(Exception):
    """A client asks more often than it may; ``retry_s``: when to ask again."""

    def __init__(self, said: str, retry_s: int) -> None:
        """Say how often it may."""
        self.retry_s = retry_s
        super().__init__(said)


def _more_than(rate: RateLimitItem) -> str:
    """``more than 6000 requests in one minute``."""
    requests = f"{rate.amount} request{'s' * (rate.amount != 1)}"
    unit, many = rate.GRANULARITY.name, rate.multiples
    time_ = f"one {unit}" if many == 1 else f"{many} {unit}s"
    return f"more than {requests} in {time_}"


def _rate(text: str) -> str:
    try:
        parse(text)
    except ValueError:
        raise refused(f"{quote(text)} is not a rate like 100/second or 6000/minute") from None
    return text


def _key_file(path: Path) -> Path:
    try:
        read_keys(path)
    except OSError as error:
        raise refused(f"{quote(str(path))} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise refused(str(error)) from None
    return path


def _store(url: str) -> str:
    if url != _MEMORY and not url.startswith(_SCHEMES):
        raise refused(f"{quote(url)} is neither {_MEMORY} nor the address of a Redis server")
    try:
        urlsplit(url).port  # noqa: B018 - it is read for its faults
    except ValueError:
        raise refused(f"{quote(url)} has no port that is a number") from None
    return url


RateLimit = Annotated[str, AfterValidator(_rate)]
KeyFile = Annotated[Path, AfterValidator(_key_file)]
CountsUrl = Annotated[str, AfterValidator(_store)]


@dataclass(frozen=True, slots=True)
class Client:
    """Who asks: by key or by address. ``name`` is for the log, None for an address."""

    identity: str
    rate: RateLimitItem | None
    name: str | None = None


def new_key() -> str:
    """A new random key."""
    return KEY_PREFIX + secrets.token_urlsafe(32)


def key_line(name: str, key: str, rate: str | None = None) -> str:
    """The line of a key file for ``key``; raises ``ValueError`` for a name that cannot be used."""
    digest = hashlib.sha256(key.encode()).hexdigest()
    line = f"{name}:{digest}" + (f":{''.join(_rate(rate).split())}" if rate else "")
    if not _LINE.fullmatch(line):
        raise ValueError(f"{name!r} is not 1 to 64 letters, digits, dots, dashes and underscores")
    return line


def read_keys(path: Path) -> Mapping[str, tuple[str, str | None]]:
    """Name and rate of every key of a file, by its hash; raises ``ValueError`` with all faults.

    A line is ``name:hash`` or ``name:hash:rate``; blank ones and those after ``#`` are skipped.
    """
    found: dict[str, tuple[str, str | None]] = {}
    faults = []
    try:
        lines = path.read_text("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not text: byte {error.start} is not UTF-8") from None
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        match = _LINE.fullmatch(text)
        try:
            if match is None:
                raise ValueError("not name:hash or name:hash:rate")
            name, digest, rate = match.groups()
            found[digest] = name, rate and _rate(rate)
        except ValueError as error:
            faults.append(f"{path}, line {number}: {error}")
    if faults:
        raise ValueError("; ".join(faults))
    return found


@lru_cache(maxsize=4096)
def _place(address: str) -> str:
    """What tells a client apart from others: of an IPv6 address the network, which has 64 bits.

    A single client has all the addresses of such a network.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found.packed, 64), strict=False))


class Clients:
    """Identifies clients and counts their requests.

    Where the counts are kept elsewhere and cannot be reached, nobody is refused: the fault is
    logged, and the next look is ``MUTE_SECONDS`` later.
    """

    def __init__(
        self,
        rate: str | None,
        url: str,
        keys: Path | None,
        *,
        required: bool = False,
        shared: Path | None = None,
    ) -> None:
        """``rate``: of a client whose key names none. Raises ``ValueError`` for bad keys.

        ``shared``: the file of the counts, where these are of several processes of this machine.
        """
        self._rate = parse(rate) if rate else None
        self._keys = read_keys(keys) if keys else {}
        self._required = required
        self._pool: ConnectionPool | None = None
        storage: Storage = MemoryStorage() if shared is None else SharedCounts(shared)
        if url != _MEMORY:
            # It holds 15 MB, which a service that counts by itself can do without.
            from redis import asyncio as redis  # noqa: PLC0415

            self._pool = redis.ConnectionPool.from_url(url)
            options: dict[str, Any] = {"connection_pool": self._pool}
            storage = RedisStorage(f"async+{url}", implementation="redispy", **options)
        self._counter = SlidingWindowCounterRateLimiter(storage)
        self._mute_until = 0.0
        self._log = structlog.get_logger("kibitz.clients")

    def client(self, authorization: str | None, address: str) -> Client:
        """Who sends these; raises ``Unauthorized``."""
        if authorization is None:
            if self._required:
                raise Unauthorized("this service answers nobody without a key")
            return Client(f"address:{_place(address)}", self._rate)
        scheme, _, key = authorization.partition(" ")
        if scheme.lower() != "bearer":
            raise Unauthorized("the Authorization header should be Bearer <key>")
        digest = hashlib.sha256(key.strip().encode("utf-8", "replace")).hexdigest()
        if digest not in self._keys:
            raise Unauthorized("the key is not one of this service")
        name, rate = self._keys[digest]
        return Client(f"key:{name}", parse(rate) if rate else self._rate, name)

    async def close(self) -> None:
        """Close the connections to where the counts are kept."""
        if self._pool is not None:
            await self._pool.aclose()

    async def count(self, client: Client) -> None:
        """Count a request; raises ``TooMany`` for one more than there may be."""
        rate = client.rate
        if rate is None or time.monotonic() < self._mute_until:
            return
        try:
            if await self._counter.hit(rate, client.identity):
                return
            stats = await self._counter.get_window_stats(rate, client.identity)
        except Exception as error:  # noqa: BLE001 - whatever a store may raise: it is down
            self._mute_until = time.monotonic() + MUTE_SECONDS
            said = str(error).split("\n", 1)[0]
            self._log.warning("counting failed", error=type(error).__name__, detail=said)
            return
        wait = max(1, ceil(stats.reset_time - time.time()))
        raise TooMany(_more_than(rate), wait)
