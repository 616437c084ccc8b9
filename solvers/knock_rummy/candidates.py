"""Which moves of Knock Rummy a search compares: few of those that begin or end a turn."""

from collections.abc import Sequence

import numpy as np

from kibitz.games import protocol
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.play import KNOCK, MAX_MOVES, OUT, deadwood
from kibitz.games.protocol import Moves, State
from kibitz.heuristics.knock_rummy.policy import Reals, choose_few


@kernel
def _choose_few(state: State, moves: Moves, count: int, values: Reals) -> int:
    return choose_few(state[0], moves, count, values)


def worth_comparing(state: State) -> list[int]:
    """The legal moves of a view that a short search should look at, ascending."""
    moves, values = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    count = protocol.run_legal(state, moves)
    return sorted(int(move) for move in moves[: _choose_few(state, moves, count, values)])


def knocks_alike(state: State, moves: Sequence[int]) -> dict[int, list[int]]:
    """The moves that end the hand by what they leave: one to search, with those like it.

    Any other move stands alone. Of those alike going out is first, then the lowest card.
    """
    seen: dict[int, int] = {}
    groups: dict[int, list[int]] = {}
    hand = int(state[0]["hands"][int(state[0]["turn"])])
    for move in sorted(moves, key=lambda move: (move != OUT, move)):
        first = move
        if KNOCK <= move <= OUT:
            kept = hand if move == OUT else hand & ~(1 << move - KNOCK)
            first = seen.setdefault(int(deadwood(state[0], np.uint64(kept))), move)
        groups.setdefault(first, []).append(move)
    return groups
