from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest

from kibitz.games.knotty_nines.classes import NEVER, RANKS, SCRATCH_SHAPE
from kibitz.heuristics.knotty_nines.bound import (
    Deal,
    can_rest,
    held_until,
    lane,
    lane_sum,
    new_deal,
    prepare,
    reach_of,
    under,
)
from tests.cases import cases
from tests.naive.knotty_nines import Findings, Position, explore
from tests.naive.knotty_nines_cases import (
    FULL_PACK,
    fresh,
    packed,
    played,
    small,
    taken_back,
)
from tests.naive.knotty_nines_classes import children
from tests.solvers.knotty_nines.kernels import rank_arrays

LIMIT = 3_000


def tables(position: Position) -> tuple[Deal, int]:
    """The tables of a deal and how much of its stock they let through."""
    levels, extras = rank_arrays(position.piles)
    size = len(position.stock)
    deal = new_deal(len(levels), size, wrap=position.wrap, clear=position.stuck)
    deal.stock[:size] = position.stock
    reach = prepare(levels, extras, deal)
    return deal, int(reach)


def reach_from(root: Position, deal: Deal, position: Position) -> tuple[int, int]:
    """The bound on a later position of the deal that ``deal`` holds the tables of, its strain."""
    levels, extras = rank_arrays(position.piles)
    drawn = len(root.stock) - len(position.stock)
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    reach, strain = reach_of(levels, extras, len(levels), drawn, deal, scratch)
    return int(reach), int(strain)


def rests(root: Position, deal: Deal, position: Position) -> bool:
    """Whether a later position of the deal may end with no move left."""
    levels, extras = rank_arrays(tuple(pile for pile in position.piles if pile))
    drawn = len(root.stock) - len(position.stock)
    return bool(can_rest(levels, extras, len(levels), drawn, deal))


def tried(
    source: Callable[[Random], Position], seed: int, count: int
) -> Iterator[tuple[Position, Position, Findings]]:
    """Positions, they and later ones, with what trying everything finds where that can be done."""
    random = Random(seed)
    for _ in range(cases(count)):
        root = source(random)
        for later in (root, played(random, root, random.randint(1, 25))):
            truth = explore(later, LIMIT)
            if truth is not None:
                yield root, later, truth


def whole_deal(random: Random) -> Position:
    piles = random.choice([6, 8, 9, 10])
    return fresh(random, list(FULL_PACK), piles, 52 - piles)._replace(wrap=random.random() < 0.5)


def packed_either(random: Random) -> Position:
    return packed(random, wrap=random.random() < 0.5)


@pytest.mark.parametrize(
    ("source", "seed", "count"),
    [
        pytest.param(small, 1, 200, id="small"),
        pytest.param(packed_either, 2, 120, id="packed"),
        pytest.param(whole_deal, 3, 120, id="whole"),
    ],
)
def test_never_below_what_trying_everything_reaches(
    source: Callable[[Random], Position], seed: int, count: int
) -> None:
    compared = cut = 0
    for root, later, truth in tried(source, seed, count):
        compared += 1
        deal, whole = tables(root)
        drawn = len(root.stock) - len(later.stock)
        reached = drawn + truth.deepest
        assert whole >= reached, (root, later)
        reach, strain = reach_from(root, deal, later)
        assert reach >= reached, (root, later)
        assert strain >= 0
        cut += min(whole, reach) < len(root.stock)
    assert compared >= 1.3 * cases(count)
    assert cut >= 0.15 * compared


def packed_stuck(random: Random) -> Position:
    return packed(random, wrap=random.random() < 0.5, stuck=True)


def test_what_cannot_come_to_rest_is_not_won() -> None:
    compared = refused = 0
    for root, later, truth in tried(packed_stuck, 5, 300):
        compared += 1
        restless = not rests(root, tables(root)[0], later)
        assert not (restless and truth.winnable), (root, later)
        refused += restless
    assert refused >= 0.5 * compared


@pytest.mark.parametrize("wrap", [True, False])
def test_what_is_won_can_come_to_rest(wrap: bool) -> None:
    random = Random(6)
    drawn = 0
    for _ in range(cases(2_000)):
        root = taken_back(random, wrap, random.choice([5, 30, 120, 400]))
        deal, whole = tables(root)
        assert whole == len(root.stock)
        assert rests(root, deal, root), root
        drawn += whole
    assert drawn >= 3 * cases(2_000)


def test_the_same_throughout_a_class() -> None:
    random = Random(7)
    for _ in range(100):
        root = small(random)
        deal, _ = tables(root)
        member = root
        for _ in range(10):
            arranged = played(random, member, 1)
            if len(arranged.stock) == len(root.stock):
                member = arranged
        assert reach_from(root, deal, member) == reach_from(root, deal, root)
        assert rests(root, deal, member) == rests(root, deal, root)


def test_piles_that_are_held_for_ever_leave_nothing_to_draw() -> None:
    random = Random(8)
    held = 0
    for _ in range(200):
        root = small(random)
        deal, _ = tables(root)
        reach, _ = reach_from(root, deal, root)
        leaves = bool(children(root.piles, root.stock[0], root.wrap))
        assert reach >= 1 or not leaves
        held += reach == 0
    assert held >= 10


def test_held_until_looks_at_every_rank_on_the_way() -> None:
    arrives = np.full(RANKS, NEVER, np.int64)
    arrives[[4, 5, 0]] = [30, 10, 20]
    on = (1 << 3) | (1 << 12)
    assert held_until(3, 0, on, True, arrives) == 30
    assert held_until(3, 1, on, True, arrives) == 30
    assert held_until(3, 2, on, True, arrives) == NEVER
    assert held_until(4, 0, on, True, arrives) == 10
    assert held_until(2, 0, on, True, arrives) == -1
    assert held_until(12, 0, on, True, arrives) == 20
    assert held_until(12, 0, on, False, arrives) == NEVER


def test_lanes() -> None:
    assert [under(rank, True) for rank in (0, 1, 12)] == [12, 0, 11]
    assert [under(rank, False) for rank in (0, 1, 12)] == [-1, 0, 11]
    for rank in range(RANKS):
        assert lane_sum(lane(rank, 0)) == (rank < 8)
        assert lane_sum(lane(rank, 1)) == (rank >= 8)
    assert lane(-1, 0) == lane(-1, 1) == 0
