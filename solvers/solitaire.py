"""How the solitaires answer their verbs: a verdict with a line or an explanation, or a chance."""

from abc import abstractmethod
from dataclasses import replace
from typing import Any

from kibitz.contract.answers import Box, Proof, Shortest, SolveAnswer, Spent, StoppedBy, Verdict
from kibitz.contract.explanations import Explanation
from kibitz.contract.options import Information, Options, SolveOptions
from kibitz.games.cards import card_text
from kibitz.games.faults import BadInput, Fault, noted
from kibitz.games.protocol import State
from kibitz.solvers.answering import AnsweringSolver
from kibitz.solvers.budget import Budget, Listener, ignore
from kibitz.solvers.solver import advice_for
from kibitz.solvers.wording import effective


def _face_down(position: Any) -> str:
    """How many cards of the stock are face down, in words."""
    count = position.hidden
    return "1 stock card is face down" if count == 1 else f"{count} stock cards are face down"


class SolitaireSolver(AnsweringSolver):
    """A solver of a game for one, with a stock that may be face down."""

    @abstractmethod
    def verdict(
        self, position: Any, options: SolveOptions, budget: Budget, listener: Listener
    ) -> SolveAnswer:
        """The answer of ``solve``, unexplained; no card of ``position`` is face down."""

    @abstractmethod
    def explain(
        self, position: Any, answer: SolveAnswer, budget: Budget, listener: Listener
    ) -> Explanation:
        """Why ``position`` cannot be won, as ``answer`` says."""

    def solve(
        self, position: Any, options: SolveOptions, budget: Budget, listener: Listener = ignore
    ) -> SolveAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.solve`; the stock's order must be known."""
        self._check_solve(position, options)
        answer = self.verdict(position, options, budget, listener)
        if answer.verdict is not Verdict.UNSOLVABLE:
            return answer
        explanation = self.explain(position, answer, budget, listener)
        limits = effective(budget.in_force())  # the explanation may have been searched for, too
        return answer.model_copy(update={"explanation": explanation, "limits": limits})

    def check(self, position: Any, options: Options) -> None:
        """See :meth:`kibitz.solvers.solver.Solver.check`."""
        super().check(position, options)
        if position is not None and isinstance(options, SolveOptions):
            self._check_solve(position, options)

    def decide(self, position: Any, budget: Budget) -> SolveAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.decide`."""
        options = SolveOptions()
        self._check_solve(position, options)
        return self.verdict(position, options, budget, ignore)

    def information_of(
        self,
        position: Any,
        state: State,  # noqa: ARG002
        asked: Information | None,
    ) -> Information:
        """See `solvers.answering.AnsweringSolver.information_of`: by default, what the rules say.

        Never more than is listed.
        """
        if position.hidden and asked == "known":
            message = f"'known', but {_face_down(position)}"
            raise BadInput.one("/information", "stock_hidden", message)
        return "hidden" if position.hidden else asked or position.rules.information

    def usable(self, position: Any, state: State, information: Information) -> Any:
        """See `solvers.answering.AnsweringSolver.usable`: who sees all but one card knows it."""
        seen = super().usable(position, state, information)
        return replace(seen, stock=seen.unseen, hidden=0) if seen.hidden == 1 else seen

    def won(
        self,
        position: Any,
        moves: list[str],
        spent: Spent,
        budget: Budget,
        stopped: StoppedBy = StoppedBy.SOLVED,
        *,
        shortest: Shortest | None = None,
        box: Box | None = None,
    ) -> SolveAnswer:
        """The answer of a game that ``moves`` win, which the rules have to agree to."""
        replayed = self.verify(position, moves)
        if not replayed.won:
            raise AssertionError(f"a witness failed its replay: {replayed}")
        finished = stopped in (StoppedBy.SOLVED, StoppedBy.SETTLED)
        return SolveAnswer(
            verdict=Verdict.SOLVABLE,
            proof=Proof.WITNESS,
            moves=moves,
            shortest=shortest,
            box=box,
            advice=None if finished else advice_for(stopped),
            stopped_by=stopped,
            spent=spent,
            limits=effective(budget.in_force()),
        )

    def lost(self, proof: Proof, spent: Spent, budget: Budget) -> SolveAnswer:
        """The answer of a game that cannot be won."""
        return SolveAnswer(
            verdict=Verdict.UNSOLVABLE,
            proof=proof,
            stopped_by=StoppedBy.SOLVED,
            spent=spent,
            limits=effective(budget.in_force()),
        )

    def _check_solve(self, position: Any, options: SolveOptions) -> None:
        faults: list[Fault] = []
        with noted(faults):
            self.check_objective(options.objective)
        if position.hidden:
            needs = "solve needs their order"
            if position.hidden == 1:
                (card,) = position.unseen
                needs = f"it can only be {card_text(card)}, so list it to solve the position"
            message = f"{_face_down(position)}: {needs}; ask analyze or hint for the chance to win"
            faults.append(Fault("/position/stock", "stock_hidden", message))
        if faults:
            raise BadInput(faults)
