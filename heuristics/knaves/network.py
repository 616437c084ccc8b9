"""What playing a card of Knaves is worth: a small network that learned it from played-out rounds.

It sees what the seat to play may know and nothing else. In whole numbers throughout, so that it
says the same on every machine (and because a processor multiplies many small ones at once):

1. of each suit SUIT features, the same weights for every suit, from the cards held, the cards
   unseen, the best card of the trick if it is one of the suit, whether the suit is trump or led,
   who is void in it, and what its jack costs;
2. CONTEXT features from the sum over the suits, the trump suit, and the trick;
3. for every card CARD features from its suit, the context, its rank and what it does to the trick;
   their weighted sum is what the card is worth in points, up to a constant common to all cards.

The weights in ``policy.npz`` are learned by `training.knaves.network`. An estimate proves
nothing; it is what the players of playouts go by.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int16, int32, int64, uint64

from kibitz.games.bits import Word, lowest_bit, without_lowest
from kibitz.games.kernel import kernel
from kibitz.games.knaves.bitboards import JACK, SUIT_BITS, SUIT_COUNT, beats
from kibitz.games.knaves.state import KnavesState
from kibitz.heuristics.knaves.beliefs import Sight

Reals = npt.NDArray[np.float64]
Layer = npt.NDArray[Any]
Shorts = npt.NDArray[np.int16]
Longs = npt.NDArray[np.int32]

SUIT: Final = 64
CONTEXT: Final = 64
CARD: Final = 32
TRICK: Final = 10  # inputs of the context that tell of the trick
CONTEXT_INPUTS: Final = 2 * SUIT + 16  # and six that are empty: rows of a round length are faster

WEIGHTS: Final = Path(__file__).with_name("policy.npz")

ONE: Final = 64  # what stands for 1 in inputs and features
WEIGHT: Final = 256  # and in weights
SHIFT: Final = 8  # the bits of WEIGHT
MOST: Final = 32767

# Inputs of a suit: held 0 … 12, unseen 13 … 25, best of the trick 26 … 38, then these.
HELD, UNSEEN, BEST, TRUMP, LED, NEXT_VOID, LAST_VOID, JACK_HELD, JACK_UNSEEN = (
    0, 13, 26, 39, 40, 41, 42, 43, 44,
)  # fmt: skip
SUIT_INPUTS: Final = 45
# What a card does to the trick: takes it so far, times the stake, points as a jack; as the last to
# play: takes it, times all that it brings.
EFFECTS: Final = 5

# Inputs that are bits come in groups, for which the sums of their weights are kept: rows of the
# table of suits. Low and high part of the lanes of cards; the four facts; the best card, or none.
LOW: Final = 7
HELD_LOW, HELD_HIGH, UNSEEN_LOW, UNSEEN_HIGH = 0, 128, 192, 320
FACTS, BEST_ROW, JACK_ROWS, ROWS = 384, 400, 414, 416

SHAPES: Final[Mapping[str, tuple[int, ...]]] = {
    "suit": (SUIT_INPUTS, SUIT),
    "suit_bias": (SUIT,),
    "context": (2 * SUIT + TRICK, CONTEXT),
    "context_bias": (CONTEXT,),
    "card_by_suit": (SUIT, CARD),
    "card_by_context": (CONTEXT, CARD),
    "card_by_rank": (13, CARD),
    "card_by_effect": (EFFECTS, CARD),
    "worth": (CARD,),
}


class Net(NamedTuple):
    """The network as kernels take it, rows by output where that is faster."""

    suit: Shorts  # [ROWS, SUIT], ONE for 1
    context: Shorts  # [CONTEXT, CONTEXT_INPUTS], WEIGHT for 1
    context_bias: Longs  # [CONTEXT], ONE * WEIGHT for 1
    card_by_suit: Shorts  # [CARD, SUIT]
    card_by_context: Shorts  # [CARD, SUIT], the last of each row empty
    card_by_rank: Longs  # [13, CARD]
    card_by_effect: Longs  # [EFFECTS, CARD]
    worth: Shorts  # [CARD]


def compiled(weights: Mapping[str, Layer]) -> Net:
    """The network with these weights, real numbers by the names and shapes of ``SHAPES``."""

    def shorts(layer: Layer) -> Shorts:
        return np.ascontiguousarray(np.clip(np.rint(layer), -MOST, MOST).astype(np.int16))

    def longs(layer: Layer) -> Longs:
        return np.ascontiguousarray(np.rint(layer * (ONE * WEIGHT)).astype(np.int32))

    def sums(first: int, bits: int) -> Layer:
        """Row ``m``: the weights of the inputs from ``first`` on whose bits are set in ``m``."""
        chosen = np.arange(1 << bits)[:, None] >> np.arange(bits) & 1
        return np.asarray(chosen @ weights["suit"][first : first + bits])

    suit = np.zeros((ROWS, SUIT))
    high = 13 - LOW
    suit[HELD_LOW:HELD_HIGH] = sums(HELD, LOW)
    suit[HELD_HIGH:UNSEEN_LOW] = sums(HELD + LOW, high)
    suit[UNSEEN_LOW:UNSEEN_HIGH] = sums(UNSEEN, LOW)
    suit[UNSEEN_HIGH:FACTS] = sums(UNSEEN + LOW, high)
    suit[FACTS:BEST_ROW] = sums(TRUMP, 4) + weights["suit_bias"]
    suit[BEST_ROW : BEST_ROW + 13] = weights["suit"][BEST:TRUMP]
    suit[JACK_ROWS:ROWS] = weights["suit"][JACK_HELD:]
    context = np.zeros((CONTEXT_INPUTS, CONTEXT))
    context[: 2 * SUIT + TRICK] = weights["context"]
    by_context = np.zeros((SUIT, CARD))
    by_context[:CONTEXT] = weights["card_by_context"]
    return Net(
        shorts(suit * ONE),
        shorts(context.T * WEIGHT),
        longs(weights["context_bias"]),
        shorts(weights["card_by_suit"].T * WEIGHT),
        shorts(by_context.T * WEIGHT),
        longs(weights["card_by_rank"]),
        longs(weights["card_by_effect"]),
        shorts(weights["worth"] * WEIGHT),
    )


def stored_weights() -> dict[str, Layer]:
    """The weights that come with the program."""
    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float64) for name in SHAPES}


NET: Final = compiled(stored_weights())


# The rows of the table below are short sums written out, and every number is kept in its 16 or 32
# bits by hand: Numba would widen them, and the compiler then cannot add them many at once.
@kernel
def suit_features(
    table: Shorts, rows: Layer, held: int, unseen: int, features: Shorts, suit: int
) -> None:
    """Write the features of a suit; ``held`` and ``unseen``: points of its jack if it is there."""
    a, b, c, d, e, f = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]
    p, q = int16(held), int16(unseen)
    for j in range(SUIT):
        cards = int16(int16(table[a, j] + table[b, j]) + int16(table[c, j] + table[d, j]))
        facts = int16(table[e, j] + table[f, j])
        jack = int16(int16(p * table[JACK_ROWS, j]) + int16(q * table[JACK_ROWS + 1, j]))
        features[suit, j] = int16(max(int16(cards + int16(facts + jack)), int16(0)))


@kernel
def context_features(net: Net, inputs: Shorts, features: Shorts) -> None:
    """Write the features of the context."""
    for j in range(CONTEXT):
        total = int32(0)
        for i in range(CONTEXT_INPUTS):
            total = int32(total + int32(int32(inputs[i]) * int32(net.context[j, i])))
        features[j] = int16(min(max(int32(total + net.context_bias[j]) >> SHIFT, 0), MOST))


@kernel
def card_part(weights: Shorts, inputs: Shorts, part: Longs) -> None:
    """Write what SUIT inputs add to the features of a card."""
    for j in range(CARD):
        total = int32(0)
        for i in range(SUIT):
            total = int32(total + int32(int32(inputs[i]) * int32(weights[j, i])))
        part[j] = total


@kernel
def card_worth(
    net: Net, parts: Longs, rank: int, takes: int, stake: int, jack: int, last: int, brings: int
) -> int:
    """What a card is worth, ``ONE * WEIGHT`` for a point; after ``rank``: the effects."""
    total = int32(0)
    by = net.card_by_effect
    for j in range(CARD):
        known = int32(int32(parts[0, j] + parts[1, j]) + net.card_by_rank[rank, j])
        trick = int32(int32(takes * by[0, j]) + int32(stake * by[1, j]))
        end = int32(
            int32(jack * by[2, j]) + int32(int32(last * by[3, j]) + int32(brings * by[4, j]))
        )
        feature = int32(min(max(int32(known + int32(trick + end)) >> SHIFT, 0), MOST))
        total = int32(total + int32(feature * int32(net.worth[j])))
    return total


@kernel
def worth_of_cards(state: KnavesState, cards: Word, sight: Sight, net: Net, worth: Reals) -> int:
    """Write what each of ``cards`` is worth to the seat to play, lowest place first; their number.

    In points up to a constant common to all of them.
    """
    features = np.zeros((SUIT_COUNT + 2, SUIT), np.int16)  # suits, no suit, context
    inputs = np.zeros(CONTEXT_INPUTS, np.int16)
    parts = np.empty((2, CARD), np.int32)
    rows = np.empty(6, np.uint64)
    best, trump = int64(state.best), int64(state.trump)
    for suit in range(SUIT_COUNT):
        held = int64((sight.hand >> uint64(16 * suit)) & uint64(SUIT_BITS))
        unseen = int64((sight.unseen >> uint64(16 * suit)) & uint64(SUIT_BITS))
        rows[0] = HELD_LOW + (held & 127)
        rows[1] = HELD_HIGH + (held >> LOW)
        rows[2] = UNSEEN_LOW + (unseen & 127)
        rows[3] = UNSEEN_HIGH + (unseen >> LOW)
        voids = 4 * (sight.next_voids >> suit & 1) + 8 * (sight.last_voids >> suit & 1)
        rows[4] = FACTS + (suit == trump) + 2 * (suit == state.led) + voids
        rows[5] = BEST_ROW + (best & 15 if best >= 0 and best >> 4 == suit else 13)
        cost = int64(state.penalty[suit])
        there, out = held >> JACK & 1, unseen >> JACK & 1
        suit_features(net.suit, rows, cost * there, cost * out, features, suit)
    for j in range(SUIT):
        first = int16(features[0, j] + features[1, j])
        inputs[j] = int16(first + int16(features[2, j] + features[3, j]))
        inputs[SUIT + j] = features[trump if trump >= 0 else SUIT_COUNT, j]
    after = 2 * SUIT
    inputs[after + 2 - sight.later] = ONE
    inputs[after + 3] = ONE * (sight.later == 0 and state.holder == (state.player + 1) % 3)
    inputs[after + 4] = ONE * sight.stake
    inputs[after + 5] = ONE * state.last_stake
    inputs[after + 6] = ONE * sight.left // 13
    inputs[after + 7] = int16(ONE * sight.chance)
    inputs[after + 8] = ONE * (sight.left == 1)
    inputs[after + 9] = ONE * (sight.left == 2)
    context_features(net, inputs, features[SUIT_COUNT + 1])
    card_part(net.card_by_context, features[SUIT_COUNT + 1], parts[0])
    return _each_card(state, cards, sight, net, features, parts, worth)


@kernel
def _each_card(
    state: KnavesState,
    cards: Word,
    sight: Sight,
    net: Net,
    features: Shorts,
    parts: Longs,
    worth: Reals,
) -> int:
    """The last layer of :func:`worth_of_cards`."""
    count, before = 0, -1
    last = int32(sight.later == 0)
    stake = int32(sight.stake)
    while cards:
        place = lowest_bit(cards)
        cards = without_lowest(cards)
        suit, rank = place >> 4, place & 15
        if suit != before:
            before = suit
            card_part(net.card_by_suit, features[suit], parts[1])
        jack = int32(state.penalty[suit]) if rank == JACK else int32(0)
        takes = int32(state.led < 0 or beats(place, int64(state.best), int64(state.trump)))
        won = int32(takes * last)
        value = card_worth(
            net,
            parts,
            uint64(rank),
            takes,
            int32(takes * stake),
            jack,
            won,
            int32(won * (stake + jack)),
        )
        worth[count] = value / (ONE * WEIGHT)
        count += 1
    return count
