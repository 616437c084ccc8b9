"""What an analysis found out, known or hidden, in the shape the verbs answer from."""

from dataclasses import dataclass, field

from kibitz.contract.answers import MoveValue, Proof, Reason, Score, Spent, StoppedBy, Verdict
from kibitz.games.game import Game
from kibitz.solvers.answers import verdict_score
from kibitz.solvers.knotty_nines.sentences import WORDING
from kibitz.solvers.question import Question


@dataclass(frozen=True)
class Analysis:
    """Legal moves valued, best first, with the verdict and what it cost.

    ``plan``: the moves up to the next pile emptied, empty where no move can be advised.
    ``standing`` says how the player stands, ``nudges`` what kind of move to look for, ``reasons``
    why the first move of the plan is advised.
    """

    verdict: Verdict
    proof: Proof
    score: Score
    values: list[MoveValue]
    standing: list[Reason]
    plan: list[str] = field(default_factory=list)
    nudges: list[Reason] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    stopped: StoppedBy = StoppedBy.SOLVED
    spent: Spent = field(default_factory=Spent)


def finished(game: Game, question: Question) -> Analysis | None:
    """The analysis of a game that is over; None while it goes on."""
    outcome = game.outcome(question.view)
    if outcome is None:
        return None
    if outcome.won:
        won = verdict_score(Verdict.SOLVABLE)
        return Analysis(Verdict.SOLVABLE, Proof.WITNESS, won, [], [WORDING.say("won")])
    stuck = [WORDING.say("no_moves", stock=question.seen.stock_size)]
    return Analysis(
        Verdict.UNSOLVABLE, Proof.EXHAUSTIVE, verdict_score(Verdict.UNSOLVABLE), [], stuck
    )


def preparing(plan: list[str]) -> Reason:
    """Whether a pile is to be emptied now or after some exchanges."""
    if len(plan) == 1:
        return WORDING.say("empty_now")
    return WORDING.say("prepare", exchanges=len(plan) - 1)
