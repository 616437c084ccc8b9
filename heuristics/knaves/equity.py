"""The chance of each seat to win a match of Knaves from the totals between two rounds.

Holds for three equal players of the policy of this folder: their rounds, dealt at random and played
out, give the chances of every result of a round by place after the dealer; value iteration over
the totals gives the chances of the match, see :mod:`heuristics.knaves.match_chances`. The deal
passes to the left.

Only the distance to the target matters, so that one table serves all targets. It has totals from
``target - 40`` to ``target``: a lower total counts as the lowest, and where two share the highest
at the target or above, all three count as much lower as these are above it. A match won is certain.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from games.kernel import kernel
from games.knaves.match import match_winner
from games.knaves.play import SEATS
from games.knaves.rules import DEFAULT, Rules
from heuristics.knaves.judgement import Reals
from heuristics.knaves.match_chances import LOWEST, SIZE, chances_of, round_chances

FILE: Final = Path(__file__).with_name("equity.npz")
LARGEST_TARGET: Final = -LOWEST
ROUNDS_ON_DEMAND: Final = 100_000
UNIT: Final = 65_535  # the file has whole parts of this
Table = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


@kernel
def look_up(
    table: Table, first: int, second: int, third: int, dealer: int, target: int, out: Reals
) -> None:
    """Write the chances of seats 0, 1, 2 with these totals before ``dealer`` deals.

    ``table`` is that of :func:`table_for`.
    """
    winner = match_winner(first, second, third, target)
    if winner >= 0:
        for seat in range(SEATS):
            out[seat] = 1.0 if seat == winner else 0.0
        return
    above = max(0, max(first, second, third) - target) + target + LOWEST
    one = max(0, first - above)
    two = max(0, second - above)
    three = max(0, third - above)
    # The table has the seats in the order in which they play to the first trick.
    if dealer == 2:
        found = table[one, two, three]
    elif dealer == 0:
        found = table[two, three, one]
    else:
        found = table[three, one, two]
    for seat in range(SEATS):
        out[seat] = found[(seat - dealer - 1 + SEATS) % SEATS]


@kernel
def _after_rounds(
    table: Table, scores: Ints, dealer: int, target: int, low: int, values: Reals
) -> None:
    size = values.shape[0]
    for i in range(size):
        one = scores[0] + low + i
        for j in range(size):
            two = scores[1] + low + j
            for k in range(size):
                three = scores[2] + low + k
                look_up(table, one, two, three, dealer, target, values[i, j, k])


@dataclass(frozen=True, slots=True)
class Equity:
    """A table for Python callers; ``table`` [41, 41, 41, 3] is what the kernels take."""

    table: Table

    def chances(
        self, scores: tuple[int, int, int], dealer: int, target: int = DEFAULT.target
    ) -> tuple[float, ...]:
        """The chances of seats 0, 1, 2 with these totals before ``dealer`` deals."""
        out = np.empty(SEATS)
        look_up(self.table, *scores, dealer, target, out)
        return tuple(float(chance) for chance in out)

    def after_round(
        self, scores: tuple[int, int, int], dealer: int, target: int, low: int, high: int
    ) -> Reals:
        """What results of the round dealt by ``dealer`` are worth, from these totals before it.

        Entry ``[i, j, k]`` has the chances of the three seats when they get ``low + i``,
        ``low + j`` and ``low + k`` points in the round; all range from ``low`` to ``high``.
        """
        size = high - low + 1
        values = np.empty((size, size, size, SEATS))
        following = (dealer + 1) % SEATS
        _after_rounds(self.table, np.array(scores, np.int64), following, target, low, values)
        return values


def equity_for(rules: Rules = DEFAULT) -> Equity:
    """The equity of matches with these rules.

    The default deal and penalties are on file. Others are computed once in a process, which takes
    seconds. Raises ``ValueError`` for a target above 40, of which the table would know too little.
    """
    if rules.target > LARGEST_TARGET:
        raise ValueError(f"no match equity for a target above {LARGEST_TARGET}: {rules.target}")
    return Equity(_table(rules.hand_size, rules.turned_jack, rules.jacks))


@lru_cache(maxsize=16)
def _table(hand_size: Any, turned_jack: Any, jacks: tuple[int, int, int, int]) -> Table:
    clubs, diamonds, hearts, spades = jacks
    rules = Rules(hand_size, turned_jack, hearts, diamonds, clubs, spades)
    if rules == DEFAULT:
        return read_table()
    results, shares = round_chances(rules, ROUNDS_ON_DEMAND)
    return chances_of(results, shares).astype(np.float32)


def read_table() -> Table:
    """The table on file, of the default rules."""
    with np.load(FILE) as stored:
        two = stored["chances"].astype(np.float64) / UNIT
    rest = 1.0 - two.sum(axis=-1, keepdims=True)
    return np.concatenate([two, rest], axis=-1).reshape(SIZE, SIZE, SIZE, 3).astype(np.float32)


def write_table(chances: Reals) -> None:
    """Put a table on file: the first two seats in whole 65,535ths, the third is what is left."""
    parts = np.floor(chances[..., :2] * UNIT + 1e-6).astype(np.uint16)
    np.savez_compressed(FILE, chances=parts)
