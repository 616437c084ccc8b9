from collections.abc import Callable
from random import Random

import pytest

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import Limits
from kibitz.solvers.budget import Budget, drive
from kibitz.solvers.knotty_nines.exact import decide, line_texts
from kibitz.solvers.knotty_nines.search import FOUND
from kibitz.solvers.knotty_nines.shortest import FIRST_NODES, ShortestSearch, shorten
from tests.cases import cases, least
from tests.naive.knotty_nines import Position, explore, is_won, replay
from tests.naive.knotty_nines_cases import FULL_PACK, consistent, fresh, packed, small
from tests.solvers.knotty_nines.kernels import view_of

WINNABLE = 299  # a deal whose shortest win takes more nodes than the first tables hold


def packed_either(random: Random) -> Position:
    return packed(random, wrap=random.random() < 0.7)


@pytest.mark.parametrize(
    ("source", "seed", "count", "least_won"),
    [
        pytest.param(small, 1, 200, 100, id="small-1"),
        pytest.param(small, 2, 200, 100, id="small-2"),
        pytest.param(consistent, 3, 500, 70, id="consistent"),
        pytest.param(packed_either, 4, 200, 15, id="packed"),
    ],
)
def test_as_short_as_breadth_first_search_says(
    source: Callable[[Random], Position], seed: int, count: int, least_won: int
) -> None:
    random = Random(seed)
    won = 0
    for _ in range(cases(count)):
        position = source(random)
        truth = explore(position, 3_000)
        if truth is None or not truth.winnable or not truth.fewest:
            continue
        stopped, best = shorten(view_of(position), Budget(Limits()))
        assert (stopped, best.found) == (StoppedBy.SOLVED, True)
        line = line_texts(best.line())
        assert len(line) == best.at_least == truth.fewest, position
        assert is_won(replay(position, line)), position
        won += 1
    assert won >= least(least_won)


def whole_deal() -> Position:
    return fresh(Random(WINNABLE), list(FULL_PACK), 9, 43)


def test_never_longer_than_the_first_line_found() -> None:
    compared = 0
    for seed in range(120):
        position = fresh(Random(seed), list(FULL_PACK), 9, 43)
        _, found = decide(view_of(position), Budget(Limits()))
        if found.outcome != FOUND:
            continue
        any_line = line_texts(found.line())
        assert is_won(replay(position, any_line))
        budget = Budget(Limits(nodes=20_000))
        stopped, best = shorten(view_of(position), budget)
        assert 43 <= best.at_least <= len(any_line)
        if stopped is StoppedBy.SOLVED:
            line = line_texts(best.line())
            assert is_won(replay(position, line))
            assert best.at_least == len(line) <= len(any_line)
            compared += 1
    assert compared >= 8


def test_same_line_whatever_the_chunks() -> None:
    at_once = ShortestSearch(view_of(whole_deal()), Budget(Limits()))
    while at_once.advance(1 << 40) is None:
        pass
    in_steps = ShortestSearch(view_of(whole_deal()), Budget(Limits()))
    while in_steps.advance(3) is None:
        pass
    assert in_steps.line() == at_once.line()
    assert (in_steps.visited(), in_steps.states) == (at_once.visited(), at_once.states)


def test_tables_grow_or_memory_is_reported() -> None:
    growing = ShortestSearch(view_of(whole_deal()), Budget(Limits()))
    assert drive(growing, Budget(Limits())) is StoppedBy.SOLVED
    assert growing.states > FIRST_NODES
    budget = Budget(Limits(memory_mb=1))
    assert drive(ShortestSearch(view_of(whole_deal()), budget), budget) is StoppedBy.MEMORY


def test_the_bound_so_far_holds_when_stopped_early() -> None:
    _, whole = shorten(view_of(whole_deal()), Budget(Limits()))
    lowest = 0
    for nodes in (1, 10, 100, 1_000):
        stopped, part = shorten(view_of(whole_deal()), Budget(Limits(nodes=nodes)))
        assert stopped is StoppedBy.NODES
        assert part.visited() >= nodes  # classes that the oracle visits count as well
        assert lowest <= part.at_least <= len(whole.line())
        lowest = part.at_least
