"""How often seats pass after each of two moves of K'nack: what a race for the last card turns on.

Both moves are played on to the end of the game, in the same deals that fit what the seat to move
sees and with everybody playing by the policy.
"""

from typing import Final

import numpy as np
from numba import uint64

from kibitz.contract.answers import Reason
from kibitz.games.bits import Word
from kibitz.games.chance import start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knack.play import PASS
from kibitz.games.knack.rules import MOST_SEATS
from kibitz.games.protocol import Moves, State, apply, legal, over, redeal, turn
from kibitz.heuristics.knack.past import traced
from kibitz.heuristics.protocol import playout_move
from kibitz.solvers.budget import Budget
from kibitz.solvers.intervals import is_clear_gain
from kibitz.solvers.ismcts.tree import Ints
from kibitz.solvers.knack.frames import MOST_MOVES
from kibitz.solvers.knack.sentences import REVIEWING

GAMES: Final = 512
CHUNK: Final = 32  # games between two looks at the clock
LEAST: Final = 0.099  # passes that the figures, rounded, must tell apart


@kernel
def count_passes(
    view: State, moves: Moves, line: int, seed: Word, first: int, passes: Ints
) -> None:
    """Add to each row of ``passes`` how often each seat passes in a game after the move ``line``.

    ``view``: what the seat to move sees; it is overwritten with the game. Games number ``first``
    and on of ``seed``, the same deals whatever the move.
    """
    root, stream = view.copy(), np.zeros(1, np.uint64)
    seat = turn(root[0])
    for game in range(passes.shape[0]):
        start_stream(stream, uint64(seed), uint64(first + game))
        view[0] = root[0]
        redeal(view[0], seat, stream)
        apply(view[0], line)
        while not over(view[0]):
            count, move = legal(view[0], moves), moves[0]
            if count > 1:
                move = playout_move(view[0], moves, count, stream)
            if move == PASS:
                passes[game, turn(view[0])] += 1
            apply(view[0], move)


def passes_after(view: State, move: int, seed: int, budget: Budget) -> Ints | None:
    """How often each seat passes in ``GAMES`` games after a move; None if time is used up.

    ``view``: what the seat to move sees. A row for each game, a column for each seat.
    """
    view, moves = traced(view), np.empty(MOST_MOVES, np.int64)
    passes = np.zeros((GAMES, MOST_SEATS), np.int64)
    for first in range(0, GAMES, CHUNK):
        if budget.used_up():
            return None
        count_passes(
            view.copy(), moves, move, np.uint64(seed), first, passes[first : first + CHUNK]
        )
    return passes


def fewer_passes(view: State, best: int, played: int, seed: int, budget: Budget) -> list[Reason]:
    """That the seat to move is held up less, or the others more, after ``best``; where clear.

    Nothing where it passes more itself: that the game is longer explains little.
    """
    record = view[0]
    seat, others = int(record["turn"]), int(record["players"]) - 1
    counted = [passes_after(view, move, seed, budget) for move in (best, played)]
    own, theirs = list[float](), list[float]()
    leads = []
    for passes in counted:
        if passes is None:
            return []
        mine = passes[:, seat]
        rest = passes.sum(axis=1) - mine
        own.append(round(float(mine.mean()), 1))
        theirs.append(round(float(rest.mean()), 1))
        leads.append(rest / others - mine)
    shown = (theirs[0] - theirs[1]) / others - (own[0] - own[1])
    if not is_clear_gain(leads[0] - leads[1]) or own[0] > own[1] or shown < LEAST:
        return []
    return [
        REVIEWING.say(
            "passes",
            others=others,
            own=own[0],
            theirs=theirs[0],
            own_played=own[1],
            theirs_played=theirs[1],
            games=GAMES,
        )
    ]
