"""Answers put together from what an analysis found: the same way in every game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from kibitz.contract.answers import (
    AnalyzeAnswer,
    HintAnswer,
    MoveValue,
    PlanValue,
    Proof,
    Reason,
    Score,
    SolveAnswer,
    Spent,
    StoppedBy,
    Verdict,
)
from kibitz.contract.base import Answer
from kibitz.contract.beliefs import Belief, HandBelief, Knock
from kibitz.contract.limits import EffectiveLimits, Limits
from kibitz.contract.options import AnalyzeOptions, ChooseOptions, HintOptions, Information
from kibitz.contract.replies import ChooseAnswer
from kibitz.solvers.budget import Budget
from kibitz.solvers.progress import Progress
from kibitz.solvers.solver import Advice, advice_for
from kibitz.solvers.wording import Wording

F = TypeVar("F")
ONLY: Final = Wording({"only_move": "It is the only legal move."})


def verdict_score(verdict: Verdict) -> Score:
    """A verdict as a chance to win; what is undecided lies between 0 and 1."""
    if verdict is Verdict.UNKNOWN:
        return Score(kind="bound", unit="win_probability", value=0.5, low=0, high=1, samples=0)
    won = float(verdict is Verdict.SOLVABLE)
    return Score(kind="exact", unit="win_probability", value=won, low=won, high=won, samples=0)


class Found(Protocol):
    """What the analysis of any game finds: moves valued, best first, the verdict, the cost."""

    @property
    def verdict(self) -> Verdict | None:
        """Whether the position can be won, where the game asks it."""

    @property
    def proof(self) -> Proof:
        """What the verdict rests on."""

    @property
    def score(self) -> Score | None:
        """The value of the position, None when it is unknown."""

    @property
    def values(self) -> list[MoveValue]:
        """The moves valued, best first."""

    @property
    def stopped(self) -> StoppedBy:
        """What ended the search."""

    @property
    def spent(self) -> Spent:
        """What the search has cost."""


def effective(limits: Limits) -> EffectiveLimits:
    """Limits as answers tell them."""
    return EffectiveLimits(**limits.model_dump())


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
        limits=effective(budget.limits),
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
        limits=effective(budget.limits),
    )


def so_far(verb: str, progress: Progress, budget: Budget) -> Answer | Advice | None:
    """What ``verb`` would answer if it was stopped now; None while there is nothing to tell.

    Of a hint that is not cut to a level yet it is the advice. To be called by the listener while
    it is told. ``budget``: what the verb is spending.
    """
    found = None if progress.found is None else progress.found()
    if isinstance(found, Answer | Advice):
        return found
    if verb == "solve":
        spent = Spent(nodes=budget.nodes, samples=budget.iterations)
        return undecided(StoppedBy.CANCELLED, spent, budget)
    return None


def is_valued(row: MoveValue) -> bool:
    """Whether a search found out what a move is worth; small limits may not let it."""
    return row.score.kind == "exact" or row.score.samples > 0


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
        moves=[] if options.moves == [] else found.values[: options.multi_pv],
        plans=None if plans is None else plans[: options.multi_pv],
        beliefs=beliefs,
        hands=hands,
        knock=knock,
        advice=advice_for(found.stopped) if unfinished else None,
        stopped_by=found.stopped,
        spent=found.spent,
        limits=effective(budget.limits),
        seed=options.seed,
    )


def advised(
    answer: Callable[[F, HintOptions], HintAnswer], options: HintOptions
) -> Callable[[F], Advice]:
    """What makes advice of findings: ``answer`` gives the hint at the level of the options."""

    def advice(found: F) -> Advice:
        return Advice(lambda level: answer(found, options.model_copy(update={"level": level})))

    return advice


def forced_hint(move: str, words: str, options: HintOptions, budget: Budget) -> HintAnswer:
    """The hint where ``move`` is the only one: there is nothing to search for.

    ``words``: what it does.
    """
    named = options.level in ("move", "why")
    only = ONLY.say("only_move")
    said = f"Play {move}: {words}" + ("" if words.endswith("!") else ".")
    texts = {
        "move": said,
        "why": f"{said} {only.text}",
    }
    return HintAnswer(
        level=options.level,
        text=texts.get(options.level, "There is only one legal move."),
        move=move if named else None,
        line=[move] if named else None,
        reasons=[only] if options.level == "why" else None,
        verdict=None,
        stopped_by=StoppedBy.SOLVED,
        spent=Spent(),
        limits=effective(budget.limits),
        seed=options.seed,
    )


@dataclass(frozen=True, slots=True)
class Words:
    """What a hint says at a level.

    ``area``: what the best move touches. ``line``: where it is not the line of the best move.
    ``reasons``: the facts that the text at the level why states. ``advises``: False where nothing
    is worth advising. ``by_line``: a line played to its end says what a move is worth.
    """

    text: str
    area: Sequence[str] | None = None
    reasons: Sequence[Reason] | None = None
    line: Sequence[str] | None = None
    advises: bool = True
    by_line: bool = False


def hint_answer(found: Found, words: Words, options: HintOptions, budget: Budget) -> HintAnswer:
    """The answer of ``hint``, which gives away no more than its level does.

    A move that was not valued is not advised, whatever the words say.
    """
    best = found.values[0] if found.values and words.advises else None
    text, reasons, advice = words.text, words.reasons, None
    if best is not None and not (words.by_line or is_valued(best)):
        best, advice = None, advice_for(found.stopped)
        text, reasons = f"No move can be advised yet. {advice}", None
    area = words.area if options.level != "nudge" and best is not None else None
    move = best if options.level in ("move", "why") else None
    line = move.line if move and words.line is None else words.line
    return HintAnswer(
        level=options.level,
        text=text,
        area=None if area is None else list(area),
        move=move.move if move else None,
        line=list(line or []) if move else None,
        score=move.score if move else None,
        advice=advice,
        reasons=list(reasons) if reasons is not None and options.level == "why" else None,
        verdict=found.verdict,
        stopped_by=found.stopped,
        spent=found.spent,
        limits=effective(budget.limits),
        seed=options.seed,
    )


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
        limits=effective(budget.limits) if found else None,
    )
