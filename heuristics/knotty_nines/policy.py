"""A policy for a face-down stock: take the transition that the bound likes in most random worlds.

It commits before the next card is seen and costs a fraction of a millisecond, so it can be played
out many times; on its own, with 200 worlds a decision, it wins about 3.6 % of deals.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from games.chance import Stream, shuffle
from games.kernel import kernel
from games.knotty_nines.classes import (
    NEW_EXTRA,
    NEW_LEVEL,
    Bytes,
    Ints,
    canonical,
    next_child,
    open_children,
)
from heuristics.knotty_nines.bound import Deal, prepare, reach_of

WIDEST: Final = 512  # transitions the policy looks at; no class met in play comes near

Reals = npt.NDArray[np.float64]


@kernel
def best_exit(
    level: Ints,
    extra: Ints,
    n: int,
    unseen: Ints,
    m: int,
    wrap: bool,
    samples: int,
    stream: Stream,
    deal: Deal,
    cursor: Ints,
    scratch: Ints,
    other: Ints,
    exit_levels: Bytes,
    exit_extras: Bytes,
    sums: Reals,
) -> int:
    """The transition the policy takes: the one that most random worlds let through by the bound.

    All transitions meet the same ``samples`` worlds. Fills ``exit_levels, exit_extras``; -1 when
    nothing can be emptied.
    """
    exits = 0
    open_children(level, extra, n, cursor, scratch)
    while exits < WIDEST and next_child(n, -1, wrap, cursor, scratch):
        for i in range(n - 1):
            exit_levels[exits, i] = scratch[NEW_LEVEL, i]
            exit_extras[exits, i] = scratch[NEW_EXTRA, i]
        sums[exits] = 0.0
        exits += 1
    if exits < 2 or m == 1:
        return exits - 1 if exits < 2 else 0
    lev, ext = other[0], other[1]
    strain = other[2]
    for _ in range(samples):
        deal.stock[:m] = unseen[:m]
        shuffle(stream, deal.stock, m)
        bound = prepare(level, extra, n, deal.stock, m, wrap, deal.stuck, deal.slack, deal.arrival)
        for e in range(exits):
            reach = bound
            if bound > 1:
                for i in range(n - 1):
                    lev[i] = exit_levels[e, i]
                    ext[i] = exit_extras[e, i]
                lev[n - 1] = deal.stock[0]
                ext[n - 1] = 0
                canonical(lev, ext, n, wrap, scratch)
                reach = reach_of(
                    lev,
                    ext,
                    n,
                    1,
                    bound,
                    wrap,
                    deal.stuck,
                    deal.slack,
                    deal.arrival,
                    scratch,
                    strain,
                )
            sums[e] += 0.1 * reach / m + (1.0 if reach >= m else 0.0)
    best = 0
    for e in range(1, exits):
        if sums[e] > sums[best]:
            best = e
    return best
