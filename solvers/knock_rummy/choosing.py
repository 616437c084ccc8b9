"""Knock Rummy without a search: the policy, and the moves that a slip may play."""

from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.play import KNOCK, OUT
from kibitz.games.protocol import State
from kibitz.heuristics.knock_rummy.policy import policy_move, rule_move
from kibitz.heuristics.knock_rummy.thresholds import PATIENT
from kibitz.solvers.choosing import Chooser
from kibitz.solvers.knock_rummy.analysis import promising


@kernel
def run_patient(state: State) -> int:
    """What the policy plays that knocks with ``PATIENT`` points or fewer only, in any turn."""
    return policy_move(state[0], PATIENT)


class KnockRummyChooser(Chooser):
    """A slip draws from the other place, discards another card or does not knock yet.

    A beginner knocks with ten points or fewer, as in Gin Rummy.
    """

    def policy(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.policy`."""
        return int(rule_move(world[0]))

    def simple_rule(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.simple_rule`."""
        return int(run_patient(world))

    def ideas(self, world: State) -> list[int]:
        """See :meth:`kibitz.solvers.choosing.Chooser.ideas`."""
        found, usual = promising(world), self.policy(world)
        return [move for move in found if not KNOCK <= move < OUT or move == usual]
