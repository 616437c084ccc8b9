"""Turns of Hand, Knee and Foot for the search: a state whose first move is a whole plan.

The search compares moves. Here the moves at the root are candidates, each a row of moves of the
rules that one seat plays; after that a move is a turn of whoever's turn it is, as the policy plays
it. A candidate may be a plan to the end of the turn or a single move, after which the policy goes
on.
"""

from collections.abc import Sequence
from typing import Annotated, Final

import numpy as np

from kibitz.games import protocol
from kibitz.games.chance import Stream
from kibitz.games.hand_knee_foot.play import is_over, moves_left, pay, seat_to_move
from kibitz.games.hand_knee_foot.rules import MOST_TEAMS, ROUNDS
from kibitz.games.hand_knee_foot.state import ENDED, HandKneeFootState
from kibitz.games.hand_knee_foot.worlds import deal_hidden
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves, Payoffs, State, implements
from kibitz.games.records import Flag, Int16s, Int64, Reals, Record, dtype_of
from kibitz.heuristics import protocol as judgement
from kibitz.heuristics.hand_knee_foot.equity import chances, totals_after
from kibitz.heuristics.hand_knee_foot.likelihood import log_likelihood_of
from kibitz.heuristics.hand_knee_foot.policy import play_turn
from kibitz.heuristics.hand_knee_foot.turns import LONGEST, NO_MOVE, play_row
from kibitz.heuristics.hand_knee_foot.weights import COUNT, WEIGHTS, row_of
from kibitz.heuristics.plain import left_alone, move_by_move, no_endgame
from kibitz.heuristics.protocol import Weights

MOST: Final = 192  # candidates
E_FOLD: Final = 40.0  # points expected


class Planned(Record):
    """A round, and the candidates for the turn to come."""

    game: HandKneeFootState
    rows: Annotated[Int16s, MOST, LONGEST]  # moves of a candidate, then `NO_MOVE`
    worths: Annotated[Reals, MOST]  # of each, expected before it is played: points
    count: Int64
    begun: Flag
    totals: Annotated[Reals, MOST_TEAMS]  # before this round
    rounds: Int64  # of the match after this one
    weights: Annotated[Reals, COUNT]  # of the policy that plays on


PLANNED: Final = dtype_of(Planned)


def planned(
    view: State,
    candidates: Sequence[Sequence[int]],
    worths: Sequence[float] | Reals,
    scores: Sequence[int],
    number: int,
    weights: Weights = WEIGHTS,
) -> State:
    """The state to search: ``view``, from which one of the candidates is played.

    ``worths``: what is expected of each, in points. ``scores``: of the teams before this round, the
    ``number``-th. ``weights``: rows of the policy.
    """
    state = np.zeros(1, PLANNED)
    record = state[0]
    record["game"] = view[0]
    record["rows"] = NO_MOVE
    record["worths"][: len(candidates)] = worths
    for row, moves in enumerate(candidates):
        record["rows"][row, : len(moves)] = moves
    record["count"] = len(candidates)
    record["totals"][: len(scores)] = scores
    record["rounds"] = ROUNDS - number
    record["weights"] = row_of(weights, int(view[0]["players"]))
    return state


@implements(protocol.legal, PLANNED)
@kernel
def legal_moves(state: Planned, moves: Moves) -> int:
    """See :func:`kibitz.games.protocol.legal`: the candidates, later the next turn."""
    if state.begun:
        moves[0] = 0
        return int(state.game.phase != ENDED)
    for row in range(state.count):
        moves[row] = row
    return int(state.count)


@implements(protocol.apply, PLANNED)
@kernel
def apply_turn(state: Planned, move: int) -> None:
    """See :func:`kibitz.games.protocol.apply`."""
    if state.begun:
        play_turn(state.game, state.weights)
    else:
        play_row(state.game, state.rows[move], state.weights, True)
        state.begun = True


@implements(protocol.over, PLANNED)
@kernel
def has_ended(state: Planned) -> bool:
    """See :func:`kibitz.games.protocol.over`."""
    return is_over(state.game)


@implements(protocol.payoff, PLANNED)
@kernel
def pay_round(state: Planned, payoffs: Payoffs) -> None:
    """See :func:`kibitz.games.protocol.payoff`."""
    pay(state.game, payoffs)


@implements(protocol.turn, PLANNED)
@kernel
def whose_turn(state: Planned) -> int:
    """See :func:`kibitz.games.protocol.turn`."""
    return seat_to_move(state.game)


@implements(protocol.horizon, PLANNED)
@kernel
def turns_to_come(state: Planned) -> int:
    """See :func:`kibitz.games.protocol.horizon`."""
    return moves_left(state.game)


@implements(protocol.redeal, PLANNED)
@kernel
def redeal(state: Planned, seat: int, stream: Stream) -> None:
    """See :func:`kibitz.games.protocol.redeal`."""
    deal_hidden(state.game, seat, stream)


@implements(judgement.playout_move, PLANNED)
@kernel
def only_move(state: Planned, moves: Moves, count: int, stream: Stream) -> int:
    """See :func:`kibitz.heuristics.protocol.playout_move`: the turn that there is."""
    return moves[0]


@implements(judgement.prior, PLANNED)
@kernel
def favour(state: Planned, moves: Moves, count: int, weights: Weights) -> None:
    """See `heuristics.protocol.prior`: e times as likely for each ``E_FOLD`` points expected."""
    for i in range(count):
        weights[i] = 0.0 if state.begun else state.worths[moves[i]] / E_FOLD
    most = weights[:count].max()
    for i in range(count):
        weights[i] = np.exp(weights[i] - most)


@implements(judgement.log_likelihood, PLANNED)
@kernel
def log_likelihood(state: Planned, seat: int) -> float:
    """See :func:`kibitz.heuristics.protocol.log_likelihood`."""
    return log_likelihood_of(state.game, seat)


@implements(judgement.match_worth, PLANNED)
@kernel
def match_worth(state: Planned, payoffs: Payoffs, values: Payoffs) -> None:
    """See :func:`kibitz.heuristics.protocol.match_worth`: partners have the same chance."""
    teams = state.game.teams
    totals, shares = np.empty(MOST_TEAMS), np.empty(MOST_TEAMS)
    totals_after(state.totals, payoffs, teams, totals)
    chances(totals, teams, state.rounds, shares)
    for seat in range(state.game.players):
        values[seat] = shares[seat % teams]


implements(judgement.play_on, PLANNED)(move_by_move)
implements(judgement.refine, PLANNED)(left_alone)
implements(judgement.endgame, PLANNED)(no_endgame)
