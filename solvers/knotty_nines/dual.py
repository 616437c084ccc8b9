"""An upper bound on the chance to win without sight of the stock: the kernels.

A player who sees the stock wins more often than one who does not. The bound takes that advantage
away as far as it can (information relaxation with a penalty: Brown, Smith and Sun 2010). The card
that comes after an emptying might as well have been any other unseen one. So let each emptying have
a number for each card that may come, the *hope* after it, and let the player who sees the stock pay
the hope after the card that does come, less the mean of the hopes over all that might have come.
Whoever does not see the stock pays nothing in the mean, whatever the hopes are. So the most that
the player who sees it can make of an order, win less payments, is in the mean over the orders no
less than the best chance without sight. Without payments it is the share of orders that can be won;
were the hopes the true chances, it would be the true chance in every order. The hopes are those of
the look-ahead: after a card, the best value among the answers.

For one order the best play is found exactly: the classes that can be reached are listed, a layer
for each card drawn, and valued backwards. Classes where a win is all but certain are granted the
win. What finds no room is decided with sight of the stock and without further payments. Both are
settled by the cards drawn so far, so what is paid still comes to nothing in the mean.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import int64, uint64

from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import (
    MAX_PILES,
    RANKS,
    Bytes,
    Ints,
    Words,
    can_leave,
    canonical,
    key_of,
)
from kibitz.heuristics.knotty_nines.bound import Deal, reach_of
from kibitz.heuristics.knotty_nines.policy import Reals, list_exits
from kibitz.solvers.knotty_nines.lookahead import (
    ALLOWED,
    UNFINISHED,
    VALUED,
    Look,
    estimate,
    turn_up,
    value_ahead,
)
from kibitz.solvers.knotty_nines.search import EXHAUSTED, Memory, begin, decide_class

CERTAIN: Final = 0.95  # from this chance on the win is granted
DECISION_NODES: Final = 4_000
USED, LINKS, NEXT, LAYER_END, DRAWN, EXITS, CUT_OFF, COUNTS = 0, 1, 2, 3, 4, 5, 6, 7


class Web(NamedTuple):
    """The classes that one order of the stock leads to, and the ways between them.

    ``worth`` of a class: what can be made of the order from there on. ``ways[i]``: from and to;
    ``gains[i]``: the payment for it, with the opposite sign. ``slots, places``: hash table from key
    to class. ``counts``: classes and ways; the class to go on with, the end of its layer and the
    cards drawn there; ways from the first class; ways that found no room.
    """

    levels: Bytes
    extras: Bytes
    worth: Reals
    ways: Ints
    gains: Reals
    slots: Words
    places: Ints
    counts: Ints


class Terms(NamedTuple):
    """What is paid.

    ``weight``: what share of the payments is asked. ``certain``: chance that counts as a win.
    ``ahead``: cards that the hopes look ahead, beyond the card that came.
    """

    weight: float
    certain: float
    ahead: int


def new_web(classes: int) -> Web:
    """Room for so many classes, a power of two."""
    return Web(
        np.empty((classes, MAX_PILES), np.int8),
        np.empty((classes, MAX_PILES), np.int8),
        np.empty(classes),
        np.empty((4 * classes, 2), np.int64),
        np.empty(4 * classes),
        np.zeros(2 * classes, np.uint64),
        np.empty(2 * classes, np.int64),
        np.zeros(COUNTS, np.int64),
    )


@kernel
def find_class(web: Web, level: Ints, extra: Ints, n: int, scratch: Ints) -> int:
    """The number of a canonical class, a new one if need be; -1 when there is no room."""
    mask = uint64(web.slots.shape[0] - 1)
    stored = uint64(key_of(extra, n, scratch)) + uint64(1)
    place = ((stored * uint64(0x9E3779B97F4A7C15)) >> uint64(20)) & mask
    while web.slots[place] != uint64(0):
        if web.slots[place] == stored:
            return web.places[place]
        place = (place + uint64(1)) & mask
    node = web.counts[USED]
    if node == web.levels.shape[0]:
        return int64(-1)
    web.slots[place] = stored
    web.places[place] = node
    for i in range(n):
        web.levels[node, i] = level[i]
        web.extras[node, i] = extra[i]
    web.worth[node] = 0.0
    web.counts[USED] += 1
    return node


@kernel
def open_web(web: Web, level: Ints, extra: Ints, deal: Deal, memory: Memory, look: Look) -> None:
    """Begin with the canonical class of ``level, extra`` and the order ``deal.stock``."""
    begin(deal, memory, level, extra, True)
    web.slots[:] = uint64(0)
    web.counts[:] = 0
    canonical(level, extra, deal.piles, deal.wrap, look.choices.scratch)
    find_class(web, level, extra, deal.piles, look.choices.scratch)
    web.counts[LAYER_END] = 1


@kernel
def hope_of(piles: Ints, n: int, left: Ints, m: int, ahead: int, look: Look) -> float:
    """The best value among the transitions of a canonical class; ``piles``: its two rows.

    UNFINISHED when the estimates allowed ran out.
    """
    count = list_exits(piles[0], piles[1], n, look.wrap, look.choices)
    levels, extras = look.plies.levels[0], look.plies.extras[0]
    for e in range(count):
        for i in range(n - 1):
            levels[e, i] = look.choices.levels[e, i]
            extras[e, i] = look.choices.extras[e, i]
    hope = 0.0
    for e in range(count):
        for i in range(n - 1):
            piles[2, i] = levels[e, i]
            piles[3, i] = extras[e, i]
        if ahead == 0:
            value = estimate(piles[2], piles[3], n - 1, left, m, look)
        else:
            value = value_ahead(piles[2], piles[3], n, left, m, ahead, look)
        if value == UNFINISHED:
            return UNFINISHED
        hope = max(hope, value)
    return hope


@kernel
def lost_with_sight(piles: Ints, drawn: int, deal: Deal, memory: Memory, scratch: Ints) -> bool:
    """Whether a canonical class is proved lost for a player who sees the stock."""
    level, extra, n = piles[0], piles[1], deal.piles
    if reach_of(level, extra, n, drawn, deal, scratch)[0] < deal.cards:
        return True
    limit = DECISION_NODES
    return decide_class(deal, memory, level, extra, n, drawn, limit, scratch) == EXHAUSTED


@kernel
def list_ways(
    web: Web, left: Ints, deal: Deal, memory: Memory, terms: Terms, look: Look, piles: Ints
) -> bool:
    """List the ways from the next class of the web; False when the estimates allowed ran out.

    ``left[r]``: unseen cards of rank r before the card that comes.
    """
    node, drawn, n, wrap = web.counts[NEXT], web.counts[DRAWN], deal.piles, deal.wrap
    card, m, choices = deal.stock[drawn], deal.cards - drawn, look.choices
    for i in range(n):
        piles[0, i] = web.levels[node, i]
        piles[1, i] = web.extras[node, i]
    count = list_exits(piles[0], piles[1], n, wrap, choices)
    levels, extras = choices.levels[:count].copy(), choices.extras[:count].copy()
    means = np.zeros(count)
    for e in range(count):
        for i in range(n - 1):
            piles[0, i] = levels[e, i]
            piles[1, i] = extras[e, i]
        means[e] = value_ahead(piles[0], piles[1], n, left, m, terms.ahead + 1, look)
        if means[e] == UNFINISHED:
            return False
        if means[e] >= terms.certain and node > 0:
            web.worth[node] = 1.0
            return True
    left[card] -= 1
    hopes = np.zeros(count)
    for e in range(count):
        turn_up(levels[e], extras[e], n, card, wrap, piles, choices.scratch)
        hopes[e] = hope_of(piles, n, left, m - 1, terms.ahead, look)
        if hopes[e] == UNFINISHED:
            left[card] += 1
            return False
    if count > 0:
        web.worth[node] = -np.inf
    for e in range(count):
        turn_up(levels[e], extras[e], n, card, wrap, piles, choices.scratch)
        child = int64(-1)
        link = web.counts[LINKS]
        if link < web.gains.shape[0]:
            child = find_class(web, piles[0], piles[1], n, choices.scratch)
        gain = terms.weight * (means[e] - hopes[e])
        if child >= 0:
            web.ways[link, 0] = node
            web.ways[link, 1] = child
            web.gains[link] = gain
            web.counts[LINKS] += 1
        else:
            web.counts[CUT_OFF] += 1
            lost = lost_with_sight(piles, drawn + 1, deal, memory, choices.scratch)
            web.worth[node] = max(web.worth[node], gain + (0.0 if lost else 1.0))
    left[card] += 1
    return True


@kernel
def go_on(
    web: Web, chunk: int, deal: Deal, memory: Memory, terms: Terms, look: Look, worth: Reals
) -> bool:
    """Go on for ``chunk`` more estimates; whether the web is finished.

    Then ``worth[e]`` is what can be made of the order by transition e of the first class, and
    ``web.worth[0]`` the most of them. There is room in the web for these transitions.
    """
    control, n, m = look.memo.control, deal.piles, deal.cards
    control[ALLOWED] = control[VALUED] + chunk
    piles = np.empty((4, MAX_PILES), np.int64)
    left = np.zeros(RANKS, np.int64)
    for i in range(web.counts[DRAWN], m):
        left[deal.stock[i]] += 1
    while web.counts[DRAWN] < m - 1 and web.counts[NEXT] < web.counts[USED]:
        if control[VALUED] >= control[ALLOWED]:
            return False
        if not list_ways(web, left, deal, memory, terms, look, piles):
            return False
        if web.counts[NEXT] == 0:
            web.counts[EXITS] = web.counts[LINKS]
        web.counts[NEXT] += 1
        if web.counts[NEXT] == web.counts[LAYER_END]:
            web.counts[LAYER_END] = web.counts[USED]
            left[deal.stock[web.counts[DRAWN]]] -= 1
            web.counts[DRAWN] += 1
    for node in range(web.counts[NEXT], web.counts[USED]):
        for i in range(n):
            piles[0, i] = web.levels[node, i]
            piles[1, i] = web.extras[node, i]
        if can_leave(piles[0], piles[1], n, look.choices.scratch):
            web.worth[node] = 1.0
    for link in range(web.counts[LINKS] - 1, -1, -1):
        node, child = web.ways[link, 0], web.ways[link, 1]
        web.worth[node] = max(web.worth[node], web.gains[link] + web.worth[child])
    for e in range(web.counts[EXITS]):
        worth[e] = web.gains[e] + web.worth[web.ways[e, 1]]
    return True
