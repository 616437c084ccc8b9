"""The whole analysis of a position, known or hidden, in the shape the verbs answer from."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from games.game import Game
from games.knotty_nines.position import Position
from games.protocol import run_apply, run_horizon, run_redeal, run_turn
from solvers.budget import Budget, Limits
from solvers.knotty_nines.chances import (
    cards_that_help,
    chance_score,
    hidden_moves,
    hidden_values,
    unseen_ranks,
)
from solvers.knotty_nines.exact import RankView
from solvers.knotty_nines.hidden import (
    TREE_SHARE,
    HiddenFindings,
    HiddenSearch,
    lost_in_every_order,
)
from solvers.knotty_nines.hints import Findings
from solvers.knotty_nines.values import Decisions, exact_score, known_moves, move_values
from solvers.progress import Listener, finding, ignore, improving
from solvers.result import MoveValue, Proof, Score, Spent, StoppedBy, Verdict
from solvers.solver import AnalyzeOptions, HintOptions, SolveOptions, Solver

__all__ = ["TREE_SHARE", "Analysis", "of_hidden", "of_known", "warming_steps"]


@dataclass(frozen=True)
class Analysis:
    """Legal moves valued, best first, with the verdict and what it cost.

    ``plan`` is the line the best move begins; ``reasons`` say why in words.
    """

    verdict: Verdict
    proof: Proof
    score: Score
    values: list[MoveValue]
    plan: list[str]
    reasons: list[str]
    stopped: StoppedBy
    spent: Spent

    def findings(self) -> Findings:
        """The facts that hints are worded from."""
        alike = sum(1 for value in self.values if value.loss == 0)
        low, high = self.score.low, self.score.high
        return Findings(
            verdict=self.verdict,
            best=self.values[0] if self.values else None,
            line=self.plan,
            alike=alike,
            legal=len(self.values),
            chance=f"The chance to win lies between {low:.1%} and {high:.1%}.",
            reasons=self.reasons,
        )


def of_known(
    game: Game, position: Position, moves: list[int], budget: Budget, listener: Listener
) -> Analysis:
    """Decide every move of a position whose stock is open."""
    outcome = game.outcome(game.state(position))
    if outcome is not None:
        verdict = Verdict.SOLVABLE if outcome.won else Verdict.UNSOLVABLE
        proof = Proof.WITNESS if outcome.won else Proof.EXHAUSTIVE
        return Analysis(verdict, proof, exact_score(verdict), [], [], [], StoppedBy.SOLVED, Spent())

    def so_far() -> Analysis:
        return _decided(game, position, moves, decisions.as_they_are())

    decisions = Decisions(budget, finding(listener, so_far))
    return _decided(game, position, moves, decisions)


def _decided(game: Game, position: Position, moves: list[int], decisions: Decisions) -> Analysis:
    """The analysis that ``decisions`` come to, made as they are asked for."""
    _, root = decisions.of(RankView.of(position))
    rows = known_moves(game, position, moves, decisions)
    proofs = {Verdict.SOLVABLE: Proof.WITNESS, Verdict.UNKNOWN: Proof.NONE}
    winning = sum(1 for row in rows if row.decision.verdict is Verdict.SOLVABLE)
    reasons = []
    if root.verdict is Verdict.SOLVABLE and rows:
        reasons.append(f"{winning} of {len(rows)} legal moves keep the win.")
        reasons.append(f"With it a win takes {len(rows[0].line)} more moves.")
    elif root.verdict is Verdict.UNSOLVABLE and rows:
        reasons.append(
            f"It is the move after which most can still be drawn: {rows[0].drawn} cards."
        )
    plan = rows[0].line[: _to_first_draw(game, position, rows[0].line)] if rows else []
    return Analysis(
        root.verdict,
        proofs.get(root.verdict, Proof.EXHAUSTIVE),
        exact_score(root.verdict),
        move_values(rows),
        plan,
        reasons,
        decisions.stopped,
        Spent(nodes=decisions.nodes, states=decisions.states),
    )


def _to_first_draw(game: Game, position: Position, line: list[str]) -> int:
    """How many moves of ``line`` it takes to empty a pile; all of them when none does."""
    state = game.state(position)
    before = run_horizon(state)
    for count, text in enumerate(line, 1):
        run_apply(state, game.enter(state, text))
        if run_horizon(state) < before:
            return count
    return len(line)


def of_hidden(
    game: Game,
    position: Position,
    moves: list[int],
    seed: int,
    budget: Budget,
    listener: Listener,
    tree_share: float = TREE_SHARE,
) -> Analysis:
    """Value every move of a position whose stock is face down."""
    view = RankView.of(position, ())
    unseen = unseen_ranks(position)
    search = HiddenSearch(view, unseen, seed, budget)
    lost_by_bound = lost_in_every_order(view, unseen)
    if search.exit_count == 0 or lost_by_bound:
        proof = Proof.BOUND if search.exit_count else Proof.EXHAUSTIVE
        return _all_lost(game, position, moves, proof)
    certain = len(unseen) == 1 and not view.clear

    def told(found: HiddenFindings) -> Analysis:
        rows = hidden_moves(game, position, moves, found)
        values = hidden_values(rows, unseen, certain=certain)
        verdict = Verdict.SOLVABLE if certain else Verdict.UNKNOWN
        return Analysis(
            verdict,
            Proof.WITNESS if certain else Proof.NONE,
            chance_score(found.chance, certain=certain),
            values,
            rows[0].line if rows else [],
            _reasons(found, unseen, view),
            found.stopped,
            Spent(nodes=found.nodes, states=found.states, samples=found.samples),
        )

    return told(search.run(improving(listener, told), tree_share))


def _all_lost(game: Game, position: Position, moves: list[int], proof: Proof) -> Analysis:
    state = game.state(position)
    values = [
        MoveValue(
            move=game.move_text(move),
            text=game.describe(state, move),
            score=exact_score(Verdict.UNSOLVABLE),
            loss=0.0,
            verdict=Verdict.UNSOLVABLE,
            line=[game.move_text(move)],
        )
        for move in moves
    ]
    reason = (
        "No pile can ever be emptied again, so no card will be drawn."
        if proof is Proof.EXHAUSTIVE
        else "Before the last card could be drawn every pile would be stuck, in any order."
    )
    return Analysis(
        Verdict.UNSOLVABLE,
        proof,
        exact_score(Verdict.UNSOLVABLE),
        values,
        [values[0].move] if values else [],
        [reason],
        StoppedBy.SOLVED,
        Spent(),
    )


def _reasons(
    found: HiddenFindings, unseen: "np.ndarray[tuple[int], np.dtype[np.int64]]", view: RankView
) -> list[str]:
    best = found.exits[0]
    helping = cards_that_help(best, unseen, view.wrap)
    said = [f"Whatever card comes, {helping} of the {len(unseen)} unseen ones let you go on."]
    if len(found.exits) == 1:
        said.append("It prepares the only way to empty a pile.")
        return said
    other = cards_that_help(found.exits[1], unseen, view.wrap)
    said.append(f"For the next best way it would be {other}.")
    rival = found.exits[1].chance
    said.append(
        f"Of {best.chance.worlds} sampled stocks {best.chance.above} could be won after it "
        f"by a player who sees them, {rival.above} after the next best."
    )
    return said


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
