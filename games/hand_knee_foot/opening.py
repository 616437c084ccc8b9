"""How many card points a hand can still put down: what an opening may come to, exactly.

The melds of an opening are made one move at a time, and what has been begun has to reach the
minimum within the turn. A move of an opening is legal when the best that can follow it reaches the
minimum. That leaves no dead end: the best arrangement is built by single legal moves (naturals
before the wild cards that lean on them), and after the first of them it can still be reached.

The search is a sum over ranks. How many cards of a rank go down with exactly ``k`` wild cards among
them has a closed form; where a wild card lies does not change what it counts. So the best is found
over the number of wild cards used, rank by rank, the rest of them in a wild meld or left over.
"""

from typing import Final

import numpy as np
from numba import int64

from kibitz.games.hand_knee_foot.books import most_wilds
from kibitz.games.hand_knee_foot.kinds import (
    BOOK,
    COPIES,
    FOUR,
    JOKER,
    POINTS,
    RANK_SLOTS,
    TWO,
    WILD_SLOT,
)
from kibitz.games.hand_knee_foot.rules import MOST_PACKS
from kibitz.games.hand_knee_foot.state import HandKneeFootState, team_of
from kibitz.games.kernel import kernel

_POINTS: Final = np.array(POINTS, np.int64)
_WILDS: Final = MOST_PACKS * (COPIES[TWO] + COPIES[JOKER]) + 1


@kernel
def most_naturals(wilds: int, held: int, naturals: int, wild_in: int, most: int) -> int:
    """How many naturals of a rank can go down together with exactly so many wild cards.

    ``held``: naturals in hand. ``naturals``, ``wild_in``: of the open meld. ``most``: wild cards
    that a meld may have. -1 when so many wild cards cannot lie there.
    """
    size = naturals + wild_in
    room = BOOK - size if size > 0 else 0
    for count in range(held, -1, -1):
        rest = count + wilds
        if size > 0 and rest <= room:
            if wild_in + wilds <= min(most, naturals + count) or wilds == 0:
                return count
            continue
        space = 0
        if size > 0:
            rest -= room
            space = min(room, most - wild_in)
        part = rest % BOOK
        if part == 1 or part == 2:  # noqa: PLR1714
            continue
        space += rest // BOOK * most
        if part > 0:
            space += min(most, part // 2)
        if wilds <= space:
            return count
    return -1


@kernel
def wild_meld_fits(wilds: int, size: int) -> bool:
    """Whether exactly so many wild cards can go to the wild meld of a size, and on to the next."""
    room = BOOK - size if size > 0 else 0
    if wilds <= room:
        return True
    part = (wilds - room) % BOOK
    return part != 1 and part != 2  # noqa: PLR1714


@kernel
def wild_points(count: int, jokers: int) -> int:
    """The points of the best ``count`` of wild cards of which so many are jokers."""
    best = min(count, jokers)
    return best * _POINTS[JOKER] + (count - best) * _POINTS[TWO]


@kernel
def best_points(
    state: HandKneeFootState, slot: int, naturals: int, twos: int, jokers: int, found: int
) -> int:
    """The most points the seat to move can put down in its turn, those of this turn included.

    The melds are as they are after it has put ``naturals`` and so on to ``slot``, ``found`` of the
    naturals not from its hand but from the discard pile; and no move for 0 cards.
    """
    seat = state.turn
    team = team_of(state, seat)
    two_count = state.hands[seat, TWO] - twos
    joker_count = state.hands[seat, JOKER] - jokers
    wilds = two_count + joker_count
    best = np.full(_WILDS, -1, np.int64)
    after = np.empty(_WILDS, np.int64)
    best[0] = 0
    used = 0
    for rank in range(RANK_SLOTS):
        held = int64(state.hands[seat, rank + FOUR])
        laid = int64(state.naturals[team, rank])
        wild_in = int64(state.twos[team, rank] + state.jokers[team, rank])
        if rank == slot:
            held -= naturals - found
            laid += naturals
            wild_in += twos + jokers
            if laid + wild_in >= BOOK:
                laid = wild_in = 0
        most = most_wilds(state, rank)
        if held == 0 and (laid == 0 or most == 0):
            continue
        points = _POINTS[rank + FOUR]
        for count in range(wilds + 1):
            after[count] = -1
        reached = used
        for added in range(wilds + 1):
            gained = most_naturals(added, held, laid, wild_in, most)
            if gained < 0:
                continue
            for before in range(min(used, wilds - added) + 1):
                total = before + added
                if best[before] >= 0 and best[before] + points * gained > after[total]:
                    after[total] = best[before] + points * gained
                    reached = max(reached, total)
        used = reached
        for count in range(wilds + 1):
            best[count] = after[count]
    wild_size = int64(state.twos[team, WILD_SLOT] + state.jokers[team, WILD_SLOT])
    if slot == WILD_SLOT:
        wild_size += twos + jokers
        wild_size = 0 if wild_size >= BOOK else wild_size
    most_points = 0
    for count in range(wilds + 1):
        if best[count] < 0:
            continue
        for apart in range(wilds - count + 1):
            if wild_meld_fits(apart, wild_size):
                points = best[count] + wild_points(count + apart, joker_count)
                most_points = max(most_points, points)
    now = int64(state.opening) + twos * _POINTS[TWO] + jokers * _POINTS[JOKER]
    if naturals > 0:
        now += naturals * _POINTS[slot + FOUR]
    return now + most_points


@kernel
def could_open(state: HandKneeFootState) -> bool:
    """Whether the points of all cards that might be melded reach the minimum: a quick bound."""
    seat = state.turn
    wilds = state.hands[seat, TWO] + state.hands[seat, JOKER]
    total = int64(state.opening) + wild_points(wilds, int64(state.hands[seat, JOKER]))
    for rank in range(RANK_SLOTS):
        held = int64(state.hands[seat, rank + FOUR])
        laid = state.naturals[team_of(state, seat), rank] > 0
        if laid or held >= 3 or (held == 2 and wilds > 0):
            total += held * _POINTS[rank + FOUR]
    return total >= state.minimum
