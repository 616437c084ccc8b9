"""Layouts card by card, the best few kept at a time: the kernels of the beam search.

A *layer* holds games in which equally many cards have been laid, each brought to the point where
its next card can be laid. All ways to lay that card are valued by
`heuristics.knack_solitaire.worth.worth`, and the best of all the layer become the next one;
of layouts that only differ by turning, mirroring or moving one is kept. Width 1 is the policy, and
wider beams find what it overlooks. Nothing is proved when a beam runs dry.

A beam looks for games that leave fewer cards than a given number: fewer than one for a win. Each
one that it finds makes that number smaller, and games that the bound keeps from it are dropped.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, uint32, uint64

from kibitz.games.bits import Word
from kibitz.games.chance import GOLDEN, mix
from kibitz.games.kernel import kernel
from kibitz.games.knack_field.canonical import canonical_key
from kibitz.games.knack_field.field import has_spot, lay, spots, take_back
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.knack_solitaire.play import (
    CELLS,
    DRAW,
    MAX_MOVES,
    apply_move,
    cards_left,
    top_card,
)
from kibitz.games.knack_solitaire.state import MOST_CARDS, STATE, KnackSolitaireState
from kibitz.games.protocol import Moves
from kibitz.heuristics.knack_solitaire.bound import fewest_left
from kibitz.heuristics.knack_solitaire.policy import draw_on, draw_one
from kibitz.heuristics.knack_solitaire.worth import cards_to_come, new_counts, worth

Words = npt.NDArray[np.uint64]
Records = npt.NDArray[Any]

# What a call came back with.
GOING_ON, WON, RUN_DRY = 0, 1, 2
# Fields of the control block.
WIDTH, PARENT, FOUND, NODES, LAYER, FEWER_THAN, FENCED = 0, 1, 2, 3, 4, 5, 6
PLACE, CHOSEN, CONTROL_SIZE = 7, 8, 9
PER_PARENT: Final = 128  # children of one game kept at most
DECLINES: Final = 3  # cards in a row that a game with ``may_decline`` is tried without
CARD_DRAWN: Final = 20  # what a card drawn costs, in the units of worth
LEFT_OUT: Final = 50  # the same for a card declined


class Layers(NamedTuple):
    """The games of this layer and the next, the children of this one, and the control block.

    ``values``: what a child is worth, negative, so that the best sort first. ``parents``: of each
    child. ``declined``: cards declined before ``moves`` is made. ``order``: children, best first,
    once all are there. ``seen``: keys of the next layer. ``best``: one record, the last game found
    with fewer cards left than all before.
    """

    games: Records
    following: Records
    best: Records
    values: Moves
    parents: Moves
    declined: Moves
    moves: Moves
    order: Moves
    seen: Words
    control: Moves


def new_layers(width: int) -> Layers:
    """Room for ``width`` games a layer."""
    children = width * PER_PARENT
    slots = 1 << max(6, (2 * width).bit_length())
    return Layers(
        np.zeros(width, STATE),
        np.zeros(width, STATE),
        np.zeros(1, STATE),
        np.empty(children, np.int64),
        np.empty(children, np.int64),
        np.empty(children, np.int64),
        np.empty(children, np.int64),
        np.empty(children, np.int64),
        np.zeros(slots, np.uint64),
        np.zeros(CONTROL_SIZE, np.int64),
    )


def bytes_of(width: int) -> int:
    """Memory that :func:`new_layers` takes."""
    return width * (2 * STATE.itemsize + PER_PARENT * 40 + 32)


@kernel
def game_key(state: KnackSolitaireState) -> Word:
    """A key of a game: the same for games that go on alike, 64 bits."""
    key = canonical_key(state.field)
    # Which of two like cards was laid matters: the other is still to come.
    for number in range(state.field.count):
        key += mix((uint64(state.field.laid[number]) + uint64(1)) << uint64(32))
    # With the cards laid, the number of cards still in the stock tells which, and so the waste.
    stocked = int64(state.size) - int64(state.drawn)
    return mix(key + uint64(stocked + 64 * int64(state.redeals_left)) * uint64(GOLDEN))


@kernel
def go_on(state: KnackSolitaireState, fenced: bool) -> bool:
    """Draw and deal again until the top of the waste can be laid; False when it never can.

    In a ``fenced`` field a card may fit beyond the fence only. The game would then force it to be
    laid there, so this ends the search, unless it may be declined.
    """
    if not fenced or state.may_decline:
        return draw_on(state)
    while True:
        if state.wasted > 0:
            card = top_card(state)
            if has_spot(state.field, card):
                return True
            bit = uint32(1) << uint32(kind_of(card))
            for slot in range(state.field.open):
                if state.field.fits[slot] & bit:
                    return False
        if not draw_one(state):
            return False


@kernel
def begin_layers(layers: Layers, root: Records, fewer_than: int, fenced: bool) -> int:
    """Make ``root`` (one record) the first layer; WON or RUN_DRY when nothing is left to lay.

    ``fewer_than``: the cards left in the games looked for. ``fenced``: the limits of the field are
    narrower than those of the game, see :func:`go_on`.
    """
    layers.control[:] = 0
    layers.control[FENCED] = fenced
    layers.control[PLACE] = -1
    layers.control[FEWER_THAN] = fewer_than
    layers.games[0] = root[0]
    layers.best[0] = root[0]
    if not go_on(layers.games[0], fenced):
        return WON if cards_left(layers.games[0]) == 0 else RUN_DRY
    layers.control[WIDTH] = 1
    return GOING_ON


@kernel
def expand(layers: Layers, parent: int, work: Records) -> None:
    """Value the children of one game and append them."""
    control = layers.control
    cells = np.empty(MAX_MOVES, np.int64)
    wanted, room = new_counts(), new_counts()
    work[0] = layers.games[parent]
    state = work[0]
    cards_to_come(state, wanted)
    first = control[FOUND]
    for declined in range(DECLINES + 1):
        card = top_card(state)
        kind = kind_of(card)
        wanted[kind] -= 1
        drawn = int64(state.drawn) - MOST_CARDS * int64(state.redeals_left)
        cost = CARD_DRAWN * drawn + LEFT_OUT * declined
        for i in range(spots(state.field, card, cells)):
            if control[FOUND] - first == PER_PARENT:
                break
            lay(state.field, cells[i], card)
            value = worth(state.field, wanted, room)
            take_back(state.field)
            child = control[FOUND]
            layers.values[child] = cost - value
            layers.parents[child] = parent
            layers.declined[child] = declined
            layers.moves[child] = CELLS * card + cells[i]
            control[FOUND] += 1
        wanted[kind] += 1
        if not state.may_decline or state.drawn == state.size:
            break
        apply_move(state, DRAW)
        if not draw_on(state):
            break
    control[NODES] += max(1, control[FOUND] - first)


@kernel
def follow(state: KnackSolitaireState, declined: int, move: int, fenced: bool) -> bool:
    """Decline, lay, and go on to the next card that can be laid; False when there is none."""
    for _ in range(declined):
        apply_move(state, DRAW)
        draw_on(state)
    apply_move(state, move)
    return go_on(state, fenced)


@kernel
def remember(seen: Words, key: Word) -> bool:
    """Put ``key`` into a table; False when it was there."""
    mask = uint64(seen.shape[0] - 1)
    stored = uint64(key) | uint64(1)
    place = (stored >> uint64(20)) & mask
    while seen[place] != uint64(0):
        if seen[place] == stored:
            return False
        place = (place + uint64(1)) & mask
    seen[place] = stored
    return True


@kernel
def rank_children(layers: Layers) -> None:
    """Put the children of the whole layer in order, best first."""
    control = layers.control
    found = control[FOUND]
    layers.order[:found] = np.argsort(layers.values[:found], kind="mergesort")
    layers.seen[:] = 0
    control[PLACE] = 0
    control[CHOSEN] = 0


@kernel
def choose_one(layers: Layers) -> bool:
    """Look at the next best child and keep it unless it is no use or like another; True for a win.

    It is of no use when the bound says that it leaves too many cards.
    """
    control = layers.control
    child = layers.order[control[PLACE]]
    control[PLACE] += 1
    control[NODES] += 1
    layers.following[control[CHOSEN]] = layers.games[layers.parents[child]]
    state = layers.following[control[CHOSEN]]
    alive = follow(state, layers.declined[child], layers.moves[child], control[FENCED] != 0)
    left = cards_left(state)
    if left < control[FEWER_THAN]:
        control[FEWER_THAN] = left
        layers.best[0] = state
    if left == 0:
        return True
    aim = control[FEWER_THAN]
    if alive and fewest_left(state) < aim and remember(layers.seen, game_key(state)):
        control[CHOSEN] += 1
    return False


@kernel
def next_layer(layers: Layers) -> None:
    """Begin the next layer with the games chosen."""
    control = layers.control
    control[WIDTH] = control[CHOSEN]
    control[FOUND] = 0
    control[PARENT] = 0
    control[PLACE] = -1
    control[LAYER] += 1


@kernel
def widen(layers: Layers, other: Layers, work: Records, nodes: int) -> int:
    """Value about ``nodes`` children more. ``other`` is ``layers`` with its games exchanged."""
    stop = layers.control[NODES] + nodes
    while layers.control[NODES] < stop:
        now = layers if layers.control[LAYER] % 2 == 0 else other
        control = now.control
        if control[PARENT] < control[WIDTH]:
            expand(now, control[PARENT], work)
            control[PARENT] += 1
        elif control[PLACE] < 0:
            rank_children(now)
        elif control[PLACE] == control[FOUND] or control[CHOSEN] == now.games.shape[0]:
            next_layer(now)
            if control[WIDTH] == 0:
                return RUN_DRY
        elif choose_one(now):
            return WON
    return GOING_ON


@kernel
def run_game_key(states: Records) -> Word:
    """:func:`game_key` of the first of an array of records, for callers in Python."""
    return game_key(states[0])
