"""Chances of several moves: however the sampled games fall out, every move keeps a value."""

from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.contract.options import Limits
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.knack_solitaire import chances


@pytest.mark.parametrize("seed", range(20))
def test_a_move_that_was_dropped_stays_dropped(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    random = Random(seed)
    game = KnackSolitaire()
    root = game.state(game.deal(str(seed)))

    def sampled(*given: Any) -> int:
        """Wins at random: a move that was dropped early looks good again later."""
        moves, count, above, below = given[2], given[6], given[7], given[8]
        for place in range(len(moves)):
            won = sum(random.random() < 0.5 for _ in range(count))
            above[place] += won
            below[place] += won
        return len(moves) * int(count)

    monkeypatch.setattr(chances, "sample_worlds", sampled)
    moves = list(range(30))
    ends = chances.Ends(root, moves, hidden=True, seed=seed)
    budget = Budget(Limits(iterations=2_000))
    ends.run(budget, ignore)
    counts = [ends.chance(place).worlds for place in range(len(moves))]
    assert len(set(counts)) > 2
    assert sorted(ends.order()) == moves
    assert ends.worlds == budget.iterations == max(counts)
    best = int(ends.order()[0])
    values = [ends.chance(place).value for place in moves]
    assert values[best] == max(values)
    assert ends.chance(best).worlds == np.max(counts)
