"""Our players of Knaves for :mod:`benchmarks.strength`: one that does not search, and searches.

Every searching player strives for points, under the limits of the match, on one thread.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from games import protocol
from games.game import Game
from games.kernel import kernel
from games.knaves.play import MAX_MOVES, SEATS
from games.protocol import Moves, State
from heuristics.knaves.policy import rule_move
from solvers.budget import Budget, Limits
from solvers.ismcts.options import SearchOptions, Setting
from solvers.ismcts.search import Search
from solvers.knaves.analysis import OPTIONS
from solvers.knaves.candidates import groups_of
from solvers.player import Factory, Player, View

SHIPPED: Final = replace(OPTIONS, settle=False)
# Flat Monte Carlo with the game's policy and nothing else: what other settings are held against.
FLAT: Final = SearchOptions(tree_depth=1, root="elimination", settle=False)
DIALS: Final = {"search": SHIPPED, "flat": FLAT}


@kernel
def _rule(state: State, moves: Moves, count: int) -> int:
    return rule_move(state[0], moves, count)


class JudgementPlayer:
    """The game's policy without chance and without search."""

    def __init__(self, game: Game, limits: Limits) -> None:
        pass

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`solvers.player.Player.choose`."""
        moves = np.empty(MAX_MOVES + 1, np.int64)
        count = protocol.run_legal(view.state, moves)
        return int(_rule(view.state, moves, count))


class SearchPlayer:
    """Our search with some options: of cards alike one."""

    def __init__(self, limits: Limits, options: SearchOptions) -> None:
        """Search so each move."""
        self.limits, self.options = limits, options

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`solvers.player.Player.choose`."""
        return self.best_of(view, list(groups_of(view.state, game.legal(view.state))), seed)

    def best_of(self, view: View, candidates: list[int], seed: int) -> int:
        """The move to play of some."""
        search = Search(
            view.state,
            Setting(SEATS, MAX_MOVES),
            self.options,
            Budget(self.limits),
            seed=seed,
            candidates=candidates,
        )
        return search.run().moves[0].move


class PlainPlayer(SearchPlayer):
    """A search among all legal cards."""

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`solvers.player.Player.choose`."""
        return self.best_of(view, game.legal(view.state), seed)


def with_options(options: SearchOptions, own: Limits | None = None) -> Factory:
    """Our search with some options, and with limits of its own instead of the match's."""

    def make(_game: Game, limits: Limits) -> Player:
        return SearchPlayer(own or limits, options)

    return make


def tree_random(_game: Game, limits: Limits) -> Player:
    """Information-set search as it is usually described, with random playouts."""
    return PlainPlayer(limits, SearchOptions(playout="random", settle=False))


shipped = with_options(SHIPPED)
flat = with_options(FLAT)
flat_random = with_options(replace(FLAT, playout="random"))
