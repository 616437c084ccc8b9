"""A bound on how much of the stock can ever be drawn.

Emptying a pile with base rank r consumes one base of rank r and one top of rank r + 1, and
nothing else consumes either: no two eliminations compete. Let A(r, j) and B(r, j) count the bases
and tops of rank r once j stock cards have arrived and nothing has left. Before card j (from 0)
can be drawn, at least V(r, j) = max(0, A(r, j) - B(r + 1, j)) of the bases r are still there, so
card j is out of reach unless the sum of V(., j) is at most n - 1: one pile must be free to leave.
Eliminations change A(r) and B(r + 1) alike, so V is fixed for a whole deal.

Gaps sharpen it from class to class. An empty rank only gets a top by drawing a card of that rank.
A pile with cap k on a component that ends below some empty rank g <= k + 1 cannot be emptied until
a card of rank g arrives: it is *held* until then. With S(r, j) held piles of base rank r at card
j, at least max(V(r, j), S(r, j)) bases of rank r remain.

Where a game is won only when no move is left either, no two neighbouring ranks have tops in the
end. As A(r) and B(r + 1) only change together, rank r + 1 has a top in the end if more than V(r, m)
of the bases r are still there, and piles that are held for ever are. Without ``wrap`` nothing goes
on an ace, so rank 0 has one, too. Once two neighbouring ranks must have tops the game is lost.

The counts live in byte lanes of two 64-bit words, ranks 0 … 7 and 8 … 12, and are compared all at
once.
"""

from typing import NamedTuple

import numpy as np
from numba import int64, uint64

from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import (
    BASE,
    NEVER,
    RANKS,
    RELEASE,
    Ints,
    Words,
)

BIAS = np.uint64(0x8080808080808080)
ONES = np.uint64(0x0101010101010101)


class Deal(NamedTuple):
    """A deal: its piles, stock and switches, and tables that are read-only for the search.

    ``piles`` at the beginning, ``cards`` of the stock. ``clear``: won only when, the stock being
    empty, no move is left either. ``stuck[j, word]``: lanes V(., j). ``slack[j]``: n - 1 less their
    sum; the last row is not used. ``arrival[j, r]``: index of the first card of rank r at or after
    j, NEVER when there is none. Rows 0 … ``cards``.
    """

    piles: int
    cards: int
    wrap: bool
    clear: bool
    stock: Ints
    stuck: Words
    slack: Ints
    arrival: Ints


def new_deal(piles: int, m: int, *, wrap: bool, clear: bool) -> Deal:
    """Empty tables for so many piles and a stock of ``m`` cards."""
    return Deal(
        piles,
        m,
        wrap,
        clear,
        np.zeros(max(m, 1), np.int64),
        np.zeros((m + 1, 2), np.uint64),
        np.zeros(m + 1, np.int64),
        np.zeros((m + 1, RANKS), np.int64),
    )


@kernel
def lane(rank: int, word: int) -> int:
    """The unit of ``rank`` in lane word 0 (ranks 0 … 7) or 1 (ranks 8 … 12)."""
    if rank < 0 or (rank >> 3) != word:
        return uint64(0)
    return uint64(1) << uint64(8 * (rank & 7))


@kernel
def positive(lanes: int) -> int:
    """Per biased byte lane, its value above the bias, or 0 when it lies below."""
    return lanes & (((lanes & BIAS) >> uint64(7)) * uint64(127))


@kernel
def lane_sum(lanes: int) -> int:
    """The sum of eight small byte lanes."""
    return int64((lanes * ONES) >> uint64(56))


@kernel
def under(rank: int, wrap: bool) -> int:
    """The rank one below, whose bases need a top of ``rank``; -1 for none."""
    if rank > 0:
        return rank - 1
    return RANKS - 1 if wrap else -1


@kernel
def prepare(level: Ints, extra: Ints, deal: Deal) -> int:
    """Fill the tables of a deal and return how many of its stock cards V lets through."""
    n, m, wrap, stock = deal.piles, deal.cards, deal.wrap, deal.stock
    stuck, slack, arrival = deal.stuck, deal.slack, deal.arrival
    low, high = uint64(BIAS), uint64(BIAS)
    for i in range(n):
        base = (level[i] + extra[i]) % RANKS
        below = under(level[i], wrap)
        low += lane(base, 0) - lane(below, 0)
        high += lane(base, 1) - lane(below, 1)
    reach = m
    for j in range(m):
        stuck[j, 0] = positive(low)
        stuck[j, 1] = positive(high)
        slack[j] = n - 1 - lane_sum(stuck[j, 0] + stuck[j, 1])
        if slack[j] < 0 and reach == m:
            reach = j
        x = stock[j]
        below = under(x, wrap)
        low += lane(x, 0) - lane(below, 0)
        high += lane(x, 1) - lane(below, 1)
    stuck[m, 0] = positive(low)
    stuck[m, 1] = positive(high)
    for r in range(RANKS):
        arrival[m, r] = NEVER
    for j in range(m - 1, -1, -1):
        for r in range(RANKS):
            arrival[j, r] = arrival[j + 1, r]
        arrival[j, stock[j]] = j
    return reach


@kernel
def held_until(level: int, extra: int, occupied: int, wrap: bool, arrives: Ints) -> int:
    """Index of the stock card that must arrive before this pile can be emptied, -1 for none.

    The pile needs every rank above its level up to one above its cap. ``occupied``: bit set of
    ranks with a top; ``arrives``: next arrival by rank.
    """
    latest = -1
    rank = level
    for _ in range(min(extra, RANKS - 1) + 1):
        rank += 1
        if rank == RANKS:
            if not wrap:
                return NEVER
            rank = 0
        if not (occupied >> rank) & 1 and arrives[rank] > latest:
            latest = arrives[rank]
    return latest


@kernel
def reach_of(
    level: Ints,
    extra: Ints,
    n: int,
    drawn: int,
    deal: Deal,
    scratch: Ints,
) -> tuple[int, int]:
    """How many of the stock cards a class that has drawn ``drawn`` could draw at the most.

    And its strain, the total number of held piles beyond V over all cards: how tight it is.
    """
    m, wrap = deal.cards, deal.wrap
    stuck, slack, arrival = deal.stuck, deal.slack, deal.arrival
    release, base = scratch[RELEASE], scratch[BASE]
    strain = 0
    occupied = 0
    for i in range(n):
        occupied |= 1 << level[i]
    held = 0
    low, high = uint64(BIAS), uint64(BIAS)
    first, last = NEVER, -1
    for i in range(n):
        until = held_until(level[i], extra[i], occupied, wrap, arrival[drawn])
        if until >= drawn:
            release[held] = until
            base[held] = (level[i] + extra[i]) % RANKS
            low += lane(base[held], 0)
            high += lane(base[held], 1)
            first = min(first, until)
            last = max(last, until)
            held += 1
    for j in range(drawn, min(last, m - 1) + 1):
        if first < j:
            first = NEVER
            i = 0
            while i < held:
                if release[i] < j:
                    low -= lane(base[i], 0)
                    high -= lane(base[i], 1)
                    held -= 1
                    release[i] = release[held]
                    base[i] = base[held]
                else:
                    first = min(first, release[i])
                    i += 1
        over = lane_sum(positive(low - stuck[j, 0]) + positive(high - stuck[j, 1]))
        if over > slack[j]:
            return j, strain
        strain += over
    return m, strain


@kernel
def can_rest(level: Ints, extra: Ints, n: int, drawn: int, deal: Deal) -> bool:
    """False when a canonical class that has drawn ``drawn`` cards cannot end with no move left."""
    wrap, arrives = deal.wrap, deal.arrival[drawn]
    occupied = 0
    for i in range(n):
        occupied |= 1 << level[i]
    low, high = uint64(BIAS), uint64(BIAS)
    for i in range(n):
        if held_until(level[i], extra[i], occupied, wrap, arrives) == NEVER:
            base = (level[i] + extra[i]) % RANKS
            low += lane(base, 0)
            high += lane(base, 1)
    low = positive(low - deal.stuck[deal.cards, 0])
    high = positive(high - deal.stuck[deal.cards, 1])
    topped = 0  # bit set of ranks that have a top in the end
    if not wrap and (occupied & 1 or arrives[0] != NEVER):
        topped = 1
    for base in range(RANKS if wrap else RANKS - 1):
        lanes = low if base < 8 else high
        if (lanes >> uint64(8 * (base & 7))) & uint64(127):
            topped |= 1 << (base + 1) % RANKS
    above = topped << 1
    if wrap:
        above |= topped >> (RANKS - 1)
    return topped & above == 0
