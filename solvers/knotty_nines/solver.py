"""Knotty Nines: what the verbs need to know of the game."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Final

from kibitz.contract.answers import Proof, Shortest, SolveAnswer, Spent, StoppedBy
from kibitz.contract.explanations import Explanation
from kibitz.contract.options import (
    AnalyzeOptions,
    HintOptions,
    Information,
    Level,
    Limits,
    Objective,
    SolveOptions,
)
from kibitz.games.knotty_nines.game import KnottyNines
from kibitz.games.knotty_nines.notation import read_move
from kibitz.games.knotty_nines.position import Position
from kibitz.games.protocol import State
from kibitz.solvers.answers import undecided
from kibitz.solvers.budget import Budget, Listener, finding, improving
from kibitz.solvers.knotty_nines.analysis import Analysis
from kibitz.solvers.knotty_nines.choosing import KnottyNinesChooser
from kibitz.solvers.knotty_nines.exact import ClassSearch, RankView, decide, line_texts
from kibitz.solvers.knotty_nines.explain import explain
from kibitz.solvers.knotty_nines.hidden import TREE_SHARE
from kibitz.solvers.knotty_nines.hints import words_of
from kibitz.solvers.knotty_nines.known import of_known
from kibitz.solvers.knotty_nines.reviewing import KnottyNinesReviewer
from kibitz.solvers.knotty_nines.search import FOUND
from kibitz.solvers.knotty_nines.shortest import ShortestSearch, shorten
from kibitz.solvers.knotty_nines.unseen import of_hidden
from kibitz.solvers.question import Question
from kibitz.solvers.reviewing import reviewing
from kibitz.solvers.solitaire import SolitaireSolver
from kibitz.solvers.solver import Step, asking, run_rules
from kibitz.solvers.wording import Words

HINT_TREE_SHARE: Final = 0.6

FULL: Final = Limits(iterations=16, nodes=1_000_000, memory_mb=256)
SOURCE: Final = "pysolfc"
LATE: Final = (  # three cards are face down
    "knotty-nines~~AHKCQC.6C5D4H3D2SACKHQD.8H7S6D5S4S3H2D.ASKSQHJDTD9S8C7C.JS.8S7H6H5C4D."
    "3S2CADKDQSJHTH.JCTC9D8D7D6S5H4C3C.TS~3"
)


class KnottyNinesSolver(SolitaireSolver):
    """Exact for known stocks; sampling and information-state search for hidden ones."""

    game = KnottyNines()
    chooser = KnottyNinesChooser
    reviewer = KnottyNinesReviewer
    objectives: ClassVar[Sequence[Objective]] = ("any", "shortest")
    steps_of: ClassVar[Mapping[str, Collection[str]]] = {
        "solve": ("rules", "exact search", "explanation"),
    }

    def verdict(
        self, position: Position, options: SolveOptions, budget: Budget, listener: Listener
    ) -> SolveAnswer:
        """See :meth:`kibitz.solvers.solitaire.SolitaireSolver.verdict`."""
        view = RankView.of(position)
        stopped, search = decide(view, budget, listener)
        spent = Spent(nodes=search.visited(), states=search.states)
        if stopped is not StoppedBy.SOLVED:
            return undecided(stopped, spent, budget)
        if search.outcome == FOUND:
            return self._solved(position, options, search, budget, listener)
        return self.lost(Proof.BOUND if search.bounded_out else Proof.EXHAUSTIVE, spent, budget)

    def explain(
        self, position: Position, answer: SolveAnswer, budget: Budget, listener: Listener
    ) -> Explanation:
        """See :meth:`kibitz.solvers.solitaire.SolitaireSolver.explain`."""
        return explain(self.game, position, budget, finding(listener, lambda: answer))

    def read_move(self, position: Position, text: str) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.answering.AnsweringSolver.read_move`."""
        return read_move(text)[0]

    def information_of(
        self, position: Position, state: State, asked: Information | None
    ) -> Information:
        """See `solvers.solitaire.SolitaireSolver.information_of`; no stock hides nothing."""
        found = super().information_of(position, state, asked)
        return found if position.stock_size else "known"

    def search(self, question: Question, budget: Budget, listener: Listener) -> Analysis:
        """See :meth:`kibitz.solvers.answering.AnsweringSolver.search`."""
        if not question.seen.hidden:
            return of_known(self.game, question, budget, listener)
        tree_share = HINT_TREE_SHARE if question.verb == "hint" else TREE_SHARE
        return of_hidden(self.game, question, budget, listener, tree_share)

    def words(self, question: Question, found: Analysis, level: Level) -> Words:  # noqa: ARG002
        """See :meth:`kibitz.solvers.answering.AnsweringSolver.words`."""
        return words_of(found, level)

    def warming_steps(self) -> list[Step]:
        """See :meth:`kibitz.solvers.solver.Solver.warming_steps`."""
        game = self.game
        # The last is hard enough to make every table grow.
        deal, lost, hard = (
            game.deal(seed, None, SOURCE) for seed in ("100012", "100002", "100163")
        )
        cleared = game.deal("100012", {"win": "stock_empty_and_stuck"}, SOURCE)
        seen, shortest = game.as_seen(deal), SolveOptions(objective="shortest")

        def levels() -> None:
            self.rehearse(deal)

        return [
            ("rules", lambda: run_rules(game, deal)),
            ("exact search", asking(self.solve, deal, SolveOptions(), FULL)),
            ("explanation", asking(self.solve, lost, SolveOptions(), FULL)),
            ("shortest line", asking(self.solve, hard, shortest, FULL)),
            ("clearing", asking(self.solve, cleared, SolveOptions(), FULL)),
            ("values", asking(self.analyze, deal, AnalyzeOptions(), FULL)),
            ("hidden stock", asking(self.analyze, seen, AnalyzeOptions(), FULL)),
            ("few hidden cards", asking(self.analyze, game.read(LATE), AnalyzeOptions(), FULL)),
            ("hints", asking(self.hint, seen, HintOptions(level="why"), FULL)),
            ("levels", levels),
            ("review", reviewing(self, deal)),
        ]

    def _solved(
        self,
        position: Position,
        options: SolveOptions,
        search: ClassSearch,
        budget: Budget,
        listener: Listener,
    ) -> SolveAnswer:
        """The answer of a game that can be won, its line as short as was asked for."""
        moves = line_texts(search.line())
        spent = Spent(nodes=search.visited(), states=search.states)
        if options.objective != "shortest":
            return self.won(position, moves, spent, budget)
        if not moves:
            shortest = Shortest(proven=True, moves=0, at_least=0)
            return self.won(position, moves, spent, budget, shortest=shortest)

        def answer(best: ShortestSearch, stopped: StoppedBy = StoppedBy.CANCELLED) -> SolveAnswer:
            line = line_texts(best.line()) if best.found else moves
            at_least = min(best.at_least, len(line))
            shortest = Shortest(proven=at_least == len(line), moves=len(line), at_least=at_least)
            both = Spent(nodes=spent.nodes + best.visited(), states=spent.states + best.states)
            return self.won(position, line, both, budget, stopped, shortest=shortest)

        stopped, best = shorten(search.view, budget, improving(listener, answer))
        return answer(best, stopped)
