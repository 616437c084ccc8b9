"""Hand, Knee and Foot without a search: the policy, and the moves that a slip may play."""

from collections.abc import Mapping
from typing import ClassVar

from kibitz.contract.options import Strength
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.policy import rule_move
from kibitz.solvers.choosing import Chooser
from kibitz.solvers.hand_knee_foot.candidates import few_rows


@kernel
def run_rule(state: State) -> int:
    """`heuristics.hand_knee_foot.policy.rule_move` for callers in Python."""
    return rule_move(state[0])


class HandKneeFootChooser(Chooser):
    """A slip goes on as one of the plans of the turn does, each in another style."""

    slips: ClassVar[Mapping[Strength, float]] = {"beginner": 0.7, "casual": 0.3, "strong": 0.0}

    def policy(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.policy`."""
        return int(run_rule(world))

    def ideas(self, world: State) -> list[int]:
        """See :meth:`kibitz.solvers.choosing.Chooser.ideas`."""
        return sorted({row[0] for row in few_rows(world)} & set(self.question.legal))
