"""How a team opens: natural melds first, then wild ones, then pairs with a wild card.

Every move leaves an opening that can be finished (`games.hand_knee_foot.opening`), so moves
are made in order of thrift until the minimum is reached.
"""

from kibitz.games.hand_knee_foot.books import most_wilds, open_size, takes_wild
from kibitz.games.hand_knee_foot.kinds import FOUR, JOKER, RANK_SLOTS, TWO, WILD_SLOT
from kibitz.games.hand_knee_foot.legal import opens
from kibitz.games.hand_knee_foot.moves import (
    ADD,
    ADD_JOKER,
    ADD_TWO,
    MELD,
    MELD_JOKER,
    MELD_TWO,
    MELD_WILD,
)
from kibitz.games.hand_knee_foot.opening import best_points, could_open
from kibitz.games.hand_knee_foot.state import NO_SLOT, HandKneeFootState, team_of
from kibitz.games.kernel import kernel
from kibitz.heuristics.hand_knee_foot.melding import NOTHING, may_put


@kernel
def can_open(state: HandKneeFootState) -> bool:
    """Whether the seat to move can open in this turn."""
    if not could_open(state):
        return False
    return best_points(state, NO_SLOT, 0, 0, 0, 0) >= state.minimum


@kernel
def natural_opening(state: HandKneeFootState, alone: int) -> int:
    """The next natural cards of an opening, the dearest first."""
    seat = state.turn
    team = team_of(state, seat)
    for slot in range(RANK_SLOTS - 1, -1, -1):
        held = state.hands[seat, slot + FOUR]
        if alone >> slot & 1:
            continue
        if state.naturals[team, slot] > 0:
            if held > 0 and may_put(state, 1, 0, True) and opens(state, slot, 1, 0, 0, 0):
                return ADD + slot
        elif held >= 3 and may_put(state, 3, 0, True) and opens(state, slot, 3, 0, 0, 0):
            return MELD + slot
    return NOTHING


@kernel
def wild_meld_opening(state: HandKneeFootState) -> int:
    """The next wild cards of a wild meld of an opening."""
    seat = state.turn
    team = team_of(state, seat)
    twos, jokers = state.hands[seat, TWO], state.hands[seat, JOKER]
    if open_size(state, team, WILD_SLOT) > 0:
        if jokers > 0 and may_put(state, 1, 0, True) and opens(state, WILD_SLOT, 0, 0, 1, 0):
            return ADD_JOKER + WILD_SLOT
        if twos > 0 and may_put(state, 1, 0, True) and opens(state, WILD_SLOT, 0, 1, 0, 0):
            return ADD_TWO + WILD_SLOT
        return NOTHING
    if not may_put(state, 3, 0, True):
        return NOTHING
    for count in range(3, -1, -1):
        enough = jokers >= count and twos >= 3 - count
        if enough and opens(state, WILD_SLOT, 0, 3 - count, count, 0):
            return MELD_WILD + count
    return NOTHING


@kernel
def mixed_opening(state: HandKneeFootState, slot: int, wild: int) -> int:
    """A pair with a wild card, or a wild card to a meld, as part of an opening."""
    seat = state.turn
    team = team_of(state, seat)
    if state.hands[seat, TWO + wild] == 0:
        return NOTHING
    if state.naturals[team, slot] > 0:
        fits = takes_wild(state, team, slot) and may_put(state, 1, 0, True)
        if fits and opens(state, slot, 0, 1 - wild, wild, 0):
            return (ADD_TWO if wild == 0 else ADD_JOKER) + slot
    elif state.hands[seat, slot + FOUR] >= 2 and most_wilds(state, slot) > 0:
        fits = may_put(state, 3, 0, True)
        if fits and opens(state, slot, 2, 1 - wild, wild, 0):
            return (MELD_TWO if wild == 0 else MELD_JOKER) + slot
    return NOTHING


@kernel
def any_mixed_opening(state: HandKneeFootState, alone: int, first: int) -> int:
    """The next wild card that leans on naturals, a joker where ``first`` is 1 and a two else."""
    for turn in range(2):
        for slot in range(RANK_SLOTS - 1, -1, -1):
            if not alone >> slot & 1:
                move = mixed_opening(state, slot, turn ^ first)
                if move != NOTHING:
                    return move
    return NOTHING


@kernel
def opening_move(state: HandKneeFootState, alone: int, thrifty: bool) -> int:
    """The next move of an opening that can be finished; ``NOTHING`` only when none was begun.

    Slots of ``alone`` are made use of only where it does not do without them. Who is ``thrifty``
    with wild cards begins no meld of them while pairs will do, and has a joker do for two twos.
    """
    while True:
        move = natural_opening(state, alone)
        if move == NOTHING and thrifty:
            move = any_mixed_opening(state, alone, 1)
        if move == NOTHING:
            move = wild_meld_opening(state)
        if move == NOTHING:
            move = any_mixed_opening(state, alone, 0)
        if move != NOTHING or alone == 0:
            return move
        alone = 0
