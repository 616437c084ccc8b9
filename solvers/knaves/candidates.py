"""Which cards of Knaves a search compares: one of those that nobody can tell apart.

Cards of a suit with no unseen card and no jack between them take and lose the same tricks. To the
seat that holds them they are worth the same, and one is searched for all.
"""

from collections.abc import Sequence

import numpy as np
from numba import int64

from kibitz.games.bits import Word, single
from kibitz.games.kernel import kernel
from kibitz.games.knaves.bitboards import JACK
from kibitz.games.knaves.play import CALL
from kibitz.games.protocol import Moves, State
from kibitz.heuristics.knaves.policy import cards_of
from kibitz.heuristics.knaves.sight import look, one_of_each


@kernel
def _lowest(view: State, moves: Moves) -> Word:
    return one_of_each(cards_of(moves, len(moves)), look(view[0]), int64(view[0].best))


@kernel
def _is_in(place: int, cards: Word) -> bool:
    return cards & single(place) != 0


def groups_of(view: State, moves: Sequence[int]) -> dict[int, list[int]]:
    """The moves by the lowest of those alike, ascending; calls of exposed cards stand alone.

    ``view``: what the seat to move sees.
    """
    ascending = sorted(moves)
    if not ascending or ascending[-1] >= CALL:
        return {move: [move] for move in ascending}
    lowest = _lowest(view, np.array(ascending, np.int64))
    groups: dict[int, list[int]] = {}
    plain = ascending[0]
    for move in ascending:
        if _is_in(move, lowest):
            groups[move] = [move]
            # A jack is like no other card; those above it may be like those below.
            plain = plain if move & 15 == JACK else move
        else:
            groups[plain].append(move)
    return groups
