"""Our players of Hand, Knee and Foot for :mod:`benchmarks.strength`: the policy, and searches.

A search chooses a whole turn and then plays it move by move, as long as the turn goes as it was
planned. It searches twice in most turns, to draw and to play on, each time under the limits of the
match. It strives for points, on one thread.
"""

from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from kibitz.contract.options import Limits
from kibitz.games.game import Game
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.judgement import judged
from kibitz.heuristics.hand_knee_foot.plans import plans_for
from kibitz.heuristics.hand_knee_foot.policy import styled_move
from kibitz.heuristics.hand_knee_foot.styles import PLAIN
from kibitz.heuristics.hand_knee_foot.weights import FORMER, WEIGHTS, Reals, row_of
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.hand_knee_foot.analysis import OPTIONS, search_rows
from kibitz.solvers.hand_knee_foot.candidates import Row, few_rows, following
from kibitz.solvers.ismcts.options import SearchOptions
from kibitz.solvers.player import Factory, Player, View

SHIPPED: Final = replace(OPTIONS, settle=False, value_share=0.0)
DIALS: Final = {"search": SHIPPED}
# Of version 0.1: its own turn was favoured by 40 points, with an error of 150.
FORMER_FAVOUR: Final = 40.0
FORMER_SEARCH: Final = replace(SHIPPED, judgement_error=150.0)


class HeuristicPlayer:
    """The policy with some weights, without chance and without search."""

    def __init__(self, weights: Reals, game: Game, limits: Limits) -> None:  # noqa: ARG002
        """Play by rows of weights."""
        self.weights = weights

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        state = view.state[0]
        return int(styled_move(state, PLAIN, row_of(self.weights, int(state["players"]))))

    def turn(self, view: View, seat: int, seed: int) -> Row:  # noqa: ARG002
        """What is left of a turn, as far as it can be planned."""
        return plans_for(view.state, self.weights)[0]


class JudgementPlayer:
    """The turn that is best by judgement, move by move, without search."""

    def __init__(self, game: Game, limits: Limits) -> None:
        """Nothing is kept."""

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        return self.turn(view, seat, seed)[0]

    def turn(self, view: View, seat: int, seed: int) -> Row:  # noqa: ARG002
        """What is left of a turn, as far as it can be planned."""
        return judged(view.state)[0]


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

    def __init__(self, limits: Limits, options: SearchOptions, *, former: bool = False) -> None:
        """Search so each turn; ``former``: by the policy of version 0.1 in place of judgement."""
        self.limits, self.options, self.former = limits, options, former
        self._planned: dict[bytes, int] = {}

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        view.state[0]["viewer"] = seat
        move = self._planned.get(signature(view.state, seat))
        if move is not None and move in game.legal(view.state):
            return move
        best = self.turn(view, seat, seed)
        if view.cancel.is_set():  # no plan to be kept for another match
            return best[0]
        states = following(view.state, best)
        self._planned = {
            signature(state, seat): move for state, move in zip(states, best, strict=True)
        }
        return best[0]

    def turn(self, view: View, seat: int, seed: int) -> Row:
        """What is left of a turn, as far as it can be planned."""
        view.state[0]["viewer"] = seat
        plans = plans_for(view.state, FORMER) if self.former else judged(view.state)
        rows = few_rows(view.state, plans)
        if len(rows) == 1:
            return rows[0]
        budget = Budget(self.limits, view.cancel)
        found = search_rows(
            view.state,
            rows,
            (),
            1,
            self.options,
            budget,
            ignore,
            seed,
            weights=FORMER if self.former else WEIGHTS,
            worths=FORMER_FAVOUR * (np.arange(len(rows)) == 0) if self.former else None,
        )
        return rows[found.moves[0].move]


PLANNERS: Final = (HeuristicPlayer, JudgementPlayer, SearchPlayer)


def with_options(options: SearchOptions, own: Limits | None = None) -> Factory:
    """Our search with some options, and with limits of its own instead of the match's."""

    def make(_game: Game, limits: Limits) -> Player:
        return SearchPlayer(own or limits, options)

    return make


shipped = with_options(SHIPPED)
heuristic: Factory = partial(HeuristicPlayer, WEIGHTS)
former_heuristic: Factory = partial(HeuristicPlayer, FORMER)


def former(_game: Game, limits: Limits) -> Player:
    """The player ``search@0.1``: the same search over the policy of that version."""
    return SearchPlayer(limits, FORMER_SEARCH, former=True)
