"""What the cards played so far say of the cards still hidden in a round of Knaves.

A seat that plays by `heuristics.knaves.policy.prior` plays some cards more readily than
others; so worlds in which its plays were natural are likelier than those in which they were odd.
Real players differ, hence part of every play is put down to whim.
"""

from typing import Final

import numpy as np

from kibitz.games.bits import lowest_bit, single, without_lowest
from kibitz.games.chance import Word, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knaves.bitboards import beats
from kibitz.games.knaves.play import MAX_MOVES, apply_move, legal_moves
from kibitz.games.knaves.state import NONE, SEATS, STATE, KnavesState
from kibitz.games.knaves.worlds import unseen_by
from kibitz.games.protocol import State, implements, redeal
from kibitz.heuristics import protocol
from kibitz.heuristics.dense import local
from kibitz.heuristics.knaves.beliefs import OUT
from kibitz.heuristics.knaves.network import Reals
from kibitz.heuristics.knaves.policy import MINDS, Minds, forget_all, shares
from kibitz.heuristics.plain import as_they_are, left_alone

WHIM: Final = 0.25  # share of plays taken to be any legal card


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


@implements(protocol.log_likelihood, STATE)
@kernel
def log_likelihood(state: KnavesState, seat: int) -> float:
    """See `heuristics.protocol.log_likelihood`; 0 where exposed cards may have been called."""
    if state.calling or state.count == 0:
        return 0.0
    past = np.empty(1, STATE)
    past[0] = state
    rewind(past[0])
    minds: Minds = local(MINDS)
    forget_all(minds)
    moves, weights = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    found = 0.0
    for i in range(state.count):
        place = state.order[i]
        if past[0].player != seat:
            count = legal_moves(past[0], moves)
            if count > 1:
                shares(past[0], moves, count, weights, minds.seats[past[0].player])
                for k in range(count):
                    if moves[k] == place:
                        found += np.log((1.0 - WHIM) * weights[k] + WHIM / count)
        apply_move(past[0], place)
    return found


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
