"""Which moves of Hand, Knee and Foot are legal.

What a seat may hold is written to ``held`` first: in a view an unknown card may be any that is
unseen. Where a view does not know enough to refuse a move, it is legal; the mover's own view does.

There is always a legal move. In the foot, without the right to go out, a move but a discard leaves
two cards or more and a discard one; a turn begins with a card kept and at least two drawn, so there
are two to discard from. An opening that is begun can be finished, see
:mod:`kibitz.games.hand_knee_foot.opening`. The right to go out is not lost within a turn.
"""

import numpy as np
from numba import int64

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.books import (
    all_in_foot,
    completed,
    laid_by_taking,
    may_be_left,
    most_wilds,
    open_size,
    takes_buried,
    takes_wild,
)
from kibitz.games.hand_knee_foot.kinds import (
    ACE,
    FOUR,
    JOKER,
    KINDS,
    RANK_SLOTS,
    RED_THREE,
    SLOTS,
    TWO,
    WILD_SLOT,
)
from kibitz.games.hand_knee_foot.moves import (
    ADD,
    ADD_JOKER,
    ADD_TWO,
    ASK,
    BURY,
    BURY_JOKER,
    BURY_TWO,
    DRAW,
    FOOT,
    KNEE,
    LAY,
    LEAVE,
    MELD,
    MELD_JOKER,
    MELD_TWO,
    MELD_WILD,
    NO,
    SHUFFLE,
    STOP,
    TAKE,
    YES,
)
from kibitz.games.hand_knee_foot.opening import best_points, could_open
from kibitz.games.hand_knee_foot.state import (
    ENDED,
    IN_HAND,
    NO_SLOT,
    NOT_ASKED,
    OFFERED,
    STATE,
    TO_ANSWER,
    TO_DRAW,
    TO_PLAY,
    HandKneeFootState,
    team_of,
    top_of,
)
from kibitz.games.hand_knee_foot.worlds import unseen_counts
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves, implements
from kibitz.games.records import Int64s


@kernel
def write_held(state: HandKneeFootState, held: Int64s) -> None:
    """Write how many cards of each kind the seat whose turn it is may hold."""
    seat = state.turn
    for kind in range(KINDS):
        held[kind] = state.hands[seat, kind]
    unknown = int64(state.unknown[seat])
    if unknown > 0:
        unseen = np.zeros(KINDS, np.int64)
        unseen_counts(state, unseen)
        for kind in range(KINDS):
            fits = unknown - state.clean[seat] if kind == RED_THREE else unknown
            held[kind] += min(fits, unseen[kind])


@kernel
def opens(
    state: HandKneeFootState, slot: int, naturals: int, twos: int, jokers: int, found: int
) -> bool:
    """Whether the opening can still reach its minimum; see :func:`opening.best_points`."""
    team = team_of(state, state.turn)
    if state.opened[team] or state.unknown[state.turn] > 0:
        return True
    return best_points(state, slot, naturals, twos, jokers, found) >= state.minimum


@kernel
def may_take(state: HandKneeFootState) -> bool:
    """Whether the seat to move may take the discard pile."""
    top = top_of(state)
    if top < FOUR or top > ACE:
        return False
    seat, slot = state.turn, top - FOUR
    team = team_of(state, seat)
    laid = laid_by_taking(state, team, slot)
    if laid == 0:
        return False
    if state.hands[seat, top] < 2:
        if state.unknown[seat] == 0:
            return False
        held = np.zeros(KINDS, np.int64)
        write_held(state, held)
        if held[top] < 2:
            return False
    gained = completed(state, team, slot, laid, 0)
    left = state.sizes[seat] - (laid - 1) + state.pile_size - 1
    return may_be_left(state, left, 2, gained) and opens(state, slot, laid, 0, 0, 1)


@kernel
def may_lay(state: HandKneeFootState) -> bool:
    """Whether the seat to move may lay out a red three, if it holds one."""
    left = state.sizes[state.turn] - int64(state.stock_size == 0)
    return state.opened[team_of(state, state.turn)] and may_be_left(state, left, 2, 0)


@kernel
def must_lay(state: HandKneeFootState) -> bool:
    """Whether the seat to move can do nothing else if it holds a red three."""
    return state.must_lay and may_lay(state)


@kernel
def begin_moves(state: HandKneeFootState, moves: Moves) -> int:
    """The moves of a seat that has not drawn."""
    pile = int64(state.pile_size) - 1 if state.reshuffles else 0
    stock = int64(state.stock_size)
    drawn = stock >= state.draws
    if drawn:
        moves[0] = DRAW
    count = int64(drawn)
    if may_take(state):
        moves[count] = TAKE
        count += 1
    if not drawn:
        moves[count] = SHUFFLE if pile > 0 and stock + pile >= state.draws else STOP
        count += 1
    return count


@kernel
def write_melds(state: HandKneeFootState, held: Int64s, moves: Moves, count: int) -> int:
    """The new melds, further cards and burying after ``count`` other moves; the number then."""
    seat = state.turn
    team = team_of(state, seat)
    size = int64(state.sizes[seat])
    wild_open = open_size(state, team, WILD_SLOT) > 0
    if may_be_left(state, size - 3, 2, 0):
        for slot in range(RANK_SLOTS):
            fresh = state.naturals[team, slot] == 0 and held[slot + FOUR] >= 3
            if fresh and opens(state, slot, 3, 0, 0, 0):
                moves[count] = MELD + slot
                count += 1
        for wild in range(2):
            if held[TWO + wild] == 0:
                continue
            for slot in range(RANK_SLOTS):
                fresh = state.naturals[team, slot] == 0 and held[slot + FOUR] >= 2
                fits = fresh and most_wilds(state, slot) > 0
                if fits and opens(state, slot, 2, 1 - wild, wild, 0):
                    moves[count] = (MELD_TWO if wild == 0 else MELD_JOKER) + slot
                    count += 1
        for jokers in range(4):
            enough = held[TWO] >= 3 - jokers and held[JOKER] >= jokers
            if enough and not wild_open and opens(state, WILD_SLOT, 0, 3 - jokers, jokers, 0):
                moves[count] = MELD_WILD + jokers
                count += 1
    for slot in range(RANK_SLOTS):
        if state.naturals[team, slot] > 0 and held[slot + FOUR] > 0:
            gained = completed(state, team, slot, 1, 0)
            if may_be_left(state, size - 1, 2, gained) and opens(state, slot, 1, 0, 0, 0):
                moves[count] = ADD + slot
                count += 1
    for wild in range(2):
        if held[TWO + wild] == 0:
            continue
        for slot in range(SLOTS):
            begun = wild_open if slot == WILD_SLOT else state.naturals[team, slot] > 0
            if not begun or not takes_wild(state, team, slot):
                continue
            gained = completed(state, team, slot, 0, 1)
            fits = may_be_left(state, size - 1, 2, gained)
            if fits and opens(state, slot, 0, 1 - wild, wild, 0):
                moves[count] = (ADD_TWO if wild == 0 else ADD_JOKER) + slot
                count += 1
    if state.opened[team] and may_be_left(state, size - 1, 2, 0):
        for slot in range(RANK_SLOTS):
            if held[slot + FOUR] > 0 and takes_buried(state, team, slot):
                moves[count] = BURY + slot
                count += 1
        for wild in range(2):
            if held[TWO + wild] > 0 and takes_buried(state, team, WILD_SLOT):
                moves[count] = BURY_TWO if wild == 0 else BURY_JOKER
                count += 1
    return count


@kernel
def may_ask(state: HandKneeFootState) -> bool:
    """Whether the seat to move may ask its partners to let it go out."""
    team = team_of(state, state.turn)
    return state.asks and state.said == NOT_ASKED and all_in_foot(state, team)


@kernel
def turn_moves(state: HandKneeFootState, moves: Moves) -> int:
    """The moves of a seat that has drawn."""
    seat = state.turn
    team = team_of(state, seat)
    laying = must_lay(state)
    if laying and state.hands[seat, RED_THREE] > 0:
        moves[0] = LAY
        return 1
    held = np.zeros(KINDS, np.int64)
    write_held(state, held)
    count = 0
    if state.opening == 0 and may_be_left(state, int64(state.sizes[seat]) - 1, 1, 0):
        for kind in range(KINDS):
            if held[kind] > 0:
                moves[count] = kind
                count += 1
    known = state.unknown[seat] == 0
    able = state.opened[team] or not known
    if able or (could_open(state) and best_points(state, NO_SLOT, 0, 0, 0, 0) >= state.minimum):
        count = write_melds(state, held, moves, count)
    if held[RED_THREE] > 0 and may_lay(state):
        moves[count] = LAY
        count += 1
    if may_ask(state):
        moves[count] = ASK
        count += 1
    return count


@implements(protocol.legal, STATE)
@kernel
def legal_moves(state: HandKneeFootState, moves: Moves) -> int:
    """See :func:`kibitz.games.protocol.legal`."""
    if state.phase == ENDED:
        return 0
    if state.phase == TO_DRAW:
        return begin_moves(state, moves)
    if state.phase == TO_PLAY:
        return turn_moves(state, moves)
    if state.phase == TO_ANSWER:
        moves[0] = YES
        moves[1] = NO
        return 2
    if state.phase == OFFERED:
        moves[0] = KNEE
        moves[1] = LEAVE
        return 1 if state.must_take_knee else 2
    moves[0] = KNEE if state.stage[state.turn] == IN_HAND else FOOT
    return 1
