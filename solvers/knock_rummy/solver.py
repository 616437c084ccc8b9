"""Knock Rummy: what the verbs need to know of the game."""

from collections.abc import Sequence
from typing import ClassVar

from kibitz.contract.options import AnalyzeOptions, HintOptions, SolveOptions, Utility
from kibitz.games import protocol
from kibitz.games.faults import Fault
from kibitz.games.knock_rummy.game import KnockRummy
from kibitz.games.knock_rummy.hand import EXAMPLE, melds_answer
from kibitz.games.knock_rummy.notation import read_move
from kibitz.games.knock_rummy.play import TURN_OVER
from kibitz.games.knock_rummy.position import Position
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget, Listener
from kibitz.solvers.figures import seats_named
from kibitz.solvers.hidden_information import HiddenInformationSolver, OpenObjective
from kibitz.solvers.knock_rummy.analysis import (
    beliefs_of,
    knock_now,
    no_match,
    of_hidden,
    of_open,
    possible_points,
)
from kibitz.solvers.knock_rummy.choosing import KnockRummyChooser
from kibitz.solvers.knock_rummy.hints import words_of
from kibitz.solvers.knock_rummy.reviewing import KnockRummyReviewer
from kibitz.solvers.open_cards import OpenValues
from kibitz.solvers.question import Question
from kibitz.solvers.reviewing import reviewing
from kibitz.solvers.solver import Step, asking, run_rules


class KnockRummySolver(HiddenInformationSolver):
    """Sampled worlds at the table; exact with open cards, near the end of a hand."""

    game = KnockRummy()
    chooser = KnockRummyChooser
    reviewer = KnockRummyReviewer
    utilities: ClassVar[Sequence[Utility]] = ("match", "points")

    hidden_search = staticmethod(of_hidden)
    beliefs = staticmethod(beliefs_of)
    knock = staticmethod(knock_now)
    no_match = staticmethod(no_match)
    words = staticmethod(words_of)

    def check_open(self, position: Position, state: State) -> list[Fault]:  # noqa: ARG002
        """See `solvers.hidden_information.HiddenInformationSolver.check_open`."""
        faults = []
        hidden = [seat for seat, count in enumerate(position.hidden) if count]
        if hidden:
            message = f"cards of {seats_named(hidden)} are hidden, and all cards are needed"
            faults.append(Fault("/position/hands", "hand_hidden", message))
        if position.stock_hidden:
            message = f"{position.stock_hidden} cards of the stock are hidden: all are needed"
            faults.append(Fault("/position/stock", "stock_hidden", message))
        shuffles = position.rules.stock_out == "shuffle" and position.rules.turn_overs > 0
        if shuffles and position.shuffle is None:
            message = "how the pile will be shuffled is not known, and is needed"
            faults.append(Fault("/position/shuffle", "shuffle_hidden", message))
        return faults

    def read_move(self, position: Position, text: str) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.answering.AnsweringSolver.read_move`."""
        return read_move(text).move

    def possible(self, question: Question) -> tuple[float, float]:
        """See `solvers.hidden_information.HiddenInformationSolver.possible`."""
        return possible_points(question.position)

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
        """See :meth:`kibitz.solvers.solver.Solver.warming_steps`.

        The record of a hand is the same for every number of players and every switch: two players
        do.
        """
        game = KnockRummy()
        deal = game.deal("1", {"match_target": 100})
        drawn = game.play(deal, ["draw", "8S", "draw"])

        def rules() -> None:
            run_rules(game, deal)
            game.outcome(game.state(game.play(drawn, ["knock-7H"])))
            seen = game.as_seen(shuffled(game), 1)
            game.state(game.read(seen.to_text()))
            melds_answer(EXAMPLE)

        points = AnalyzeOptions(utility="points")

        def levels() -> None:
            self.rehearse(deal)
            self.rehearse(drawn)

        return [
            ("rules", rules),
            ("open hands", asking(self.solve, drawn, SolveOptions())),
            ("match", asking(self.analyze, drawn, AnalyzeOptions())),
            ("points", asking(self.analyze, deal, points)),
            ("hints", asking(self.hint, drawn, HintOptions(level="why", utility="points"))),
            ("levels", levels),
            ("review", reviewing(self, deal)),
        ]


def shuffled(game: KnockRummy) -> Position:
    """A hand whose pile was just shuffled."""
    start = game.deal("1", {"stock_out": "shuffle"})
    state = game.state(start)
    while not state[0]["turn_overs"]:
        legal = game.legal(state)
        protocol.run_apply(state, TURN_OVER if TURN_OVER in legal else legal[0])
    return game.position(state, start)
