"""Sampled worlds, in which the chance to win is enclosed from both sides: the kernel.

A world is a random order of all that is not known: the stock where it is face down, and every
shuffle to come. From above: the worlds that the bound of `heuristics.knack_solitaire.bound`
does not prove lost. No player wins another one, even one who knows the order. From below: the
worlds that the policy of `heuristics.knack_solitaire.policy` wins, which looks at nothing
hidden. On diagonals the two are the same games, so that they are played only once.
"""

import numpy as np
from numba import int64, uint64

from kibitz.games.bits import Word
from kibitz.games.chance import start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knack_solitaire.play import apply_move, guess_orders, redeal_unseen
from kibitz.games.knack_solitaire.state import KnackSolitaireState
from kibitz.games.protocol import Moves
from kibitz.games.records import UInt8s
from kibitz.heuristics.knack_solitaire.bound import is_lost
from kibitz.heuristics.knack_solitaire.diagonal import follows_free_game
from kibitz.heuristics.knack_solitaire.policy import play_on
from kibitz.solvers.knack_solitaire.beam import Records

NO_MOVE = -1


@kernel
def sample_worlds(
    root: Records,
    work: Records,
    moves: Moves,
    hidden: bool,
    seed: Word,
    first: int,
    count: int,
    above: Moves,
    below: Moves,
) -> int:
    """Add up, per move, the worlds not proved lost after it and those that the policy wins.

    Worlds number ``first`` to ``first + count - 1`` of ``seed``, the same for every move.
    ``hidden``: the stock is face down, else only shuffles to come are unknown. ``NO_MOVE`` stands
    for the position itself. ``work`` is one record to be overwritten. Returns the games played.
    """
    stream = np.zeros(1, np.uint64)
    games = 0
    for world in range(first, first + count):
        for i in range(moves.shape[0]):
            work[0] = root[0]
            start_stream(stream, uint64(seed), uint64(world))
            if hidden:
                redeal_unseen(work[0], 0, stream)
            else:
                guess_orders(work[0], stream)
            if moves[i] != NO_MOVE:
                apply_move(work[0], moves[i])
            games += 1
            kept, won = end_of(work[0])
            above[i] += kept
            below[i] += won
    return games


@kernel
def end_of(state: KnackSolitaireState) -> tuple[int, int]:
    """1 for a game that is not proved lost, and 1 for one that the policy wins, in place."""
    if is_lost(state):
        return 0, 0
    return 1, int64(follows_free_game(state) or play_on(state) == 0)


@kernel
def try_orders(root: Records, work: Records, move: int, orders: UInt8s, counts: Moves) -> None:
    """Count the orders of the cards face down that the policy wins after a move.

    ``orders[i]``: one of them, the next card first. ``counts``: added to are those won, and those
    not proved lost. Other parameters as in :func:`sample_worlds`.
    """
    first = int64(root[0].drawn)
    for row in range(orders.shape[0]):
        work[0] = root[0]
        for i in range(orders.shape[1]):
            work[0].stock[first + i] = orders[row, i]
        apply_move(work[0], move)
        kept, won = end_of(work[0])
        counts[0] += won
        counts[1] += kept
