"""Winnability of a solitaire: which deals of a range of numbers can be won under given rules."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Self

from kibitz.contract.answers import SolveAnswer
from kibitz.contract.base import plain
from kibitz.contract.job_requests import MOST_STUDIED, StudyRequest
from kibitz.contract.jobs import StudyResult
from kibitz.contract.options import Limits
from kibitz.games.faults import BadInput, Fault, is_sound, quote
from kibitz.games.game import Game
from kibitz.jobs.job import Job, Piece, Row, stop_if, unused_limits
from kibitz.jobs.tally import Tally
from kibitz.solvers.budget import Budget, Cancel
from kibitz.solvers.catalogue import SOLVERS, find
from kibitz.solvers.solver import Solver

CHUNKS: Final = 100
LARGEST_CHUNK: Final = 10_000  # deals, whose rows are in memory together
# Of nodes, not of time: a study that is done again finds the same.
DEFAULTS: Final = Limits(nodes=1_000_000, memory_mb=256)
UNUSED: Final = {"iterations": "a study plays out no games"}


class StudyJob(StudyRequest, Job):
    """Decide every deal from ``first`` to ``last``, its cards all known."""

    unit: ClassVar[str] = "deals"
    in_order: ClassVar[bool] = False

    @classmethod
    def deeper_faults(cls, fields: dict[str, Any], found: Sequence[Fault]) -> list[Fault]:
        """See :meth:`kibitz.jobs.job.Job.deeper_faults`."""
        faults: list[Fault] = []
        first, last = fields.get("first"), fields.get("last")
        if is_sound(found, "/first", "/last") and isinstance(first, int) and isinstance(last, int):
            faults += _order_faults(first, last)
        if "game" in fields and is_sound(found, "/game"):
            try:
                game = find(fields["game"]).game
            except BadInput as error:
                return [*error.faults, *faults]
            faults[:0] = _solitaire_faults(game)
            source = fields.get("source", "kibitz") if is_sound(found, "/source") else "kibitz"
            for name in ("first", "last"):
                seed = fields.get(name) if is_sound(found, f"/{name}") else 1
                try:
                    game.deal(str(seed), fields.get("rules"), source)
                except BadInput as error:
                    faults += [f for f in _named(error, name) if f not in faults]
        return faults + unused_limits(fields, found, UNUSED.get)

    @classmethod
    def room_faults(cls, fields: dict[str, Any], found: Sequence[Fault]) -> list[Fault]:
        """See :meth:`kibitz.jobs.job.Job.room_faults`."""
        first, last = fields.get("first"), fields.get("last")
        if not is_sound(found, "/first", "/last"):
            return []
        if not isinstance(first, int) or not isinstance(last, int) or last - first < MOST_STUDIED:
            return []
        deals = f"{last - first + 1:,} deals, more than {MOST_STUDIED:,}"
        message = f"from first to last, {first:,} to {last:,}, are {deals}"
        return [Fault("/last", "range", message)]

    def settled(self, cap: Limits) -> Self:
        """See :meth:`kibitz.jobs.job.Job.settled`."""
        limits = self.limits.over(DEFAULTS).within(cap)
        used = limits.model_copy(update=dict.fromkeys(UNUSED))
        return self.model_copy(update={"limits": used})

    def units(self) -> int:
        """See :meth:`kibitz.jobs.job.Job.units`."""
        return self.last - self.first + 1

    def chunk(self) -> int:
        """See :meth:`kibitz.jobs.job.Job.chunk`."""
        return self.chunk_size or min(-(-self.units() // CHUNKS), LARGEST_CHUNK)

    def work(self, units: range, cancel: Cancel) -> list[Row]:
        """See :meth:`kibitz.jobs.job.Job.work`."""
        solver = find(self.game)
        rows = []
        for unit in units:
            number = self.first + unit
            answer = decided(solver, number, self.rules, self.source, self.limits, cancel)
            stop_if(cancel)
            rows.append(
                {
                    "deal": number,
                    "verdict": answer.verdict,
                    "proof": answer.proof,
                    "stopped_by": answer.stopped_by,
                    "nodes": answer.spent.nodes,
                }
            )
        return rows

    def result(self, rows: Sequence[Row]) -> StudyResult:
        """See :meth:`kibitz.jobs.job.Job.result`."""
        return self.gathered([rows])

    def summary(self, rows: Sequence[Row]) -> dict[str, Any]:
        """See :meth:`kibitz.jobs.job.Job.summary`: the result of a study of these deals alone."""
        return plain(self.result(rows))

    def gathered(self, pieces: Iterable[Piece]) -> StudyResult:
        """See :meth:`kibitz.jobs.job.Job.gathered`; in memory is one piece at a time."""
        tally = Tally()
        for piece in pieces:
            if isinstance(piece, Mapping):
                tally.include(StudyResult.model_validate(piece))
            else:
                tally.add(piece)
        return tally.result()

    def merged(self, pieces: Iterable[Piece]) -> Piece:
        """See :meth:`kibitz.jobs.job.Job.merged`: the result of all."""
        return plain(self.gathered(pieces))

    def fixed(self) -> int | None:
        """See :meth:`kibitz.jobs.job.Job.fixed`."""
        return len(self.chunks()[0]) if self.chunk_size else None


def decided(
    solver: Solver, number: int, rules: Any, source: str, limits: Limits, cancel: Cancel
) -> SolveAnswer:
    """The verdict on one deal; a winning line has been replayed, a lost deal is not explained."""
    position = solver.game.deal(str(number), rules, source)
    return solver.decide(position, Budget(limits, cancel))


def _solitaire_faults(game: Game) -> list[Fault]:
    """A fault that lists the games for one, unless this is one."""
    if game.players == (1, 1):
        return []
    known = " and ".join(n for n, other in SOLVERS.items() if other.game.players == (1, 1))
    message = f"{game.name} is for several players, who make points: only {known} can be studied"
    return [Fault("/game", "not_a_solitaire", message)]


def _order_faults(first: int, last: int) -> list[Fault]:
    """What is wrong with a range that ends before it begins."""
    message = f"last is {last}, before first, which is {first}"
    return [Fault("/last", "range", message)] if last < first else []


def _named(error: BadInput, name: str) -> list[Fault]:
    """The faults of a deal, its seed called by the name it has here."""
    return [
        Fault(f"/{name}", f.code, f.message.replace("'seed'", quote(name)))
        if f.pointer == "/seed"
        else f
        for f in error.faults
    ]
