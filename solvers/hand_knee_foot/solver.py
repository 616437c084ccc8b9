"""Hand, Knee and Foot: what the verbs need to know of the game."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from kibitz.contract.options import (
    AnalyzeOptions,
    HintOptions,
    Information,
    Limits,
    SolveOptions,
    Utility,
)
from kibitz.games import protocol
from kibitz.games.faults import Fault
from kibitz.games.hand_knee_foot.books import all_in_foot, laid_by_taking, missing_books
from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.hand_knee_foot.legal import must_lay
from kibitz.games.hand_knee_foot.notation import read_move
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.scoring import all_known
from kibitz.games.hand_knee_foot.state import NO_KIND, team_of, top_of
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget, Listener
from kibitz.solvers.figures import seats_named
from kibitz.solvers.hand_knee_foot.analysis import beliefs_of, of_hidden, of_open, possible_points
from kibitz.solvers.hand_knee_foot.choosing import HandKneeFootChooser
from kibitz.solvers.hand_knee_foot.hints import sentence_of, words_of
from kibitz.solvers.hand_knee_foot.reviewing import HandKneeFootReviewer
from kibitz.solvers.hidden_information import REVIEW, HiddenInformationSolver, OpenObjective
from kibitz.solvers.open_cards import OpenValues
from kibitz.solvers.question import Analysis, Question
from kibitz.solvers.reviewing import reviewing
from kibitz.solvers.solver import Step, asking, run_rules


class HandKneeFootSolver(HiddenInformationSolver):
    """Sampled worlds at the table, turns as plans; exact with open cards, near the end."""

    game = HandKneeFoot()
    chooser = HandKneeFootChooser
    reviewer = HandKneeFootReviewer
    default_limits: ClassVar[Mapping[str, Limits]] = {
        **HiddenInformationSolver.default_limits,
        "review": Limits(iterations=16_000).over(REVIEW),
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

    def advice_of(self, question: Question, move: int) -> str:
        """See `solvers.hidden_information.HiddenInformationSolver.advice_of`."""
        return sentence_of(question.view, [move])

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

    def warming_steps(self) -> list[Step]:
        """See :meth:`kibitz.solvers.solver.Solver.warming_steps`."""
        game = HandKneeFoot()
        deal = game.deal("7")
        drawn = game.play(deal, ["draw"])
        last = last_move(game, deal)

        def rules() -> None:
            run_rules(game, deal)
            state = game.state(deal)
            game.outcome(state)
            # What words and reasons ask of late positions alone.
            record = state[0]
            missing_books(record, team_of(record, 0))
            all_in_foot(record, team_of(record, 0))
            top_of(record)
            laid_by_taking(record, team_of(record, 0), 0)
            must_lay(record)
            ended = game.state(last)
            protocol.run_apply(ended, game.legal(ended)[0])
            game.settlement(ended, last)

        def levels() -> None:
            self.rehearse(drawn)
            self.rehearse(deal)

        return [
            ("rules", rules),
            ("open cards", asking(self.solve, drawn, SolveOptions())),
            ("best play", asking(self.solve, last, SolveOptions())),
            ("turns", asking(self.analyze, drawn, AnalyzeOptions())),
            ("hints", asking(self.hint, drawn, HintOptions(level="why", utility="points"))),
            ("levels", levels),
            ("review", reviewing(self, deal)),
        ]


def last_move(game: HandKneeFoot, deal: Position) -> Position:
    """The position before the last move of a round in which all make their first legal moves."""
    state = game.state(deal)
    while True:
        after = state.copy()
        protocol.run_apply(after, game.legal(state)[0])
        if protocol.run_over(after):
            return game.position(state, deal)
        state = after
