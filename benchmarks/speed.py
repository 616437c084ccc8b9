"""Deals a second: the class search against the plain search of :mod:`benchmarks.baseline`.

Both decide the same seeded deals in the same run, in small batches that take turns, one thread
each. Times are processor seconds of that thread, so that a busy machine weighs less. A deal that
is left undecided (the plain search has a limit of positions) costs its time and counts as nothing.
The ratio is given with a bootstrap 95 % interval over the batches.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks.baseline import LOST, UNDECIDED, WON, Table, new_table, search_batch
from benchmarks.common import PILES, STOCK, command, following, on_off, ranks_of, show
from kibitz.games.knotty_nines.classes import Ints
from kibitz.heuristics.knotty_nines.bound import new_deal
from kibitz.solvers.knotty_nines.search import EXHAUSTED, FOUND, Memory, decide_batch, new_memory

NO_LIMIT: Final = 1 << 50
SMALL: Final = (1 << 16, 1 << 14)  # hash slots and stacked classes; stays in the cache
LARGE: Final = (1 << 24, 1 << 18)
RESAMPLES: Final = 10_000


@dataclass(frozen=True)
class Work:
    """What one batch took: processor seconds, deals decided, nodes or moves, distinct states."""

    seconds: float
    decided: int
    nodes: int
    states: int
    verdicts: list[bool | None]


class OurSearch:
    """The class search over batches: small tables, and large ones for what they cannot hold."""

    def __init__(self) -> None:
        self._small: Memory = new_memory(*SMALL)
        self._large: Memory = new_memory(*LARGE)
        self._deals = [new_deal(PILES, STOCK, wrap=wrap, clear=False) for wrap in (False, True)]

    def run(self, tops: Ints, stocks: Ints, wrap: bool) -> Work:
        """Decide the deals of one batch."""
        extras = np.zeros_like(tops)
        out = np.zeros((len(stocks), 4), np.int64)
        deal = self._deals[wrap]
        began = time.thread_time()
        decide_batch(deal, self._small, tops, extras, stocks, NO_LIMIT, out)
        full = np.flatnonzero(out[:, 0] > EXHAUSTED)
        if len(full):
            again = np.zeros((len(full), 4), np.int64)
            decide_batch(deal, self._large, tops[full], extras[full], stocks[full], NO_LIMIT, again)
            out[full] = again
        return _work(time.thread_time() - began, out, {FOUND: True, EXHAUSTED: False})


class PlainSearch:
    """The plain search over batches, its table allocated once."""

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._table: Table = new_table(cap)

    def run(self, tops: Ints, stocks: Ints, wrap: bool) -> Work:
        """Decide the deals of one batch, each within the limit of positions."""
        out = np.zeros((len(stocks), 3), np.int64)
        began = time.thread_time()
        search_batch(tops, stocks, PILES, wrap, self._cap, self._table, out)
        spent = time.thread_time() - began
        return _work(spent, out, {WON: True, LOST: False, UNDECIDED: None})


def _work(seconds: float, out: Ints, meaning: dict[int, bool | None]) -> Work:
    verdicts = [meaning.get(int(outcome)) for outcome in out[:, 0]]
    decided = sum(verdict is not None for verdict in verdicts)
    return Work(seconds, decided, int(out[:, 1].sum()), int(out[:, 2].sum()), verdicts)


def rate(works: list[Work], count: Callable[[Work], int]) -> float:
    """Whatever ``count`` counts, a second."""
    return sum(map(count, works)) / sum(work.seconds for work in works)


def interval(statistic: Callable[[npt.NDArray[np.int64]], float], batches: int) -> str:
    """Bootstrap 95 % interval of a statistic of batch numbers."""
    rng = np.random.default_rng(1)
    values = [statistic(rng.integers(0, batches, batches)) for _ in range(RESAMPLES)]
    low, high = np.percentile(values, [2.5, 97.5])
    return f"{low:,.1f} … {high:,.1f}"


def compare(wrap: bool, batches: int, size: int, cap: int) -> list[str]:
    """One row of the comparison; raises ``AssertionError`` where two verdicts differ."""
    ours, plain = OurSearch(), PlainSearch(cap)
    deals = [
        ranks_of(range(batch * size, (batch + 1) * size), "kibitz") for batch in range(batches)
    ]
    ours.run(*deals[0], wrap)
    plain.run(*deals[0], wrap)
    mine: list[Work] = []
    theirs: list[Work] = []
    turns = enumerate(deals)
    for number, (tops, stocks) in following(turns, batches, f"batches, wrap {on_off(wrap)}"):
        if number % 2:
            theirs.append(plain.run(tops, stocks, wrap))
            mine.append(ours.run(tops, stocks, wrap))
        else:
            mine.append(ours.run(tops, stocks, wrap))
            theirs.append(plain.run(tops, stocks, wrap))
        for seed, (a, b) in enumerate(zip(mine[-1].verdicts, theirs[-1].verdicts, strict=True)):
            if a is not None and b is not None and a != b:
                raise AssertionError(f"deal {number * size + seed}: {a} and {b}")

    pairs = zip(mine, theirs, strict=True)
    table = np.array([(w.decided, w.seconds, p.decided, p.seconds) for w, p in pairs])

    def ratio(chosen: npt.NDArray[np.int64]) -> float:
        total = table[chosen].sum(axis=0)
        return float(total[0] / total[1] / (total[2] / total[3]))

    def speed(chosen: npt.NDArray[np.int64]) -> float:
        total = table[chosen].sum(axis=0)
        return float(total[0] / total[1])

    both = np.arange(batches)
    return [
        on_off(wrap),
        f"{batches} × {size}",
        f"{speed(both):,.0f} ({interval(speed, batches)})",
        f"{sum(w.decided for w in mine):,}",
        f"{rate(mine, lambda w: w.states):,.0f}",
        f"{rate(mine, lambda w: w.nodes):,.0f}",
        f"{rate(theirs, lambda w: w.decided):,.0f}",
        f"{sum(w.decided for w in theirs):,}",
        f"{rate(theirs, lambda w: w.states):,.0f}",
        f"{ratio(both):.1f} ({interval(ratio, batches)})",
    ]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--batches", type=int, default=20, help="batches, taking turns")
    parser.add_argument("--size", type=int, default=100, help="deals in a batch")
    parser.add_argument("--cap", type=int, default=5_000_000, help="positions of the plain search")


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    header = ["wrap", "deals", "deals/s", "decided", "classes/s", "nodes/s"]
    header += ["plain deals/s", "plain decided", "plain positions/s", "ratio of deals/s"]
    rows = [compare(wrap, args.batches, args.size, args.cap) for wrap in (True, False)]
    show("Deals decided a second, one thread", header, rows)


if __name__ == "__main__":
    command(__doc__, add_options, run)
