"""Turns compared by what the round is worth some turns later, in a few deals of what is unseen.

After a turn the policy plays until the same seat's turn has ended ``CYCLES`` more times; then the
network of `heuristics.hand_knee_foot.value` says what the round is worth. All turns are looked
ahead from in the same deals. That errs less than the network does on the turn itself, for it sees
what others make of it, and costs a tenth of playing the round out, with a tenth of the luck.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numba import int64

from kibitz.games.chance import start_stream
from kibitz.games.hand_knee_foot.play import pay, seat_to_move
from kibitz.games.hand_knee_foot.rules import MOST_SEATS
from kibitz.games.hand_knee_foot.state import ENDED, HandKneeFootState
from kibitz.games.hand_knee_foot.worlds import deal_hidden
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State
from kibitz.games.records import Int16s, Reals
from kibitz.heuristics.hand_knee_foot.judgement import in_rows
from kibitz.heuristics.hand_knee_foot.policy import play_turn
from kibitz.heuristics.hand_knee_foot.sight import PLAYED, look
from kibitz.heuristics.hand_knee_foot.turns import play_row
from kibitz.heuristics.hand_knee_foot.value import DESK, Desk, Net, estimate, shipped_nets
from kibitz.heuristics.hand_knee_foot.weights import WEIGHTS

CYCLES: Final = 2
GAMES: Final = 1024  # rows times deals, about 50 ms of work
FEWEST_WORLDS, MOST_WORLDS = 8, 512


@kernel
def worth_soon(game: HandKneeFootState, seat: int, w: Reals, net: Net, desk: Desk) -> float:
    """What the round is worth to a seat, in points, ``CYCLES`` turns of all after its own.

    The turns are played: what is left of its own as well. Exact where the round ends before.
    """
    if game.phase != ENDED and game.turn == seat:
        play_turn(game, w)
    for _ in range(CYCLES * int64(game.players)):
        if game.phase != ENDED:
            play_turn(game, w)
    if game.phase == ENDED:
        payoffs = np.empty(MOST_SEATS)
        pay(game, payoffs)
        return float(payoffs[seat])
    look(game, seat, PLAYED, desk.sight)
    return estimate(desk, net)


@kernel
def _run_ahead(
    view: State, rows: Int16s, weights: Reals, nets: State, desk: State, begin: int, worths: Reals
) -> None:
    """Write the worths after each row, a column for each deal from the ``begin``-th on."""
    place, stream = int64(view[0].players > 2), np.empty(1, np.uint64)
    w, net, seat = weights[place], nets[place], int64(view[0].turn)
    world, copy = view[:1].copy(), view[:1].copy()
    for number in range(begin, begin + worths.shape[1]):
        start_stream(stream, np.uint64(0), np.uint64(number))
        world[0] = view[0]
        deal_hidden(world[0], seat_to_move(view[0]), stream)
        for i in range(len(rows)):
            copy[0] = world[0]
            play_row(copy[0], rows[i], w, True)
            worths[i, number - begin] = worth_soon(copy[0], seat, w, net, desk[0])


def foreseen(
    view: State,
    rows: Sequence[Sequence[int]],
    games: int = GAMES,
    stopped: Callable[[], bool] = lambda: False,
    weights: Reals = WEIGHTS,
) -> Reals:
    """What the round is worth, in points, after each row of moves of the seat to move.

    ``games``: rows times deals in which they are compared, within limits; ``stopped``: asked now
    and then whether those so far have to do. ``weights``: rows of the policy. Equal questions have
    equal answers.
    """
    count = max(1, len(rows))
    worlds = min(MOST_WORLDS, max(FEWEST_WORLDS, games // count))
    step, desk = max(1, GAMES // count), np.zeros(1, DESK)
    parts = list[Reals]()
    for begin in range(0, worlds, step):
        if begin and stopped():
            break
        parts.append(np.zeros((len(rows), min(step, worlds - begin))))
        _run_ahead(view, in_rows(rows), weights, shipped_nets(), desk, begin, parts[-1])
    return np.asarray(np.concatenate(parts, 1).mean(axis=1))
