"""Hand, Knee and Foot without a search: the best by judgement, and what a slip may play."""

from typing import Final

import numpy as np

from kibitz.games.hand_knee_foot.kinds import KINDS, SLOTS
from kibitz.games.hand_knee_foot.state import TO_PLAY
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves, State
from kibitz.heuristics.hand_knee_foot.judgement import judged
from kibitz.heuristics.hand_knee_foot.plans import DISCARDS
from kibitz.heuristics.hand_knee_foot.policy import rule_move, styled_move
from kibitz.heuristics.hand_knee_foot.styles import ALONE, FLAGS, LEAVE_KNEE, TAKES
from kibitz.heuristics.hand_knee_foot.throwing import write_costs
from kibitz.heuristics.hand_knee_foot.weights import WEIGHTS
from kibitz.solvers.choosing import Chooser

# As many as there are styles, flags and slots, and discards.
MOST_IDEAS: Final = 64


@kernel
def run_ideas(states: State, moves: Moves) -> int:
    """Write what the policy plays in each style, some twice, and return how many they are.

    A style has one flag, or leaves one slot alone. Where the policy discards, the cheapest
    discards follow. ``moves``: room for ``MOST_IDEAS``.
    """
    state = states[0]
    w, style, count = WEIGHTS[int(state.players > 2)], np.zeros(3, np.int64), 0
    flag = 1
    while flag <= max(LEAVE_KNEE, TAKES):
        style[FLAGS] = flag
        moves[count] = styled_move(state, style, w)
        count, flag = count + 1, 2 * flag
    style[FLAGS] = 0
    for slot in range(SLOTS):
        style[ALONE] = 1 << slot
        moves[count] = styled_move(state, style, w)
        count += 1
    style[ALONE] = 0
    moves[count] = styled_move(state, style, w)
    count += 1
    if state.phase != TO_PLAY or moves[count - 1] >= KINDS:
        return count
    costs = np.empty(KINDS)
    write_costs(state, costs, w)
    for _ in range(DISCARDS):
        best = -1
        for kind in range(KINDS):
            if state.hands[state.turn, kind] > 0 and (best < 0 or costs[kind] < costs[best]):
                best = kind
        if best >= 0:
            moves[count] = best
            count += 1
            costs[best] = np.inf
    return count


class HandKneeFootChooser(Chooser):
    """A slip plays what the policy does in another style, or discards another card."""

    def policy(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.policy`."""
        return judged(world)[0][0]

    def simple_rule(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.simple_rule`: rules of thumb."""
        return int(rule_move(world[0]))

    def ideas(self, world: State) -> list[int]:
        """See :meth:`kibitz.solvers.choosing.Chooser.ideas`."""
        moves = np.empty(MOST_IDEAS, np.int64)
        found = moves[: run_ideas(world, moves)].tolist()
        return sorted(set(found) & set(self.question.legal))
