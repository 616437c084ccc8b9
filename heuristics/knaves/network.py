"""What playing a card of Knaves is worth: a small network that learned it from played-out rounds.

It sees what the seat to play may know and nothing else. In whole numbers throughout, so that it
says the same on every machine (and because a processor multiplies many small ones at once):

1. of each suit SUIT features, the same weights for every suit, from the cards held, the cards
   unseen, the best card of the trick if it is one of the suit, whether the suit is trump or led,
   who is void in it, what its jack costs, and how the rivals have played its cards;
2. CONTEXT features from the sum over the suits, the trump suit, and the trick;
3. for every card CARD features from its suit, the context, its rank and what it does to the trick;
   their weighted sum is what the card is worth in points, up to a constant common to all cards.

The weights in ``policy.npz`` are learned by `training.knaves.network`. An estimate proves
nothing; it is what the players of playouts go by.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import numpy.typing as npt

from kibitz.games.protocol import State
from kibitz.games.records import Int16s, Int32s, Record, dtype_of
from kibitz.heuristics.dense import constant, in_pairs
from kibitz.heuristics.knaves.history import MARKS

Reals = npt.NDArray[np.float64]
Layer = npt.NDArray[Any]
Shorts = npt.NDArray[np.int16]
Longs = npt.NDArray[np.int32]

SUIT: Final = 64
CONTEXT: Final = 64
CARD: Final = 64
TRICK: Final = 10  # inputs of the context that tell of the trick

WEIGHTS: Final = Path(__file__).with_name("policy.npz")

ONE: Final = 64  # what stands for 1 in inputs and features
WEIGHT: Final = 256  # and in weights
SHIFT: Final = 8  # the bits of WEIGHT
MOST: Final = 32767

# Inputs of a suit: held 0 … 12, unseen 13 … 25, best of the trick 26 … 38, then these; the last are
# the marks of `heuristics.knaves.history`.
HELD, UNSEEN, BEST, TRUMP, LED, NEXT_VOID, LAST_VOID, JACK_HELD, JACK_UNSEEN, PAST = (
    0, 13, 26, 39, 40, 41, 42, 43, 44, 45,
)  # fmt: skip
SUIT_INPUTS: Final = PAST + MARKS
# What a card does to the trick: takes it so far, times the stake, points as a jack; as the last to
# play: takes it, times all that it brings.
EFFECTS: Final = 5

# Inputs that are bits come in groups, for which the sums of their weights are kept: rows of the
# table of suits. Low and high part of the lanes of cards; the four facts; the best card, or none.
LOW: Final = 7
HELD_LOW, HELD_HIGH, UNSEEN_LOW, UNSEEN_HIGH = 0, 128, 192, 320
FACTS, BEST_ROW, JACK_ROWS, PAST_ROWS = 384, 400, 414, 416
ROWS: Final = PAST_ROWS + MARKS
NO_BEST: Final = 13  # after the rows of the ranks

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


class Net(Record):
    """The network as kernels take it; layers of inputs and outputs as `heuristics.dense` does."""

    suit: Annotated[Int16s, ROWS, SUIT]  # ONE for 1
    context_by_suits: Annotated[Int16s, SUIT // 2, CONTEXT, 2]  # WEIGHT for 1, as in all layers
    context_by_trumps: Annotated[Int16s, SUIT // 2, CONTEXT, 2]
    context_by_trick: Annotated[Int16s, TRICK // 2, CONTEXT, 2]
    context_bias: Annotated[Int32s, CONTEXT]  # ONE * WEIGHT for 1
    card_by_suit: Annotated[Int16s, SUIT // 2, CARD, 2]
    card_by_context: Annotated[Int16s, CONTEXT // 2, CARD, 2]
    card_by_rank: Annotated[Int32s, 13, CARD]
    card_by_effect: Annotated[Int32s, EFFECTS, CARD]
    worth: Annotated[Int16s, CARD]
    nothing: Annotated[Int32s, CARD]  # zeros


NETWORK: Final = dtype_of(Net)


def compiled(weights: Mapping[str, Layer]) -> State:
    """An array of one network with these real weights, by the names and shapes of ``SHAPES``."""

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
    suit[JACK_ROWS:] = weights["suit"][JACK_HELD:]
    by_suits, by_trumps, by_trick = np.split(weights["context"], [SUIT, 2 * SUIT])
    net = np.zeros(1, NETWORK)
    net["suit"] = shorts(suit * ONE)
    net["context_by_suits"] = in_pairs(shorts(by_suits * WEIGHT))
    net["context_by_trumps"] = in_pairs(shorts(by_trumps * WEIGHT))
    net["context_by_trick"] = in_pairs(shorts(by_trick * WEIGHT))
    net["context_bias"] = longs(weights["context_bias"])
    net["card_by_suit"] = in_pairs(shorts(weights["card_by_suit"] * WEIGHT))
    net["card_by_context"] = in_pairs(shorts(weights["card_by_context"] * WEIGHT))
    net["card_by_rank"] = longs(weights["card_by_rank"])
    net["card_by_effect"] = longs(weights["card_by_effect"])
    net["worth"] = shorts(weights["worth"] * WEIGHT)
    return net


def stored_weights(file: Path = WEIGHTS) -> dict[str, Layer]:
    """The weights in a file, by default those that come with the program.

    Inputs of suits and features of cards that the file does not have yet, the last ones, count
    nothing.
    """
    with np.load(file) as stored:
        found = {name: stored[name].astype(np.float64) for name in SHAPES}
    missing = {
        name: [(0, wanted - there) for wanted, there in zip(shape, found[name].shape, strict=True)]
        for name, shape in SHAPES.items()
    }
    return {name: np.pad(layer, missing[name]) for name, layer in found.items()}


NET: Final = compiled(stored_weights())
shipped_net: Final = constant(NET)
