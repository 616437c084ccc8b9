"""The chance to win when the stock is face down: search and two-sided estimates under a budget.

With few cards unseen every order of them is tried, which gives the true chances
(`solvers.knotty_nines.every_order`). Otherwise, or where that takes too long, the work is split:
most of it goes into the look-ahead that values the transitions, one card deeper at a time
(`solvers.knotty_nines.lookahead`), the rest into the two ends of each transition's chance to win
(:mod:`kibitz.solvers.knotty_nines.ends`). A transition valued is a node, as is a class visited.
With a limit of iterations or nodes, and none of time reached, the answer depends on the seed only.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from kibitz.contract.answers import StoppedBy
from kibitz.games.knotty_nines.classes import RANKS, SCRATCH_SHAPE, Ints, canonical
from kibitz.heuristics.knotty_nines.bound import new_deal, prepare
from kibitz.heuristics.knotty_nines.policy import list_exits, new_choices
from kibitz.heuristics.knotty_nines.value import chance_of, load_net
from kibitz.solvers.budget import MEGABYTE, Budget, Listener, Progress, finding
from kibitz.solvers.knotty_nines.ends import Chance, Ends
from kibitz.solvers.knotty_nines.every_order import FEW, Orders, new_orders, true_chance
from kibitz.solvers.knotty_nines.exact import RankView
from kibitz.solvers.knotty_nines.lookahead import (
    ALLOWED,
    CUT,
    MOST_AHEAD,
    SLOT_BYTES,
    STORED,
    UNFINISHED,
    VALUED,
    WIDTH,
    Look,
    Memo,
    Plies,
    new_memo,
    new_plies,
    value_ahead,
)

TREE_SHARE: Final = 0.6
ORDERS_SHARE: Final = 0.5  # of the time for looking ahead, to try every order of few cards
ESTIMATES_PER_ITERATION: Final = 64
CHUNK: Final = 1000  # estimates between two looks at the clock
HOPELESS: Final = 0.5  # transitions valued below this share of the best are not looked at further
LARGEST_MEMO_BYTES: Final = 32 * MEGABYTE


@dataclass(frozen=True)
class Exit:
    """A transition of the root class: the class of n - 1 piles it leaves, and its chance."""

    levels: Ints
    extras: Ints
    chance: Chance


@dataclass(frozen=True)
class HiddenFindings:
    """What the search found: transitions, best first, and the chance of the class itself.

    ``samples``: worlds and games.
    """

    exits: list[Exit]
    chance: Chance
    stopped: StoppedBy
    samples: int
    nodes: int
    states: int


def lost_in_every_order(view: RankView, unseen: Ints) -> bool:
    """Whether the bound forbids the last draw whichever card lies at the bottom of the stock."""
    levels, extras = view.standing()
    m = len(unseen)
    deal = new_deal(len(levels), m, wrap=view.wrap, clear=view.clear)
    for last in sorted({int(rank) for rank in unseen}):
        order = [int(rank) for rank in unseen]
        order.remove(last)
        deal.stock[:m] = [*order, last]
        prepare(levels, extras, deal)
        if deal.slack[m - 1] >= 0:
            return False
    return True


class HiddenSearch:
    """Looking ahead from one position, then estimating both ends of each transition."""

    def __init__(self, view: RankView, unseen: Ints, seed: int, budget: Budget) -> None:
        """``view.stock`` is ignored; ``unseen``: ascending ranks of the face-down cards."""
        self._view = view
        self._unseen = unseen
        self._seed = seed
        self._budget = budget
        self._net = load_net()
        self._choices = new_choices()
        levels, extras = view.standing()
        self._piles = len(levels)
        canonical(levels, extras, self._piles, view.wrap, np.empty(SCRATCH_SHAPE, np.int64))
        self._levels, self._extras = levels, extras
        self.exit_count = list_exits(levels, extras, self._piles, view.wrap, self._choices)
        self._exit_levels = self._choices.levels[: self.exit_count].copy()
        self._exit_extras = self._choices.extras[: self.exit_count].copy()
        self._left = np.bincount(unseen, minlength=RANKS).astype(np.int64)
        self._values = np.array([self._estimated(e) for e in range(self.exit_count)])
        self._before, self._counted = budget.nodes, 0
        self._ahead = np.zeros(self.exit_count, np.int64)

    def _exit(self, e: int) -> tuple[Ints, Ints]:
        n = self._piles - 1
        levels, extras = self._exit_levels[e, :n], self._exit_extras[e, :n]
        return levels.astype(np.int64), extras.astype(np.int64)

    def _estimated(self, e: int) -> float:
        levels, extras = self._exit(e)
        return chance_of(
            *(levels, extras, self._piles - 1, self._left, len(self._unseen), self._view.wrap),
            *(self._net, self._choices.room),
        )

    def _ranking(self) -> list[int]:
        """The transitions, best first: what was looked at further counts before the rest."""
        keys = [(int(self._ahead[e]), float(self._values[e])) for e in range(self.exit_count)]
        return sorted(range(self.exit_count), key=lambda e: keys[e], reverse=True)

    @property
    def name(self) -> str:
        """What no exchange changes, as text: the class of the piles, and the cards to come."""
        return f"{self._levels.tolist()} {self._extras.tolist()} {self._unseen.tolist()}"

    def exits_by_estimate(self) -> list[tuple[Ints, Ints]]:
        """The levels and extras that each transition leaves, the best by the estimate first."""
        return [self._exit(e) for e in self._ranking()]

    def run(self, listener: Listener, tree_share: float = TREE_SHARE) -> HiddenFindings:
        """Search, then estimate both ends of every transition."""
        memo = self._new_memo()
        ends = Ends(self._view, self._unseen, self._exit_levels, self._exit_extras, self._choices)

        def so_far(stopped: StoppedBy = StoppedBy.CANCELLED) -> HiddenFindings:
            order = self._ranking()
            if self._view.clear:
                # The look-ahead asks for an empty stock only; the orders sampled, for no move left.
                order.sort(
                    key=lambda e: ends.chance(e, float(self._values[e]), 1.0).value, reverse=True
                )
            chance = ends.chance_of_all(order[0], float(self._values[order[0]]))
            exits: list[Exit] = []
            for e in order:
                # What ranks lower is shown no higher: estimates of different depths are mixed here,
                # and the ends cut each off elsewhere.
                ceiling = exits[-1].chance.value if exits else chance.value
                known = ends.chance(e, float(self._values[e]), ceiling)
                exits.append(Exit(*self._exit(e), known))
            return HiddenFindings(
                exits,
                chance,
                stopped,
                ends.worlds + ends.games,
                self._budget.nodes - self._before,
                int(memo.control[STORED]),
            )

        heard = finding(listener, so_far)
        if len(self._unseen) <= FEW:
            end = new_deal(self._piles, 0, wrap=self._view.wrap, clear=self._view.clear)
            orders = new_orders(memo, self._choices, end)
            if self._try_every_order(orders, ORDERS_SHARE * tree_share, heard):
                return self._true_findings(memo)
            memo.keys[:] = 0
            memo.control[:] = self._counted = 0
        stopped = StoppedBy.SETTLED
        if self.exit_count > 1:
            stopped = self._look_ahead(memo, tree_share, heard)
        ends.run(self._seed, self._ranking()[0], self._budget, heard)
        return so_far(ends.stopped if stopped is StoppedBy.SETTLED else stopped)

    def _most_nodes(self, share: float) -> int:
        """How many may be spent in all once this share of those left is."""
        return self._budget.nodes + int(share * self._budget.nodes_left())

    def _let_value(self, memo: Memo, most_nodes: int, budget: Budget) -> StoppedBy | None:
        """Let up to CHUNK more transitions be valued, each a node; the limit that forbids it.

        ``most_nodes``: of the whole answer until then.
        """
        valued, iterations = int(memo.control[VALUED]), budget.heed_iterations()
        left = [CHUNK, most_nodes - budget.nodes]
        if iterations is not None:
            left.append(iterations * ESTIMATES_PER_ITERATION - valued)
        memo.control[ALLOWED] = valued + min(left)
        if min(left) > 0:
            return budget.stopped()
        return budget.stopped() or (StoppedBy.NODES if left[1] <= 0 else StoppedBy.ITERATIONS)

    def _count(self, memo: Memo) -> None:
        """Add what has been valued since the last time to the nodes spent."""
        valued = int(memo.control[VALUED])
        self._budget.nodes += valued - self._counted
        self._counted = valued

    def _progress(self, valued: int, budget: Budget, unit: str, words: str) -> Progress:
        iterations = budget.limits.iterations
        total = None if iterations is None else iterations * ESTIMATES_PER_ITERATION
        return Progress(valued, total, unit, words)

    def _try_every_order(self, orders: Orders, share: float, listener: Listener) -> bool:
        """Find the true chances of all transitions; whether this share of the budget was enough."""
        memo, m = orders.memo, len(self._unseen)
        budget, most = self._budget.share(share), self._most_nodes(share)
        values = np.zeros(self.exit_count)
        for e in range(self.exit_count):
            values[e] = UNFINISHED
            while values[e] == UNFINISHED:
                valued = int(memo.control[VALUED])
                unit, words = "ways to empty a pile", "trying every order"
                listener(self._progress(valued, budget, unit, words))
                if self._let_value(memo, most, budget):
                    return False
                piles, left = self._exit(e), self._left
                values[e] = true_chance(*piles, self._piles, left, m, self._view.wrap, orders)
                self._count(memo)
                if values[e] == UNFINISHED and valued == int(memo.control[VALUED]):
                    return False
        self._values = values
        return True

    def _true_findings(self, memo: Memo) -> HiddenFindings:
        """The answer once the true chances are known."""
        exits = [
            Exit(*self._exit(e), Chance(0, 0, 0, 0, float(self._values[e]), exact=True))
            for e in self._ranking()
        ]
        nodes, states = self._budget.nodes - self._before, int(memo.control[STORED])
        return HiddenFindings(exits, exits[0].chance, StoppedBy.SOLVED, 0, nodes, states)

    def _new_memo(self) -> Memo:
        slots = 1 << 10
        allowed = min(self._budget.memory_bytes() // 2, LARGEST_MEMO_BYTES)
        while 2 * slots * SLOT_BYTES <= allowed:
            slots *= 2
        return new_memo(slots)

    def _look_ahead(self, memo: Memo, share: float, listener: Listener) -> StoppedBy:
        """Value the transitions deeper and deeper until this share of the budget is spent."""
        budget, most = self._budget.share(share), self._most_nodes(share)
        plies = new_plies()
        # With the last card drawn a game counts as won there, which may not be all that it takes.
        furthest = len(self._unseen) - 2 * self._view.clear
        for ahead in range(1, min(MOST_AHEAD, furthest) + 1):
            floor = HOPELESS * self._values.max()
            hopeful = [e for e in self._ranking() if self._values[e] >= floor]
            if len(hopeful) == 1:
                return StoppedBy.SETTLED
            values = self._values.copy()
            for e in hopeful:
                values[e] = UNFINISHED
                while values[e] == UNFINISHED:
                    valued = int(memo.control[VALUED])
                    words = f"{ahead} card{'s' * (ahead > 1)} ahead"
                    listener(self._progress(valued, budget, "estimates", words))
                    stopped = self._let_value(memo, most, budget)
                    if stopped is not None:
                        return stopped
                    values[e] = self._value_ahead(e, ahead, memo, plies)
                    self._count(memo)
            self._values = values
            self._ahead[hopeful] = ahead
        return StoppedBy.SETTLED

    def _value_ahead(self, e: int, ahead: int, memo: Memo, plies: Plies) -> float:
        levels, extras = self._exit(e)
        look = Look(self._view.wrap, WIDTH, CUT, self._net, memo, plies, self._choices)
        return value_ahead(levels, extras, self._piles, self._left, len(self._unseen), ahead, look)
