"""Knaves without a search: the policy, and the cards that a slip may play."""

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from kibitz.contract.options import Strength
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves, State
from kibitz.heuristics.knaves.policy import rule_move
from kibitz.solvers.choosing import Chooser
from kibitz.solvers.knaves.candidates import groups_of


@kernel
def run_rule(state: State, moves: Moves, count: int) -> int:
    """`heuristics.knaves.policy.rule_move` for callers in Python."""
    return rule_move(state[0], moves, count)


class KnavesChooser(Chooser):
    """Of cards that nobody can tell apart a slip plays the lowest."""

    slips: ClassVar[Mapping[Strength, float]] = {"beginner": 0.7, "casual": 0.3, "strong": 0.0}

    def policy(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.policy`."""
        legal = np.array(self.question.legal, np.int64)
        return int(run_rule(world, legal, len(legal)))

    def ideas(self, world: State) -> list[int]:
        """See :meth:`kibitz.solvers.choosing.Chooser.ideas`."""
        return [*groups_of(world, self.question.legal)]
