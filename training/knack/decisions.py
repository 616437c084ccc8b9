"""Decisions of K'nack whose moves are played out, each with the same cards: what there is to learn.

In games of the player who judges by a network so far, some decisions are looked at. The move judged
best and a few others are each played to the end of the game.
"""

from typing import Annotated, Final

import numpy as np
from numba import float64, int64, uint64

from kibitz.games.chance import GOLDEN, Stream, mix, pick, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knack.known_hands import may_call
from kibitz.games.knack.outcome import is_over, pay
from kibitz.games.knack.play import CALLED, LAY, MAX_MOVES, apply_move, legal_moves
from kibitz.games.knack.rules import MOST_SEATS, Rules
from kibitz.games.knack.state import KnackState
from kibitz.games.knack.worlds import deal_hidden
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Int64, Real, Reals, Reals32, Record, dtype_of
from kibitz.heuristics.knack.judgement import weights_for
from kibitz.heuristics.knack.policy import NOISE
from kibitz.heuristics.knack.signs import MOVE_SIGNS, TABLE_SIGNS
from kibitz.heuristics.knack.value import DESK, SCALE, Desk, Net, lay_signs, plain, see, worth_by
from training.differences import Examples
from training.knack.selfplay import fresh

COMPARED: Final = 4  # moves of a decision
ODDS: Final = 25  # of 100 decisions, those looked at
NEAR: Final = 4  # moves judged best after the best, of which one is compared
SOON_TURNS: Final = 3  # own turns until what a move brings is judged


class Example(Record):
    """What a seat sees and a move does, and what the game then brings the seat."""

    table: Annotated[Reals32, TABLE_SIGNS]
    move: Annotated[Reals32, MOVE_SIGNS]
    payoff: Real
    soon: Real  # what it is judged to bring some turns later
    plain: Real  # what the sum of judgement says, for a game won 1
    decision: Int64  # its number


EXAMPLE: Final = dtype_of(Example)


@kernel
def judge(
    state: KnackState,
    moves: Moves,
    count: int,
    net: Net,
    desk: Desk,
    worths: Reals,
) -> int:
    """The place of the move that is worth most; ``worths`` become those of the moves."""
    if count == 1 and moves[0] < LAY:
        worths[0] = 0.0
        return 0
    see(state, desk, net)
    best = 0
    for i in range(count):
        worths[i] = worth_by(state, desk, moves[i], net)
        if worths[i] > worths[best]:
            best = i
    return best


@kernel
def compare(
    template: State,
    deals: int,
    net: Net,
    desk: Desk,
    seed: int,
    examples: Examples,
) -> int:
    """Fill ``examples`` with decisions of so many games; how many there are.

    The games are those of who judges by ``net``, with the noise of playouts. No example is of
    giving a card.
    """
    stream, state, copy = np.empty(1, np.uint64), template.copy(), template.copy()
    moves, worths = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    some, its = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    room, beside = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    count = decision = 0
    for i in range(deals):
        start_stream(stream, seed, i)
        state[0] = template[0]
        game = state[0]
        deal_hidden(game, 0, stream)
        while not is_over(game) and count + COMPARED <= len(examples):
            number = legal_moves(game, moves)
            if number == 1:
                apply_move(game, moves[0])
                continue
            looked = moves[number - 1] > LAY and pick(stream, 100) < ODDS
            if looked:
                judge(game, moves, number, net, desk, worths)
                several = distinct(game, moves, number, worths, some, its)
                chosen = choose(some, its, several, stream)
                if chosen > 1:
                    for k in range(chosen):
                        see(game, desk, net)
                        lay_signs(game, desk, some[k])
                        example = examples[count]
                        example.table[:] = desk.table
                        example.move[:] = desk.move
                        example.plain = plain(desk, weights_for(game)) / SCALE
                        example.decision = decision
                        play_out(state, copy, some[k], net, desk, room, beside, example)
                        count += 1
                    decision += 1
            best = judge(game, moves, number, net, desk, worths)
            most = -np.inf
            for k in range(number):
                stream[0] += uint64(GOLDEN)
                value = worths[k] + NOISE * float64(mix(stream[0]) >> uint64(40)) / float64(1 << 24)
                if value > most:
                    best, most = k, value
            apply_move(game, moves[best])
    return count


@kernel
def distinct(
    state: KnackState, moves: Moves, count: int, worths: Reals, some: Moves, its: Reals
) -> int:
    """Write a move of each worth, without those that forget to call, and its worth."""
    due, number = may_call(state), 0
    for i in range(count):
        if due and moves[i] < CALLED:
            continue
        new = True
        for k in range(number):
            if its[k] == worths[i]:
                new = False
                break
        if new:
            some[number], its[number] = moves[i], worths[i]
            number += 1
    return number


@kernel
def choose(some: Moves, its: Reals, count: int, stream: Stream) -> int:
    """Bring the moves to compare to the front and return how many they are.

    The two judged best, one of the ``NEAR`` next and one at random.
    """
    least = min(count, COMPARED)
    for k in range(least):
        other = k
        for i in range(k, count):
            if its[i] > its[other]:
                other = i
        if k == 2:
            for _ in range(pick(stream, min(NEAR, count - k))):
                following = int64(-1)
                for i in range(k, count):
                    if its[i] < its[other] and (following < 0 or its[i] > its[following]):
                        following = i
                other = following if following >= 0 else other
        elif k == 3:
            other = k + pick(stream, count - k)
        some[k], some[other] = some[other], some[k]
        its[k], its[other] = its[other], its[k]
    return least


@kernel
def play_out(
    state: State,
    copy: State,
    move: int,
    net: Net,
    desk: Desk,
    moves: Moves,
    worths: Reals,
    example: Example,
) -> None:
    """Write what the game brings the seat to move when it plays a move and all play on."""
    copy[0] = state[0]
    game = copy[0]
    seat, turns = int64(game.turn), 0
    payoffs = np.empty(MOST_SEATS)
    apply_move(game, move)
    soon = -1.0
    while not is_over(game):
        count = legal_moves(game, moves)
        best = 0
        own = game.turn == seat and soon < 0.0
        turns += own
        if count > 1 or (own and turns >= SOON_TURNS and moves[0] > LAY):
            best = judge(game, moves, count, net, desk, worths)
            if own and turns >= SOON_TURNS and moves[best] > LAY:
                soon = worths[best] / SCALE
        apply_move(game, moves[best])
    pay(game, payoffs)
    example.payoff = payoffs[seat]
    example.soon = soon if soon >= 0.0 else payoffs[seat]


def compared(rules: Rules, net: State, seed: int, deals: int) -> Examples:
    """Decisions of fresh games, numbered from 0."""
    examples = np.zeros(50 * deals, EXAMPLE)
    count = compare(fresh(rules), deals, net[0], np.zeros(1, DESK)[0], seed, examples)
    return examples[:count]
