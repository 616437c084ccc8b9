"""Hands of Knock Rummy between players that do not search, on the same deals for all."""

from typing import Final

import numpy as np
import numpy.typing as npt
from numba import int64

from kibitz.games.bits import single
from kibitz.games.cards import PACK_SIZE
from kibitz.games.chance import Stream, fraction, shuffle, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.play import KNOCK, OUT, apply_move
from kibitz.games.knock_rummy.rules import DEFAULT, MOST_SEATS, Rules
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.games.knock_rummy.state import ENDED, TO_DISCARD, KnockRummyState
from kibitz.games.knock_rummy.table import bare_table
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.heuristics.knock_rummy.judgement import (
    WEIGHTS,
    barred_of,
    best_discard,
    judged_move,
)
from kibitz.heuristics.knock_rummy.kinds import KINDS, LIMITS, Kind
from kibitz.heuristics.knock_rummy.partners import live_cards
from kibitz.heuristics.knock_rummy.policy import policy_move
from kibitz.heuristics.knock_rummy.thresholds import OLDEST, PATIENT
from kibitz.heuristics.knock_rummy.turns import age_of

MOST_TURNS: Final = 4096
Ints = npt.NDArray[np.int64]


def fresh(rules: Rules) -> State:
    """A state with these rules and no cards, for :func:`deal_hand`; seat 0 deals."""
    state = bare_table(rules)
    state[0]["turn_overs_left"] = rules.turn_overs
    state[0]["viewer"] = -1
    return state


@kernel
def deal_hand(state: KnockRummyState, size: int, cards: Ints, stream: Stream) -> None:
    """Deal into a :func:`fresh` state; ``cards``: scratch, all places."""
    shuffle(stream, cards, PACK_SIZE)
    for seat in range(state.players):
        held = np.uint64(0)
        for i in range(size):
            held |= single(cards[seat * size + i])
        state.hands[seat] = held
    dealt = state.players * size
    state.pile[0] = cards[dealt]
    state.pile_size = 1
    state.public = single(cards[dealt])
    state.stock_size = PACK_SIZE - dealt - 1
    for i in range(state.stock_size):
        state.stock[i] = cards[dealt + 1 + i]
    state.turn = 1
    state.taken = -1
    state.recorded = 0
    state.gone[0] = cards[dealt]
    state.key = np.uint64(1)


@kernel
def limit_of(state: KnockRummyState, thresholds: Ints) -> int:
    """The entry of a row of thresholds for the turn of a state."""
    return thresholds[age_of(state)] if state.phase == TO_DISCARD else 0


@kernel
def explore(
    template: State,
    size: int,
    thresholds: Ints,
    patient: float,
    seed: int,
    sums: Reals,
    kinds: Reals,
    games: int,
) -> None:
    """Value knocking and waiting: add to ``sums`` [age, deadwood, knock or wait, count or sum].

    One seat explores: every other time it would knock it waits instead. Of the others a share
    ``patient`` are patient, the rest play by ``thresholds``; ``kinds`` [age, sharp or patient]
    counts the turns they get to.
    """
    work, other = template.copy(), template.copy()
    stream = np.empty(1, np.uint64)
    cards = np.arange(PACK_SIZE)
    waited = np.empty((MOST_TURNS, 2), np.int64)
    slow = np.full(OLDEST + 1, PATIENT)
    is_patient = np.zeros(MOST_SEATS, np.int64)
    for game in range(games):
        start_stream(stream, seed, game)
        work[0] = template[0]
        deal_hand(work[0], size, cards, stream)
        explorer = game % work[0].players
        for seat in range(work[0].players):
            is_patient[seat] = seat != explorer and fraction(stream) < patient
        count = 0
        while work[0].phase != ENDED:
            state = work[0]
            seat = int64(state.turn)
            limit = limit_of(state, slow if is_patient[seat] else thresholds)
            move = judged_move(state, WEIGHTS, limit)
            if state.phase == TO_DISCARD:
                age = age_of(state)
                if seat == explorer:
                    live = live_cards(state, seat)
                    found = best_discard(state, state.hands[seat], barred_of(state), live, WEIGHTS)
                    least = min(found.least, sums.shape[1] - 1)
                    other[0] = work[0]
                    apply_move(other[0], KNOCK + found.bare)
                    sums[age, least, 0, 0] += 1
                    sums[age, least, 0, 1] += other[0].payments[seat] / UNIT
                    if KNOCK <= move < OUT and fraction(stream) < 0.5:
                        move = found.card
                    if move < KNOCK:
                        waited[count, 0] = age
                        waited[count, 1] = least
                        count += 1
                else:
                    kinds[age, is_patient[seat]] += 1
            apply_move(work[0], move)
        for i in range(count):
            sums[waited[i, 0], waited[i, 1], 1, 0] += 1
            sums[waited[i, 0], waited[i, 1], 1, 1] += work[0].payments[explorer] / UNIT


@kernel
def duel(
    template: State,
    size: int,
    network: tuple[bool, bool],
    thresholds: Ints,
    seed: int,
    gains: Reals,
) -> None:
    """Fill ``gains`` with what player 0 makes among players 1, a mean over its seats, by deal.

    ``network``: whether each of the two players judges by the network on file, not by the sum.
    ``thresholds``: a row for each of them.
    """
    dealt, work = template.copy(), template.copy()
    stream = np.empty(1, np.uint64)
    cards = np.arange(PACK_SIZE)
    for game in range(len(gains)):
        start_stream(stream, seed, game)
        dealt[0] = template[0]
        deal_hand(dealt[0], size, cards, stream)
        total = 0.0
        for place in range(dealt[0].players):
            work[0] = dealt[0]
            while work[0].phase != ENDED:
                state = work[0]
                who = 0 if state.turn == place else 1
                limit = limit_of(state, thresholds[who])
                if network[who]:
                    apply_move(work[0], policy_move(state, limit))
                else:
                    apply_move(work[0], judged_move(state, WEIGHTS, limit))
            total += work[0].payments[place] / UNIT
        gains[game] = total / dealt[0].players


def gains_of(
    deals: int,
    seed: int = 1,
    rules: Rules = DEFAULT,
    *,
    network: tuple[bool, bool] = (True, False),
    kinds: tuple[Kind, Kind] = ("sharp", "sharp"),
) -> Reals:
    """Points a deal that one player makes among others who all judge and knock in another way.

    ``network``: whether it and the others judge by the network on file, not by the sum. ``kinds``:
    how they knock. Equal seeds are equal deals.
    """
    gains = np.empty(deals)
    thresholds = np.stack([LIMITS[KINDS.index(kind), rules.players - 2] for kind in kinds])
    duel(fresh(rules), rules.hand_size, network, thresholds, seed, gains)
    return gains
