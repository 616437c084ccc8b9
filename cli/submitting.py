"""A job submitted to a service by the Python client, and followed to its end."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import httpx2

from kibitz.client import Kibitz, Refused
from kibitz.contract.jobs import JobStatus
from kibitz.games.faults import BadInput, Fault
from kibitz.solvers.budget import Listener, Progress

KEY: Final = "KIBITZ_KEY"
TRIES: Final = 30  # without an event, to go on where the connection broke off
PAUSE_SECONDS: Final = 1.0


class Service:
    """The jobs of a service. All methods raise ``BadInput`` with the faults it reports."""

    def __init__(self, url: str) -> None:
        """``url``: where the service answers, as http://127.0.0.1:8000.

        It is asked with the key that the environment has as ``KIBITZ_KEY``, if any.
        """
        if not url.startswith(("http://", "https://")):
            raise BadInput.one(
                "/url", "bad_url", f"{url!r} is not an address: write http://host:port"
            )
        self._url = url.rstrip("/")

    def submit(self, job: dict[str, Any]) -> str:
        """The id of the job."""
        with self._asking() as kibitz:
            return kibitz.submit(job).id

    def follow(
        self, name: str, listener: Listener, sleep: Callable[[float], None] = time.sleep
    ) -> JobStatus:
        """The job at its end; ``listener`` is called with its progress.

        The service may be restarted meanwhile, which its jobs survive.
        """
        last, tries = None, TRIES
        with self._asking() as kibitz:
            while True:
                try:
                    for event in kibitz.following(name, last):
                        last, tries = event.number, TRIES
                        if event.job:
                            return event.job
                        if event.progress:
                            so_far = event.progress
                            listener(Progress(so_far.done, so_far.total, so_far.unit))
                except httpx2.TransportError:
                    if not tries:
                        raise
                if not tries:
                    raise BadInput.one(
                        "/url", "no_end", f"{self.address(name)} does not say how it ended"
                    )
                tries -= 1
                sleep(PAUSE_SECONDS)

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
    def _asking(self) -> Iterator[Kibitz]:
        """A client; what goes wrong with the service becomes faults of the request."""
        try:
            with Kibitz(self._url, os.environ.get(KEY)) as kibitz:
                yield kibitz
        except BadInput:
            raise
        except Refused as refused:
            try:
                listed = [Fault(f["pointer"], f["code"], f["message"]) for f in refused.errors]
            except (KeyError, TypeError):
                listed = []
            raise BadInput(listed or [Fault("", refused.kind, str(refused))]) from None
        except ValueError:
            message = f"the server at {self._url} is not a Kibitz service"
            raise BadInput.one("/url", "no_service", message) from None
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            message = f"{self._url} does not answer: {error}"
            raise BadInput.one("/url", "no_answer", message) from None
