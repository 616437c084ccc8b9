"""A policy for a face-down stock: take the transition with the best estimated chance to win.

It commits before the next card is seen and costs some tens of microseconds, so it can be played out
many times. The estimate is that of :mod:`kibitz.heuristics.knotty_nines.value`.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import (
    CURSOR_SIZE,
    MAX_PILES,
    NEW_EXTRA,
    NEW_LEVEL,
    SCRATCH_SHAPE,
    Bytes,
    Ints,
    next_child,
    open_children,
)
from kibitz.heuristics.knotty_nines.value import Net, Room, chance_of, new_room

WIDEST: Final = 512  # transitions the policy looks at; no class met in play comes near

Reals = npt.NDArray[np.float64]


class Choices(NamedTuple):
    """The transitions of one class, and the scratch that lists and values them.

    ``levels, extras[e]``: the n - 1 piles that transition e leaves. ``level, extra``: one of them.
    """

    levels: Bytes
    extras: Bytes
    level: Ints
    extra: Ints
    cursor: Ints
    scratch: Ints
    room: Room


def new_choices() -> Choices:
    """Scratch for one thread."""
    return Choices(
        np.empty((WIDEST, MAX_PILES), np.int8),
        np.empty((WIDEST, MAX_PILES), np.int8),
        np.empty(MAX_PILES, np.int64),
        np.empty(MAX_PILES, np.int64),
        np.empty(CURSOR_SIZE, np.int64),
        np.empty(SCRATCH_SHAPE, np.int64),
        new_room(),
    )


@kernel
def list_exits(level: Ints, extra: Ints, n: int, wrap: bool, choices: Choices) -> int:
    """Fill ``choices`` with the transitions of the canonical class and return their number."""
    count = 0
    scratch = choices.scratch
    open_children(level, extra, n, choices.cursor, scratch)
    while count < WIDEST and next_child(n, -1, wrap, choices.cursor, scratch):
        for i in range(n - 1):
            choices.levels[count, i] = scratch[NEW_LEVEL, i]
            choices.extras[count, i] = scratch[NEW_EXTRA, i]
        count += 1
    return count


@kernel
def pick(choices: Choices, e: int, n: int) -> None:
    """Copy the piles of transition ``e`` to ``choices.level, choices.extra``."""
    for i in range(n - 1):
        choices.level[i] = choices.levels[e, i]
        choices.extra[i] = choices.extras[e, i]


@kernel
def best_exit(
    count: int, n: int, left: Ints, m: int, wrap: bool, net: Net, choices: Choices
) -> tuple[int, float]:
    """The transition the policy takes among the first ``count`` of ``choices``, and its chance.

    ``left[r]``: unseen cards of rank r, ``m`` in all. -1 and 0 when nothing can be emptied. With
    one unseen card every transition wins and the first is taken.
    """
    if count > 0 and m == 1:
        return 0, 1.0
    best, highest = -1, 0.0
    for e in range(count):
        pick(choices, e, n)
        value = chance_of(choices.level, choices.extra, n - 1, left, m, wrap, net, choices.room)
        if best < 0 or value > highest:
            best, highest = e, value
    return best, highest
