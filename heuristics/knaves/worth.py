"""What cards of Knaves are worth by the network, worked out in whole numbers.

A seat keeps what it has worked out until it plays again. Everything adds up to the same as from
the start, bit by bit, because whole numbers may be added in any order.
"""

from typing import Annotated, Any, Final

from numba import int16, int32, int64, uint64

from kibitz.games.bits import Word, lowest_bit, without_lowest
from kibitz.games.kernel import kernel
from kibitz.games.knaves.bitboards import JACK, SUIT_BITS, SUIT_COUNT, beats
from kibitz.games.knaves.state import KnavesState
from kibitz.games.records import Int16s, Int32s, Int64, Int64s, Record, dtype_of
from kibitz.heuristics.dense import add_products
from kibitz.heuristics.knaves.beliefs import Sight
from kibitz.heuristics.knaves.history import NO_MARK, PAST, RANKS, Past, begin, read_card, read_next
from kibitz.heuristics.knaves.network import (
    BEST_ROW,
    CARD,
    CONTEXT,
    FACTS,
    HELD_HIGH,
    HELD_LOW,
    JACK_ROWS,
    LOW,
    MOST,
    NO_BEST,
    ONE,
    PAST_ROWS,
    SHIFT,
    SUIT,
    TRICK,
    UNSEEN_HIGH,
    UNSEEN_LOW,
    WEIGHT,
    Net,
    Reals,
)
from kibitz.heuristics.rows import add_row, rectified

CARDS: Final = 17  # the most in a hand
NO_STAKES: Final = 1 << 20


class Heard(Record):
    """What a seat has of the cards played: it does not depend on those that it holds."""

    past: Annotated[Any, PAST]
    spare: Annotated[Int64s, 4]  # to the end of a cache line
    marks: Annotated[Int16s, SUIT_COUNT * SUIT]  # what they add to the features of the suits


HEARD: Final = dtype_of(Heard)


class Mind(Record):
    """What a seat has worked out when it played last, kept for when it plays again.

    A card changes a suit or two, and the features of others stay as they were. For one round and
    one network; :func:`forget` begins another.
    """

    suits: Annotated[Int16s, SUIT_COUNT * SUIT]  # features, suit by suit
    every: Annotated[Int16s, SUIT]  # their sums over the suits
    context: Annotated[Int16s, CONTEXT]
    sums: Annotated[Int32s, CONTEXT]
    by_trumps: Annotated[Int32s, CONTEXT]  # what the trumps add to the features of the context
    by_context: Annotated[Int32s, CARD]  # what the context adds to the features of a card
    by_suits: Annotated[Int32s, SUIT_COUNT, CARD]  # what its suit adds
    effects: Annotated[Int32s, 3, CARD]  # what a card adds: that takes nothing, that does, a jack
    worth: Annotated[Reals, CARDS]  # of each card, in points
    seen: Annotated[Int64s, SUIT_COUNT]  # what the features of a suit follow from, see `see_suits`
    old: Annotated[Int64s, SUIT_COUNT]  # whether what a suit adds is out of date
    old_trumps: Int64
    stakes: Int64  # what the effects follow from, see `see_effects`
    trick: Annotated[Int16s, TRICK]
    unused: Annotated[Int16s, 10]  # to the end of a cache line
    heard: Annotated[Any, HEARD]


MIND: Final = dtype_of(Mind)


@kernel
def forget_suits(mind: Mind) -> None:
    """Know nothing of any suit."""
    for suit in range(SUIT_COUNT):
        mind.seen[suit] = -1
    mind.old_trumps = 1
    mind.stakes = NO_STAKES


@kernel
def forget_past(heard: Heard) -> None:
    """Know nothing of what was played."""
    begin(heard.past)
    for i in range(SUIT_COUNT * SUIT):
        heard.marks[i] = int16(0)


@kernel
def forget(mind: Mind) -> None:
    """Know nothing of any suit, nor of what was played."""
    forget_suits(mind)
    forget_past(mind.heard)


@kernel
def see_trick(state: KnavesState, sight: Sight, mind: Mind) -> None:
    """Write what the context is told of the trick, and of the end of the round."""
    trick = mind.trick
    for i in range(3):
        trick[i] = ONE * (2 - sight.later == i)
    trick[3] = ONE * (sight.later == 0 and state.holder == (state.player + 1) % 3)
    trick[4] = ONE * sight.stake
    trick[5] = ONE * state.last_stake
    trick[6] = ONE * sight.left // 13
    trick[7] = int16(ONE * sight.chance)
    trick[8] = ONE * (sight.left == 1)
    trick[9] = ONE * (sight.left == 2)


@kernel
def see_past(state: KnavesState, seat: int, net: Net, heard: Heard) -> None:
    """Take in the cards played since ``seat`` did last."""
    while heard.past.read < state.count:
        at = SUIT * (int64(state.order[heard.past.read]) >> 4)
        first, second = read_card(state, heard.past, seat)
        if first != NO_MARK:
            add_row(net.suit, PAST_ROWS + first, heard.marks, at)
        if second != NO_MARK:
            add_row(net.suit, PAST_ROWS + second, heard.marks, at)


@kernel
def see_card(state: KnavesState, net: Net, past: Past, next_seat: Heard, last: Heard) -> None:
    """Let both rivals of its player take in the next card; all have taken in those before.

    ``next_seat``: what the seat after the player has heard; ``last``: the one after that.
    """
    at = SUIT * (int64(state.order[past.read]) >> 4)
    _, first, second = read_next(state, past)
    add_row(net.suit, PAST_ROWS + first, last.marks, at)
    add_row(net.suit, PAST_ROWS + RANKS + first, next_seat.marks, at)
    if second != NO_MARK:
        add_row(net.suit, PAST_ROWS + second, last.marks, at)
        add_row(net.suit, PAST_ROWS + RANKS + second, next_seat.marks, at)


@kernel
def see_suits(state: KnavesState, sight: Sight, net: Net, mind: Mind, heard: Heard) -> None:
    """Write the features of the suits that have changed, and their sums over all suits.

    ``heard`` changes only with the cards unseen.
    """
    best, trump = int64(state.best), int64(state.trump)
    for suit in range(SUIT_COUNT):
        held = int64((sight.hand >> uint64(16 * suit)) & uint64(SUIT_BITS))
        unseen = int64((sight.unseen >> uint64(16 * suit)) & uint64(SUIT_BITS))
        voids = 4 * (sight.next_voids >> suit & 1) + 8 * (sight.last_voids >> suit & 1)
        facts = (suit == trump) + 2 * (suit == state.led) + voids
        highest = best & 15 if best >= 0 and best >> 4 == suit else NO_BEST
        seen = held << 32 | unseen << 16 | facts << 8 | highest
        if seen == mind.seen[suit]:
            continue
        mind.seen[suit] = seen
        mind.old[suit] = 1
        if suit == trump:
            mind.old_trumps = 1
        cost = int64(state.penalty[suit])
        rows = (
            *(HELD_LOW + (held & 127), HELD_HIGH + (held >> LOW)),
            *(UNSEEN_LOW + (unseen & 127), UNSEEN_HIGH + (unseen >> LOW)),
            *(FACTS + facts, BEST_ROW + highest, JACK_ROWS, JACK_ROWS + 1),
        )
        times = cost * (held >> JACK & 1), cost * (unseen >> JACK & 1)
        rectified(net.suit, rows, times, heard.marks, mind.suits, SUIT * suit)
    # Every number is kept in its 16 or 32 bits by hand: Numba would widen them, and the compiler
    # then cannot add them many at once.
    suits = mind.suits
    for j in range(SUIT):
        first = int16(suits[j] + suits[SUIT + j])
        mind.every[j] = int16(first + int16(suits[2 * SUIT + j] + suits[3 * SUIT + j]))


@kernel
def see_context(state: KnavesState, net: Net, mind: Mind) -> None:
    """Write what the features of the context add to those of every card."""
    sums = mind.sums
    if mind.old_trumps:
        mind.old_trumps = 0
        base, known = net.context_bias, mind.by_trumps
        if state.trump >= 0:
            at = SUIT * int64(state.trump)
            add_products(net.context_by_trumps, mind.suits, at, base, known, SUIT, CONTEXT)
        else:
            known[:] = base
    add_products(net.context_by_trick, mind.trick, 0, mind.by_trumps, sums, TRICK, CONTEXT)
    add_products(net.context_by_suits, mind.every, 0, sums, sums, SUIT, CONTEXT)
    for j in range(CONTEXT):
        mind.context[j] = int16(min(max(sums[j] >> SHIFT, int32(0)), int32(MOST)))
    nothing, known = net.nothing, mind.by_context
    add_products(net.card_by_context, mind.context, 0, nothing, known, CONTEXT, CARD)


@kernel
def see_suit_of_card(suit: int, net: Net, mind: Mind) -> None:
    """Write what a suit adds to the features of its cards, if that has changed."""
    if mind.old[suit]:
        mind.old[suit] = 0
        known = mind.by_suits[suit]
        add_products(net.card_by_suit, mind.suits, SUIT * suit, net.nothing, known, SUIT, CARD)


@kernel
def see_effects(sight: Sight, net: Net, mind: Mind) -> None:
    """Write what it adds to the features of a card that it does not take the trick, or does."""
    trick = 2 * sight.stake + (sight.later == 0)
    if trick == mind.stakes:
        return
    mind.stakes = trick
    by, effects = net.card_by_effect, mind.effects
    stake, last = int32(sight.stake), int32(sight.later == 0)
    for j in range(CARD):
        end = int32(last * int32(by[3, j] + int32(stake * by[4, j])))
        effects[0, j] = int32(0)
        effects[1, j] = int32(int32(by[0, j] + int32(stake * by[1, j])) + end)


@kernel
def see_jack(cost: int, takes: int, sight: Sight, net: Net, mind: Mind) -> None:
    """The same for a jack that costs so many points."""
    by, effects = net.card_by_effect, mind.effects
    jack, won = int32(cost), int32(takes * (sight.later == 0))
    for j in range(CARD):
        points = int32(int32(jack * by[2, j]) + int32(int32(won * jack) * by[4, j]))
        effects[2, j] = int32(effects[uint64(takes), j] + points)


@kernel
def card_worth(net: Net, place: int, effect: int, mind: Mind) -> int:
    """What a card is worth, ``ONE * WEIGHT`` for a point."""
    total = int32(0)
    by_suit, by_rank = mind.by_suits[uint64(place >> 4)], net.card_by_rank[uint64(place & 15)]
    by_effect = mind.effects[uint64(effect)]
    for j in range(CARD):
        known = int32(mind.by_context[j] + by_suit[j])
        every = int32(known + int32(by_rank[j] + by_effect[j]))
        feature = int32(min(max(every >> SHIFT, int32(0)), int32(MOST)))
        total = int32(total + int32(feature * int32(net.worth[j])))
    return total


@kernel
def worth_after(
    state: KnavesState, cards: Word, sight: Sight, net: Net, mind: Mind, heard: Heard
) -> int:
    """Write what each of ``cards`` is worth to the seat to play, lowest place first; their number.

    In points up to a constant common to all of them, to ``worth`` of the ``mind`` of this seat.
    ``heard``: what this seat has of all cards played so far.
    """
    see_trick(state, sight, mind)
    see_suits(state, sight, net, mind, heard)
    see_context(state, net, mind)
    see_effects(sight, net, mind)
    best, trump = int64(state.best), int64(state.trump)
    count, before = 0, -1
    while cards:
        place = lowest_bit(cards)
        cards = without_lowest(cards)
        suit, rank = place >> 4, place & 15
        if suit != before:
            before = suit
            see_suit_of_card(suit, net, mind)
        takes = int64(best < 0 or beats(place, best, trump))
        effect = takes
        if rank == JACK:
            see_jack(int64(state.penalty[suit]), takes, sight, net, mind)
            effect = 2
        mind.worth[count] = card_worth(net, place, effect, mind) / (ONE * WEIGHT)
        count += 1
    return count


@kernel
def worth_of_cards(state: KnavesState, cards: Word, sight: Sight, net: Net, mind: Mind) -> int:
    """:func:`worth_after` the cards that this seat has taken in, and those played since then."""
    see_past(state, int64(state.player), net, mind.heard)
    return worth_after(state, cards, sight, net, mind, mind.heard)
