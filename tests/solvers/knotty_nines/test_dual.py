"""The bound from above on the chance to win, against every line of play tried in every order."""

from fractions import Fraction
from itertools import permutations
from random import Random

import numpy as np
import pytest

from kibitz.games.knotty_nines.classes import RANKS, canonical
from kibitz.heuristics.knotty_nines.bound import new_deal
from kibitz.heuristics.knotty_nines.policy import WIDEST, best_exit, list_exits, new_choices
from kibitz.heuristics.knotty_nines.value import Net, load_net
from kibitz.solvers.knotty_nines.dual import CUT_OFF, EXITS, Terms, go_on, new_web, open_web
from kibitz.solvers.knotty_nines.lookahead import Look, new_memo, new_plies
from kibitz.solvers.knotty_nines.search import new_memory
from tests.naive.knotty_nines_chance import after_emptying, to_move
from tests.naive.knotty_nines_classes import class_of
from tests.naive.knotty_nines_dual import dual_bound, no_hopes, true_hopes, worth
from tests.solvers.knotty_nines.kernels import rank_arrays
from tests.solvers.knotty_nines.test_lookahead import exits_of, late
from training.knotty_nines.value import fresh

PLENTY = 1 << 40
EXACT = Terms(1.0, 2.0, 0)
NETS = (load_net(), *(Net(*fresh(np.random.default_rng(seed))) for seed in (1, 2)))


def orders_of(unseen):
    """Every order of the unseen cards, each as often as it comes about."""
    return list(permutations(unseen))


def by_kernel(piles, order, wrap, net, classes=1 << 12, terms=EXACT, chunk=PLENTY):
    """The worth of one order by the kernel, of its transitions, and how many ways were cut off."""
    levels, extras = rank_arrays(piles)
    n, choices, web, m = len(levels), new_choices(), new_web(classes), len(order)
    look = Look(wrap, WIDEST, 0.0, net, new_memo(1 << 14), new_plies(), choices)
    deal, memory = new_deal(n, m, wrap=wrap, clear=False), new_memory(1 << 15, 1 << 13)
    deal.stock[:m] = order
    exits = np.zeros(WIDEST)
    open_web(web, levels, extras, deal, memory, look)
    while not go_on(web, chunk, deal, memory, terms, look, exits):
        pass
    return web.worth[0], exits[: web.counts[EXITS]], int(web.counts[CUT_OFF])


def by_network(net):
    """The hopes of the look-ahead for the naive twin."""
    choices = new_choices()

    def hopes(left, unseen, wrap):
        found = {}
        for i, card in enumerate(unseen):
            rest = unseen[:i] + unseen[i + 1 :]
            levels, extras = rank_arrays((*left, (card,)))
            n, m = len(levels), len(rest)
            canonical(levels, extras, n, wrap, choices.scratch)
            count = list_exits(levels, extras, n, wrap, choices)
            counts = np.bincount(rest, minlength=RANKS).astype(np.int64)
            hope = best_exit(count, n, counts, m, wrap, net, choices)[1] if m else 1.0
            found[card] = Fraction(hope)
        return found

    return hopes


@pytest.mark.parametrize("seed", range(30))
def test_the_naive_bound_is_the_truth_the_clairvoyant_s_or_between(seed: int) -> None:
    piles, unseen, wrap = late(seed, stock=2 + seed % 3)
    true = to_move(class_of(piles, wrap), unseen, wrap)
    orders = orders_of(unseen)
    seen = sum(worth(piles, order, wrap, no_hopes) for order in orders) / len(orders)
    assert dual_bound(piles, unseen, wrap, no_hopes) == seen >= true
    assert dual_bound(piles, unseen, wrap, true_hopes) == true
    assert all(worth(piles, order, wrap, true_hopes) == true for order in orders)


@pytest.mark.parametrize("seed", range(30))
def test_one_order_agrees_with_every_line_tried(seed: int) -> None:
    piles, unseen, wrap = late(seed, stock=2 + seed % 4)
    order = list(unseen)
    Random(seed).shuffle(order)
    for net in NETS:
        found, exits, cut_off = by_kernel(piles, order, wrap, net)
        assert cut_off == 0
        assert len(exits) == 0 or found == max(exits)
        expected = worth(class_of(piles, wrap), tuple(order), wrap, by_network(net))
        assert found == pytest.approx(float(expected), abs=1e-6)
        assert by_kernel(piles, order, wrap, net, chunk=20)[0] == found


@pytest.mark.parametrize("seed", range(20))
def test_without_payments_it_is_whether_the_order_can_be_won(seed: int) -> None:
    piles, unseen, wrap = late(seed, stock=3 + seed % 3)
    for order in orders_of(unseen)[::7]:
        found, _, _ = by_kernel(piles, order, wrap, NETS[0], terms=Terms(0.0, 2.0, 0))
        assert found == worth(class_of(piles, wrap), order, wrap, no_hopes)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(
    ("classes", "terms"),
    [(1 << 12, EXACT), (1 << 12, Terms(0.5, 0.6, 1)), (8, EXACT), (8, Terms(2.0, 0.9, 0))],
)
def test_it_is_never_below_the_truth(seed: int, classes: int, terms: Terms) -> None:
    piles, unseen, wrap = late(seed, stock=2 + seed % 4)
    net = NETS[seed % len(NETS)]
    ways = exits_of(piles, wrap)
    found = [by_kernel(piles, order, wrap, net, classes, terms) for order in orders_of(unseen)]
    true = to_move(class_of(piles, wrap), unseen, wrap)
    assert np.mean([one[0] for one in found]) >= float(true) - 1e-9
    for e, (levels, extras) in enumerate(ways):
        shape = [
            tuple(card % RANKS for card in range(int(level + extra), int(level) - 1, -1))
            for level, extra in zip(levels, extras, strict=True)
        ]
        chance = after_emptying(class_of(tuple(shape), wrap), unseen, wrap)
        assert np.mean([one[1][e] for one in found]) >= float(chance) - 1e-9
