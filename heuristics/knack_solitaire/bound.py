"""A bound on the cards that can ever be laid, which forgets where they lie.

The *free game* keeps of the field only the set M of kinds that match some card with room beside
it, and the number s of *open sides*: cells that touch jokers only, where any card may lie. In it a
card is laid whenever its kind is in M, else on an open side while there is one. Every card
laid adds the kinds that match it to M; a joker beside an ordinary card opens three sides.

Nobody who has to lay what can be laid does better. Compare such a player B, on a real field, with
the free game G, draw by draw, and let L be the cards not yet laid. After each draw
(1) L(G) is part of L(B) and M(B) is part of M(G), and (2) s(G) >= s(B).

- While s(B) > 0 every card is laid as it comes up, so B's waste is empty or B is about to lay its
  top. A card that G must lay on an open side is not in M(G), so not in M(B), and costs B a side
  too, unless B has none.
- Cards are met in one order: what B's waste holds above a card, G's waste holds or G has laid. B
  reaches a card only after laying those above, and G, meeting the same cards with no smaller M and
  no fewer sides, has then laid them. Where B stops, either its waste is empty, and G has spent no
  more sides than B on the same cards; or s(B) = 0, and (2) holds whatever G did.
- B may close a side by a card beside it, or lay a matching card on it: s(B) falls, G's does not.
- A joker can be laid as long as anything can, so B too lays it as soon as it is open, and opens
  three sides at most (two when it touches jokers only, since it takes the place of one).
- A redeal keeps the order in which the cards left come up, the same for both.

So what G cannot lay, no player lays, whoever may know the order of all cards. With ``may_decline``
a player may save sides for better cards, so there a joker is given sides without end: with them G
lays whatever comes up, and B, who lays less, still has no larger M. Without jokers the argument
needs no sides and holds for both readings.

The free game asks nothing about cards to come, so a player can follow it; on an unbounded field
without jokers :mod:`kibitz.heuristics.knack_solitaire.diagonal` does, and the bound is exact.
"""

from typing import Any, Final

import numpy as np
from numba import int64, uint32

from kibitz.games.cards import JOKER, UNSEEN
from kibitz.games.kernel import kernel
from kibitz.games.knack_field.field import (
    BLOCKS,
    EDGE,
    EMPTY,
    FIRST,
    WINDOW,
    Field,
    outside,
    permitted,
)
from kibitz.games.knack_field.rules import ALL_KINDS, JOKER_KIND, kind_of
from kibitz.games.knack_solitaire.state import FACES, MOST_CARDS, KnackSolitaireState
from kibitz.games.protocol import Moves, State

ENDLESS: Final = 1 << 20


@kernel
def open_sides(field: Field) -> int:
    """Cells where any card may lie now: those that touch jokers only."""
    count = 0
    for slot in range(field.open):
        if field.fits[slot] == ALL_KINDS and permitted(field, int64(field.frontier[slot])):
            count += 1
    return count


@kernel
def cells_left(field: Field) -> int:
    """An upper bound on the cards that the limits of the field still have room for.

    Cells that blocked cells cut off are not counted. Without limits it is more than a pack.
    """
    if field.limit == WINDOW:
        return int64(field.width) * int64(field.height) - int64(field.count)
    if not field.anchored:
        return MOST_CARDS
    side = field.cells.shape[0]
    most = field.laid.shape[0]
    seen = np.zeros(side * side, np.bool_)
    waiting = np.empty(side * side, np.int64)
    ahead = 0
    for slot in range(field.open):
        cell = int64(field.frontier[slot])
        seen[cell] = True
        waiting[ahead] = cell
        ahead += 1
    firm = hanging = done = 0
    while done < ahead and firm <= most:
        cell = waiting[done]
        done += 1
        if field.limit == EDGE and outside(field, cell):
            hanging += 1
        else:
            firm += 1
        for step in (1, -1, side, -side):
            beside = cell + step
            code = int64(field.cells[beside // side, beside % side])
            if not seen[beside] and (code == EMPTY or code >= FIRST + most):
                seen[beside] = True
                waiting[ahead] = beside
                ahead += 1
    spare = int64(field.danglers) - int64(field.dangling) if field.limit != BLOCKS else 0
    return firm + min(hanging, spare)


@kernel
def list_cards(state: KnackSolitaireState, cards: Moves) -> int:
    """Write the cards not on the field in the order of this pass, return their number.

    Those of the waste come first, and are already drawn.
    """
    count = int64(state.wasted)
    for i in range(count):
        cards[i] = state.waste[i]
    for i in range(state.drawn, state.size):
        cards[count] = state.stock[i]
        count += 1
    return count


@kernel
def restack(state: KnackSolitaireState, redeals_left: int, cards: Moves, count: int) -> None:
    """Put cards left over from a pass in the order of the next one, in place."""
    if not state.shuffles:
        return
    left = np.zeros(FACES, np.int64)
    for i in range(count):
        left[cards[i]] += 1
    order = state.orders[redeals_left]
    place = 0
    for i in range(state.cards):
        card = int64(order[i])
        if left[card] > 0:
            left[card] -= 1
            cards[place] = card
            place += 1


@kernel
def left_in_free_game(state: KnackSolitaireState, played: Moves) -> int:
    """Cards that the free game leaves; those laid are written to ``played`` in their order.

    ``state`` is not changed; every card in it, and the order of its redeals, must be known.
    """
    passes = int64(state.redeals_left)
    done = 0
    cards = np.empty(MOST_CARDS, np.int64)
    count = list_cards(state, cards)
    drawn = int64(state.wasted)
    field = state.field
    match = uint32(0)
    for slot in range(field.open):
        if field.fits[slot] != ALL_KINDS and permitted(field, int64(field.frontier[slot])):
            match |= field.fits[slot]
    sides = open_sides(field)
    laid = int64(field.count)
    endless = ENDLESS if state.may_decline else 0
    if endless and laid and sides:
        sides = endless
    redeals_left = int64(state.redeals_left)
    waste = np.empty(MOST_CARDS, np.int64)
    while True:
        height = 0
        for place in range(count):
            waste[height] = cards[place]
            height += 1
            if place + 1 < drawn:
                continue
            while height > 0:
                kind = kind_of(waste[height - 1])
                matched = match >> uint32(kind) & uint32(1)
                if not matched and sides == 0:
                    break
                if not matched:
                    sides -= 1
                if kind == JOKER_KIND:
                    sides += endless + (3 if laid else 4)
                else:
                    match |= field.matches[kind]
                played[done] = waste[height - 1]
                done += 1
                laid += 1
                height -= 1
        count = height
        if count == 0 or passes == 0:
            return count
        for i in range(count):
            cards[i] = waste[i]
        passes -= 1
        redeals_left -= 1
        restack(state, redeals_left, cards, count)
        drawn = 0


@kernel
def left_by_reach(state: KnackSolitaireState) -> int:
    """Cards to which no chain of kinds leads, so that they are never laid, in whatever order.

    ``state`` may be a view: only which cards are on the field counts, the others are the rest.
    """
    field = state.field
    left = state.pack.copy()
    match = uint32(0)
    for number in range(field.count):
        left[field.laid[number]] -= 1
    if left[JOKER] > 0 or field.count == 0 or open_sides(field):
        return 0
    for slot in range(field.open):
        if permitted(field, int64(field.frontier[slot])):
            match |= field.fits[slot]
    before = uint32(0)
    while match != before:
        before = match
        for card in range(FACES):
            if left[card] > 0 and match >> uint32(kind_of(card)) & uint32(1):
                match |= field.matches[kind_of(card)]
    count = 0
    for card in range(FACES):
        if not match >> uint32(kind_of(card)) & uint32(1):
            count += left[card]
    return count


@kernel
def fewest_left(state: KnackSolitaireState) -> int:
    """A lower bound on the cards left in the end, whatever is played.

    Cards and redeals whose order is unknown count as the best there could be.
    """
    cards = int64(state.wasted) + int64(state.size) - int64(state.drawn)
    if cards == 0:
        return 0
    crowded = cards - cells_left(state.field)
    unknown = state.shuffles and not state.ordered and state.redeals_left > 0
    for i in range(state.drawn, state.size):
        unknown |= state.stock[i] == UNSEEN
    for i in range(state.wasted):
        unknown |= state.waste[i] == UNSEEN
    if unknown:
        return max(crowded, left_by_reach(state))
    return max(crowded, left_in_free_game(state, np.empty(MOST_CARDS, np.int64)))


@kernel
def is_lost(state: KnackSolitaireState) -> bool:
    """Whether the bound proves that not all cards can be laid."""
    return fewest_left(state) > 0


@kernel
def run_fewest_left(states: State) -> int:
    """:func:`fewest_left` of the first of an array of records, for callers in Python."""
    return fewest_left(states[0])


@kernel
def run_is_lost(states: State) -> bool:
    """:func:`is_lost` of the first of an array of records, for callers in Python."""
    return is_lost(states[0])


@kernel
def run_cells_left(states: State) -> int:
    """:func:`cells_left` of the first of an array of records, for callers in Python."""
    return cells_left(states[0].field)


@kernel
def run_left_in_free_game(states: State, played: Moves) -> int:
    """:func:`left_in_free_game` of the first of an array of records, for callers in Python."""
    return left_in_free_game(states[0], played)


def free_order(states: Any) -> tuple[list[int], int]:
    """The cards that the free game lays, in its order, and how many it leaves."""
    played = np.empty(MOST_CARDS, np.int64)
    record = states[0]
    cards = int(record["wasted"] + record["size"] - record["drawn"])
    left = int(run_left_in_free_game(states, played))
    return [int(card) for card in played[: cards - left]], left
