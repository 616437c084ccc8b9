"""The rules of Hand, Knee and Foot: the kernels of the protocol.

A turn: draw, or take the whole discard pile; then put down cards one move at a time, until a
discard ends the turn. What each move does is in `games.hand_knee_foot.turns`, which are legal
in `games.hand_knee_foot.legal`. Every round comes to an end, for a draw takes at least two
cards and a discard gives one back.
"""

from typing import Final

from numba import int64

from kibitz.games import protocol
from kibitz.games.chance import Stream
from kibitz.games.hand_knee_foot import legal
from kibitz.games.hand_knee_foot.books import bury, open_size
from kibitz.games.hand_knee_foot.kinds import (
    BOOK,
    FOUR,
    JOKER,
    PACK,
    RANK_SLOTS,
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
    KNEE,
    LAY,
    MELD,
    MELD_JOKER,
    MELD_TWO,
    MELD_WILD,
    MOVES,
    SHUFFLE,
    TAKE,
)
from kibitz.games.hand_knee_foot.scoring import score_seats
from kibitz.games.hand_knee_foot.state import (
    ENDED,
    IN_FOOT,
    NOT_ASKED,
    OFFERED,
    STATE,
    TO_ANSWER,
    TO_DRAW,
    TO_PICK_UP,
    TO_PLAY,
    HandKneeFootState,
    draw_card,
    give_up,
    hidden_of,
    pick_up,
    team_of,
)
from kibitz.games.hand_knee_foot.turns import (
    after_melding,
    answer,
    discard,
    lay_red_three,
    meld,
    offer_next,
    pass_turn,
    shuffle_pile,
    take_pile,
)
from kibitz.games.hand_knee_foot.worlds import deal_hidden
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Payoffs, implements

MAX_MOVES: Final = MOVES


@kernel
def begin_turn(state: HandKneeFootState, move: int) -> None:
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
def play_cards(state: HandKneeFootState, move: int) -> None:
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
def apply_move(state: HandKneeFootState, move: int) -> None:
    """See :func:`kibitz.games.protocol.apply`."""
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
def is_over(state: HandKneeFootState) -> bool:
    """See :func:`kibitz.games.protocol.over`."""
    return state.phase == ENDED


@implements(protocol.payoff, STATE)
@kernel
def pay(state: HandKneeFootState, payoffs: Payoffs) -> None:
    """See :func:`kibitz.games.protocol.payoff`: points of this round, none before its end.

    A seat has its team's score less the mean score of the other teams.
    """
    for seat in range(state.players):
        payoffs[seat] = 0.0
    if state.phase == ENDED:
        score_seats(state, payoffs)


@implements(protocol.turn, STATE)
@kernel
def seat_to_move(state: HandKneeFootState) -> int:
    """See :func:`kibitz.games.protocol.turn`; after the end, the seat whose turn it was last."""
    speaks = state.phase == TO_ANSWER or state.phase == OFFERED  # noqa: PLR1714
    return int(state.speaker if speaks else state.turn)


@kernel
def _melds_of_six(state: HandKneeFootState) -> int:
    found = 0
    for team in range(state.teams):
        for slot in range(RANK_SLOTS):
            found += int64(open_size(state, team, slot) == BOOK - 1)
    return found


@implements(protocol.horizon, STATE)
@kernel
def moves_left(state: HandKneeFootState) -> int:
    """See :func:`kibitz.games.protocol.horizon`.

    Each card goes to the table once, each pile is taken up or left once. Besides there are a few
    moves in each turn. Turns that begin with a draw are numbered by the stock, where piles are
    shuffled by stock and pile together, of which a draw and a discard use up all but one card of
    those drawn; turns that begin with the pile by the cards that it melds: three, or two on the
    average where a meld of six, which one card completes, counts as a card to come.
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
    takes = (off_table + _melds_of_six(state)) // 2 if state.onto_full else off_table // 3
    # Shuffle; draw or take; ask and be answered; discard.
    total = off_table + (draws + takes) * (3 + asked)
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
def redeal_hidden(state: HandKneeFootState, seat: int, stream: Stream) -> None:
    """See `games.protocol.redeal`: other hands, all knees and feet, the stock, the shuffles.

    ``seat`` must know its own hand; the readers of positions see to that.
    """
    deal_hidden(state, seat, stream)
