"""The true chance by every order of few cards, against every game played out by hand."""

import numpy as np
import pytest

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import Limits
from kibitz.games.knotty_nines.classes import RANKS
from kibitz.heuristics.knotty_nines.policy import WIDEST, new_choices
from kibitz.solvers.budget import ignore
from kibitz.solvers.knotty_nines.every_order import new_orders, true_chance
from kibitz.solvers.knotty_nines.lookahead import ALLOWED, UNFINISHED, VALUED, new_memo
from tests.solvers.knotty_nines.test_lookahead import exits_of, late, search_of, valued


def tried(exit_, n, unseen, wrap, chunk=1 << 40):
    """The kernel's chance of a transition."""
    left = np.bincount(unseen, minlength=RANKS).astype(np.int64)
    orders = new_orders(new_memo(1 << 14), new_choices())
    value = UNFINISHED
    while value == UNFINISHED:
        orders.memo.control[ALLOWED] = orders.memo.control[VALUED] + chunk
        levels, extras = exit_[0].copy(), exit_[1].copy()
        value = true_chance(levels, extras, n, left, len(unseen), wrap, orders)
        assert left.sum() == len(unseen)
    return value


@pytest.mark.parametrize("seed", range(60))
def test_it_is_the_true_chance(seed: int) -> None:
    search, true = search_of(seed, Limits(iterations=40), stock=2 + seed % 4)
    if not search.exit_count:
        return
    found = search.run(ignore)
    assert (found.stopped, found.samples) == (StoppedBy.SOLVED, 0)
    assert found.chance.exact
    assert found.chance.low == found.chance.value == found.chance.high
    assert found.chance.value == pytest.approx(float(true), abs=1e-9)
    assert [exit_.chance.value for exit_ in found.exits] == sorted(
        (exit_.chance.value for exit_ in found.exits), reverse=True
    )


@pytest.mark.parametrize("seed", range(10))
def test_it_agrees_with_looking_ahead_to_the_end(seed: int) -> None:
    piles, unseen, wrap = late(seed, stock=6)
    for exit_ in exits_of(piles, wrap)[:2]:
        expected, _ = valued(exit_, len(piles), unseen, wrap, 6, width=WIDEST)
        value = tried(exit_, len(piles), unseen, wrap)
        assert value == pytest.approx(expected, abs=1e-9)
        assert tried(exit_, len(piles), unseen, wrap, chunk=7) == value


def test_where_it_takes_too_long_both_ends_are_sampled() -> None:
    searches = [search_of(seed, Limits(iterations=1), stock=6)[0] for seed in range(40)]
    found = [search.run(ignore).chance for search in searches if search.exit_count > 2]
    sampled = [chance for chance in found if not chance.exact]
    assert sampled
    assert all(chance.worlds >= 16 and chance.low < chance.high for chance in sampled)
