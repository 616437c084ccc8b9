"""K'nack without a search: the policy, and the moves that a slip may play."""

import numpy as np

from kibitz.games.knack.play import CALLED
from kibitz.games.protocol import State
from kibitz.heuristics.knack.judgement import WEIGHTS
from kibitz.heuristics.knack.policy import rule_move
from kibitz.solvers.choosing import Chooser


class KnackChooser(Chooser):
    """A slip lays any card anywhere, and does not forget to call K'nack!"""

    def policy(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.policy`."""
        legal = np.array(self.question.legal, np.int64)
        weights = WEIGHTS[int(self.game.seats(world) > 2)]
        return int(rule_move(world[0], legal, len(legal), weights))

    def ideas(self, world: State) -> list[int]:  # noqa: ARG002
        """See :meth:`kibitz.solvers.choosing.Chooser.ideas`."""
        legal = set(self.question.legal)
        return [move for move in self.question.legal if move + CALLED not in legal]
