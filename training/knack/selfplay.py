"""Games of K'nack between the players that do not search, on the same deals for all.

A match of one player against all others of another kind gives each deal once for each seat, the one
in each of them by turns, so that luck of the cards and of the seats cancels.
"""

from typing import Final

import numpy as np
from numba import int64

from kibitz.games.cards import UNSEEN
from kibitz.games.chance import Stream, pick, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knack.deal import deal
from kibitz.games.knack.outcome import is_over, pay
from kibitz.games.knack.play import MAX_MOVES, apply_move, legal_moves
from kibitz.games.knack.rules import DEFAULT, MOST_SEATS, Rules
from kibitz.games.knack.state import KnackState
from kibitz.games.knack.table import state_of
from kibitz.games.knack.worlds import deal_hidden
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Reals
from kibitz.heuristics.knack.judgement import WEIGHTS
from kibitz.heuristics.knack.policy import NOISE, best_move, policy_move

RANDOM, RULE, PLAYOUT, POLICY = 0, 1, 2, 3  # the players
NAMES: Final = ("random", "rule", "playout", "policy")


def fresh(rules: Rules = DEFAULT) -> State:
    """A state before the first move in which no card is known; the last seat deals."""
    state = state_of(deal("0", rules, dealer=rules.players - 1)).copy()
    for name in ("hands", "decks", "aside"):
        state[0][name][...] = UNSEEN
    return state


@kernel
def player_move(
    player: int, state: KnackState, moves: Moves, count: int, stream: Stream, w: Reals
) -> int:
    """What a player of this kind plays; ``w`` are the weights of those that judge."""
    if player == RANDOM:
        return moves[pick(stream, count)]
    if player == POLICY:
        return policy_move(state, moves, count)
    return best_move(state, moves, count, NOISE if player == PLAYOUT else 0.0, stream, w)


@kernel
def duel(
    template: State, one: int, other: int, w_one: Reals, w_other: Reals, seed: int, gains: Reals
) -> int:
    """Fill ``gains`` with the games won by ``one`` less its fair share, a mean per deal."""
    dealt, work = template.copy(), template.copy()
    moves, payoffs = np.empty(MAX_MOVES, np.int64), np.empty(MOST_SEATS)
    stream = np.empty(1, np.uint64)
    players = int64(template[0].players)
    played = 0
    for i in range(len(gains)):
        start_stream(stream, seed, i)
        dealt[0] = template[0]
        deal_hidden(dealt[0], 0, stream)
        total = 0.0
        for seat in range(players):
            work[0] = dealt[0]
            while not is_over(work[0]):
                count = legal_moves(work[0], moves)
                hero = work[0].turn == seat
                kind, w = (one, w_one) if hero else (other, w_other)
                apply_move(work[0], player_move(kind, work[0], moves, count, stream, w))
                played += 1
            pay(work[0], payoffs)
            total += payoffs[seat]
        gains[i] = total / players - 1.0 / players
    return played


def gains_of(
    one: int,
    other: int,
    deals: int,
    seed: int = 1,
    rules: Rules = DEFAULT,
    w_one: Reals | None = None,
    w_other: Reals | None = None,
) -> Reals:
    """Per deal, the share of games that ``one`` wins against ``other``, less its fair share.

    ``one`` sits in each seat by turns. Equal seeds are equal deals. ``w_one, w_other``: weights,
    by default those of the game.
    """
    gains, own = np.empty(deals), WEIGHTS[int(rules.players > 2)]
    w_one, w_other = own if w_one is None else w_one, own if w_other is None else w_other
    duel(fresh(rules), one, other, w_one, w_other, seed, gains)
    return gains
