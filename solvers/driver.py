"""The one loop that runs searches in chunks under a budget.

A search is a resumable kernel with its arrays. The loop gives it a few milliseconds of work at a
time and in between looks at the clock, the limits and the cancel flag and tells the listener.
"""

import time
from typing import Final, Protocol

from kibitz.contract.answers import StoppedBy
from kibitz.solvers.budget import Budget
from kibitz.solvers.progress import Listener, Progress, ignore

CHUNK_SECONDS: Final = 0.004
FIRST_CHUNK: Final = 2_000
LARGEST_CHUNK: Final = 1_000_000


class Search(Protocol):
    """A search that can be advanced by a number of nodes."""

    def advance(self, nodes: int) -> StoppedBy | None:
        """Visit up to ``nodes`` more nodes.

        SOLVED when the search has its answer, MEMORY when it may not grow any more, None to go on.
        """
        ...

    def visited(self) -> int:
        """Nodes visited so far."""
        ...

    def progress(self) -> Progress:
        """How far it has come."""
        ...


def drive(search: Search, budget: Budget, listener: Listener = ignore) -> StoppedBy:
    """Run ``search`` until it is done or the budget is spent, and say which."""
    chunk = FIRST_CHUNK
    before = search.visited()
    while True:
        stopped = budget.stopped()
        if stopped:
            return stopped
        began = time.perf_counter()
        ended = search.advance(min(chunk, budget.nodes_left()))
        spent = time.perf_counter() - began
        after = search.visited()
        budget.nodes += after - before
        before = after
        if ended:
            return ended
        listener(search.progress())
        wanted = min(CHUNK_SECONDS, max(budget.seconds_left(), 0.0002))
        chunk = int(min(LARGEST_CHUNK, 2 * chunk, max(64, chunk * wanted / max(spent, 1e-6))))
