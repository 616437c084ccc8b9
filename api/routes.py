"""The addresses of the service: games, verbs, health, metrics, its own description."""

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from kibitz.api.about import capabilities, game_answer, games_answer
from kibitz.api.board import add_board
from kibitz.api.body import JSON_TYPE
from kibitz.api.docs_page import add_docs
from kibitz.api.examples import answer_to, examples, extra_example
from kibitz.api.jobs import add_job_routes
from kibitz.api.metrics import METRICS_TYPE
from kibitz.api.operations import (
    PROBLEM_NAME,
    described,
    problem,
    readable,
    success,
    verb_description,
)
from kibitz.api.problems import KINDS
from kibitz.api.responses import passing, resource, to_bytes
from kibitz.api.schema import components, extra_names
from kibitz.api.service import Service
from kibitz.api.verbs import verbs_of
from kibitz.api.version import service_version
from kibitz.contract.problems import ProblemKind
from kibitz.games.faults import quote
from kibitz.solvers.solver import Solver


class PlainRoute(APIRoute):
    """A route whose endpoint takes the request and nothing that would have to be found first."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The endpoint itself."""
        endpoint: Callable[[Request], Coroutine[Any, Any, Response]] = self.endpoint
        return endpoint


SUMMARY: Final = "What to play, whether a deal can be won, how good each move is."
DESCRIPTION: Final = """\
Every game has the same verbs. `deal` gives a position; a position is a JSON object or its one-line
`text`, and every other verb takes either. Refusals are `application/problem+json` (RFC 9457).

Clients should ignore members of answers that they do not know: new ones may come.
"""
TAGS: Final = [
    {"name": "Jobs", "description": "Long work that survives a restart."},
    {"name": "About", "description": "Games, limits, health, this description."},
]


def add_routes(app: FastAPI, service: Service) -> None:
    """Register everything that ``service`` answers."""
    app.router.route_class = PlainRoute
    _add_verbs(app, service)
    _add_extras(app, service)
    add_job_routes(app, service)
    _add_facts(app, service)
    add_health(app, service)
    _add_descriptions(app, service)
    add_docs(app)
    add_board(app, service.settings.embed_origins)


def _add_verbs(app: FastAPI, service: Service) -> None:
    for solver in service.solvers.values():
        for verb in verbs_of(solver.game).values():
            app.add_api_route(
                f"/v1/games/{solver.game.name}/{verb.name}",
                service.endpoint(solver, verb),
                methods=["POST"],
                operation_id=f"{verb.name}-{solver.game.name}",
                tags=[solver.game.title],
                summary=verb.summary,
                response_class=Response,
                openapi_extra=verb_description(solver, verb),
            )


def _add_extras(app: FastAPI, service: Service) -> None:
    """The questions that only one game answers."""
    for game in service.games:
        for extra in game.extras:
            app.add_api_route(
                f"/v1/games/{game.name}/{extra.name}",
                service.quick_endpoint(game.name, extra.call),
                methods=["POST"],
                operation_id=f"{extra.name}-{game.name}",
                tags=[game.title],
                summary=extra.summary,
                response_class=Response,
                openapi_extra=described(*extra_names(game, extra)),
            )


def _add_facts(app: FastAPI, service: Service) -> None:
    solvers = list(service.solvers.values())
    ready = service.readiness.is_ready
    facts: list[tuple[str, str, str, str, Callable[[], BaseModel]]] = [
        (
            *("/v1/games", "list-games", "List the games", "GamesAnswer"),
            lambda: games_answer(solvers, ready),
        ),
        (
            *("/v1/capabilities", "capabilities", "Get versions and limits"),
            *("CapabilitiesAnswer", lambda: capabilities(service.whole, solvers)),
        ),
    ]
    for solver in solvers:
        name, title = solver.game.name, solver.game.title
        path, said = f"/v1/games/{name}", f"Describe {title}"
        facts.append((path, f"describe-{name}", said, "GameAnswer", _described(solver, ready)))
    for path, operation, summary, schema, fact in facts:
        app.add_api_route(
            path,
            _answering(fact),
            methods=["GET"],
            operation_id=operation,
            tags=["About"],
            summary=summary,
            response_class=Response,
            openapi_extra=readable(success("The answer", schema)),
        )


def _described(solver: Solver, ready: Callable[[str], bool]) -> Callable[[], BaseModel]:
    """What describes a game, with schemas that are made once."""
    name = solver.game.name
    found = cache(lambda: game_answer(solver, ready))
    return lambda: found().model_copy(update={"ready": ready(name)})


def _answering(fact: Callable[[], BaseModel]) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    async def answer(request: Request) -> Response:
        return resource(request, to_bytes(fact()))

    return answer


def add_health(app: FastAPI, service: Service) -> None:
    """Register the addresses that say how the process is."""

    async def healthz(_: Request) -> Response:
        return passing(b'{"status":"ok"}', "application/json")

    async def readyz(_: Request) -> Response:
        service.check_ready()
        found = {"status": "ready", "games": service.readiness.listed()}
        return passing(to_bytes(found), "application/json")

    async def metrics(_: Request) -> Response:
        await service.jobs.count(service.metrics)
        return passing(service.metrics.page(), METRICS_TYPE)

    text = {
        "description": "Counters and histograms in Prometheus' text format",
        "content": {"text/plain": {"schema": {"type": "string"}}},
    }
    alive = success("The process answers", "HealthAnswer", tagged=False)
    ready = {
        "200": success("The verbs of every game are answered", "ReadyAnswer", tagged=False),
        "503": problem("warming", "not-started", "stopping"),
    }
    for path, endpoint, summary, responses in (
        ("/healthz", healthz, "Check whether the process lives", {"200": alive}),
        ("/readyz", readyz, "Check which games are ready", ready),
        ("/metrics", metrics, "Count what has been done", {"200": text}),
    ):
        app.add_api_route(
            path,
            endpoint,
            methods=["GET"],
            operation_id=path[1:],
            tags=["About"],
            summary=summary,
            response_class=Response,
            openapi_extra={"responses": responses},
        )


def _add_descriptions(app: FastAPI, service: Service) -> None:
    description = Description(app, service)
    app.openapi = description.whole  # type: ignore[method-assign]
    service.describe = description.text

    async def openapi(request: Request) -> Response:
        # Not among the quick work: who waits here for the examples holds up nobody else.
        return resource(request, await asyncio.to_thread(description.text))

    async def problem_kind(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in KINDS:
            raise HTTPException(404, f"{quote(name)} is none of {', '.join(KINDS)}")
        kind = KINDS[name]
        answer = ProblemKind(
            type=kind.uri, title=kind.title, status=kind.status, meaning=kind.meaning
        )
        return resource(request, to_bytes(answer))

    described = {
        "content": {"application/json": {"schema": {"type": "object"}}},
        "description": "OpenAPI 3.1",
    }
    kind = readable(success("The answer", "ProblemKind"))
    kind["parameters"] = [*kind["parameters"], PROBLEM_NAME]
    kind["responses"]["404"] = problem("not-found")
    for path, endpoint, summary, extra in (
        ("/openapi.json", openapi, "Describe the service", readable(described)),
        ("/problems/{name}", problem_kind, "Explain a kind of problem", kind),
    ):
        app.add_api_route(
            path,
            endpoint,
            methods=["GET"],
            operation_id=endpoint.__name__.replace("_", "-"),
            tags=["About"],
            summary=summary,
            response_class=Response,
            openapi_extra=extra,
        )


class Description:
    """The OpenAPI description, its examples made by the kernels of the games; for several threads.

    A game that is not ready has none yet. It is kept, as bytes, once all are ready.
    """

    def __init__(self, app: FastAPI, service: Service) -> None:
        """Nothing is made yet."""
        self._app, self._service = app, service
        self._lock = threading.Lock()
        self._text: bytes | None = None

    def whole(self) -> dict[str, Any]:
        """The description as a JSON object."""
        found: dict[str, Any] = json.loads(self.text())
        return found

    def text(self) -> bytes:
        """The description, made unless it is there; whoever comes meanwhile waits for it."""
        with self._lock:
            if self._text is not None:
                return self._text
            ready = self._service.readiness.ready
            text = to_bytes(self._made())
            if ready:
                self._text = text
            return text

    def _made(self) -> dict[str, Any]:
        service = self._service
        document = get_openapi(
            title="Kibitz",
            version=service_version(),
            summary=SUMMARY,
            description=DESCRIPTION,
            routes=self._app.routes,
            tags=[{"name": game.title} for game in service.games] + TAGS,
            # Relative to this document, so that it is right behind a proxy with a prefix.
            servers=[{"url": "./", "description": "The service that this description is of"}],
        )
        document["components"] = components(service.solvers)
        required: list[dict[str, Any]] = [{"key": []}]
        document["security"] = required if service.settings.require_key else [{}, *required]
        for solver in service.solvers.values():
            _add_examples(document["paths"], solver, ready=service.readiness.is_ready)
        return document


def _add_examples(paths: dict[str, Any], solver: Solver, ready: Callable[[str], bool]) -> None:
    """Add requests and their answers to the operations of a game, as far as it is ready."""
    game = solver.game
    found = {extra.name: extra_example(extra) for extra in game.extras}
    answers: dict[str, BaseModel] = {extra.name: extra.call(extra.example) for extra in game.extras}
    if ready(game.name):
        verbs = verbs_of(game)
        for name, requests in examples(solver).items():
            found[name] = requests
            first = next(iter(requests.values()))["value"]
            answers[name] = answer_to(solver, verbs[name], first)
    for name, requests in found.items():
        operation = paths[f"/v1/games/{game.name}/{name}"]["post"]
        operation["requestBody"]["content"][JSON_TYPE]["examples"] = requests
        answer = json.loads(to_bytes(answers[name]))
        operation["responses"]["200"]["content"][JSON_TYPE]["example"] = answer
