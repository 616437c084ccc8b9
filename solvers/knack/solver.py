"""K'nack: what the verbs need to know of the game."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from kibitz.contract.limits import Limits
from kibitz.contract.options import Objective
from kibitz.games.faults import Fault
from kibitz.games.knack.game import Knack
from kibitz.games.knack.notation import read_move
from kibitz.games.knack.position import Position
from kibitz.games.protocol import State
from kibitz.solvers.hidden_information import REVIEW, HiddenInformationSolver
from kibitz.solvers.knack.analysis import of_hidden, of_open, rounded, unit_of
from kibitz.solvers.knack.beliefs import beliefs_of
from kibitz.solvers.knack.choosing import KnackChooser
from kibitz.solvers.knack.hints import words_of
from kibitz.solvers.knack.reviewing import KnackReviewer
from kibitz.solvers.knack.warming import warming_steps
from kibitz.solvers.question import Question
from kibitz.solvers.solver import Step


class KnackSolver(HiddenInformationSolver):
    """Exact with open cards near the end; sampled worlds at the table."""

    game = Knack()
    chooser = KnackChooser
    reviewer = KnackReviewer
    default_limits: ClassVar[Mapping[str, Limits]] = {
        **HiddenInformationSolver.default_limits,
        "review": REVIEW.within(Limits(iterations=3_000)),
    }
    objectives: ClassVar[Sequence[Objective]] = ("any", "paranoid")

    unit_of = staticmethod(unit_of)
    open_values = staticmethod(of_open)
    hidden_search = staticmethod(of_hidden)
    beliefs = staticmethod(beliefs_of)
    words = staticmethod(words_of)

    def check_open(self, position: Position, state: State) -> list[Fault]:  # noqa: ARG002
        """See `solvers.hidden_information.HiddenInformationSolver.check_open`."""
        faults = []
        for name, counts in (("hands", position.hidden), ("decks", position.decks_hidden)):
            for seat, count in enumerate(counts):
                if count:
                    what = "hand" if name == "hands" else "deck"
                    message = f"the {what} of seat {seat} is not listed, and all cards are needed"
                    faults.append(Fault(f"/position/{name}/{seat}", f"{what}_hidden", message))
        return faults

    def read_move(self, position: Position, text: str) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.answering.AnsweringSolver.read_move`."""
        return read_move(text).move

    def payoffs(self, state: State) -> Sequence[float] | None:
        """See `solvers.hidden_information.HiddenInformationSolver.payoffs`."""
        made = super().payoffs(state)
        return None if made is None else [rounded(each) for each in made]

    def possible(self, question: Question) -> tuple[float, float]:  # noqa: ARG002
        """See `solvers.hidden_information.HiddenInformationSolver.possible`: to lose or to win."""
        return 0.0, 1.0

    def warming_steps(self) -> Sequence[Step]:
        """See :meth:`kibitz.solvers.solver.Solver.warming_steps`."""
        return warming_steps(self)
