"""Sampled worlds, in which the chance to win is enclosed from both sides: the kernel.

A world is a random order of all that is not known: the stock where it is face down, and every
shuffle to come. From above: the worlds that the bound of `heuristics.knack_solitaire.bound`
does not prove lost. No player wins another one, even one who knows the order. From below: the
worlds that the policy of `heuristics.knack_solitaire.policy` wins, which looks at nothing
hidden. On diagonals the two are the same games, so that they are played only once.
"""

import numpy as np
from numba import uint64

from kibitz.games.bits import Word
from kibitz.games.chance import start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knack_solitaire.play import apply_move, guess_orders, redeal_unseen
from kibitz.games.protocol import Moves
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
            if is_lost(work[0]):
                continue
            above[i] += 1
            if follows_free_game(work[0]) or play_on(work[0]) == 0:
                below[i] += 1
    return games
