"""The records of jobs in their database: the connection, and what is read of a job."""

import re
from collections import OrderedDict
from threading import Lock
from typing import Final

from dbos import DBOSClient, WorkflowStatus
from sqlalchemy import URL

from kibitz.contract.jobs import JobStatus
from kibitz.jobs.database import APPLICATION, SERIALIZER, WORKFLOW, prepare
from kibitz.jobs.errors import NoSuchJob
from kibitz.jobs.job import Row
from kibitz.jobs.owners import Owner, Seal
from kibitz.jobs.reaching import reaching
from kibitz.jobs.status import state_of, status
from kibitz.jobs.workflow import CHUNK

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
        self._recent: OrderedDict[tuple[object, ...], JobStatus] = OrderedDict()

    def close(self) -> None:
        """Close the connections; the store may be used again afterwards."""
        with self._lock:
            if self._opened is not None:
                self._opened.destroy()
            self._opened = None

    @reaching
    def chunks_kept(self, name: str) -> int:
        """How many chunks of a job are kept: its events are numbered below that."""
        steps = self._client().list_workflow_steps(name, load_output=False)
        return sum(step["function_name"] == CHUNK for step in steps)

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

    def _parts(self, name: str) -> tuple[list[Row], float]:
        """The rows of the chunks that are kept, and the seconds they took."""
        rows: list[Row] = []
        seconds = 0.0
        for step in self._client().list_workflow_steps(name):
            if step["function_name"] == CHUNK and step["output"] and "rows" in step["output"]:
                rows += step["output"]["rows"]
                seconds += step["output"]["seconds"]
        return rows, seconds

    def _told(self, found: WorkflowStatus) -> JobStatus:
        """The status of a job; that of an unfinished one is read again only after every chunk.

        A study of a million deals takes seconds to read, and many may ask how it stands.
        """
        if state_of(found) == "done":
            return status(found, [], 0.0)
        name = found.workflow_id
        times = (found.status, found.dequeued_at, found.completed_at)
        stand = (name, self.chunks_kept(name), *times)
        with self._lock:
            known = self._recent.get(stand)
        if known is None:
            known = status(found, *self._parts(name))
            with self._lock:
                self._recent[stand] = known
                if len(self._recent) > MOST_TOLD:
                    self._recent.popitem(last=False)
        return known
