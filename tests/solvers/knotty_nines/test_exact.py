from random import Random

import numpy as np
import pytest

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import Limits
from kibitz.games.knotty_nines.game import KnottyNines
from kibitz.solvers.budget import Budget, Cancel, Progress, drive
from kibitz.solvers.knotty_nines.exact import FIRST_SLOTS, ClassSearch, RankView, decide, line_texts
from kibitz.solvers.knotty_nines.search import EXHAUSTED, FOUND
from tests.cases import cases, least
from tests.naive.knotty_nines import Position, explore, is_won, replay
from tests.naive.knotty_nines_cases import FULL_PACK, consistent, fresh, packed, small
from tests.solvers.knotty_nines.kernels import run, view_of

MANY_NODES = 2_117  # a deal of more than twenty thousand classes


def deal_of(seed: int) -> Position:
    return fresh(Random(seed), list(FULL_PACK), 9, 43)


@pytest.mark.parametrize("seed", range(3))
def test_lines_win_when_replayed_by_the_rule_sheet(seed: int) -> None:
    random = Random(100 + seed)
    won = longer = 0
    for i in range(cases(240)):
        position = (small, consistent, packed)[i % 3](random)
        truth = explore(position, 2_000)
        if truth is None:
            continue
        stopped, found = decide(view_of(position), Budget(Limits()))
        assert stopped is StoppedBy.SOLVED
        assert found.outcome == (FOUND if truth.winnable else EXHAUSTED), position
        if truth.winnable:
            assert truth.fewest is not None
            line = line_texts(found.line())
            assert is_won(replay(position, line)), position
            assert len(line) >= truth.fewest
            won += 1
            longer += len(line) > truth.fewest
    assert won >= least(60)
    assert longer >= least(5)


def test_spaces_are_left_out_of_the_search_but_keep_their_numbers() -> None:
    position = Position(((), (7, 6), (), (8,)), (), True, True)
    stopped, found = decide(view_of(position), Budget(Limits()))
    assert (stopped, found.outcome) == (StoppedBy.SOLVED, FOUND)
    line = line_texts(found.line())
    assert is_won(replay(position, line))
    assert all(set(move) <= set("2>4") for move in line)


def test_won_from_the_start_needs_no_moves() -> None:
    stopped, found = decide(view_of(Position(((7, 6), (6, 5)), ())), Budget(Limits()))
    assert (stopped, found.outcome, found.line()) == (StoppedBy.SOLVED, FOUND, [])


def test_view_forgets_suits_and_keeps_spaces() -> None:
    game = KnottyNines()
    position = game.deal("24", {"win": "stock_empty_and_stuck", "wrap": False}, "pysolfc")
    view = RankView.of(position)
    assert view.levels.tolist() == [3, 4, 11, 4, 1, 6, 0, 6, 1]
    assert view.extras.tolist() == [0] * 9
    assert view.stock[:3].tolist() == [11, 8, 1]
    assert (view.wrap, view.clear) == (False, True)
    shorter = view.cut_to(2)
    assert (shorter.stock.tolist(), shorter.clear) == ([11, 8], False)
    apart = RankView(np.array([-1, 5]), np.array([-1, 2]), view.stock, True, False)
    assert [part.tolist() for part in apart.standing()] == [[5], [2]]


@pytest.mark.parametrize("seed", [1, 2, 3, 254, MANY_NODES])
def test_same_nodes_whatever_the_chunks(seed: int) -> None:
    position = deal_of(seed)
    whole = run(position, decide=False)
    found = ClassSearch(view_of(position), Budget(Limits()), decide=False)
    while found.advance(997) is None:
        pass
    assert (found.outcome, found.deepest, found.visited(), found.states) == whole


def test_tables_grow_within_the_memory_limit() -> None:
    found = ClassSearch(view_of(deal_of(MANY_NODES)), Budget(Limits(memory_mb=64)), decide=False)
    assert len(found.memory.slots) == FIRST_SLOTS
    assert drive(found, Budget(Limits())) is StoppedBy.SOLVED
    assert len(found.memory.slots) > FIRST_SLOTS


def test_memory_is_reported_when_the_tables_may_not_grow() -> None:
    budget = Budget(Limits(memory_mb=1))
    found = ClassSearch(view_of(deal_of(MANY_NODES)), budget, decide=False)
    assert drive(found, budget) is StoppedBy.MEMORY
    assert len(found.memory.slots) == FIRST_SLOTS
    assert found.advance(100) is StoppedBy.MEMORY


def test_node_limit_is_kept_exactly() -> None:
    budget = Budget(Limits(nodes=1_234))
    stopped, found = decide(view_of(deal_of(MANY_NODES)), budget)
    assert (stopped, found.visited(), budget.nodes) == (StoppedBy.NODES, 1_234, 1_234)


def test_cancel_stops_before_any_work() -> None:
    cancel = Cancel()
    cancel.set()
    stopped, found = decide(view_of(deal_of(MANY_NODES)), Budget(Limits(), cancel))
    assert (stopped, found.visited()) == (StoppedBy.CANCELLED, 0)


def test_progress_counts_classes() -> None:
    heard: list[Progress] = []
    budget = Budget(Limits(nodes=10_000))
    decide(view_of(deal_of(MANY_NODES)), budget, heard.append)
    assert heard
    assert all((entry.unit, entry.total) == ("classes", 10_000) for entry in heard)
    assert [entry.done for entry in heard] == sorted(entry.done for entry in heard)
    assert heard[-1].best.endswith("of 43 cards drawn")
