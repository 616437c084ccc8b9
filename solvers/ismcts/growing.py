"""One tree at work: worlds played in it, as much at a time as the caller has time for.

Work is counted in *turns*, one game played out each. Under racing a world takes a turn for each
candidate, otherwise one. A world that takes too long for one piece of work is played in parts: it
is dealt again for each of them, the same world as before, and its candidates are compared with each
other when all have been played. So what a tree finds does not depend on the parts.
"""

from typing import Final

import numpy as np

from kibitz.games.chance import Word
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.solvers.ismcts.iteration import run
from kibitz.solvers.ismcts.options import Dials
from kibitz.solvers.ismcts.tree import Ints, Nodes

NOBODY: Ints = np.empty(0, np.int64)
PART_SECONDS: Final = 0.016  # of work between two looks at the flag, where a world takes longer
GROWTH: Final = 4  # from one piece of work to the next
LARGEST: Final = 1 << 20


class Pace:
    """How many turns take how long, by the last piece of work."""

    def __init__(self) -> None:
        """Nothing is known yet: the first piece is a single turn."""
        self._second = 0.0  # turns of it
        self._turns = 1

    def took(self, turns: float, seconds: float) -> None:
        """Note how long some turns took."""
        self._second = turns / max(seconds, 1e-6)

    def turns(self, each: int, seconds: float) -> int:
        """Turns that take so many seconds; whole worlds of ``each`` turns, unless one is slow."""
        if self._second:
            turns = int(self._second * seconds)
            turns = max(turns, min(each, int(self._second * PART_SECONDS)), 1)
            turns = min(turns, LARGEST, GROWTH * self._turns)
            self._turns = turns // each * each or turns
        return self._turns


def plant(nodes: Nodes, moves: list[int], seat: int) -> None:
    """Make the root, whose candidates are ``moves``, ascending, in a zeroed row ``nodes``."""
    nodes["first"][0] = 1
    for k, move in enumerate(moves):
        nodes["move"][k + 1] = move
        nodes["following"][k + 1] = k + 2 if k + 1 < len(moves) else 0
        nodes["chooser"][k + 1] = seat


class GrowingTree:
    """A tree in memory that others own as well; nobody else may advance it meanwhile."""

    def __init__(
        self,
        root: State,
        moves: list[int],
        nodes: Nodes,
        squares: Reals,
        workspaces: State,
        pairs: Reals,
        table: Reals,
        dials: Dials,
        seed: Word,
    ) -> None:
        """``moves``: the candidates, ascending. ``nodes``: a zeroed row, planted when needed.

        ``squares``, ``pairs``, ``table``: as :func:`kibitz.solvers.ismcts.iteration.run` takes
        them. ``workspaces``: the one of this tree.
        """
        self._root, self._moves, self._nodes = root, moves, nodes
        self._squares, self._workspaces, self._pairs = squares, workspaces, pairs
        self._table, self._dials, self._seed = table, dials, seed
        self._work = root[:0]
        self._outcomes = np.zeros(len(moves))
        self._unused: Reals | None = None  # pairs of candidates of one part
        self._planted = False

    def play(self, worlds: range, alive: Ints, begin: int, end: int) -> None:
        """The turns from number ``begin`` to before ``end`` of those that ``worlds`` take.

        ``alive``: the candidates that are played in each, ascending; none where the tree chooses.
        Turns that follow must go on where the last ones ended, with the same candidates.
        """
        if not self._planted:  # memory is slow when it is used first: other trees come later
            plant(self._nodes, self._moves, int(self._dials.seat))
            self._work, self._planted = np.repeat(self._root, 3), True
        each = max(1, len(alive))
        while begin < end:
            world, first = divmod(begin, each)
            whole = (end - begin) // each
            if first or not whole:
                last = min(each, first + end - begin)
                self._play_part(worlds[world : world + 1], alive, first, last)
                begin += last - first
            else:
                self._run(worlds[world : world + whole], alive, self._pairs)
                begin += whole * each

    def _run(self, worlds: range, alive: Ints, pairs: Reals) -> None:
        run(
            self._root,
            self._work,
            self._nodes,
            self._squares,
            self._workspaces,
            self._table,
            pairs,
            self._dials,
            self._seed,
            worlds.start,
            worlds.step,
            len(worlds),
            alive,
        )

    def _play_part(self, world: range, alive: Ints, first: int, last: int) -> None:
        """Play some of the candidates in a world, and compare all of them after the last."""
        if self._unused is None:
            self._unused = np.zeros_like(self._pairs)
        self._run(world, alive[first:last], self._unused)
        self._outcomes[first:last] = self._workspaces["outcome"][0, : last - first]
        if last == len(alive):
            outcomes = self._outcomes[:last]
            differences = np.triu(outcomes[:, None] - outcomes, 1)
            self._pairs[0][np.ix_(alive, alive)] += differences
            self._pairs[1][np.ix_(alive, alive)] += differences * differences
