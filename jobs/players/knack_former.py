"""The search of K'nack as it was in version 0.1: what later ones are measured against.

Its games are played on by who judges by a row of weights, with the noise of then; so are its moves
judged. All else that it shares with the search of today has not changed since, but for the deals
that both play in: there hands count by the orders in which their cards may have come.
"""

from dataclasses import replace
from typing import Any, Final

import numpy as np

from kibitz.contract.options import Limits
from kibitz.games.chance import Stream
from kibitz.games.game import Game
from kibitz.games.kernel import kernel
from kibitz.games.knack import outcome, play
from kibitz.games.knack.state import STATE, KnackState
from kibitz.games.protocol import Moves, Payoffs, implements
from kibitz.heuristics import protocol as judgement
from kibitz.heuristics.knack.judgement import weights_for
from kibitz.heuristics.knack.policy import best_move, plain_prior
from kibitz.heuristics.plain import as_they_are, left_alone, move_by_move, no_log_likelihood
from kibitz.jobs.players.former import as_former, former_of
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.ismcts.options import SearchOptions
from kibitz.solvers.knack.endgame import best_end
from kibitz.solvers.knack.grouping import grouped
from kibitz.solvers.knack.widening import search_groups
from kibitz.solvers.player import View

NOISE: Final = 0.3  # worth, from none to all of it


class FormerOptions(SearchOptions):
    """Options of this search."""


OPTIONS: Final = FormerOptions(
    tree_depth=1,
    root="racing",
    endgame_below=14,
    judgement_scale=0.03,
    judgement_error=0.06,
    trees=1,
    settle=False,
    value_share=0.0,
)
# Opinions of judgement, see `solvers.knack.posterior`; its error was the same for all tables.
OPINIONS: Final = ((1.0, 1.0, 0.9), (0.3, 1.0, 0.05), (0.0, 2.0, 0.05))
RULES: Final[dict[str, Any]] = {
    "legal": play.legal_moves,
    "apply": play.apply_move,
    "over": outcome.is_over,
    "payoff": outcome.pay,
    "turn": play.seat_to_move,
    "horizon": play.moves_left,
    "redeal": play.redeal_hidden,
    "random_move": play.some_move,
}
JUDGEMENT: Final[dict[str, Any]] = {
    "prior": plain_prior,
    "log_likelihood": no_log_likelihood,
    "play_on": move_by_move,
    "refine": left_alone,
    "match_worth": as_they_are,
}
FORMER: Final = former_of(STATE, RULES, JUDGEMENT)


@implements(judgement.playout_move, FORMER)
@kernel
def playout_move(state: KnackState, moves: Moves, count: int, stream: Stream) -> int:
    """See `heuristics.protocol.playout_move`."""
    return best_move(state, moves, count, NOISE, stream, weights_for(state))


@implements(judgement.endgame, FORMER)
@kernel
def endgame(state: KnackState, payoffs: Payoffs) -> bool:
    """See `heuristics.protocol.endgame`."""
    return best_end(state, np.empty(1, FORMER), payoffs)


class FormerPlayer:
    """The search of version 0.1."""

    def __init__(self, limits: Limits, options: SearchOptions) -> None:
        """Search so each move."""
        self.limits, self.options = limits, options

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        budget = Budget(self.limits, view.cancel)
        seen = game.state(game.as_seen(view.position, seat))
        groups = grouped(seen, game.legal(seen), learned=False)
        error = self.options.judgement_error * int(seen[0]["players"]) / 2
        options = replace(self.options, judgement_error=error)
        found = search_groups(
            as_former(FORMER, seen),
            groups,
            budget,
            ignore,
            seed,
            options,
            opinions=OPINIONS,
            former=True,
        )
        return found.moves[0].move
