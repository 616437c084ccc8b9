"""A job submitted to a service by the Python client, and followed to its end."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from kibitz.client import Kibitz, Refused, Unreachable
from kibitz.client.retrying import RETRIES
from kibitz.contract.jobs import JobStatus
from kibitz.games.faults import BadInput, Fault
from kibitz.solvers.budget import Listener, Progress

KEY: Final = "KIBITZ_KEY"
FOLLOWING_RETRIES: Final = 8  # without an event: about half a minute


class Service:
    """The jobs of a service. All methods raise ``BadInput`` with the faults it reports."""

    def __init__(self, url: str) -> None:
        """``url``: where the service answers, as http://127.0.0.1:8000.

        It is asked with the key that the environment has as ``KIBITZ_KEY``, if any.
        """
        try:
            Kibitz(url).close()
        except ValueError as error:
            raise BadInput.one("/url", "bad_url", str(error)) from None
        self._url = url.rstrip("/")

    def submit(self, job: dict[str, Any]) -> str:
        """The id of the job."""
        with self._asking() as kibitz:
            return kibitz.submit(job).id

    def follow(self, name: str, listener: Listener) -> JobStatus:
        """The job at its end; ``listener`` is called with its progress.

        The service may be restarted meanwhile, which its jobs survive.
        """
        with self._asking(FOLLOWING_RETRIES) as kibitz:
            for event in kibitz.following(name):
                if event.progress:
                    so_far = event.progress
                    listener(Progress(so_far.done, so_far.total, so_far.unit))
                if event.job:
                    return event.job
            return kibitz.job(name)

    def table(self, name: str) -> str:
        """The deals of a study as CSV."""
        with self._asking() as kibitz:
            return kibitz.table(name)

    def chart(self, name: str) -> bytes:
        """The chart of a study as PNG."""
        with self._asking() as kibitz:
            return kibitz.chart(name)

    def address(self, name: str) -> str:
        """The address of a job."""
        return f"{self._url}/v1/jobs/{name}"

    @contextmanager
    def _asking(self, retries: int = RETRIES) -> Iterator[Kibitz]:
        """A client; what goes wrong with the service becomes faults of the request."""
        try:
            with Kibitz(self._url, os.environ.get(KEY), retries=retries) as kibitz:
                yield kibitz
        except Refused as refused:
            listed = [Fault(each.pointer, each.code, each.message) for each in refused.errors]
            code = refused.problem.type.rpartition("/")[2].replace("-", "_")
            raise BadInput(listed or [Fault("", code, str(refused))]) from None
        except Unreachable as error:
            raise BadInput.one("/url", "no_answer", str(error)) from None
