"""Hand, Knee and Foot: what the verbs need to know of the game."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from kibitz.contract.limits import Limits
from kibitz.contract.options import Information, Utility
from kibitz.games.faults import Fault
from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.hand_knee_foot.notation import read_move
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.scoring import all_known
from kibitz.games.hand_knee_foot.state import NO_KIND
from kibitz.games.protocol import State
from kibitz.solvers.analysis import Analysis
from kibitz.solvers.budget import Budget
from kibitz.solvers.hand_knee_foot.analysis import of_hidden, of_open, possible_points
from kibitz.solvers.hand_knee_foot.beliefs import beliefs_of
from kibitz.solvers.hand_knee_foot.choosing import HandKneeFootChooser
from kibitz.solvers.hand_knee_foot.hints import words_of
from kibitz.solvers.hand_knee_foot.reviewing import HandKneeFootReviewer
from kibitz.solvers.hand_knee_foot.warming import warming_steps
from kibitz.solvers.hidden_information import REVIEW, HiddenInformationSolver, OpenObjective
from kibitz.solvers.open_cards import OpenValues
from kibitz.solvers.progress import Listener
from kibitz.solvers.question import Question
from kibitz.solvers.solver import Step
from kibitz.solvers.wording import seats_named


class HandKneeFootSolver(HiddenInformationSolver):
    """Sampled worlds at the table, turns as plans; exact with open cards, near the end."""

    game = HandKneeFoot()
    chooser = HandKneeFootChooser
    reviewer = HandKneeFootReviewer
    default_limits: ClassVar[Mapping[str, Limits]] = {
        **HiddenInformationSolver.default_limits,
        "review": REVIEW.within(Limits(iterations=2_000)),
    }
    utilities: ClassVar[Sequence[Utility]] = ("match", "points")

    hidden_search = staticmethod(of_hidden)
    beliefs = staticmethod(beliefs_of)
    words = staticmethod(words_of)

    def check_open(self, position: Position, state: State) -> list[Fault]:
        """See `solvers.hidden_information.HiddenInformationSolver.check_open`."""
        faults = []
        hidden = [seat for seat, count in enumerate(position.hidden) if count]
        if hidden:
            message = f"cards of {seats_named(hidden)} are hidden, and all cards are needed"
            faults.append(Fault("/position/hands", "hand_hidden", message))
        elif not all_known(state[0]):
            message = "knees or feet not taken up are hidden, and all cards are needed"
            faults.append(Fault("/position/knees", "knee_hidden", message))
        stock = state[0]["cards"][: int(state[0]["stock_size"])]
        if not position.ended and (stock == NO_KIND).any():
            message = f"{position.stock_hidden} cards of the stock are hidden: all are needed"
            faults.append(Fault("/position/stock", "stock_hidden", message))
        reshuffles = position.rules.stock_out == "reshuffle"
        if reshuffles and position.shuffle is None and not position.ended:
            message = "how the pile will be shuffled is not known, and is needed"
            faults.append(Fault("/position/shuffle", "shuffle_hidden", message))
        return faults

    def no_match(
        self,
        position: Position,  # noqa: ARG002
        information: Information,
    ) -> tuple[str, str] | None:
        """See `solvers.hidden_information.HiddenInformationSolver.no_match`."""
        if information == "hidden":
            return None
        return "no_match_equity", "with open cards the points of the round are valued"

    def read_move(self, position: Position, text: str) -> int:
        """See `solvers.answering.AnsweringSolver.read_move`; a suit that is named must be held."""
        entry = read_move(text)
        if entry.suited and entry.move in self.game.legal(self.game.state(position)):
            reason = self.game.replay(position, [text]).reason
            if reason:
                raise ValueError(reason)
        return entry.move

    def possible(self, question: Question) -> tuple[float, float]:
        """See `solvers.hidden_information.HiddenInformationSolver.possible`."""
        return possible_points(question.position)

    def finished(self, question: Question) -> Analysis:
        """See `solvers.hidden_information.HiddenInformationSolver.finished`; with no plans."""
        return replace(super().finished(question), plans=[])

    def open_values(
        self,
        question: Question,
        objective: OpenObjective,  # noqa: ARG002
        budget: Budget,
        listener: Listener,
    ) -> OpenValues:
        """See `solvers.hidden_information.HiddenInformationSolver.open_values`."""
        return of_open(question, budget, listener)

    def warming_steps(self) -> Sequence[Step]:
        """See :meth:`kibitz.solvers.solver.Solver.warming_steps`."""
        return warming_steps(self)
