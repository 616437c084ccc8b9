"""When to ask again, and how long to wait for an answer: the rules that both clients follow."""

import math
import random
from typing import Final

import httpx2

from kibitz.client.errors import Busy, Refused, Unreachable

RETRIES: Final = 3
TIMEOUT: Final = 60.0  # seconds without a byte, apart from the time of a search
CONNECT_TIMEOUT: Final = 10.0
USUAL_SEARCH: Final = 10.0  # seconds that a service gives a search that sets no time, or less
FIRST_PAUSE: Final = 0.25  # seconds; it doubles with every try
LONGEST_PAUSE: Final = 8.0
LONGEST_WAIT: Final = 30.0  # who is to come back later than that is not kept waiting


def check_patience(retries: object, seconds: object) -> None:
    """Raise ``TypeError`` or ``ValueError`` unless one may ask again so often and wait so long."""
    if isinstance(retries, bool) or not isinstance(retries, int):
        raise TypeError(f"retries should be a whole number, not {retries!r}")
    if retries < 0:
        raise ValueError(f"retries should be at least 0, not {retries}")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise TypeError(f"timeout should be a number of seconds, not {seconds!r}")
    if not 0 < seconds < math.inf:
        raise ValueError(f"timeout should be more than 0 seconds, not {seconds}")


def pause(failure: Refused | Unreachable, tried: int) -> float | None:
    """Seconds to wait after so many tries before the next; None when it is of no use.

    A part of it is random, so that those who failed together do not come back together.
    """
    step: float = min(LONGEST_PAUSE, FIRST_PAUSE * 2**tried)
    if isinstance(failure, Busy) and failure.retry_after is not None:
        wait = failure.retry_after
        return wait + step * random.random() if wait <= LONGEST_WAIT else None
    if isinstance(failure, Busy) or (isinstance(failure, Unreachable) and failure.again):
        return step * (1 + random.random()) / 2
    return None


def timeout(seconds: float, search_seconds: float) -> httpx2.Timeout:
    """How long to wait for a byte: ``seconds``, and those that the search may take."""
    return httpx2.Timeout(seconds, read=seconds + search_seconds, connect=CONNECT_TIMEOUT)
