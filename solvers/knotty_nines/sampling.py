"""Two honest ends of the chance to win against a face-down stock: the kernels.

Above: a player who sees the stock. For random orders of the unseen cards every transition is
decided exactly; nobody who does not see them can win more. Below: a policy that commits to each
transition before it sees the next card, played out on fresh orders; the best player wins at least
as much.
"""

from typing import NamedTuple

import numpy as np
from numba import int64, uint64

from kibitz.games.chance import Word, shuffle, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.classes import (
    MAX_PILES,
    RANKS,
    SCRATCH_SHAPE,
    Bytes,
    Ints,
    canonical,
)
from kibitz.heuristics.knotty_nines.bound import Deal, reach_of
from kibitz.heuristics.knotty_nines.policy import Choices, best_exit, list_exits, pick
from kibitz.heuristics.knotty_nines.value import Net
from kibitz.solvers.knotty_nines.search import (
    EXHAUSTED,
    FOUND,
    NODES,
    Memory,
    begin,
    decide_class,
    forget,
    search,
)


class Choice(NamedTuple):
    """A class, what each of its transitions leaves, and the ranks nobody has seen.

    ``level, extra``: its n piles. ``exit_levels, exit_extras[e]``: the n - 1 piles after
    transition e.
    """

    level: Ints
    extra: Ints
    exit_levels: Bytes
    exit_extras: Bytes
    unseen: Ints


class Worlds(NamedTuple):
    """Worlds number ``first … first + number - 1`` of ``seed``."""

    seed: Word
    first: int
    number: int


@kernel
def decide_worlds(
    choice: Choice,
    worlds: Worlds,
    limit: int,
    deal: Deal,
    memory: Memory,
    wins: Ints,
    unsure: Ints,
) -> int:
    """Decide the transitions of a class in some worlds; ``deal`` has its numbers and switches.

    Adds to ``wins[e]`` the worlds won by transition e, to ``unsure[e]`` those that ``limit`` nodes
    did not decide; the last entry of both is for the class itself. Returns the nodes visited.
    """
    n, m, exits = deal.piles, deal.cards, choice.exit_levels.shape[0]
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    level = np.empty(MAX_PILES, np.int64)
    extra = np.empty(MAX_PILES, np.int64)
    stream = np.zeros(1, np.uint64)
    nodes = 0
    for world in range(worlds.first, worlds.first + worlds.number):
        start_stream(stream, uint64(worlds.seed), uint64(world))
        deal.stock[:m] = choice.unseen[:m]
        shuffle(stream, deal.stock, m)
        begin(deal, memory, choice.level, choice.extra, True)
        outcome = search(deal, memory, limit)
        nodes += memory.control[NODES]
        if outcome == EXHAUSTED:
            continue
        won, open_ = outcome == FOUND, outcome != FOUND
        forget(memory)
        for e in range(exits):
            for i in range(n - 1):
                level[i] = choice.exit_levels[e, i]
                extra[i] = choice.exit_extras[e, i]
            level[n - 1] = deal.stock[0]
            extra[n - 1] = 0
            if m == 1 and not deal.clear:
                wins[e] += 1
                continue
            canonical(level, extra, n, deal.wrap, scratch)
            if m > 1 and reach_of(level, extra, n, 1, deal, scratch)[0] < m:
                continue
            before = memory.control[NODES]
            result = decide_class(deal, memory, level, extra, n, 1, limit, scratch)
            nodes += memory.control[NODES] - before
            if result == FOUND:
                wins[e] += 1
                won = True
            elif result != EXHAUSTED:
                unsure[e] += 1
        wins[exits] += won
        unsure[exits] += open_ and not won
    return nodes


@kernel
def play_world(
    choice: Choice,
    e: int,
    worlds: Worlds,
    world: int,
    limit: int,
    net: Net,
    choices: Choices,
    deal: Deal,
    memory: Memory,
) -> bool:
    """Whether the policy wins a game that begins with transition ``e``, in one world."""
    n, m, wrap = deal.piles, deal.cards, deal.wrap
    level = np.empty(MAX_PILES, np.int64)
    extra = np.empty(MAX_PILES, np.int64)
    order = choice.unseen[:m].copy()
    left = np.zeros(RANKS, np.int64)
    stream = np.zeros(1, np.uint64)
    start_stream(stream, uint64(worlds.seed), uint64(world))
    shuffle(stream, order, m)
    for i in range(m):
        left[order[i]] += 1
    for i in range(n - 1):
        level[i] = choice.exit_levels[e, i]
        extra[i] = choice.exit_extras[e, i]
    # Before the last draw nothing is hidden any more. The rest is decided exactly, if it matters.
    known = max(1, m - 1) if deal.clear else m
    for drawn in range(1, known + 1):
        level[n - 1] = order[drawn - 1]
        extra[n - 1] = 0
        left[order[drawn - 1]] -= 1
        canonical(level, extra, n, wrap, choices.scratch)
        if drawn == known:
            break
        exits = list_exits(level, extra, n, wrap, choices)
        chosen, _ = best_exit(exits, n, left, m - drawn, wrap, net, choices)
        if chosen < 0:
            return False
        pick(choices, chosen, n)
        level[: n - 1] = choices.level[: n - 1]
        extra[: n - 1] = choices.extra[: n - 1]
    if not deal.clear:
        return True
    deal.stock[: m - known] = order[known:]
    rest, clear = int64(m - known), deal.clear
    end = Deal(n, rest, wrap, clear, deal.stock, deal.stuck, deal.slack, deal.arrival)
    begin(end, memory, level, extra, True)
    return search(end, memory, limit) == FOUND


@kernel
def play_out(
    choice: Choice,
    worlds: Worlds,
    limit: int,
    net: Net,
    choices: Choices,
    deal: Deal,
    memory: Memory,
    won: Ints,
) -> None:
    """Play one game of the policy after each transition in each world, and note who wins.

    ``won[w, e]`` gets 1 or 0 for world ``first + w`` and transition ``e``; where it is negative, no
    game is played.
    """
    for i in range(worlds.number):
        for e in range(choice.exit_levels.shape[0]):
            if won[i, e] < 0:
                continue
            world = worlds.first + i
            won[i, e] = int64(
                play_world(choice, e, worlds, world, limit, net, choices, deal, memory)
            )
