"""Our players of Knock Rummy: some that do not search, and searches.

Every searching player strives for points, under the limits of the match, on one thread.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from kibitz.contract.options import Limits
from kibitz.games.game import Game
from kibitz.games.knock_rummy.melds import deadwood
from kibitz.games.knock_rummy.play import DRAW, KNOCK, OUT, TAKE, TURN_OVER
from kibitz.games.knock_rummy.state import TO_DRAW
from kibitz.heuristics.knock_rummy.kinds import UNDRAWN
from kibitz.heuristics.knock_rummy.policy import rule_move
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.options import SearchOptions
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.knock_rummy.analysis import OPTIONS, SETTING, worth_comparing
from kibitz.solvers.player import Factory, Player, View

SHIPPED: Final = replace(OPTIONS, settle=False, value_share=0.0)
# The same with hands as they would be dealt, not as they ripen.
UNIFORM: Final = replace(SHIPPED, worlds="uniform")
DIALS: Final = {"search": SHIPPED, "uniform": UNIFORM}
GIN_KNOCK: Final = 10


class JudgementPlayer:
    """The policy without chance and without search: it knocks at the best moment it knows."""

    def __init__(self, game: Game, limits: Limits) -> None:
        pass

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        return int(rule_move(view.state[0]))


class GinPlayer:
    """A simple rule in the manner of gin: OpenSpiel's simple bot for gin rummy, for this game.

    It takes the card on the pile where that lowers its deadwood, knocks as soon as it has ten
    points or fewer, and otherwise discards the card that leaves it with least, of equals the
    highest.
    """

    def __init__(self, game: Game, limits: Limits) -> None:
        pass

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        record = view.state[0]
        legal = game.legal(view.state)
        hand = int(record["hands"][seat])

        def left(cards: int) -> int:
            return int(deadwood(record, np.uint64(cards)))

        if record["phase"] == TO_DRAW:
            other = DRAW if DRAW in legal else TURN_OVER
            if TAKE not in legal or other not in legal:
                return legal[0]
            top = int(record["pile"][int(record["pile_size"]) - 1])
            more = hand | 1 << top
            least = min(left(more & ~(1 << card)) for card in range(52) if hand >> card & 1)
            return TAKE if least < left(hand) else other
        if OUT in legal:
            return OUT
        cards = [move for move in legal if move < KNOCK]
        best = min(cards, key=lambda card: (left(hand & ~(1 << card)), -(card % 13)))
        knock = KNOCK + best
        may_knock = knock in legal and left(hand & ~(1 << best)) <= GIN_KNOCK
        return knock if may_knock else best


class SearchPlayer:
    """Our search with some options, among the moves worth comparing."""

    def __init__(self, limits: Limits, options: SearchOptions) -> None:
        """Search so each move."""
        self.limits, self.options = limits, options

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        view.state[0]["viewer"], view.state[0]["kinds"] = seat, UNDRAWN
        budget = Budget(self.limits, view.cancel)
        few = worth_comparing(view.state, budget.iterations_left())
        if len(few) == 1:
            return few[0]
        search = Search(
            view.state,
            SETTING,
            self.options,
            budget,
            seed=seed,
            candidates=few,
        )
        return search.run().moves[0].move


def with_options(options: SearchOptions, own: Limits | None = None) -> Factory:
    """Our search with some options, and with limits of its own instead of the match's."""

    def make(_game: Game, limits: Limits) -> Player:
        return SearchPlayer(own or limits, options)

    return make


shipped = with_options(SHIPPED)
uniform = with_options(UNIFORM)
