"""Find the weights of the signs of `heuristics.hand_knee_foot.likelihood`.

In rounds of self-play, as turns begin, what the others really hold is compared with redeals of
what the seat to move sees. The weights are those under which real hands stand out most.
"""

from typing import Final

import numpy as np

from kibitz.games.chance import start_stream
from kibitz.games.hand_knee_foot.rules import Rules
from kibitz.games.hand_knee_foot.state import TO_DRAW
from kibitz.games.hand_knee_foot.worlds import deal_hidden
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.likelihood import SIGNS, write_signs
from kibitz.heuristics.hand_knee_foot.weights import Reals
from training.commands import each, report
from training.fitting import fitted
from training.hand_knee_foot.selfplay import openings, rounds_of

REDEALS: Final = 24
DEALS: Final = 150


@kernel
def look(state: State, seed: int, signs: Reals) -> None:
    """Write the signs [deal, sign] of what is really held, and of redeals after it."""
    seat = state[0].turn
    write_signs(state[0], seat, signs[0])
    guess, stream = state.copy(), np.empty(1, np.uint64)
    for i in range(1, len(signs)):
        guess[0] = state[0]
        start_stream(stream, seed, i)
        deal_hidden(guess[0], seat, stream)
        write_signs(guess[0], seat, signs[i])


def gathered(players: int, deals: int, seed: int) -> Reals:
    """The signs of self-play [look, deal, sign], what is real first."""
    found = []
    for number, state in enumerate(rounds_of(openings(Rules(players=players), deals, seed))):
        if state[0]["phase"] == TO_DRAW:
            signs = np.zeros((1 + REDEALS, SIGNS))
            look(state, number, signs)
            found.append(signs)
    return np.array(found)


def find(seed: int) -> Reals:
    """The weights of the signs, from rounds of two, three, four and six players."""
    signs = []
    for players in each((2, 3, 4, 6), "self-play"):
        signs.append(gathered(players, DEALS, seed))
        report(f"{players} players: {fitted(signs[-1]).round(2).tolist()}")
    return fitted(np.concatenate(signs))
