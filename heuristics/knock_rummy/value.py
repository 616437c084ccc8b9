"""What a hand of Knock Rummy is worth while it lasts: learned from hands played out.

A small network corrects the sum of `heuristics.knock_rummy.judgement`: what a discard leaves,
and what drawing from the stock promises, in points for the seat. It sees what the seat sees. Its
weights in ``value.npz`` come from `training.knock_rummy.value`, a row for two players and one for
more. They were learned from how much moves of one decision differ above all, so they compare moves
better than they tell who is ahead. An estimate proves nothing.

Weights are whole numbers, so that their sums are the same on every machine.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import numpy.typing as npt
from numba import int16, int32, int64, uint64

from kibitz.games.bits import Word, lowest_bit, single, without_lowest
from kibitz.games.cards import PACK_SIZE
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.bitboards import PACK
from kibitz.games.knock_rummy.melds import deadwood
from kibitz.games.knock_rummy.rules import HAND_SIZES
from kibitz.games.knock_rummy.state import KnockRummyState
from kibitz.games.protocol import State
from kibitz.games.records import Int16s, Int64, Int64s, Record, UInt64, dtype_of
from kibitz.heuristics.knock_rummy.judgement import WEIGHTS as WEIGHTS_OF_SUM
from kibitz.heuristics.knock_rummy.partners import known_partners, live_cards, waits_for
from kibitz.heuristics.knock_rummy.thresholds import OLDEST
from kibitz.heuristics.knock_rummy.turns import age_of
from kibitz.heuristics.rows import add_row, rectified

Layer = npt.NDArray[Any]

HIDDEN: Final = 64  # a power of two: sums of other sizes take three times as long
WEIGHTS: Final = Path(__file__).with_name("value.npz")
ONE: Final = 512  # what stands for 1 in the weights of signs; all sums stay below 32768 / ONE
LAST: Final = 1024  # and in the last weights
MOST: Final = 32767

# Signs, each there or not: a card of the hand; one out of play; one known to be held by the next
# seat, or by another one; the card discarded last; turns had; players; that a card comes next that
# is not known; a limit for knocking; deadwood; points for which the hand waits; live partners of
# the discard; that a card comes in now, after which a knock may be better than any discard.
_SIZES: Final = (52, 52, 52, 52, 52, OLDEST + 1, len(HAND_SIZES), 1, 1, 64, 16, 8, 1)
HAND, GONE, NEXT, ELSEWHERE, LAID, AGE, SEATS, DRAWS, LIMITED, DEADWOOD, WAITS, FEEDS, COMES_IN = (
    int(place) for place in np.cumsum((0, *_SIZES[:-1]))
)
SIGNS: Final = sum(_SIZES)
MOST_DEADWOOD: Final = _SIZES[9] - 1
MOST_WAITS: Final = _SIZES[10] - 1
WAIT_STEP: Final = 24  # points waited for that share a sign
SHAPES: Final[Mapping[str, tuple[int, ...]]] = {"signs": (SIGNS, HIDDEN), "last": (HIDDEN,)}

# The judgement that is corrected is that of `heuristics.knock_rummy.judgement`: what a live out
# counts, what a live partner of a discard costs, and what a draw promises, in points of deadwood.
OUT_SAVES, PARTNER_COSTS, DRAW_PROMISES = (float(weight) for weight in WEIGHTS_OF_SUM)
SHARE: Final = 0.5  # of a point of deadwood, in what a hand is worth


# Rows after those of the signs, what changes with a card: it is discarded from the hand; it comes
# in from the pile.
DISCARDED: Final = SIGNS
TAKEN: Final = SIGNS + PACK_SIZE


class Net(Record):
    """The network as kernels take it."""

    rows: Annotated[Int16s, SIGNS + 2 * PACK_SIZE, HIDDEN]
    last: Annotated[Int16s, HIDDEN]


NET: Final = dtype_of(Net)


class Desk(Record):
    """What the seat to move sees, with a hand that it might go on with, and scratch."""

    hand: UInt64
    live: UInt64
    lost: Annotated[Int64s, PACK_SIZE]  # points for which pairs with each card of the hand wait
    waits: Int64  # their sum
    count: Int64
    signs: Annotated[Int64s, 2 * PACK_SIZE]  # the signs of all that
    common: Annotated[Int16s, HIDDEN]  # what they add up to
    hidden: Annotated[Int16s, HIDDEN]  # features


DESK: Final = dtype_of(Desk)


def compiled(weights: Mapping[str, Layer]) -> State:
    """An array of one network with these real weights, by the names and shapes of ``SHAPES``.

    Raises ``OverflowError`` for weights that do not fit.
    """
    net = np.zeros(1, NET)
    rows = np.rint(weights["signs"] * ONE)
    hand, gone, laid = (rows[first : first + PACK_SIZE] for first in (HAND, GONE, LAID))
    rows = np.concatenate([rows, gone + laid - hand, hand - gone + rows[COMES_IN]])
    last = np.rint(weights["last"] * LAST)
    if max(abs(rows).max(), abs(last).max()) > MOST:
        raise OverflowError("the weights are too large")
    net["rows"], net["last"] = rows, last
    return net


def stored_weights() -> list[dict[str, Layer]]:
    """The weights on file, for two players and for more."""
    with np.load(WEIGHTS) as stored:
        return [{name: stored[name][row] for name in SHAPES} for row in range(2)]


@kernel
def note_cards(desk: Desk, first: int, cards: Word) -> None:
    """Write the signs of some cards to the desk; ``first``: that of the first card of the pack."""
    waiting = uint64(cards)
    while waiting:
        desk.signs[desk.count] = first + lowest_bit(waiting)
        desk.count += 1
        waiting = without_lowest(waiting)


@kernel
def note(desk: Desk, sign: int) -> None:
    """Write a sign to the desk."""
    desk.signs[desk.count] = sign
    desk.count += 1


@kernel
def look(state: KnockRummyState, hand: Word, desk: Desk) -> None:
    """Write to the desk what the seat to move sees when it holds ``hand``.

    With a card more than it holds, which is that of the pile or a known one of the stock, what
    follows is worth what it is when that card comes in.
    """
    seat = int64(state.turn)
    following = (seat + 1) % state.players
    desk.hand, desk.count = uint64(hand), 0
    desk.live = live_cards(state, seat) & ~uint64(hand)
    elsewhere = uint64(0)
    for other in range(state.players):
        if other not in (seat, following):
            elsewhere |= state.hands[other] & state.public
    known = state.hands[following] & state.public
    note_cards(desk, HAND, hand)
    note_cards(desk, NEXT, known)
    note_cards(desk, ELSEWHERE, elsewhere)
    note_cards(desk, GONE, uint64(PACK) & ~(desk.live | uint64(hand) | known | elsewhere))
    note(desk, AGE + age_of(state))
    note(desk, SEATS + int64(state.players) - 2)
    if state.knock_limit >= 0:
        note(desk, LIMITED)
    if uint64(hand) != state.hands[seat]:
        note(desk, COMES_IN)
    note_waits(state, desk)


@kernel
def note_waits(state: KnockRummyState, desk: Desk) -> None:
    """Write to the desk what the pairs of its hand wait for."""
    desk.waits = 0
    waiting = desk.hand
    while waiting:
        card = lowest_bit(waiting)
        waiting = without_lowest(waiting)
        desk.lost[card] = waits_for(state, desk.hand, card, desk.live)
        desk.waits += desk.lost[card]


@kernel
def see(state: KnockRummyState, hand: Word, desk: Desk, net: Net) -> None:
    """:func:`look`, and add up what the network makes of it."""
    look(state, hand, desk)
    for k in range(HIDDEN):
        desk.common[k] = int16(0)
    for i in range(desk.count):
        add_row(net.rows, desk.signs[i], desk.common, 0)


@kernel
def take_top(state: KnockRummyState, desk: Desk, net: Net) -> None:
    """Let the card on the pile come into the hand that was seen."""
    top = int64(state.pile[state.pile_size - 1])
    desk.hand |= single(top)
    add_row(net.rows, TAKEN + top, desk.common, 0)
    note_waits(state, desk)


@kernel
def from_features(desk: Desk, net: Net) -> float:
    """What the features on the desk say, in points."""
    total = int32(0)
    for k in range(HIDDEN):
        total = int32(total + int32(int32(desk.hidden[k]) * int32(net.last[k])))
    return total / (ONE * LAST)


@kernel
def sign_of_deadwood(left: int) -> int:
    """The sign of so much deadwood."""
    return DEADWOOD + min(left, MOST_DEADWOOD)


@kernel
def sign_of_waits(points: int) -> int:
    """The sign of points that pairs wait for, each pair counted for both cards."""
    return WAITS + min(points // (2 * WAIT_STEP), MOST_WAITS)


@kernel
def plain_discard(desk: Desk, card: int, left: int, feeds: int) -> float:
    """A discard by the judgement that is corrected; ``feeds``: its live partners."""
    return -SHARE * (left + OUT_SAVES * desk.lost[card] + PARTNER_COSTS * feeds)


@kernel
def value_of_discard(state: KnockRummyState, desk: Desk, card: int, left: int, net: Net) -> float:
    """What a discard from the hand on the desk is worth, once it was :func:`see` n.

    ``left``: the deadwood then.
    """
    feeds = known_partners(state, card, desk.live)
    waits = sign_of_waits(desk.waits - 2 * desk.lost[card])
    rows = DISCARDED + card, waits, sign_of_deadwood(left), FEEDS + feeds
    rectified(net.rows, rows, (), desk.common, desk.hidden, 0)
    return plain_discard(desk, card, left, feeds) + from_features(desk, net)


@kernel
def value_of_draw(state: KnockRummyState, desk: Desk, net: Net) -> float:
    """What a card is worth that is drawn unseen, once :func:`see` has laid the hand on the desk.

    Turning the pile over is taken for that, too, though its lowest card is known.
    """
    left = deadwood(state, desk.hand)
    rows = DRAWS, sign_of_waits(desk.waits), sign_of_deadwood(left)
    rectified(net.rows, rows, (), desk.common, desk.hidden, 0)
    return plain_draw(left) + from_features(desk, net)


@kernel
def plain_draw(left: int) -> float:
    """A draw by the judgement that is corrected."""
    return -SHARE * (left - DRAW_PROMISES)
