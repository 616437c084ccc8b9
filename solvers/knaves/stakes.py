"""What the points of a round of Knaves are worth in the match: a table for the search."""

import numpy as np

from games.kernel import kernel
from games.knaves.play import SEATS
from games.knaves.rules import Rules
from games.protocol import State
from heuristics.knaves.equity import Table, equity_for, look_up
from heuristics.knaves.judgement import Reals
from solvers.ismcts.options import MatchTable


@kernel
def fill(state: State, table: Table, lowest: int, values: Reals) -> None:
    """Write each seat's chance to win the match for all points of the three from ``lowest`` on."""
    record = state[0]
    size = values.shape[0]
    for i in range(size):
        for j in range(size):
            for k in range(size):
                look_up(
                    table,
                    record.scores[0] + lowest + i,
                    record.scores[1] + lowest + j,
                    record.scores[2] + lowest + k,
                    (record.dealer + 1) % SEATS,
                    record.target,
                    values[i, j, k],
                )


def match_table(state: State, rules: Rules) -> MatchTable:
    """The chance of each seat to win the match, by the points that the round brings.

    Raises ``ValueError`` when there is no equity for these rules.
    """
    table = equity_for(rules).table
    record = state[0]
    lowest = int(record["penalty"].sum()) + int(record["last_stake"])
    size = int(record["hand_size"]) - lowest + 1
    values = np.empty((size, size, size, SEATS))
    fill(state, table, lowest, values)
    return MatchTable((lowest,) * SEATS, 1.0, values)
