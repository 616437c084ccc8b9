"""What a team that has opened puts down, one move at a time.

Naturals go down as they come: to open melds and as new melds. Wild cards make the black book that
is wanted, then a wild book; near the end they finish melds. A hand that can be played out with few
wild cards, or any number once the books to go out with are near, goes down whole, and what is left
is buried. Else what could be buried is mostly better kept for a new meld.
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
    BOOK,
    FOUR,
    JOKER,
    RANK_SLOTS,
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
from kibitz.heuristics.hand_knee_foot.emptying import ANY, buries, loose_cards, wilds_held
from kibitz.heuristics.hand_knee_foot.styles import (
    ALONE,
    BURY_TOO,
    KEEP_PAIRS,
    KEEP_WILDS,
    WILDS,
    Style,
)
from kibitz.heuristics.hand_knee_foot.weights import (
    BLACK_KNEE,
    COMPLETES,
    LATE,
    RESERVE,
    RESERVE_KNEE,
    WILD_START,
    WILD_START_KNEE,
    Reals,
)

NOTHING: Final = -1


@kernel
def may_put(state: HandKneeFootState, count: int, gained: int, leaving: bool) -> bool:
    """Whether so many cards may be put down; who does not leave keeps two in the foot."""
    left = int64(state.sizes[state.turn]) - count
    if leaving:
        return may_be_left(state, left, 2, gained)
    return left >= 2 or state.stage[state.turn] != IN_FOOT


@kernel
def natural_move(
    state: HandKneeFootState, style: Style, leaving: bool, emptying: bool, w: Reals
) -> int:
    """A meld, addition or burying of natural cards, ``NOTHING`` when there is none to make."""
    seat = state.turn
    team = team_of(state, seat)
    for slot in range(RANK_SLOTS):
        held = int64(state.hands[seat, slot + FOUR])
        if held == 0 or style[ALONE] >> slot & 1:
            continue
        if state.naturals[team, slot] > 0:
            pair = style[0] & KEEP_PAIRS and held == 2
            if pair and laid_by_taking(state, team, slot) > 0 and not emptying:
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
def finishing_slot(state: HandKneeFootState, most: int, special: bool) -> int:
    """The open meld of a rank that at most so many wild cards make a book, the fullest first.

    Those of 5s and 7s where ``special``, else those of the other ranks.
    """
    team = team_of(state, state.turn)
    wilds = min(wilds_held(state), most)
    best, found = 0, NO_SLOT
    for slot in range(RANK_SLOTS):
        if is_special(slot) != special or state.naturals[team, slot] == 0:
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
        most = 3.0 if in_hand or late else w[BLACK_KNEE]
        slot = finishing_slot(state, int64(most), False)
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
def still_goes(state: HandKneeFootState, slot: int) -> bool:
    """Whether the rest of a hand can be put down, but for a discard, once a book is completed.

    The book is that of a slot, with wild cards of the hand.
    """
    seat = state.turn
    team = team_of(state, seat)
    need = BOOK - int64(open_size(state, team, slot))
    two, joker = state.hands[seat, TWO], state.hands[seat, JOKER]
    laid = state.naturals[team, slot], state.twos[team, slot], state.jokers[team, slot]
    spent = min(int64(two), need)
    state.hands[seat, TWO] -= spent
    state.hands[seat, JOKER] -= need - spent
    state.naturals[team, slot] = state.twos[team, slot] = state.jokers[team, slot] = 0
    goes = loose_cards(state, ANY) <= 1
    state.hands[seat, TWO], state.hands[seat, JOKER] = two, joker
    state.naturals[team, slot], state.twos[team, slot], state.jokers[team, slot] = laid
    return goes


@kernel
def completing_move(state: HandKneeFootState, leaving: bool) -> int:
    """The move that adds a wild card to a meld which those held make a book.

    The dearest books first: of 5s and 7s, of wild cards, of other ranks. Wild cards with which
    pairs begin melds are not counted. Who leaves completes none after which cards would be left.
    """
    seat = state.turn
    team = team_of(state, seat)
    spare = wilds_held(state)
    for slot in range(RANK_SLOTS):
        if state.naturals[team, slot] == 0 and state.hands[seat, slot + FOUR] == 2:
            spare -= 1
    slot = finishing_slot(state, spare, True)
    wild = int64(open_size(state, team, WILD_SLOT))
    if slot == NO_SLOT and BOOK - wild <= spare:
        slot = WILD_SLOT
    if slot == NO_SLOT:
        slot = finishing_slot(state, spare, False)
    if slot == NO_SLOT or (leaving and not still_goes(state, slot)):
        return NOTHING
    if slot == WILD_SLOT and wild == 0:
        return start_wild(state, leaving)
    return wild_to(state, slot, leaving)


@kernel
def emptying_move(
    state: HandKneeFootState, style: Style, leaving: bool, left: int, w: Reals
) -> int:
    """The next move of a hand that is played out, with so many turns left unless it goes out."""
    move = natural_move(state, style, leaving, True, w)
    if move == NOTHING and (0 if leaving else left) <= w[COMPLETES]:
        move = completing_move(state, leaving)
    if move == NOTHING:
        move = pair_with_wild(state, style, leaving)
    if move == NOTHING:
        move = spread_wild(state, leaving)
    return move
