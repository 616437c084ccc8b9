"""What the table has seen of the others, and what that says of their hands.

Of each guessed hand four things are counted, and weighed by how much rarer they are in hands really
held than in deals that merely fit (conditional logistic regression on self-play,
:mod:`heuristics.hand_knee_foot.regression`): cards like those that the seat has discarded; pairs of
a card that it left on the pile; and, where its team has opened, cards that fit a meld on the table,
and three of a kind that could have been melded. The pile tells who discarded what: one card a turn,
the latest on top.
"""

from typing import Any, Final

import numpy as np
from numba import int64

from games.hand_knee_foot.books import open_size
from games.hand_knee_foot.kinds import ACE, BOOK, FOUR, RANK_SLOTS
from games.hand_knee_foot.state import PLACES, TO_DRAW, TO_PLAY, team_of
from games.kernel import kernel
from heuristics.hand_knee_foot.weights import Reals

THROWN, LEFT, FITTING, TRIPLES = range(4)
SIGNS: Final = 4
SIGN_NAMES: Final = ("thrown", "left", "fitting", "triples")
LEANINGS: Final = np.array([-0.3, -0.5, -0.4, -0.8])
TRUST: Final = 0.8
MOST: Final = 12  # discards looked back at


@kernel
def write_signs(state: Any, seat: int, signs: Reals) -> None:
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
        after = (thrower + 1) % state.players
        if back > 0 and after != seat and state.hands[after, kind] >= 2:
            team = team_of(state, after)
            if state.opened[team] and open_size(state, team, kind - FOUR) + 3 <= BOOK:
                signs[LEFT] += 1.0
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
def credence_of(state: Any, seat: int) -> float:
    """How well the hands of the others explain what was played: a logarithm."""
    signs = np.empty(SIGNS)
    write_signs(state, seat, signs)
    found = 0.0
    for sign in range(SIGNS):
        found += TRUST * LEANINGS[sign] * signs[sign]
    return found
