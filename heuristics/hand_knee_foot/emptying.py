"""Whether a hand can be played out, and what of it finds no place."""

from typing import Final

from numba import int64

from kibitz.games.hand_knee_foot.books import (
    most_wilds,
    open_size,
    takes_buried,
)
from kibitz.games.hand_knee_foot.kinds import (
    BLACK_THREE,
    BOOK,
    FOUR,
    JOKER,
    RANK_SLOTS,
    RED_THREE,
    TWO,
    WILD_SLOT,
)
from kibitz.games.hand_knee_foot.state import IN_FOOT, IN_HAND, HandKneeFootState, team_of
from kibitz.games.kernel import kernel
from kibitz.heuristics.hand_knee_foot.outlook import cards_needed
from kibitz.heuristics.hand_knee_foot.weights import (
    BURY_LOOSE,
    EMPTY_WILDS,
    EMPTY_WILDS_KNEE,
    EMPTY_WILDS_NEAR,
    NEAR,
    Reals,
)

ANY: Final = 99  # wild cards


@kernel
def wilds_held(state: HandKneeFootState) -> int:
    """How many wild cards the seat to move holds."""
    return int64(state.hands[state.turn, TWO]) + state.hands[state.turn, JOKER]


@kernel
def loose_cards(state: HandKneeFootState, most: int) -> int:
    """How many cards of the hand cannot be put down, at most ``most`` wild cards among ranks.

    A count by rank and not a search: rarely one card more could find a place.
    """
    seat = state.turn
    team = team_of(state, seat)
    wilds = wilds_held(state)
    spend = min(wilds, most)
    loose = int64(state.hands[seat, BLACK_THREE]) + state.hands[seat, RED_THREE]
    pairs, room = 0, 0
    for slot in range(RANK_SLOTS):
        held = int64(state.hands[seat, slot + FOUR])
        size = int64(open_size(state, team, slot))
        naturals = int64(state.naturals[team, slot])
        buries = takes_buried(state, team, slot)
        left = held
        if size > 0:
            left = max(0, held - (BOOK - size))
            if left == 0 and size + held < BOOK:
                inside = size - naturals
                space = min(most_wilds(state, slot), naturals + held) - inside
                room += max(0, min(space, BOOK - size - held))
        if left == 0 or buries:
            continue
        if left >= 3:
            room += most_wilds(state, slot) if left <= BOOK - 2 else 0
        elif left == 2 and most_wilds(state, slot) > 0:
            pairs += 1
        else:
            loose += left
    used = min(pairs, spend)
    loose += 2 * (pairs - used)
    room += used
    rest = wilds - used
    wild_size = int64(open_size(state, team, WILD_SLOT))
    if wild_size > 0 or rest >= 3 or takes_buried(state, team, WILD_SLOT):
        return loose
    return loose + max(0, rest - min(room, max(0, spend - used)))


@kernel
def buries(state: HandKneeFootState, w: Reals) -> bool:
    """Whether cards are buried in a turn that does not empty the hand.

    So it is when all partners are in the foot and many other cards cannot be put down.
    """
    seat = state.turn
    for other in range(team_of(state, seat), state.players, state.teams):
        if other != seat and state.stage[other] != IN_FOOT:
            return False
    return loose_cards(state, ANY) >= w[BURY_LOOSE]


@kernel
def can_empty(state: HandKneeFootState, w: Reals) -> bool:
    """Whether all but one card to discard can be put down, with few wild cards among ranks."""
    most = w[EMPTY_WILDS if state.stage[state.turn] == IN_HAND else EMPTY_WILDS_KNEE]
    if cards_needed(state, team_of(state, state.turn)) <= w[NEAR]:
        most = w[EMPTY_WILDS_NEAR]
    return loose_cards(state, int64(most)) <= 1
