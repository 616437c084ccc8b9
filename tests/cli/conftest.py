import pytest

from kibitz.cli.kernels import prepare
from kibitz.solvers.budget import ignore
from tests.cli.helpers import SOLVER


@pytest.fixture(scope="session", autouse=True)
def compiled():
    """No search of these tests pays for compiling."""
    prepare(SOLVER, "", ignore, quiet=True)


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch):
    """Output depends on nothing but the command: no colours, 80 columns, no settings."""
    for name in ("COLUMNS", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
