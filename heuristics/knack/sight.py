"""What a seat of K'nack sees, counted once for all moves that it compares.

Cells for each kind, unseen cards, and what is known of the hands of the others: how likely they are
to have nothing to lay, as the field is and with some kinds opened and others closed.
"""

from typing import Annotated, Any, Final

import numpy as np
from numba import int64, uint64

from kibitz.games.bits import Word, lowest_bit, single, without_lowest
from kibitz.games.cards import UNSEEN
from kibitz.games.chance import GOLDEN
from kibitz.games.kernel import kernel
from kibitz.games.knack.outcome import cards_left
from kibitz.games.knack.rules import FACES, HAND_SIZE, LEVELS, MOST_SEATS
from kibitz.games.knack.state import KnackState
from kibitz.games.knack_field.rules import JOKER_KIND, KINDS, kind_of
from kibitz.games.records import Int64, Int64s, Real, Reals, Record, UInt64, UInt64s, dtype_of
from kibitz.heuristics.knack.outlets import Change, count_room

LEAD: Final = 4.0  # cards ahead that count in full
_KINDS: Final = [*map(kind_of, range(FACES))]
# The two cards of each kind; of jokers there is one.
FIRST_OF: Final = np.array([_KINDS.index(kind) for kind in range(KINDS)])
SECOND_OF: Final = np.array([FACES - 1 - _KINDS[::-1].index(kind) for kind in range(KINDS)])
# What a card of the hand counts by the cells that fit it.
OUTLET_WORTHS: Final = 1.0 - 0.5 ** np.arange(9)
MEMORY: Final = 32  # moves that a sight remembers, a power of two


class Sight(Record):
    """What a seat sees, and what follows for the others: see :func:`look`."""

    room: Annotated[Int64s, KINDS]
    unseen: Annotated[Int64s, KINDS]  # cards of each kind whose place the seat does not know
    total: Int64
    kinds: Annotated[Int64s, HAND_SIZE]  # of the own hand
    held: Int64
    own: UInt64  # these kinds
    several: UInt64  # those of which there is more than one card in the hand
    friends: Annotated[Int64s, KINDS]  # unseen cards that match each of these kinds
    rare: Annotated[Reals, KINDS]  # part of the unseen cards that do not
    outlets: Real  # of the own hand, see :func:`outlets_of`
    fitting: Int64  # cards of the own hand that can be laid
    open: UInt64  # kinds
    thin: UInt64  # open kinds that a card may close, all of them and perhaps more
    last: UInt64  # kinds with a single cell
    drawn: Real  # part of the unseen cards that can be laid
    open_unseen: Int64
    unseen_room: Int64  # cells for each unseen card, added up
    ahead: Int64  # cards that the best of the others has more, once a card is laid
    lead: Real  # cards fewer than the others have, as a part of ``LEAD``
    others: Int64
    sizes: Annotated[Int64s, MOST_SEATS]  # of the hands of the others, in turn
    bound: Annotated[Int64s, MOST_SEATS]  # whether passes tell something of them; for those:
    levels: Annotated[Int64s, MOST_SEATS, KINDS]  # of their cards at most so many are of a kind
    mass: Annotated[Int64s, MOST_SEATS, LEVELS]  # unseen cards that may be their nth card
    fits: Annotated[Int64s, MOST_SEATS, LEVELS]  # those of open kinds among them
    passing: Real  # chance of an other to have nothing to lay, on average
    every: Real  # chance that all of them have nothing to lay
    marks: Annotated[UInt64s, MEMORY, 3]  # see :func:`remembered`
    worths: Annotated[Reals, MEMORY]


SIGHT: Final = dtype_of(Sight)


@kernel
def look(state: KnackState, sight: Sight) -> None:
    """Write to ``sight`` what the seat to move sees of the state."""
    seat = int64(state.turn)
    for kind in range(KINDS):
        sight.unseen[kind] = state.pack[FIRST_OF[kind]]
    for kind in range(JOKER_KIND):
        sight.unseen[kind] += state.pack[SECOND_OF[kind]]
    for number in range(1, state.field.count):
        sight.unseen[kind_of(int64(state.field.laid[number]))] -= 1
    starter = (state.dealer + 1) % state.players
    if state.field.count > 0 and seat == starter and state.free != UNSEEN:
        sight.unseen[kind_of(int64(state.free))] -= 1
    sight.held = state.held[seat]
    sight.own = sight.several = uint64(0)
    for i in range(sight.held):
        kind = kind_of(int64(state.hands[seat, i]))
        sight.kinds[i] = kind
        sight.several |= sight.own & single(kind)
        sight.own |= single(kind)
        sight.unseen[kind] -= 1
    sight.open, sight.thin, sight.last = count_room(state.field, sight.room)
    sight.total, sight.unseen_room = 0, 0
    for kind in range(KINDS):
        sight.total += sight.unseen[kind]
        sight.unseen_room += sight.unseen[kind] * sight.room[kind]
    sight.open_unseen = unseen_of(sight, sight.open)
    total = max(sight.total, 1)
    sight.drawn = sight.open_unseen / total
    sight.outlets, sight.fitting = 0.0, 0
    for i in range(sight.held):
        kind = sight.kinds[i]
        sight.friends[kind] = unseen_of(sight, uint64(state.field.matches[kind]))
        sight.rare[kind] = 1.0 - sight.friends[kind] / total
        sight.outlets += outlets_of(sight.room[kind])
        sight.fitting += sight.room[kind] > 0
    _look_at_others(state, seat, sight)
    for place in range(MEMORY):
        sight.marks[place, 0] = uint64(0)


@kernel
def remembered(sight: Sight, laid: int, change: Change) -> int:
    """The place in ``worths`` of a card of this kind that changes the same.

    Where it is not known, -1 less the place, which is that of this card from now on.
    """
    mark = uint64(1 + change.gained + 8 * laid) | change.fours << uint64(32)
    hashed = (mark ^ change.ones << uint64(16) ^ change.twos << uint64(30)) * uint64(GOLDEN)
    place = int64(hashed >> uint64(32) & uint64(MEMORY - 1))
    marks = sight.marks[place]
    if marks[0] == mark and marks[1] == change.ones and marks[2] == change.twos:
        return place
    marks[0], marks[1], marks[2] = mark, change.ones, change.twos
    return -1 - place


@kernel
def outlets_of(room: int) -> float:
    """What a card counts that so many cells fit: 1, less a half for each of them."""
    return OUTLET_WORTHS[min(room, 8)]


@kernel
def unseen_of(sight: Sight, kinds: Word) -> int:
    """How many unseen cards are of some kinds."""
    count = int64(0)
    while kinds:
        count += sight.unseen[lowest_bit(kinds)]
        kinds = without_lowest(kinds)
    return count


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
        sight.bound[number] = size > 0 and state.lacks[other, size - 1] != 0
        if sight.bound[number]:
            _look_at_hand(state, other, size, sight, number)
        number += 1
    sight.others = number
    own = cards_left(state, seat)
    sight.ahead = fewest - own + 1
    sight.lead = max(-1.0, min(1.0, (cards / max(number, 1) - own) / LEAD))
    nothing = uint64(0)
    sight.passing, sight.every = passing(sight, nothing, nothing, sight.drawn)


@kernel
def _look_at_hand(state: KnackState, seat: int, size: int, sight: Sight, number: int) -> None:
    """Write what the passes of ``seat`` tell of its hand, which has ``size`` cards."""
    for level in range(size):
        sight.mass[number, level] = 0
        sight.fits[number, level] = 0
    lacks, levels = state.lacks[seat], sight.levels[number]
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
                sight.fits[number, level - 1] += unseen
    # A kind that may be the nth card may be any card before it.
    for level in range(size - 2, -1, -1):
        sight.mass[number, level] += sight.mass[number, level + 1]
        sight.fits[number, level] += sight.fits[number, level + 1]


@kernel
def chance_to_pass(sight: Sight, other: int, opened: Word, closed: Word, missing: float) -> float:
    """The chance that none of another's cards can be laid, with kinds opened and others closed.

    ``missing``: the part of the unseen cards that cannot be laid then, 1 where there are none.
    """
    chance = 1.0
    if not sight.bound[other]:
        for _ in range(sight.sizes[other]):
            chance *= missing
        return chance
    for level in range(sight.sizes[other]):
        mass, fits = sight.mass[other, level], sight.fits[other, level]
        if mass > 0:
            turned = opened | closed
            while turned:
                kind = lowest_bit(turned)
                turned = without_lowest(turned)
                if sight.levels[other, kind] > level:
                    fits += sight.unseen[kind] if opened & single(kind) else -sight.unseen[kind]
            chance *= max(0.0, 1.0 - fits / mass)
    return chance


@kernel
def passing(sight: Sight, opened: Word, closed: Word, drawn: float) -> tuple[float, float]:
    """The chance of an other to pass then, on average, and the chance that all of them do.

    ``drawn``: the part of the unseen cards that can be laid then.
    """
    total, every = 0.0, 1.0
    missing = max(0.0, 1.0 - drawn)
    size, chance = int64(-1), 1.0
    for other in range(sight.others):
        if sight.bound[other] or sight.sizes[other] != size:
            chance = chance_to_pass(sight, other, opened, closed, missing)
            size = int64(-1) if sight.bound[other] else sight.sizes[other]
        total += chance
        every *= chance
    return total / max(sight.others, 1), every


@kernel
def new_sight() -> Any:
    """Room for :func:`look`, an array of one record."""
    return np.empty(1, SIGHT)
