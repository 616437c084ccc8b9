"""Whether plans lose anything: turns of Hand, Knee and Foot with every way to play them searched.

``python -m benchmarks.hand_knee_foot_plans``. Where a turn has few enough different ends, all of
them are searched in the same worlds, and the best of all and the best of the plans are chosen by
that. Then other worlds say how far apart these two are, so that luck in the choice does not count.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from benchmarks.common import show
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.hand_knee_foot.rules import Rules
from kibitz.games.hand_knee_foot.state import TO_PLAY
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.outs import every_turn
from kibitz.heuristics.hand_knee_foot.plans import plans_for
from kibitz.jobs.duplicates import estimate
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.hand_knee_foot.analysis import OPTIONS, search_rows
from kibitz.solvers.hand_knee_foot.candidates import Row
from kibitz.solvers.hand_knee_foot.planned import MOST
from training.hand_knee_foot.selfplay import openings

GAME: Final = HandKneeFoot()
SEARCH: Final = replace(OPTIONS, settle=False)


def turns(players: int, deals: int) -> Iterator[State]:
    """States in which a seat has just drawn, its view dealt anew, in rounds of the policy."""
    for start in openings(Rules(players=players), deals, 3):
        state, stream = np.array([start]), np.ones(1, np.uint64)
        before = -1
        while not protocol.run_over(state):
            if state[0]["phase"] == TO_PLAY and before != TO_PLAY:
                view = state.copy()
                protocol.run_redeal(view, int(protocol.run_turn(view)), stream)
                yield view
            before = int(state[0]["phase"])
            view = state.copy()
            protocol.run_apply(state, plans_for(view)[0][0])


def lost(view: State, every: list[Row], iterations: int) -> float:
    """How far the best plan is behind the best of all turns, in points."""
    known = {tuple(sorted(plan)) for plan in plans_for(view)}
    budget = Budget(Limits(iterations=iterations, memory_mb=256))
    found = search_rows(view, every, (), 1, SEARCH, budget, ignore, 1).moves
    best = every[found[0].move]
    plan = next(every[row.move] for row in found if tuple(sorted(every[row.move])) in known)
    if plan == best:
        return 0.0
    budget = Budget(Limits(iterations=iterations, memory_mb=256))
    again = search_rows(view, [best, plan], (), 1, SEARCH, budget, ignore, 2).moves
    values = {row.move: row.value for row in again}
    return values[0] - values[1]


def main() -> None:
    """Entry point of ``python -m benchmarks.hand_knee_foot_plans``."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=60, help="of each number of players")
    parser.add_argument("--iterations", type=int, default=10_000, help="of each search")
    args = parser.parse_args()
    rows = []
    for players in (2, 4):
        losses, ends, plans = [], [], []
        for number, view in enumerate(turns(players, 1_000)):
            every = every_turn(view, MOST) if number % 5 == 0 else None
            if every is None or len(every) < 2:
                continue
            losses.append(lost(view, every, args.iterations))
            ends.append(len(every))
            plans.append(len(plans_for(view)))
            if len(losses) == args.turns:
                break
        same = sum(loss == 0 for loss in losses)
        mean = f"{np.mean(plans):.0f} of {np.mean(ends):.0f}"
        told = f"{same} of {len(losses)}"
        rows.append([str(players), told, mean, str(estimate(losses))])
    header = ("players", "best turn is a plan", "plans of all turns", "points lost a turn")
    show(f"Plans, {args.iterations:,} iterations a search", header, rows)


if __name__ == "__main__":
    main()
