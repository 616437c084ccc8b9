"""Strength against a face-down stock: four players on the same PySolFC deals.

rule
    Of the moves from one-card piles, the one whose card has the highest rank, kings high; of
    equals the lowest pile, onto the lowest pile that takes it. No such move: the game is lost.
policy
    :func:`kibitz.heuristics.knotty_nines.policy.best_exit`: the best estimate, without a search.
search
    `solvers.knotty_nines.hidden.HiddenSearch`, all of whose time goes into looking ahead,
    with
    ``--ms`` milliseconds (or ``--iterations``) a decision. A decision is one emptying of a pile;
    where only one transition exists it is taken without a search.
clairvoyant
    The exact search, which sees the stock: nobody can win more.

The players see the tableau and which cards are left, as the game's player does.
"""

import argparse
import time
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from benchmarks.common import (
    PYSOLFC_FIRST,
    add_processes,
    command,
    dealt,
    effort_of,
    following,
    on_off,
    pool_of,
    share_text,
    show,
)
from kibitz.contract.options import Limits
from kibitz.games.knotty_nines.classes import (
    CURSOR_SIZE,
    NEW_EXTRA,
    NEW_LEVEL,
    RANKS,
    SCRATCH_SHAPE,
    Ints,
    canonical,
    next_child,
    open_children,
)
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.knotty_nines.exact import RankView, decide
from kibitz.solvers.knotty_nines.hidden import HiddenSearch
from kibitz.solvers.knotty_nines.search import EXHAUSTED, FOUND
from training.knotty_nines.deals import policy_wins

PLAYERS: Final = ("rule", "policy", "search", "clairvoyant")


@dataclass(frozen=True)
class Game:
    """What became of one deal: who won it, decisions searched, and their seconds."""

    deal: int
    won: dict[str, bool]
    decisions: int
    seconds: float


def rule_wins(view: RankView) -> bool:
    """Whether the rule wins."""
    tops = [int(rank) for rank in view.levels]
    heights = [1] * len(tops)
    for filler in view.stock:
        best = (-1, 0, 0)
        for source, card in enumerate(tops):
            onto = (card + 1) % RANKS
            if heights[source] > 1 or onto not in tops or (onto == 0 and not view.wrap):
                continue
            if card > best[0]:
                best = (card, source, tops.index(onto))
        card, source, target = best
        if card < 0:
            return False
        tops[target] = card
        heights[target] += 1
        tops[source] = int(filler)
    return True


def first_exits(view: RankView) -> list[tuple[Ints, Ints]]:
    """The transitions of a class, two at the most: enough to see whether there is a choice."""
    n = len(view.levels)
    level, extra = view.levels.copy(), view.extras.copy()
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    cursor = np.empty(CURSOR_SIZE, np.int64)
    canonical(level, extra, n, view.wrap, scratch)
    open_children(level, extra, n, cursor, scratch)
    exits: list[tuple[Ints, Ints]] = []
    while len(exits) < 2 and next_child(n, -1, view.wrap, cursor, scratch):
        exits.append((scratch[NEW_LEVEL, : n - 1].copy(), scratch[NEW_EXTRA, : n - 1].copy()))
    return exits


def search_wins(view: RankView, seed: int, limits: Limits) -> tuple[bool, int, float]:
    """Whether our search wins, how many decisions it searched and the seconds they took."""
    decisions, began = 0, time.perf_counter()
    stock = view.stock
    for drawn, filler in enumerate(stock):
        exits = first_exits(view)
        if not exits:
            return False, decisions, time.perf_counter() - began
        level, extra = exits[0]
        # The last card wins wherever it goes.
        if len(exits) > 1 and drawn + 1 < len(stock):
            decisions += 1
            search = HiddenSearch(view, np.sort(stock[drawn:]), seed + drawn, Budget(limits))
            best = search.run(ignore, tree_share=1.0).exits[0]
            level, extra = best.levels, best.extras
        levels = np.append(level, filler)
        view = RankView(levels, np.append(extra, 0), stock[drawn + 1 :], view.wrap, clear=False)
    return True, decisions, time.perf_counter() - began


def play(number: int, wrap: bool, limits: Limits, skip_lost: bool) -> Game:
    """All four players on one PySolFC deal; ``skip_lost``: nobody plays one proved to be lost."""
    view = RankView.of(dealt(number, "pysolfc", wrap=wrap))
    seed = 1000 * number
    _, exact = decide(view, Budget(Limits()))
    if skip_lost and exact.outcome == EXHAUSTED:
        return Game(number, dict.fromkeys(PLAYERS, False), 0, 0.0)
    found, decisions, seconds = search_wins(view, seed, limits)
    results = (rule_wins(view), policy_wins(view), found, exact.outcome == FOUND)
    won = dict(zip(PLAYERS, results, strict=True))
    beaten = [name for name in PLAYERS if won[name] and not won["clairvoyant"]]
    if beaten:
        raise AssertionError(f"deal {number} is lost, yet won by {', '.join(beaten)}")
    return Game(number, won, decisions, seconds)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--first", type=int, default=PYSOLFC_FIRST, help="first PySolFC deal")
    parser.add_argument("--last", type=int, default=PYSOLFC_FIRST + 19, help="last PySolFC deal")
    parser.add_argument("--ms", type=int, default=200, help="milliseconds a decision")
    parser.add_argument("--iterations", type=int, help="instead of --ms: reproducible")
    add_processes(parser)
    parser.add_argument(
        "--skip-lost", action="store_true", help="count deals proved to be lost without playing"
    )
    parser.add_argument("--no-wrap", action="store_true", help="play with wrap off")


def run(args: argparse.Namespace) -> None:
    """Play and print, after every 50 deals and at the end."""
    numbers = range(args.first, args.last + 1)
    timed = args.iterations is None
    limits = Limits(time_ms=args.ms if timed else None, iterations=args.iterations, memory_mb=256)
    task = partial(play, wrap=not args.no_wrap, limits=limits, skip_lost=args.skip_lost)
    games: list[Game] = []
    with pool_of(args) as pool:
        for game in following(pool.map(task, numbers), len(numbers), "deals"):
            games.append(game)
            if len(games) % 50 == 0 and len(games) < len(numbers):
                so_far = {name: sum(g.won[name] for g in games) for name in PLAYERS}
                print(f"after {len(games)} deals: {so_far}", flush=True)
    trials = len(games)
    rows = []
    for name in PLAYERS:
        wins = sum(game.won[name] for game in games)
        shown = f"{name}, {effort_of(args)} a decision" if name == "search" else name
        rows.append([shown, f"{wins} of {trials}", share_text(wins, trials)])
    deals = f"PySolFC {args.first} to {args.last}, wrap {on_off(not args.no_wrap)}"
    show(f"Face-down stock: {deals}", ["player", "won", "share"], rows)
    decisions, seconds = sum(g.decisions for g in games), sum(g.seconds for g in games)
    each = 1000 * seconds / max(decisions, 1)
    print(f"{decisions} decisions searched, {each:.0f} ms each", flush=True)


if __name__ == "__main__":
    command(__doc__, add_options, run)
