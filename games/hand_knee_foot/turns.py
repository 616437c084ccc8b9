"""What the moves of a turn do: melds, the pile taken, knees offered, turns passed.

After the first book of a team its members are offered their knees, who made it first. Piles are
taken up by moves of their own, for they turn cards up.
"""

from typing import Final

import numpy as np
from numba import int64, uint64

from kibitz.games.chance import shuffle, start_stream
from kibitz.games.hand_knee_foot.books import laid_by_taking, put_down
from kibitz.games.hand_knee_foot.kinds import (
    FOUR,
    JOKER,
    KINDS,
    POINTS,
    RED_THREE,
    TWO,
)
from kibitz.games.hand_knee_foot.moves import NO
from kibitz.games.hand_knee_foot.state import (
    APPROVED,
    ENDED,
    IN_FOOT,
    IN_HAND,
    NO_KIND,
    NOT_ASKED,
    OFFERED,
    PLACES,
    REFUSED,
    TO_ANSWER,
    TO_DRAW,
    TO_PICK_UP,
    TO_PLAY,
    HandKneeFootState,
    draw_card,
    give_up,
    pop,
    push,
    show,
    team_of,
    top_of,
)
from kibitz.games.kernel import kernel

_POINTS: Final = np.array(POINTS, np.int64)


@kernel
def meld(state: HandKneeFootState, slot: int, naturals: int, twos: int, jokers: int) -> None:
    """Put cards from the hand of the seat to move to the open meld of a slot, or begin one."""
    seat = state.turn
    team = team_of(state, seat)
    if naturals > 0:
        give_up(state, seat, slot + FOUR, naturals)
    give_up(state, seat, TWO, twos)
    give_up(state, seat, JOKER, jokers)
    lay_down(state, team, slot, naturals, twos, jokers)


@kernel
def lay_down(
    state: HandKneeFootState, team: int, slot: int, naturals: int, twos: int, jokers: int
) -> None:
    """Put cards on the table; before the team has opened their points are counted."""
    put_down(state, team, slot, naturals, twos, jokers)
    if not state.opened[team]:
        state.opening += twos * _POINTS[TWO] + jokers * _POINTS[JOKER]
        if naturals > 0:
            state.opening += naturals * _POINTS[slot + FOUR]


@kernel
def take_rest(state: HandKneeFootState) -> None:
    """Take all of the discard pile into the hand of the seat to move; everybody has seen it."""
    seat = state.turn
    state.sizes[seat] += state.pile_size
    while state.pile_size > 0:
        kind = pop(state)
        state.hands[seat, kind] += 1
        state.known[seat, kind] += 1


@kernel
def take_pile(state: HandKneeFootState) -> None:
    """Meld the top card of the discard pile with two of hand; the rest comes to an opened team.

    Of the two, which are shown, those stay in hand for which the open meld has no room.
    """
    seat, top = state.turn, top_of(state)
    team = team_of(state, seat)
    laid = laid_by_taking(state, team, top - FOUR)
    pop(state)
    show(state, seat, top, 2)
    give_up(state, seat, top, laid - 1)
    lay_down(state, team, top - FOUR, laid, 0, 0)
    if state.opened[team]:
        take_rest(state)
    else:
        state.taking = True


@kernel
def lay_red_three(state: HandKneeFootState) -> None:
    """Lay out a red three, and draw a card for it if there is one."""
    seat = state.turn
    give_up(state, seat, RED_THREE, 1)
    state.red_threes[team_of(state, seat)] += 1
    state.table += 1
    if state.stock_size > 0:
        draw_card(state, seat)


@kernel
def after_melding(state: HandKneeFootState) -> None:
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
def offer_next(state: HandKneeFootState) -> None:
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
def pass_turn(state: HandKneeFootState) -> None:
    """The turn goes to the left."""
    state.turn = (state.turn + 1) % state.players
    state.phase = TO_DRAW
    state.said = NOT_ASKED
    state.discarded = False


@kernel
def discard(state: HandKneeFootState, kind: int) -> None:
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
def shuffle_pile(state: HandKneeFootState) -> None:
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
def answer(state: HandKneeFootState, move: int) -> None:
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
