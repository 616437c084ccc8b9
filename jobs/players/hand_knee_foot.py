"""Our players of Hand, Knee and Foot for :mod:`benchmarks.strength`: the policy, and searches.

A search chooses a whole turn and then plays it move by move, as long as the turn goes as it was
planned. It searches twice in most turns, to draw and to play on, each time under the limits of the
match. It strives for points, on one thread.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from kibitz.contract.options import Limits
from kibitz.games.game import Game
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.policy import rule_move
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.hand_knee_foot.analysis import OPTIONS, search_rows
from kibitz.solvers.hand_knee_foot.candidates import few_rows, following
from kibitz.solvers.ismcts.options import SearchOptions
from kibitz.solvers.player import Factory, Player, View

SHIPPED: Final = replace(OPTIONS, settle=False, value_share=0.0)
DIALS: Final = {"search": SHIPPED}


class HeuristicPlayer:
    """The policy, without chance and without search."""

    def __init__(self, game: Game, limits: Limits) -> None:
        pass

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        return int(rule_move(view.state[0]))


def signature(state: State, seat: int) -> bytes:
    """What a seat goes by when it looks whether a turn goes as planned."""
    record = state[0]
    team = seat % int(record["teams"])
    parts = [record["hands"][seat], record["naturals"][team], record["buried"][team]]
    parts += [record["twos"][team], record["jokers"][team]]
    sizes = np.array([record["stock_size"], record["pile_size"], record["phase"]])
    return b"".join(part.tobytes() for part in [*parts, sizes])


class SearchPlayer:
    """Our search with some options, over plans."""

    def __init__(self, limits: Limits, options: SearchOptions) -> None:
        """Search so each turn."""
        self.limits, self.options = limits, options
        self._planned: dict[bytes, int] = {}

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        view.state[0]["viewer"] = seat
        move = self._planned.get(signature(view.state, seat))
        if move is not None and move in game.legal(view.state):
            return move
        rows = few_rows(view.state)
        best = rows[0]
        if len(rows) > 1:
            budget = Budget(self.limits, view.cancel)
            found = search_rows(view.state, rows, (), 1, self.options, budget, ignore, seed)
            best = rows[found.moves[0].move]
            if view.cancel.is_set():  # no plan to be kept for another match
                return best[0]
        states = following(view.state, best)
        self._planned = {
            signature(state, seat): move for state, move in zip(states, best, strict=True)
        }
        return best[0]


def with_options(options: SearchOptions, own: Limits | None = None) -> Factory:
    """Our search with some options, and with limits of its own instead of the match's."""

    def make(_game: Game, limits: Limits) -> Player:
        return SearchPlayer(own or limits, options)

    return make


shipped = with_options(SHIPPED)
