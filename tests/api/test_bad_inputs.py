"""Every sentence about a bad request, as a stranger reads it: ``tests/golden/bad_inputs.txt``.

To write the file anew after a change: ``python -m tests.api.test_bad_inputs``.
"""

import re
from pathlib import Path
from typing import Any, Final

import pytest
from starlette.testclient import TestClient

from kibitz.api.app import create_app
from kibitz.api.settings import Settings
from tests.api.bad_inputs import CASES, BadInputCase
from tests.api.conftest import warm_nothing
from tests.api.fakes import make_ready

GOLDEN: Final = Path(__file__).parent.parent / "golden" / "bad_inputs.txt"
# What nobody but a programmer of this service understands.
NEVER: Final = re.compile(
    r"Input should|instance of|validation|Schema|Request\b|valid (string|integer|list|dict|bool)"
    r"|\^|\\d|\[0-9|keyword|argument|NoneType|<class|Traceback|\b1 ([a-z]+s are|cards|piles)\b"
)


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    return new_client(tmp_path_factory.mktemp("jobs"))


def new_client(folder: Path) -> TestClient:
    """Of an application that has loaded no kernels: a bad request needs none."""
    url = f"sqlite:///{folder / 'jobs.db'}"
    app = create_app(Settings(database_url=url, rate_limit=None), warm=warm_nothing)
    make_ready(app)
    return TestClient(app, raise_server_exceptions=False)


def answered(client: TestClient, case: BadInputCase) -> str:
    """The case as the golden file has it: its title, path and status, and a line for each fault."""
    response = client.post(case.path, json=case.body)
    problem = response.json()
    faults = problem.get("errors", [])
    lines = [
        f"{fault['pointer'] or '(all)'} {fault['code']}: {fault['message']}" for fault in faults
    ]
    head = f"{case.title}: {case.path.removeprefix('/v1/')} {response.status_code}"
    return "\n  ".join([head, *(lines or [problem.get("detail", "no problem")])]) + "\n"


def expected() -> dict[str, str]:
    entries = re.split(r"(?m)^(?=\S)", GOLDEN.read_text("utf-8"))
    return {entry.splitlines()[0].rpartition(": ")[0]: entry for entry in entries if entry}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title.replace(" ", "-"))
def test_a_bad_request_is_refused_in_these_words(asking: TestClient, case: BadInputCase) -> None:
    said = answered(asking, case)
    assert said == expected()[case.title]
    status = int(said.splitlines()[0].rpartition(" ")[2])
    assert 400 <= status < 500
    assert not NEVER.search(said)
    assert not re.search(r"(?m)^  \S+ \w+: [A-Z][a-z]+ should", said)  # a field is quoted


def test_the_table_is_long_and_its_file_has_nothing_else() -> None:
    assert len(CASES) >= 110
    assert list(expected()) == [case.title for case in CASES]


def _pointers(value: Any, at: str = "") -> set[str]:
    if not isinstance(value, dict | list):
        return {at}
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    return {at}.union(*(_pointers(found, f"{at}/{key}") for key, found in inner))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title.replace(" ", "-"))
def test_a_message_names_places_of_the_body(asking: TestClient, case: BadInputCase) -> None:
    named = re.findall(r"(?<= at )/\S+|(?<= and )/\S+", answered(asking, case))
    assert set(named) <= _pointers(case.body)


if __name__ == "__main__":
    import tempfile

    from kibitz.api.logs import configure_logs

    configure_logs(Settings(database_url=None, log_level="error"))
    with tempfile.TemporaryDirectory() as folder:
        client = new_client(Path(folder))
        GOLDEN.write_text("".join(answered(client, case) for case in CASES), "utf-8")
