"""Rounds of Knaves between the players that do not search, on the same deals for all.

A match of one player against two of another gives each deal three times, the one in each seat by
turns, so that luck of the cards cancels: what is left is averaged over deals.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from kibitz.games.chance import Stream, below, shuffle, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knaves.bitboards import JACK, place_of
from kibitz.games.knaves.play import MAX_MOVES, apply_move, ask, legal_moves
from kibitz.games.knaves.rules import DEFAULT, Rules
from kibitz.games.knaves.state import SEATS, KnavesState
from kibitz.games.knaves.table import bare_table
from kibitz.games.protocol import Moves, State
from kibitz.heuristics.knaves.beliefs import cards_of
from kibitz.heuristics.knaves.network import NET, Net, Reals
from kibitz.heuristics.knaves.policy import (
    MINDS,
    NOISE,
    Minds,
    answer,
    best_card,
    forget_all,
    naive_move,
)
from kibitz.heuristics.knaves.worth import Mind
from training.fitting import Margin, margin_of

RANDOM, NAIVE, RULE, PLAYOUT = 0, 1, 2, 3  # the players
NAMES: Final = ("random", "naive", "rule", "playout")
NOBODY: Final = -1
LAST_TRICK, NO_TRUMP = 1, 2
TURNED_JACK: Final = {"out": 0, "last_trick": LAST_TRICK, "no_trump": NO_TRUMP}

Ints = npt.NDArray[np.int64]


def fresh(rules: Rules = DEFAULT) -> State:
    """A state with these rules and no cards, for :func:`deal_round`; seat 2 deals."""
    return bare_table(rules, 0, SEATS - 1)


def pack() -> Ints:
    """The places of all cards, for :func:`deal_round` to shuffle."""
    return np.array([place_of(card) for card in range(52)], np.int64)


@kernel
def deal_round(state: KnavesState, turned_jack: int, cards: Ints, stream: Stream) -> None:
    """Deal a round into a :func:`fresh` state; ``turned_jack`` as in ``TURNED_JACK``."""
    shuffle(stream, cards, 52)
    size = state.hand_size
    for seat in range(SEATS):
        held = np.uint64(0)
        for i in range(size):
            held |= np.uint64(1) << np.uint64(cards[seat * size + i])
        state.hands[seat] = held
        state.unknown[seat] = 0
    turned = cards[SEATS * size]
    state.turned = turned
    state.trump = turned >> 4
    if turned & 15 == JACK:
        if turned_jack == LAST_TRICK:
            state.last_stake = state.penalty[turned >> 4]
        elif turned_jack == NO_TRUMP:
            state.trump = -1
    out = np.uint64(0)
    for i in range(SEATS * size + 1, 52):
        out |= np.uint64(1) << np.uint64(cards[i])
    state.out = out
    ask(state)


@kernel
def player_move(
    player: int, state: KnavesState, moves: Moves, count: int, stream: Stream, net: Net, mind: Mind
) -> int:
    """What a player of this kind plays; ``net`` is what those go by that judge, with ``mind``."""
    if player == RANDOM:
        return moves[below(stream, count)]
    if player == NAIVE:
        return naive_move(state, moves, count)
    if state.turn != state.player:
        return answer(state, moves, count)
    noise = NOISE if player == PLAYOUT else 0.0
    return best_card(state, cards_of(moves, count), noise, stream, net, mind)


@kernel
def play_round(
    state: KnavesState,
    lone: int,
    one: int,
    other: int,
    nets: tuple[Net, Net],
    moves: Moves,
    stream: Stream,
    minds: Minds,
) -> None:
    """Play to the end: seat ``lone`` is of the kind ``one``, the others of ``other``.

    ``nets``: that of ``lone``, and of the others; ``minds``: what the seats have worked out so far,
    by the nets that they go by.
    """
    while state.count < SEATS * state.hand_size:
        count, mind = legal_moves(state, moves), minds.seats[state.player]
        if state.turn == lone:
            move = player_move(one, state, moves, count, stream, nets[0], mind)
        else:
            move = player_move(other, state, moves, count, stream, nets[1], mind)
        apply_move(state, move)


@kernel
def rounds(
    template: State, turned_jack: int, player: int, net: State, seed: int, cards: Ints, points: Ints
) -> None:
    """Fill ``points`` [rounds, 3] with results by place after the dealer, all seats alike."""
    work, minds = template.copy(), np.empty(1, MINDS)
    moves = np.empty(MAX_MOVES + 1, np.int64)
    stream = np.empty(1, np.uint64)
    for i in range(points.shape[0]):
        start_stream(stream, seed, i)
        work[0] = template[0]
        deal_round(work[0], turned_jack, cards, stream)
        forget_all(minds[0])
        play_round(work[0], NOBODY, player, player, (net[0], net[0]), moves, stream, minds[0])
        for seat in range(SEATS):
            points[i, seat] = work[0].points[seat]


@kernel
def duel(
    template: State,
    turned_jack: int,
    one: int,
    other: int,
    net_one: State,
    net_other: State,
    seed: int,
    cards: Ints,
    gains: Reals,
) -> None:
    """Fill ``gains`` with points of ``one`` less the mean of its two rivals, a mean per deal."""
    dealt = template.copy()
    work, minds = template.copy(), np.empty(1, MINDS)
    moves = np.empty(MAX_MOVES + 1, np.int64)
    stream = np.empty(1, np.uint64)
    for i in range(gains.shape[0]):
        start_stream(stream, seed, i)
        dealt[0] = template[0]
        deal_round(dealt[0], turned_jack, cards, stream)
        total = 0.0
        for lone in range(SEATS):
            work[0] = dealt[0]
            forget_all(minds[0])
            play_round(
                *(work[0], lone, one, other, (net_one[0], net_other[0])),
                *(moves, stream, minds[0]),
            )
            for seat in range(SEATS):
                total += work[0].points[seat] * (1.0 if seat == lone else -0.5)
        gains[i] = total / SEATS


def gains_of(
    one: int,
    other: int,
    deals: int,
    seed: int = 1,
    rules: Rules = DEFAULT,
    net_one: State = NET,
    net_other: State = NET,
) -> Reals:
    """Per deal, the points of ``one`` less the mean of two rivals of kind ``other``.

    ``one`` sits in each seat by turns. Equal seeds are equal deals.
    """
    gains = np.empty(deals)
    jack = TURNED_JACK[rules.turned_jack]
    duel(fresh(rules), jack, one, other, net_one, net_other, seed, pack(), gains)
    return gains


def match(one: int, other: int, deals: int, seed: int = 1, rules: Rules = DEFAULT) -> Margin:
    """``one`` against two of ``other``, each deal in all three seatings."""
    return margin_of(gains_of(one, other, deals, seed, rules))
