"""Decisions of Knock Rummy whose moves are played out with the same cards: what there is to learn.

In hands of players who judge by a network so far, each of whom knocks as one of the kinds of
`heuristics.knock_rummy.kinds`, some decisions are looked at: the discard judged best, the next one
and another; or drawing and taking the card on the pile. The seat goes on as a sharp player.
"""

from typing import Annotated, Final

import numpy as np
from numba import int64

from kibitz.games.bits import lowest_bit, single, without_lowest
from kibitz.games.cards import PACK_SIZE
from kibitz.games.chance import Stream, fraction, pick, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.melds import deadwood
from kibitz.games.knock_rummy.play import DRAW, OUT, TAKE, apply_move
from kibitz.games.knock_rummy.rules import MOST_SEATS, Rules
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.games.knock_rummy.state import ENDED, TO_DISCARD, KnockRummyState
from kibitz.games.knock_rummy.worlds import stock_is_hidden
from kibitz.games.protocol import State
from kibitz.games.records import Int8s, Int64, Int64s, Real, Record, dtype_of
from kibitz.heuristics.knock_rummy.judgement import barred_of
from kibitz.heuristics.knock_rummy.kinds import KINDS, LIMITS, SHARES
from kibitz.heuristics.knock_rummy.partners import known_partners
from kibitz.heuristics.knock_rummy.policy import learned_discard, learned_move
from kibitz.heuristics.knock_rummy.turns import age_of
from kibitz.heuristics.knock_rummy.value import (
    DESK,
    DRAWS,
    FEEDS,
    GONE,
    HAND,
    LAID,
    SIGNS,
    Desk,
    Net,
    look,
    plain_discard,
    plain_draw,
    see,
    sign_of_deadwood,
    sign_of_waits,
    value_of_discard,
)
from training.differences import Examples
from training.knock_rummy.selfplay import deal_hand, fresh

SHARP: Final = KINDS.index("sharp")
COMPARED: Final = 3  # discards of a decision
NEAR: Final = 4  # discards judged best after the second, of which one is compared
LOOKED: Final = 0.3  # share of the discards that are looked at; of the draws half as many


class Example(Record):
    """What a seat sees and does, and what the hand then brings it."""

    signs: Annotated[Int8s, SIGNS]
    payoff: Real  # points
    plain: Real  # what the judgement that is corrected says, in points
    decision: Int64  # its number


EXAMPLE: Final = dtype_of(Example)


@kernel
def note_discard(state: KnockRummyState, desk: Desk, card: int, example: Example) -> None:
    """Write what the seat sees and that it discards a card of the hand on the desk."""
    left = deadwood(state, desk.hand & ~single(card))
    feeds = known_partners(state, card, desk.live)
    note_desk(desk, example)
    example.signs[HAND + card] = 0
    example.signs[GONE + card] = 1
    example.signs[LAID + card] = 1
    example.signs[FEEDS + feeds] = 1
    example.signs[sign_of_waits(desk.waits - 2 * desk.lost[card])] = 1
    example.signs[sign_of_deadwood(left)] = 1
    example.plain = plain_discard(desk, card, left, feeds)


@kernel
def note_draw(state: KnockRummyState, desk: Desk, example: Example) -> None:
    """Write what the seat sees and that it draws from the stock."""
    left = deadwood(state, desk.hand)
    note_desk(desk, example)
    example.signs[DRAWS] = 1
    example.signs[sign_of_waits(desk.waits)] = 1
    example.signs[sign_of_deadwood(left)] = 1
    example.plain = plain_draw(left)


@kernel
def note_desk(desk: Desk, example: Example) -> None:
    """Write what the seat sees."""
    example.signs[:] = 0
    for i in range(desk.count):
        example.signs[desk.signs[i]] = 1


@kernel
def play_out(copy: State, move: int, net: Net, kinds: Int64s, example: Example) -> None:
    """Play a hand from a move to its end, the seat as a sharp player; write what that brings it."""
    seat = int64(copy[0].turn)
    apply_move(copy[0], move)
    while copy[0].phase != ENDED:
        state = copy[0]
        kind = SHARP if state.turn == seat else kinds[state.turn]
        apply_move(copy[0], learned_move(state, net, limit_of_kind(state, kind)))
    example.payoff = copy[0].payments[seat] / UNIT


@kernel
def limit_of_kind(state: KnockRummyState, kind: int) -> int:
    """With how much the seat to move knocks, being of a kind."""
    if state.phase != TO_DISCARD:
        return 0
    return int64(LIMITS[kind, int64(state.players) - 2, age_of(state)])


@kernel
def choose_discards(
    state: KnockRummyState, desk: Desk, net: Net, stream: Stream, some: Int64s
) -> int:
    """Write the discards to compare and return how many: the two judged best and one near them."""
    values, count = np.full(PACK_SIZE, -np.inf), 0
    waiting = desk.hand & ~barred_of(state)
    while waiting:
        card = lowest_bit(waiting)
        waiting = without_lowest(waiting)
        left = deadwood(state, desk.hand & ~single(card))
        values[card] = value_of_discard(state, desk, card, left, net)
        count += 1
    passed = min(count, COMPARED) - 1
    if count > COMPARED:
        passed += pick(stream, min(NEAR, count - COMPARED + 1))
    chosen = 0
    for rank in range(min(passed + 1, count)):
        card = int64(np.argmax(values))
        values[card] = -np.inf
        if rank < COMPARED - 1 or rank == passed:
            some[chosen] = card
            chosen += 1
    return chosen


@kernel
def compare(template: State, size: int, net: Net, seed: int, examples: Examples) -> int:
    """Fill ``examples`` with decisions of hands of ``size`` cards; how many examples there are."""
    work, copy = template.copy(), template.copy()
    desks, cards = np.zeros(1, DESK), np.arange(PACK_SIZE)
    kinds, some = np.empty(MOST_SEATS, np.int64), np.empty(COMPARED, np.int64)
    stream = np.empty(1, np.uint64)
    count = decision = hands = 0
    desk = desks[0]
    while True:
        start_stream(stream, seed, hands)
        hands += 1
        work[0] = template[0]
        deal_hand(work[0], size, cards, stream)
        for seat in range(work[0].players):
            kinds[seat] = kind_of(stream)
        while work[0].phase != ENDED:
            if count + COMPARED > len(examples):
                return count
            state = work[0]
            hand = state.hands[state.turn]
            move = learned_move(state, net, limit_of_kind(state, kinds[state.turn]))
            before = count
            if state.phase == TO_DISCARD:
                if move != OUT and fraction(stream) < LOOKED:
                    see(state, hand, desk, net)
                    for i in range(choose_discards(state, desk, net, stream, some)):
                        note_discard(state, desk, some[i], examples[count])
                        copy[0] = work[0]
                        play_out(copy, some[i], net, kinds, examples[count])
                        count += 1
            elif open_choice(state) and fraction(stream) < LOOKED / 2:
                look(state, hand, desk)
                note_draw(state, desk, examples[count])
                copy[0] = work[0]
                play_out(copy, DRAW, net, kinds, examples[count])
                top = single(int64(state.pile[state.pile_size - 1]))
                see(state, hand | top, desk, net)
                card = learned_discard(state, desk, top, net).card
                note_discard(state, desk, card, examples[count + 1])
                copy[0] = work[0]
                play_out(copy, TAKE, net, kinds, examples[count + 1])
                count += 2
            for i in range(before, count):
                examples[i].decision = decision
            decision += count > before
            apply_move(work[0], move)


@kernel
def open_choice(state: KnockRummyState) -> bool:
    """Whether the seat to move may take the card on the pile or draw one that nobody knows."""
    return state.stock_size > 0 and state.pile_size > 0 and stock_is_hidden(state)


@kernel
def kind_of(stream: Stream) -> int:
    """A kind of player, as they are at the deal."""
    left = fraction(stream)
    for kind in range(len(KINDS) - 1):
        left -= SHARES[kind]
        if left < 0.0:
            return kind
    return len(KINDS) - 1


def compared(rules: Rules, net: State, seed: int, number: int) -> Examples:
    """At most so many examples, of decisions of fresh hands that are numbered from 0."""
    examples = np.zeros(number, EXAMPLE)
    return examples[: compare(fresh(rules), rules.hand_size, net[0], seed, examples)]
