"""What a card laid in K'nack is worth to the seat that lays it, from what that seat can see.

Nobody wins K'nack by running faster: all lay a card a turn. Who passes falls behind. So a card is
laid where it keeps cells open for the cards that stay in the hand, and closes those that others
need. What others hold is judged by the copies still unseen and by what their passes have told.
"""

from typing import Annotated, Any, Final

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from kibitz.games.bits import lowest_bit, single, without_lowest
from kibitz.games.cards import UNSEEN
from kibitz.games.kernel import kernel
from kibitz.games.knack.known_hands import may_call
from kibitz.games.knack.play import CALLED, CELLS, GIVE, LAY, PASS, cards_left
from kibitz.games.knack.rules import FACES, HAND_SIZE, LEVELS, MOST_SEATS
from kibitz.games.knack.state import KnackState
from kibitz.games.knack_field.rules import ALL_KINDS, JOKER_KIND, KINDS, kind_of
from kibitz.games.records import Int64, Int64s, Real, Record, UInt64, dtype_of
from kibitz.heuristics.knack.outlets import change_room, count_room

Reals = npt.NDArray[np.float64]

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
LEAD: Final = 4.0  # cards ahead that count in full


class Sight(Record):
    """What a seat sees, and what follows for the others: see :func:`look`."""

    room: Annotated[Int64s, KINDS]
    unseen: Annotated[Int64s, KINDS]  # cards of each kind whose place the seat does not know
    total: Int64
    kinds: Annotated[Int64s, HAND_SIZE]  # of the own hand
    held: Int64
    open: UInt64  # kinds
    open_unseen: Int64
    ahead: Int64  # cards that the best of the others has more, once a card is laid
    lead: Real  # cards fewer than the others have, as a part of ``LEAD``
    others: Int64
    sizes: Annotated[Int64s, MOST_SEATS]  # of the hands of the others, in turn
    levels: Annotated[Int64s, MOST_SEATS, KINDS]  # of their cards at most so many are of a kind
    mass: Annotated[Int64s, MOST_SEATS, LEVELS]  # unseen cards that may be their nth card
    fitting: Annotated[Int64s, MOST_SEATS, LEVELS]  # those of open kinds among them


SIGHT: Final = dtype_of(Sight)


@kernel
def look(state: KnackState, sight: Sight) -> None:
    """Write to ``sight`` what the seat to move sees of the state."""
    seat = int64(state.turn)
    sight.unseen[:] = 0
    for card in range(FACES):
        sight.unseen[kind_of(card)] += state.pack[card]
    for number in range(1, state.field.count):
        sight.unseen[kind_of(int64(state.field.laid[number]))] -= 1
    starter = (state.dealer + 1) % state.players
    if state.field.count > 0 and seat == starter and state.free != UNSEEN:
        sight.unseen[kind_of(int64(state.free))] -= 1
    sight.held = state.held[seat]
    for i in range(sight.held):
        kind = kind_of(int64(state.hands[seat, i]))
        sight.kinds[i] = kind
        sight.unseen[kind] -= 1
    count_room(state.field, sight.room)
    sight.open = uint64(0)
    sight.total, sight.open_unseen = 0, 0
    for kind in range(KINDS):
        sight.total += sight.unseen[kind]
        if sight.room[kind] > 0:
            sight.open |= single(kind)
            sight.open_unseen += sight.unseen[kind]
    _look_at_others(state, seat, sight)


@kernel
def _look_at_others(state: KnackState, seat: int, sight: Sight) -> None:
    """Write what is known of the others' hands, in the order of their turns."""
    number, cards, fewest = 0, 0, 1 << 20
    for step in range(1, state.players):
        other = (seat + step) % state.players
        left = cards_left(state, other)
        if left == 0:
            continue
        cards += left
        fewest = min(fewest, left)
        size = int64(state.held[other])
        sight.sizes[number] = size
        for level in range(size):
            sight.mass[number, level] = 0
            sight.fitting[number, level] = 0
        lacks, levels = state.lacks[other], sight.levels[number]
        levels[:] = size
        for level in range(size - 1, -1, -1):
            kinds = uint64(lacks[level])
            while kinds:
                levels[lowest_bit(kinds)] = level
                kinds = without_lowest(kinds)
        for kind in range(KINDS):
            unseen, level = sight.unseen[kind], levels[kind]
            if unseen > 0 and level > 0:
                sight.mass[number, level - 1] += unseen
                if sight.room[kind] > 0:
                    sight.fitting[number, level - 1] += unseen
        # A kind that may be the nth card may be any card before it.
        for level in range(size - 2, -1, -1):
            sight.mass[number, level] += sight.mass[number, level + 1]
            sight.fitting[number, level] += sight.fitting[number, level + 1]
        number += 1
    sight.others = number
    own = cards_left(state, seat)
    sight.ahead = fewest - own + 1
    sight.lead = max(-1.0, min(1.0, (cards / max(number, 1) - own) / LEAD))


@kernel
def chance_to_pass(sight: Sight, other: int) -> float:
    """The chance that none of another's cards can be laid."""
    chance = 1.0
    for level in range(sight.sizes[other]):
        mass = sight.mass[other, level]
        if mass > 0:
            chance *= max(0.0, 1.0 - sight.fitting[other, level] / mass)
    return chance


@kernel
def _turn_kind(sight: Sight, kind: int, by: int) -> None:
    """Open a kind (1) or close it (-1) in ``sight``."""
    unseen = by * sight.unseen[kind]
    sight.open_unseen += unseen
    for other in range(sight.others):
        for level in range(sight.levels[other, kind]):
            sight.fitting[other, level] += unseen


@kernel
def features_of(state: KnackState, sight: Sight, move: int, features: Reals) -> None:
    """Write the features of laying a card; ``sight`` is the same again afterwards."""
    field = state.field
    card, cell = move % CALLED // CELLS, move % CALLED % CELLS
    laid = kind_of(card)
    match = uint64(ALL_KINDS) if field.count == 0 else uint64(field.matches[laid])
    touched = change_room(field, cell, match, sight.room, 1)
    turned = uint64(0)
    left = touched
    while left:
        kind = lowest_bit(left)
        left = without_lowest(left)
        opened = sight.room[kind] > 0
        if opened != (sight.open & single(kind) != 0):
            turned |= single(kind)
            _turn_kind(sight, kind, 1 if opened else -1)
    _write_features(state, sight, laid, features)
    change_room(field, cell, match, sight.room, -1)
    while turned:
        kind = lowest_bit(turned)
        turned = without_lowest(turned)
        _turn_kind(sight, kind, 1 if sight.open & single(kind) else -1)


@kernel
def _write_features(state: KnackState, sight: Sight, laid: int, features: Reals) -> None:
    """Write the features when ``sight`` has what the field is like afterwards."""
    fitting, skipped, outlets = 0, False, 0.0
    for i in range(sight.held):
        kind = sight.kinds[i]
        if kind == laid and not skipped:
            skipped = True
            continue
        room = sight.room[kind]
        if room > 0:
            fitting += 1
            outlets += 1.0 - 0.5 ** min(room, 8)
    features[OUTLETS] = outlets
    features[ONE_FITS] = fitting > 0
    features[TWO_FIT] = fitting > 1
    features[ONE_FITS_AHEAD] = features[ONE_FITS] * sight.lead
    total = max(sight.total, 1)
    features[DRAW_FITS] = sight.open_unseen / total
    features[DRAW_FITS_AHEAD] = features[DRAW_FITS] * sight.lead
    features[JOKER] = laid == JOKER_KIND
    passing, every = 0.0, 1.0
    for other in range(sight.others):
        chance = chance_to_pass(sight, other)
        passing += chance
        every *= chance
    features[OTHERS_PASS] = passing / max(sight.others, 1)
    features[ALL_PASS] = every
    features[BLOCK] = every if sight.ahead > 0 else 0.0
    features[BLOCKED] = every if sight.ahead < 0 and fitting == 0 else 0.0
    friends = 0
    match = uint64(state.field.matches[laid])
    while match:
        friends += sight.unseen[lowest_bit(match)]
        match = without_lowest(match)
    features[RARE] = 1.0 - friends / total
    room = 0
    for kind in range(KINDS):
        room += sight.room[kind] * sight.unseen[kind]
    features[ROOM] = room / total
    features[ROOM_AHEAD] = features[ROOM] * sight.lead


@kernel
def worth(state: KnackState, sight: Sight, move: int, features: Reals, w: Reals) -> float:
    """What a legal move is worth to the seat to move, in no unit; ``features`` is overwritten."""
    if move == PASS:
        return 0.0
    if move < LAY:
        # Give what finds no cell.
        return -float(sight.room[kind_of(move - GIVE)])
    features_of(state, sight, move, features)
    total = 0.0
    for i in range(FEATURES):
        total += w[i] * features[i]
    if move < CALLED and may_call(state):
        total += NO_CALL
    return total


@kernel
def weights_for(state: KnackState) -> Reals:
    """The weights for as many players as there are."""
    return WEIGHTS[0] if state.players == 2 else WEIGHTS[1]


@kernel
def new_sight() -> Any:
    """Room for :func:`look`, an array of one record."""
    return np.empty(1, SIGHT)
