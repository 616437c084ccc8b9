"""How often the best player could win with the stock face down: a bound from above.

The exact search finds which PySolFC deals whoever sees the stock can win. Of some deals of either
kind, `solvers.knotty_nines.dual` finds how much can be made by a player who sees the stock and pays
for what comes (a win counts 1, a loss 0). The share of the first, and the mean of the second over
both kinds as often as they come, are at least the share of deals that the best player wins who does
not see the stock; the second should be lower. Deals that fill the room of ``--classes`` count for
more than they had to; how many there were is printed.
"""

import argparse
import multiprocessing
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

import numpy as np

from benchmarks.common import PYSOLFC_FIRST, command, dealt, following, show
from kibitz.contract.options import Limits
from kibitz.heuristics.knotty_nines.bound import new_deal
from kibitz.heuristics.knotty_nines.policy import WIDEST, Reals, new_choices
from kibitz.heuristics.knotty_nines.value import load_net
from kibitz.solvers.budget import Budget
from kibitz.solvers.intervals import half_width
from kibitz.solvers.knotty_nines.dual import (
    CERTAIN,
    CUT_OFF,
    USED,
    Terms,
    Web,
    go_on,
    new_web,
    open_web,
)
from kibitz.solvers.knotty_nines.exact import RankView, decide
from kibitz.solvers.knotty_nines.lookahead import Look, new_memo, new_plies
from kibitz.solvers.knotty_nines.search import FOUND, Memory, new_memory

MEMO_SLOTS: Final = 1 << 22
CHUNK: Final = 100_000


@dataclass(frozen=True)
class Bounded:
    """What can be made of a deal. ``classes``: of its web. ``full``: if they filled the room."""

    worth: float
    classes: int
    full: bool
    seconds: float


@cache
def room(classes: int) -> tuple[Web, Memory, Look]:
    """What a process writes to; what was valued for one deal holds for the next."""
    look = Look(True, WIDEST, 0.0, load_net(), new_memo(MEMO_SLOTS), new_plies(), new_choices())
    return new_web(classes), new_memory(1 << 18, 1 << 15), look


def seen(number: int) -> bool:
    """Whether a PySolFC deal can be won by a player who sees the stock."""
    view = RankView.of(dealt(number, "pysolfc", wrap=True))
    return bool(decide(view, Budget(Limits()))[1].outcome == FOUND)


def bounded(number: int, classes: int, terms: Terms) -> Bounded:
    """One PySolFC deal."""
    began = time.perf_counter()
    view = RankView.of(dealt(number, "pysolfc", wrap=True))
    web, memory, look = room(classes)
    n, m = len(view.levels), len(view.stock)
    deal = new_deal(n, m, wrap=view.wrap, clear=False)
    deal.stock[:m] = view.stock
    worth = np.zeros(WIDEST)
    open_web(web, view.levels.copy(), view.extras.copy(), deal, memory, look)
    while not go_on(web, CHUNK, deal, memory, terms, look, worth):
        pass
    seconds = time.perf_counter() - began
    used, full = int(web.counts[USED]), bool(web.counts[CUT_OFF])
    return Bounded(float(web.worth[0]), used, full, seconds)


@dataclass(frozen=True)
class Estimate:
    """A mean over all deals and its standard error."""

    mean: float
    error: float


def mean_of(won: Reals, kinds: Sequence[Reals]) -> Estimate:
    """The mean of what deals come to. ``won[i]``: 1 if deal i can be won with sight of the stock.

    ``kinds``: what some of the deals come to that cannot be won and of those that can.
    """
    share, (lost_mean, won_mean) = won.mean(), (kind.mean() for kind in kinds)
    lost_error, won_error = (kind.std(ddof=1) / np.sqrt(len(kind)) for kind in kinds)
    of_share = np.sqrt(share * (1 - share) / len(won)) * (won_mean - lost_mean)
    errors = (of_share, share * won_error, (1 - share) * lost_error)
    mean = share * won_mean + (1 - share) * lost_mean
    return Estimate(float(mean), float(np.sqrt(sum(error**2 for error in errors))))


def percents(found: Estimate, deals: int) -> str:
    """A mean with its 95 % interval, in per cent."""
    mean, half = found.mean, half_width(deals, found.error, 1.0)
    return f"{100 * mean:.2f} % ({100 * (mean - half):.2f} … {100 * (mean + half):.2f})"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--first", type=int, default=PYSOLFC_FIRST, help="first PySolFC deal")
    parser.add_argument("--last", type=int, default=PYSOLFC_FIRST + 19, help="last PySolFC deal")
    parser.add_argument("--won", type=int, help="deals that can be won; all of the range")
    parser.add_argument("--lost", type=int, help="deals that cannot be won; all of the range")
    parser.add_argument("--classes", type=int, default=1 << 18, help="room, a power of two")
    parser.add_argument("--ahead", type=int, default=0, help="cards that the hopes look ahead")
    parser.add_argument("--weight", type=float, default=1.0, help="share of the payments")
    parser.add_argument("--processes", type=int, default=1, help="deals at once")


def report(won: Reals, deals: Sequence[Sequence[Bounded]]) -> None:
    """Print what the deals come to, those that cannot be won first."""
    kinds = [np.array([deal.worth for deal in kind]) for kind in deals]
    every = [deal for kind in deals for deal in kind]
    rows = [
        [
            "with sight of the stock",
            percents(mean_of(won, (0 * kinds[0], 0 * kinds[1] + 1)), len(won)),
        ],
        ["less payments", percents(mean_of(won, kinds), len(every))],
        ["difference", percents(mean_of(won, (-kinds[0], 1 - kinds[1])), len(every))],
        *(
            [f"less payments, {name}", f"{100 * kind.mean():.2f} % in {len(kind)} deals"]
            for name, kind in zip(
                ("not to be won with sight", "to be won with sight"), kinds, strict=True
            )
        ),
    ]
    show(f"Bounds from above, {len(won)} deals", ["player", "won"], rows)
    full = sum(deal.full for deal in every)
    seconds, largest = sum(d.seconds for d in every), max(d.classes for d in every)
    print(
        f"{full} deals filled the room, {largest:,} classes at most, {seconds:,.0f} s", flush=True
    )


def run(args: argparse.Namespace) -> None:
    """Bound and print, after every 100 deals and at the end."""
    numbers = range(args.first, args.last + 1)
    task = partial(bounded, classes=args.classes, terms=Terms(args.weight, CERTAIN, args.ahead))
    found: tuple[list[Bounded], list[Bounded]] = ([], [])
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(args.processes, mp_context=context) as pool:
        kinds = [*following(pool.map(seen, numbers, chunksize=100), len(numbers), "deals decided")]
        won = np.array(kinds, np.float64)
        wanted = sorted(
            [n for n, kind in zip(numbers, kinds, strict=True) if not kind][: args.lost]
            + [n for n, kind in zip(numbers, kinds, strict=True) if kind][: args.won]
        )
        for number, deal in zip(
            wanted, following(pool.map(task, wanted), len(wanted), "deals bounded"), strict=True
        ):
            found[kinds[number - args.first]].append(deal)
            if sum(map(len, found)) % 100 == 0 and min(map(len, found)) > 1:
                report(won, found)
    report(won, found)


if __name__ == "__main__":
    command(__doc__, add_options, run)
