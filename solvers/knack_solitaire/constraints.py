"""A constraint model for CP-SAT, written straight into the library's own record of a model.

The library's ``cp_model`` would write the same, but it loads pandas, 40 megabytes that nothing here
needs. Variables are numbers from 0 on; the opposite of a truth value ``v`` is ``opposite(v)``.
"""

from collections.abc import Iterable
from typing import Any, Final

SMALLEST: Final = -(1 << 63)


def opposite(truth: int) -> int:
    """The literal that is true where ``truth`` is false."""
    return -1 - truth


class Constraints:
    """Variables and what must hold of them, solved by one thread with a fixed seed."""

    def __init__(self) -> None:
        # Loaded when a bounded field needs it: it would slow every start.
        from ortools.sat.python import cp_model_helper as cp  # noqa: PLC0415

        self.proto, self._solver = cp.CpModelProto(), cp.SolveWrapper()
        self.parameters = cp.SatParameters()
        self.parameters.num_workers = 1
        self.parameters.random_seed = 1
        # Else it takes the interrupt for itself, and the process would die of the next one.
        self.parameters.catch_sigint_signal = False
        self._statuses = cp.CpSolverStatus
        self._count = 0
        self._response: Any = None

    def truth(self) -> int:
        """A new variable that is 0 or 1."""
        return self.number(0, 1)

    def number(self, low: int, high: int) -> int:
        """A new variable from ``low`` to ``high``."""
        self.proto.variables.add().domain.extend([low, high])
        self._count += 1
        return self._count - 1

    def total(
        self,
        variables: Iterable[int],
        low: int | None,
        high: int | None,
        *,
        less: int | None = None,
        only_if: int | None = None,
    ) -> None:
        """The sum of ``variables``, less one, is from ``low`` to ``high``; None is no limit.

        ``only_if``: a truth value without which it need not hold.
        """
        constraint = self.proto.constraints.add()
        if only_if is not None:
            constraint.enforcement_literal.extend([only_if])
        given = [*variables]
        linear = constraint.linear
        linear.vars.extend(given if less is None else [*given, less])
        linear.coeffs.extend([1] * len(given) if less is None else [*[1] * len(given), -1])
        linear.domain.extend(
            [SMALLEST if low is None else low, -SMALLEST - 1 if high is None else high]
        )

    def at_most_one(self, literals: Iterable[int]) -> None:
        """No two of the literals are true."""
        self.proto.constraints.add().at_most_one.literals.extend([*literals])

    def at_least_one(self, literals: Iterable[int]) -> None:
        """One of the literals is true, or several."""
        self.proto.constraints.add().bool_or.literals.extend([*literals])

    def solve(self) -> None:
        """Look for a solution within the limits in ``parameters``."""
        self._solver.set_parameters(self.parameters)
        solver: Any = self._solver
        self._response = solver.solve(self.proto)

    def stop(self) -> None:
        """Make `solve`, which runs in another thread, return soon."""
        self._solver.stop_search()

    @property
    def effort(self) -> float:
        """What `solve` has cost by the library's deterministic clock, in its seconds."""
        return 0.0 if self._response is None else float(self._response.deterministic_time)

    @property
    def impossible(self) -> bool:
        """Whether it is proved that there is no solution."""
        return self._response is not None and (self._response.status == self._statuses.INFEASIBLE)

    @property
    def solution(self) -> list[int] | None:
        """The value of each variable; None where no solution was found."""
        found = (self._statuses.OPTIMAL, self._statuses.FEASIBLE)
        if self._response is None or self._response.status not in found:
            return None
        return [int(value) for value in self._response.solution]
