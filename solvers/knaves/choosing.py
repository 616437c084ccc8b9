"""Knaves without a search: the policy, and the cards that a slip may play."""

import numpy as np

from kibitz.games.protocol import State
from kibitz.heuristics.knaves.policy import rule_move
from kibitz.solvers.choosing import Chooser
from kibitz.solvers.knaves.analysis import groups_of


class KnavesChooser(Chooser):
    """Of cards that nobody can tell apart a slip plays the lowest."""

    def policy(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.policy`."""
        legal = np.array(self.question.legal, np.int64)
        return int(rule_move(world[0], legal, len(legal)))

    def ideas(self, world: State) -> list[int]:
        """See :meth:`kibitz.solvers.choosing.Chooser.ideas`."""
        return [*groups_of(world, self.question.legal)]
