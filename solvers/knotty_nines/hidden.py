"""The chance to win when the stock is face down: search and two-sided estimates under a budget.

The work is split: most of it goes into the look-ahead that ranks the transitions, the rest into
the two ends of each transition's chance to win (:mod:`solvers.knotty_nines.sampling`). With an
iteration limit, and no other limit reached, the answer depends on the seed only.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.chance import Word, mix
from games.knotty_nines.classes import CURSOR_SIZE, RANKS, SCRATCH_SHAPE, Ints, canonical, key_of
from heuristics.knotty_nines.bound import Deal, new_deal, prepare
from solvers.budget import MEGABYTE, Budget
from solvers.intervals import wilson
from solvers.knotty_nines.exact import RankView
from solvers.knotty_nines.sampling import decide_worlds, play_out
from solvers.knotty_nines.search import new_memory
from solvers.knotty_nines.tree import (
    EDGE_BYTES,
    MAX_CHILDREN,
    NODE_BYTES,
    add_tree_node,
    grow_tree,
    new_tree,
    root_values,
    sample_orders,
)
from solvers.progress import Listener, Progress
from solvers.result import StoppedBy

TREE_SHARE: Final = 0.7
ABOVE_SHARE: Final = 0.6  # of the time that the tree leaves
WORLDS_PER_ITERATION: Final = 1 / 2
GAMES_PER_ITERATION: Final = 1 / 8
CHUNK: Final = 4
DECISION_NODES: Final = 4_000
POLICY_SAMPLES: Final = 30
EDGES_PER_NODE: Final = 8
LARGEST_TREE_BYTES: Final = 16 * MEGABYTE
ABOVE_STREAM, BELOW_STREAM = 1, 2


@dataclass(frozen=True)
class Chance:
    """What is known of a chance to win: wins of the two players that enclose it, with counts.

    ``above``: wins of the player who sees the stock, in ``worlds`` orders, undecided ones counted
    as wins. ``below``: wins of the policy in ``games`` games.
    """

    above: int
    worlds: int
    below: int
    games: int

    @property
    def low(self) -> float:
        """Lower end: the policy's 95 % lower bound."""
        return min(wilson(self.below, self.games)[0], self.high)

    @property
    def high(self) -> float:
        """Upper end: the clairvoyant's 95 % upper bound."""
        return wilson(self.above, self.worlds)[1]

    @property
    def value(self) -> float:
        """The middle between the two players' shares, within the ends."""
        above = self.above / self.worlds if self.worlds else 1.0
        below = self.below / self.games if self.games else 0.0
        return min(max((above + below) / 2, self.low), self.high)


@dataclass(frozen=True)
class Exit:
    """A transition of the root class: the class of n - 1 piles it leaves, its rank and chance.

    ``preference`` orders the transitions: the search's value, no chance to win.
    """

    levels: Ints
    extras: Ints
    preference: float
    chance: Chance


@dataclass(frozen=True)
class HiddenFindings:
    """What the search found: transitions, best first, and the chance of the class itself."""

    exits: list[Exit]
    chance: Chance
    stopped: StoppedBy
    iterations: int
    nodes: int
    states: int


def lost_in_every_order(view: RankView, unseen: Ints) -> bool:
    """Whether the bound forbids the last draw whichever card lies at the bottom of the stock."""
    levels, extras = view.standing()
    m = len(unseen)
    deal = new_deal(m)
    for last in sorted({int(rank) for rank in unseen}):
        order = [int(rank) for rank in unseen]
        order.remove(last)
        deal.stock[:m] = [*order, last]
        prepare(
            levels,
            extras,
            len(levels),
            deal.stock,
            m,
            view.wrap,
            deal.stuck,
            deal.slack,
            deal.arrival,
        )
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
        levels, extras = view.standing()
        self._piles = len(levels)
        scratch = np.empty(SCRATCH_SHAPE, np.int64)
        canonical(levels, extras, self._piles, view.wrap, scratch)
        self._levels, self._extras = levels, extras
        nodes = 1 << 10
        node_bytes = NODE_BYTES + EDGES_PER_NODE * EDGE_BYTES
        allowed = min(budget.memory_bytes(), LARGEST_TREE_BYTES)
        while 2 * nodes * node_bytes <= allowed:
            nodes *= 2
        self._tree = new_tree(nodes, EDGES_PER_NODE * nodes + 2 * MAX_CHILDREN)
        add_tree_node(
            self._tree,
            key_of(extras, self._piles, scratch),
            levels,
            extras,
            self._piles,
            view.wrap,
            np.empty(CURSOR_SIZE, np.int64),
            scratch,
        )
        self.exit_count = int(self._tree.edge_count[0])
        self._left = np.bincount(unseen, minlength=RANKS).astype(np.int64)
        self._values = np.zeros(max(self.exit_count, 1))

    def _stream(self, purpose: int) -> Word:
        return np.uint64(mix(np.uint64((self._seed * 4 + purpose) % 2**64)))

    def _chunks(
        self, total: int | None, size: int, budget: Budget, run: Callable[[int, int], int]
    ) -> tuple[int, StoppedBy]:
        """Call ``run(first, count)`` until ``total`` is reached or the budget is spent."""
        done = 0
        while total is None or done < total:
            stopped = budget.stopped()
            if stopped and (done or stopped is StoppedBy.CANCELLED):
                return done, stopped
            count = size if total is None else min(size, total - done)
            got = run(done, count)
            done += got
            if got < count:
                return done, StoppedBy.MEMORY
        return done, StoppedBy.ITERATIONS

    def run(self, listener: Listener, tree_share: float = TREE_SHARE) -> HiddenFindings:
        """Search, then estimate both ends of every transition."""
        budget, m = self._budget, len(self._unseen)
        wanted = budget.limits.iterations
        deal = new_deal(m)
        tree = self._tree

        def sample(first: int, count: int) -> int:
            listener(Progress(first, wanted, "iterations", self._best_words()))
            sample_orders(
                tree, self._left, self._levels, self._extras, self._piles, m, self._view.wrap,
                self._stream(0), count, deal,
            )  # fmt: skip
            return count

        stopped = StoppedBy.SETTLED
        iterations = 0
        if self.exit_count > 1:
            if grow_tree(tree, self._left, self._piles, self._view.wrap):
                part = budget.share(tree_share)
                iterations, stopped = self._chunks(wanted, CHUNK, part, sample)
                root_values(tree, self._left, self._piles, m, self._view.wrap, self._values)
            else:
                stopped = StoppedBy.MEMORY
        chances, nodes, late = self._estimate(deal, listener)
        order = sorted(range(self.exit_count), key=self._preference, reverse=True)
        exits = [
            Exit(
                tree.levels[e, : self._piles - 1].astype(np.int64),
                tree.extras[e, : self._piles - 1].astype(np.int64),
                self._preference(e),
                chances[e],
            )
            for e in order
        ]
        return HiddenFindings(
            exits,
            chances[-1],
            late if stopped is StoppedBy.SETTLED else stopped,
            iterations,
            nodes,
            int(tree.control[0]),
        )

    def _preference(self, e: int) -> float:
        return float(self._values[e])

    def _best_words(self) -> str:
        return f"{self.exit_count} ways to empty a pile compared"

    def _estimate(self, deal: Deal, listener: Listener) -> tuple[list[Chance], int, StoppedBy]:
        """Chances of the transitions, and last of the class; nodes visited; what stopped it."""
        budget, m, n = self._budget, len(self._unseen), self._piles
        view, tree, exits = self._view, self._tree, self.exit_count
        memory = new_memory(1 << 15, 1 << 13)
        wins, unsure = np.zeros(exits + 1, np.int64), np.zeros(exits + 1, np.int64)
        nodes = 0
        asked = budget.limits.iterations
        worlds_wanted = None if asked is None else max(16, int(asked * WORLDS_PER_ITERATION))
        games_wanted = None if asked is None else max(8, int(asked * GAMES_PER_ITERATION))

        def decide(first: int, count: int) -> int:
            nonlocal nodes
            listener(Progress(first, worlds_wanted, "worlds", "deciding sampled stocks"))
            visited = decide_worlds(
                self._levels,
                self._extras,
                tree.levels,
                tree.extras,
                exits,
                n,
                self._unseen,
                m,
                view.wrap,
                view.clear,
                self._stream(ABOVE_STREAM),
                first,
                count,
                DECISION_NODES,
                deal,
                memory,
                wins,
                unsure,
            )
            nodes += visited
            budget.nodes += visited
            return count

        worlds, stopped = self._chunks(worlds_wanted, 2, budget.share(ABOVE_SHARE), decide)
        below = np.zeros(exits, np.int64)

        def play(first: int, count: int) -> int:
            listener(Progress(first, games_wanted, "games", "playing sampled stocks out"))
            for e in range(exits):
                below[e] += play_out(
                    tree.levels[e],
                    tree.extras[e],
                    n,
                    self._unseen,
                    m,
                    view.wrap,
                    view.clear,
                    self._stream(BELOW_STREAM),
                    first,
                    count,
                    POLICY_SAMPLES,
                    DECISION_NODES,
                    deal,
                    memory,
                )
            return count

        games, later = self._chunks(games_wanted, 1, budget, play)
        above = wins + unsure
        chances = [Chance(int(above[e]), worlds, int(below[e]), games) for e in range(exits)]
        leader = max(range(exits), key=self._preference)
        # The class is worth at least what its best transition is: the one the search prefers.
        own = Chance(int(above[exits]), worlds, int(below[leader]), games)
        return [*chances, own], nodes, later if stopped is StoppedBy.ITERATIONS else stopped
