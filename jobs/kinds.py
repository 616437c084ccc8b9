"""The kinds of jobs, and the reading of a request, which lists every fault."""

import json
from collections.abc import Mapping
from typing import Any, Final

from pydantic import ValidationError

from kibitz.contract.options import Limits
from kibitz.games.faults import BadInput, Fault, quote
from kibitz.games.findings import meant, schema_faults
from kibitz.jobs.errors import UnreadableJob
from kibitz.jobs.job import Job
from kibitz.jobs.match import MatchJob
from kibitz.jobs.review import ReviewJob
from kibitz.jobs.searches import AnalyzeJob, BatchJob, SolveJob
from kibitz.jobs.study import StudyJob
from kibitz.solvers.catalogue import SOLVERS

UNREADABLE: Final = "another version of the service took this job, and this one does not know it"
KINDS: Final[Mapping[str, type[Job]]] = {
    "solve": SolveJob,
    "analyze": AnalyzeJob,
    "batch": BatchJob,
    "review": ReviewJob,
    "study": StudyJob,
    "match": MatchJob,
}


def read_job(data: object, cap: Limits, *, stored: bool = True) -> Job:
    """The job that a JSON value asks for, its limits completed and within ``cap``.

    ``stored``: whether a database is to keep its rows, and so not too many of them. Raises
    ``BadInput`` with every fault.
    """
    if not isinstance(data, dict):
        message = f"the body should be a JSON object, not {quote(data)}"
        raise BadInput.one("", "not_an_object", message)
    kind = _kind(data)
    faults: list[Fault] = []
    job = None
    try:
        job = kind.model_validate(data)
    except ValidationError as error:
        faults += _offered(schema_faults(error, kind), data)
    faults += kind.deeper_faults(data, faults)
    if stored:
        faults += kind.room_faults(data, faults)
    if job is None or faults:
        raise BadInput(faults)
    return job.settled(cap)


def stored_job(text: str) -> Job:
    """The job that was stored as ``text``, which :func:`read_job` once made.

    Raises ``UnreadableJob`` where another version made it and this one does not know such jobs.
    """
    data = json.loads(text)
    try:
        return KINDS[data["kind"]].model_validate(data)
    except (KeyError, ValidationError):
        raise UnreadableJob(UNREADABLE) from None


def _offered(faults: list[Fault], data: dict[str, Any]) -> list[Fault]:
    """The faults; of a value that no game has, those list what the game of the job has."""
    game = data.get("game")
    solver = SOLVERS.get(game) if isinstance(game, str) else None
    return [solver.offered(fault, data) for fault in faults] if solver else faults


def _kind(data: dict[str, Any]) -> type[Job]:
    known = " or ".join([", ".join([*KINDS][:-1]), [*KINDS][-1]])
    if "kind" not in data:
        raise BadInput.one("/kind", "missing", f"'kind' is required, one of {', '.join(KINDS)}")
    name = data["kind"]
    if not isinstance(name, str) or name not in KINDS:
        message = f"'kind' should be {known}, not {quote(name)}{meant(name, KINDS)}"
        raise BadInput.one("/kind", "unknown_kind", message)
    return KINDS[name]
