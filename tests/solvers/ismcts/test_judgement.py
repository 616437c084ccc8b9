"""What judgement expects and what worlds show, joined."""

from math import inf
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.solvers.intervals import FEWEST
from kibitz.solvers.ismcts.forest import judgement_of
from kibitz.solvers.ismcts.options import SearchOptions, Setting
from kibitz.solvers.ismcts.tally import OUTDONE, Judgement
from tests.games.knaves.tables import GAME
from tests.solvers.ismcts.records import knaves_state, late
from tests.solvers.ismcts.searching import search

PAIRED: dict[str, Any] = {"root": "racing", "tree_depth": 1, "playout": "policy"}
numbers = st.floats(-3, 3)
errors = st.floats(0.05, 3)


@given(numbers, numbers, errors, numbers, errors)
def test_the_join_is_the_posterior_of_two_normals(
    one: float, other: float, error: float, loss: float, loss_se: float
) -> None:
    """Against Bayes' rule on a fine grid."""
    mean, deviation = Judgement(np.array([one, other]), error).joined(0, 1, loss, loss_se)
    grid = np.linspace(-25, 25, 40_001)
    logs = -0.5 * ((grid - (one - other)) / error) ** 2 - 0.5 * ((grid - loss) / loss_se) ** 2
    shares = np.exp(logs - logs.max())
    shares /= shares.sum()
    expected = float(shares @ grid)
    assert mean == pytest.approx(expected, abs=1e-6)
    assert deviation == pytest.approx(float(np.sqrt(shares @ (grid - expected) ** 2)), abs=1e-3)


def test_who_has_seen_nothing_goes_by_judgement_and_who_has_none_by_worlds() -> None:
    expected = np.array([0.25, -0.5])
    assert Judgement(expected, 0.2).joined(0, 1, 3.0, inf) == (0.75, 0.2)
    assert Judgement(expected, inf).joined(0, 1, 3.0, 0.5) == (3.0, 0.5)
    assert Judgement(expected, 0.2).joined(0, 1, 0.0, 0.0) == (0.0, 0.0)
    assert Judgement(expected, 0.2).joined(1, 1, 0.0, 0.0) == (0.0, 0.0)


def test_judgement_of_a_position_is_its_prior_on_a_scale() -> None:
    state = knaves_state(late(3, 6))
    moves = GAME.legal(state)
    assert len(moves) > 2
    wanted = moves[1:]
    options = SearchOptions(judgement_scale=0.35, judgement_error=0.1)
    found = judgement_of(state, int(state[0]["turn"]), wanted, Setting(3, GAME.max_moves), options)
    # The prior of these records is 1 for the first legal move, 2 for the next and so on.
    assert found.expected == pytest.approx(0.35 * np.log(np.arange(2, len(moves) + 1)))
    assert found.error == 0.1


def test_a_sure_judgement_decides_and_a_vague_one_does_not() -> None:
    followed = 0
    for seed in range(12):
        position = late(seed, 6)
        sure = search(position, 200, **PAIRED, judgement_scale=0.35, judgement_error=1e-6)
        assert max(row.loss_se for row in sure.moves) <= 1e-5
        followed += sure.moves[0].move == GAME.legal(knaves_state(position))[-1]
    assert followed >= 4
    position = late(3, 6)
    vague = search(position, 3_000, **PAIRED, judgement_scale=0.35, judgement_error=1e9)
    plain = search(position, 3_000, **PAIRED)
    assert [row.move for row in vague.moves] == [row.move for row in plain.moves]
    assert vague.moves[1].loss == pytest.approx(plain.moves[1].loss, abs=1e-6)


@pytest.mark.parametrize("iterations", [200, 400, 1_000, 3_000, 10_000])
def test_worlds_overrule_even_a_sure_judgement(iterations: int) -> None:
    """None is ahead of the choice by more than two standard errors of the worlds of both."""
    against = 0
    for seed in range(12):
        options: dict[str, Any] = {"judgement_scale": 0.35, "judgement_error": 1e-6}
        found = search(late(seed, 6), iterations, **PAIRED, **options)
        rows = [row for row in found.moves[1:] if row.pairs >= FEWEST]
        assert all(row.gap >= -OUTDONE * row.gap_se for row in rows)
        against += any(row.gap < 0 for row in rows)
        assert all(row.loss >= 0 for row in rows)
    assert against or iterations > 1_000


def test_few_worlds_do_not_outvote_judgement() -> None:
    """Below the worlds that a standard error takes, the choice is that of the prior."""
    position = late(3, 6)
    moves = GAME.legal(knaves_state(position))
    found = search(position, 4 * len(moves), **PAIRED, judgement_scale=0.35, judgement_error=0.3)
    assert [row.move for row in found.moves] == moves[::-1]
    assert found.moves[1].loss_se == 0.3


def test_an_error_must_be_more_than_nothing() -> None:
    with pytest.raises(ValueError, match="'judgement_error' should be more than 0, not 0"):
        SearchOptions(judgement_error=0)
