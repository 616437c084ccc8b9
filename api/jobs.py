"""Long work over HTTP: jobs are submitted, watched, cancelled, and their files fetched."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any, Final

import structlog
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from api.body import parse
from api.examples import job_examples
from api.operations import IF_NONE_MATCH, UNCHANGED, problem, success
from api.responses import passing, resource, to_bytes
from api.schema import REF
from api.service import Service
from api.streams import SSE_TYPE, StreamResponse, until
from games.faults import BadInput, quote
from jobs.charts import study_csv, study_png
from jobs.errors import JobsUnavailable, NoSuchJob
from jobs.job import Row
from jobs.kinds import read_job
from jobs.status import ENDED
from jobs.study import StudyJob
from solvers.lanes import Busy

SILENCE_SECONDS: Final = 15.0
LONGEST_KEY: Final = 255

Endpoint = Callable[[Request], Awaitable[Response]]


def add_job_routes(app: FastAPI, service: Service) -> None:
    """Register the addresses of jobs."""
    desk = service.jobs

    async def submit(request: Request) -> Response:
        body = await service.body(request)
        key = _key(request)
        job = await service.quick.run(lambda: read_job(parse(body), desk.cap))
        status = await desk.ask(lambda: desk.store.submit(job, key))
        response = passing(to_bytes(status), "application/json")
        response.status_code = 202
        response.headers["Location"] = f"/v1/jobs/{status.id}"
        return response

    async def status(request: Request) -> Response:
        found = await _of_job(service, request, lambda name: to_bytes(desk.store.status(name)))
        return resource(request, found)

    async def cancel(request: Request) -> Response:
        found = await _of_job(service, request, lambda name: to_bytes(desk.store.cancel(name)))
        return passing(found, "application/json")

    async def events(request: Request) -> Response:
        first = _first_event(request)
        found = await _of_job(service, request, desk.store.status)
        if found.state in ENDED:
            kept = await _of_job(service, request, desk.store.chunks_kept)
            if first > kept:
                return Response(status_code=204)  # all was told: do not connect again
        told = _events(service, found.id, first)
        return StreamResponse("sse", told, counted=service.metrics.streaming(), whole=True)

    async def table(request: Request) -> Response:
        found = await _of_job(service, request, lambda name: study_csv(_study(service, name)[1]))
        return resource(request, found.encode(), "text/csv; charset=utf-8")

    async def chart(request: Request) -> Response:
        def draw(name: str) -> bytes:
            job, rows = _study(service, name)
            return study_png(job, job.result(rows))

        return resource(request, await _of_job(service, request, draw), "image/png")

    for path, method, endpoint, operation, summary, responses in (
        ("", "POST", submit, "submit-job", "Submit a job", _SUBMITTED),
        ("/{id}", "GET", status, "describe-job", "Tell how a job stands", _STATUS),
        ("/{id}", "DELETE", cancel, "cancel-job", "Cancel a job", _CANCELLED),
        ("/{id}/events", "GET", events, "follow-job", "Follow the progress of a job", _EVENTS),
        ("/{id}/deals.csv", "GET", table, "study-table", "List the deals of a study", _TABLE),
        ("/{id}/chart.png", "GET", chart, "study-chart", "Draw how hard deals are", _CHART),
    ):
        app.add_api_route(
            f"/v1/jobs{path}",
            endpoint,
            methods=[method],
            operation_id=operation,
            tags=["Jobs"],
            summary=summary,
            response_class=Response,
            openapi_extra=_SUBMISSION | responses if method == "POST" else _NAMED | responses,
        )


async def _of_job(service: Service, request: Request, ask: Callable[[str], Any]) -> Any:
    """What ``ask`` says of the job that the path names; raises a 404 when there is none."""
    name = request.path_params["id"]
    try:
        return await service.jobs.ask(lambda: ask(name))
    except NoSuchJob:
        raise HTTPException(404, f"there is no job {quote(name)}, or not any more") from None


async def _events(service: Service, name: str, first: int) -> AsyncGenerator[bytes]:
    """The progress of a job as server-sent events, and at last the job itself.

    Without that end when the service stops, or the job can be told of no more: a client that
    cares asks again for what comes after the last event that it has seen.
    """
    store, number = service.jobs.store, first
    try:
        async for told in until(service.stopping, store.events(name, first, SILENCE_SECONDS)):
            if told is None:
                yield b": nothing new\n\n"
                continue
            yield _event(told[0], "progress", to_bytes(told[1]))
            number = told[0] + 1
        if not service.stopping.is_set():
            last = await service.jobs.ask(lambda: to_bytes(store.status(name)))
            yield _event(number, "end", last)
    except (JobsUnavailable, NoSuchJob, Busy) as error:
        structlog.get_logger("kibitz.jobs").warning("events broke off", detail=str(error), job=name)


def _event(number: int, kind: str, data: bytes) -> bytes:
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (number, kind.encode(), data)


def _study(service: Service, name: str) -> tuple[StudyJob, list[Row]]:
    """A study and its rows; raises a 404 for any other job."""
    job, rows = service.jobs.store.rows(name)
    if not isinstance(job, StudyJob):
        raise HTTPException(404, f"job {quote(name)} is no study: it has no table and no chart")
    return job, rows


def _key(request: Request) -> str | None:
    """The idempotency key of a request; raises ``BadInput`` for what is none."""
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    bare = key.strip().strip('"')
    if not 1 <= len(bare) <= LONGEST_KEY or not bare.isprintable():
        message = f"Idempotency-Key should be 1 to {LONGEST_KEY} characters, not {quote(key)}"
        raise BadInput.one("", "bad_key", message)
    return bare


def _first_event(request: Request) -> int:
    """The number of the first event that the client has not seen."""
    last = request.headers.get("last-event-id", "").strip()
    if not last:
        return 0
    if not (last.isascii() and last.isdigit() and len(last) <= 12):
        message = f"Last-Event-ID should be the id of an event, a whole number, not {quote(last)}"
        raise BadInput.one("", "bad_event_id", message)
    return int(last) + 1


_ID: Final = {
    "name": "id",
    "in": "path",
    "required": True,
    "description": "The id that the submission has told.",
    "schema": {"type": "string"},
}
_NAMED: Final[dict[str, Any]] = {"parameters": [_ID]}
_KEY: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "The same key again finds the same job instead of starting another.",
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY},
}
_LAST: Final = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "Continue after this event.",
    "schema": {"type": "integer", "minimum": 0, "maximum": 10**11},
}
_SUBMISSION: Final[dict[str, Any]] = {
    "parameters": [_KEY],
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": {"$ref": REF + "Job"}, "examples": job_examples()}
        },
    },
}
_REFUSED: Final = {"401": problem("unauthorized"), "429": problem("too-many-requests")}
_FAULTS: Final = {
    "404": problem("not-found"),
    "503": problem("no-jobs", "busy", "stopping"),
    **_REFUSED,
}
_ACCEPTED: Final = success("The job, in the queue or taken up before", "JobStatus", tagged=False)
_SUBMITTED: Final[dict[str, Any]] = {
    "responses": {
        "202": _ACCEPTED
        | {
            "headers": _ACCEPTED["headers"]
            | {"Location": {"description": "The job.", "schema": {"type": "string"}}}
        },
        "400": problem("broken-json"),
        "413": problem("body-too-large"),
        "415": problem("not-json"),
        "422": problem("bad-input"),
        "503": problem("no-jobs", "busy", "warming", "stopping"),
        **_REFUSED,
    }
}
_STATUS: Final[dict[str, Any]] = {
    "parameters": [_ID, IF_NONE_MATCH],
    "responses": {"200": success("The job", "JobStatus"), "304": UNCHANGED} | _FAULTS,
}
_CANCELLED: Final[dict[str, Any]] = {
    "responses": {"200": success("The job, ended", "JobStatus", tagged=False)} | _FAULTS
}
_EVENTS: Final[dict[str, Any]] = {
    "parameters": [_ID, _LAST],
    "responses": {
        "200": {
            "description": "Events named progress, and one named end with the whole job",
            "content": {SSE_TYPE: {"schema": {"type": "string"}}},
        },
        "204": {"description": "The client has seen all events"},
        "422": problem("bad-input"),
    }
    | _FAULTS,
}
_TABLE: Final[dict[str, Any]] = {
    "responses": {
        "200": {
            "description": "A line for each deal decided so far",
            "content": {"text/csv": {"schema": {"type": "string"}}},
        }
    }
    | _FAULTS
}
_CHART: Final[dict[str, Any]] = {
    "responses": {
        "200": {
            "description": "Deals by nodes visited, stacked by verdict",
            "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}},
        }
    }
    | _FAULTS
}
