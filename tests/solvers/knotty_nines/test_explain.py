from dataclasses import replace
from random import Random

import pytest

from games.knotty_nines.game import KnottyNines
from games.knotty_nines.position import Position
from games.knotty_nines.rules import Rules
from solvers.budget import Budget, Limits
from solvers.knotty_nines.exact import RankView, decide
from solvers.knotty_nines.explain import cycles_of, deepest_line, explain, waiting_graph, waits_of
from solvers.knotty_nines.search import EXHAUSTED
from tests.naive import knotty_nines as naive
from tests.naive.knotty_nines_cases import packed
from tests.solvers.knotty_nines.packs import as_json, as_naive

GAME = KnottyNines()


def lost_positions(seed: int, count: int) -> list[Position]:
    """Late positions of a whole pack that trying everything proves lost."""
    random = Random(seed)
    found: list[Position] = []
    while len(found) < count:
        thrown = packed(random, wrap=random.random() < 0.6, stuck=random.random() < 0.3)
        position = GAME.read(as_json(thrown))
        truth = naive.explore(as_naive(position), 2_000)
        if truth is not None and not truth.winnable:
            found.append(position)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_deepest_is_what_trying_everything_reaches(seed: int) -> None:
    drew = 0
    for position in lost_positions(seed, 30):
        told = explain(GAME, position, Budget(Limits()))
        start = as_naive(position)
        truth = naive.explore(start)
        assert truth is not None
        assert told.deepest is not None
        assert told.deepest.proven
        assert (told.deepest.cards_drawn, told.deepest.of) == (truth.deepest, len(start.stock))
        end = naive.replay(start, told.line)
        assert len(start.stock) - len(end.stock) == truth.deepest
        drew += truth.deepest > 0
    assert drew >= 10


def test_waits_are_ranks_without_a_top() -> None:
    for position in lost_positions(9, 40):
        told = explain(GAME, position, Budget(Limits()))
        end = as_naive(GAME.play(position, told.line))
        tops = {pile[-1] for pile in end.piles if pile}
        names = ("ace", *"23456789", "10", "jack", "queen", "king")
        for block in told.blocks:
            pile = end.piles[(block.pile or 0) - 1]
            assert naive.TEXT_RANKS[pile[0]] == block.card[0]
            assert not tops & {names.index(word) for word in block.needs}
            assert block.reason
        if told.deepest and told.deepest.cards_drawn < told.deepest.of:
            # At the deepest point every pile waits, or it could be emptied and draw one more.
            assert len(told.blocks) == len(end.piles)
        for cycle in told.cycles:
            assert cycle[0] == cycle[-1]
            assert len(set(cycle)) == len(cycle) - 1
        assert told.summary.endswith(".")


def test_a_spent_budget_proves_nothing_and_says_so() -> None:
    position = GAME.deal("2", None, "pysolfc")
    _, found = decide(RankView.of(position), Budget(Limits()))
    assert found.outcome == EXHAUSTED
    budget = Budget(Limits(nodes=1))
    budget.nodes = 1
    depth, line = deepest_line(RankView.of(position), budget)
    assert (depth.cards_drawn, depth.of, depth.proven, line) == (0, 43, False, [])
    told = explain(GAME, position, budget)
    assert told.line == []
    assert "found so far" in told.summary


def test_king_on_its_way_up_needs_wrapping_round() -> None:
    lying = (51, 12, 20, 28)  # KS 4C 6C 8C
    stock = tuple(card for card in range(52) if card not in lying)
    position = Position(Rules(piles=4, wrap=False), tuple((card,) for card in lying), stock)
    waits = waits_of(position)
    assert [wait.ranks for wait in waits] == [(13,), (4,), (6,), (8,)]
    graph = waiting_graph(position, waits)
    assert graph.has_edge("stock", "pile 1")
    assert not list(graph.successors("pile 1"))
    assert ["stock", "pile 2", "5", "stock"] in cycles_of(graph)
    told = explain(GAME, position, Budget(Limits()))
    assert told.deepest is not None
    assert told.deepest.cards_drawn == 0
    assert told.blocks[0].card == "KS"
    assert told.blocks[0].needs == []
    round_the_corner = replace(position, rules=Rules(piles=4))
    assert waits_of(round_the_corner)[0].ranks == (0,)
