"""Long work over HTTP: jobs are submitted, watched, cancelled, and their files fetched."""

import asyncio
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, cast, get_args

import structlog
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from kibitz.api.body import parse
from kibitz.api.front import trace_of
from kibitz.api.job_operations import (
    CANCELLED,
    CHART,
    EVENTS,
    LISTED,
    LONGEST_KEY,
    LONGEST_LIST,
    NAMED,
    STATUS,
    SUBMITTED,
    TABLE,
    USUAL_LIST,
)
from kibitz.api.responses import etag_of, passing, resource, tagged, to_bytes
from kibitz.api.service import Service
from kibitz.api.streams import StreamResponse, until
from kibitz.contract.jobs import ENDED, State, StudyResult
from kibitz.games.faults import BadInput, Fault, quote
from kibitz.jobs.charts import study_csv, study_png
from kibitz.jobs.errors import JobsUnavailable, NoSuchJob
from kibitz.jobs.job import Job, Row
from kibitz.jobs.kinds import KINDS, read_job
from kibitz.jobs.owners import Owner
from kibitz.jobs.study import StudyJob
from kibitz.jobs.worker_pool import Busy

SILENCE_SECONDS: Final = 15.0
AGAIN_SECONDS: Final = 0.05
_WHOLE: Final = re.compile(r"[0-9]{1,9}")

Endpoint = Callable[[Request], Awaitable[Response]]


def add_job_routes(app: FastAPI, service: Service) -> None:
    """Register the addresses of jobs."""
    workspace = service.jobs

    async def submit(request: Request) -> Response:
        body = await service.body(request)
        key = _key(request)
        job = await service.quick.run(lambda: read_job(parse(body), workspace.cap))
        owner = _owner(request)
        status = await workspace.ask(lambda: workspace.store.submit(job, key, owner))
        response = passing(to_bytes(status), "application/json")
        response.status_code = 202
        response.headers["Location"] = f"jobs/{status.id}"  # right behind a prefix, too
        return response

    async def listed(request: Request) -> Response:
        kind, state, limit, after = _wanted(request)
        owner = _owner(request)
        found = await workspace.ask(
            lambda: to_bytes(workspace.store.listed(owner, kind, state, limit=limit, after=after))
        )
        return passing(found, "application/json")

    async def status(request: Request) -> Response:
        found = await _of_job(service, request, lambda *job: to_bytes(workspace.store.status(*job)))
        return resource(request, found)

    async def cancel(request: Request) -> Response:
        found = await _of_job(service, request, lambda *job: to_bytes(workspace.cancel(*job)))
        return passing(found, "application/json")

    async def events(request: Request) -> Response:
        first = _first_event(request)
        found = await _of_job(service, request, workspace.store.status)
        if found.state in ENDED and first:
            before = await workspace.ask(lambda: workspace.store.has_event(found.id, first - 1))
            if not before:
                return Response(status_code=204)  # all was sent: do not connect again
        events = _events(service, found.id, _owner(request), first)
        return StreamResponse("sse", events, counted=service.metrics.streaming(), whole=True)

    async def table(request: Request) -> Response:
        chunks, kept = await _of_job(service, request, partial(_table, service))
        tag = etag_of(b"%s %d" % (request.path_params["id"].encode(), kept))
        known = tagged(request, b"", tag)
        if known.status_code == 304:
            return known
        return StreamResponse(None, _lines(service, chunks), tag=tag)

    async def chart(request: Request) -> Response:
        return resource(
            request, await _of_job(service, request, partial(_chart, service)), "image/png"
        )

    for path, method, endpoint, operation, summary, responses in (
        ("", "POST", submit, "submit-job", "Submit a job", SUBMITTED),
        ("", "GET", listed, "list-jobs", "List jobs", LISTED),
        ("/{id}", "GET", status, "describe-job", "Get the state of a job", STATUS),
        ("/{id}", "DELETE", cancel, "cancel-job", "Cancel a job", CANCELLED),
        ("/{id}/events", "GET", events, "follow-job", "Follow the progress of a job", EVENTS),
        ("/{id}/deals.csv", "GET", table, "study-table", "List the deals of a study", TABLE),
        ("/{id}/chart.png", "GET", chart, "study-chart", "Draw how hard deals are", CHART),
    ):
        app.add_api_route(
            f"/v1/jobs{path}",
            endpoint,
            methods=[method],
            operation_id=operation,
            tags=["Jobs"],
            summary=summary,
            response_class=Response,
            openapi_extra=(NAMED if path else {}) | responses,
        )


def _owner(request: Request) -> Owner:
    """Who asks."""
    trace = trace_of(request)
    return Owner(trace.identity, trace.client)


async def _of_job(service: Service, request: Request, ask: Callable[[str, Owner], Any]) -> Any:
    """What ``ask`` says of the job that the path names, to who asks.

    Raises a 404 where that client may not see it, in the same words as where there is none.
    """
    name, owner = request.path_params["id"], _owner(request)
    try:
        return await service.jobs.ask(lambda: ask(name, owner))
    except NoSuchJob:
        raise HTTPException(404, f"there is no job {quote(name)}, or not any more") from None


async def _events(service: Service, name: str, owner: Owner, first: int) -> AsyncGenerator[bytes]:
    """The progress of a job as server-sent events, and finally the job itself.

    The end is missing if the service stops, or the job can no longer be read: a client then asks
    again for the events after the last one that it has seen.
    """
    store, number = service.jobs.store, first
    try:
        async for event in until(service.stopping, store.events(name, first, SILENCE_SECONDS)):
            if event is None:
                yield b": nothing new\n\n"
                continue
            yield _event(event[0], "progress", to_bytes(event[1]))
            number = event[0] + 1
        if not service.stopping.is_set():
            last = await service.jobs.ask(lambda: to_bytes(store.status(name, owner)))
            yield _event(number, "end", last)
    except (JobsUnavailable, NoSuchJob, Busy) as error:
        structlog.get_logger("kibitz.jobs").warning("events broke off", detail=str(error), job=name)


def _event(number: int, kind: str, data: bytes) -> bytes:
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (number, kind.encode(), data)


def _table(service: Service, name: str, owner: Owner) -> tuple[Iterator[Sequence[Row]], int]:
    """The rows of a study, chunk by chunk, and how many chunks; a 404 for any other job."""
    store = service.jobs.store
    job, chunks = store.rows(name, owner)
    _check_study(name, job)
    return chunks, store.chunks_kept(name)  # there may be more by the time they are read


def _chart(service: Service, name: str, owner: Owner) -> bytes:
    """The chart of a study; raises a 404 for any other job."""
    job, result = service.jobs.store.found(name, owner)
    study = _check_study(name, job)
    found = result if isinstance(result, StudyResult) else study.gathered(())
    return study_png(study, found)


def _check_study(name: str, job: Job) -> StudyJob:
    if not isinstance(job, StudyJob):
        raise HTTPException(404, f"job {quote(name)} is no study: it has no table and no chart")
    return job


async def _lines(service: Service, chunks: Iterator[Sequence[Row]]) -> AsyncGenerator[bytes]:
    """The table of a study, of which a part is in memory at a time."""
    yield study_csv(()).encode()
    while True:
        try:
            rows = await service.jobs.ask(lambda: next(chunks, None))
        except Busy:  # the table has begun, and waits for its turn
            await asyncio.sleep(AGAIN_SECONDS)
            continue
        if rows is None:
            return
        yield study_csv(rows, headed=False).encode()


def _key(request: Request) -> str | None:
    """The idempotency key of a request; raises ``BadInput`` for what is none."""
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    bare = key.strip().strip('"')
    if not 1 <= len(bare) <= LONGEST_KEY or not bare.isprintable():
        message = f"Idempotency-Key should be 1 to {LONGEST_KEY} characters that can be printed, "
        message += f"not {quote(key)}"
        raise BadInput.one("", "bad_key", message)
    return bare


def _wanted(request: Request) -> tuple[str | None, State | None, int, int]:
    """Kind, state, most and first of the jobs to be listed; raises ``BadInput`` with all faults."""
    asked, faults = request.query_params, []
    known = {"kind": [*KINDS], "state": [*get_args(State)]}
    for name in asked.keys() - {*known, "limit", "after"}:
        message = f"{quote(name)} is not a parameter of this list"
        faults.append(Fault("", "unknown_field", message))
    for name, values in known.items():
        if name in asked and asked[name] not in values:
            message = f"{name} should be one of {', '.join(values)}, not {quote(asked[name])}"
            faults.append(Fault("", f"unknown_{name}", message))
    limit, after = asked.get("limit", str(USUAL_LIST)), asked.get("after", "0")
    if not (_WHOLE.fullmatch(limit) and 1 <= int(limit) <= LONGEST_LIST):
        message = f"limit should be a whole number from 1 to {LONGEST_LIST}, not {quote(limit)}"
        faults.append(Fault("", "bad_limit", message))
    if not _WHOLE.fullmatch(after):
        message = f"after should be what a list has named next, not {quote(after)}"
        faults.append(Fault("", "bad_after", message))
    if faults:
        raise BadInput(faults)
    return asked.get("kind"), cast("State | None", asked.get("state")), int(limit), int(after)


def _first_event(request: Request) -> int:
    """The number of the first event that the client has not seen."""
    last = request.headers.get("last-event-id", "").strip()
    if not last:
        return 0
    if not (last.isascii() and last.isdigit() and len(last) <= 12):
        message = f"Last-Event-ID should be the id of an event, a whole number, not {quote(last)}"
        raise BadInput.one("", "bad_event_id", message)
    return int(last) + 1
