"""What the table has seen of the others, and what that says of their hands.

Of each guessed hand three things are counted, and weighed by how much rarer they are in hands
really held than in deals that merely fit (conditional logistic regression on self-play,
`training.hand_knee_foot.credence`): cards like those that the seat has discarded; and,
where its team has opened, cards that fit a meld on the table, and three of a kind that could have
been melded. The pile tells who discarded what: one card a turn, the latest on top. A pile that was
left tells nothing: most of them are.
"""

from typing import Final

import numpy as np
from numba import int64

from kibitz.games.hand_knee_foot.kinds import ACE, FOUR, RANK_SLOTS
from kibitz.games.hand_knee_foot.state import PLACES, TO_DRAW, TO_PLAY, HandKneeFootState, team_of
from kibitz.games.kernel import kernel
from kibitz.heuristics.hand_knee_foot.weights import Reals

THROWN, FITTING, TRIPLES = range(3)
SIGNS: Final = 3
LEANINGS: Final = np.array([-0.54, -1.6, -1.9])
TRUST: Final = 0.8
MOST: Final = 12  # discards looked back at


@kernel
def write_signs(state: HandKneeFootState, seat: int, signs: Reals) -> None:
    """Write how often each sign is seen in the hands of all but ``seat``."""
    for sign in range(SIGNS):
        signs[sign] = 0.0
    if state.phase != TO_DRAW and state.phase != TO_PLAY:  # noqa: PLR1714
        return
    for back in range(min(MOST, int64(state.pile_size))):
        kind = int64(state.cards[PLACES - state.pile_size + back])
        if kind < FOUR or kind > ACE:
            continue
        thrower = (state.turn - 1 - back + (MOST + 1) * state.players) % state.players
        if thrower != seat:
            hidden = state.hands[thrower, kind] - state.known[thrower, kind]
            signs[THROWN] += max(0, int64(hidden))
    for other in range(state.players):
        team = team_of(state, other)
        if other == seat or not state.opened[team]:
            continue
        for slot in range(RANK_SLOTS):
            held = int64(state.hands[other, slot + FOUR])
            if held == 0:
                continue
            if state.naturals[team, slot] > 0:
                signs[FITTING] += held
            elif held >= 3:
                signs[TRIPLES] += 1.0


@kernel
def credence_of(state: HandKneeFootState, seat: int) -> float:
    """How well the hands of the others explain what was played: a logarithm."""
    signs = np.empty(SIGNS)
    write_signs(state, seat, signs)
    found = 0.0
    for sign in range(SIGNS):
        found += TRUST * LEANINGS[sign] * signs[sign]
    return found
