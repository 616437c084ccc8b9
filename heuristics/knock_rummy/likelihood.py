"""What the turns of others say of their hands: how likely a guessed hand is against a random one.

The logarithm of that ratio is a sum over the signs of `heuristics.knock_rummy.signs`, each
with a weight by players and by turns had. The weights are those with which, in self-play, hands
really held stand out best from random deals that fit the same view (conditional logistic
regression, `training.knock_rummy.leanings`). Real players differ from those, hence a
share of it only, ``TRUST``, is believed.

:func:`refine` draws from that distribution: Metropolis steps that exchange two hidden cards, of
another hand and of anywhere else, and keep the exchange as often as the ratio says.
"""

from typing import Final

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from kibitz.games.bits import Word, lowest_bit, single, without_lowest
from kibitz.games.cards import PACK_SIZE
from kibitz.games.chance import Stream, fraction, pick
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.rules import MOST_SEATS
from kibitz.games.knock_rummy.state import ENDED, STATE, KnockRummyState
from kibitz.games.knock_rummy.worlds import pool_of, stock_is_hidden
from kibitz.games.protocol import implements
from kibitz.games.records import Reals
from kibitz.heuristics import protocol
from kibitz.heuristics.knock_rummy.equity import match_worth
from kibitz.heuristics.knock_rummy.leanings import LEANINGS
from kibitz.heuristics.knock_rummy.policy import playout_move  # noqa: F401 (attaches itself)
from kibitz.heuristics.knock_rummy.signs import SIGNS, bucket_of, group_of, write_signs
from kibitz.heuristics.knock_rummy.turns import turns_of_seat
from kibitz.heuristics.plain import move_by_move, no_endgame

TRUST: Final = 0.8
Ints = npt.NDArray[np.int64]
BELIEVED: Final = TRUST * LEANINGS


@kernel
def log_likelihood_of(
    state: KnockRummyState, seat: int, hand: Word, turns: int, leanings: Reals, signs: Reals
) -> float:
    """How much likelier than by chance ``seat`` holds a hand; a logarithm. ``signs``: scratch."""
    if turns == 0:
        return 0.0
    write_signs(state, seat, hand, turns, signs)
    group, bucket = group_of(int64(state.players)), bucket_of(turns)
    found = 0.0
    for sign in range(SIGNS):
        found += leanings[group, bucket, sign] * signs[sign]
    return found


@implements(protocol.log_likelihood, STATE)
@kernel
def log_likelihood(state: KnockRummyState, seat: int) -> float:
    """See `heuristics.protocol.log_likelihood`; the hands of others are weighed one by one."""
    signs = np.empty(SIGNS)
    found = 0.0
    for other in range(state.players):
        if other != seat:
            turns = turns_of_seat(state, other)
            found += log_likelihood_of(state, other, state.hands[other], turns, BELIEVED, signs)
    return found


@kernel
def hidden_places(state: KnockRummyState, seat: int, cards: Ints, holders: Ints) -> int:
    """List the cards that ``seat`` cannot see, those in hands first; their number.

    ``holders``: the seats that hold them, or ``~i`` for place ``i`` of the stock. The last entry
    of ``cards`` gets the number of those in hands.
    """
    count = 0
    for other in range(state.players):
        hidden = state.hands[other] & ~state.public if other != seat else uint64(0)
        while hidden:
            cards[count] = lowest_bit(hidden)
            holders[count] = other
            hidden = without_lowest(hidden)
            count += 1
    cards[PACK_SIZE] = count
    if stock_is_hidden(state):
        for i in range(state.stock_size):
            cards[count] = state.stock[i]
            holders[count] = ~i
            count += 1
    return count


@kernel
def refine_by(
    state: KnockRummyState, seat: int, steps: int, stream: Stream, leanings: Reals
) -> None:
    """:func:`refine` by other weights of the signs than the believed ones."""
    cards, holders = np.empty(PACK_SIZE + 1, np.int64), np.empty(PACK_SIZE, np.int64)
    count = hidden_places(state, seat, cards, holders)
    held = cards[PACK_SIZE]
    if held == 0 or state.phase == ENDED:
        return
    signs, now = np.empty(SIGNS), np.zeros(MOST_SEATS)
    turns = np.zeros(MOST_SEATS, np.int64)
    total = 0
    for other in range(state.players):
        if other != seat:
            turns[other] = turns_of_seat(state, other)
            total += turns[other]
            hand = state.hands[other]
            now[other] = log_likelihood_of(state, other, hand, turns[other], leanings, signs)
    if total == 0:
        return
    for _ in range(steps):
        i, j = pick(stream, held), pick(stream, count)
        one, other = holders[i], holders[j]
        if one == other or pool_of(state, cards[i]) != pool_of(state, cards[j]):
            continue
        a, b = single(cards[i]), single(cards[j])
        hand = (state.hands[one] & ~a) | b
        after = log_likelihood_of(state, one, hand, turns[one], leanings, signs)
        change = after - now[one]
        there, after_there = uint64(0), 0.0
        if other >= 0:
            there = (state.hands[other] & ~b) | a
            after_there = log_likelihood_of(state, other, there, turns[other], leanings, signs)
            change += after_there - now[other]
        if change < 0.0 and fraction(stream) >= np.exp(change):
            continue
        state.hands[one] = hand
        now[one] = after
        if other >= 0:
            state.hands[other] = there
            now[other] = after_there
        else:
            state.stock[~other] = cards[i]
        cards[i], cards[j] = cards[j], cards[i]


@implements(protocol.refine, STATE)
@kernel
def refine(state: KnockRummyState, seat: int, steps: int, stream: Stream) -> None:
    """See :func:`kibitz.heuristics.protocol.refine`."""
    refine_by(state, seat, steps, stream, BELIEVED)


implements(protocol.play_on, STATE)(move_by_move)
implements(protocol.match_worth, STATE)(match_worth)
implements(protocol.endgame, STATE)(no_endgame)
