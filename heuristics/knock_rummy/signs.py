"""What the hand of another seat of Knock Rummy looks like after the turns it has had: its signs.

Hands that have been played for some turns are unlike random ones: their deadwood is low, their
cards go together, and what was discarded, left on the pile or taken tells of them. Each sign is a
number; :mod:`kibitz.heuristics.knock_rummy.likelihood` adds them up.
"""

from typing import Final

from numba import int64, uint64

from kibitz.games.bits import Word, lowest_bit, single, without_lowest
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.melds import deadwood
from kibitz.games.knock_rummy.state import TAKEN, TO_DRAW, KnockRummyState
from kibitz.games.records import Reals
from kibitz.heuristics.knock_rummy.partners import known_partners
from kibitz.heuristics.knock_rummy.thresholds import OLDEST, PATIENT, THRESHOLDS

(
    DEADWOOD,  # tens of points
    DEADWOOD_SQUARED,
    PAIRS,  # pairs of partners in the hand
    LATE_DISCARDS,  # partners in the hand of the last two discards
    EARLY_DISCARDS,  # and of those before
    USEFUL_LEFT,  # of the last cards left on the pile, those that would have been matched
    PARTNERS_LEFT,  # partners of those in the hand
    LOOSE_TAKEN,  # cards taken from the pile that are not matched
    SHARP_WAITS,  # it could have knocked by the table, as a sharp player would have
    PATIENT_WAITS,  # it could have knocked as even a patient player would have
) = range(10)
SIGNS: Final = 10
LATE: Final = 2
LEFT: Final = 3
BUCKETS: Final = 5  # of turns had: 1, 2, 3 or 4, 5 to 7, more


@kernel
def bucket_of(turns: int) -> int:
    """The place of a number of turns, at least one, among the ``BUCKETS``."""
    if turns <= 2:
        return turns - 1
    return 2 if turns <= 4 else (3 if turns <= 7 else 4)


@kernel
def group_of(players: int) -> int:
    """Tables of two, of three or four, and of five or six."""
    return 0 if players == 2 else (1 if players <= 4 else 2)


@kernel
def pairs_in(state: KnockRummyState, hand: Word) -> int:
    """How many pairs of partners there are in a hand."""
    found = 0
    waiting = uint64(hand)
    while waiting:
        card = lowest_bit(waiting)
        waiting = without_lowest(waiting)
        found += known_partners(state, card, waiting)
    return found


@kernel
def latest_turn(state: KnockRummyState) -> int:
    """The seat of the last turn recorded."""
    waits = state.phase == TO_DRAW and state.gone[state.recorded] < 0
    under_way = state.phase != TO_DRAW or waits
    return int64(state.turn) if under_way else (state.turn - 1 + state.players) % state.players


@kernel
def write_signs(state: KnockRummyState, seat: int, hand: Word, turns: int, signs: Reals) -> None:
    """Write the signs of a hand that ``seat`` may have after ``turns`` turns, one at least."""
    signs[:] = 0.0
    dead = deadwood(state, hand)
    signs[DEADWOOD] = dead / 10.0
    signs[DEADWOOD_SQUARED] = dead * dead / 400.0
    signs[PAIRS] = pairs_in(state, hand)
    known = uint64(hand) & state.public
    while known:
        card = lowest_bit(known)
        known = without_lowest(known)
        signs[LOOSE_TAKEN] += deadwood(state, uint64(hand) & ~single(card)) < dead
    limit = THRESHOLDS[int64(state.players) - 2, min(turns - 1, OLDEST)]
    allowed = state.knock_limit < 0 or dead <= state.knock_limit
    if allowed:
        signs[SHARP_WAITS] = dead <= limit
        signs[PATIENT_WAITS] = dead <= PATIENT
    if state.recorded > 0:
        write_history(state, seat, hand, dead, signs)


@kernel
def write_history(state: KnockRummyState, seat: int, hand: Word, dead: int, signs: Reals) -> None:
    """The signs that the history gives of a hand with deadwood ``dead``."""
    seats = int64(state.players)
    last = latest_turn(state)
    back = (last - seat + seats) % seats
    discards, left = 0, 0
    number = int64(state.recorded) - 1 - back
    while number >= 0:
        card = int64(state.gone[number + 1])
        if card >= 0:
            partners = known_partners(state, card, hand)
            signs[LATE_DISCARDS if discards < LATE else EARLY_DISCARDS] += partners
            discards += 1
        offered = int64(state.gone[number])
        if state.how[number] != TAKEN and left < LEFT and offered >= 0:
            left += 1
            if not uint64(hand) & single(offered):
                signs[USEFUL_LEFT] += deadwood(state, uint64(hand) | single(offered)) <= dead
                signs[PARTNERS_LEFT] += known_partners(state, offered, hand)
        number -= seats
