"""Which turns of Hand, Knee and Foot are compared: plans of the policy, and single moves."""

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.books import open_size
from kibitz.games.hand_knee_foot.kinds import BOOK, KINDS
from kibitz.games.hand_knee_foot.moves import ADD, BURY, MOVES, cards_of, slot_of_add
from kibitz.games.hand_knee_foot.state import TO_DRAW, team_of
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.judgement import judged
from kibitz.solvers.hand_knee_foot.planned import MOST

Row = tuple[int, ...]
FEW: Final = 12


def few_rows(view: State, plans: list[Row] | None = None) -> list[Row]:
    """The candidates of a short search, the first few of ``plans``: best first by judgement.

    To draw or to take the pile, whatever follows; or the first few plans. Rounds are long and
    noisy: the fewer are compared, the sooner it is clear which is good. A turn that throws a card
    which would complete a book is not among them.
    """
    plans = judged(view) if plans is None else plans
    rows = [row for row in plans if not throws_book(view, row)] or plans
    if view[0]["phase"] == TO_DRAW:
        rows = list(dict.fromkeys((row[0],) for row in rows))
    return rows[:FEW]


def all_rows(view: State, moves: Sequence[int]) -> list[Row]:
    """The candidates: plans that begin with one of some legal moves, best first by judgement.

    Moves without a plan are candidates by themselves, the policy going on.
    """
    plans = [plan for plan in judged(view) if plan[0] in moves]
    begun = {plan[0] for plan in plans}
    alone = [(move,) for move in moves if move not in begun]
    return [*plans[: MOST - len(alone)], *alone]


def sides_of(rows: Sequence[Row], apart: Collection[int]) -> list[list[int]]:
    """The places of the rows that begin with each of some moves, and of the others."""
    firsts = [move if move in apart else None for move, *_rest in rows]
    return [
        [i for i, first in enumerate(firsts) if first == side] for side in dict.fromkeys(firsts)
    ]


def throws_book(view: State, row: Row) -> bool:
    """Whether a turn ends with the discard of a card that might have completed a book."""
    if row[-1] >= KINDS:
        return False
    last = following(view, row)[-1]
    team, moves = int(team_of(last[0], int(last[0]["turn"]))), np.empty(MOVES, np.int64)
    adding = [m for m in moves[: protocol.run_legal(last, moves)].tolist() if ADD <= m < BURY]
    return any(
        cards_of(move) == (row[-1],) and open_size(last[0], team, slot_of_add(move)) == BOOK - 1
        for move in adding
    )


def following(view: State, row: Row) -> list[State]:
    """The states in which the moves of a candidate are made; partners leave their knees."""
    seat, state, found = int(protocol.run_turn(view)), view.copy(), []
    for move in row:
        while protocol.run_turn(state) != seat:
            moves = np.empty(MOVES, np.int64)
            protocol.run_apply(state, int(moves[protocol.run_legal(state, moves) - 1]))
        found.append(state.copy())
        protocol.run_apply(state, move)
    return found
