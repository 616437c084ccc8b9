"""Moves of K'nack compared by what they are judged to be worth some turns later.

After a move all play on as in playouts until the same seat may lay a card for the ``TURNS``-th time
again; what the best of its cards is then judged to be worth is what the game is worth. That errs
less than judging the move itself, for it sees what the others make of it, and has a third of the
luck of a game played out in a fraction of the time. It says nothing of how likely it is to win:
judgement is better at comparing than at that.

Moves are compared in the same deals of what the seat does not see, of moves that promise little in
few (sequential halving; Karnin, Koren and Somekh, 2013).
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numba import int64, uint64

from kibitz.games.chance import Stream, Word, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knack.outcome import is_over, pay
from kibitz.games.knack.play import LAY, MAX_MOVES, apply_move, legal_moves
from kibitz.games.knack.rules import MOST_SEATS
from kibitz.games.knack.state import KnackState
from kibitz.games.knack.worlds import deal_hidden
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Reals
from kibitz.heuristics.dense import local
from kibitz.heuristics.knack.policy import NOISE, learned_move, shipped_net
from kibitz.heuristics.knack.value import DESK, SCALE, Desk, Net, see, worth_by

TURNS: Final = 4
FEWEST_WORLDS: Final = 8  # in which a move is looked at, if at all
FEWEST_MOVES: Final = 8  # that are left for the last round
CHUNK: Final = 256  # games between two looks at the limits
OTHER_DEALS: Final = 0x6B8B4567327B23C6  # so that no deal is one of those played out
USUAL_VARIANCE: Final = 0.01  # of a worth, apart from what the worths of a deal share
FEW: Final = 16.0  # deals that this counts for


class Foreseen(NamedTuple):
    """What moves are worth, up to a constant, and the variance by the luck of the deals.

    ``worlds``: in how many deals each was looked at; 0 where it was judged as it stands.
    """

    worths: Reals
    variances: Reals
    worlds: Moves


@kernel
def best_worth(state: KnackState, moves: Moves, count: int, desk: Desk, net: Net) -> float:
    """What the best of the moves is worth to the seat to move, for a game won 1."""
    see(state, desk, net)
    most = -np.inf
    for i in range(count):
        most = max(most, worth_by(state, desk, moves[i], net))
    return min(1.0, max(0.0, most / SCALE))


@kernel
def worth_soon(
    state: KnackState, seat: int, turns: int, moves: Moves, stream: Stream, desk: Desk, net: Net
) -> float:
    """What the game is judged to be worth to a seat at the turn named; exact if it ends before.

    The turns are played. Counted are turns of the seat at which it may lay a card.
    """
    while not is_over(state):
        count = legal_moves(state, moves)
        if state.turn == seat and moves[count - 1] >= LAY:
            turns -= 1
            if turns <= 0:
                return best_worth(state, moves, count, desk, net)
        apply_move(state, learned_move(state, moves, count, NOISE, stream, net))
    payoffs = np.empty(MOST_SEATS)
    pay(state, payoffs)
    return float(payoffs[seat])


@kernel
def _look_ahead(
    view: State, firsts: Moves, turns: int, seed: Word, begin: int, worths: Reals
) -> None:
    """Write the worths after each move, a column for each deal from the ``begin``-th on."""
    stream, moves = np.empty(1, np.uint64), np.empty(MAX_MOVES, np.int64)
    desk: Desk = local(DESK)
    net, seat = shipped_net(view[0]), int64(view[0].turn)
    world, copy = view[:1].copy(), view[:1].copy()
    for number in range(begin, begin + worths.shape[1]):
        start_stream(stream, seed, uint64(number))
        world[0] = view[0]
        deal_hidden(world[0], seat, stream)
        after = stream[0]
        for i in range(len(firsts)):
            stream[0] = after
            copy[0] = world[0]
            apply_move(copy[0], firsts[i])
            worths[i, number - begin] = worth_soon(copy[0], seat, turns, moves, stream, desk, net)


def foreseen(
    view: State,
    moves: Sequence[int],
    judged: Reals,
    error: float,
    games: int,
    seed: int,
    stopped: Callable[[], bool] = lambda: False,
    turns: int = TURNS,
) -> Foreseen:
    """What moves of the seat to move are worth, by what they come to some turns later.

    ``judged``: what each is judged to be worth as it stands, for a game won 1, up to a constant,
    with a standard ``error``; what a move comes to in few deals is weighed against it. ``games``:
    moves times deals, about; with fewer than a round of a few moves takes, nothing is looked at.
    ``stopped``: asked now and then whether what was seen so far has to do. Equal questions have
    equal answers.
    """
    firsts, dealt = np.array(moves, np.int64), 0
    worths, variances = judged - judged.mean(), np.full(len(moves), error**2)
    worlds = np.zeros(len(moves), np.int64)
    alive = np.sort(np.argsort(-worths, kind="stable")[: games // (2 * FEWEST_WORLDS)])
    rounds = max(1, int(np.ceil(np.log2(max(1, len(alive)) / FEWEST_MOVES))) + 1)
    while len(alive) > 1 and rounds and not stopped():
        number = max(FEWEST_WORLDS, games // (rounds * len(alive)))
        parts = list[Reals]()
        step = max(1, CHUNK // len(alive))
        for begin in range(0, number, step):
            if begin and stopped():
                break
            parts.append(np.zeros((len(alive), min(step, number - begin))))
            _look_ahead(view, firsts[alive], turns, np.uint64(seed ^ OTHER_DEALS), dealt, parts[-1])
            dealt += parts[-1].shape[1]
        seen = np.concatenate(parts, 1)
        count = seen.shape[1]
        games, rounds = games - seen.size, rounds - 1
        # What the moves of a deal have in common is luck of all.
        apart = seen - seen.mean(0)
        freedom = (len(alive) - 1) * (count - 1)
        scatter = ((apart - apart.mean(1, keepdims=True)) ** 2).sum()
        variance = (scatter + FEW * USUAL_VARIANCE) / (freedom + FEW)
        level = worths[alive].mean()
        before, new = 1.0 / variances[alive], count / variance
        worths[alive] = (before * worths[alive] + new * (level + apart.mean(1))) / (before + new)
        variances[alive] = 1.0 / (before + new)
        worlds[alive] += count
        alive = np.sort(alive[np.argsort(-worths[alive], kind="stable")[: -(-len(alive) // 2)]])
    return Foreseen(worths, variances, worlds)
