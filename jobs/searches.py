"""Jobs that search positions: ``solve`` and ``analyze`` one, ``batch`` many of one game."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Self

from pydantic import Field

from kibitz.contract.answers import AnalyzeAnswer, SolveAnswer
from kibitz.contract.base import plain
from kibitz.contract.job_requests import (
    AnalyzeJobRequest,
    BatchRequest,
    JobRequest,
    SearchJobRequest,
    SolveJobRequest,
)
from kibitz.contract.jobs import BatchAnswer, BatchResult
from kibitz.contract.options import (
    AnalyzeOptions,
    Limits,
    Options,
    SolveOptions,
)
from kibitz.games.faults import BadInput, Fault, is_sound, noted, quote
from kibitz.games.partial import new_faults
from kibitz.games.requests import read_position
from kibitz.jobs.job import Job, Row, stop_if
from kibitz.solvers.budget import Budget, Cancel
from kibitz.solvers.catalogue import find
from kibitz.solvers.solver import Solver, as_asked

OPTIONS: Final[Mapping[str, type[Options]]] = {"solve": SolveOptions, "analyze": AnalyzeOptions}

Position = Annotated[Any, Field(description="A position: a JSON object, or its one-line text.")]


class SearchJob(SearchJobRequest, Job):
    """One verb asked about one position."""

    unit: ClassVar[str] = "positions"

    @classmethod
    def deeper_faults(cls, fields: dict[str, Any], found: Sequence[Fault]) -> list[Fault]:
        """See :meth:`kibitz.jobs.job.Job.deeper_faults`."""
        faults: list[Fault] = []
        if not is_sound(found, "/game") or "game" not in fields:
            return faults
        with noted(faults):
            solver = find(fields["game"])
            request, position = solver.read(cls, fields)
            solver.check(position, request)
        return new_faults(faults, found)

    def settled(self, cap: Limits) -> Self:
        """See :meth:`kibitz.jobs.job.Job.settled`."""
        solver = find(self.game)
        limits = solver.limits_for(self.kind, self.limits, cap)
        return self.model_copy(update={"limits": limits, "position": _text(solver, self.position)})

    def units(self) -> int:
        """See :meth:`kibitz.jobs.job.Job.units`."""
        return 1

    def chunk(self) -> int:
        """See :meth:`kibitz.jobs.job.Job.chunk`."""
        return 1

    def work(self, units: range, cancel: Cancel) -> list[Row]:
        """See :meth:`kibitz.jobs.job.Job.work`."""
        solver = find(self.game)
        return [_asked(solver, self.kind, self.position, self, cancel) for _ in units]


class SolveJob(SolveJobRequest, SearchJob):
    """Decide whether a position can be won."""

    def result(self, rows: Sequence[Row]) -> SolveAnswer | None:
        """See :meth:`kibitz.jobs.job.Job.result`."""
        return SolveAnswer.model_validate(rows[0]) if rows else None


class AnalyzeJob(AnalyzeJobRequest, SearchJob):
    """Value every legal move of a position."""

    def result(self, rows: Sequence[Row]) -> AnalyzeAnswer | None:
        """See :meth:`kibitz.jobs.job.Job.result`."""
        return AnalyzeAnswer.model_validate(rows[0]) if rows else None


class BatchJob(BatchRequest, Job):
    """One verb asked about many positions of a game, with the same options for all."""

    unit: ClassVar[str] = "positions"

    @classmethod
    def deeper_faults(cls, fields: dict[str, Any], found: Sequence[Fault]) -> list[Fault]:
        """See :meth:`kibitz.jobs.job.Job.deeper_faults`."""
        faults = _faults(fields, found)
        verb = fields.get("verb")
        if verb in [*OPTIONS]:
            known = {*JobRequest.model_fields, "verb", "positions", *OPTIONS[verb].model_fields}
            for name in cls.model_fields.keys() - known:
                if fields.get(name) is not None and is_sound(found, f"/{name}"):
                    message = f"{quote(name)} is not an option of {quote(verb)}"
                    faults.append(Fault(f"/{name}", "unknown_field", message))
        return faults

    def options(self) -> Options:
        """The options of the verb; raises ``ValidationError`` for those it does not have."""
        asked = self.model_dump(exclude={"kind", "game", "verb", "positions"}, exclude_none=True)
        return OPTIONS[self.verb].model_validate(asked)

    def settled(self, cap: Limits) -> Self:
        """See :meth:`kibitz.jobs.job.Job.settled`."""
        solver = find(self.game)
        limits = solver.limits_for(self.verb, self.limits, cap)
        positions = [_text(solver, position) for position in self.positions]
        return self.model_copy(update={"limits": limits, "positions": positions})

    def units(self) -> int:
        """See :meth:`kibitz.jobs.job.Job.units`."""
        return len(self.positions)

    def chunk(self) -> int:
        """See :meth:`kibitz.jobs.job.Job.chunk`."""
        return 1

    def work(self, units: range, cancel: Cancel) -> list[Row]:
        """See :meth:`kibitz.jobs.job.Job.work`."""
        solver, options = find(self.game), self.options()
        rows: list[Row] = []
        for i in units:
            try:
                answer = _asked(solver, self.verb, self.positions[i], options, cancel)
                rows.append({self.verb: answer})
            except BadInput as error:
                faults = [fault.under(f"/positions/{i}") for fault in _of_position(error)]
                rows.append({"errors": [_told(fault) for fault in faults]})
        return rows

    def result(self, rows: Sequence[Row]) -> BatchResult:
        """See :meth:`kibitz.jobs.job.Job.result`."""
        return BatchResult(answers=[BatchAnswer.model_validate(row) for row in rows])


def _text(solver: Solver, position: object) -> str:
    text: str = solver.game.read(position).to_text()
    return text


def _asked(solver: Solver, verb: str, text: str, options: Any, cancel: Cancel) -> Row:
    position, budget = solver.game.read(text), Budget(options.limits, cancel)
    call = solver.solve if verb == "solve" else solver.analyze
    answer = call(position, options, budget)
    stop_if(cancel)
    return plain(as_asked(answer, options))


def _of_position(error: BadInput) -> list[Fault]:
    """The faults, those of the position named as if it were all that was asked about."""
    return [
        Fault(fault.pointer.removeprefix("/position"), fault.code, fault.message)
        for fault in error.faults
    ]


def _told(fault: Fault) -> dict[str, str]:
    return {"pointer": fault.pointer, "code": fault.code, "message": fault.message}


def _faults(fields: dict[str, Any], found: Sequence[Fault]) -> list[Fault]:
    """What is wrong with the game, the positions and the options, as far as they can be read."""
    faults: list[Fault] = []
    if not is_sound(found, "/game") or "game" not in fields:
        return faults
    try:
        solver = find(fields["game"])
    except BadInput as error:
        return list(error.faults)
    if fields.get("objective") is not None and is_sound(found, "/objective"):
        with noted(faults):
            solver.check_objective(fields["objective"])
    if is_sound(found, "/utility"):
        with noted(faults):
            solver.check_utility(fields.get("utility"))
    if "position" in fields and is_sound(found, "/position"):
        with noted(faults):
            read_position(solver.game, fields["position"])
    if isinstance(fields.get("positions"), list) and is_sound(found, "/positions"):
        for i, position in enumerate(fields["positions"]):
            with noted(faults):
                read_position(solver.game, position, f"/positions/{i}")
    return faults
