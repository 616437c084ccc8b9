"""Every way to play a turn, and turns that go out for most.

The styles of `heuristics.hand_knee_foot.plans` go out by rules of thumb. Turns that end the round
differ by what lies on the table alone, so that which of them makes most is known exactly; where few
cards are left all are tried.
"""

from typing import Final

import numpy as np

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.kinds import KINDS
from kibitz.games.hand_knee_foot.moves import (
    DRAW,
    LEAVE,
    MOVES,
    TAKE,
)
from kibitz.games.hand_knee_foot.scoring import EACH, LINES, run_count_team
from kibitz.games.hand_knee_foot.state import IN_FOOT, TO_PLAY, team_of
from kibitz.games.protocol import State

CARDS: Final = 4  # held at most where every turn is tried
TURNS: Final = 500  # that are tried at most
Row = tuple[int, ...]


def every_turn(state: State, most: int) -> list[Row] | None:
    """A row of moves for each different end of the turn; None when there are more than ``most``.

    Every move is tried after every other. Rows that put the same cards down are one. A row ends
    with a discard, or where a card that nobody knows is turned up.
    """
    turns = _every(state, most)
    return None if turns is None else [row for row, _ in turns]


def best_out(view: State) -> Row | None:
    """The turn that ends the round for most; None where none does, or there are too many turns."""
    record, seat = view[0], int(protocol.run_turn(view))
    last = record["phase"] == TO_PLAY and record["stage"][seat] == IN_FOOT
    if not last or int(record["sizes"][seat]) > CARDS:
        return None
    ends = [(row, end) for row, end in _every(view, TURNS) or () if protocol.run_over(end)]
    return max(ends, key=lambda turn: _score(turn[1], seat))[0] if ends else None


def _score(end: State, seat: int) -> int:
    """What the team of a seat makes in a round that is over."""
    numbers = np.zeros(LINES, np.int64)
    run_count_team(end, team_of(end[0], seat), numbers)
    return int(numbers @ EACH)


def _legal(state: State) -> list[int]:
    moves = np.empty(MOVES, np.int64)
    return moves[: protocol.run_legal(state, moves)].tolist()


def _every(state: State, most: int) -> list[tuple[Row, State]] | None:
    """Every turn with the state that it ends in; None when there are more than ``most``."""
    found: list[tuple[Row, State]] = []
    waiting: list[tuple[State, Row]] = [(state.copy(), ())]
    seen = set[Row]()
    while waiting:
        here, row = waiting.pop()
        for move in _legal(here):
            longer = (*row, move)
            key = tuple(sorted(longer))
            if key in seen:
                continue
            seen.add(key)
            after = here.copy()
            protocol.run_apply(after, move)
            stops = move < KINDS or (move >= DRAW and move not in (TAKE, LEAVE))
            if stops or protocol.run_over(after):
                found.append((longer, after))
                if len(found) > most:
                    return None
            else:
                waiting.append((after, longer))
    return found
