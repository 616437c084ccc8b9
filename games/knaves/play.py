"""The rules of Knaves: the protocol kernels.

A move below ``CALL`` plays the card at that place. Where exposed cards may be called, an opponent
of the seat to play answers first: ``CALL + place`` calls a card, ``NO_CALL`` calls none.
"""

from typing import Final

from numba import int64, uint64

from kibitz.games import protocol
from kibitz.games.bits import Word, count_bits, lowest_bit, nth_bit, single, without_lowest
from kibitz.games.chance import Stream, below, pick
from kibitz.games.kernel import kernel
from kibitz.games.knaves.bitboards import (
    JACK,
    PACK,
    SUIT_COUNT,
    beats,
    short_group,
    suit_mask,
    suits_mask,
)
from kibitz.games.knaves.state import NONE, SEATS, STATE, KnavesState
from kibitz.games.knaves.worlds import deal_world, worlds
from kibitz.games.protocol import Moves, Payoffs, implements

CALL: Final = 64
NO_CALL: Final = 128
MAX_MOVES: Final = 52


@kernel
def callable_cards(state: KnavesState) -> Word:
    """Exposed cards of the player that may be legal to play, as far as all seats know.

    A card of another suit than the one led stays callable while it is not known whether the
    player can follow; called, it must be played only by one who cannot.
    """
    shown = state.exposed[state.player]
    if state.led >= 0 and shown & suit_mask(state.led):
        return shown & suit_mask(state.led)
    return shown


@kernel
def possible_cards(state: KnavesState) -> Word:
    """Cards that the player of a view could play: each is legal in some deal that fits."""
    seat = state.player
    held = state.hands[seat]
    known = state.hands[0] | state.hands[1] | state.hands[2] | state.played | state.out
    unseen = uint64(PACK) & ~(known | single(state.turned))
    must = state.led if state.led >= 0 and held & suit_mask(state.led) else NONE
    may = uint64(0)
    for suit in range(SUIT_COUNT):
        if must >= 0 and suit != must:
            continue
        void = int64(state.voids[seat])
        if state.led >= 0 and suit != state.led:
            void |= 1 << state.led
        shown, size = held & suit_mask(suit), int64(state.unknown[seat])
        if shown and not short_group(unseen, state.voids, state.unknown, seat, void, size):
            may |= shown
        guessed = unseen & suit_mask(suit) & ~suits_mask(void)
        left = without_lowest(guessed) | unseen & ~suit_mask(suit)
        if guessed and not short_group(left, state.voids, state.unknown, seat, void, size - 1):
            may |= guessed
    return may


@kernel
def legal_mask(state: KnavesState) -> Word:
    """The cards that the seat to move may play or, when it is asked, may call."""
    if state.turn != state.player:
        return callable_cards(state)
    known = state.unknown[state.player] == 0
    cards = state.hands[state.player] if known else possible_cards(state)
    follow = cards & suit_mask(state.led) if state.led >= 0 else uint64(0)
    if follow and known:
        cards = follow
    if state.called >= 0:
        # A called card of another suit binds only one who cannot follow.
        called = cards & single(state.called)
        return follow | called if follow and not follow & called else called
    return cards


@implements(protocol.legal, STATE)
@kernel
def legal_moves(state: KnavesState, moves: Moves) -> int:
    """See :func:`kibitz.games.protocol.legal`."""
    asked = state.turn != state.player
    first = CALL if asked else 0
    cards = legal_mask(state)
    count = 0
    while cards:
        moves[count] = first + lowest_bit(cards)
        cards = without_lowest(cards)
        count += 1
    if asked:
        moves[count] = NO_CALL
        count += 1
    return count


@kernel
def ask(state: KnavesState) -> None:
    """Give the turn to the player, or to the opponent who may call one of its exposed cards."""
    open_question = state.called < 0 and state.declined < 2 and state.exposed[state.player] > 0
    state.turn = (
        (state.player + 1 + state.declined) % SEATS
        if state.calling and open_question
        else state.player
    )


@kernel
def finish_trick(state: KnavesState) -> None:
    """Give the trick to the seat that holds it and let that seat lead."""
    winner = state.holder
    state.tricks[winner] += 1
    state.points[winner] += 1 + state.stake
    if state.count == SEATS * state.hand_size:
        state.points[winner] += state.last_stake
    state.stake = 0
    state.led = NONE
    state.best = NONE
    state.leader = winner
    state.player = winner


@implements(protocol.apply, STATE)
@kernel
def apply_move(state: KnavesState, move: int) -> None:
    """See `games.protocol.apply`; in a view a card not yet known is first turned up."""
    if move >= CALL:
        if move == NO_CALL:
            state.declined += 1
        else:
            state.called = move - CALL
        ask(state)
        return
    seat = state.player
    card = single(move)
    if not state.hands[seat] & card:
        state.unknown[seat] -= 1
    state.hands[seat] &= ~card
    state.exposed[seat] &= ~card
    state.played |= card
    state.order[state.count] = move
    state.count += 1
    if move & 15 == JACK:
        state.stake += state.penalty[move >> 4]
    if state.led < 0:
        state.led = move >> 4
        state.best = move
        state.holder = seat
    else:
        if move >> 4 != state.led:
            state.voids[seat] |= 1 << state.led
        if beats(move, state.best, state.trump):
            state.best = move
            state.holder = seat
    if state.count % SEATS == 0:
        finish_trick(state)
    else:
        state.player = (seat + 1) % SEATS
    state.called = NONE
    state.declined = 0
    ask(state)


@implements(protocol.over, STATE)
@kernel
def is_over(state: KnavesState) -> bool:
    """See :func:`kibitz.games.protocol.over`."""
    return state.count == SEATS * state.hand_size


@implements(protocol.payoff, STATE)
@kernel
def pay(state: KnavesState, payoffs: Payoffs) -> None:
    """See `games.protocol.payoff`: points of this round, a trick taken counting at once."""
    for seat in range(SEATS):
        payoffs[seat] = state.points[seat]


@implements(protocol.turn, STATE)
@kernel
def seat_to_move(state: KnavesState) -> int:
    """See :func:`kibitz.games.protocol.turn`; after the last trick, the seat that took it."""
    return int(state.turn)


@implements(protocol.horizon, STATE)
@kernel
def moves_left(state: KnavesState) -> int:
    """See `games.protocol.horizon`: cards to play, and two answers to each that may need."""
    left = SEATS * state.hand_size - state.count
    if state.calling:
        for seat in range(SEATS):
            if state.exposed[seat]:
                left += 2 * (count_bits(state.hands[seat]) + state.unknown[seat])
        if state.exposed[state.player]:
            left -= state.declined if state.turn != state.player else 2
    return left


@implements(protocol.redeal, STATE)
@kernel
def redeal_hidden(state: KnavesState, seat: int, stream: Stream) -> None:
    """See :func:`kibitz.games.protocol.redeal`: both other hands and the cards out of play.

    ``seat`` must know its own hand, and a deal must fit; the readers of positions see to both.
    """
    deal_world(state, seat, below(stream, worlds(state, seat)))


@implements(protocol.random_move, STATE)
@kernel
def any_move(state: KnavesState, moves: Moves, stream: Stream) -> int:
    """See `games.protocol.random_move`: a random bit of the cards that may be played."""
    if state.turn != state.player:
        return moves[pick(stream, legal_moves(state, moves))]
    cards = legal_mask(state)
    return nth_bit(cards, pick(stream, count_bits(cards)))
