"""Compute the match equity.

``python -m kibitz.heuristics.knaves.match_chances`` writes ``equity.npz``.

Results of rounds come from self-play of the rule player, see `heuristics.knaves.selfplay`.
"""

from typing import Final

import numpy as np

from kibitz.games.kernel import kernel
from kibitz.games.knaves.match import match_winner
from kibitz.games.knaves.rules import Rules
from kibitz.heuristics.knaves.network import NET, Reals
from kibitz.heuristics.knaves.selfplay import RULE, TURNED_JACK, Ints, fresh, pack, rounds

LOWEST: Final = -40  # totals are counted from the target
SIZE: Final = 1 - LOWEST
ROUNDS: Final = 400_000
CLOSE: Final = 1e-6
SEED: Final = 20


def round_chances(rules: Rules, number: int) -> tuple[Ints, Reals]:
    """Results met in ``number`` rounds, a row each, and their shares.

    Columns: the seat left of the dealer, the next, the dealer.
    """
    points = np.empty((number, 3), np.int64)
    jack = TURNED_JACK[rules.turned_jack]
    rounds(fresh(rules), jack, RULE, NET, SEED, pack(), points)
    results, counts = np.unique(points, axis=0, return_counts=True)
    return results, counts / number


@kernel
def sweep(chances: Reals, results: Ints, shares: Reals) -> float:
    """Renew every total's chances from those that a round leads to; the largest change."""
    change = 0.0
    top = SIZE - 1
    for a in range(top, -1, -1):
        for b in range(top, -1, -1):
            for c in range(top, -1, -1):
                if match_winner(a, b, c, top) >= 0:
                    continue
                first, second, third = 0.0, 0.0, 0.0
                for i in range(results.shape[0]):
                    x, y, z = a + results[i, 0], b + results[i, 1], c + results[i, 2]
                    winner = match_winner(x, y, z, top)
                    if winner == 0:
                        first += shares[i]
                    elif winner == 1:
                        second += shares[i]
                    elif winner == 2:
                        third += shares[i]
                    else:
                        above = max(0, max(x, y, z) - top)
                        x, y, z = max(0, x - above), max(0, y - above), max(0, z - above)
                        # Who led deals next, so the others move up.
                        first += shares[i] * chances[y, z, x, 2]
                        second += shares[i] * chances[y, z, x, 0]
                        third += shares[i] * chances[y, z, x, 1]
                change = max(change, abs(first - chances[a, b, c, 0]))
                change = max(change, abs(second - chances[a, b, c, 1]))
                chances[a, b, c, 0] = first
                chances[a, b, c, 1] = second
                chances[a, b, c, 2] = third
    return change


def chances_of(results: Ints, shares: Reals) -> Reals:
    """Chances [41, 41, 41, 3] to win the match by totals; all in the order of ``results``.

    Index ``SIZE - 1`` is the target.
    """
    chances = np.full((SIZE, SIZE, SIZE, 3), 1 / 3)
    while sweep(chances, results, shares) > CLOSE:
        pass
    return chances


def main() -> None:
    """Entry point of ``python -m kibitz.heuristics.knaves.match_chances``."""
    from kibitz.heuristics.knaves.equity import DEALS, write_tables  # noqa: PLC0415 - imports this module

    write_tables({rules: chances_of(*round_chances(rules, ROUNDS)) for rules in DEALS})


if __name__ == "__main__":
    main()
