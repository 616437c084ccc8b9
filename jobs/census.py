"""Counts of jobs: those that wait or run, and those submitted and ended since counting began."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from kibitz.contract.jobs import JobSummary
from kibitz.jobs.store import JobStore

# The clocks of the machines that write into one database may differ by as much.
LATE: Final = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Count:
    """Jobs that are open now, and those submitted and ended since the last count."""

    still_open: Sequence[JobSummary]
    came: Sequence[JobSummary]
    ended: Sequence[JobSummary]


class Census:
    """Counts all jobs of a database, whichever process took or runs them; each just once."""

    def __init__(self, store: JobStore) -> None:
        """Count from now on."""
        self._store = store
        # A file of SQLite may know its times to the second only.
        self._began = self._looked = datetime.now(UTC).replace(microsecond=0)
        self._came: set[str] = set()
        self._ended: set[str] = set()

    def look(self) -> Count:
        """The counts now and since the last call; raises ``JobsUnavailable``. For one thread."""
        now = datetime.now(UTC)
        since = max(self._began, self._looked - LATE)
        came, ended = self._store.created_since(since), self._store.ended_since(since)
        found = Count(
            self._store.still_open(),
            [each for each in came if each.id not in self._came],
            [each for each in ended if each.id not in self._ended],
        )
        # What was seen before can come up again only as long as it is asked for.
        self._came = {each.id for each in came}
        self._ended = {each.id for each in ended}
        self._looked = now
        return found
