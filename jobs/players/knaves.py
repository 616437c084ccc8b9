"""Our players of Knaves: some that do not search, and searches.

Every searching player strives for points, under the limits of the match, on one thread.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.game import Game
from kibitz.games.knaves.bitboards import beats
from kibitz.games.knaves.play import CALL, MAX_MOVES, NO_CALL
from kibitz.games.knaves.state import SEATS
from kibitz.heuristics.knaves.policy import rule_move
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.options import SearchOptions, Setting
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.knaves.analysis import OPTIONS, groups_of
from kibitz.solvers.player import Factory, Player, View

SHIPPED: Final = replace(OPTIONS, settle=False, value_share=0.0)
# Flat Monte Carlo with the game's policy and nothing else: what other settings are held against.
FLAT: Final = SearchOptions(tree_depth=1, root="racing", settle=False, value_share=0.0)
DIALS: Final = {"search": SHIPPED, "flat": FLAT}


class JudgementPlayer:
    """The game's policy without chance and without search."""

    def __init__(self, game: Game, limits: Limits) -> None:
        pass

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        moves = np.empty(MAX_MOVES + 1, np.int64)
        count = protocol.run_legal(view.state, moves)
        return int(rule_move(view.state[0], moves, count))


class LowestWinner:
    """A naive rule for Knaves: the lowest card that takes the trick, else the lowest card.

    Trumps rank above all else, then ranks count, then suits. It leads its lowest card, calls no
    exposed card and knows nothing of jacks.
    """

    def __init__(self, game: Game, limits: Limits) -> None:
        """Rules take no time."""

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        record = view.state[0]
        moves = game.legal(view.state)
        if moves[0] >= CALL:
            return NO_CALL
        best, trump = int(record["best"]), int(record["trump"])
        taking = [move for move in moves if best >= 0 and beats(move, best, trump)]
        return min(taking or moves, key=lambda move: (move >> 4 == trump, move & 15, move))


class SearchPlayer:
    """Our search with some options: of cards alike one."""

    def __init__(self, limits: Limits, options: SearchOptions) -> None:
        """Search so each move."""
        self.limits, self.options = limits, options

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        return self.best_of(view, list(groups_of(view.state, game.legal(view.state))), seed)

    def best_of(self, view: View, candidates: list[int], seed: int) -> int:
        """The move to play of some."""
        search = Search(
            view.state,
            Setting(SEATS, MAX_MOVES),
            self.options,
            Budget(self.limits, view.cancel),
            seed=seed,
            candidates=candidates,
        )
        return search.run().moves[0].move


class PlainPlayer(SearchPlayer):
    """A search among all legal cards."""

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
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
