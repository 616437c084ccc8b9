"""Jobs that review a game: decisions are kept one by one as they are judged, then luck."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar, Self

from kibitz.contract.base import plain
from kibitz.contract.job_requests import ReviewJobRequest
from kibitz.contract.options import Limits
from kibitz.contract.review import Decision, LuckEvent, ReviewAnswer, ReviewRequest, SeatReview
from kibitz.games.faults import Fault, is_sound, noted
from kibitz.games.partial import new_faults
from kibitz.jobs.job import Job, Row, stop_if
from kibitz.solvers.budget import Budget, Cancel
from kibitz.solvers.catalogue import find
from kibitz.solvers.reviewing import Reviewer, only, read_review, seats_of, summed_up


class ReviewJob(ReviewJobRequest, Job):
    """Judge the moves of a game that was played."""

    unit: ClassVar[str] = "steps"  # the decisions, and luck

    @classmethod
    def deeper_faults(cls, fields: dict[str, Any], found: Sequence[Fault]) -> list[Fault]:
        """See :meth:`kibitz.jobs.job.Job.deeper_faults`."""
        faults: list[Fault] = []
        if not is_sound(found, "/game") or "game" not in fields:
            return faults
        with noted(faults):
            read_review(find(fields["game"]), _asked(fields))
        return new_faults(faults, found)

    def settled(self, cap: Limits) -> Self:
        """See :meth:`kibitz.jobs.job.Job.settled`."""
        limits = find(self.game).limits_for("review", self.limits, cap)
        return self.model_copy(update={"limits": limits})

    def units(self) -> int:
        """See :meth:`kibitz.jobs.job.Job.units`: the decisions, and what chance did."""
        return len(_places(self._reviewer())) + 1

    def chunk(self) -> int:
        """See :meth:`kibitz.jobs.job.Job.chunk`."""
        return 1 if self._reviewer().one_by_one else self.units()

    def least(self) -> int:
        """See :meth:`kibitz.jobs.job.Job.least`."""
        return self.chunk()

    def parts(self, units: range) -> list[range]:
        """See :meth:`kibitz.jobs.job.Job.parts`: a chunk is judged as a whole."""
        return [units]

    def search_s(self) -> None:
        """See :meth:`kibitz.jobs.job.Job.search_s`: the limits begin anew for each decision."""

    def work(self, units: range, cancel: Cancel) -> list[Row]:
        """See :meth:`kibitz.jobs.job.Job.work`."""
        reviewer = self._reviewer()
        places, budget = _places(reviewer), Budget(self.limits, cancel)
        wanted = [places[i] for i in units if i < len(places)]
        judging = only(reviewer, wanted)
        decisions = {decision.ply: decision for decision in judging.decisions(budget)}
        stop_if(cancel)
        rows: list[Row] = [{"decision": plain(decisions[ply])} for ply in wanted]
        if len(places) in units:
            luck = judging.luck(budget)
            stop_if(cancel)
            row = {"luck": None if luck is None else [plain(event) for event in luck]}
            if not reviewer.one_by_one:  # then it may take a search to sum up, which can be stopped
                seats = seats_of(judging, [*decisions.values()], luck, budget)
                stop_if(cancel)
                row["seats"] = [plain(seat) for seat in seats]
            rows.append(row)
        return rows

    def result(self, rows: Sequence[Row]) -> ReviewAnswer | None:
        """See :meth:`kibitz.jobs.job.Job.result`."""
        if not rows:
            return None
        decisions = [Decision.model_validate(row["decision"]) for row in rows if "decision" in row]
        events = next((row["luck"] for row in rows if "luck" in row), None)
        luck = None if events is None else [LuckEvent.model_validate(event) for event in events]
        reviewer, told = self._reviewer(), next((r["seats"] for r in rows if "seats" in r), None)
        if told is None:
            seats = seats_of(reviewer, decisions, luck, Budget(self.limits))
        else:
            seats = [SeatReview.model_validate(seat) for seat in told]
        return summed_up(reviewer, decisions, luck, seats, self.limits)

    def _reviewer(self) -> Reviewer:
        return _reviewer_of(self.model_dump_json())


@lru_cache(maxsize=8)
def _reviewer_of(text: str) -> Reviewer:
    """The reviewer of a stored job; the record is replayed once."""
    job = ReviewJob.model_validate_json(text)
    solver = find(job.game)
    request, played = read_review(solver, _asked(job.model_dump(exclude_none=True)))
    return solver.reviewer(solver, played, request)


def _asked(fields: dict[str, Any]) -> dict[str, Any]:
    """What of a request for a job is asked of the review."""
    return {name: value for name, value in fields.items() if name in ReviewRequest.model_fields}


def _places(reviewer: Reviewer) -> list[int]:
    """The places in the record of the moves that are judged."""
    return [moment.ply for moment in reviewer.played.moments if moment.asked]
