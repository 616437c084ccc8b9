"""Looking ahead at a face-down stock, against every game played out by hand."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import Limits
from kibitz.games.knotty_nines.classes import RANKS, canonical
from kibitz.heuristics.knotty_nines.policy import WIDEST, list_exits, new_choices, pick
from kibitz.heuristics.knotty_nines.value import chance_of, load_net
from kibitz.solvers.budget import Budget, Cancel, ignore
from kibitz.solvers.knotty_nines import hidden
from kibitz.solvers.knotty_nines.exact import RankView
from kibitz.solvers.knotty_nines.hidden import HiddenSearch
from kibitz.solvers.knotty_nines.lookahead import (
    ALLOWED,
    UNFINISHED,
    VALUED,
    Look,
    new_memo,
    new_plies,
    value_ahead,
)
from tests.cases import cases, least
from tests.naive.knotty_nines_cases import FULL_PACK, fresh, played
from tests.naive.knotty_nines_chance import after_emptying, to_move
from tests.naive.knotty_nines_classes import class_of
from tests.solvers.knotty_nines.kernels import rank_arrays

PLENTY = 1 << 60


def late(seed: int, stock: int, piles: int = 7):
    """Piles in the middle of a game, the unseen ranks ascending, and whether kings go on aces."""
    random = Random(seed)
    wrap = random.random() < 0.7
    while True:
        begun = fresh(random, list(FULL_PACK), piles, stock + 2)._replace(wrap=wrap)
        position = played(random, begun, 5)
        if len(position.stock) == stock and exits_of(position.piles, wrap):
            return position.piles, tuple(sorted(position.stock)), wrap


def exits_of(piles, wrap):
    """The transitions of a class as lists of levels and extras."""
    levels, extras = rank_arrays(piles)
    n = len(levels)
    choices = new_choices()
    canonical(levels, extras, n, wrap, choices.scratch)
    found = []
    for e in range(list_exits(levels, extras, n, wrap, choices)):
        pick(choices, e, n)
        found.append((choices.level[: n - 1].copy(), choices.extra[: n - 1].copy()))
    return found


def valued(exit_, n, unseen, wrap, ahead, chunk=PLENTY, width=WIDEST, cut=0.0):
    """The kernel's value of a transition, and how often it had to be asked."""
    left = np.bincount(unseen, minlength=RANKS).astype(np.int64)
    kept = left.copy()
    memo, plies, choices = new_memo(1 << 14), new_plies(), new_choices()
    value, asked = UNFINISHED, 0
    while value == UNFINISHED:
        memo.control[ALLOWED] = memo.control[VALUED] + chunk
        levels, extras = exit_[0].copy(), exit_[1].copy()
        value = value_ahead(
            *(levels, extras, n, left, len(unseen), ahead),
            Look(wrap, width, cut, load_net(), memo, plies, choices),
        )
        asked += 1
        assert (left == kept).all()
    return value, asked


def plain(exit_, n, unseen, wrap, ahead, width, cut):
    """The same without memory, from its description."""
    choices = new_choices()
    left = np.bincount(unseen, minlength=RANKS).astype(np.int64)
    if ahead == 0 or len(unseen) == 1:
        levels, extras = exit_[0].copy(), exit_[1].copy()
        canonical(levels, extras, n - 1, wrap, choices.scratch)
        net = load_net()
        return chance_of(levels, extras, n - 1, left, len(unseen), wrap, net, choices.room)
    total = 0.0
    for i, card in enumerate(unseen):
        rest = unseen[:i] + unseen[i + 1 :]
        levels, extras = np.append(exit_[0], card), np.append(exit_[1], 0)
        canonical(levels, extras, n, wrap, choices.scratch)
        answers = []
        for e in range(list_exits(levels, extras, n, wrap, choices)):
            pick(choices, e, n)
            answers.append((choices.level[: n - 1].copy(), choices.extra[: n - 1].copy()))
        first = [plain(answer, n, rest, wrap, 0, width, cut) for answer in answers]
        order = sorted(range(len(answers)), key=lambda e: -first[e])
        kept = [e for e in order[:width] if first[e] >= cut * max(first)]
        total += max(
            (plain(answers[e], n, rest, wrap, ahead - 1, width, cut) for e in kept), default=0
        )
    return total / len(unseen)


@pytest.mark.parametrize("seed", range(60))
def test_to_the_end_it_is_the_true_chance(seed: int) -> None:
    piles, unseen, wrap = late(seed, stock=2 + seed % 3)
    best = Fraction(0)
    for exit_ in exits_of(piles, wrap):
        value, _ = valued(exit_, len(piles), unseen, wrap, len(unseen))
        shape = tuple(
            tuple(range(int(level + extra), int(level) - 1, -1))
            for level, extra in zip(*exit_, strict=True)
        )
        folded = tuple(tuple(card % RANKS for card in pile) for pile in shape)
        true = after_emptying(class_of(folded, wrap), unseen, wrap)
        assert value == pytest.approx(float(true), abs=1e-9)
        best = max(best, true)
    assert best == to_move(class_of(piles, wrap), unseen, wrap)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("width", "cut"), [(WIDEST, 0.0), (2, 0.5)])
def test_some_cards_ahead_it_is_plain_expectimax(seed: int, width: int, cut: float) -> None:
    piles, unseen, wrap = late(seed, stock=5)
    for exit_ in exits_of(piles, wrap)[:3]:
        for ahead in (1, 2):
            value, _ = valued(exit_, len(piles), unseen, wrap, ahead, width=width, cut=cut)
            expected = plain(exit_, len(piles), unseen, wrap, ahead, width, cut)
            assert value == pytest.approx(expected, rel=1e-6)


def test_stopping_and_going_on_changes_nothing() -> None:
    pieces = 0
    for seed in range(8):
        piles, unseen, wrap = late(seed, stock=9)
        for exit_ in exits_of(piles, wrap)[:2]:
            whole, _ = valued(exit_, len(piles), unseen, wrap, 3)
            value, asked = valued(exit_, len(piles), unseen, wrap, 3, chunk=40)
            assert value == whole
            pieces = max(pieces, asked)
    assert pieces > 3


def search_of(seed: int, limits: Limits, stock: int = 5) -> tuple[HiddenSearch, Fraction]:
    """The search from one late position, and the true chance to win there."""
    piles, unseen, wrap = late(seed, stock)
    levels, extras = rank_arrays(piles)
    view = RankView(levels, extras, np.zeros(0, np.int64), wrap, clear=False)
    search = HiddenSearch(view, np.array(unseen, np.int64), seed, Budget(limits))
    return search, to_move(class_of(piles, wrap), unseen, wrap)


def test_the_ends_enclose_the_true_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden, "FEW", 0)  # so that both ends are sampled
    inside = trials = 0
    for seed in range(cases(60)):
        search, true = search_of(seed, Limits(iterations=400))
        if search.exit_count:
            chance = search.run(ignore).chance
            trials += 1
            inside += chance.low <= true <= chance.high
            assert chance.low <= chance.value <= chance.high
    # Both ends are 95 % bounds of a player that is no better or no worse than the best.
    assert trials > least(20)
    assert inside >= 0.9 * trials


def test_what_stops_it() -> None:
    searches = [search_of(seed, Limits(iterations=1), stock=6)[0] for seed in range(40)]
    open_ones = [search for search in searches if search.exit_count > 2]
    assert {search.run(ignore).stopped for search in open_ones} == {StoppedBy.ITERATIONS}
    cancel = Cancel()
    cancel.set()
    piles, unseen, wrap = late(1, stock=4)
    view = RankView(*rank_arrays(piles), np.zeros(0, np.int64), wrap, clear=False)
    search = HiddenSearch(view, np.array(unseen, np.int64), 1, Budget(Limits(), cancel))
    assert search.run(ignore).stopped is StoppedBy.CANCELLED
