"""The constraint solver, CP-SAT, as a process that answers questions: ``python -m`` this module.

It runs apart because the library seldom looks whether it should stop: to come to an end may take it
a third of a second of work, while a process ends when it is told to. Questions and answers are
pickled tuples, on standard input and output; at the end of the input the process ends.

The library's ``cp_model`` would write the same models, but it loads pandas, 40 megabytes that
nothing here needs.
"""

import os
import pickle
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any, Final

LOOK_SECONDS: Final = 1.0  # between two looks whether somebody still asks

Numbers = Sequence[int]  # arrays, which are handed over much faster than lists
Sum = tuple[Numbers, Numbers, int, int, list[int]]
# Variables as their least and most; constraints, each as a sum (variables, coefficients, least,
# most, literals without which it need not hold), as literals of which one at least is true, or as
# those of which one at most is; seconds, None for no limit; effort, by the deterministic clock.
Constraint = tuple[Sum | None, Numbers | None, Numbers | None]
Question = tuple[list[tuple[int, int]], list[Constraint], float | None, float]
# Whether there is no solution, the effort, and the value of each variable where one was found.
Answer = tuple[bool, float, list[int] | None]


def solve(question: Question) -> Answer:
    """Look for a solution within the limits, in one thread with a fixed seed."""
    from ortools.sat.python import cp_model_helper as cp  # noqa: PLC0415

    variables, constraints, seconds, effort = question
    model: Any = cp.CpModelProto()
    for ends in variables:
        model.variables.add().domain.extend(ends)
    for total, one_at_least, one_at_most in constraints:
        constraint = model.constraints.add()
        if total is not None:
            terms, coefficients, low, high, only_if = total
            constraint.enforcement_literal.extend(only_if)
            constraint.linear.vars.extend(terms)
            constraint.linear.coeffs.extend(coefficients)
            constraint.linear.domain.extend([low, high])
        elif one_at_least is not None:
            constraint.bool_or.literals.extend(one_at_least)
        else:
            constraint.at_most_one.literals.extend(one_at_most)
    parameters: Any = cp.SatParameters()
    parameters.num_workers = 1
    parameters.random_seed = 1
    # Else it takes the interrupt for itself, and the process would die of the next one.
    parameters.catch_sigint_signal = False
    if seconds is not None:
        parameters.max_time_in_seconds = seconds
    parameters.max_deterministic_time = effort
    solver: Any = cp.SolveWrapper()
    solver.set_parameters(parameters)
    response: Any = solver.solve(model)
    status, statuses = response.status, cp.CpSolverStatus
    found = status in (statuses.OPTIMAL, statuses.FEASIBLE)
    values = [int(value) for value in response.solution] if found else None
    return status == statuses.INFEASIBLE, float(response.deterministic_time), values


def end_with(parent: int) -> None:
    """End this process, in the middle of a question, when the one that asks has died."""
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)


def main() -> None:
    """Answer until nobody asks any more."""
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    while True:
        try:
            question: Question = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(solve(question), sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
