"""K'nack without a search: the policy, and the moves that a slip may play."""

import numpy as np

from kibitz.games.knack.play import CALLED
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.heuristics.knack.judgement import WEIGHTS
from kibitz.heuristics.knack.policy import GREEDY, rule_move
from kibitz.solvers.choosing import Chooser


class KnackChooser(Chooser):
    """A slip lays any card anywhere, and does not forget to call K'nack!

    A beginner looks at the own hand only: as many of its cards as possible shall find a cell.
    """

    def policy(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.policy`."""
        return self._judge(world, WEIGHTS[int(self.game.seats(world) > 2)])

    def simple_rule(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.simple_rule`."""
        return self._judge(world, GREEDY)

    def ideas(self, world: State) -> list[int]:  # noqa: ARG002
        """See :meth:`kibitz.solvers.choosing.Chooser.ideas`."""
        legal = set(self.question.legal)
        return [move for move in self.question.legal if move + CALLED not in legal]

    def _judge(self, world: State, weights: Reals) -> int:
        legal = np.array(self.question.legal, np.int64)
        return int(rule_move(world[0], legal, len(legal), weights))
