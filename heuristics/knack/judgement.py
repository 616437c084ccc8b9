"""What a card laid in K'nack is worth to the seat that lays it, from what that seat can see.

Nobody wins K'nack by running faster: all lay a card a turn. Who passes falls behind. So a card is
laid where it keeps cells open for the cards that stay in the hand, and closes those that others
need. What others hold is judged by the copies still unseen and by what their passes have told.
"""

from typing import Final

import numpy as np
from numba import uint64

from kibitz.games.bits import Word, lowest_bit, single, without_lowest
from kibitz.games.kernel import kernel
from kibitz.games.knack.known_hands import may_call
from kibitz.games.knack.play import CALLED, CELLS, GIVE, LAY, PASS
from kibitz.games.knack.state import KnackState
from kibitz.games.knack_field.rules import ALL_KINDS, JOKER_KIND, kind_of
from kibitz.games.records import Reals
from kibitz.heuristics.knack.outlets import Change, change_of, gain_of_kind
from kibitz.heuristics.knack.sight import Sight, outlets_of, passing, remembered, unseen_of

# Places of the features in a row of weights.
(
    OUTLETS,  # of the hand left: each card counts 1, less a half for every cell that fits it
    ONE_FITS,  # a card of the hand left can be laid
    TWO_FIT,  # another can be laid as well
    OTHERS_PASS,  # chance of an other to have nothing to lay, on average
    ALL_PASS,  # chance that all others have nothing to lay
    BLOCK,  # the same for who then has the fewest cards: if nothing fits the own hand, a win
    BLOCKED,  # the same for who then has more, when nothing fits the own hand: a loss
    DRAW_FITS,  # share of the unseen cards that can be laid
    DRAW_FITS_AHEAD,  # the same for who has fewer cards than the others; negative behind
    JOKER,  # the card laid is a joker
    RARE,  # how few of the unseen cards let the card lie beside them: harder to lay later
    ROOM,  # cells open to an unseen card, on average
    ROOM_AHEAD,  # the same for who has fewer cards; negative behind
    ONE_FITS_AHEAD,  # a card of the hand left can be laid, for who has fewer cards
) = range(14)
FEATURES: Final = 14
# Found by duels of `training.knack.judgement` for two players and for three; the second row
# serves more players as well.
WEIGHTS: Final = np.array(
    [
        [0.26, 0.49, 0.13, 3.64, 0.77, 4.09, -2.32, -0.3, -0.5, -0.87, -0.05, -0.14, 0.16, 0.06],
        [0.2, 0.49, 0.13, 3.64, 1.12, 4.09, -2.32, -0.3, -0.5, -0.65, -0.05, -0.18, 0.16, 0.03],
    ]
)
NO_CALL: Final = -5.0  # what being given a card by each of the others costs, in these weights


@kernel
def features_of(state: KnackState, sight: Sight, move: int, features: Reals) -> None:
    """Write the features of laying a card of the own hand."""
    laid = kind_of(move % CALLED // CELLS)
    match = match_of(state, laid)
    change = change_of(state.field, move % CALLED % CELLS, match)
    write_features(state, sight, laid, match, change, features)


@kernel
def match_of(state: KnackState, laid: int) -> Word:
    """The kinds that may lie beside a card laid now; the first one lies face down."""
    return uint64(ALL_KINDS) if state.field.count == 0 else uint64(state.field.matches[laid])


@kernel
def write_features(
    state: KnackState, sight: Sight, laid: int, match: Word, change: Change, features: Reals
) -> None:
    """Write the features of laying a card of this kind where it changes so much."""
    gains = match if change.gained > 0 else uint64(0)
    opened, closed = gains & ~sight.open, closed_by(sight, change, match, gains)
    _write_own(sight, laid, change, match, gains, features)
    drawn, passes, every = sight.drawn, sight.passing, sight.every
    total = max(sight.total, 1)
    if opened | closed:
        open_unseen = sight.open_unseen + unseen_of(sight, opened) - unseen_of(sight, closed)
        drawn = open_unseen / total
        passes, every = passing(sight, opened, closed, drawn)
    features[DRAW_FITS] = drawn
    features[DRAW_FITS_AHEAD] = drawn * sight.lead
    features[OTHERS_PASS] = passes
    features[ALL_PASS] = every
    features[BLOCK] = every if sight.ahead > 0 else 0.0
    features[BLOCKED] = every if sight.ahead < 0 and not features[ONE_FITS] else 0.0
    features[JOKER] = laid == JOKER_KIND
    features[RARE] = sight.rare[laid]
    room = sight.unseen_room - unseen_of(sight, change.ones)
    if change.twos | change.fours:
        room -= 2 * unseen_of(sight, change.twos) + 4 * unseen_of(sight, change.fours)
    room += change.gained * (sight.total if state.field.count == 0 else sight.friends[laid])
    features[ROOM] = room / total
    features[ROOM_AHEAD] = features[ROOM] * sight.lead


@kernel
def closed_by(sight: Sight, change: Change, match: Word, gains: Word) -> Word:
    """The kinds that can be laid now and not after a change, in which ``gains`` gain cells."""
    several = change.twos | change.fours
    closed = change.ones & ~several & ~gains & sight.last
    left = several & sight.thin
    while left:
        kind = lowest_bit(left)
        left = without_lowest(left)
        if sight.room[kind] + gain_of_kind(change, match, kind) <= 0:
            closed |= single(kind)
    return closed


@kernel
def _write_own(
    sight: Sight, laid: int, change: Change, match: Word, gains: Word, features: Reals
) -> None:
    """Write the features of the own hand, without a card of the kind ``laid``.

    Outlets are sums of halves, quarters and so on: exact, in whatever order they are added.
    """
    room = sight.room[laid]
    fitting = sight.fitting - (room > 0)
    outlets = sight.outlets - outlets_of(room)
    touched = (change.ones | change.twos | change.fours | gains) & sight.own
    if touched & (~single(laid) | sight.several):
        skipped = False
        for i in range(sight.held):
            kind = sight.kinds[i]
            if kind == laid and not skipped:
                skipped = True
            elif touched & single(kind):
                room = sight.room[kind]
                after = room + gain_of_kind(change, match, kind)
                fitting += (after > 0) - (room > 0)
                outlets += outlets_of(after) - outlets_of(room)
    features[OUTLETS] = outlets
    features[ONE_FITS] = fitting > 0
    features[TWO_FIT] = fitting > 1
    features[ONE_FITS_AHEAD] = features[ONE_FITS] * sight.lead


@kernel
def worth(state: KnackState, sight: Sight, move: int, features: Reals, w: Reals) -> float:
    """What a legal move is worth to the seat to move, in no unit; ``features`` is overwritten.

    Cards of a kind that change the same are worth the same: ``sight`` remembers the last of them,
    so it is for one row ``w`` only.
    """
    if move == PASS:
        return 0.0
    if move < LAY:
        # Give what finds no cell.
        return -float(sight.room[kind_of(move - GIVE)])
    laid = kind_of(move % CALLED // CELLS)
    match = match_of(state, laid)
    change = change_of(state.field, move % CALLED % CELLS, match)
    place = remembered(sight, laid, change)
    if place >= 0:
        total = sight.worths[place]
    else:
        write_features(state, sight, laid, match, change, features)
        total = 0.0
        for i in range(FEATURES):
            total += w[i] * features[i]
        sight.worths[-1 - place] = total
    if move < CALLED and may_call(state):
        total += NO_CALL
    return total


@kernel
def weights_for(state: KnackState) -> Reals:
    """The weights for as many players as there are."""
    return WEIGHTS[0] if state.players == 2 else WEIGHTS[1]
