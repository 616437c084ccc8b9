"""Hand, Knee and Foot without a search: the policy, and the moves that a slip may play."""

from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.policy import rule_move
from kibitz.solvers.choosing import Chooser
from kibitz.solvers.hand_knee_foot.analysis import few_rows


class HandKneeFootChooser(Chooser):
    """A slip goes on as one of the plans of the turn does, each in another style."""

    def policy(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.policy`."""
        return int(rule_move(world[0]))

    def ideas(self, world: State) -> list[int]:
        """See :meth:`kibitz.solvers.choosing.Chooser.ideas`."""
        return sorted({row[0] for row in few_rows(world)} & set(self.question.legal))
