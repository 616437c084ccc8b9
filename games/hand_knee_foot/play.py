"""The rules of Hand, Knee and Foot: what a move does, whose turn it is, how long it can go on.

A turn: draw, or take the whole discard pile; then put down cards one move at a time, until a
discard ends the turn. Piles are taken up by moves of their own, for they turn cards up. After the
first book of a team its members are offered their knees, who made it first.
"""

from typing import Any, Final

import numpy as np
from numba import int64, uint64

from games import protocol
from games.chance import Stream, shuffle, start_stream
from games.hand_knee_foot import legal
from games.hand_knee_foot.books import bury, put_down
from games.hand_knee_foot.kinds import (
    FOUR,
    JOKER,
    KINDS,
    PACK,
    POINTS,
    RANK_SLOTS,
    RED_THREE,
    TWO,
    WILD_SLOT,
)
from games.hand_knee_foot.moves import (
    ADD,
    ADD_JOKER,
    ADD_TWO,
    ASK,
    BURY,
    BURY_JOKER,
    BURY_TWO,
    DRAW,
    KNEE,
    LAY,
    MELD,
    MELD_JOKER,
    MELD_TWO,
    MELD_WILD,
    MOVES,
    NO,
    SHUFFLE,
    TAKE,
)
from games.hand_knee_foot.scoring import score_seats
from games.hand_knee_foot.state import (
    APPROVED,
    ENDED,
    IN_FOOT,
    IN_HAND,
    NO_KIND,
    NOBODY,
    NOT_ASKED,
    OFFERED,
    PLACES,
    REFUSED,
    STATE,
    TO_ANSWER,
    TO_DRAW,
    TO_PICK_UP,
    TO_PLAY,
    draw_card,
    give_up,
    hidden_of,
    pick_up,
    pop,
    push,
    team_of,
    top_of,
)
from games.hand_knee_foot.worlds import deal_hidden
from games.kernel import kernel
from games.protocol import Payoffs, implements

MAX_MOVES: Final = MOVES
_POINTS: Final = np.array(POINTS, np.int64)

legal_moves = legal.legal_moves


@kernel
def meld(state: Any, slot: int, naturals: int, twos: int, jokers: int) -> None:
    """Put cards from the hand of the seat to move to the open meld of a slot, or begin one."""
    seat = state.turn
    team = team_of(state, seat)
    if naturals > 0:
        give_up(state, seat, slot + FOUR, naturals)
    give_up(state, seat, TWO, twos)
    give_up(state, seat, JOKER, jokers)
    lay_down(state, team, slot, naturals, twos, jokers)


@kernel
def lay_down(state: Any, team: int, slot: int, naturals: int, twos: int, jokers: int) -> None:
    """Put cards on the table; before the team has opened their points are counted."""
    put_down(state, team, slot, naturals, twos, jokers)
    if not state.opened[team]:
        state.opening += twos * _POINTS[TWO] + jokers * _POINTS[JOKER]
        if naturals > 0:
            state.opening += naturals * _POINTS[slot + FOUR]


@kernel
def take_rest(state: Any) -> None:
    """Take all of the discard pile into the hand of the seat to move; everybody has seen it."""
    seat = state.turn
    state.sizes[seat] += state.pile_size
    while state.pile_size > 0:
        kind = pop(state)
        state.hands[seat, kind] += 1
        state.known[seat, kind] += 1


@kernel
def take_pile(state: Any) -> None:
    """Meld the top card of the discard pile with two of hand; the rest comes to an opened team."""
    seat, top = state.turn, top_of(state)
    team = team_of(state, seat)
    pop(state)
    give_up(state, seat, top, 2)
    lay_down(state, team, top - FOUR, 3, 0, 0)
    if state.opened[team]:
        take_rest(state)
    else:
        state.taking = True


@kernel
def lay_red_three(state: Any) -> None:
    """Lay out a red three, and draw a card for it if there is one."""
    seat = state.turn
    give_up(state, seat, RED_THREE, 1)
    state.red_threes[team_of(state, seat)] += 1
    state.table += 1
    if state.stock_size > 0:
        draw_card(state, seat)


@kernel
def after_melding(state: Any) -> None:
    """What follows when cards were put down: the opening made, knees offered, the hand empty."""
    seat = state.turn
    team = team_of(state, seat)
    if not state.opened[team]:
        if state.opening < state.minimum:
            return
        state.opened[team] = True
        state.opening = 0
        if state.taking:
            state.taking = False
            take_rest(state)
    if state.books[team] > 0 and not state.offered[team]:
        state.offered[team] = True
        for other in range(team, state.players, state.teams):
            if state.stage[other] == IN_HAND:
                state.offers |= 1 << other
    if state.sizes[seat] > 0:
        offer_next(state)
    elif state.stage[seat] == IN_FOOT:
        state.phase = ENDED
        state.ender = seat
        state.offers = 0
    else:
        state.offers &= ~(1 << seat)
        state.phase = TO_PICK_UP


@kernel
def offer_next(state: Any) -> None:
    """Let the next seat say whether it takes its knee, or the turn go on when there is none."""
    state.phase = TO_PLAY
    if state.offers == 0:
        return
    state.phase = OFFERED
    seat = int64(state.turn)
    while not state.offers >> seat & 1:
        seat = (seat + 1) % state.players
    state.speaker = seat


@kernel
def pass_turn(state: Any) -> None:
    """The turn goes to the left."""
    state.turn = (state.turn + 1) % state.players
    state.phase = TO_DRAW
    state.said = NOT_ASKED
    state.discarded = False


@kernel
def discard(state: Any, kind: int) -> None:
    """Put a card of the seat to move on the discard pile, which ends its turn."""
    seat = state.turn
    give_up(state, seat, kind, 1)
    push(state, kind)
    if state.sizes[seat] > 0:
        pass_turn(state)
    elif state.stage[seat] == IN_FOOT:
        state.phase = ENDED
        state.ender = seat
    else:
        state.phase = TO_PICK_UP
        state.discarded = True


@kernel
def shuffle_pile(state: Any) -> None:
    """Shuffle the discard pile below its top card, and put it under the stock."""
    top = pop(state)
    count = int64(state.pile_size)
    state.shuffles += 1
    order = np.full(count, NO_KIND, np.int64)
    if state.key:
        # The order before must not show in the order after.
        counts = np.zeros(KINDS, np.int64)
        for i in range(count):
            counts[state.cards[PLACES - 1 - i]] += 1
        place = 0
        for kind in range(KINDS):
            for _ in range(counts[kind]):
                order[place] = kind
                place += 1
        stream = np.zeros(1, np.uint64)
        start_stream(stream, state.key, uint64(state.shuffles))
        shuffle(stream, order, count)
    for i in range(state.stock_size - 1, -1, -1):
        state.cards[i + count] = state.cards[i]
    for i in range(count):
        state.cards[i] = order[i]
    state.stock_size += count
    state.pile_size = 0
    push(state, top)


@kernel
def answer(state: Any, move: int) -> None:
    """A partner says yes or no; a no is binding for this turn."""
    state.phase = TO_PLAY
    if move == NO:
        state.said = REFUSED
        return
    state.speaker = (state.speaker + state.teams) % state.players
    if state.speaker == state.turn:
        state.said = APPROVED
    else:
        state.phase = TO_ANSWER


@kernel
def begin_turn(state: Any, move: int) -> None:
    """Draw, take the pile, shuffle it first, or end the round for want of cards."""
    if move == SHUFFLE:
        shuffle_pile(state)
    elif move == DRAW:
        for _ in range(state.draws):
            draw_card(state, state.turn)
        state.phase = TO_PLAY
    elif move == TAKE:
        state.phase = TO_PLAY
        take_pile(state)
        after_melding(state)
    else:
        state.phase = ENDED


@kernel
def play_cards(state: Any, move: int) -> None:
    """Put cards on the table."""
    team = team_of(state, state.turn)
    if move < MELD_TWO:
        meld(state, move - MELD, 3, 0, 0)
    elif move < MELD_JOKER:
        meld(state, move - MELD_TWO, 2, 1, 0)
    elif move < MELD_WILD:
        meld(state, move - MELD_JOKER, 2, 0, 1)
    elif move < ADD:
        meld(state, WILD_SLOT, 0, 3 - (move - MELD_WILD), move - MELD_WILD)
    elif move < ADD_TWO:
        meld(state, move - ADD, 1, 0, 0)
    elif move < ADD_JOKER:
        meld(state, move - ADD_TWO, 0, 1, 0)
    elif move < BURY:
        meld(state, move - ADD_JOKER, 0, 0, 1)
    elif move < BURY + RANK_SLOTS:
        give_up(state, state.turn, move - BURY + FOUR, 1)
        bury(state, team, move - BURY, 0, 0)
    else:
        give_up(state, state.turn, TWO if move == BURY_TWO else JOKER, 1)
        bury(state, team, WILD_SLOT, int64(move == BURY_TWO), int64(move == BURY_JOKER))


@implements(protocol.apply, STATE)
@kernel
def apply_move(state: Any, move: int) -> None:
    """See :func:`games.protocol.apply`."""
    seat = state.turn
    if state.phase == TO_DRAW:
        begin_turn(state, move)
    elif state.phase == TO_ANSWER:
        answer(state, move)
    elif state.phase == OFFERED:
        state.offers &= ~(1 << state.speaker)
        if move == KNEE:
            pick_up(state, state.speaker)
        offer_next(state)
    elif state.phase == TO_PICK_UP:
        pick_up(state, seat)
        if state.discarded:
            pass_turn(state)
        else:
            offer_next(state)
    elif move == LAY:
        lay_red_three(state)
        after_melding(state)
    else:
        clean = legal.must_lay(state)
        if move == ASK:
            state.phase = TO_ANSWER
            state.speaker = (seat + state.teams) % state.players
        elif move < MELD:
            discard(state, move)
        else:
            play_cards(state, move)
            after_melding(state)
        if clean:
            state.clean[seat] = hidden_of(state, seat)


@implements(protocol.over, STATE)
@kernel
def is_over(state: Any) -> bool:
    """See :func:`games.protocol.over`."""
    return state.phase == ENDED


@implements(protocol.payoff, STATE)
@kernel
def pay(state: Any, payoffs: Payoffs) -> None:
    """See :func:`games.protocol.payoff`: points of this round, none before its end.

    A seat has its team's score less the mean score of the other teams.
    """
    for seat in range(state.players):
        payoffs[seat] = 0.0
    if state.phase == ENDED:
        score_seats(state, payoffs)


@implements(protocol.turn, STATE)
@kernel
def seat_to_move(state: Any) -> int:
    """See :func:`games.protocol.turn`; after the end, the seat whose turn it was last."""
    speaks = state.phase == TO_ANSWER or state.phase == OFFERED
    return int(state.speaker if speaks else state.turn)


@implements(protocol.horizon, STATE)
@kernel
def moves_left(state: Any) -> int:
    """See :func:`games.protocol.horizon`.

    Each card goes to the table once, each pile is taken up or left once. Besides there are a few
    moves in each turn. Turns that begin with a draw are numbered by the stock, where piles are
    shuffled by stock and pile together, of which a draw and a discard use up all but one card of
    those drawn; turns that begin with the pile by the three cards that it melds.
    """
    if state.phase == ENDED:
        return 0
    asked = state.players // state.teams if state.asks else 0
    off_table = int64(state.packs) * PACK - state.table
    begun = state.phase != TO_DRAW
    if state.reshuffles:
        loose = int64(state.stock_size) + state.pile_size
        draws = (loose + int64(begun and not state.discarded)) // (state.draws - 1)
    else:
        draws = int64(state.stock_size) // state.draws
    # Shuffle; draw or take; ask and be answered; discard.
    total = off_table + (draws + off_table // 3) * (3 + asked)
    if not begun:
        total -= int64(state.stock_size >= state.draws)
    elif state.phase == TO_ANSWER:
        total += 1 + (state.turn - state.speaker) % state.players // state.teams
    elif not state.discarded:
        total += 1 + (asked if state.said == NOT_ASKED else 0)
    for seat in range(state.players):
        total += IN_FOOT - state.stage[seat]
        total += int64(not state.offered[team_of(state, seat)]) + (state.offers >> seat & 1)
    return total


@implements(protocol.redeal, STATE)
@kernel
def redeal_hidden(state: Any, seat: int, stream: Stream) -> None:
    """See :func:`games.protocol.redeal`: other hands, all knees and feet, the stock, the shuffles.

    ``seat`` must know its own hand; the readers of positions see to that.
    """
    deal_hidden(state, seat, stream)
