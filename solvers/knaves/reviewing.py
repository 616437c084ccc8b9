"""Knaves: what a review needs to know of the game."""

from collections.abc import Sequence
from typing import Any

from kibitz.contract.answers import Reason
from kibitz.contract.review import Thresholds
from kibitz.games.knaves.play import MAX_MOVES
from kibitz.games.knaves.state import SEATS
from kibitz.games.protocol import State, run_apply
from kibitz.heuristics.knaves.beliefs import beliefs
from kibitz.solvers.hidden_review import HiddenReviewer
from kibitz.solvers.ismcts.onward import Arena
from kibitz.solvers.ismcts.options import Setting
from kibitz.solvers.knaves.analysis import OPTIONS, match_options, match_table
from kibitz.solvers.knaves.reasons import reasons
from kibitz.solvers.question import Question


class KnavesReviewer(HiddenReviewer):
    """Chance deals the cards and nothing else."""

    point_thresholds = Thresholds(inaccuracy=0.3, mistake=0.6, blunder=1.0)

    def arena(self, question: Question, lines: Sequence[Sequence[int]]) -> Arena:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.arena`."""
        return self._arena(question.seen, question.view, [line[0] for line in lines])

    def onward(self, position: Any, state: State, line: tuple[int, ...] = ()) -> Arena:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.onward`."""
        after = state.copy()
        for move in line:
            run_apply(after, move)
        return self._arena(position, after)

    def is_fresh(self, state: State) -> bool:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.is_fresh`."""
        return int(state[0]["count"]) == 0

    def speaks_for(
        self,
        question: Question,
        line: Sequence[int],
        rival: Sequence[int],  # noqa: ARG002
    ) -> list[Reason]:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.speaks_for`."""
        where = beliefs(question.view, question.seat)
        return reasons(question.view[0], line[0], question.legal, where)

    def _arena(self, position: Any, root: State, candidates: Sequence[int] = ()) -> Arena:
        setting = Setting(SEATS, MAX_MOVES)
        if self.utility() != "match":
            return Arena(root, setting, OPTIONS, None, candidates)
        table = match_table(position, root)
        seat = int(root[0]["turn"])
        return Arena(root, setting, match_options(table, seat), table, candidates)
