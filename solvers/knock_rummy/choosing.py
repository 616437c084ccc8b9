"""Knock Rummy without a search: the policy, and the moves that a slip may play."""

from kibitz.games.protocol import State
from kibitz.heuristics.knock_rummy.policy import rule_move
from kibitz.solvers.choosing import Chooser
from kibitz.solvers.knock_rummy.analysis import worth_comparing


class KnockRummyChooser(Chooser):
    """A slip plays one of the moves that are worth comparing."""

    def policy(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.policy`."""
        return int(rule_move(world[0]))

    def ideas(self, world: State) -> list[int]:
        """See :meth:`kibitz.solvers.choosing.Chooser.ideas`."""
        return worth_comparing(world)
