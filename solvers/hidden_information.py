"""How every game in which seats do not see all cards answers its verbs.

``analyze`` and ``hint`` answer for the seat to move from what it sees, also where all cards are
listed. Who asks for ``known`` information gets exact values, or sampled ones where those take more
than the limits allow. A game says how its cards are searched, open and hidden, and in which words
its hints are given.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, Literal

from kibitz.contract.answers import (
    AnalyzeAnswer,
    HintAnswer,
    Proof,
    Reason,
    Score,
    SolveAnswer,
    Spent,
    StoppedBy,
    VerifyAnswer,
)
from kibitz.contract.beliefs import Knock
from kibitz.contract.options import (
    AnalyzeOptions,
    EffectiveLimits,
    HintOptions,
    Information,
    Limits,
    Options,
    SolveOptions,
    Utility,
)
from kibitz.games.faults import BadInput, Fault, noted
from kibitz.games.protocol import State, run_turn
from kibitz.solvers.answering import QUICK, Annotations, AnsweringSolver
from kibitz.solvers.answers import settled, undecided
from kibitz.solvers.budget import Budget, Listener, ignore, improving
from kibitz.solvers.open_cards import OpenValues, exact_score, valued
from kibitz.solvers.question import Analysis, Beliefs, Question, Unit
from kibitz.solvers.solver import Advice
from kibitz.solvers.wording import advised, forced_hint, head_of

# Of each decision. The playouts settle it where the machine is not very slow, so that the same game
# gets the same review.
REVIEW: Final = Limits(time_ms=5_000, iterations=6_000, memory_mb=256)
OPEN_SHARE: Final = 0.5  # of the time for exact values, the rest for sampled ones
OpenObjective = Literal["max_n", "paranoid"]


class HiddenInformationSolver(AnsweringSolver):
    """A solver of a game in which seats take turns and do not see everything."""

    default_limits: ClassVar[Mapping[str, Limits]] = {
        **AnsweringSolver.default_limits,
        "review": REVIEW,
    }

    @abstractmethod
    def check_open(self, position: Any, state: State) -> list[Fault]:
        """A fault for every part of ``position`` that is not listed."""

    @abstractmethod
    def open_values(
        self, question: Question, objective: OpenObjective, budget: Budget, listener: Listener
    ) -> OpenValues:
        """What the moves of the question come to with every card known.

        ``max_n``: every side plays for itself; ``paranoid``: all others against the seat to move.
        """

    @abstractmethod
    def hidden_search(self, question: Question, budget: Budget, listener: Listener) -> Analysis:
        """The moves of the question valued in deals that fit what the seat to move sees."""

    @abstractmethod
    def possible(self, question: Question) -> tuple[float, float]:
        """The least and the most that the seat to move may still make."""

    @abstractmethod
    def beliefs(self, question: Question) -> Beliefs:
        """What the seat to move may believe of the cards that it does not see."""

    def knock(self, question: Question, found: Analysis) -> Knock | None:  # noqa: ARG002
        """What a knock now comes to, in games that have it."""
        return None

    def advice_of(self, question: Question, move: int) -> str:
        """The sentence that advises an only move."""
        return head_of(self.game.describe(question.view, move))

    def certain(self, question: Question, move: int) -> list[Reason]:  # noqa: ARG002
        """What is sure to come of an only move, known without a search."""
        return []

    def unit_of(self, state: State) -> Unit:  # noqa: ARG002
        """What open cards are valued in."""
        return "points"

    def no_match(
        self,
        position: Any,  # noqa: ARG002
        information: Information,  # noqa: ARG002
    ) -> tuple[str, str] | None:
        """Why a match cannot be striven for here, as a fault's code and words; None if it can."""
        return None

    def payoffs(self, state: State) -> Sequence[float] | None:
        """What each seat has made in a game that is over; None where that is not known."""
        outcome = self.game.outcome(state)
        return None if outcome is None else outcome.payoffs

    def final_score(self, question: Question) -> Score | None:
        """What the seat to move has made in a game that is over."""
        made = self.payoffs(question.state)
        if made is None:
            return None
        return exact_score(self.unit_of(question.state), question.seat, made[question.seat])

    def solve(
        self, position: Any, options: SolveOptions, budget: Budget, listener: Listener = ignore
    ) -> SolveAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.solve`: best play of all with open cards."""
        question = self._ask_open(position, options)
        if question.over:
            made = self.payoffs(question.state)
            return settled([], self.final_score(question), made, budget)

        def unsettled(found: OpenValues) -> SolveAnswer:
            return undecided(found.stopped, Spent(nodes=found.nodes), budget)

        objective: OpenObjective = "paranoid" if options.objective == "paranoid" else "max_n"
        found = self.open_values(question, objective, budget, improving(listener, unsettled))
        if found.value is None:
            return unsettled(found)
        line = [self.game.move_text(move) for move in found.line]
        self.game.play(position, line)
        score = exact_score(self.unit_of(question.state), question.seat, found.shown(found.value))
        made = None if found.payoffs is None else [found.shown(each) for each in found.payoffs]
        return settled(line, score, made, budget, found.stopped, Spent(nodes=found.nodes))

    def analyze(
        self, position: Any, options: AnalyzeOptions, budget: Budget, listener: Listener = ignore
    ) -> AnalyzeAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.analyze`."""
        question = self.ask(position, options)
        if question.information == "hidden":
            return self.value(question, options, budget, listener)
        budget = self.budget_for("analyze", "known", budget)
        found = self.value(question, options, budget.share(OPEN_SHARE), listener)
        if found.advice is None or found.stopped_by is StoppedBy.CANCELLED:
            return found
        rest = budget.without_nodes(QUICK.time_ms)
        sampled = self.value(self._from_the_seat(question), options, rest, listener)
        advice = _too_large(question, found.advice)
        return sampled.model_copy(update=_both(found, sampled) | {"advice": advice})

    def advise(
        self, position: Any, options: HintOptions, budget: Budget, listener: Listener = ignore
    ) -> Advice:
        """See :meth:`kibitz.solvers.solver.Solver.advise`; an only move is not searched."""
        question = self.ask(position, options)
        if len(question.moves) == 1:
            return self._forced(question, options, budget)
        if question.information == "hidden":
            return self.find_advice(question, options, budget, listener)
        budget = self.budget_for("hint", "known", budget)
        advice = self.find_advice(question, options, budget.share(OPEN_SHARE), listener)
        found = advice.at("nudge")
        if found.advice is None or found.stopped_by is StoppedBy.CANCELLED:
            return advice
        said = _too_large(question, found.advice)

        def answer(sampled: Advice, options: HintOptions) -> HintAnswer:
            hint = sampled.at(options.level)
            update = _both(found, hint)
            if hint.advice is None:
                update |= {"advice": said, "text": f"{hint.text} {said}"}
            return hint.model_copy(update=update)

        rest = budget.without_nodes(QUICK.time_ms)
        sampled = self.find_advice(self._from_the_seat(question), options, rest, listener)
        return advised(answer, options)(sampled)

    def search(self, question: Question, budget: Budget, listener: Listener) -> Analysis:
        """See :meth:`kibitz.solvers.answering.AnsweringSolver.search`."""
        if question.over:
            return self.finished(question)
        if question.information == "hidden":
            return self.hidden_search(question, budget, listener)

        def analysis(found: OpenValues) -> Analysis:
            unit = self.unit_of(question.state)
            return valued(self.game, question, found, unit, self.possible(question))

        heard = improving(listener, analysis)
        return analysis(self.open_values(question, "max_n", budget, heard))

    def finished(self, question: Question) -> Analysis:
        """The analysis of a game that is over."""
        score = self.final_score(question)
        return Analysis(None, Proof.EXHAUSTIVE, score, [], True, StoppedBy.SOLVED, Spent())

    def annotate(self, question: Question) -> Annotations:
        """See :meth:`kibitz.solvers.answering.AnsweringSolver.annotate`: beliefs, plans, a knock.

        The beliefs come before the search, whose time limit then counts them in.
        """
        guessing = question.information == "hidden" and not question.over
        beliefs = self.beliefs(question) if guessing else Beliefs()
        return lambda found: {
            "plans": found.plans,
            "beliefs": beliefs.cards,
            "hands": beliefs.hands,
            "knock": self.knock(question, found) if guessing else None,
        }

    def verify(self, position: Any, moves: Sequence[str]) -> VerifyAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.verify`; with what each seat has made."""
        answer, state = self.replayed(position, moves)
        made = self.payoffs(state) if answer.valid else None
        return answer.model_copy(update={"payoffs": None if made is None else list(made)})

    def information_of(self, position: Any, state: State, asked: Information | None) -> Information:
        """See :meth:`kibitz.solvers.answering.AnsweringSolver.information_of`."""
        if asked == "known":
            faults = [
                Fault("/information", fault.code, f"'known', but {fault.message}")
                for fault in self.check_open(position, state)
            ]
            if faults:
                raise BadInput(faults)
            return "known"
        seat = int(run_turn(state))
        if position.hidden[seat] and not self.game.over(state):
            message = f"it is the turn of seat {seat}, whose hand is not listed"
            raise BadInput.one(f"/position/hands/{seat}", "own_hand_hidden", message)
        return "hidden"

    def utility_of(self, position: Any, information: Information, asked: Utility | None) -> Utility:
        """See `solvers.answering.AnsweringSolver.utility_of`: the match, where there is one."""
        if "match" not in self.utilities:
            return "points"
        refused = self.no_match(position, information)
        if refused is None:
            return asked or "match"
        code, reason = refused
        if asked == "match":
            raise BadInput.one("/utility", code, f"'match', but {reason}")
        return "points"

    def usable(self, position: Any, state: State, information: Information) -> Any:
        """See `solvers.answering.AnsweringSolver.usable`; of a game that is over, all of it."""
        return position if self.game.over(state) else super().usable(position, state, information)

    def check(self, position: Any, options: Options) -> None:
        """See :meth:`kibitz.solvers.solver.Solver.check`."""
        super().check(position, options)
        if position is not None and isinstance(options, SolveOptions):
            self._ask_open(position, options)

    def _ask_open(self, position: Any, options: SolveOptions) -> Question:
        """The question of ``solve``; raises ``BadInput`` with every fault."""
        state = self.game.state(position)
        faults: list[Fault] = []
        with noted(faults):
            self.check_objective(options.objective)
        faults += self.check_open(position, state)
        if faults:
            raise BadInput(faults)
        return self.question("solve", position, state, "known", self.game.legal(state))

    def _from_the_seat(self, question: Question) -> Question:
        """The question of the sampling that stands in for exact values, in the same unit."""
        seen = self.usable(question.position, question.state, "hidden")
        view = self.game.state(seen)
        return replace(question, information="hidden", utility="points", seen=seen, view=view)

    def _forced(self, question: Question, options: HintOptions, budget: Budget) -> Advice:
        (move,) = question.moves

        def answer(said: str, options: HintOptions) -> HintAnswer:
            certain = self.certain(question, move)
            return forced_hint(self.game.move_text(move), said, options, budget, certain)

        return advised(answer, options)(self.advice_of(question, move))


def _too_large(question: Question, advice: str) -> str:
    return (
        "With all cards known there was too much to search for exact values, so the values "
        f"are sampled from what seat {question.seat} sees. {advice}"
    )


def _both(exact: AnalyzeAnswer | HintAnswer, sampled: AnalyzeAnswer | HintAnswer) -> dict[str, Any]:
    """The limits that were in force in either search, and what both cost."""
    first, then = exact.spent, sampled.spent
    spent = {name: getattr(first, name) + getattr(then, name) for name in Spent.model_fields}
    in_force = sampled.limits.model_dump() | exact.limits.model_dump(exclude_none=True)
    limits = EffectiveLimits(**in_force)
    return {"limits": limits, "spent": Spent(**spent)}
