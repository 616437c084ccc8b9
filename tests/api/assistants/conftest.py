import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

import pytest
from mcp.client.client import Client
from mcp.server.lowlevel.server import Server

from kibitz.api.assistants.server import server_of
from kibitz.api.readiness import Kernels
from kibitz.api.service import Service
from kibitz.api.settings import Settings
from kibitz.solvers.catalogue import SOLVERS
from tests.api.conftest import warm_nothing
from tests.api.fakes import FakeSolver, wait_for

T = TypeVar("T")
Talk = Callable[[Callable[[Client], Awaitable[T]]], T]
MODES = ("auto", "legacy")


@pytest.fixture(scope="session")
def runner() -> Iterator[asyncio.Runner]:
    """The event loop that all these tests share, as their services do."""
    with asyncio.Runner() as runner:
        yield runner


def started(runner: asyncio.Runner, service: Service) -> Service:
    """A service that has begun to load its kernels, in the loop of the tests."""

    async def start() -> None:
        service.start()

    runner.run(start())
    return service


def ended(service: Service) -> None:
    """End a service that was started."""
    service.searches.stop()
    service.searches.close()
    service.readiness.stop()


@pytest.fixture(scope="session")
def service(runner: asyncio.Runner) -> Iterator[Service]:
    """All games, ready; nothing is stopped by the clock."""
    settings = Settings(database_url=None, max_time_ms=None, cache_mb=0)
    service = started(
        runner, Service(settings, SOLVERS, Kernels(lambda name: SOLVERS[name].warm()))
    )
    wait_for(lambda: service.readiness.ready, 600)
    yield service
    ended(service)


@pytest.fixture(params=MODES)
def mode(request: pytest.FixtureRequest) -> str:
    """Each of the two ways in which a client can speak the protocol."""
    return str(request.param)


def talker(runner: asyncio.Runner, server: Server[Any], mode: str) -> Talk[Any]:
    """What runs a conversation with ``server`` in memory."""

    def talk(conversation: Callable[[Client], Awaitable[Any]]) -> Any:
        async def run() -> Any:
            async with Client(server, mode=mode) as client:
                return await conversation(client)

        return runner.run(run())

    return talk


@pytest.fixture
def talk(runner: asyncio.Runner, service: Service, mode: str) -> Talk[Any]:
    """Talk to a server of all games, in each mode."""
    return talker(runner, server_of(service), mode)


@pytest.fixture
def ask(talk: Talk[Any]) -> Callable[..., Any]:
    """Call one tool, in each mode."""
    return lambda tool, **given: talk(lambda client: client.call_tool(tool, given))


@pytest.fixture
def solver() -> FakeSolver:
    return FakeSolver()


@pytest.fixture
def fake_service(runner: asyncio.Runner, solver: FakeSolver) -> Iterator[Service]:
    """Knotty Nines alone, searched by ``solver``."""
    settings = Settings(database_url=None, workers=1, max_queue=1, max_time_ms=None)
    service = started(runner, Service(settings, {"knotty-nines": solver}, warm_nothing))
    wait_for(lambda: service.readiness.ready)
    yield service
    ended(service)


@pytest.fixture
def fake_talk(runner: asyncio.Runner, fake_service: Service, mode: str) -> Talk[Any]:
    """Talk to the server of ``fake_service``, in each mode."""
    return talker(runner, server_of(fake_service), mode)
