"""Which deals of Knotty Nines can be won, and how difficult they are."""

from typing import Final

import numpy as np
import typer

from kibitz.games.chance import Stream, below
from kibitz.games.knotty_nines.classes import RANKS, canonical
from kibitz.games.knotty_nines.position import Position
from kibitz.heuristics.knotty_nines.policy import best_exit, list_exits, new_choices
from kibitz.heuristics.knotty_nines.value import load_net
from kibitz.solvers.knotty_nines.exact import RankView
from kibitz.solvers.knotty_nines.solver import KnottyNinesSolver
from training import deals

SLIPS: Final = 10  # one in so many choices is made at random


def policy_wins(view: RankView, stream: Stream | None = None) -> bool:
    """Whether the policy wins; with a stream it slips."""
    n, m = len(view.levels), len(view.stock)
    choices, net = new_choices(), load_net()
    level, extra = view.levels.copy(), view.extras.copy()
    for drawn in range(m):
        canonical(level, extra, n, view.wrap, choices.scratch)
        count = list_exits(level, extra, n, view.wrap, choices)
        if count == 0:
            return False
        if count > 1 and stream is not None and below(stream, SLIPS) == 0:
            chosen = below(stream, count)
        else:
            left = np.bincount(view.stock[drawn:], minlength=RANKS).astype(np.int64)
            chosen, _ = best_exit(count, n, left, m - drawn, view.wrap, net, choices)
        level[: n - 1] = choices.levels[chosen, : n - 1]
        extra[: n - 1] = choices.extras[chosen, : n - 1]
        level[n - 1], extra[n - 1] = view.stock[drawn], 0
    return True


def wins(position: Position, stream: Stream) -> bool:
    """Whether the policy, with slips, wins a deal."""
    return policy_wins(RankView.of(position), stream)


KIND: Final = deals.Kind(KnottyNinesSolver(), wins, easy=1 / 2, medium=1 / 10)


def main(count: deals.Count = deals.DEALS) -> None:
    """Write the table of deals to its file in games/knotty_nines."""
    deals.make(KIND, count)


if __name__ == "__main__":
    typer.run(main)
