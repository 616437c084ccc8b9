"""Which card to discard: the one that is least worth keeping and least of use to the next seat.

The next seat takes the pile with two like its top card, if the meld of its team has room.
How likely it holds two is reckoned from the cards not seen; cards known to be held are known. Black
threes close the pile, so the bigger it is, the sooner one of them goes. A 5 or 7 whose book is made
finds hardly a place any more; a card that can be buried does.
"""

from typing import Final

import numpy as np
from numba import int64

from kibitz.games.hand_knee_foot.books import (
    is_special,
    laid_by_taking,
    open_size,
    takes_buried,
)
from kibitz.games.hand_knee_foot.kinds import (
    BLACK_THREE,
    FOUR,
    JOKER,
    KINDS,
    POINTS,
    RED_THREE,
    TWO,
)
from kibitz.games.hand_knee_foot.state import (
    IN_FOOT,
    HandKneeFootState,
    hidden_of,
    team_of,
    top_of,
)
from kibitz.games.hand_knee_foot.worlds import unseen_by
from kibitz.games.kernel import kernel
from kibitz.heuristics.hand_knee_foot.outlook import cards_needed, turns_left
from kibitz.heuristics.hand_knee_foot.weights import (
    BLACK,
    BLACK_PILE,
    BURIES,
    CLOSING,
    CLOSING_PILE,
    DONE,
    DONE_CLOSING,
    FEEDING,
    FEEDING_SPECIAL,
    LOAD,
    MELDED,
    MORE,
    NEXT_MELD,
    PAIR,
    PILE_BLACK,
    PILE_FITS,
    PILE_OTHER,
    PILE_SINGLE,
    PILE_SPECIAL,
    PILE_WILD,
    SPECIAL,
    TAKE_FOOT,
    TAKE_NEED,
    TAKE_OPENS,
    TAKE_SPECIAL,
    UNOPENED,
    UNSEEN,
    Reals,
)

_POINTS: Final = np.array(POINTS, np.int64)
_WILD_WORTH: Final = 200.0
_RED_WORTH: Final = 120.0
_RED_LATE: Final = -300.0


@kernel
def worth_keeping(
    state: HandKneeFootState, kind: int, unseen: int, left: int, closing: bool, w: Reals
) -> float:
    """What a card of a kind in the hand of the seat to move is worth to it.

    ``unseen``: how many of the kind it does not see; ``left``: turns to come; ``closing``: whether
    it may soon go out.
    """
    seat = state.turn
    team = team_of(state, seat)
    held = int64(state.hands[seat, kind])
    if kind == RED_THREE:
        return _RED_LATE if left == 0 and not state.opened[team] else _RED_WORTH
    if kind == BLACK_THREE:
        return w[BLACK] - w[BLACK_PILE] * state.pile_size
    load = w[LOAD] * _POINTS[kind] * (10.0 / (left + 2.0))
    if kind >= TWO:
        return _WILD_WORTH - load
    worth = w[UNSEEN] * unseen
    if held >= 2:
        worth = w[PAIR] + w[MORE] * (held - 2)
    if is_special(kind - FOUR):
        worth += w[SPECIAL]
        if state.red[team, kind - FOUR] + state.black[team, kind - FOUR] > 0:
            worth += w[DONE_CLOSING] if closing else w[DONE]
    elif takes_buried(state, team, kind - FOUR):
        worth += w[BURIES]
    if open_size(state, team, kind - FOUR) > 0:
        worth += w[MELDED]
    return worth - load


@kernel
def chance_of_two(state: HandKneeFootState, kind: int, unseen: int, places: int, w: Reals) -> float:
    """About how likely the next seat holds two of a kind; ``unseen`` lie in ``places``."""
    after = (state.turn + 1) % state.players
    known = int64(state.known[after, kind])
    if known >= 2:
        return 1.0
    expected = unseen * hidden_of(state, after) / max(1, places)
    if state.naturals[team_of(state, after), kind - FOUR] > 0:
        expected *= w[NEXT_MELD]
    none = np.exp(-expected)
    return 1.0 - none if known == 1 else 1.0 - none * (1.0 + expected)


@kernel
def write_costs(state: HandKneeFootState, costs: Reals, w: Reals) -> None:
    """Write for each kind what it costs to discard one; for those not held, nothing sensible."""
    seat = int64(state.turn)
    unseen = np.zeros(KINDS, np.int64)
    unseen_by(state, seat, unseen)
    places = 0
    for kind in range(KINDS):
        places += unseen[kind]
    after = (seat + 1) % state.players
    team = team_of(state, after)
    share = 1.0 if state.opened[team] else w[UNOPENED]
    left = turns_left(state)
    own = team_of(state, seat)
    piles = IN_FOOT - int64(state.stage[seat])
    closing = cards_needed(state, own) + w[CLOSING_PILE] * piles <= w[CLOSING]
    for kind in range(KINDS):
        costs[kind] = worth_keeping(state, kind, unseen[kind], left, closing, w)
        if kind < FOUR or kind >= TWO or state.hands[seat, kind] == 0:
            continue
        if laid_by_taking(state, team, kind - FOUR) == 0:
            continue
        gain = w[FEEDING] * (state.pile_size + 1)
        if is_special(kind - FOUR):
            gain += w[FEEDING_SPECIAL]
        costs[kind] += share * gain * chance_of_two(state, kind, unseen[kind], places, w)


@kernel
def cheapest(state: HandKneeFootState, costs: Reals) -> int:
    """The kind in the hand of the seat to move that is cheapest to discard."""
    best, found = np.inf, -1
    for kind in range(KINDS):
        if state.hands[state.turn, kind] > 0 and costs[kind] < best:
            best, found = costs[kind], kind
    return found


@kernel
def best_discard(state: HandKneeFootState, w: Reals) -> int:
    """The kind to discard."""
    costs = np.empty(KINDS)
    write_costs(state, costs, w)
    return cheapest(state, costs)


@kernel
def worth_of_pile(state: HandKneeFootState, w: Reals) -> float:
    """What the cards of the discard pile are worth to the seat to move, a plain card being 1."""
    seat = state.turn
    team = team_of(state, seat)
    total = 0.0
    for i in range(state.pile_size):
        kind = int64(state.cards[len(state.cards) - 1 - i])
        if kind >= TWO:
            total += 4.0 if kind == JOKER else w[PILE_WILD]
        elif is_special(kind - FOUR):
            total += w[PILE_SPECIAL]
        elif kind == BLACK_THREE:
            total += w[PILE_BLACK]
        elif kind >= FOUR:
            if open_size(state, team, kind - FOUR) > 0 or state.hands[seat, kind] >= 2:
                total += w[PILE_FITS]
            else:
                total += w[PILE_SINGLE] if state.hands[seat, kind] == 1 else w[PILE_OTHER]
        else:
            total += 2.0
    top = top_of(state)
    if FOUR <= top < TWO and is_special(top - FOUR):
        total += w[TAKE_SPECIAL]
    if not state.opened[team]:
        total += w[TAKE_OPENS]
    if state.stage[seat] == IN_FOOT:
        total += w[TAKE_FOOT]
    return total + w[TAKE_NEED] * cards_needed(state, team)
