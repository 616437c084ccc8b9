"""The class search driven directly from naive positions, which may be smaller than a pack."""

from typing import NamedTuple

import numpy as np

from kibitz.games.knotty_nines.classes import SCRATCH_SHAPE, Ints, canonical, key_of
from kibitz.heuristics.knotty_nines.bound import Deal, new_deal
from kibitz.solvers.knotty_nines.exact import NO_SPACE, RankView
from kibitz.solvers.knotty_nines.search import (
    DEEPEST,
    FOUND,
    NODES,
    RUNNING,
    STATES,
    Memory,
    begin,
    move_table,
    new_memory,
    search,
)
from tests.naive.knotty_nines import Piles, Position

SLOTS, HEIGHT = 1 << 16, 1 << 14
# The least tables a search accepts: one node may add STACK_MARGIN classes to both.
LEAST_SLOTS, LEAST_HEIGHT = 1 << 14, 1 << 13


class Ran(NamedTuple):
    """What a run of the search left behind."""

    outcome: int
    deepest: int
    nodes: int
    states: int

    @property
    def found(self) -> bool:
        return self.outcome == FOUND


def rank_arrays(piles: Piles) -> tuple[Ints, Ints]:
    """Levels and extras of piles that are not empty."""
    levels = np.array([pile[-1] for pile in piles], np.int64)
    return levels, np.array([len(pile) - 1 for pile in piles], np.int64)


def prepared(position: Position, memory: Memory, *, decide: bool) -> Deal:
    """A search of ``position`` about to begin in ``memory``."""
    levels, extras = rank_arrays(position.piles)
    size = len(position.stock)
    deal = new_deal(len(position.piles), size, wrap=position.wrap, clear=position.stuck)
    deal.stock[:size] = position.stock
    begin(deal, memory, levels, extras, decide)
    return deal


def run(
    position: Position, *, decide: bool, chunk: int = 1 << 40, move_after: int | None = None
) -> Ran:
    """Run the search to its end, ``chunk`` nodes at a time.

    ``move_after``: after so many chunks it goes on in larger tables.
    """
    memory = new_memory(SLOTS, HEIGHT)
    deal = prepared(position, memory, decide=decide)
    chunks = 0
    while True:
        outcome = search(deal, memory, chunk)
        chunks += 1
        if outcome != RUNNING:
            break
        if chunks == move_after:
            larger = new_memory(2 * SLOTS, 2 * HEIGHT)
            move_table(memory, larger)
            memory = larger
    control = memory.control
    return Ran(int(outcome), int(control[DEEPEST]), int(control[NODES]), int(control[STATES]))


def canonical_form(piles: Piles, wrap: bool) -> tuple[tuple[tuple[int, int], ...], int]:
    """The kernel's canonical (level, extra) pairs and key of the class of ``piles``."""
    level, extra = rank_arrays(piles)
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    canonical(level, extra, len(piles), wrap, scratch)
    pairs = tuple(zip(level.tolist(), extra.tolist(), strict=True))
    return pairs, int(key_of(extra, len(piles), scratch))


def as_piles(pairs: tuple[tuple[int, int], ...]) -> Piles:
    """Piles, base first, from (level, extra) pairs."""
    return tuple(
        tuple((level + extra - i) % 13 for i in range(extra + 1)) for level, extra in pairs
    )


def view_of(position: Position) -> RankView:
    """The solver's view of a naive position, spaces and all."""
    return RankView(
        np.array([pile[-1] if pile else NO_SPACE for pile in position.piles], np.int64),
        np.array([len(pile) - 1 for pile in position.piles], np.int64),
        np.array(position.stock, np.int64),
        position.wrap,
        position.stuck,
    )
