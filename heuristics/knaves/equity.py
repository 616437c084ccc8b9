"""The chance of each seat to win a match of Knaves from the totals between two rounds.

Holds for three equal players of the policy of this folder: their rounds, dealt at random and played
out, give the chances of every result of a round by place after the dealer; value iteration over
the totals gives the chances of the match, see `training.knaves.equity`. The deal
passes to the left. There is a table for each deal, that is for each hand size and each way to treat
a turned jack, all with the penalties of the rule sheet.

Only the distance to the target matters, so that one table serves all targets. It has totals from
``target - 40`` to ``target``: a lower total counts as the lowest, and where two share the highest
at the target or above, all three count as much lower as these are above it. A match won is certain.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Final, get_args

import numpy as np
import numpy.typing as npt

from kibitz.games.kernel import kernel
from kibitz.games.knaves.rules import DEFAULT, HandSize, Rules, TurnedJack, match_winner
from kibitz.games.knaves.state import SEATS
from kibitz.heuristics.knaves.network import Reals

LOWEST: Final = -40  # totals are counted from the target
SIZE: Final = 1 - LOWEST
FILE: Final = Path(__file__).with_name("equity.npz")
LARGEST_TARGET: Final = -LOWEST
DEALS: Final = tuple(
    Rules(size, jack) for size, jack in product(get_args(HandSize), get_args(TurnedJack))
)
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


def is_on_file(rules: Rules) -> bool:
    """Whether the equity of matches with these rules is known; other switches do not matter."""
    return rules.jacks == DEFAULT.jacks and rules.target <= LARGEST_TARGET


def equity_for(rules: Rules = DEFAULT) -> Equity:
    """The equity of matches with these rules; raises ``ValueError`` when it is not on file."""
    if not is_on_file(rules):
        raise ValueError(
            f"no match equity on file for penalties {rules.jacks} and target {rules.target}"
        )
    return Equity(_table(name_of(rules)))


@lru_cache(maxsize=len(DEALS))
def _table(name: str) -> Table:
    """The table [41, 41, 41, 3] on file under a name; see `training.knaves.equity`."""
    with np.load(FILE) as stored:
        parts = stored[name]
    for axis in range(1, parts.ndim):
        parts = np.cumsum(parts, axis, dtype=np.uint16)
    two = parts.astype(np.float64) / UNIT
    return np.stack([*two, 1.0 - two[0] - two[1]], axis=-1).astype(np.float32)


def name_of(rules: Rules) -> str:
    """The name of the table of a deal in the file: ``13_out``."""
    return f"{rules.hand_size}_{rules.turned_jack}"
