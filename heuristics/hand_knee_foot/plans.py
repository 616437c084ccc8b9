"""Plans: the few turns worth comparing, each with its exact moves.

What may be done in a turn are thousands of orders of thousands of sets of cards. A plan is what
the policy makes of the turn in a style: as it would by itself, with a rank left alone or that one
only, with a rank dirtied, wild cards kept, the hand played out or pairs held back, cards buried,
going out or not; and each of these with the few cheapest discards. Two more put down as many cards
as can be and open with as few wild cards as can be, and one goes out for most. What comes to the
same cards put down is one plan.

A plan ends with the turn, or where it turns up a card: what follows depends on that.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final

import numpy as np

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.kinds import KINDS
from kibitz.games.hand_knee_foot.moves import KNEE, LEAVE, MOVES, TAKE
from kibitz.games.hand_knee_foot.play import seat_to_move
from kibitz.games.hand_knee_foot.state import OFFERED, TO_DRAW, TO_PLAY
from kibitz.games.protocol import Moves, State
from kibitz.heuristics.hand_knee_foot.outs import best_out
from kibitz.heuristics.hand_knee_foot.packing import packed_rows
from kibitz.heuristics.hand_knee_foot.styles import PLAIN
from kibitz.heuristics.hand_knee_foot.turns import LONGEST, NO_MOVE, run_plans, write_plan
from kibitz.heuristics.hand_knee_foot.weights import WEIGHTS, Reals, row_of

DISCARDS: Final = 3
MOST: Final = 192  # plans by styles
Plan = tuple[int, ...]


def plans_for(view: State, weights: Reals = WEIGHTS) -> list[Plan]:
    """The plans of the seat to move, that of the policy first; ``view`` knows its hand.

    ``weights``: rows of the policy.
    """
    w, rows = row_of(weights, int(view[0]["players"])), np.empty((MOST, LONGEST), np.int16)
    found: dict[Plan, Plan] = {}
    for here, begun in chain([(view, ())], _packed(view)):
        number = run_plans(here, w, DISCARDS, len(begun) > 0, rows)
        for row in rows[:number]:
            plan = (*begun, *row[row != NO_MOVE].tolist())
            found.setdefault(tuple(sorted(plan)), plan)
    out = best_out(view)
    if out:
        found.setdefault(tuple(sorted(out)), out)
    return list(found.values())


def own_plan(view: State, weights: Reals = WEIGHTS) -> Plan:
    """The plan of the policy."""
    w = row_of(weights, int(view[0]["players"]))
    moves, costs = np.empty(LONGEST, np.int64), np.empty(KINDS)
    return tuple(moves[: write_plan(view.copy(), PLAIN, w, moves, costs)].tolist())


def _packed(view: State) -> Iterator[tuple[State, Plan]]:
    """Turns begun by the rows of `heuristics.hand_knee_foot.packing`, after the pile is taken.

    Each with the state it leads to, where nothing more is put down.
    """
    before, begun = view, Plan()
    if view[0]["phase"] == TO_DRAW and TAKE in _legal(view):
        before, begun = view.copy(), (TAKE,)
        protocol.run_apply(before, TAKE)
    if before[0]["phase"] != TO_PLAY or before[0]["taking"]:
        return
    for row in packed_rows(before[0]):
        here = before.copy()
        made = _played(here, row)
        if made:
            yield here, (*begun, *made)


def _played(view: State, row: Plan) -> Plan:
    """Play those moves of a row that are legal; a knee offered in between is left for the time."""
    made: list[int] = []
    seat = seat_to_move(view[0])
    for move in row:
        while view[0]["phase"] == OFFERED:
            answer = KNEE if view[0]["must_take_knee"] else LEAVE
            if seat_to_move(view[0]) == seat:
                if answer == KNEE:
                    return tuple(made)
                made.append(answer)
            protocol.run_apply(view, answer)
        if move in _legal(view):
            protocol.run_apply(view, move)
            made.append(move)
    return tuple(made)


def _legal(view: State) -> Moves:
    moves = np.empty(MOVES, np.int64)
    return moves[: protocol.run_legal(view, moves)]
