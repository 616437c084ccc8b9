"""The kinds of opponents of Knock Rummy: with how much each knocks, and how likely each of them is.

When to knock depends on when the others would, and people differ. So a playout draws a kind for
each opponent, which that keeps to the end. At the deal kinds are as likely as ``SHARES`` says. Who
has had turns and did not knock is less likely to be of a kind that knocks early, though not by all
that a table would say, for people now and then hold back (``WHIM``): the share of a kind is that of
those who got to the last turn (``REACHED``), times ``WHIM`` if it would have knocked then with the
hand that the opponent has in this world.
"""

from typing import Final, Literal

import numpy as np
from numba import int64

from kibitz.games.chance import Stream, fraction
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.melds import deadwood
from kibitz.games.knock_rummy.state import TO_DISCARD, KnockRummyState
from kibitz.games.records import Reals
from kibitz.heuristics.knock_rummy.reached import REACHED
from kibitz.heuristics.knock_rummy.thresholds import OLDEST, PATIENT, SHARP, THRESHOLDS
from kibitz.heuristics.knock_rummy.turns import age_of, turns_of_seat

# As `games.knock_rummy.state` has them in ``kinds``: 0 is not drawn yet, then these.
Kind = Literal["anything", "sharp", "under_25", "slow", "under_10"]
KINDS: Final[tuple[Kind, ...]] = ("anything", "sharp", "under_25", "slow", "under_10")
UNDRAWN: Final = 0
WAVERING: Final = -1  # sharp or patient anew in each turn, as those who have waited so long are
WITH_ANYTHING: Final = 1000
WHIM: Final = 0.3  # how often somebody who would knock waits nevertheless

# How likely each of the kinds is at the deal. Half of the opponents are sharp or knock even sooner,
# half are slower, most often patient: the table of thresholds, too, is the best answer to others of
# whom half are sharp. With more of the sharp, bad hands would be knocked with in the first turn,
# which costs more among the slower half than it brings among the sharp.
SHARES: Final = np.array([0.05, 0.45, 0.15, 0.1, 0.25])

# The most deadwood to knock with, by kind, players and turns had: whatever it is; by the table of
# the best moments; 25; half of that table; 10.
LIMITS: Final = np.stack(
    [
        np.full_like(THRESHOLDS, WITH_ANYTHING),
        THRESHOLDS,
        np.full_like(THRESHOLDS, 25),
        THRESHOLDS // 2,
        np.full_like(THRESHOLDS, PATIENT),
    ]
)


@kernel
def would_knock(state: KnockRummyState, kind: int, age: int, dead: int) -> bool:
    """Whether a ``kind`` knocks with deadwood ``dead`` after ``age`` turns before this one."""
    allowed = state.knock_limit < 0 or dead <= state.knock_limit
    return allowed and dead <= LIMITS[kind - 1, int64(state.players) - 2, age]


@kernel
def weigh_kinds(state: KnockRummyState, seat: int, weights: Reals) -> None:
    """Write how likely each of the ``KINDS`` is for a seat whose turn has not begun.

    The sum is not 1. All cards of ``state`` are known.
    """
    turns = turns_of_seat(state, seat)
    age = min(max(turns - 1, 0), OLDEST)
    dead = deadwood(state, state.hands[seat])
    for i in range(len(KINDS)):
        weights[i] = REACHED[int64(state.players) - 2, age, i]
        if turns > 0 and would_knock(state, i + 1, age, dead):
            weights[i] *= WHIM


@kernel
def draw_kind(state: KnockRummyState, seat: int, stream: Stream) -> int:
    """A kind for a seat, drawn as :func:`weigh_kinds` says."""
    weights = np.empty(len(KINDS))
    weigh_kinds(state, seat, weights)
    left = fraction(stream) * weights.sum()
    for i in range(len(KINDS) - 1):
        left -= weights[i]
        if left < 0.0:
            return i + 1
    return len(KINDS)


@kernel
def limit_of_other(state: KnockRummyState, stream: Stream) -> int:
    """The most deadwood with which the seat to move, an opponent, knocks in this turn.

    Draws its kind when that is not known yet, and notes it down.
    """
    seat, row = int64(state.turn), int64(state.players) - 2
    if state.kinds[seat] == UNDRAWN:
        state.kinds[seat] = draw_kind(state, seat, stream)
    if state.phase != TO_DISCARD:
        return 0
    age = age_of(state)
    if state.kinds[seat] == WAVERING:
        sharp = fraction(stream) < SHARP[row, age]
        return int64(THRESHOLDS[row, age]) if sharp else PATIENT
    return int64(LIMITS[state.kinds[seat] - 1, row, age])
