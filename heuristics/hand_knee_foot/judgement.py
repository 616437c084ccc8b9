"""Turns compared by what the round is worth after them, before any round is played out.

The policy judges by rules of thumb, turn after turn the same; here every plan of
`heuristics.hand_knee_foot.plans` is valued by the network of `heuristics.hand_knee_foot.value`. The
policy's own turn is favoured by ``FAVOUR`` points, for of two dozen estimates that err the highest
errs most.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from kibitz.games.hand_knee_foot.play import seat_to_move
from kibitz.games.hand_knee_foot.state import NOT_ASKED, TO_DRAW, TO_PLAY, HandKneeFootState
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Int16s, Reals
from kibitz.heuristics.hand_knee_foot.plans import Plan, own_plan, plans_for
from kibitz.heuristics.hand_knee_foot.policy import styled_move
from kibitz.heuristics.hand_knee_foot.sight import PLAYED, look
from kibitz.heuristics.hand_knee_foot.styles import PLAIN
from kibitz.heuristics.hand_knee_foot.turns import LONGEST, NO_MOVE, play_row
from kibitz.heuristics.hand_knee_foot.value import DESK, Desk, Net, estimate, shipped_nets
from kibitz.heuristics.hand_knee_foot.weights import WEIGHTS

FAVOUR: Final = 100.0


@kernel
def may_judge(state: HandKneeFootState) -> bool:
    """Whether turns are judged here: to draw or to play, but not for what partners said.

    Nothing else was learned. Of a knee that is not taken up when it is offered the network thinks
    far too well.
    """
    return (state.phase == TO_DRAW or state.phase == TO_PLAY) and state.said == NOT_ASKED  # noqa: PLR1714


@kernel
def _play_out(game: HandKneeFootState, row: Moves, w: Reals) -> int:
    """Play a row and, where it stops short, what the policy goes on with; where the turn stands."""
    seat = seat_to_move(game)
    stands = play_row(game, row, w, False)
    while stands == PLAYED and game.phase == TO_PLAY and game.turn == seat:
        stands = play_row(game, np.full(1, styled_move(game, PLAIN, w)), w, False)
    return stands


@kernel
def write_worths(view: State, rows: Int16s, w: Reals, net: Net, desk: Desk, worths: Reals) -> None:
    """Write what the round is worth, in points, after each row of the seat to move."""
    seat, copy = seat_to_move(view[0]), view[:1].copy()
    for i in range(len(rows)):
        copy[0] = view[0]
        look(copy[0], seat, _play_out(copy[0], rows[i], w), desk.sight)
        worths[i] = estimate(desk, net)


@kernel
def _run_worths(
    view: State, rows: Int16s, weights: Reals, nets: State, desk: State, worths: Reals
) -> None:
    row = int(view[0].players > 2)
    write_worths(view, rows, weights[row], nets[row], desk[0], worths)


def in_rows(plans: Sequence[Sequence[int]]) -> Int16s:
    """Plans as rows of moves."""
    rows = np.full((len(plans), LONGEST), NO_MOVE, np.int16)
    for row, plan in zip(rows, plans, strict=True):
        row[: len(plan)] = plan
    return rows


def worths_of(view: State, plans: Sequence[Sequence[int]], weights: Reals = WEIGHTS) -> Reals:
    """What the round is worth, in points, after each plan of the seat to move.

    All alike where turns are not judged. ``weights``: rows of the policy, by which partners answer.
    """
    worths = np.zeros(len(plans))
    if may_judge(view[0]):
        _run_worths(view, in_rows(plans), weights, shipped_nets(), np.zeros(1, DESK), worths)
    return worths


def favoured(view: State, plans: Sequence[Sequence[int]], weights: Reals = WEIGHTS) -> Reals:
    """What the round is worth after each plan, the policy's own favoured."""
    worths = worths_of(view, plans, weights)
    own = own_plan(view, weights)
    for k, plan in enumerate(plans):
        if sorted(plan) == sorted(own[: len(plan)]):
            worths[k] += FAVOUR
    return worths


def judged(view: State, weights: Reals = WEIGHTS) -> list[Plan]:
    """The plans of the seat to move, best first; ``view`` knows its hand."""
    plans = plans_for(view, weights)
    order = np.argsort(-favoured(view, plans, weights), kind="stable")
    return [plans[k] for k in order]
