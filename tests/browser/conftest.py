"""A real service and a real browser; skipped where Playwright or Chromium is missing."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.board import Board, new_context
from tests.docs_refresh import Service, plain_environment

# Chromium is called `chromium` in Debian, and otherwise elsewhere.
NAMES = ("chromium", "chromium-browser", "google-chrome")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print what was measured, which no test asserts."""
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            terminalreporter.write_line(f"{name}: {value}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One browser for all tests."""
    api = pytest.importorskip("playwright.sync_api", reason="no Playwright: make test-browser")
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    if chromium is None:
        pytest.skip("no Chromium: apt-get install chromium")
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(scope="session")
def service(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service of our own, ready."""
    folder = tmp_path_factory.mktemp("service")
    settings = {
        "KIBITZ_RATE_LIMIT": "none",
        "KIBITZ_EMBED_ORIGINS": "*",
        "KIBITZ_DATABASE_URL": f"sqlite:///{folder}/jobs.sqlite",
    }
    running = Service(plain_environment() | settings, folder)
    yield running
    running.close()


@pytest.fixture(scope="session")
def context(browser: Any) -> Iterator[Any]:
    """One profile for all pages, so that the files of the board are loaded once."""
    opened = new_context(browser)
    yield opened
    opened.close()


@pytest.fixture
def board(context: Any, service: Service) -> Iterator[Board]:
    """The board in a fresh page; afterwards nothing must have gone wrong in it."""
    opened = Board(context, service)
    yield opened
    opened.close()
    assert opened.wrong == []


@pytest.fixture
def touched(browser: Any, service: Service) -> Iterator[Board]:
    """The board on a small phone that is touched, in a profile of its own."""
    own = new_context(browser, touch=True)
    opened = Board(own, service, width=360, height=740)
    yield opened
    own.close()
    assert opened.wrong == []
