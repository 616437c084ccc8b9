"""Knotty Nines: the verbs. See :class:`kibitz.solvers.solver.Solver`."""

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Final

from kibitz.contract.answers import (
    AnalyzeAnswer,
    HintAnswer,
    Proof,
    Shortest,
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
from kibitz.games.faults import BadInput, Fault, noted
from kibitz.games.knotty_nines.game import KnottyNines
from kibitz.games.knotty_nines.notation import read_move
from kibitz.games.knotty_nines.position import Position
from kibitz.solvers.answers import advised, effective, told_analysis, told_hint, undecided
from kibitz.solvers.asked import asked_moves
from kibitz.solvers.budget import Budget
from kibitz.solvers.knotty_nines.analysis import Analysis, warming_steps
from kibitz.solvers.knotty_nines.exact import ClassSearch, RankView, decide, line_texts
from kibitz.solvers.knotty_nines.explain import explain
from kibitz.solvers.knotty_nines.hidden import TREE_SHARE
from kibitz.solvers.knotty_nines.hints import piles_of, sentences_of, text_of
from kibitz.solvers.knotty_nines.known import of_known
from kibitz.solvers.knotty_nines.search import FOUND
from kibitz.solvers.knotty_nines.shortest import ShortestSearch, shorten
from kibitz.solvers.knotty_nines.unseen import of_hidden
from kibitz.solvers.progress import Listener, finding, ignore, improving
from kibitz.solvers.solver import Advice, Solver, Step, advice_for

DEFAULTS: Final = Limits(time_ms=10_000, memory_mb=256)
HINT_TREE_SHARE: Final = 0.6


class KnottyNinesSolver(Solver):
    """Exact for known stocks; sampling and information-state search for hidden ones."""

    game = KnottyNines()
    objectives: ClassVar[Sequence[Objective]] = ("any", "shortest")
    default_limits: ClassVar[Mapping[str, Limits]] = {
        "solve": DEFAULTS,
        "analyze": Limits(time_ms=1_000, memory_mb=256),
        "hint": Limits(time_ms=1_000, memory_mb=256),
    }
    steps_of: ClassVar[Mapping[str, Collection[str]]] = {
        "solve": ("rules", "exact search", "explanation"),
    }

    def solve(
        self, position: Position, options: SolveOptions, budget: Budget, listener: Listener = ignore
    ) -> SolveAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.solve`; the stock's order must be known."""
        answer = self._solve(position, options, budget, listener)
        if answer.verdict is not Verdict.UNSOLVABLE:
            return answer
        told = explain(self.game, position, budget, finding(listener, lambda: answer))
        return answer.model_copy(update={"explanation": told})

    def decide(self, position: Position, budget: Budget) -> SolveAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.decide`."""
        return self._solve(position, SolveOptions(), budget, ignore)

    def _solve(
        self, position: Position, options: SolveOptions, budget: Budget, listener: Listener
    ) -> SolveAnswer:
        """The answer of ``solve``, unexplained."""
        self._check_solve(position, options)
        view = RankView.of(position)
        stopped, search = decide(view, budget, listener)
        spent = Spent(nodes=search.visited(), states=search.states)
        if stopped is not StoppedBy.SOLVED:
            return undecided(stopped, spent, budget)
        if search.outcome == FOUND:
            return self._solved(position, options, search, budget, listener)
        return SolveAnswer(
            verdict=Verdict.UNSOLVABLE,
            proof=Proof.BOUND if search.bounded_out else Proof.EXHAUSTIVE,
            stopped_by=StoppedBy.SOLVED,
            spent=spent,
            limits=effective(budget.limits),
        )

    def analyze(
        self,
        position: Position,
        options: AnalyzeOptions,
        budget: Budget,
        listener: Listener = ignore,
    ) -> AnalyzeAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.analyze`."""
        information, moves = self._asked(position, options, options.moves)

        def told(found: Analysis) -> AnalyzeAnswer:
            return told_analysis(found, information, options, budget)

        heard = improving(listener, told)
        return told(self._analysis(position, information, moves, int(options.seed), budget, heard))

    def advise(
        self, position: Position, options: HintOptions, budget: Budget, listener: Listener = ignore
    ) -> Advice:
        """See :meth:`kibitz.solvers.solver.Solver.advise`."""
        information, moves = self._asked(position, options, None)

        def told(found: Analysis, options: HintOptions) -> HintAnswer:
            text, plan = text_of(found, options.level), found.plan
            # A lost game in which nothing more can be drawn has no move to advise.
            lost = found.verdict is Verdict.UNSOLVABLE and not plan
            seen = dataclasses.replace(found, values=[]) if lost else found
            reasons = sentences_of(found, "why") if options.level == "why" else None
            return told_hint(seen, options, budget, text, piles_of(plan), plan, reasons)

        advice = advised(told, options)
        heard = improving(listener, advice)
        return advice(
            self._analysis(
                *(position, information, moves, int(options.seed), budget, heard),
                tree_share=HINT_TREE_SHARE,
            )
        )

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
        tree_share: float = TREE_SHARE,
    ) -> Analysis:
        if information == "hidden" and position.stock_size == 1:
            # Who sees all the other cards knows the last one.
            position = dataclasses.replace(position, stock=position.unseen, hidden=0)
            information = "known"
        if information == "known":
            return of_known(self.game, position, moves, budget, listener)
        seen = self.game.as_seen(position)
        return of_hidden(self.game, seen, moves, seed, budget, listener, tree_share)

    def _asked(
        self, position: Position, options: AnalyzeOptions | HintOptions, moves: list[str] | None
    ) -> tuple[Information, list[int]]:
        """What may be looked at, and the moves to value; raises ``BadInput`` with every fault."""
        faults: list[Fault] = []
        information: Information = "hidden"
        found: list[int] = []
        with noted(faults):
            self.check_utility(options.utility)
        with noted(faults):
            information = _information(position, options.information)
        with noted(faults):
            found = asked_moves(self.game, position, moves, lambda text: read_move(text)[0])
        if faults:
            raise BadInput(faults)
        return information, found

    def _check_solve(self, position: Position, options: SolveOptions) -> None:
        faults: list[Fault] = []
        with noted(faults):
            self.check_objective(options.objective)
        if position.hidden:
            message = (
                f"{position.hidden} stock cards are face down: solve needs their order; "
                "ask analyze or hint for the chance to win"
            )
            faults.append(Fault("/position/stock", "stock_hidden", message))
        if faults:
            raise BadInput(faults)

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
            return self._won(position, moves, spent, budget)
        if not moves:
            shortest = Shortest(proven=True, moves=0, at_least=0)
            return self._won(position, moves, spent, budget, shortest)

        def told(best: ShortestSearch, stopped: StoppedBy = StoppedBy.CANCELLED) -> SolveAnswer:
            line = line_texts(best.line()) if best.found else moves
            at_least = min(best.at_least, len(line))
            shortest = Shortest(proven=at_least == len(line), moves=len(line), at_least=at_least)
            both = Spent(nodes=spent.nodes + best.visited(), states=spent.states + best.states)
            return self._won(position, line, both, budget, shortest, stopped)

        stopped, best = shorten(search.view, budget, improving(listener, told))
        return told(best, stopped)

    def _won(
        self,
        position: Position,
        moves: list[str],
        spent: Spent,
        budget: Budget,
        shortest: Shortest | None = None,
        stopped: StoppedBy = StoppedBy.SOLVED,
    ) -> SolveAnswer:
        """The answer of a game that ``moves`` win, which the rules have to agree to."""
        replayed = self.verify(position, moves)
        if not replayed.won:
            raise AssertionError(f"a witness failed its replay: {replayed}")
        return SolveAnswer(
            verdict=Verdict.SOLVABLE,
            proof=Proof.WITNESS,
            moves=moves,
            shortest=shortest,
            advice=None if stopped is StoppedBy.SOLVED else advice_for(stopped),
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
    wanted = asked or position.rules.information
    return wanted if position.stock else "known"
