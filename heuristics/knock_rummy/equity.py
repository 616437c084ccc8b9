"""The chance of each seat to win a match of Knock Rummy from the totals between two hands.

A model, not a table. Payments sum to zero, so totals drift like balls in a fair game until one
passes the target. A seat that is ``g`` points short weighs ``(g + MARGIN) ** -POWER``, and chances
are in the proportion of the weights. Of two players that is the fair game itself (the gambler's
ruin), the margin being what the winner lands above the target. Both numbers are fitted, by players,
to matches played out by `training.knock_rummy.equity`; seats that the model gives the same
chance won as often but for 0.005 (two players) to 0.015 (six). Who deals is left aside.
"""

from typing import Final

import numpy as np
from numba import int64

from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.games.knock_rummy.state import KnockRummyState
from kibitz.games.protocol import Payoffs

# By players, two to six.
MARGIN: Final = np.array([12.0, 152.0, 156.0, 152.0, 160.0])
POWER: Final = np.array([1.0, 3.0, 3.2, 3.2, 3.0])


@kernel
def match_worth(state: KnockRummyState, payoffs: Payoffs, values: Payoffs) -> None:
    """See :func:`kibitz.heuristics.protocol.match_worth`; the target of the state is not 0.

    Seats that nobody takes, beyond the players of the state, have no chance.
    """
    seats = int64(state.players)
    values[:] = 0.0
    highest, leaders = -np.inf, 0
    for seat in range(seats):
        total = state.scores[seat] / UNIT + payoffs[seat]
        values[seat] = total
        if total > highest + 1e-9:
            highest, leaders = total, 1
        elif total > highest - 1e-9:
            leaders += 1
    if highest >= state.target and leaders == 1:
        for seat in range(seats):
            values[seat] = 1.0 if values[seat] > highest - 1e-9 else 0.0
        return
    sum_of = 0.0
    for seat in range(seats):
        short = max(0.0, state.target - values[seat])
        values[seat] = (short + MARGIN[seats - 2]) ** -POWER[seats - 2]
        sum_of += values[seat]
    for seat in range(seats):
        values[seat] /= sum_of
