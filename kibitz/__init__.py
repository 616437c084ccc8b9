"""Analysis of card games: what to play, whether a deal can be won, how good each move was.

The base install is a client of the HTTP service: ``Kibitz``, and ``AsyncKibitz`` for programs with
an event loop. With ``kibitz[service]`` the functions ``solve``, ``analyze``, ``hint``,
``choose`` and ``review`` search in the process that calls them.

A name is imported when it is first used, so that ``import kibitz`` costs next to nothing.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kibitz.client import AsyncKibitz, Busy, JobEvent, Kibitz, Line, Refused, Unreachable
    from kibitz.contract.answers import (
        AnalyzeAnswer,
        HintAnswer,
        HintsAnswer,
        MoveValue,
        Proof,
        Score,
        SolveAnswer,
        StoppedBy,
        Verdict,
        VerifyAnswer,
    )
    from kibitz.contract.extras import MeldsAnswer, ScoreAnswer
    from kibitz.contract.job_requests import (
        AnalyzeJobRequest,
        BatchRequest,
        MatchRequest,
        ReviewJobRequest,
        SolveJobRequest,
        StudyRequest,
    )
    from kibitz.contract.jobs import BatchResult, JobList, JobStatus, MatchResult, StudyResult
    from kibitz.contract.options import Limits
    from kibitz.contract.problems import Problem, ProblemFault
    from kibitz.contract.record import PlayedGame
    from kibitz.contract.replies import (
        CapabilitiesAnswer,
        ChooseAnswer,
        DealAnswer,
        GameAnswer,
        GamesAnswer,
        MovesAnswer,
        NextAnswer,
        PlayAnswer,
        ViewAnswer,
    )
    from kibitz.contract.requests import Want
    from kibitz.contract.review import Decision, ReviewAnswer, SeatReview, Turns
    from kibitz.games.faults import BadInput
    from kibitz.solvers.direct import analyze, choose, hint, review, solve

__all__ = [
    "AnalyzeAnswer",
    "AnalyzeJobRequest",
    "AsyncKibitz",
    "BadInput",
    "BatchRequest",
    "BatchResult",
    "Busy",
    "CapabilitiesAnswer",
    "ChooseAnswer",
    "DealAnswer",
    "Decision",
    "GameAnswer",
    "GamesAnswer",
    "HintAnswer",
    "HintsAnswer",
    "JobEvent",
    "JobList",
    "JobStatus",
    "Kibitz",
    "Limits",
    "Line",
    "MatchRequest",
    "MatchResult",
    "MeldsAnswer",
    "MoveValue",
    "MovesAnswer",
    "NextAnswer",
    "PlayAnswer",
    "PlayedGame",
    "Problem",
    "ProblemFault",
    "Proof",
    "Refused",
    "ReviewAnswer",
    "ReviewJobRequest",
    "Score",
    "ScoreAnswer",
    "SeatReview",
    "SolveAnswer",
    "SolveJobRequest",
    "StoppedBy",
    "StudyRequest",
    "StudyResult",
    "Turns",
    "Unreachable",
    "Verdict",
    "VerifyAnswer",
    "ViewAnswer",
    "Want",
]
if find_spec("numba") is not None:
    __all__ += ["analyze", "choose", "hint", "review", "solve"]

_NAMES = {
    "kibitz.client": "AsyncKibitz Busy JobEvent Kibitz Line Refused Unreachable",
    "kibitz.contract.answers": "AnalyzeAnswer HintAnswer HintsAnswer MoveValue Proof Score "
    "SolveAnswer StoppedBy Verdict VerifyAnswer",
    "kibitz.contract.extras": "MeldsAnswer ScoreAnswer",
    "kibitz.contract.job_requests": "AnalyzeJobRequest BatchRequest MatchRequest ReviewJobRequest "
    "SolveJobRequest StudyRequest",
    "kibitz.contract.jobs": "BatchResult JobList JobStatus MatchResult StudyResult",
    "kibitz.contract.options": "Limits",
    "kibitz.contract.replies": "CapabilitiesAnswer ChooseAnswer DealAnswer GameAnswer GamesAnswer "
    "MovesAnswer NextAnswer PlayAnswer ViewAnswer",
    "kibitz.contract.problems": "Problem ProblemFault",
    "kibitz.contract.record": "PlayedGame",
    "kibitz.contract.requests": "Want",
    "kibitz.contract.review": "Decision ReviewAnswer SeatReview Turns",
    "kibitz.games.faults": "BadInput",
    "kibitz.solvers.direct": "analyze choose hint review solve",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """A public name from its module; raises ``ImportError`` where its extra is not installed."""
    if name not in _HOMES:
        raise AttributeError(f"module 'kibitz' has no attribute {name!r}")
    try:
        found = getattr(import_module(_HOMES[name]), name)
    except ModuleNotFoundError as error:
        message = f"kibitz.{name} needs {error.name}: pip install 'kibitz[service]'"
        raise ImportError(message) from error
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """All names, those not imported yet included."""
    return sorted({*globals(), *__all__})
