"""One deal, many verdicts: what is kept in the table must never turn a later answer."""

from random import Random

import numpy as np
import pytest

from kibitz.games.knotty_nines.classes import SCRATCH_SHAPE, canonical
from kibitz.heuristics.knotty_nines.bound import Deal
from kibitz.solvers.knotty_nines.search import (
    EXHAUSTED,
    FOUND,
    RUNNING,
    STATES,
    Memory,
    decide_class,
    new_memory,
)
from tests.cases import cases, least
from tests.naive.knotty_nines import Position, explore
from tests.naive.knotty_nines_cases import FULL_PACK, fresh, packed, played, small
from tests.solvers.knotty_nines.kernels import HEIGHT, SLOTS, prepared, rank_arrays

WITHOUT_LIMIT = 1 << 40


def ask(root: Position, later: Position, deal: Deal, memory: Memory, limit: int) -> int:
    """The verdict on a position below ``root``."""
    level, extra = rank_arrays(later.piles)
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    canonical(level, extra, len(level), root.wrap, scratch)
    depth = len(root.stock) - len(later.stock)
    return int(decide_class(deal, memory, level, extra, len(level), depth, limit, scratch))


@pytest.mark.parametrize("seed", range(3))
def test_agrees_with_trying_everything_whatever_was_asked_before(seed: int) -> None:
    random = Random(400 + seed)
    compared = won = 0
    for i in range(cases(120)):
        root = small(random) if i % 2 else packed(random, stuck=random.random() < 0.3)
        memory = new_memory(SLOTS, HEIGHT)
        deal = prepared(root, memory, decide=True)
        for _ in range(6):
            later = played(random, root, random.randint(0, 20))
            truth = explore(later, 1_500)
            stopped = ask(root, later, deal, memory, 1)
            answer = ask(root, later, deal, memory, WITHOUT_LIMIT)
            assert stopped in {RUNNING, answer}
            if truth is None:
                continue
            assert answer == (FOUND if truth.winnable else EXHAUSTED), (root, later)
            compared += 1
            won += truth.winnable
    assert compared >= least(500)
    assert won >= least(120)


def test_what_is_lost_is_kept_and_what_is_not_is_forgotten() -> None:
    random = Random(410)
    kept = 0
    for _ in range(20):
        root = fresh(random, list(FULL_PACK), 9, 43)
        memory = new_memory(SLOTS, HEIGHT)
        deal = prepared(root, memory, decide=True)
        before = memory.slots.copy()
        answer = ask(root, root, deal, memory, 20)
        if answer == EXHAUSTED:
            assert memory.control[STATES] > 0
            assert ask(root, root, deal, memory, 0) == EXHAUSTED
            kept += 1
        else:
            assert (memory.slots == before).all()
            assert memory.control[STATES] == 0
    assert 0 < kept < 20
