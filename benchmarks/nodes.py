"""The fixed work whose node count goes into commit messages: ``Nodes: N``.

The sum of: classes visited to decide 1,000 deals of our own seeds, with ``wrap`` on and off;
positions that the shortest-win search opens for the first 20 winnable ones; and transitions that
the face-down search values in 500 iterations each from 5 deals. It depends on the code only,
not on the machine, its load or its clock.
"""

import argparse
from typing import Final

import numpy as np

from benchmarks.common import dealt, following
from kibitz.contract.options import Limits
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.knotty_nines.exact import ClassSearch, RankView, decide
from kibitz.solvers.knotty_nines.hidden import HiddenSearch
from kibitz.solvers.knotty_nines.search import FOUND
from kibitz.solvers.knotty_nines.shortest import shorten

DEALS: Final = 1_000
SHORTENED: Final = 20
SHORTEST_NODES: Final = 20_000  # a limit for the hardest, reached after the same nodes everywhere
HIDDEN: Final = 5
ITERATIONS: Final = 500


def view_of(seed: int, *, wrap: bool) -> RankView:
    """The ranks of one deal of our own."""
    return RankView.of(dealt(seed, "kibitz", wrap=wrap))


def decided(seed: int, *, wrap: bool) -> ClassSearch:
    """The finished class search of one deal."""
    return decide(view_of(seed, wrap=wrap), Budget(Limits()))[1]


def shortest_nodes(seed: int) -> int:
    """Positions opened on the way to the shortest win, up to the limit."""
    budget = Budget(Limits(nodes=SHORTEST_NODES))
    return shorten(view_of(seed, wrap=True), budget)[1].visited()


def transitions_valued(seed: int) -> int:
    """Transitions that the face-down search valued and remembers."""
    view = view_of(seed, wrap=True)
    search = HiddenSearch(view, np.sort(view.stock), seed, Budget(Limits(iterations=ITERATIONS)))
    return search.run(ignore).states


def total() -> int:
    """The number."""
    nodes = 0
    winnable = []
    for seed in following(range(DEALS), DEALS, "deals"):
        for wrap in (True, False):
            search = decided(seed, wrap=wrap)
            nodes += search.visited()
            if wrap and search.outcome == FOUND:
                winnable.append(seed)
    nodes += sum(map(shortest_nodes, winnable[:SHORTENED]))
    nodes += sum(map(transitions_valued, range(HIDDEN)))
    return nodes


def run(_args: argparse.Namespace) -> None:
    """Count and print."""
    print(f"Nodes: {total()}", flush=True)


def add_options(_parser: argparse.ArgumentParser) -> None:
    """There are no options: the work is fixed."""


def main() -> None:
    """Entry point of ``python -m benchmarks.nodes``."""
    run(argparse.ArgumentParser(description=__doc__).parse_args())


if __name__ == "__main__":
    main()
