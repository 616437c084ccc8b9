"""What the cards played so far say of the cards still hidden in a round of Knaves.

A seat that goes by what `heuristics.knaves.policy` values plays some cards more readily than
others; so worlds in which its plays were natural are likelier than those in which they were odd.
Real players differ: each may be of one of a few kinds, and all its plays say of which.
"""

from typing import Annotated, Any, Final

import numpy as np
from numba import float64, int64, uint64

from kibitz.games.bits import count_bits, lowest_bit, single, without_lowest
from kibitz.games.chance import Stream, Word, below, fraction, pick, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knaves.bitboards import JACK, beats, suits_mask
from kibitz.games.knaves.play import apply_move, legal_mask
from kibitz.games.knaves.state import NONE, SEATS, STATE, KnavesState
from kibitz.games.knaves.worlds import BINOMIAL, face_down, subset, unseen_by
from kibitz.games.protocol import State, implements, redeal
from kibitz.games.records import Record, UInt64s, dtype_of
from kibitz.heuristics import protocol
from kibitz.heuristics.dense import local
from kibitz.heuristics.knaves.beliefs import OUT, Sight, look, one_of_each
from kibitz.heuristics.knaves.network import ONE, WEIGHT, Reals, shipped_net
from kibitz.heuristics.knaves.policy import WARMTH, naive_card
from kibitz.heuristics.knaves.worth import (
    HEARD,
    MIND,
    Heard,
    Mind,
    forget_past,
    forget_suits,
    see_past,
    worth_after,
)
from kibitz.heuristics.plain import as_they_are

# Kinds of players: by the policy, closely (a third of `WARMTH` makes a play e times as likely) and
# less so; the lowest card that takes the trick; any card. Of each, which part of its plays is any
# legal card, and how common it is.
WHIMS: Final = np.array([0.05, 0.25, 0.1, 1.0])
SHARES: Final = np.array([0.3, 0.1, 0.1, 0.5])
KINDS: Final = len(SHARES)
HANDS: Final = 8  # that are weighed together

# Powers of e for whole differences of worth, as products of two: a library's take longer.
STEP: Final = 9  # bits of a small one
SMALL: Final = (1 << STEP) - 1
SMALL_STEPS: Final = np.exp(np.arange(SMALL + 1) / (-WARMTH * ONE * WEIGHT))
LARGE_STEPS: Final = np.exp(np.arange(1 << STEP) * (SMALL + 1) / (-WARMTH * ONE * WEIGHT))


@kernel
def rewind(past: KnavesState) -> None:
    """Take a round in which all hands are known back to its first lead."""
    player = (past.dealer + 1) % SEATS
    best, holder = NONE, player
    for i in range(past.count):
        place = past.order[i]
        past.hands[player] |= single(place)
        if i % SEATS == 0 or beats(place, best, past.trump):
            best, holder = place, player
        player = holder if i % SEATS == SEATS - 1 else (player + 1) % SEATS
    for seat in range(SEATS):
        past.exposed[seat] = 0
        past.points[seat] = 0
        past.tricks[seat] = 0
        past.voids[seat] = 0
    past.played = 0
    past.stake = 0
    past.led, past.best, past.called = NONE, NONE, NONE
    past.leader = past.player = past.turn = (past.dealer + 1) % SEATS
    past.count = 0


@kernel
def falling(points: float) -> float:
    """The power of e by which a card worth so many ``points`` less is less likely."""
    units = int64(points * (ONE * WEIGHT))
    large = min(units >> STEP, len(LARGE_STEPS) - 1)
    return float(LARGE_STEPS[large] * SMALL_STEPS[units & SMALL])


@kernel
def note_play(
    state: KnavesState, place: int, sight: Sight, heard: Heard, mind: Mind, found: Reals
) -> None:
    """Multiply ``found`` by how likely a player of each kind plays ``place``.

    ``sight``, ``heard`` and ``mind``: of the player.
    """
    cards = legal_mask(state)
    if cards & without_lowest(cards) == 0:
        return
    lowest = one_of_each(cards, sight, int64(state.best))
    count = count_bits(cards)
    once = 1.0 / count
    loose, close, one = float64(count), float64(count), 1.0
    if without_lowest(lowest):
        groups = worth_after(state, lowest, sight, shipped_net(), mind, heard)
        worth = mind.worth
        highest = worth[0]
        for i in range(1, groups):
            highest = max(highest, worth[i])
        for i in range(groups):
            worth[i] = falling(highest - worth[i])
        loose, close, one = 0.0, 0.0, 0.0
        plain, next_one = 1.0, 0
        left = uint64(cards)
        while left:
            card = lowest_bit(left)
            left = without_lowest(left)
            first = (lowest >> uint64(card)) & uint64(1) != 0
            share = worth[uint64(next_one)] if first else plain
            next_one += first
            # A jack is like no other card; those above it may be like those below.
            plain = share if card & 15 != JACK else plain
            loose += share
            close += share * share * share
            one = share if card == place else one
    found[0] *= (1.0 - WHIMS[0]) * (one * one * one) / close + WHIMS[0] * once
    found[1] *= (1.0 - WHIMS[1]) * one / loose + WHIMS[1] * once
    lowest_taking = naive_card(state, cards) == place
    found[2] *= (1.0 - WHIMS[2]) * lowest_taking + WHIMS[2] * once
    found[3] *= once


@kernel
def of_any_kind(found: Reals) -> float:
    """The chance that a player did all that: by the kinds it may be of."""
    total = 0.0
    for kind in range(KINDS):
        total += SHARES[kind] * found[kind]
    return total


class Tray(Record):
    """Hands that a player may hold, and how likely it plays as it did with each."""

    hands: Annotated[UInt64s, HANDS]
    chances: Annotated[Reals, HANDS]


TRAY: Final = dtype_of(Tray)


class Desk(Record):
    """What the past of a round is played again on, for several hands of a player."""

    minds: Annotated[Any, MIND, HANDS]
    heard: Annotated[Any, HEARD, 1]
    past: Annotated[Any, STATE, 1]
    found: Annotated[Reals, HANDS, KINDS]  # how likely a player of each kind does all that


DESK: Final = dtype_of(Desk)


@kernel
def weigh_hands(state: KnavesState, seat: int, hands: UInt64s, chances: Reals) -> None:
    """Write how likely ``seat`` plays as it did if what it holds now is each of ``hands``.

    A player reads no hand but its own, so those of the others do not matter.
    """
    desk: Desk = local(DESK)
    desk.past[0] = state
    past, found, heard = desk.past[0], desk.found, desk.heard[0]
    rewind(past)
    count = len(hands)
    for k in range(count):
        forget_suits(desk.minds[k])
    found[:count] = 1.0
    forget_past(heard)
    later = past.hands[seat] & ~state.hands[seat]
    for i in range(state.count):
        place = state.order[i]
        if past.player == seat:
            see_past(past, seat, shipped_net(), heard)
            for k in range(count):
                past.hands[seat] = later | hands[k]
                note_play(past, place, look(past), heard, desk.minds[k], found[k])
            later &= ~single(place)
        apply_move(past, place)
    for k in range(count):
        chances[k] = of_any_kind(found[k])


@implements(protocol.log_likelihood, STATE)
@kernel
def log_likelihood(state: KnavesState, seat: int) -> float:
    """See `heuristics.protocol.log_likelihood`; 0 where exposed cards may have been called."""
    if state.calling or state.count == 0:
        return 0.0
    hand: Tray = local(TRAY)
    total = 0.0
    for rival in range(SEATS):
        if rival != seat:
            hand.hands[0] = state.hands[rival]
            weigh_hands(state, rival, hand.hands[:1], hand.chances[:1])
            total += np.log(hand.chances[0])
    return total


@kernel
def change_hand(state: KnavesState, rival: int, tries: int, stream: Stream) -> None:
    """Give ``rival`` one of ``tries`` hands, with odds by how likely it plays as it did with each.

    One is the hand it has, the others are drawn from all that it may have instead while the third
    seat that is hidden keeps its own, each as likely as the other.
    """
    tray: Tray = local(TRAY)
    shown = state.exposed[rival]
    free = (state.hands[rival] & ~shown) | state.out
    may, size = free & ~suits_mask(state.voids[rival]), face_down(state, rival)
    ways = BINOMIAL[count_bits(may), size]
    if ways == 1:
        return
    tray.hands[0] = chosen = state.hands[rival]
    total, drawn = 0.0, 1
    while tries > 0:
        count = min(tries, HANDS)
        for k in range(drawn, count):
            tray.hands[k] = subset(may, size, below(stream, ways)) | shown
        weigh_hands(state, rival, tray.hands[:count], tray.chances)
        for k in range(count):
            total += tray.chances[k]
            if fraction(stream) * total < tray.chances[k]:
                chosen = tray.hands[k]
        tries -= count
        drawn = 0
    state.hands[rival] = chosen
    state.out = free & ~chosen


@implements(protocol.refine, STATE)
@kernel
def refine(state: KnavesState, seat: int, steps: int, stream: Stream) -> None:
    """See `heuristics.protocol.refine`: new hands for both rivals, one after the other.

    Each gets one of ``steps``, see :func:`change_hand`. Once is far from enough to deal worlds as
    often as they are credible, but brings most of what there is to know for little time.
    """
    if state.calling or state.count == 0:
        return
    first = 1 + pick(stream, 2)
    for turn in (first, SEATS - first):
        change_hand(state, (seat + turn) % SEATS, steps, stream)


implements(protocol.match_worth, STATE)(as_they_are)


@kernel
def _weigh(view: State, seat: int, seed: Word, weights: Reals, held: Reals) -> None:
    """Deal worlds; write the log_likelihood of each and, by place and row, where its cards lie."""
    work = view.copy()
    stream = np.zeros(1, np.uint64)
    unseen = unseen_by(view[0], seat)
    for i in range(len(weights)):
        start_stream(stream, seed, i)
        work[0] = view[0]
        redeal(work[0], seat, stream)
        weights[i] = log_likelihood(work[0], seat)
        cards = unseen
        while cards:
            place = lowest_bit(cards)
            cards = without_lowest(cards)
            row = OUT
            for holder in range(SEATS):
                if work[0].hands[holder] & single(place):
                    row = holder
            held[i, place] = row


def beliefs_by_play(state: State, seat: int, worlds: int, seed: int) -> tuple[Reals, Reals] | None:
    """The chance of each unseen card to lie in each place, deals weighed by :func:`log_likelihood`.

    Self-normalised importance sampling over ``worlds`` uniform deals; a pair of arrays [4, 64] as
    `heuristics.knaves.beliefs.spread` fills them, chances and their standard errors, zero for
    cards in sight. None while no play tells one deal from another.
    """
    weights, held = np.zeros(worlds), np.full((worlds, 64), -1.0)
    _weigh(state, seat, np.uint64(seed), weights, held)
    if weights.max() == weights.min():
        return None
    shares = np.exp(weights - weights.max())
    shares /= shares.sum()
    there = held[:, None, :] == np.arange(OUT + 1)[None, :, None]
    chances = np.einsum("i,irp->rp", shares, there)
    spread = (there - chances) ** 2
    return chances, np.sqrt(np.einsum("i,irp->rp", shares**2, spread))
