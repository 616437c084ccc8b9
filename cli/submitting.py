"""Jobs submitted to a service: sent, followed to their end, and their files fetched."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any, Final

from games.faults import BadInput, Fault
from solvers.progress import Listener, Progress

TIMEOUT_SECONDS: Final = 60


class Service:
    """The jobs of a service at an address. All raise ``BadInput`` with what it says is wrong."""

    def __init__(self, url: str) -> None:
        """``url``: where the service answers, as http://127.0.0.1:8000."""
        if not url.startswith(("http://", "https://")):
            raise BadInput.one("/url", "bad_url", f"{url!r} is no address: write http://host:port")
        self._url = url.rstrip("/")

    def submit(self, job: dict[str, Any]) -> dict[str, Any]:
        """The job as the service tells of it."""
        headers = {"Content-Type": "application/json"}
        body = json.dumps(job).encode()
        found: dict[str, Any] = json.loads(self._ask("/v1/jobs", body, headers))
        return found

    def follow(self, name: str, listener: Listener) -> dict[str, Any]:
        """The job at its end; ``listener`` hears of its progress."""
        last = ""
        while True:
            for number, kind, data in self._events(name, last):
                last = number
                if kind == "end":
                    found: dict[str, Any] = data
                    return found
                listener(Progress(data["done"], data["total"], data["unit"]))

    def file(self, name: str, file: str) -> bytes:
        """One of the files of a job."""
        return self._ask(f"/v1/jobs/{name}/{file}")

    def address(self, name: str) -> str:
        """Where a job is told of."""
        return f"{self._url}/v1/jobs/{name}"

    def _events(self, name: str, last: str) -> Iterator[tuple[str, str, Any]]:
        """The events of a job after the one with the id ``last``, until the connection ends."""
        headers = {"Last-Event-ID": last} if last else {}
        asked = urllib.request.Request(f"{self.address(name)}/events", headers=headers)
        fields: dict[str, str] = {}
        with _opened(asked) as answer:
            for line in answer:
                key, _, value = line.decode().rstrip("\n").partition(": ")
                if key:
                    fields[key] = value
                elif "data" in fields:
                    yield fields["id"], fields["event"], json.loads(fields["data"])
                    fields = {}

    def _ask(
        self, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> bytes:
        asked = urllib.request.Request(self._url + path, body, headers or {})
        with _opened(asked) as answer:
            content: bytes = answer.read()
        return content


def _opened(asked: urllib.request.Request) -> Any:
    try:
        return urllib.request.urlopen(asked, timeout=TIMEOUT_SECONDS)
    except urllib.error.HTTPError as error:
        with error:
            raise BadInput(_faults(error.read())) from None
    except urllib.error.URLError as error:
        message = f"{asked.full_url} does not answer: {error.reason}"
        raise BadInput.one("/url", "no_answer", message) from None


def _faults(content: bytes) -> list[Fault]:
    """What a problem says."""
    try:
        problem = json.loads(content)
        listed = [Fault(f["pointer"], f["code"], f["message"]) for f in problem["errors"]]
        return listed or [Fault("", problem["type"], problem["detail"])]
    except (ValueError, KeyError, TypeError):
        return [Fault("/url", "no_service", "what answers there is no service of Kibitz")]
