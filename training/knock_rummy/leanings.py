"""Find how much signs speak for a hand: the table of `heuristics.knock_rummy.leanings`.

Hands are played by sharp and patient players, who do not all judge alike. Now and then the one to
move looks at another seat: the hand that this really has is compared with hands that redeals of
the view give it. The weights are those under which the real hand is picked out most readily
(conditional logistic regression by Newton's method, a little weight decay). Then again, the redeals
refined by the weights so far: what still sets real hands apart is added.
"""

from typing import Final

import numpy as np
from numba import int64

from kibitz.games.cards import PACK_SIZE
from kibitz.games.chance import Stream, fraction, pick, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.play import apply_move
from kibitz.games.knock_rummy.rules import HAND_SIZES, MOST_SEATS, Rules
from kibitz.games.knock_rummy.state import ENDED
from kibitz.games.knock_rummy.worlds import deal_hidden
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.heuristics.knock_rummy.judgement import WEIGHTS, judged_move
from kibitz.heuristics.knock_rummy.likelihood import refine_by
from kibitz.heuristics.knock_rummy.signs import BUCKETS, SIGNS, bucket_of, write_signs
from kibitz.heuristics.knock_rummy.thresholds import OLDEST, PATIENT, THRESHOLDS
from kibitz.heuristics.knock_rummy.turns import turns_of_seat
from training.commands import each, report
from training.fitting import fitted
from training.knock_rummy.selfplay import Ints, deal_hand, fresh, limit_of

GROUPS: Final = ((2,), (3, 4), (5, 6))
REDEALS: Final = 24
LOOKS: Final = 40_000
ENOUGH: Final = 1_000
ROUNDS: Final = 4
STEPS: Final = 100
LOOKING: Final = 0.15  # of the turns
SPREAD: Final = 0.7  # of the logarithms of players' weights


@kernel
def manner(stream: Stream, weights: Reals) -> None:
    """Write the weights of a player of its own kind: those of the policy, each times something."""
    for i in range(len(weights)):
        weights[i] = WEIGHTS[i] * np.exp(SPREAD * (2.0 * fraction(stream) - 1.0))


@kernel
def look_on(
    template: State,
    size: int,
    seed: int,
    leanings: Reals,
    steps: int,
    signs: Reals,
    buckets: Ints,
    games: int,
) -> int:
    """Play and look: ``signs`` [look, hand, sign], the real hand first; the number of looks.

    ``buckets``: of turns had by the seat that is looked at. ``steps``: by which redeals are
    refined, with the weights ``leanings``.
    """
    work, guess = template.copy(), template.copy()
    stream = np.empty(1, np.uint64)
    cards = np.arange(PACK_SIZE)
    slow = np.full(OLDEST + 1, PATIENT)
    weights = np.empty((MOST_SEATS, len(WEIGHTS)))
    is_patient = np.zeros(MOST_SEATS, np.int64)
    count = 0
    for game in range(games):
        start_stream(stream, seed, game)
        work[0] = template[0]
        deal_hand(work[0], size, cards, stream)
        players = int64(work[0].players)
        for seat in range(players):
            is_patient[seat] = fraction(stream) < 0.5
            manner(stream, weights[seat])
        while work[0].phase != ENDED:
            state = work[0]
            seat = int64(state.turn)
            other = (seat + 1 + pick(stream, players - 1)) % players
            turns = turns_of_seat(state, other)
            if state.turn_overs == 0 and turns > 0 and fraction(stream) < LOOKING:
                if count == len(signs):
                    return count
                buckets[count] = bucket_of(turns)
                write_signs(state, other, state.hands[other], turns, signs[count, 0])
                for i in range(1, signs.shape[1]):
                    guess[0] = work[0]
                    deal_hidden(guess[0], seat, stream)
                    refine_by(guess[0], seat, steps, stream, leanings)
                    hand = guess[0].hands[other]
                    write_signs(guess[0], other, hand, turns, signs[count, i])
                count += 1
            limits = slow if is_patient[seat] else THRESHOLDS[players - 2]
            apply_move(work[0], judged_move(state, weights[seat], limit_of(state, limits)))
    return count


def gathered(players: int, leanings: Reals, steps: int, seed: int) -> tuple[Reals, Ints]:
    """What :func:`look_on` gives for a table of so many."""
    signs, buckets = np.zeros((LOOKS, 1 + REDEALS, SIGNS)), np.zeros(LOOKS, np.int64)
    template, size = fresh(Rules(players=players)), HAND_SIZES[players]
    look_on(template, size, seed, leanings, steps, signs, buckets, 1 << 30)
    return signs, buckets


def improved(leanings: Reals, steps: int, seed: int) -> Reals:
    """The weights with what sets real hands apart from redeals refined by them added."""
    added = np.zeros_like(leanings)
    for place, group in enumerate(GROUPS):
        found = [gathered(players, leanings, steps, seed) for players in group]
        signs = np.concatenate([part for part, _ in found])
        buckets = np.concatenate([part for _, part in found])
        for bucket in range(BUCKETS):
            some = signs[buckets == bucket]
            few = len(some) < ENOUGH  # tables of many hardly ever play so long
            added[place, bucket] = added[place, bucket - 1] if few else fitted(some)
    return leanings + added


def find(seed: int) -> str:
    """The table ``LEANINGS``."""
    leanings = np.zeros((len(GROUPS), BUCKETS, SIGNS))
    for number in each(range(ROUNDS), "rounds"):
        leanings = improved(leanings, STEPS if number else 0, seed * ROUNDS + number)
        report(f"{leanings[:, :3].round(2).tolist()}")
    text = ""
    for group in leanings:
        rows = [f"        {row.round(2).tolist()},\n" for row in group]
        text += f"    [\n{''.join(rows)}    ],\n"
    return text
