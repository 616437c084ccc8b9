"""The true chance by every order of few cards, against every game played out by hand."""

from random import Random

import numpy as np
import pytest

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import Limits
from kibitz.games.knotty_nines.classes import MAX_PILES, RANKS
from kibitz.games.knotty_nines.game import KnottyNines
from kibitz.heuristics.knotty_nines.bound import new_deal
from kibitz.heuristics.knotty_nines.policy import WIDEST, new_choices
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.knotty_nines import hidden
from kibitz.solvers.knotty_nines.chances import unseen_ranks
from kibitz.solvers.knotty_nines.ends import DECISION_NODES, Ends
from kibitz.solvers.knotty_nines.every_order import new_orders, true_chance
from kibitz.solvers.knotty_nines.exact import RankView
from kibitz.solvers.knotty_nines.hidden import HiddenSearch
from kibitz.solvers.knotty_nines.lookahead import ALLOWED, UNFINISHED, VALUED, new_memo
from tests.naive.knotty_nines_cases import taken_back
from tests.naive.knotty_nines_chance import to_move
from tests.naive.knotty_nines_classes import class_of
from tests.solvers.knotty_nines.kernels import rank_arrays
from tests.solvers.knotty_nines.test_lookahead import exits_of, late, search_of, valued

SLOW = {4, 10, 17}  # positions whose end takes minutes to play out by hand


def stricter(seed, stock, limits):
    """A search where no move may be left, with so few cards, and its piles, cards and switch."""
    random = Random(seed)
    while True:
        wrap = random.random() < 0.6
        position = taken_back(random, wrap, random.randint(4, 30))
        if len(position.stock) == stock:
            break
    unseen = tuple(sorted(position.stock))
    levels, extras = rank_arrays(position.piles)
    view = RankView(levels, extras, np.zeros(0, np.int64), wrap, clear=True)
    search = HiddenSearch(view, np.array(unseen, np.int64), seed, Budget(limits))
    return search, (class_of(position.piles, wrap), unseen, wrap), view


def tried(exit_, n, unseen, wrap, chunk=1 << 40):
    """The kernel's chance of a transition."""
    left = np.bincount(unseen, minlength=RANKS).astype(np.int64)
    end = new_deal(n, 0, wrap=wrap, clear=False)
    orders = new_orders(new_memo(1 << 14), new_choices(), end)
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


@pytest.mark.parametrize("seed", sorted(set(range(20)) - SLOW))
def test_it_is_the_true_chance_where_no_move_may_be_left(seed: int) -> None:
    search, position, _ = stricter(seed, 2, Limits(iterations=1_000))
    true = to_move(*position, stuck=True)
    found = search.run(ignore)
    assert found.stopped is StoppedBy.SOLVED
    assert found.chance.exact
    assert found.chance.value == pytest.approx(float(true), abs=1e-9)
    assert true > 0  # one order at least can be won


@pytest.mark.parametrize("seed", range(20))
def test_the_policy_makes_no_mistake_at_the_end_where_no_move_may_be_left(seed: int) -> None:
    search, (_, unseen, _), view = stricter(seed, 2, Limits(iterations=1_000))
    exits = search.run(ignore).exits
    levels, extras = (np.zeros((len(exits), MAX_PILES), np.int8) for _ in range(2))
    for row, exit_ in enumerate(exits):
        n = len(exit_.levels)
        levels[row, :n], extras[row, :n] = exit_.levels, exit_.extras
    ends = Ends(view, np.array(unseen, np.int64), levels, extras, new_choices())
    won = ends.played_out(np.uint64(seed), 0, 60).mean(axis=0)
    for exit_, share in zip(exits, won, strict=True):
        true = exit_.chance.value
        assert share == pytest.approx(true, abs=0.3 if 0 < true < 1 else 0)


RESTLESS = (
    (
        "knotty-nines~piles-12.win-stock_empty_and_stuck~3C2CACKCQCJCTC9C8C7C6C.6D5C4C3D2DADK"
        "DQDJDTD9D8D7D6H5D4D3H2HAHKH.JH.6S5H4H3S2SASKSQH.7H.7S.5S.QS.4S.TH.9H.8H~4"
    ),
    (
        "knotty-nines~piles-12.win-stock_empty_and_stuck~6C5C4C3C2CAC.TC9C8C7C6D5D4D3D2DADKCQ"
        "CJCTD9D8D7D6H5H4H3H2HAHKD.2SASKHQDJDTH9H8H7H6S.9S.JH.8S.5S.QH.TS.7S.KS.4S~3"
    ),
    (
        "knotty-nines~piles-12.win-stock_empty_and_stuck~9C8C7C6C5C4C3C2CACKCQCJCTC9D8D7D6D5D"
        "4D3D2D.2HADKDQDJDTD9H8H7H6H5H.QHJHTH9S8S7S6S5S4H.4S.AH.3H.KH.AS.JS.QS.TS.3S~2"
    ),
)


@pytest.mark.parametrize("text", RESTLESS)
def test_what_loses_in_every_order_is_not_preferred_for_want_of_time(text, monkeypatch) -> None:
    monkeypatch.setattr(hidden, "FEW", 0)  # as if there were no time to try every order
    position = KnottyNines().read(text)
    unseen = unseen_ranks(position)
    search = HiddenSearch(RankView.of(position, ()), unseen, 1, Budget(Limits(iterations=64)))
    exits = search.run(ignore).exits
    assert exits[0].chance.above == exits[0].chance.worlds  # some ways win in every order
    assert any(each.chance.above == 0 for each in exits)  # and some in none


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


@pytest.mark.parametrize("stock", [9, 30])
def test_a_limit_of_nodes_holds_for_all_parts_of_the_search(stock: int) -> None:
    reached = 0
    for seed in range(8):
        piles, unseen, wrap = late(seed, stock, piles=11)
        levels, extras = rank_arrays(piles)
        view = RankView(levels, extras, np.zeros(0, np.int64), wrap, clear=False)
        search, again = (
            HiddenSearch(view, np.array(unseen, np.int64), seed, Budget(Limits(nodes=3_000)))
            for _ in range(2)
        )
        found = search.run(ignore)
        reached += found.stopped is StoppedBy.NODES
        # An order of the stock that has been begun is decided for every way to empty a pile.
        assert found.nodes < 3_000 + (search.exit_count + 1) * DECISION_NODES
        assert found.states <= found.nodes  # what is remembered was valued
        same = again.run(ignore)
        assert (same.nodes, same.samples, same.chance) == (found.nodes, found.samples, found.chance)
    assert reached >= 2
