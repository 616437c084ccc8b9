"""K'nack Solitaire: what a review needs to know of the game."""

from collections.abc import Hashable, Sequence
from math import factorial

import numpy as np

from kibitz.contract.answers import MoveValue, Reason, Spent, Verdict
from kibitz.games.knack_solitaire.notation import read_move
from kibitz.games.knack_solitaire.position import Position
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget
from kibitz.solvers.knack_solitaire.analysis import counted, unknown_shuffles
from kibitz.solvers.knack_solitaire.beam import run_game_key
from kibitz.solvers.knack_solitaire.chances import Won
from kibitz.solvers.knack_solitaire.known import decide
from kibitz.solvers.knack_solitaire.reasons import more_orders, of_field
from kibitz.solvers.knack_solitaire.rows import Analysis, same_games
from kibitz.solvers.knack_solitaire.sampled import few_orders
from kibitz.solvers.knack_solitaire.sampling import sample_worlds
from kibitz.solvers.knack_solitaire.searches import line_of
from kibitz.solvers.knack_solitaire.sentences import REVIEWING
from kibitz.solvers.paired_wins import Play, Wins
from kibitz.solvers.played import Moment
from kibitz.solvers.question import Question
from kibitz.solvers.solitaire_review import Decided, Place, SolitaireReviewer
from kibitz.solvers.wording import Found


class KnackSolitaireReviewer(SolitaireReviewer):
    """Decisions are where a card is laid and, where cards may be declined, whether it is."""

    def is_open(self) -> bool:
        """See :meth:`kibitz.solvers.solitaire_review.SolitaireReviewer.is_open`."""
        start: Position = self.played.start
        return not start.hidden and not unknown_shuffles(self.game.state(start))

    def key_of(self, position: Position, state: State) -> Hashable:  # noqa: ARG002
        """See :meth:`kibitz.solvers.solitaire_review.SolitaireReviewer.key_of`."""
        return int(run_game_key(state))

    def decided(self, place: Place, budget: Budget) -> Decided:
        """See :meth:`kibitz.solvers.solitaire_review.SolitaireReviewer.decided`."""
        stopped, found = decide(place.state, budget)
        return Decided(found.verdict, stopped, Spent(nodes=found.visited(), states=found.states))

    def is_forced(self, moment: Moment) -> bool:
        """See :meth:`kibitz.solvers.solitaire_review.SolitaireReviewer.is_forced`."""
        return len(same_games(moment.state, list(moment.legal))) == 1

    def winning_line(self, place: Place, budget: Budget) -> list[str]:
        """See :meth:`kibitz.solvers.solitaire_review.SolitaireReviewer.winning_line`."""
        _, found = decide(place.state, budget)
        if found.verdict is not Verdict.SOLVABLE:
            return []
        return line_of(self.game, place.state, found.layout()) or []

    def why_lost(
        self,
        moment: Moment,
        winning: int,
        after: Place,  # noqa: ARG002
        budget: Budget,  # noqa: ARG002
    ) -> list[Reason]:
        """See :meth:`kibitz.solvers.solitaire_review.SolitaireReviewer.why_lost`."""
        return [counted("winning", winning, len(moment.legal))]

    def first_look(self, question: Question, budget: Budget) -> int:
        """See `solvers.solitaire_review.SolitaireReviewer.first_look`: all, to try every order."""
        left = budget.iterations_left()
        if few_orders(question) and factorial(question.seen.hidden) <= left:
            return left
        return super().first_look(question, budget)

    def is_counted(self, found: Found) -> bool:
        """See `solvers.solitaire_review.SolitaireReviewer.is_counted`."""
        return isinstance(found, Analysis) and found.counted

    def speaks_for(
        self, question: Question, leading: MoveValue, taken: MoveValue
    ) -> Sequence[Reason]:
        """See :meth:`kibitz.solvers.solitaire_review.SolitaireReviewer.speaks_for`."""
        every_order = few_orders(question) and question.seen.hidden > 1
        if every_order and leading.score.kind == taken.score.kind == "exact":
            orders = factorial(question.seen.hidden)
            best, played = (Won.of(value.score, orders) for value in (leading, taken))
            return [more_orders(best, played, REVIEWING)]
        best_move, move = (read_move(value.move)[0] for value in (leading, taken))
        return of_field(question.view, best_move, move, REVIEWING)

    def playing(self, question: Question, leading: MoveValue, taken: MoveValue) -> Play | None:
        """See :meth:`kibitz.solvers.solitaire_review.SolitaireReviewer.playing`."""
        if taken.move in {leading.move, leading.same_as} or leading.move == taken.same_as:
            return None
        moves = np.array([read_move(value.move)[0] for value in (leading, taken)], np.int64)
        hidden, seed = question.seen.hidden > 0, np.uint64(question.seed)
        root, work = question.view, question.view.copy()

        def play(first: int, number: int) -> Wins:
            won, above = np.zeros((number, 2), np.int64), np.zeros(2, np.int64)
            for row in range(number):
                world = first + row
                sample_worlds(root, work, moves, hidden, seed, world, 1, above, won[row])
            return won

        return play
