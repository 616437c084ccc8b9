"""Knaves: what the verbs need to know of the game."""

from collections.abc import Sequence
from typing import ClassVar

from kibitz.contract.answers import Score, VerifyAnswer
from kibitz.contract.options import Information, Objective, Utility
from kibitz.games.cards import card_text
from kibitz.games.faults import Fault, IllegalMove
from kibitz.games.knaves.game import Knaves
from kibitz.games.knaves.notation import read_move
from kibitz.games.knaves.position import Position
from kibitz.games.knaves.record import judge
from kibitz.games.protocol import State
from kibitz.heuristics.knaves.equity import LARGEST_TARGET, is_on_file
from kibitz.solvers.hidden_information import HiddenInformationSolver
from kibitz.solvers.knaves.analysis import match_score, of_hidden, of_open, possible_points
from kibitz.solvers.knaves.beliefs import beliefs_of
from kibitz.solvers.knaves.choosing import KnavesChooser
from kibitz.solvers.knaves.hints import words_of
from kibitz.solvers.knaves.incidents import incidents_of
from kibitz.solvers.knaves.reviewing import KnavesReviewer
from kibitz.solvers.knaves.warming import warming_steps
from kibitz.solvers.question import Question
from kibitz.solvers.solver import Step
from kibitz.solvers.wording import seats_named


class KnavesSolver(HiddenInformationSolver):
    """Exact with open hands; sampled worlds at the table."""

    game = Knaves()
    chooser = KnavesChooser
    reviewer = KnavesReviewer
    objectives: ClassVar[Sequence[Objective]] = ("any", "paranoid")
    utilities: ClassVar[Sequence[Utility]] = ("match", "points")

    open_values = staticmethod(of_open)
    hidden_search = staticmethod(of_hidden)
    beliefs = staticmethod(beliefs_of)
    words = staticmethod(words_of)

    def check_open(self, position: Position, state: State) -> list[Fault]:  # noqa: ARG002
        """See `solvers.hidden_information.HiddenInformationSolver.check_open`."""
        hidden = [seat for seat, count in enumerate(position.hidden) if count]
        if not hidden:
            return []
        message = f"cards of {seats_named(hidden)} are hidden, and all hands are needed"
        return [Fault("/position/hands", "hand_hidden", message)]

    def no_match(self, position: Position, information: Information) -> tuple[str, str] | None:
        """See `solvers.hidden_information.HiddenInformationSolver.no_match`."""
        if information == "known":
            return "unknown_utility", "with open hands the points of the round are valued"
        if is_on_file(position.rules):
            return None
        return "no_match_equity", (
            "the chance to win a match is on file only for the default penalties and targets up "
            f"to {LARGEST_TARGET}: ask for the points"
        )

    def read_move(self, position: Position, text: str) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.answering.AnsweringSolver.read_move`."""
        return read_move(text)

    def possible(self, question: Question) -> tuple[float, float]:
        """See `solvers.hidden_information.HiddenInformationSolver.possible`."""
        return possible_points(question.state, question.seat)

    def final_score(self, question: Question) -> Score | None:
        """See `solvers.hidden_information.HiddenInformationSolver.final_score`."""
        if question.utility == "match":
            return match_score(question, self.payoffs(question.state) or ())
        return super().final_score(question)

    def verify(self, position: Position, moves: Sequence[str]) -> VerifyAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.verify`; with all hands listed, as a record.

        A record may have revokes, corrections, exposed cards and claims; they are reported and
        charged as the sheet says. See :mod:`kibitz.games.knaves.record`.
        """
        if any(position.hidden):
            return super().verify(position, moves)
        try:
            judged = judge(position, moves)
        except IllegalMove as error:
            return VerifyAnswer(
                valid=False, won=False, over=False, first_illegal=error.index, reason=error.reason
            )
        over = not any(judged.position.hands)
        made = [float(a + b) for a, b in zip(judged.points, judged.charges, strict=True)]
        wrong = [revoke for revoke in judged.revokes if revoke.outcome != "corrected"]
        reason = f"{card_text(wrong[0].card)} does not follow suit: a revoke" if wrong else None
        return VerifyAnswer(
            valid=not wrong,
            won=False,
            over=over,
            first_illegal=wrong[0].index if wrong else None,
            reason=reason,
            payoffs=made,
            incidents=incidents_of(judged),
        )

    def warming_steps(self) -> Sequence[Step]:
        """See :meth:`kibitz.solvers.solver.Solver.warming_steps`."""
        return warming_steps(self)
