"""K'nack without a search: the policy, and the moves that a slip may play."""

import numpy as np

from kibitz.games.knack.play import CALLED
from kibitz.games.protocol import State
from kibitz.heuristics.knack.policy import GREEDY, policy_move, rule_move
from kibitz.solvers.choosing import Chooser


class KnackChooser(Chooser):
    """A slip lays any card anywhere, and does not forget to call K'nack!

    A beginner looks at the own hand only: as many of its cards as possible shall find a cell.
    """

    def policy(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.policy`."""
        legal = np.array(self.question.legal, np.int64)
        return int(policy_move(world[0], legal, len(legal)))

    def simple_rule(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.simple_rule`."""
        legal = np.array(self.question.legal, np.int64)
        return int(rule_move(world[0], legal, len(legal), GREEDY))

    def ideas(self, world: State) -> list[int]:  # noqa: ARG002
        """See :meth:`kibitz.solvers.choosing.Chooser.ideas`."""
        legal = set(self.question.legal)
        return [move for move in self.question.legal if move + CALLED not in legal]
