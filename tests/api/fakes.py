"""Solvers whose searches are stopped or started by a test, and ASGI calls without a server."""

# ruff: noqa: ARG002 - a fake takes what the real one takes
import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from fastapi import FastAPI

from kibitz.contract.answers import (
    AnalyzeAnswer,
    Proof,
    Shortest,
    SolveAnswer,
    Spent,
    StoppedBy,
    Verdict,
)
from kibitz.contract.options import (
    AnalyzeOptions,
    ChooseOptions,
    EffectiveLimits,
    HintOptions,
    Limits,
    Objective,
    SolveOptions,
)
from kibitz.contract.replies import ChooseAnswer
from kibitz.games.knotty_nines.game import KnottyNines
from kibitz.solvers.budget import Budget, Listener, Progress, ignore
from kibitz.solvers.solver import Advice, Solver, Step

PATH = "/v1/games/knotty-nines/"
SOLVABLE = "9"  # seeds of deals
SHORT_PROOF = "19"
UNSOLVABLE = "3"


def wait_for(what: Callable[[], object], seconds: float = 120) -> None:
    """Wait until ``what`` returns something true; fail when it never does."""
    deadline, pause = time.monotonic() + seconds, 0.002
    while not what():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(pause)
        pause = min(0.05, 1.2 * pause)  # to ask costs more than to wait where that takes long


def at_most(requests: int) -> str:
    """A limit that no test outlives: time is cut at whole multiples of it, next in 2043.

    After such a cut one request more may pass.
    """
    return f"{requests}/25years"


def make_ready(app: FastAPI) -> None:
    """Let an application that is not started take its kernels for loaded."""
    for game in app.state.service.readiness.games.values():
        game.state = "ready"


class FakeSolver(Solver):
    """Searches until its budget is spent or ``go_on`` is set; counts its searches."""

    game = KnottyNines()
    objectives: ClassVar[Sequence[Objective]] = ("any", "shortest")
    default_limits: ClassVar[Mapping[str, Limits]] = {
        verb: Limits(time_ms=60_000) for verb in ("solve", "analyze", "hint", "choose")
    }

    def __init__(self) -> None:
        self.started = threading.Semaphore(0)
        self.go_on = threading.Event()
        self.searches = 0
        self.stopped: list[StoppedBy] = []

    def solve(
        self, position: object, options: SolveOptions, budget: Budget, listener: Listener = ignore
    ) -> SolveAnswer:
        self.searches += 1
        self.started.release()
        while not self.go_on.wait(0.001):
            listener(Progress(self.searches, None, "searches"))
            stopped = budget.stopped()
            if stopped:
                self.stopped.append(stopped)
                return self.answer(budget, Verdict.UNKNOWN, stopped)
        return self.answer(budget, Verdict.SOLVABLE, StoppedBy.SOLVED)

    def answer(self, budget: Budget, verdict: Verdict, stopped: StoppedBy) -> SolveAnswer:
        won = verdict is Verdict.SOLVABLE
        return SolveAnswer(
            verdict=verdict,
            proof=Proof.WITNESS if won else Proof.NONE,
            moves=["1>2"] if won else None,
            shortest=Shortest(proven=True, moves=1, at_least=1) if won else None,
            stopped_by=stopped,
            spent=Spent(nodes=7),
            limits=EffectiveLimits(**budget.limits.model_dump()),
        )

    def analyze(
        self, position: object, options: AnalyzeOptions, budget: Budget, listener: Listener = ignore
    ) -> AnalyzeAnswer:
        raise RuntimeError("a secret of the machine room")

    def advise(
        self, position: object, options: HintOptions, budget: Budget, listener: Listener = ignore
    ) -> Advice:
        raise RuntimeError("a secret of the machine room")

    def choose(
        self, position: object, options: ChooseOptions, budget: Budget, listener: Listener = ignore
    ) -> ChooseAnswer:
        raise RuntimeError("a secret of the machine room")

    def warming_steps(self) -> list[Step]:
        return []


def call(path: str, body: object) -> tuple[dict[str, object], list[dict[str, object]]]:
    """An ASGI scope and the messages of a request with a JSON body."""
    content = json.dumps(body).encode()
    scope: dict[str, object] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"content-type", b"application/json")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    return scope, [{"type": "http.request", "body": content, "more_body": False}]
