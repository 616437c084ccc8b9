"""The page for operators: what it says one sees is what the service says."""

import re

from kibitz.api.settings import Settings, unknown_variables
from tests.docs_refresh import ROOT

PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")
SOURCES = "\n".join(
    file.read_text("utf-8")
    for folder in ("api", "jobs", "solvers", "cli")
    for file in sorted((ROOT / folder).rglob("*.py"))
)
# What databases, PostgreSQL's client and uvicorn say, not we.
OTHERS = {
    *("Connection refused", "failed to resolve host", "password authentication failed"),
    *("database or disk is full", "disk I/O error", "Permission denied", "file is not a database"),
    *("No such file or directory", "attempt to write a readonly database"),
    *("[Errno 30] Read-only file system", "[Errno 17] File exists"),
    *("unable to open database file", "database disk image is malformed"),
}


def seen():
    """What the tables of faults say that one sees."""
    section = PAGE.split("\nThe service runs:\n")[1].split("\nClients complain")[0]
    rows = re.findall(r"^\| (`.+?`) \|", section, re.MULTILINE)
    cells = [cell for row in rows for cell in re.findall(r"`([^`]+)`", row)]
    return [part.strip() for cell in cells for part in cell.split("…") if part.strip()]


def test_every_line_that_is_ours_is_in_the_sources():
    found = seen()
    assert len(found) >= 25
    assert [line for line in found if line not in OTHERS and f'"{line}"' not in SOURCES] == []
    assert set(found) >= OTHERS


def test_misspelt_variables_are_named_as_on_the_page():
    (said,) = unknown_variables(["KIBITZ_MAX_TIM_MS"])
    assert f"`warning: {said.partition(';')[0]}; …`" in PAGE


def test_limits_are_those_of_the_settings():
    settings = Settings(database_url=None)
    assert f"`KIBITZ_CLIENT_TIMEOUT_MS` ({settings.client_timeout_ms // 1000} s)" in PAGE
    assert f"`KIBITZ_MAX_CONNECTIONS` ({settings.max_connections:,})" in PAGE
    assert f"`KIBITZ_MAX_REQUESTS` ({settings.max_requests})" in PAGE
    assert f"`KIBITZ_MAX_BODY_BYTES` ({settings.max_body_bytes // 1024} kB)" in PAGE
