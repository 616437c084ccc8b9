from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from kibitz.heuristics.knotty_nines.bound import new_deal
from kibitz.solvers.knotty_nines.search import (
    EXHAUSTED,
    FOUND,
    RUNNING,
    TABLE_FULL,
    decide_batch,
    new_memory,
    search,
)
from tests.cases import cases, least
from tests.naive.knotty_nines import Position, explore
from tests.naive.knotty_nines_cases import (
    FULL_PACK,
    consistent,
    fresh,
    packed,
    small,
    taken_back,
)
from tests.solvers.knotty_nines.kernels import (
    HEIGHT,
    LEAST_HEIGHT,
    LEAST_SLOTS,
    SLOTS,
    prepared,
    rank_arrays,
    run,
)

LIMIT = 3_000

Source = Callable[[Random], Position]


def packed_line(random: Random) -> Position:
    return packed(random, wrap=False)


def packed_stuck(random: Random) -> Position:
    return packed(random, wrap=random.random() < 0.5, stuck=True)


def whole_deal(random: Random) -> Position:
    piles = random.choice([4, 6, 8, 9, 9, 10])
    return fresh(random, list(FULL_PACK), piles, 52 - piles)._replace(wrap=random.random() < 0.5)


# Where the positions come from, how many, how many of them at least are won.
MIXES = [
    pytest.param(small, 11, 250, 125, id="small-1"),
    pytest.param(small, 12, 250, 125, id="small-2"),
    pytest.param(small, 13, 250, 125, id="small-3"),
    pytest.param(consistent, 14, 400, 60, id="consistent"),
    pytest.param(packed, 15, 150, 20, id="packed"),
    pytest.param(packed_line, 16, 150, 2, id="packed-line"),
    pytest.param(packed_stuck, 17, 100, 0, id="packed-stuck"),
    pytest.param(whole_deal, 18, 150, 0, id="whole"),
]


@pytest.mark.parametrize(("source", "seed", "count", "least_won"), MIXES)
def test_agrees_with_trying_everything(
    source: Source, seed: int, count: int, least_won: int
) -> None:
    random = Random(seed)
    compared = won = 0
    for _ in range(cases(count)):
        position = source(random)
        truth = explore(position, LIMIT)
        if truth is None:
            continue
        compared += 1
        won += truth.winnable
        decided = run(position, decide=True)
        assert decided.outcome == (FOUND if truth.winnable else EXHAUSTED), position
        assert decided.deepest <= truth.deepest, position
        sounded = run(position, decide=False)
        assert sounded.outcome == (FOUND if truth.winnable else EXHAUSTED), position
        assert sounded.deepest == truth.deepest, position
    assert compared >= 0.7 * cases(count)
    assert won >= least(least_won)


@pytest.mark.parametrize("wrap", [True, False])
@pytest.mark.parametrize("stuck", [True, False])
def test_batch_agrees_with_trying_everything(wrap: bool, stuck: bool) -> None:
    random = Random(20 + 2 * wrap + stuck)
    piles, stock = 5, 7
    pack = [rank for rank in range(13) for _ in range(2)]
    positions: list[Position] = []
    while len(positions) < 60:
        position = fresh(random, pack, piles, stock)._replace(wrap=wrap, stuck=stuck)
        positions.append(position)
    arrays = [rank_arrays(position.piles) for position in positions]
    out = np.zeros((len(positions), 4), np.int64)
    decide_batch(
        new_deal(piles, stock, wrap=wrap, clear=stuck), new_memory(SLOTS, HEIGHT),
        np.array([levels for levels, _ in arrays]), np.array([extras for _, extras in arrays]),
        np.array([position.stock for position in positions], np.int64),
        1 << 40, out,
    )  # fmt: skip
    for position, (outcome, nodes, states, deepest) in zip(positions, out.tolist(), strict=True):
        truth = explore(position)
        assert truth is not None
        assert outcome == (FOUND if truth.winnable else EXHAUSTED), position
        alone = run(position, decide=True)
        assert (nodes, states, deepest) == (alone.nodes, alone.states, alone.deepest)


def test_batch_leaves_a_deal_over_the_limit_open() -> None:
    position = whole_deal_of_many_nodes()
    levels, extras = rank_arrays(position.piles)
    out = np.zeros((2, 4), np.int64)
    decide_batch(
        new_deal(9, len(position.stock), wrap=True, clear=False), new_memory(SLOTS, HEIGHT),
        np.array([levels, levels]), np.array([extras, extras]),
        np.array([position.stock, position.stock], np.int64),
        5, out,
    )  # fmt: skip
    assert out[0].tolist() == out[1].tolist()
    assert out[0, :2].tolist() == [RUNNING, 5]


@pytest.mark.parametrize("decide", [True, False])
@pytest.mark.parametrize("seed", range(12))
def test_resuming_changes_nothing(seed: int, decide: bool) -> None:
    random = Random(40 + seed)
    position = fresh(random, list(FULL_PACK), 9, 43) if seed < 6 else small(random)
    at_once = run(position, decide=decide)
    assert run(position, decide=decide, chunk=1) == at_once
    assert run(position, decide=decide, chunk=7) == at_once


@pytest.mark.parametrize("seed", range(8))
def test_moving_to_larger_tables_changes_nothing(seed: int) -> None:
    position = fresh(Random(60 + seed), list(FULL_PACK), 9, 43)
    at_once = run(position, decide=False)
    assert run(position, decide=False, chunk=10, move_after=3) == at_once


def test_full_table_is_reported_and_nothing_is_lost() -> None:
    position = whole_deal_of_many_nodes()
    memory = new_memory(LEAST_SLOTS, LEAST_HEIGHT)
    deal = prepared(position, memory, decide=False)
    assert search(deal, memory, 1 << 40) == TABLE_FULL
    nodes = int(memory.control[1])
    assert search(deal, memory, 1 << 40) == TABLE_FULL
    assert int(memory.control[1]) == nodes


def whole_deal_of_many_nodes() -> Position:
    return fresh(Random(2_117), list(FULL_PACK), 9, 43)


@pytest.mark.parametrize("wrap", [True, False])
def test_a_win_with_no_move_left_is_found(wrap: bool) -> None:
    random = Random(31)
    for _ in range(cases(150)):
        position = taken_back(random, wrap, random.choice([5, 30, 120, 400]))
        assert run(position, decide=True).outcome == FOUND, position


@pytest.mark.parametrize("stuck", [True, False])
def test_empty_stock_is_decided_at_the_root(stuck: bool) -> None:
    at_rest = Position(((6,), (8,), (10,)), (), True, stuck)
    assert run(at_rest, decide=True).found
    restless = Position(((7, 6), (6, 5)), (), True, stuck)
    assert run(restless, decide=True).found == (not stuck)
