"""Rounds of Hand, Knee and Foot between players that do not search, on the same deals for both.

Each deal is played once with every team as the hero's, so that luck of the cards and of the seats
cancels.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numba import int64

from kibitz.games.chance import start_stream
from kibitz.games.hand_knee_foot.deal import deal
from kibitz.games.hand_knee_foot.play import apply_move, is_over, pay
from kibitz.games.hand_knee_foot.rules import MOST_SEATS, ROUNDS, Rules
from kibitz.games.hand_knee_foot.state import ENDED
from kibitz.games.hand_knee_foot.table import state_of
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State, random_move
from kibitz.games.records import Int16s
from kibitz.heuristics.hand_knee_foot.judgement import FAVOUR, may_judge, write_worths
from kibitz.heuristics.hand_knee_foot.plans import DISCARDS, MOST
from kibitz.heuristics.hand_knee_foot.policy import rule_move, styled_move
from kibitz.heuristics.hand_knee_foot.styles import PLAIN, Style
from kibitz.heuristics.hand_knee_foot.turns import LONGEST, NO_MOVE, play_row, run_plans
from kibitz.heuristics.hand_knee_foot.value import DESK, NET, Desk, Net
from kibitz.heuristics.hand_knee_foot.weights import Reals
from training.fitting import Margin, margin_of

NO_NETS: Final = np.zeros(0, NET)
_LONGEST = 4096  # moves of a random round


def openings(rules: Rules, deals: int, seed: int = 1, first: int = 0) -> State:
    """The states of fresh deals from the ``first`` on; dealers and rounds in turn."""
    found = [
        state_of(deal(str(seed * 100_000 + i), rules, "kibitz", i % rules.players, 1 + i % ROUNDS))
        for i in range(first, first + deals)
    ]
    return np.concatenate(found)


@kernel
def judged_turn(state: State, w: Reals, net: Net, desk: Desk, rows: Int16s, worths: Reals) -> int:
    """Play on with what is judged best of the plans by styles; how many moves were played."""
    number = run_plans(state, w, DISCARDS, False, rows)
    write_worths(state, rows[:number], w, net, desk, worths)
    worths[0] += FAVOUR
    best = rows[worths[:number].argmax()]
    play_row(state[0], best, w, True)
    return (best != NO_MOVE).sum()


@kernel
def duel(
    deals: State, w_one: Reals, w_other: Reals, style: Style, nets: State, seed: int, gains: Reals
) -> int:
    """Fill ``gains`` with what the team that plays by ``w_one`` makes, a mean per deal.

    That team plays in a ``style``, or judges its turns by the first of ``nets`` where there is one.
    No weights are a player that plays at random. Returns how many moves were played.
    """
    work, desks = deals[:1].copy(), np.zeros(1, DESK)
    moves, payoffs = np.empty(_LONGEST, np.int64), np.empty(MOST_SEATS)
    rows, worths = np.empty((MOST, LONGEST), np.int16), np.empty(MOST)
    stream = np.empty(1, np.uint64)
    played = 0
    for i in range(len(gains)):
        start_stream(stream, seed, i)
        teams = int64(deals[i].teams)
        total = 0.0
        for hero in range(teams):
            work[0] = deals[i]
            while not is_over(work[0]):
                speaks = work[0].turn
                mine = speaks % teams == hero
                w = w_one if mine else w_other
                if mine and len(nets) > 0 and may_judge(work[0]):
                    played += judged_turn(work, w, nets[0], desks[0], rows, worths)
                    continue
                if len(w) == 0:
                    move = random_move(work[0], moves, stream)
                else:
                    move = styled_move(work[0], style if mine else PLAIN, w)
                apply_move(work[0], move)
                played += 1
            pay(work[0], payoffs)
            total += payoffs[hero]
        gains[i] = total / teams
    return played


def margin(deals: State, w_one: Reals, w_other: Reals, style: Style = PLAIN) -> Margin:
    """How much better a team plays by ``w_one``, in a style, than another by ``w_other``."""
    gains = np.empty(len(deals))
    duel(deals, w_one, w_other, style, NO_NETS, 1, gains)
    return margin_of(gains)


def judged_margin(deals: State, w_one: Reals, w_other: Reals, net: State) -> Margin:
    """How much better a team plays that judges its turns than another by ``w_other``.

    ``net``: one; ``w_one``: of the policy whose turns in styles are judged.
    """
    gains = np.empty(len(deals))
    duel(deals, w_one, w_other, PLAIN, net, 1, gains)
    return margin_of(gains)


def rounds_of(deals: State) -> Iterator[State]:
    """The states in which turns of self-play begin."""
    for i in range(len(deals)):
        state = deals[i : i + 1].copy()
        while state[0]["phase"] != ENDED:
            yield state.copy()
            _turn(state)


@kernel
def _turn(state: State) -> None:
    seat = state[0].turn
    while state[0].phase != ENDED and state[0].turn == seat:
        apply_move(state[0], rule_move(state[0]))
