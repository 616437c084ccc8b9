"""Knotty Nines: what a review needs to know of the game."""

from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.contract.answers import MoveValue, Reason, Spent, Verdict
from kibitz.games.knotty_nines.classes import SCRATCH_SHAPE, canonical
from kibitz.games.knotty_nines.position import Position
from kibitz.games.protocol import State
from kibitz.heuristics.knotty_nines.policy import list_exits, new_choices
from kibitz.solvers.budget import Budget
from kibitz.solvers.knotty_nines.along import DealSearch
from kibitz.solvers.knotty_nines.chance_review import playing, reasons, way_along, way_of
from kibitz.solvers.knotty_nines.exact import RankView, line_texts
from kibitz.solvers.knotty_nines.explain import deepest_line, knots_of, summary_of, waits_of
from kibitz.solvers.knotty_nines.sentences import WORDING
from kibitz.solvers.knotty_nines.values import class_key
from kibitz.solvers.paired_wins import Play
from kibitz.solvers.played import Moment
from kibitz.solvers.question import Question
from kibitz.solvers.solitaire_review import Decided, Place, SolitaireReviewer


class KnottyNinesReviewer(SolitaireReviewer):
    """Decisions are how piles are emptied: exchanges of tops can be undone and never lose."""

    def is_open(self) -> bool:
        """See :meth:`kibitz.solvers.solitaire_review.SolitaireReviewer.is_open`."""
        return not self.played.start.hidden

    def key_of(self, position: Position, state: State) -> Hashable:  # noqa: ARG002
        """See :meth:`kibitz.solvers.solitaire_review.SolitaireReviewer.key_of`: the class."""
        return class_key(RankView.of(position))

    @cached_property
    def _search(self) -> DealSearch:
        return DealSearch(RankView.of(self.played.start), Budget(self.limits))

    def decided(self, place: Place, budget: Budget) -> Decided:
        """See :meth:`kibitz.solvers.solitaire_review.SolitaireReviewer.decided`."""
        search = self._search
        nodes, states = search.nodes(), search.states
        verdict, stopped = search.decide(RankView.of(place.position), budget)
        spent = Spent(nodes=search.nodes() - nodes, states=max(0, search.states - states))
        return Decided(verdict, stopped, spent)

    def is_forced(self, moment: Moment) -> bool:
        """See `solvers.solitaire_review.SolitaireReviewer.is_forced`: one way to empty a pile."""
        return len(moment.legal) == 1 or _ways(moment.position) <= 1

    def winning_line(self, place: Place, budget: Budget) -> list[str]:
        """See :meth:`kibitz.solvers.solitaire_review.SolitaireReviewer.winning_line`."""
        view = RankView.of(place.position)
        verdict, _ = self._search.decide(view, budget)
        return line_texts(self._search.line_from(view)) if verdict is Verdict.SOLVABLE else []

    def why_lost(self, moment: Moment, winning: int, after: Place, budget: Budget) -> list[Reason]:
        """See :meth:`kibitz.solvers.solitaire_review.SolitaireReviewer.why_lost`.

        With how far the stock can be drawn after the move, and what ties the piles up there.
        """
        kept = WORDING.say("some_win", winning=winning, legal=len(moment.legal))
        depth, line = deepest_line(RankView.of(after.position), budget)
        end: Position = self.game.play(after.position, line)
        reached = after.position.stock_size - end.stock_size == depth.cards_drawn
        knotted = depth.proven and reached and bool(end.stock)
        knots = knots_of(end, waits_of(end)) if knotted else []
        depths, *why = summary_of(depth, knots, knotted=knotted)
        said = f"After {moment.text}: {depths.text[0].lower()}{depths.text[1:]}"
        return [kept, depths.model_copy(update={"text": said}), *why]

    def is_undone(self, moment: Moment) -> bool:
        """See `solvers.solitaire_review.SolitaireReviewer.is_undone`: an exchange of two tops."""
        return way_of(RankView.of(moment.position, ()), moment.move) is None

    def playing(self, question: Question, leading: MoveValue, taken: MoveValue) -> Play | None:
        """See :meth:`kibitz.solvers.solitaire_review.SolitaireReviewer.playing`."""
        view = RankView.of(question.seen, ())
        better, own = way_along(view, leading.line), way_along(view, [taken.move])
        if better is None or own is None or better.key == own.key:
            return None
        return playing(view, question.seen, better, own, int(self.options.seed))

    def speaks_for(
        self, question: Question, leading: MoveValue, taken: MoveValue
    ) -> Sequence[Reason]:
        """See :meth:`kibitz.solvers.solitaire_review.SolitaireReviewer.speaks_for`."""
        view = RankView.of(question.seen, ())
        better, own = way_along(view, leading.line), way_along(view, [taken.move])
        if better is None or own is None:
            return ()
        return reasons(view, question.seen, better, own, taken.move)


def _ways(position: Any) -> int:
    """How many ways to empty a pile a position has, all exchanges considered."""
    view = RankView.of(position, ())
    levels, extras = view.standing()
    n = len(levels)
    canonical(levels, extras, n, view.wrap, np.empty(SCRATCH_SHAPE, np.int64))
    return int(list_exits(levels, extras, n, view.wrap, new_choices()))
