"""How often the best player could win with the stock face down: a bound from above.

Of each PySolFC deal the exact search finds whether whoever sees the stock can win it, and
`solvers.knotty_nines.dual` how much of it can be made by a player who sees the stock and pays for
what comes (a win counts 1, a loss 0). The mean of either is at least the share of deals that the
best player wins who does not see the stock; the second should be lower. Deals that fill the room of
``--classes`` count for more than they had to; how many there were is printed.
"""

import argparse
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks.common import PYSOLFC_FIRST, command, dealt, following, show
from kibitz.contract.options import Limits
from kibitz.heuristics.knotty_nines.bound import new_deal
from kibitz.heuristics.knotty_nines.policy import WIDEST, new_choices
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
    """One deal: whether it can be won with sight of the stock, and what can be made of it.

    ``classes``: of its web. ``full``: whether they filled the room.
    """

    seen: bool
    worth: float
    classes: int
    full: bool
    seconds: float


@cache
def room(classes: int) -> tuple[Web, Memory, Look]:
    """What a process writes to; what was valued for one deal holds for the next."""
    look = Look(True, WIDEST, 0.0, load_net(), new_memo(MEMO_SLOTS), new_plies(), new_choices())
    return new_web(classes), new_memory(1 << 18, 1 << 15), look


def bounded(number: int, classes: int, terms: Terms) -> Bounded:
    """One PySolFC deal."""
    began = time.perf_counter()
    view = RankView.of(dealt(number, "pysolfc", wrap=True))
    _, exact = decide(view, Budget(Limits()))
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
    return Bounded(exact.outcome == FOUND, float(web.worth[0]), used, full, seconds)


def mean_text(values: npt.NDArray[np.float64], least: float) -> str:
    """Mean with its 95 % interval, in per cent; it is known to be no less than ``least``."""
    mean, error = values.mean(), values.std(ddof=1) / np.sqrt(len(values))
    half = half_width(len(values), float(error), 1.0)
    return f"{100 * mean:.2f} % ({100 * max(least, mean - half):.2f} … {100 * (mean + half):.2f})"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--first", type=int, default=PYSOLFC_FIRST, help="first PySolFC deal")
    parser.add_argument("--last", type=int, default=PYSOLFC_FIRST + 19, help="last PySolFC deal")
    parser.add_argument("--classes", type=int, default=1 << 17, help="room, a power of two")
    parser.add_argument("--ahead", type=int, default=0, help="cards that the hopes look ahead")
    parser.add_argument("--weight", type=float, default=1.0, help="share of the payments")
    parser.add_argument("--processes", type=int, default=1, help="deals at once")


def report(deals: list[Bounded]) -> None:
    """Print what the deals come to."""
    seen, worth = (
        np.array([float(v) for v in row])
        for row in zip(*((deal.seen, deal.worth) for deal in deals), strict=True)
    )
    rows = [
        ["with sight of the stock", mean_text(seen, 0.0)],
        ["less payments", mean_text(worth, 0.0)],
        ["difference", mean_text(seen - worth, -1.0)],
    ]
    show(f"Bounds from above, {len(deals)} deals", ["player", "won"], rows)
    full = sum(deal.full for deal in deals)
    seconds, largest = sum(d.seconds for d in deals), max(d.classes for d in deals)
    print(
        f"{full} deals filled the room, {largest:,} classes at most, {seconds:,.0f} s", flush=True
    )


def run(args: argparse.Namespace) -> None:
    """Bound and print, after every 100 deals and at the end."""
    numbers = range(args.first, args.last + 1)
    task = partial(bounded, classes=args.classes, terms=Terms(args.weight, CERTAIN, args.ahead))
    deals: list[Bounded] = []
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(args.processes, mp_context=context) as pool:
        for deal in following(pool.map(task, numbers), len(numbers), "deals"):
            deals.append(deal)
            if len(deals) % 100 == 0 and len(deals) < len(numbers):
                report(deals)
    report(deals)


if __name__ == "__main__":
    command(__doc__, add_options, run)
