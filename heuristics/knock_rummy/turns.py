"""How many turns of a hand of Knock Rummy have been had, as far as the table shows it."""

from numba import int64, uint64

from kibitz.games.bits import count_bits
from kibitz.games.cards import PACK_SIZE
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.rules import MOST_SEATS, MOST_TURN_OVERS
from kibitz.games.knock_rummy.state import TO_DISCARD, KnockRummyState
from kibitz.heuristics.knock_rummy.thresholds import OLDEST


@kernel
def turns_had(state: KnockRummyState) -> int:
    """How many turns have been finished, about: takes of cards since discarded are not counted.

    After a pile has become the stock, very many.
    """
    if state.turn_overs > 0:
        return OLDEST * MOST_SEATS
    held, known = 0, uint64(0)
    for seat in range(state.players):
        known |= state.hands[seat] & state.public
        held += count_bits(state.hands[seat])
        for kind in range(MOST_TURN_OVERS + 1):
            held += state.unknown[seat, kind]
    drawn = int64(state.phase == TO_DISCARD)
    draws = PACK_SIZE - 1 - (held - drawn) - state.stock_size
    return max(draws + count_bits(known) - drawn, 0)


@kernel
def turns_of_seat(state: KnockRummyState, seat: int) -> int:
    """How many of those turns a seat has had."""
    place = (seat - state.dealer - 1 + 2 * state.players) % state.players
    return (turns_had(state) + state.players - 1 - place) // state.players


@kernel
def age_of(state: KnockRummyState) -> int:
    """How many turns the seat to move has had before this one, ``OLDEST`` for as many or more."""
    return min(turns_had(state) // state.players, OLDEST)
