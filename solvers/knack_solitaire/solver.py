"""K'nack Solitaire: what the verbs need to know of the game."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from kibitz.contract.answers import Box, SolveAnswer, Spent, StoppedBy, Verdict
from kibitz.contract.explanations import Explanation
from kibitz.contract.options import (
    AnalyzeOptions,
    HintOptions,
    Level,
    Limits,
    Objective,
    SolveOptions,
)
from kibitz.games.game import Game
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.games.knack_solitaire.notation import read_move
from kibitz.games.knack_solitaire.position import Position
from kibitz.games.protocol import State
from kibitz.heuristics.knack_solitaire.bound import free_order
from kibitz.solvers.answers import undecided
from kibitz.solvers.budget import Budget, Listener, improving
from kibitz.solvers.knack_solitaire.analysis import of_known, unknown_shuffles
from kibitz.solvers.knack_solitaire.chances import Ends
from kibitz.solvers.knack_solitaire.choosing import KnackSolitaireChooser
from kibitz.solvers.knack_solitaire.compact import Compact
from kibitz.solvers.knack_solitaire.embed import Model, Region
from kibitz.solvers.knack_solitaire.explain import explain
from kibitz.solvers.knack_solitaire.hints import words_of
from kibitz.solvers.knack_solitaire.known import Decision, decide, leave_fewest
from kibitz.solvers.knack_solitaire.reviewing import KnackSolitaireReviewer
from kibitz.solvers.knack_solitaire.rows import Analysis
from kibitz.solvers.knack_solitaire.sampled import of_unknown
from kibitz.solvers.knack_solitaire.searches import Laid, layout_of, line_of, part_of
from kibitz.solvers.question import Question
from kibitz.solvers.reviewing import reviewing
from kibitz.solvers.solitaire import SolitaireSolver
from kibitz.solvers.solver import Step, asking, run_rules
from kibitz.solvers.wording import Words

DECIDING_SHARE: Final = 0.5  # of the time to win without a shuffle that nobody knows
LEFT_SHARE: Final = 0.5  # of what is left then, for a line to show of a lost game
GIVE_ORDERS: Final = "Name redeal_orders to decide the game: this is the chance over all shuffles."

FULL: Final = Limits(iterations=8, nodes=30_000, memory_mb=256)
BEGUN: Final = 12  # moves


class KnackSolitaireSolver(SolitaireSolver):
    """Bound and layouts for known games; sampling where cards or shuffles are unknown."""

    game = KnackSolitaire()
    chooser = KnackSolitaireChooser
    reviewer = KnackSolitaireReviewer
    objectives: ClassVar[Sequence[Objective]] = ("any", "compact")

    def verdict(
        self, position: Position, options: SolveOptions, budget: Budget, listener: Listener
    ) -> SolveAnswer:
        """See :meth:`kibitz.solvers.solitaire.SolitaireSolver.verdict`.

        With shuffles that nobody knows it is for all of them, and else a chance.
        """
        state = self.game.state(position)
        chance = unknown_shuffles(state)
        share = part_of(budget, DECIDING_SHARE) if chance else budget
        stopped, found = decide(state, share, listener)
        if found.verdict is Verdict.SOLVABLE:
            return self._solved(position, state, options, found, budget, listener)
        spent = Spent(nodes=found.visited(), states=found.states)
        if found.verdict is Verdict.UNSOLVABLE:
            return self.lost(found.proof, spent, budget)
        if not chance:
            return undecided(stopped, spent, budget)

        def answer(ends: Ends) -> SolveAnswer:
            sampled = spent.model_copy(update={"samples": ends.worlds})
            score = ends.chance(0).score()
            return undecided(ends.stopped, sampled, budget, score=score, advice=GIVE_ORDERS)

        ends = Ends(state, [], hidden=False, seed=0)
        return answer(ends.run(budget, improving(listener, answer)))

    def explain(
        self, position: Position, answer: SolveAnswer, budget: Budget, listener: Listener
    ) -> Explanation:
        """See :meth:`kibitz.solvers.solitaire.SolitaireSolver.explain`."""
        state = self.game.state(position)
        shown = leave_fewest(state, 1, budget, LEFT_SHARE, listener)
        return explain(self.game, state, answer.proof, shown)

    def read_move(self, position: Position, text: str) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.answering.AnsweringSolver.read_move`."""
        return read_move(text)[0]

    def search(self, question: Question, budget: Budget, listener: Listener) -> Analysis:
        """See :meth:`kibitz.solvers.answering.AnsweringSolver.search`."""
        if question.seen.hidden or unknown_shuffles(question.view):
            return of_unknown(self.game, question, budget, listener)
        budget = self.budget_for("analyze", "known", budget)
        return of_known(self.game, question, budget, listener)

    def words(self, question: Question, found: Analysis, level: Level) -> Words:  # noqa: ARG002
        """See :meth:`kibitz.solvers.answering.AnsweringSolver.words`."""
        return words_of(found, level)

    def warming_steps(self) -> list[Step]:
        """See :meth:`kibitz.solvers.solver.Solver.warming_steps`."""
        game = self.game
        deal = game.deal("1")
        seen = game.as_seen(deal)
        lost = game.deal("1", {"jokers": 0})
        table = game.deal("2", {"field": {"width": 9, "height": 9}, "anchored": True})
        small = {"pack": 36, "field": {"width": 8, "height": 8}, "anchored": True}
        smaller = game.deal("2", small)  # the same models and searches in half the time
        begun, begun_table = (played(game, start) for start in (deal, table))
        seen_table = game.as_seen(begun_table)

        def model() -> None:
            state: State = game.state(smaller)
            solving = Model(Region(state), free_order(state)[0], ordered=True)
            for _ in solving.run(1.0, 1):
                pass

        compact = SolveOptions(objective="compact")

        def levels() -> None:
            self.rehearse(begun_table)
            self.rehearse(begun)

        return [
            ("rules", lambda: run_rules(game, deal)),
            ("constraint models", model),
            ("layouts", asking(self.solve, smaller, SolveOptions(), FULL)),
            ("explanation", asking(self.solve, lost, SolveOptions(), FULL)),
            ("compact layouts", asking(self.solve, deal, compact, FULL)),
            ("values", asking(self.analyze, deal, AnalyzeOptions(), FULL)),
            ("hidden stock", asking(self.analyze, seen, AnalyzeOptions(), FULL)),
            ("hints", asking(self.hint, game.as_seen(begun), HintOptions(level="why"), FULL)),
            ("known hints", asking(self.hint, begun_table, HintOptions(level="why"), FULL)),
            ("hints on a field", asking(self.hint, seen_table, HintOptions(level="why"), FULL)),
            ("levels", levels),
            ("review", reviewing(self, deal)),
        ]

    def _solved(
        self,
        position: Position,
        state: State,
        options: SolveOptions,
        found: Decision,
        budget: Budget,
        listener: Listener,
    ) -> SolveAnswer:
        """The answer of a game that can be won, its layout as compact as was asked for."""
        layout, spent = found.layout(), Spent(nodes=found.visited(), states=found.states)
        if options.objective != "compact" or found.won is None:
            return self.won(position, self._line(state, layout), spent, budget)
        before = int(found.root[0]["field"]["count"])

        def answer(search: Compact, stopped: StoppedBy = StoppedBy.CANCELLED) -> SolveAnswer:
            layout = layout_of(search.best, before)
            both = Spent(nodes=spent.nodes + search.nodes, states=spent.states)
            box = Box(
                width=search.box.width,
                height=search.box.height,
                at_least=before + len(layout),
            )
            line = self._line(state, layout)
            return self.won(position, line, both, budget, stopped, box=box)

        search = Compact(
            found.root,
            found.won,
            budget,
            lambda laid: line_of(self.game, state, laid) is not None,
        )
        return answer(search, search.run(improving(listener, answer)))

    def _line(self, state: State, layout: list[Laid]) -> list[str]:
        """The moves that lay out a layout, which the rules have to agree to."""
        moves = line_of(self.game, state, layout)
        if moves is None:
            raise AssertionError(f"a layout cannot be laid: {layout}")
        return moves


def played(game: Game, position: Any) -> Any:
    """The position after the first few moves, with cards on the field and on the waste."""
    for _ in range(BEGUN):
        moves = game.legal(game.state(position))
        position = game.play(position, [game.move_text(moves[0])])
    return position
