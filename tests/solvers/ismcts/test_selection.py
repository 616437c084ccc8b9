"""The child selected, against the published formulas."""

from math import log, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.solvers.ismcts.forest import new_rows, new_workspaces
from kibitz.solvers.ismcts.growing import plant
from kibitz.solvers.ismcts.options import SearchOptions, Selection, Setting, dials_of
from kibitz.solvers.ismcts.selection import choose
from tests.solvers.ismcts.records import SEATS, stayers

MOVES = [0, 1, 2]
LOW, HIGH = -1.0, 4.0


def tree(random: Random, seat: int) -> tuple[Any, Any, Any]:
    """A root with three visited children, their squares, and a workspace that knows the reach."""
    nodes = new_rows(1, 8)[0]
    squares = np.zeros(8)
    plant(nodes, MOVES, seat)
    workspaces = new_workspaces(1, Setting(SEATS, 3), None)
    workspaces["used"], workspaces["low"], workspaces["high"] = 4, LOW, HIGH
    for child in (1, 2, 3):
        visits = random.randint(1, 40)
        values = [random.uniform(LOW, HIGH) for _ in range(visits)]
        nodes["visits"][child] = visits
        nodes["seen"][child] = visits + random.randint(0, 4_000)
        nodes["total"][child] = sum(values)
        squares[child] = sum(value * value for value in values)
    nodes["visits"][0] = nodes["visits"][1:4].sum()
    return nodes, squares, workspaces


def score(selection: str, nodes: Any, squares: Any, child: int, exploration: float) -> float:
    """The score of a child when its move is legal once more."""
    visits, seen = int(nodes["visits"][child]), int(nodes["seen"][child]) + 1
    mean = (float(nodes["total"][child]) / visits - LOW) / (HIGH - LOW)
    if selection == "puct":
        return mean + exploration / 3 * sqrt(int(nodes["visits"][0])) / (1 + visits)
    share = log(seen) / visits
    if selection == "ucb_tuned":
        raw = float(nodes["total"][child]) / visits
        variance = (float(squares[child]) / visits - raw * raw) / (HIGH - LOW) ** 2
        share *= min(0.25, variance + sqrt(2 * share))
    return mean + exploration * sqrt(share)


@pytest.mark.parametrize("selection", ["ucb1", "ucb_tuned", "puct"])
def test_the_child_with_the_highest_score_is_taken(selection: Selection) -> None:
    random, state, differ = Random(1), stayers(5), 0
    for _ in range(300):
        nodes, squares, workspaces = tree(random, 0)
        exploration = random.choice([0.1, 0.7, 2.0])
        scores = {c: score(selection, nodes, squares, c, exploration) for c in (1, 2, 3)}
        best = max(scores, key=lambda c: scores[c])
        means = nodes["total"][1:4] / nodes["visits"][1:4]
        differ += best != 1 + int(np.argmax(means))
        seen = nodes["seen"][1:4].copy()
        options = SearchOptions(selection=selection, exploration=exploration)
        dials = dials_of(options, 0)
        assert choose(nodes, squares, workspaces[0], 0, state[0], 0, dials) == best
        assert (nodes["seen"][1:4] == seen + 1).all()
    assert differ > 50


def test_untried_moves_come_first_and_are_kept_ascending() -> None:
    state, dials = stayers(5), dials_of(SearchOptions(), 0)
    for seed in range(20):
        nodes, squares, workspaces = tree(Random(seed), 0)
        workspaces["stream"] = seed
        made = []
        for _ in MOVES:
            child = int(choose(nodes, squares, workspaces[0], 1, state[0], 0, dials))
            nodes["visits"][child] = 1
            made.append(child)
        assert sorted(made) == [4, 5, 6]
        child, listed = int(nodes["first"][1]), []
        while child:
            listed.append(int(nodes["move"][child]))
            child = int(nodes["following"][child])
        assert listed == MOVES
        # There is room for one more node, which nothing here needs.
        assert choose(nodes, squares, workspaces[0], 1, state[0], 0, dials) in made
        assert not workspaces["full"][0]
        assert choose(nodes, squares, workspaces[0], 2, state[0], 0, dials) == 7
        assert choose(nodes, squares, workspaces[0], 2, state[0], 0, dials) == 0
        assert workspaces["full"][0]
