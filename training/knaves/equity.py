"""Compute the match equity of `heuristics.knaves.equity`.

Results of rounds come from self-play of the rule player, see `training.knaves.selfplay`. Value
iteration over the totals does the rest.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from kibitz.games.kernel import kernel
from kibitz.games.knaves.rules import Rules, match_winner
from kibitz.heuristics.knaves.equity import DEALS, FILE, SIZE, UNIT, name_of
from kibitz.heuristics.knaves.network import NET, Reals
from training.commands import each
from training.knaves.selfplay import RULE, TURNED_JACK, Ints, fresh, pack, rounds

ROUNDS: Final = 400_000
CLOSE: Final = 1e-6


def round_chances(rules: Rules, number: int, seed: int) -> tuple[Ints, Reals]:
    """Results met in ``number`` rounds, a row each, and their shares.

    Columns: the seat left of the dealer, the next, the dealer.
    """
    points = np.empty((number, 3), np.int64)
    jack = TURNED_JACK[rules.turned_jack]
    rounds(fresh(rules), jack, RULE, NET, seed, pack(), points)
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


def write_tables(tables: Mapping[Rules, Reals]) -> None:
    """Put the chances [41, 41, 41, 3] of matches by their deal on file.

    The first two seats in whole 65,535ths, differences of neighbours modulo 65,536, which takes a
    third of the room; the third seat is what is left.
    """
    stored = {}
    for rules, chances in tables.items():
        parts = np.floor(np.moveaxis(chances[..., :2], -1, 0) * UNIT + 1e-6).astype(np.uint16)
        for axis in range(1, parts.ndim):
            parts = np.diff(parts, axis=axis, prepend=np.uint16(0))
        stored[name_of(rules)] = parts
    with FILE.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **stored)


def compute(seed: int) -> None:
    """Compute the chances of matches for every deal and put them on file."""
    write_tables(
        {rules: chances_of(*round_chances(rules, ROUNDS, seed)) for rules in each(DEALS, "deals")}
    )
