"""Answers put together from what a search found, but for hints: the same way in every game."""

from collections.abc import Sequence
from typing import Final

from kibitz.contract.answers import (
    AnalyzeAnswer,
    MoveValue,
    PlanValue,
    Proof,
    Score,
    SolveAnswer,
    Spent,
    StoppedBy,
    Verdict,
)
from kibitz.contract.base import Answer
from kibitz.contract.beliefs import Belief, HandBelief, Knock
from kibitz.contract.options import (
    AnalyzeOptions,
    ChooseOptions,
    Information,
)
from kibitz.contract.replies import ChooseAnswer
from kibitz.solvers.budget import Budget, Progress
from kibitz.solvers.solver import Advice, advice_for
from kibitz.solvers.wording import Found, effective, is_valued

TINY: Final = 1e-6  # answers round values to six decimals


def verdict_score(verdict: Verdict) -> Score:
    """A verdict as a chance to win; what is undecided lies between 0 and 1."""
    if verdict is Verdict.UNKNOWN:
        return Score(kind="bound", unit="win_probability", value=0.5, low=0, high=1, samples=0)
    won = float(verdict is Verdict.SOLVABLE)
    return Score(kind="exact", unit="win_probability", value=won, low=won, high=won, samples=0)


def undecided(
    stopped: StoppedBy,
    spent: Spent,
    budget: Budget,
    *,
    score: Score | None = None,
    advice: str | None = None,
) -> SolveAnswer:
    """The answer of ``solve`` that was stopped undecided; ``advice`` where it is special."""
    return SolveAnswer(
        verdict=Verdict.UNKNOWN,
        proof=Proof.NONE,
        score=score,
        advice=advice or advice_for(stopped),
        stopped_by=stopped,
        spent=spent,
        limits=effective(budget.in_force()),
    )


def settled(
    moves: Sequence[str],
    score: Score | None,
    payoffs: Sequence[float] | None,
    budget: Budget,
    stopped: StoppedBy = StoppedBy.SOLVED,
    spent: Spent | None = None,
) -> SolveAnswer:
    """The answer of ``solve`` that knows what open cards come to; by default, a game is over.

    ``payoffs``: of every seat, None where only the score of one is known. There is no verdict: not
    only won or lost counts.
    """
    return SolveAnswer(
        verdict=None,
        proof=Proof.EXHAUSTIVE,
        moves=list(moves),
        score=score,
        payoffs=None if payoffs is None else [float(payoff) for payoff in payoffs],
        stopped_by=stopped,
        spent=spent or Spent(),
        limits=effective(budget.in_force()),
    )


def so_far(verb: str, progress: Progress, budget: Budget) -> Answer | Advice | None:
    """What ``verb`` would answer if it was stopped now; None while there is nothing yet.

    Of a hint that is not cut to a level yet it is the advice. To be called within the listener.
    ``budget``: what the verb is spending.
    """
    found = None if progress.found is None else progress.found()
    if isinstance(found, Answer | Advice):
        return found
    if verb == "solve":
        spent = Spent(nodes=budget.nodes, samples=budget.iterations)
        return undecided(StoppedBy.CANCELLED, spent, budget)
    return None


def analysis_answer(
    found: Found,
    information: Information,
    options: AnalyzeOptions,
    budget: Budget,
    *,
    plans: list[PlanValue] | None = None,
    beliefs: list[Belief] | None = None,
    hands: list[HandBelief] | None = None,
    knock: Knock | None = None,
) -> AnalyzeAnswer:
    """The answer of ``analyze``; who asked for no move at all gets none."""
    unfinished = not all(map(is_valued, found.values))
    return AnalyzeAnswer(
        information=information,
        verdict=found.verdict,
        proof=found.proof,
        score=found.score,
        moves=[] if options.moves == [] else _rows(found)[: options.multi_pv],
        plans=None if plans is None else plans[: options.multi_pv],
        beliefs=beliefs,
        hands=hands,
        knock=knock,
        advice=advice_for(found.stopped) if unfinished else None,
        stopped_by=found.stopped,
        spent=found.spent,
        limits=effective(budget.in_force()),
        seed=options.seed,
    )


def _rows(found: Found) -> list[MoveValue]:
    """The moves valued; where a better one is known that is not among them, they lose to that."""
    known = found.score if found.score is not None and found.score.kind == "exact" else None
    best = max((row.score.value for row in found.values), default=0.0)
    if known is None or known.value <= best + TINY:
        return found.values
    more = known.value - best
    return [row.model_copy(update={"loss": row.loss + more}) for row in found.values]


def chosen(
    move: str | None, text: str, options: ChooseOptions, budget: Budget, found: Found | None = None
) -> ChooseAnswer:
    """The answer of ``choose``; ``found``: of the search, None where there was none."""
    return ChooseAnswer(
        move=move,
        text=text,
        level=options.level,
        seed=options.seed,
        stopped_by=found.stopped if found else None,
        spent=found.spent if found else Spent(),
        limits=effective(budget.in_force()) if found else None,
    )
