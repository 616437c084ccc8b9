"""K'nack: what the verbs need to know of the game."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import numpy as np

from kibitz.contract.answers import Reason
from kibitz.contract.options import AnalyzeOptions, HintOptions, Limits, Objective, SolveOptions
from kibitz.games.faults import Fault
from kibitz.games.knack.game import Knack
from kibitz.games.knack.notation import read_move
from kibitz.games.knack.play import PASS
from kibitz.games.knack.position import Position
from kibitz.games.knack.rules import NOBODY
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget
from kibitz.solvers.hidden_information import REVIEW, HiddenInformationSolver
from kibitz.solvers.knack.analysis import beliefs_of, of_hidden, of_open, rounded
from kibitz.solvers.knack.certain import WON, exact_value, settled_by, unit_of
from kibitz.solvers.knack.choosing import KnackChooser
from kibitz.solvers.knack.hints import value_reason, words_of
from kibitz.solvers.knack.passing import pass_chance, passes_after
from kibitz.solvers.knack.reasons import facts
from kibitz.solvers.knack.reviewing import KnackReviewer
from kibitz.solvers.knack.tree import MAX_N, prefers
from kibitz.solvers.question import Question
from kibitz.solvers.reviewing import REHEARSAL, reviewing
from kibitz.solvers.solver import Step, asking, run_rules


class KnackSolver(HiddenInformationSolver):
    """Exact with open cards near the end; sampled worlds at the table."""

    game = Knack()
    chooser = KnackChooser
    reviewer = KnackReviewer
    default_limits: ClassVar[Mapping[str, Limits]] = {
        **HiddenInformationSolver.default_limits,
        "review": Limits(iterations=8_000).over(REVIEW),
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

    def certain(self, question: Question, move: int) -> list[Reason]:
        """See `solvers.hidden_information.HiddenInformationSolver.certain`: that it wins.

        Nothing is said of a pass that ends the game.
        """
        sure = settled_by(question.view, move) if move != PASS else None
        if sure is None or not sure.exact or sure.least < WON:
            return []
        hidden = int(question.view[0]["viewer"]) != NOBODY
        score = exact_value(self.game, question.view, move, sure).score
        return [value_reason(score, hidden=hidden)]

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

    def warming_steps(self) -> list[Step]:
        """See :meth:`kibitz.solvers.solver.Solver.warming_steps`."""
        game = Knack()
        deal = game.deal("1")
        passed = played(game, deal, lambda p: bool(p.lacks) and len(game.legal(game.state(p))) > 1)
        late = played(game, deal, lambda p: sum(p.deck_sizes) + sum(p.held) <= 12)

        def sentences() -> None:
            view = game.state(game.as_seen(passed, passed.turn))
            facts(view, game.legal(view)[0])
            pass_chance(view[0], 0)

        def reading() -> None:
            seen = game.as_seen(passed, passed.turn)
            game.read(seen.to_json())
            game.replay(seen, ["pass", "7C@50,50"])
            game.replay(seen, [game.move_text(game.legal(game.state(seen))[0])])
            game.legal(game.state(game.as_seen(passed, (passed.turn + 1) % 2)))

        def ending() -> None:
            game.outcome(game.state(played(game, deal, lambda _: False)))
            prefers(0, np.zeros(2), np.ones(2), MAX_N, 2)

        def levels() -> None:
            self.rehearse(passed)

        def counting() -> None:
            view = game.state(game.as_seen(deal, deal.turn))
            passes_after(view, game.legal(view)[0], 0, Budget(REHEARSAL))

        return [
            ("rules", lambda: run_rules(game, deal)),
            ("ending", ending),
            ("reading", reading),
            ("sentences", sentences),
            ("open cards", asking(self.solve, late, SolveOptions())),
            ("paranoid", asking(self.solve, late, SolveOptions(objective="paranoid"))),
            ("values", asking(self.analyze, passed, AnalyzeOptions())),
            ("hints", asking(self.hint, passed, HintOptions(level="why"))),
            ("levels", levels),
            ("review", reviewing(self, deal)),
            ("passing", counting),
        ]


def played(game: Knack, position: Position, wanted: Callable[[Position], bool]) -> Position:
    """A position of a game in which every seat plays its first legal move, when it is as wanted.

    The last position of the game where none is.
    """
    while not wanted(position):
        moves = game.legal(game.state(position))
        if not moves:
            break
        position = game.play(position, [game.move_text(moves[0])])
    return position
