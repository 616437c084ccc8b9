"""Two honest ends of the chance to win against a face-down stock, sampled under a budget.

See :mod:`kibitz.solvers.knotty_nines.sampling` for why they are ends.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from kibitz.contract.answers import StoppedBy
from kibitz.games.chance import Word, mix
from kibitz.games.knotty_nines.classes import SCRATCH_SHAPE, Bytes, Ints, canonical
from kibitz.heuristics.knotty_nines.bound import new_deal
from kibitz.heuristics.knotty_nines.policy import Choices
from kibitz.heuristics.knotty_nines.value import load_net
from kibitz.solvers.budget import Budget, Listener, Progress
from kibitz.solvers.intervals import wilson
from kibitz.solvers.knotty_nines.exact import RankView
from kibitz.solvers.knotty_nines.sampling import Choice, Worlds, decide_worlds, play_out
from kibitz.solvers.knotty_nines.search import new_memory

ABOVE_SHARE: Final = 0.5  # of the time for both ends
WORLDS_PER_ITERATION: Final = 1 / 2
GAMES_PER_ITERATION: Final = 1 / 2
OTHERS: Final = 4  # one game in so many is played after every transition, others after the leader
LEAST: Final = 16  # worlds, and games, however few iterations are asked for
DECISION_NODES: Final = 4_000
ABOVE_STREAM, BELOW_STREAM = 1, 2


@dataclass(frozen=True)
class Chance:
    """What is known of a chance to win: wins of the two players that enclose it, with counts.

    ``above``: wins of the player who sees the stock, in ``worlds`` orders, undecided ones counted
    as wins. ``below``: wins of the policy in ``games`` games. ``expected``: the look-ahead's value.
    ``ceiling``: the value of a transition that ranks higher. ``exact``: ``expected`` is the true
    chance, and nothing was sampled.
    """

    above: int
    worlds: int
    below: int
    games: int
    expected: float
    ceiling: float = 1.0
    exact: bool = False

    @property
    def low(self) -> float:
        """Lower end: the policy's 95 % lower bound, or less."""
        if self.exact:
            return self.expected
        return min(wilson(self.below, self.games)[0], self.high, self.ceiling)

    @property
    def high(self) -> float:
        """Upper end: the clairvoyant's 95 % upper bound."""
        return self.expected if self.exact else wilson(self.above, self.worlds)[1]

    @property
    def value(self) -> float:
        """What the look-ahead expects, within the ends and not above the ceiling."""
        return min(max(self.expected, self.low), self.high, self.ceiling)

    @property
    def as_expected(self) -> bool:
        """Whether the value is the look-ahead's own; else an end or the ceiling is shown."""
        return self.value == self.expected


def take_turns(total: int | None, budget: Budget, run: Callable[[int], None]) -> StoppedBy:
    """Call ``run(index)`` until ``total`` is reached or the budget is spent, once at least."""
    done = 0
    while total is None or done < total:
        stopped = budget.stopped()
        if stopped and (done or stopped is StoppedBy.CANCELLED):
            return stopped
        run(done)
        done += 1
    return StoppedBy.ITERATIONS


class Ends:
    """The counts behind both ends of every transition of one class, and of the class itself."""

    def __init__(
        self, view: RankView, unseen: Ints, exit_levels: Bytes, exit_extras: Bytes, choices: Choices
    ) -> None:
        """``exit_levels, exit_extras[e]``: the n - 1 piles that transition e leaves."""
        levels, extras = view.standing()
        n, m = len(levels), len(unseen)
        canonical(levels, extras, n, view.wrap, np.empty(SCRATCH_SHAPE, np.int64))
        self._choice = Choice(levels, extras, exit_levels, exit_extras, unseen)
        self._choices, self._net = choices, load_net()
        exits = len(exit_levels)
        self._wins, self._unsure = np.zeros(exits + 1, np.int64), np.zeros(exits + 1, np.int64)
        self._below, self._played = np.zeros(exits, np.int64), np.zeros(exits, np.int64)
        self._deal = new_deal(n, m, wrap=view.wrap, clear=view.clear)
        self._memory = new_memory(1 << 15, 1 << 13)
        self.worlds = self.games = self.nodes = 0
        self.stopped = StoppedBy.ITERATIONS

    def run(self, seed: int, leader: int, budget: Budget, listener: Listener) -> "Ends":
        """Sample until the budget is spent; some of each in any case.

        ``leader``: the transition preferred; most games are played after it.
        """
        asked = budget.heed_iterations()
        worlds = None if asked is None else max(LEAST, int(asked * WORLDS_PER_ITERATION))
        games = None if asked is None else max(LEAST, int(asked * GAMES_PER_ITERATION))
        above, below = (
            np.uint64(mix(np.uint64((seed * 4 + purpose) % 2**64)))
            for purpose in (ABOVE_STREAM, BELOW_STREAM)
        )

        def decide(world: int) -> None:
            listener(Progress(world, worlds, "worlds", "deciding sampled stocks"))
            visited = self._decide(above, world)
            self.worlds += 1
            self.nodes += visited
            budget.nodes += visited

        def play(game: int) -> None:
            listener(Progress(game, games, "games", "playing sampled stocks out"))
            only = None if game % OTHERS == 0 else leader
            won = self.played_out(below, game, 1, only)[0]
            self._below += won == 1
            self._played += won >= 0
            self.games += 1

        early = take_turns(worlds, budget.share(ABOVE_SHARE), decide)
        late = take_turns(games, budget, play)
        self.stopped = late if early is StoppedBy.ITERATIONS else early
        return self

    def _decide(self, stream: Word, world: int) -> int:
        return decide_worlds(
            self._choice,
            Worlds(stream, world, 1),
            DECISION_NODES,
            self._deal,
            self._memory,
            self._wins,
            self._unsure,
        )

    def played_out(self, stream: Word, first: int, number: int, only: int | None = None) -> Ints:
        """Whether the policy wins, 1 or 0: a row for each game, a column for each transition.

        The games of a row have the same order of the stock. ``only``: the one transition to play
        after; the others have -1.
        """
        won = np.zeros((number, len(self._below)), np.int64)
        if only is not None:
            won[:, np.arange(won.shape[1]) != only] = -1
        play_out(
            self._choice,
            Worlds(stream, first, number),
            DECISION_NODES,
            self._net,
            self._choices,
            self._deal,
            self._memory,
            won,
        )
        return won

    def won_by_sight(self, stream: Word, first: int, number: int) -> Ints:
        """Whether a player who sees the stock wins, as :meth:`played_out` says it of the policy.

        An order in which a transition stays undecided counts for none of them.
        """
        won = np.zeros((number, len(self._below)), np.int64)
        for row in range(number):
            wins, unsure = np.zeros_like(self._wins), np.zeros_like(self._unsure)
            world = Worlds(stream, first + row, 1)
            decide_worlds(
                self._choice, world, DECISION_NODES, self._deal, self._memory, wins, unsure
            )
            if not unsure.any():
                won[row] = wins[:-1]
        return won

    def chance(self, e: int, expected: float, ceiling: float) -> Chance:
        """The chance after transition ``e``, of which the look-ahead expects ``expected``."""
        above = int(self._wins[e] + self._unsure[e])
        games = int(self._played[e])
        return Chance(above, self.worlds, int(self._below[e]), games, expected, ceiling)

    def chance_of_all(self, leader: int, expected: float) -> Chance:
        """The chance of the class: worth at least what transition ``leader`` is."""
        above = int(self._wins[-1] + self._unsure[-1])
        games = int(self._played[leader])
        return Chance(above, self.worlds, int(self._below[leader]), games, expected)
