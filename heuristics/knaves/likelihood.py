"""What the cards played so far say of the cards still hidden in a round of Knaves.

A seat that goes by what `heuristics.knaves.policy` values plays some cards more readily than
others; so worlds in which its plays were natural are likelier than those in which they were odd.
Real players differ: each may be of one of a few kinds, and all its plays say of which.
"""

from typing import Annotated, Any, Final

import numpy as np

from kibitz.games.bits import lowest_bit, single, without_lowest
from kibitz.games.chance import Word, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knaves.bitboards import beats
from kibitz.games.knaves.play import MAX_MOVES, apply_move, legal_moves
from kibitz.games.knaves.state import NONE, SEATS, STATE, KnavesState
from kibitz.games.knaves.worlds import unseen_by
from kibitz.games.protocol import Moves, State, implements, redeal
from kibitz.games.records import Int64s, Record, dtype_of
from kibitz.heuristics import protocol
from kibitz.heuristics.dense import local
from kibitz.heuristics.knaves.beliefs import OUT
from kibitz.heuristics.knaves.network import Reals, shipped_net
from kibitz.heuristics.knaves.policy import (
    MINDS,
    WARMTH,
    forget_all,
    naive_move,
    worth_of_groups,
)
from kibitz.heuristics.knaves.worth import Mind
from kibitz.heuristics.plain import as_they_are, left_alone

# Kinds of players: by the policy, closely (a third of `WARMTH` makes a play e times as likely) and
# less so; the lowest card that takes the trick; any card. Of each, which part of its plays is any
# legal card, and how common it is.
WHIMS: Final = np.array([0.05, 0.25, 0.1, 1.0])
SHARES: Final = np.array([0.3, 0.1, 0.1, 0.5])
KINDS: Final = len(SHARES)


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
def note_play(
    state: KnavesState, place: int, moves: Moves, worth: Reals, mind: Mind, found: Reals
) -> None:
    """Multiply ``found`` by how likely a player of each kind plays ``place``."""
    count = legal_moves(state, moves)
    if count == 1:
        return
    worth_of_groups(state, moves, count, worth, shipped_net(), mind)
    highest, played = worth[0], 0
    for i in range(1, count):
        highest = max(highest, worth[i])
        if moves[i] == place:
            played = i
    once = 1.0 / count
    loose, close, one = 0.0, 0.0, 0.0
    for i in range(count):
        share = np.exp((worth[i] - highest) / WARMTH)
        loose += share
        close += share * share * share
        if i == played:
            one = share
    found[0] *= (1.0 - WHIMS[0]) * (one * one * one) / close + WHIMS[0] * once
    found[1] *= (1.0 - WHIMS[1]) * one / loose + WHIMS[1] * once
    lowest = naive_move(state, moves, count) == place
    found[2] *= (1.0 - WHIMS[2]) * lowest + WHIMS[2] * once
    found[3] *= once


@kernel
def of_any_kind(found: Reals) -> float:
    """The logarithm of how likely a player did all that: by the kinds it may be of."""
    total = 0.0
    for kind in range(KINDS):
        total += SHARES[kind] * found[kind]
    return np.log(total)


class Desk(Record):
    """What the past of a round is played again on."""

    minds: Annotated[Any, MINDS]
    past: Annotated[Any, STATE, 1]
    moves: Annotated[Int64s, MAX_MOVES]
    worth: Annotated[Reals, MAX_MOVES]
    found: Annotated[Reals, SEATS, KINDS]  # how likely a player of each kind does all that


DESK: Final = dtype_of(Desk)


@implements(protocol.log_likelihood, STATE)
@kernel
def log_likelihood(state: KnavesState, seat: int) -> float:
    """See `heuristics.protocol.log_likelihood`; 0 where exposed cards may have been called."""
    if state.calling or state.count == 0:
        return 0.0
    desk: Desk = local(DESK)
    desk.past[0] = state
    past, found = desk.past[0], desk.found
    rewind(past)
    forget_all(desk.minds)
    found[:] = 1.0
    for i in range(state.count):
        place, player = state.order[i], past.player
        if player != seat:
            mind = desk.minds.seats[player]
            note_play(past, place, desk.moves, desk.worth, mind, found[player])
        apply_move(past, place)
    return of_any_kind(found[(seat + 1) % SEATS]) + of_any_kind(found[(seat + 2) % SEATS])


implements(protocol.refine, STATE)(left_alone)
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
