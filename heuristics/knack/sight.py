"""What a seat of K'nack sees, counted once for all moves that it compares.

Cells for each kind, unseen cards, and what is known of the hands of the others: how likely they are
to have nothing to lay, as the field is and with some kinds opened and others closed.
"""

from typing import Annotated, Any, Final

import numpy as np
from numba import int64, uint64

from kibitz.games.bits import Word, lowest_bit, single, without_lowest
from kibitz.games.cards import UNSEEN
from kibitz.games.kernel import kernel
from kibitz.games.knack.play import cards_left
from kibitz.games.knack.rules import FACES, HAND_SIZE, LEVELS, MOST_SEATS
from kibitz.games.knack.state import KnackState
from kibitz.games.knack_field.rules import KINDS, kind_of
from kibitz.games.records import Int64, Int64s, Real, Record, UInt64, dtype_of
from kibitz.heuristics.knack.outlets import count_room

LEAD: Final = 4.0  # cards ahead that count in full
MOST_LOST: Final = 5  # cells that a kind can lose by a card: where it lies, and the four beside it


class Sight(Record):
    """What a seat sees, and what follows for the others: see :func:`look`."""

    room: Annotated[Int64s, KINDS]
    unseen: Annotated[Int64s, KINDS]  # cards of each kind whose place the seat does not know
    total: Int64
    kinds: Annotated[Int64s, HAND_SIZE]  # of the own hand
    held: Int64
    own: UInt64  # these kinds
    friends: Annotated[Int64s, KINDS]  # unseen cards that match each of these kinds
    open: UInt64  # kinds
    thin: UInt64  # open kinds that a card may close
    open_unseen: Int64
    unseen_room: Int64  # cells for each unseen card, added up
    ahead: Int64  # cards that the best of the others has more, once a card is laid
    lead: Real  # cards fewer than the others have, as a part of ``LEAD``
    others: Int64
    sizes: Annotated[Int64s, MOST_SEATS]  # of the hands of the others, in turn
    bound: Annotated[Int64s, MOST_SEATS]  # whether passes tell something of them; for those:
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
    sight.held, sight.own = state.held[seat], uint64(0)
    for i in range(sight.held):
        kind = kind_of(int64(state.hands[seat, i]))
        sight.kinds[i] = kind
        sight.own |= single(kind)
        sight.unseen[kind] -= 1
    for i in range(sight.held):
        kind = sight.kinds[i]
        sight.friends[kind] = unseen_of(sight, uint64(state.field.matches[kind]))
    count_room(state.field, sight.room)
    sight.open = sight.thin = uint64(0)
    sight.total, sight.open_unseen, sight.unseen_room = 0, 0, 0
    for kind in range(KINDS):
        unseen, room = sight.unseen[kind], sight.room[kind]
        sight.total += unseen
        sight.unseen_room += unseen * room
        if room > 0:
            sight.open |= single(kind)
            sight.open_unseen += unseen
            if room <= MOST_LOST:
                sight.thin |= single(kind)
    _look_at_others(state, seat, sight)


@kernel
def unseen_of(sight: Sight, kinds: Word) -> int:
    """How many unseen cards are of some kinds."""
    count = int64(0)
    while kinds:
        count += sight.unseen[lowest_bit(kinds)]
        kinds = without_lowest(kinds)
    return count


@kernel
def friends_of(state: KnackState, sight: Sight, kind: int) -> int:
    """How many unseen cards match a kind."""
    if sight.own & single(kind):
        return sight.friends[kind]
    return unseen_of(sight, uint64(state.field.matches[kind]))


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


@kernel
def _look_at_hand(state: KnackState, seat: int, size: int, sight: Sight, number: int) -> None:
    """Write what the passes of ``seat`` tell of its hand, which has ``size`` cards."""
    for level in range(size):
        sight.mass[number, level] = 0
        sight.fitting[number, level] = 0
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
                sight.fitting[number, level - 1] += unseen
    # A kind that may be the nth card may be any card before it.
    for level in range(size - 2, -1, -1):
        sight.mass[number, level] += sight.mass[number, level + 1]
        sight.fitting[number, level] += sight.fitting[number, level + 1]


@kernel
def chance_to_pass(sight: Sight, other: int) -> float:
    """The chance that none of another's cards can be laid."""
    return chance_to_pass_then(sight, other, uint64(0), uint64(0), sight.open_unseen)


@kernel
def chance_to_pass_then(
    sight: Sight, other: int, opened: Word, closed: Word, open_unseen: int
) -> float:
    """The same when some kinds become open and others closed.

    ``open_unseen``: how many of the unseen cards can be laid then.
    """
    chance = 1.0
    if not sight.bound[other]:
        if sight.total > 0:
            missing = max(0.0, 1.0 - open_unseen / sight.total)
            for _ in range(sight.sizes[other]):
                chance *= missing
        return chance
    for level in range(sight.sizes[other]):
        mass, fitting = sight.mass[other, level], sight.fitting[other, level]
        if mass > 0:
            turned = opened | closed
            while turned:
                kind = lowest_bit(turned)
                turned = without_lowest(turned)
                if sight.levels[other, kind] > level:
                    fitting += sight.unseen[kind] if opened & single(kind) else -sight.unseen[kind]
            chance *= max(0.0, 1.0 - fitting / mass)
    return chance


@kernel
def new_sight() -> Any:
    """Room for :func:`look`, an array of one record."""
    return np.empty(1, SIGHT)
