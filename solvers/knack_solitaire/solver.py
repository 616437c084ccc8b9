"""K'nack Solitaire: the verbs. See :class:`kibitz.solvers.solver.Solver`."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from kibitz.contract.answers import (
    AnalyzeAnswer,
    Box,
    HintAnswer,
    Proof,
    SolveAnswer,
    Spent,
    StoppedBy,
    Verdict,
)
from kibitz.contract.limits import Limits
from kibitz.contract.options import (
    AnalyzeOptions,
    HintOptions,
    Information,
    Objective,
    SolveOptions,
)
from kibitz.games.faults import BadInput
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.games.knack_solitaire.notation import read_move
from kibitz.games.knack_solitaire.position import Position
from kibitz.solvers.answers import advised, effective, told_analysis, told_hint, undecided
from kibitz.solvers.asked import asked_moves
from kibitz.solvers.budget import Budget
from kibitz.solvers.knack_solitaire.analysis import of_known, unknown_shuffles
from kibitz.solvers.knack_solitaire.chances import Ends
from kibitz.solvers.knack_solitaire.compact import Compact
from kibitz.solvers.knack_solitaire.explain import explain
from kibitz.solvers.knack_solitaire.fewest import leave_fewest
from kibitz.solvers.knack_solitaire.hints import said, text_of
from kibitz.solvers.knack_solitaire.known import Decision, decide
from kibitz.solvers.knack_solitaire.lines import Laid, layout_of, line_of
from kibitz.solvers.knack_solitaire.rows import Analysis
from kibitz.solvers.knack_solitaire.sampled import of_unknown
from kibitz.solvers.knack_solitaire.searches import part_of
from kibitz.solvers.knack_solitaire.warming import warming_steps
from kibitz.solvers.progress import Listener, ignore, improving
from kibitz.solvers.solver import Advice, Solver, Step, advice_for

DEFAULTS: Final = Limits(time_ms=10_000, memory_mb=256)
DECIDING_SHARE: Final = 0.5  # of the time to win without a shuffle that nobody knows
LEFT_SHARE: Final = 0.5  # of what is left then, for a line to show of a lost game
GIVE_ORDERS: Final = "Name redeal_orders to decide the game: this is the chance over all shuffles."


class KnackSolitaireSolver(Solver):
    """Bound and layouts for known games; sampling where cards or shuffles are unknown."""

    game = KnackSolitaire()
    objectives: ClassVar[Sequence[Objective]] = ("any", "compact")
    default_limits: ClassVar[Mapping[str, Limits]] = {
        "solve": DEFAULTS,
        "analyze": Limits(time_ms=1_000, memory_mb=256),
        "hint": Limits(time_ms=1_000, memory_mb=256),
    }

    def solve(
        self, position: Position, options: SolveOptions, budget: Budget, listener: Listener = ignore
    ) -> SolveAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.solve`; the stock's order must be known.

        With shuffles that nobody knows the verdict is for all of them, and else a chance.
        """
        answer = self._solve(position, options, budget, listener)
        if answer.verdict is not Verdict.UNSOLVABLE:
            return answer
        shown = leave_fewest(self.game.state(position), 1, budget, LEFT_SHARE, listener)
        explanation = explain(self.game, position, answer.proof, shown)
        return answer.model_copy(update={"explanation": explanation})

    def decide(self, position: Position, budget: Budget) -> SolveAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.decide`."""
        return self._solve(position, SolveOptions(), budget, ignore)

    def _solve(
        self, position: Position, options: SolveOptions, budget: Budget, listener: Listener
    ) -> SolveAnswer:
        """The answer of ``solve``, unexplained."""
        self._check_solve(position, options)
        state = self.game.state(position)
        chance = unknown_shuffles(state)
        share = part_of(budget, DECIDING_SHARE) if chance else budget
        stopped, found = decide(state, share, listener)
        if found.verdict is Verdict.SOLVABLE:
            return self._solved(position, options, found, budget, listener)
        if found.verdict is Verdict.UNSOLVABLE:
            return SolveAnswer(
                verdict=Verdict.UNSOLVABLE,
                proof=found.proof,
                stopped_by=StoppedBy.SOLVED,
                spent=Spent(nodes=found.visited(), states=found.states),
                limits=effective(budget.limits),
            )
        spent = Spent(nodes=found.visited(), states=found.states)
        if not chance:
            return undecided(stopped, spent, budget)

        def told(ends: Ends) -> SolveAnswer:
            sampled = spent.model_copy(update={"samples": ends.worlds})
            score = ends.chance(0).score()
            return undecided(ends.stopped, sampled, budget, score=score, advice=GIVE_ORDERS)

        ends = Ends(state, [], hidden=False, seed=0)
        return told(ends.run(budget, improving(listener, told)))

    def analyze(
        self,
        position: Position,
        options: AnalyzeOptions,
        budget: Budget,
        listener: Listener = ignore,
    ) -> AnalyzeAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.analyze`."""
        self.check_utility(options.utility)
        information = _information(position, options.information)
        moves = self._asked_moves(position, options.moves)

        def told(found: Analysis) -> AnalyzeAnswer:
            return told_analysis(found, information, options, budget)

        heard = improving(listener, told)
        return told(self._analysis(position, information, moves, int(options.seed), budget, heard))

    def advise(
        self, position: Position, options: HintOptions, budget: Budget, listener: Listener = ignore
    ) -> Advice:
        """See :meth:`kibitz.solvers.solver.Solver.advise`."""
        self.check_utility(options.utility)
        information = _information(position, options.information)
        moves = self._asked_moves(position, None)

        def told(found: Analysis, options: HintOptions) -> HintAnswer:
            text = text_of(found, options.level)
            reasons = said(found, "why") if options.level == "why" else None
            return told_hint(
                found, options, budget, text, found.near, reasons=reasons, by_line=True
            )

        advice = advised(told, options)
        heard = improving(listener, advice)
        found = self._analysis(position, information, moves, int(options.seed), budget, heard)
        return advice(found)

    def warming_steps(self) -> Sequence[Step]:
        """See :meth:`kibitz.solvers.solver.Solver.warming_steps`."""
        return warming_steps(self)

    def _analysis(
        self,
        position: Position,
        information: Information,
        moves: list[int],
        seed: int,
        budget: Budget,
        listener: Listener,
    ) -> Analysis:
        seen = position if information == "known" else self.game.as_seen(position)
        hidden = seen.hidden > 0
        if not hidden and not unknown_shuffles(self.game.state(seen)):
            budget = self.budget_for("analyze", "known", budget)
            return of_known(self.game, seen, moves, budget, listener)
        return of_unknown(self.game, seen, moves, seed, budget, listener, hidden=hidden)

    def _asked_moves(self, position: Position, asked: list[str] | None) -> list[int]:
        return asked_moves(self.game, position, asked, lambda text: read_move(text)[0])

    def _check_solve(self, position: Position, options: SolveOptions) -> None:
        if options.objective not in self.objectives:
            message = f"{options.objective!r}: this game has {' and '.join(self.objectives)}"
            raise BadInput.one("/objective", "unknown_objective", message)
        if position.hidden:
            message = (
                f"{position.hidden} stock cards are face down: solve needs their order; "
                "ask analyze or hint for the chance to win"
            )
            raise BadInput.one("/position/stock", "stock_hidden", message)

    def _solved(
        self,
        position: Position,
        options: SolveOptions,
        found: Decision,
        budget: Budget,
        listener: Listener,
    ) -> SolveAnswer:
        layout, spent = found.layout(), Spent(nodes=found.visited(), states=found.states)
        if options.objective != "compact" or found.won is None:
            return self._won(position, layout, spent, budget)
        before = int(found.root[0]["field"]["count"])

        def told(search: Compact, stopped: StoppedBy = StoppedBy.CANCELLED) -> SolveAnswer:
            layout = layout_of(search.best, before)
            both = Spent(nodes=spent.nodes + search.nodes, states=spent.states)
            box = Box(
                width=search.box.width,
                height=search.box.height,
                at_least=before + len(layout),
            )
            return self._won(position, layout, both, budget, box, stopped)

        search = Compact(
            found.root,
            found.won,
            budget,
            lambda laid: line_of(self.game, position, laid) is not None,
        )
        return told(search, search.run(improving(listener, told)))

    def _won(
        self,
        position: Position,
        layout: list[Laid],
        spent: Spent,
        budget: Budget,
        box: Box | None = None,
        stopped: StoppedBy = StoppedBy.SOLVED,
    ) -> SolveAnswer:
        """The answer of a game that ``layout`` wins, which the rules have to agree to."""
        moves = line_of(self.game, position, layout)
        if moves is None or not self.verify(position, moves).won:
            raise AssertionError(f"a witness failed its replay: {layout}")
        unfinished = stopped not in (StoppedBy.SOLVED, StoppedBy.SETTLED)
        return SolveAnswer(
            verdict=Verdict.SOLVABLE,
            proof=Proof.WITNESS,
            moves=moves,
            box=box,
            advice=advice_for(stopped) if unfinished else None,
            stopped_by=stopped,
            spent=spent,
            limits=effective(budget.limits),
        )


def _information(position: Position, asked: Information | None) -> Information:
    """What the analysis may use: what was asked, else the rules' switch; never more than given."""
    if position.hidden and asked == "known":
        message = f"'known', but {position.hidden} stock cards are face down"
        raise BadInput.one("/information", "stock_hidden", message)
    if position.hidden:
        return "hidden"
    return asked or position.rules.information
