"""Settings every test runs under: the same examples each time, no clock, no warnings."""

import gc
import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.cases import cases, try_all
from tests.forked import fork_spawned

# Else each process that a test starts would compile all the modules that it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# Threads of small products of matrices would wait for each other, as all cores run tests already.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

fork_spawned()

# A shell that starts the tests in the background has them ignore interrupts, and the processes
# they start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let all random cases be tried."""
    parser.addoption(
        "--thorough", action="store_true", help="try all random cases, not a sixteenth"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Set how many cases are tried, also by Hypothesis."""
    try_all(config.getoption("thorough"))
    settings.register_profile(
        "repeatable",
        deadline=None,
        derandomize=True,
        database=None,
        print_blob=False,
        max_examples=cases(100),
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("repeatable")


# Else a twentieth of the time goes into looking for garbage.
gc.set_threshold(200_000, 50, 50)


def pytest_collection_finish() -> None:
    """Keep what was imported and collected out of every later collection of garbage."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Look for garbage once, as pytest does so twice, each time among all that there is."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def lasting_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service of all games that is shared, as starting one takes seconds.

    No search of it is stopped by the clock, no client asks too often, and nothing is kept.
    """
    from tests.docs_refresh import Service, plain_environment

    settings = {"KIBITZ_MAX_TIME_MS": "none", "KIBITZ_RATE_LIMIT": "none"}
    service = Service(plain_environment() | settings, tmp_path_factory.mktemp("service"))
    yield service.address
    service.close()
