"""Our players of K'nack: some that do not search, and searches.

Every searching player is under the limits of the match, on one thread.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.game import Game
from kibitz.games.records import Reals
from kibitz.heuristics.knack.judgement import WEIGHTS
from kibitz.heuristics.knack.past import traced
from kibitz.heuristics.knack.policy import GREEDY, policy_move, rule_move
from kibitz.jobs.players import knack_former
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.ismcts.options import SearchOptions
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.knack.frames import MOST_MOVES
from kibitz.solvers.knack.grouping import grouped
from kibitz.solvers.knack.widening import OPTIONS, search_groups
from kibitz.solvers.knack.worlds import SETTING, reader_of
from kibitz.solvers.player import Factory, Player, View

SHIPPED: Final = replace(OPTIONS, settle=False, value_share=0.0)
# Flat Monte Carlo over all legal moves with the game's policy and nothing else: what other
# settings are held against.
FLAT: Final = SearchOptions(tree_depth=1, root="racing", settle=False, value_share=0.0)
# The tree over public placements; the prior makes it widen by itself.
TREE: Final = replace(SHIPPED, tree_depth=64, root="ucb", selection="puct")
DIALS: Final = {"search": SHIPPED, "search@0.1": knack_former.OPTIONS, "flat": FLAT, "tree": TREE}


class WeightsPlayer:
    """Judgement by some weights, without chance and without search.

    ``w``: a row for two players and one for more.
    """

    def __init__(self, w: Reals) -> None:
        """Weigh what a move is worth so."""
        self.w = w

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        moves = np.empty(MOST_MOVES, np.int64)
        count = protocol.run_legal(view.state, moves)
        row = self.w[int(game.seats(view.state) > 2)]
        return int(rule_move(view.state[0], moves, count, row))


class PolicyPlayer:
    """The game's policy, without chance and without search."""

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        moves = np.empty(MOST_MOVES, np.int64)
        count = protocol.run_legal(view.state, moves)
        return int(policy_move(view.state[0], moves, count))


def heuristic(_game: Game, _limits: Limits) -> Player:
    """Who judges by all that a seat sees."""
    return PolicyPlayer()


def former_heuristic(_game: Game, _limits: Limits) -> Player:
    """The policy of version 0.1: the same, by a sum."""
    return WeightsPlayer(WEIGHTS)


def greedy(_game: Game, _limits: Limits) -> Player:
    """Who looks after the own hand only."""
    return WeightsPlayer(np.stack([GREEDY, GREEDY]))


class SearchPlayer:
    """Our search with some options, moves grouped and ever more of them compared."""

    def __init__(self, limits: Limits, options: SearchOptions) -> None:
        """Search so each move."""
        self.limits, self.options = limits, options

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        budget = Budget(self.limits, view.cancel)
        seen = game.state(game.as_seen(view.position, seat))
        groups = grouped(seen, game.legal(seen))
        if self.options.root != "racing":
            first = [group.moves[0] for group in groups]
            seen, options = traced(seen), replace(self.options, worlds="uniform")
            reader = reader_of(seen, self.options, budget, seed)
            seen = seen if reader is None else reader.guesses(0)
            search = Search(seen, SETTING, options, budget, seed=seed, candidates=first)
            return search.run().moves[0].move
        return search_groups(seen, groups, budget, ignore, seed, self.options).moves[0].move


class FlatPlayer:
    """Our search with some options, all legal moves compared at once."""

    def __init__(self, limits: Limits, options: SearchOptions) -> None:
        """Search so each move."""
        self.limits, self.options = limits, options

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        budget = Budget(self.limits, view.cancel)
        return Search(view.state, SETTING, self.options, budget, seed=seed).run().moves[0].move


def with_options(options: SearchOptions, own: Limits | None = None) -> Factory:
    """Our search with some options, and with limits of its own instead of the match's."""

    def make(_game: Game, limits: Limits) -> Player:
        if isinstance(options, knack_former.FormerOptions):
            return knack_former.FormerPlayer(own or limits, options)
        return SearchPlayer(own or limits, options)

    return make


shipped = with_options(SHIPPED)
former = with_options(knack_former.OPTIONS)
tree = with_options(TREE)


def flat(_game: Game, limits: Limits) -> Player:
    """The reference."""
    return FlatPlayer(limits, FLAT)


def flat_random(_game: Game, limits: Limits) -> Player:
    """The reference with random playouts."""
    return FlatPlayer(limits, replace(FLAT, playout="random"))
