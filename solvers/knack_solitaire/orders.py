"""The chance to win where few cards are face down: every order of them, counted, not sampled.

From above: the orders that somebody wins who sees the stock. From below: those that a player wins
who looks at nothing hidden. This player makes the best moves found for some decisions ahead, each
of them for all that may come after the cards turned up by then, and goes on by the policy. Looking
further ahead brings the two counts together, and where they meet the chance is known.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import permutations
from math import factorial
from typing import Final

import numpy as np

from kibitz.contract.answers import Spent, StoppedBy, Verdict
from kibitz.games.knack_solitaire.play import DRAW
from kibitz.games.protocol import State, run_apply
from kibitz.solvers.budget import Budget, Listener, Progress
from kibitz.solvers.knack_solitaire.chances import ENOUGH, Won
from kibitz.solvers.knack_solitaire.known import decide
from kibitz.solvers.knack_solitaire.rows import legal_games
from kibitz.solvers.knack_solitaire.sampling import try_orders
from kibitz.solvers.knack_solitaire.searches import part_of

FEW: Final = 6  # cards face down, which come in 720 orders
CHUNK: Final = 60  # orders between two looks at the clock
FIRST_SHARE: Final = 0.4  # of the time, to play every order once
MOST_NODES: Final = 2_000  # that one game with all cards known may cost
NODES_AN_ITERATION: Final = 16  # of them take about as long as an order that is played
MOST_UNDECIDED: Final = 24  # orders that cost so much for nothing; then no other is looked at
Cards = tuple[int, ...]


@dataclass(frozen=True)
class Counts:
    """What is known of moves, each of the same place in a list, and of the position itself."""

    moves: list[Won]
    position: Won
    spent: Spent
    stopped: StoppedBy


class OutOfBudgetError(Exception):
    """There is no time left for what was begun."""


class Orders:
    """The counts for some moves of a position with ``cards`` face down, two of them at least."""

    def __init__(self, state: State, moves: list[int], cards: Cards, budget: Budget) -> None:
        """``state``: a view, in which the stock is unknown; no shuffle to come may be."""
        self._state, self._moves, self._cards, self._budget = state, moves, cards, budget
        self._limit, self._work = budget, state.copy()
        self._orders = self._nodes = self._done = 0
        self._cut = False

    def run(self, listener: Listener) -> Counts | None:
        """Look further and further ahead until the chance is known, or the budget is spent.

        None where not even a part of it, with time left to sample, suffices to play every order
        once after every move. An order is an iteration, after however many moves it is played.
        """
        if len(orders_of(self._cards)[0]) > self._budget.iterations_left():
            return None
        self._limit = self._budget.share(FIRST_SHARE)
        try:
            known = self._all_played(self._state, self._moves, self._cards)
        except OutOfBudgetError:
            return None
        self._limit = self._budget

        def counts(stopped: StoppedBy = StoppedBy.CANCELLED) -> Counts:
            spent = Spent(nodes=self._nodes, samples=self._orders)
            return Counts(known, best_of(known), spent, stopped)

        ahead, self._cut = 0, True
        try:
            while self._cut and any(won.below < won.above for won in known):
                listener(Progress(self._orders, None, "orders", found=counts))
                ahead, self._cut = ahead + 1, False
                for place in sorted(range(len(known)), key=lambda i: -known[i].below):
                    if ahead == 1:
                        self._see(known, place)
                    if known[place].below < known[place].above:
                        after = self._after(self._state, self._moves[place], self._cards, ahead)
                        known[place] = known[place].within(after)
        except OutOfBudgetError:
            pass
        exact = all(won.below == won.above for won in known)
        return counts(StoppedBy.SOLVED if exact else self._budget.stopped() or StoppedBy.SETTLED)

    def _see(self, known: list[Won], place: int) -> None:
        """Leave out the orders of a move, in place, that are lost even with sight of the stock."""
        lost = undecided = 0
        orders, ways = orders_of(self._cards)
        for order in orders:
            if known[place].below == known[place].above or undecided == MOST_UNDECIDED:
                break
            found = self._decided(moved(with_stock(self._state, order), self._moves[place]))
            lost += ways * (found is Verdict.UNSOLVABLE)
            undecided += found is Verdict.UNKNOWN
            known[place] = known[place].within(
                Won(0, known[place].total - lost, known[place].total)
            )

    def _decided(self, state: State) -> Verdict:
        """Whether a game with all cards known can be won.

        What is not found out within ``MOST_NODES`` is unknown, however much time is left: the clock
        decides only where all of it is used up.
        """
        self._check()
        _, found = decide(state, part_of(self._budget, 1.0, MOST_NODES))
        self._nodes += found.visited()
        self._count(1 + found.visited() // NODES_AN_ITERATION)
        return found.verdict

    def _check(self) -> None:
        """Raise ``OutOfBudgetError`` where no more may be done."""
        if self._limit.stopped() or self._done > ENOUGH:
            raise OutOfBudgetError

    def _count(self, iterations: int) -> None:
        self._budget.iterations += iterations
        self._done += iterations

    def _all_played(self, state: State, moves: list[int], left: Cards) -> list[Won]:
        """The counts after each of some moves by the policy and the bound alone."""
        orders, ways = orders_of(left)
        named, total = np.array(orders, np.uint8), factorial(len(left))
        found = []
        for move in moves:
            counts = np.zeros(2, np.int64)
            for at in range(0, len(orders), CHUNK):
                self._check()
                chunk = named[at : at + CHUNK]
                try_orders(state, self._work, move, chunk, counts)
            found.append(Won(ways * int(counts[0]), ways * int(counts[1]), total))
        self._orders += len(orders)
        self._count(len(orders))
        return found

    def _after(self, state: State, move: int, left: Cards, ahead: int) -> Won:
        """The counts after a move, of players who choose among the next ``ahead`` decisions."""
        if move != DRAW or not left:
            return self._chosen(moved(state, move), left, ahead)
        below = above = 0
        for card, ways in Counter(left).items():
            rest = list(left)
            rest.remove(card)
            drawn = with_stock(state, (card,))
            found = self._chosen(moved(drawn, move), tuple(rest), ahead)
            below, above = below + ways * found.below, above + ways * found.above
        return Won(below, above, factorial(len(left)))

    def _chosen(self, state: State, left: Cards, ahead: int) -> Won:
        """The counts where the best move found is made now."""
        total = factorial(len(left))
        if len(left) == 1:
            state = with_stock(state, left)
        moves = [group[0] for group in legal_games(state)]
        if len(left) < 2 or not moves:
            found = self._decided(state)
            return Won(found is Verdict.SOLVABLE, found is not Verdict.UNSOLVABLE, total)
        if len(moves) == 1:
            return self._after(state, moves[0], left, ahead)
        known = self._all_played(state, moves, left)
        if ahead > 1:
            self._look_further(state, moves, known, left, ahead - 1)
        best = best_of(known)
        self._cut |= ahead == 1 and best.below < best.above
        return best

    def _look_further(
        self, state: State, moves: list[int], known: list[Won], left: Cards, ahead: int
    ) -> None:
        """Count anew, in place, what moves win that may be better than the best so far."""
        for place in sorted(range(len(known)), key=lambda i: -known[i].below):
            if known[place].above > best_of(known).below:
                found = self._after(state, moves[place], left, ahead)
                known[place] = known[place].within(found)


def best_of(known: list[Won]) -> Won:
    """The counts of whoever makes the best of some moves."""
    below, above = (max(won[end] for won in known) for end in (0, 1))
    return Won(below, above, known[0].total)


def orders_of(cards: Cards) -> tuple[list[Cards], int]:
    """The distinct orders, and how many each stands for: equal cards may change places."""
    orders = sorted(set(permutations(cards)))
    return orders, factorial(len(cards)) // len(orders)


def with_stock(state: State, cards: Cards) -> State:
    """A game in which the next cards of the stock are known."""
    named = state.copy()
    first = int(named[0]["drawn"])
    named[0]["stock"][first : first + len(cards)] = cards
    return named


def moved(state: State, move: int) -> State:
    """The game after a move."""
    after = state.copy()
    run_apply(after, move)
    return after
