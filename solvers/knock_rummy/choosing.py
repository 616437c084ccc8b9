"""Knock Rummy without a search: the policy, and the moves that a slip may play."""

from collections.abc import Mapping
from typing import ClassVar

from kibitz.contract.options import Strength
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State
from kibitz.heuristics.knock_rummy.policy import rule_move
from kibitz.solvers.choosing import Chooser
from kibitz.solvers.knock_rummy.candidates import worth_comparing


@kernel
def run_rule(state: State) -> int:
    """`heuristics.knock_rummy.policy.rule_move` for callers in Python."""
    return rule_move(state[0])


class KnockRummyChooser(Chooser):
    """A slip plays one of the moves that are worth comparing."""

    slips: ClassVar[Mapping[Strength, float]] = {"beginner": 0.7, "casual": 0.3, "strong": 0.0}

    def policy(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.policy`."""
        return int(run_rule(world))

    def ideas(self, world: State) -> list[int]:
        """See :meth:`kibitz.solvers.choosing.Chooser.ideas`."""
        return worth_comparing(world)
