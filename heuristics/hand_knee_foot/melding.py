"""What a team that has opened puts down, one move at a time.

Naturals go down as they come: to open melds and as new melds. Wild cards make the black book that
is wanted, then a wild book; near the end they finish melds. A hand that can be played out goes down
whole, wild cards with it, and what is left is buried. Else what could be buried is better kept for
a new meld.
"""

from typing import Final

from numba import int64

from kibitz.games.hand_knee_foot.books import (
    completed,
    is_special,
    laid_by_taking,
    may_be_left,
    most_wilds,
    open_size,
    takes_buried,
    takes_wild,
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
from kibitz.games.hand_knee_foot.moves import (
    ADD,
    ADD_JOKER,
    ADD_TWO,
    BURY,
    BURY_JOKER,
    BURY_TWO,
    MELD,
    MELD_JOKER,
    MELD_TWO,
    MELD_WILD,
)
from kibitz.games.hand_knee_foot.state import IN_FOOT, IN_HAND, NO_SLOT, HandKneeFootState, team_of
from kibitz.games.kernel import kernel
from kibitz.heuristics.hand_knee_foot.outlook import PILE, cards_needed, need_to_end
from kibitz.heuristics.hand_knee_foot.styles import (
    ALONE,
    BURY_TOO,
    KEEP_PAIRS,
    KEEP_WILDS,
    WILDS,
    Style,
)
from kibitz.heuristics.hand_knee_foot.weights import (
    BLACK_MOST,
    BLACK_MOST_KNEE,
    BURY_LOOSE,
    EMPTY_WILDS,
    EMPTY_WILDS_KNEE,
    EMPTY_WILDS_NEAR,
    LATE,
    NEAR,
    PAIRS_FAR,
    PAIRS_SIZE,
    RESERVE,
    RESERVE_KNEE,
    WILD_BOOK,
    WILD_START,
    WILD_START_KNEE,
    Reals,
)

NOTHING: Final = -1
ANY: Final = 99  # wild cards


@kernel
def may_put(state: HandKneeFootState, count: int, gained: int, leaving: bool) -> bool:
    """Whether so many cards may be put down; who does not leave keeps two in the foot."""
    left = int64(state.sizes[state.turn]) - count
    if leaving:
        return may_be_left(state, left, 2, gained)
    return left >= 2 or state.stage[state.turn] != IN_FOOT


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
def keeps_pairs(state: HandKneeFootState, w: Reals) -> bool:
    """Whether pairs are kept that could take the pile: the others are far from going out."""
    if state.sizes[state.turn] >= w[PAIRS_SIZE]:
        return False
    own = team_of(state, state.turn)
    for team in range(state.teams):
        if team != own and need_to_end(state, team, PILE) < w[PAIRS_FAR]:
            return False
    return True


@kernel
def buries(state: HandKneeFootState, w: Reals) -> bool:
    """Whether cards are buried although the hand is not played out: many have no place else."""
    seat = state.turn
    for other in range(team_of(state, seat), state.players, state.teams):
        if other != seat and state.stage[other] != IN_FOOT:
            return False
    return loose_cards(state, ANY) >= w[BURY_LOOSE]


@kernel
def natural_move(
    state: HandKneeFootState, style: Style, leaving: bool, emptying: bool, w: Reals
) -> int:
    """A meld, addition or burying of natural cards, ``NOTHING`` when there is none to make."""
    seat = state.turn
    team = team_of(state, seat)
    keeping = not emptying and (style[0] & KEEP_PAIRS > 0 or keeps_pairs(state, w))
    for slot in range(RANK_SLOTS):
        held = int64(state.hands[seat, slot + FOUR])
        if held == 0 or style[ALONE] >> slot & 1:
            continue
        if state.naturals[team, slot] > 0:
            pair = keeping and held == 2
            if pair and laid_by_taking(state, team, slot) > 0:
                continue
            if may_put(state, 1, completed(state, team, slot, 1, 0), leaving):
                return ADD + slot
        elif held >= 3 and may_put(state, 3, 0, leaving):
            return MELD + slot
    if not (style[0] & BURY_TOO or emptying or buries(state, w)):
        return NOTHING
    for slot in range(RANK_SLOTS):
        held = int64(state.hands[seat, slot + FOUR])
        if held == 0 or style[ALONE] >> slot & 1 or state.naturals[team, slot] > 0:
            continue
        if takes_buried(state, team, slot) and may_put(state, 1, 0, leaving):
            return BURY + slot
    return NOTHING


@kernel
def wild_to(state: HandKneeFootState, slot: int, leaving: bool) -> int:
    """The move that adds a wild card to a slot, a two where a rank is to have it."""
    seat = state.turn
    team = team_of(state, seat)
    if wilds_held(state) == 0:
        return NOTHING
    if slot == WILD_SLOT:
        if open_size(state, team, slot) == 0:
            return NOTHING
        if not may_put(state, 1, 0, leaving):
            return NOTHING
        return ADD_JOKER + slot if state.hands[seat, JOKER] > 0 else ADD_TWO + slot
    if state.naturals[team, slot] == 0 or not takes_wild(state, team, slot):
        return NOTHING
    if not may_put(state, 1, completed(state, team, slot, 0, 1), leaving):
        return NOTHING
    return ADD_TWO + slot if state.hands[seat, TWO] > 0 else ADD_JOKER + slot


@kernel
def finishing_slot(state: HandKneeFootState, most: int) -> int:
    """The open meld of a rank that at most so many wild cards make a book, the fullest first."""
    team = team_of(state, state.turn)
    wilds = min(wilds_held(state), most)
    best, found = 0, NO_SLOT
    for slot in range(RANK_SLOTS):
        if is_special(slot) or state.naturals[team, slot] == 0:
            continue
        size = int64(open_size(state, team, slot))
        inside = size - state.naturals[team, slot]
        space = min(most_wilds(state, slot), int64(state.naturals[team, slot])) - inside
        if size > best and BOOK - size <= min(wilds, space):
            best, found = size, slot
    return found


@kernel
def start_wild(state: HandKneeFootState, leaving: bool) -> int:
    """The move that begins a wild meld, as many jokers in it as there are."""
    seat = state.turn
    if wilds_held(state) < 3 or not may_put(state, 3, 0, leaving):
        return NOTHING
    if open_size(state, team_of(state, seat), WILD_SLOT) > 0:
        return NOTHING
    return MELD_WILD + min(3, int64(state.hands[seat, JOKER]))


@kernel
def pair_with_wild(state: HandKneeFootState, style: Style, leaving: bool) -> int:
    """The move that begins a meld of a pair and a wild card, the dearest pair first."""
    seat = state.turn
    team = team_of(state, seat)
    if wilds_held(state) == 0 or not may_put(state, 3, 0, leaving):
        return NOTHING
    start = MELD_TWO if state.hands[seat, TWO] > 0 else MELD_JOKER
    for slot in range(RANK_SLOTS - 1, -1, -1):
        fresh = state.naturals[team, slot] == 0 and state.hands[seat, slot + FOUR] == 2
        if fresh and most_wilds(state, slot) > 0 and not style[ALONE] >> slot & 1:
            return start + slot
    return NOTHING


@kernel
def spread_wild(state: HandKneeFootState, leaving: bool) -> int:
    """The move that gets rid of a wild card: wild melds and books, then the fullest meld."""
    seat = state.turn
    team = team_of(state, seat)
    move = wild_to(state, WILD_SLOT, leaving)
    if move == NOTHING:
        move = start_wild(state, leaving)
    if move != NOTHING or wilds_held(state) == 0:
        return move
    if takes_buried(state, team, WILD_SLOT) and may_put(state, 1, 0, leaving):
        return BURY_TWO if state.hands[seat, TWO] > 0 else BURY_JOKER
    best, found = 0, NOTHING
    for slot in range(RANK_SLOTS):
        size = int64(open_size(state, team, slot))
        if size > best:
            move = wild_to(state, slot, leaving)
            if move != NOTHING:
                best, found = size, move
    return found


@kernel
def wild_move(state: HandKneeFootState, style: Style, leaving: bool, left: int, w: Reals) -> int:
    """What is done with wild cards in a turn that does not empty the hand."""
    if style[0] & KEEP_WILDS:
        return NOTHING
    team = team_of(state, state.turn)
    for slot in range(RANK_SLOTS + 1):
        if style[WILDS] >> slot & 1:
            move = wild_to(state, slot, leaving)
            if move != NOTHING:
                return move
    wants_black = state.original_black[team] == NO_SLOT
    in_hand = state.stage[state.turn] == IN_HAND
    late = left <= w[LATE]
    if wants_black or late:
        most = 3.0 if late else w[BLACK_MOST if in_hand else BLACK_MOST_KNEE]
        slot = finishing_slot(state, int64(most))
        if slot != NO_SLOT:
            move = wild_to(state, slot, leaving)
            if move != NOTHING:
                return move
    alone = style[ALONE] >> WILD_SLOT & 1
    reserve = 0.0
    if wants_black and not late:
        reserve = w[RESERVE if in_hand else RESERVE_KNEE]
    if not alone and wilds_held(state) > reserve:
        move = wild_to(state, WILD_SLOT, leaving)
        if move != NOTHING:
            return move
    if not alone and wilds_held(state) >= w[WILD_START if in_hand else WILD_START_KNEE] + reserve:
        return start_wild(state, leaving)
    return NOTHING


@kernel
def emptying_move(state: HandKneeFootState, style: Style, leaving: bool, w: Reals) -> int:
    """The next move of a hand that is played out."""
    move = natural_move(state, style, leaving, True, w)
    wild_size = int64(open_size(state, team_of(state, state.turn), WILD_SLOT))
    if move == NOTHING and wild_size >= w[WILD_BOOK] and wild_size + wilds_held(state) >= BOOK:
        move = wild_to(state, WILD_SLOT, leaving)
    if move == NOTHING:
        move = pair_with_wild(state, style, leaving)
    if move == NOTHING:
        move = spread_wild(state, leaving)
    return move


@kernel
def can_empty(state: HandKneeFootState, w: Reals) -> bool:
    """Whether all but one card to discard can be put down, with few wild cards among ranks."""
    most = w[EMPTY_WILDS if state.stage[state.turn] == IN_HAND else EMPTY_WILDS_KNEE]
    if cards_needed(state, team_of(state, state.turn)) <= w[NEAR]:
        most = w[EMPTY_WILDS_NEAR]
    return loose_cards(state, int64(most)) <= 1
