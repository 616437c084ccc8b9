"""Strength against a face-down stock: five players on the same PySolFC deals.

rule
    Of the moves from one-card piles, the one whose card has the highest rank, kings high; of
    equals the lowest pile, onto the lowest pile that takes it. No such move: the game is lost.
policy
    :func:`kibitz.heuristics.knotty_nines.policy.best_exit`: the best estimate, without a search.
search
    `solvers.knotty_nines.hidden.HiddenSearch`, all of whose time goes into looking ahead: a tree
    several cards deep, with the estimate at its leaves. It has ``--ms`` milliseconds (or
    ``--iterations``) a decision. A decision is one emptying of a pile; where only one transition
    exists it is taken without a search.
flat
    The same time for games of the policy: each transition is played out to the end in the same
    orders of the unseen cards, and dropped once it is clearly behind the one that won most.
clairvoyant
    The exact search, which sees the stock: nobody can win more.

The players see the tableau and which cards are left, as the game's player does.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import ceil, sqrt
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
from kibitz.heuristics.knotty_nines.policy import new_choices
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.knotty_nines.ends import Ends
from kibitz.solvers.knotty_nines.exact import RankView, decide
from kibitz.solvers.knotty_nines.hidden import HiddenSearch
from kibitz.solvers.knotty_nines.search import EXHAUSTED, FOUND
from training.knotty_nines.deals import policy_wins

PLAYERS: Final = ("rule", "policy", "flat", "search", "clairvoyant")
TIMED: Final = ("flat", "search")
GAMES_PER_ITERATION: Final = 1 / 2  # of flat: about as long as an iteration of the search
LOOK: Final = 16  # orders, after which transitions are dropped
BEHIND: Final = 2.0  # standard errors


@dataclass(frozen=True)
class Game:
    """What became of one deal: who won it; decisions searched and their seconds, by player."""

    deal: int
    won: dict[str, bool]
    decisions: dict[str, int]
    seconds: dict[str, float]


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


Piles = tuple[Ints, Ints]  # levels and extras
Chooser = Callable[[RankView, Ints, int, Budget], Piles]  # by the unseen cards and a seed


def look_ahead(view: RankView, unseen: Ints, seed: int, budget: Budget) -> Piles:
    """The transition that our search takes."""
    best = HiddenSearch(view, unseen, seed, budget).run(ignore, tree_share=1.0).exits[0]
    return best.levels, best.extras


def play_out(view: RankView, unseen: Ints, seed: int, budget: Budget) -> Piles:
    """The transition after which the policy wins most games; of equals the best by the estimate."""
    exits = HiddenSearch(view, unseen, seed, budget).exits_by_estimate()
    levels, extras = (np.array(parts, np.int8) for parts in zip(*exits, strict=True))
    ends = Ends(view, unseen, levels, extras, new_choices())
    alive, won = list(range(len(exits))), np.zeros((len(exits), 0))
    while len(alive) > 1 and budget.stopped() is None:
        row = np.zeros((len(exits), 1))
        for e in alive:
            row[e] = ends.played_out(np.uint64(seed), won.shape[1], 1, only=e)[0, e]
        budget.iterations += ceil(len(alive) / GAMES_PER_ITERATION)
        won = np.concatenate([won, row], 1)
        if won.shape[1] % LOOK == 0:
            best = max(alive, key=won.sum(1).__getitem__)
            off = won[best] - won
            errors = off.std(1) / sqrt(won.shape[1])
            alive = [e for e in alive if e == best or off[e].mean() <= BEHIND * errors[e]]
    return exits[max(alive, key=won.sum(1).__getitem__)]


def choosing_wins(
    view: RankView, seed: int, limits: Limits, choose: Chooser
) -> tuple[bool, int, float]:
    """Whether a player wins who chooses so, how many decisions it made and their seconds."""
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
            level, extra = choose(view, np.sort(stock[drawn:]), seed + drawn, Budget(limits))
        levels = np.append(level, filler).astype(np.int64)
        extras = np.append(extra, 0).astype(np.int64)
        view = RankView(levels, extras, stock[drawn + 1 :], view.wrap, clear=False)
    return True, decisions, time.perf_counter() - began


def play(number: int, wrap: bool, limits: Limits, skip_lost: bool) -> Game:
    """All five players on one PySolFC deal; ``skip_lost``: nobody plays one proved to be lost."""
    view = RankView.of(dealt(number, "pysolfc", wrap=wrap))
    seed = 1000 * number
    _, exact = decide(view, Budget(Limits()))
    if skip_lost and exact.outcome == EXHAUSTED:
        nothing = dict.fromkeys(TIMED, 0)
        return Game(number, dict.fromkeys(PLAYERS, False), nothing, dict.fromkeys(TIMED, 0.0))
    won = {"rule": rule_wins(view), "policy": policy_wins(view)}
    decisions, seconds = dict[str, int](), dict[str, float]()
    for name, choose in zip(TIMED, (play_out, look_ahead), strict=True):
        won[name], decisions[name], seconds[name] = choosing_wins(view, seed, limits, choose)
    won["clairvoyant"] = exact.outcome == FOUND
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
        shown = f"{name}, {effort_of(args)} a decision" if name in TIMED else name
        rows.append([shown, f"{wins} of {trials}", share_text(wins, trials)])
    deals = f"PySolFC {args.first} to {args.last}, wrap {on_off(not args.no_wrap)}"
    show(f"Face-down stock: {deals}", ["player", "won", "share"], rows)
    for name in TIMED:
        decisions, seconds = (
            sum(g.decisions[name] for g in games),
            sum(g.seconds[name] for g in games),
        )
        each = 1000 * seconds / max(decisions, 1)
        print(f"{name}: {decisions} decisions, {each:.0f} ms each")
    for one, other in (("search", "policy"), ("search", "flat"), ("flat", "policy")):
        more = sum(g.won[one] and not g.won[other] for g in games)
        less = sum(g.won[other] and not g.won[one] for g in games)
        print(f"{one} alone won {more}, {other} alone {less}", flush=True)


if __name__ == "__main__":
    command(__doc__, add_options, run)
