"""How the weights of the signs were found: ``python -m heuristics.hand_knee_foot.regression``.

In rounds of self-play, as turns begin, what the others really hold is put beside redeals of what
the seat to move sees. Prints the weights under which real hands stand out most.
"""

import sys
from typing import Final

import numpy as np

from games.chance import start_stream
from games.hand_knee_foot.rules import Rules
from games.hand_knee_foot.state import TO_DRAW
from games.hand_knee_foot.worlds import deal_hidden
from games.kernel import kernel
from games.protocol import State
from heuristics.conditional import fitted
from heuristics.hand_knee_foot.credence import SIGNS, write_signs
from heuristics.hand_knee_foot.selfplay import openings, rounds_of
from heuristics.hand_knee_foot.weights import Reals

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


def gathered(players: int, deals: int, seed: int = 1) -> Reals:
    """The signs of self-play [look, deal, sign], what is real first."""
    found = []
    for number, state in enumerate(rounds_of(openings(Rules(players=players), deals, seed))):
        if state[0]["phase"] == TO_DRAW:
            signs = np.zeros((1 + REDEALS, SIGNS))
            look(state, number, signs)
            found.append(signs)
    return np.array(found)


def main() -> None:
    """Entry point of ``python -m heuristics.hand_knee_foot.regression``."""
    signs = [gathered(players, DEALS) for players in (2, 3, 4, 6)]
    for part in signs:
        sys.stderr.write(f"{fitted(part).round(2).tolist()}\n")
    sys.stdout.write(f"{fitted(np.concatenate(signs)).round(2).tolist()}\n")


if __name__ == "__main__":
    main()
