"""Books that a turn leaves undone: what is expected of it before any round is played out.

The difference between two turns in a few hundred rounds is uncertain by hundreds of points, and of
a dozen turns that stop short one is lucky. So a turn is not held for equal to the policy's own when
that completes a book and it does not.
"""

from typing import Final

import numpy as np
from numba import int64

from kibitz.games.chance import start_stream
from kibitz.games.hand_knee_foot.books import is_special
from kibitz.games.hand_knee_foot.kinds import SLOTS, WILD_SLOT
from kibitz.games.hand_knee_foot.play import seat_to_move
from kibitz.games.hand_knee_foot.state import STATE, HandKneeFootState, team_of
from kibitz.games.hand_knee_foot.worlds import deal_hidden
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves
from kibitz.games.records import Int16s
from kibitz.heuristics.hand_knee_foot.policy import play_turn
from kibitz.heuristics.hand_knee_foot.turns import NO_MOVE, play_row
from kibitz.heuristics.hand_knee_foot.weights import Reals
from kibitz.heuristics.protocol import Weights

# In e-folds of the prior, each 40 points: a book left undone is 160 points. With the policy's own
# one more the most is 280, less than two standard errors of the judgement: nothing is dropped
# before worlds have spoken.
A_BOOK: Final = 4.0
DEAR_BOOK: Final = 6.0  # of 5s, 7s or wild cards
FIRST_BOOK: Final = 2.0  # besides, for the knee
MOST_UNDONE: Final = 6.0
WORLDS: Final = 4  # for cards drawn or taken up in the turn


@kernel
def worth_of_books(game: HandKneeFootState, team: int) -> float:
    """What the books of a team stand for, in e-folds."""
    found = FIRST_BOOK if game.books[team] > 0 else 0.0
    for slot in range(SLOTS):
        each = DEAR_BOOK if slot == WILD_SLOT or is_special(slot) else A_BOOK
        found += each * (int64(game.red[team, slot]) + game.black[team, slot])
    return found


@kernel
def write_worths(game: HandKneeFootState, w: Reals, row: Moves, worths: Weights) -> None:
    """Write what the team's books stand for when a row is played and the policy ends the turn.

    ``worths``: one for each of ``WORLDS`` deals of what the seat to move does not see.
    """
    seat, turn, team = seat_to_move(game), int64(game.turn), team_of(game, game.turn)
    stream, copy = np.empty(1, np.uint64), np.empty(1, STATE)
    for world in range(WORLDS):
        start_stream(stream, np.uint64(0), np.uint64(world))
        copy[0] = game
        deal_hidden(copy[0], seat, stream)
        play_row(copy[0], row, w, True)
        if copy[0].turn == turn:
            play_turn(copy[0], w)
        worths[world] = worth_of_books(copy[0], team)


@kernel
def write_undone(
    game: HandKneeFootState, w: Reals, rows: Int16s, moves: Moves, count: int, undone: Weights
) -> None:
    """Write what books each candidate leaves undone that the policy completes for certain.

    ``w``: of the policy; ``moves``: the places of ``count`` candidates among ``rows``. ``undone``:
    in e-folds, on the mean of some deals, at most ``MOST_UNDONE``.
    """
    worths = np.empty(WORLDS)
    write_worths(game, w, np.full(1, NO_MOVE, np.int16), worths)
    sure = worths.min()
    certain = sure > worth_of_books(game, team_of(game, game.turn))
    for i in range(count):
        undone[i] = 0.0
        if certain:
            write_worths(game, w, rows[moves[i]], worths)
            undone[i] = min(max(0.0, sure - worths.mean()), MOST_UNDONE)
