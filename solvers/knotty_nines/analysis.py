"""What an analysis found out, known or hidden, in the shape the verbs answer from."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from kibitz.contract.answers import MoveValue, Proof, Reason, Score, Spent, StoppedBy, Verdict
from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions, SolveOptions
from kibitz.games.game import Game
from kibitz.games.knotty_nines.position import Position
from kibitz.games.protocol import run_redeal, run_turn
from kibitz.solvers.budget import Budget
from kibitz.solvers.knotty_nines.sentences import WORDING
from kibitz.solvers.knotty_nines.values import exact_score
from kibitz.solvers.progress import ignore
from kibitz.solvers.solver import Solver


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


def finished(game: Game, position: Position) -> Analysis | None:
    """The analysis of a game that is over; None while it goes on."""
    outcome = game.outcome(game.state(position))
    if outcome is None:
        return None
    if outcome.won:
        won = exact_score(Verdict.SOLVABLE)
        return Analysis(Verdict.SOLVABLE, Proof.WITNESS, won, [], [WORDING.say("won")])
    stuck = [WORDING.say("no_moves", stock=position.stock_size)]
    return Analysis(
        Verdict.UNSOLVABLE, Proof.EXHAUSTIVE, exact_score(Verdict.UNSOLVABLE), [], stuck
    )


def preparing(plan: list[str]) -> Reason:
    """Whether a pile is to be emptied now or after some exchanges."""
    if len(plan) == 1:
        return WORDING.say("empty_now")
    return WORDING.say("prepare", exchanges=len(plan) - 1)


def warming_steps(solver: Solver) -> list[tuple[str, Callable[[], object]]]:
    """Named calls that between them run every kernel of the game once."""
    game = solver.game
    deal = game.deal("100012", None, "pysolfc")
    cleared = game.deal("100012", {"win": "stock_empty_and_stuck"}, "pysolfc")
    # Hard enough to make every table grow.
    hard = game.deal("100074", None, "pysolfc")
    limits = Limits(iterations=16, nodes=1_000_000, memory_mb=256)

    def search(
        verb: Callable[..., object], position: object, options: object
    ) -> Callable[[], object]:
        return lambda: verb(position, options, Budget(limits), ignore)

    def protocol() -> None:
        game.deal("1")
        state = game.state(deal)
        run_turn(state)
        run_redeal(state, 0, np.zeros(1, np.uint64))

    return [
        ("rules", protocol),
        ("exact search", search(solver.solve, deal, SolveOptions())),
        ("explanation", search(solver.solve, game.deal("100002", None, "pysolfc"), SolveOptions())),
        ("shortest line", search(solver.solve, hard, SolveOptions(objective="shortest"))),
        ("clearing", search(solver.solve, cleared, SolveOptions())),
        ("values", search(solver.analyze, deal, AnalyzeOptions())),
        ("hidden stock", search(solver.analyze, game.as_seen(deal), AnalyzeOptions())),
        ("hints", search(solver.hint, game.as_seen(deal), HintOptions(level="why"))),
    ]
