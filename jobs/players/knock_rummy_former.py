"""Knock Rummy as it was played in version 0.1: what later players are measured against.

Hands are judged by the sum of `heuristics.knock_rummy.judgement`, and every opponent is sharp or
patient, anew in each turn. All else that the search shares with that of today has not changed.
"""

from dataclasses import replace
from typing import Any, Final

import numpy as np
from numba import int64, uint64

from kibitz.contract.options import Limits
from kibitz.games.bits import single
from kibitz.games.chance import Stream
from kibitz.games.game import Game
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy import play
from kibitz.games.knock_rummy.melds import deadwood
from kibitz.games.knock_rummy.state import STATE, TO_DISCARD, TO_DRAW, KnockRummyState
from kibitz.games.protocol import Moves, State, implements
from kibitz.games.records import Reals
from kibitz.heuristics import protocol as judgement
from kibitz.heuristics.knock_rummy import likelihood
from kibitz.heuristics.knock_rummy.equity import match_worth
from kibitz.heuristics.knock_rummy.judgement import (
    WEIGHTS,
    barred_of,
    best_discard,
    how_to_begin,
    judged_move,
    value_without,
)
from kibitz.heuristics.knock_rummy.kinds import WAVERING
from kibitz.heuristics.knock_rummy.partners import live_cards
from kibitz.heuristics.knock_rummy.policy import choose_few, playout_limit, prior, sharp_limit
from kibitz.heuristics.plain import move_by_move, no_endgame
from kibitz.jobs.players.former import as_former, former_of
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.options import SearchOptions
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.knock_rummy.analysis import SETTING
from kibitz.solvers.player import Player, View

OPTIONS: Final = replace(
    SearchOptions(tree_depth=1, root="racing", worlds="refined", world_steps=64),
    settle=False,
    value_share=0.0,
)
RULES: Final[dict[str, Any]] = {
    "legal": play.legal_moves,
    "apply": play.apply_move,
    "over": play.is_over,
    "payoff": play.pay,
    "turn": play.seat_to_move,
    "horizon": play.moves_left,
    "redeal": play.redeal_hidden,
}
JUDGEMENT: Final[dict[str, Any]] = {
    "prior": prior,  # this search asks for none
    "log_likelihood": likelihood.log_likelihood,
    "refine": likelihood.refine,
    "play_on": move_by_move,
    "match_worth": match_worth,
    "endgame": no_endgame,
}
FORMER: Final = former_of(STATE, RULES, JUDGEMENT)


@implements(judgement.playout_move, FORMER)
@kernel
def playout_move(state: KnockRummyState, moves: Moves, count: int, stream: Stream) -> int:
    """See `heuristics.protocol.playout_move`."""
    limit = playout_limit(state, stream)
    return moves[0] if count == 1 else judged_move(state, WEIGHTS, limit)


@kernel
def rule_move(state: KnockRummyState) -> int:
    """The policy of version 0.1 without chance, a sharp player."""
    return judged_move(state, WEIGHTS, sharp_limit(state) if state.phase == TO_DISCARD else 0)


@kernel
def appraise(state: KnockRummyState, moves: Moves, count: int, values: Reals) -> None:
    """Write what each of the moves was worth by judgement; high is good."""
    if state.phase == TO_DRAW:
        chosen = how_to_begin(state, WEIGHTS)
        for i in range(count):
            values[i] = 1.0 * (moves[i] == chosen)
        return
    hand, live = state.hands[state.turn], live_cards(state, int64(state.turn))
    least = best_discard(state, hand, barred_of(state), live, WEIGHTS).least
    for i in range(count):
        if moves[i] == play.OUT:
            values[i] = sharp_limit(state)
            continue
        card = moves[i] % play.KNOCK
        left = deadwood(state, uint64(hand) & ~single(card))
        if moves[i] >= play.KNOCK:
            values[i] = sharp_limit(state) - least - left
        else:
            values[i] = -value_without(state, hand, card, left, live, WEIGHTS)


def worth_comparing(state: State) -> list[int]:
    """The legal moves of a view that a short search looked at, ascending."""
    moves, values = np.empty(play.MAX_MOVES, np.int64), np.empty(play.MAX_MOVES)
    count = play.legal_moves(state[0], moves)
    appraise(state[0], moves, count, values)
    return sorted(int(move) for move in moves[: choose_few(state[0], moves, count, values)])


class FormerJudgement:
    """The policy of version 0.1."""

    def __init__(self, game: Game, limits: Limits) -> None:
        pass

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        return int(rule_move(view.state[0]))


class FormerPlayer:
    """The search of version 0.1."""

    def __init__(self, limits: Limits) -> None:
        """Search so each move."""
        self.limits = limits

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        view.state[0]["viewer"], view.state[0]["kinds"] = seat, WAVERING
        few = worth_comparing(view.state)
        if len(few) == 1:
            return few[0]
        budget = Budget(self.limits, view.cancel)
        state = as_former(FORMER, view.state)
        search = Search(state, SETTING, OPTIONS, budget, seed=seed, candidates=few)
        return search.run().moves[0].move


def former(_game: Game, limits: Limits) -> Player:
    """The player ``search@0.1``."""
    return FormerPlayer(limits)
