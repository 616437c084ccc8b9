"""The application: settings in, FastAPI application out."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

from anyio import to_thread
from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import ASGIApp

from kibitz.api.assistants.http import Assistants
from kibitz.api.browsers import sharing
from kibitz.api.clients import Clients
from kibitz.api.front import Endpoint, Front, trace_of
from kibitz.api.problems import problem_of, problem_response
from kibitz.api.readiness import Kernels
from kibitz.api.routes import add_health, add_routes
from kibitz.api.service import Service
from kibitz.api.settings import Settings
from kibitz.api.verbs import verbs_of
from kibitz.api.version import service_version
from kibitz.games.catalogue import unknown_game
from kibitz.games.faults import quote
from kibitz.games.findings import meant
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.solver import Solver

LOOK_SECONDS: Final = 0.05
FILE_THREADS: Final = 8  # that read the files of pages; anyio would start 40


class Application(FastAPI):
    """FastAPI with what is put in front of its router, and nothing besides."""

    around: Callable[[ASGIApp], ASGIApp]
    __call__ = Starlette.__call__  # FastAPI puts around it what counts and logs, which is off

    def build_middleware_stack(self) -> ASGIApp:
        """The front, which answers all faults itself, around the router."""
        return self.around(ExceptionMiddleware(self.router, dict(self.exception_handlers)))


def create_app(
    settings: Settings | None = None,
    *,
    solvers: Mapping[str, Solver] = SOLVERS,
    warm: Kernels | None = None,
    jobs_only: bool = False,
    whole: Settings | None = None,
    counts: Path | None = None,
    late: bool = False,
) -> FastAPI:
    """A new application, independent of any other: own settings, counters, threads and book.

    ``jobs_only``: it runs jobs, and answers nothing but how it is. ``whole``: the settings of all
    processes of a service together, of which it has a share; None where it is the only one.
    ``counts``: a file in which it counts requests together with those processes. It answers at once
    unless it is to be ``late``, when it begins once all games are ready;
    the verbs of a game answer 503 until its kernels are ready. ``warm`` says how they get ready: by
    default those that the cache lacks are compiled in processes apart, and a thread loads them.
    Raises ``ValidationError`` for bad settings.
    """
    warm = warm or Kernels(lambda name: solvers[name].warm())
    service = Service(settings or Settings(), solvers, warm, whole)
    settings = service.settings
    clients = Clients(
        *(settings.rate_limit, settings.rate_limit_url, settings.api_keys),
        required=settings.require_key,
        shared=counts,
    )
    assistants = None if jobs_only else Assistants(service)
    app = Application(
        title="Kibitz",
        version=service_version(),
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        # The service counts and logs by itself.
        telemetry={"tracing": False, "metrics": False, "logs": False},
        lifespan=partial(_lifespan, service, clients, assistants, late),
    )
    app.state.service = service
    endpoints: dict[tuple[str, str], Endpoint] = {}
    app.around = lambda router: sharing(
        Front(router, endpoints, clients, service.metrics, settings.max_requests),
        settings.cors_origins,
    )
    app.add_exception_handler(HTTPException, partial(_answer_problem, service))
    if assistants is None:
        add_health(app, service)
    else:
        add_routes(app, service)
        app.router.routes.extend(assistants.routes)
    endpoints |= _without_variables(app)
    return app


def _without_variables(app: FastAPI) -> dict[tuple[str, str], Endpoint]:
    """The endpoints of all addresses that have no variable part, by method and path."""
    routes = [route for route in app.routes if isinstance(route, APIRoute)]
    return {
        (method, route.path): route.endpoint
        for route in routes
        if not route.param_convertors
        for method in route.methods or ()
    }


@asynccontextmanager
async def _lifespan(
    service: Service,
    clients: Clients,
    assistants: Assistants | None,
    late: bool,
    _: FastAPI,
) -> AsyncIterator[None]:
    to_thread.current_default_thread_limiter().total_tokens = FILE_THREADS
    service.start()
    while late and service.readiness.preparing:  # noqa: ASYNC110
        await asyncio.sleep(LOOK_SECONDS)
    yield
    if assistants is not None:
        await assistants.stop()
    await asyncio.to_thread(service.jobs.stop)
    service.searches.close()
    service.readiness.stop()
    await clients.close()


async def _answer_problem(service: Service, request: Request, error: Exception) -> Response:
    """What the router cannot answer; all other faults are answered by the front."""
    if isinstance(error, HTTPException):
        error = _said_better(service, request, error)
    problem = problem_of(error)
    trace_of(request).level = problem.kind.level
    return problem_response(problem)


def _methods(request: Request) -> list[str]:
    """What the path of a request takes, by all of its routes."""
    routes = request.app.routes
    found = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
    return [method for route in found for method in sorted(route.methods)]


def _said_better(service: Service, request: Request, error: HTTPException) -> HTTPException:
    """A 404 that lists what there is, a 405 that says what is taken."""
    path = request.url.path
    if error.status_code == 405:
        allowed = ", ".join(_methods(request)).replace("GET", "GET, HEAD")
        said = f"{quote(path)} takes {allowed}, not {request.method}"
        return HTTPException(405, said, {"Allow": allowed})
    if error.status_code != 404 or error.detail != "Not Found":
        return error
    parts = path.split("/")
    serves_games = any(getattr(route, "path", "") == "/v1/games" for route in request.app.routes)
    if parts[1:3] != ["v1", "games"] or len(parts) < 4 or not serves_games:
        return HTTPException(404, f"there is nothing at {quote(path)}")
    if parts[3] not in service.solvers:
        return HTTPException(404, unknown_game(parts[3], service.solvers))
    game = service.solvers[parts[3]].game
    verbs = [*verbs_of(game), *(extra.name for extra in game.extras)]
    said = f"there is nothing at {quote(path)}; the verbs are {', '.join(verbs)}"
    return HTTPException(404, said + meant("/".join(parts[4:]), verbs))
