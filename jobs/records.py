"""The records of jobs in their database: the connection, and what is read of a job."""

import re
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Final

from dbos import DBOSClient, WorkflowStatus
from sqlalchemy import URL

from kibitz.contract.jobs import JobStatus
from kibitz.jobs.database import APPLICATION, SERIALIZER, WORKFLOW, prepare
from kibitz.jobs.errors import NoSuchJob, UnreadableJob
from kibitz.jobs.kinds import stored_job
from kibitz.jobs.owners import Owner, Seal
from kibitz.jobs.reaching import reaching
from kibitz.jobs.spreading import PROGRESS
from kibitz.jobs.standing import Gathering, Standing
from kibitz.jobs.status import request_of, state_of, status

MOST_TOLD: Final = 8
_NAME: Final = re.compile(r"[0-9a-f]{32}")


class JobRecords:
    """What is kept of the jobs at an address; safe to use from several threads."""

    def __init__(self, url: URL) -> None:
        """Nothing is opened yet."""
        self.url = url
        self._opened: DBOSClient | None = None
        self._seal: Seal | None = None
        self._lock = Lock()
        self._recent: OrderedDict[tuple[object, ...], _Recalled] = OrderedDict()

    def close(self) -> None:
        """Close the connections; the store may be used again afterwards."""
        with self._lock:
            if self._opened is not None:
                self._opened.destroy()
            self._opened = None

    @reaching
    def chunks_kept(self, name: str) -> int:
        """How many chunks of a job are kept; raises ``NoSuchJob``."""
        found = self._found(name)
        if found is None:
            raise NoSuchJob(name)
        return self._recalled(found).gathering.look(self._client()).chunks

    @reaching
    def has_event(self, name: str, number: int) -> bool:
        """Whether a job that has ended has sent an event of this number."""
        events = self._client().read_stream(name, PROGRESS, offset=number)
        return next(events, None) is not None

    def _client(self) -> DBOSClient:
        with self._lock:
            if self._opened is None:
                self._opened = DBOSClient(
                    system_database_url=prepare(self.url),
                    serializer=SERIALIZER,
                    application_name=APPLICATION,
                    retry_connection_errors=False,
                )
            return self._opened

    def _sealed(self) -> Seal:
        with self._lock:
            if self._seal is None:
                self._seal = Seal.of(self.url)
            return self._seal

    def _found(self, name: str, *, whole: bool = True) -> WorkflowStatus | None:
        """A job, with its request and result if it is to be the ``whole``."""
        if not _NAME.fullmatch(name):
            return None  # PostgreSQL takes no text that holds a NUL
        found = self._client().list_workflows(
            workflow_ids=[name], name=WORKFLOW, load_input=whole, load_output=whole
        )
        return found[0] if found else None

    def _known(self, name: str, owner: Owner) -> WorkflowStatus:
        """A job that ``owner`` may see.

        One that it may not see takes no more time than one that does not exist: neither is read.
        """
        found = self._found(name, whole=False)
        if found is None or not owner.may_see(found.authenticated_user):
            raise NoSuchJob(name)
        whole = self._found(name)
        if whole is None:
            raise NoSuchJob(name)
        return whole

    def _told(self, found: WorkflowStatus) -> JobStatus:
        """The status of a job; that of an unfinished one is made anew only if it has changed.

        A study of a million deals takes seconds to read, and many may ask how it stands.
        """
        if state_of(found) == "done":
            return status(found)
        try:
            known = self._recalled(found)
        except UnreadableJob:
            return status(found)
        standing = known.gathering.look(self._client())
        times = (found.status, found.dequeued_at, found.completed_at, found.recovery_attempts)
        if known.reported is None or known.reported[:2] != (standing, times):
            known.reported = (standing, times, status(found, standing))
        return known.reported[2]

    def _recalled(self, found: WorkflowStatus) -> "_Recalled":
        """What was read of a job before, in memory for those that were asked about last."""
        # After a job was forgotten, one with the same key has the same name.
        which = (found.workflow_id, found.created_at)
        with self._lock:
            known = self._recent.get(which)
        if known is None:
            known = _Recalled(Gathering(found.workflow_id, stored_job(request_of(found))))
        with self._lock:
            known = self._recent.setdefault(which, known)
            self._recent.move_to_end(which)
            if len(self._recent) > MOST_TOLD:
                self._recent.popitem(last=False)
        return known


@dataclass(slots=True)
class _Recalled:
    """What was read of a job, and the status that was made of it last, with what it depends on."""

    gathering: Gathering
    reported: tuple[Standing, tuple[object, ...], JobStatus] | None = None
