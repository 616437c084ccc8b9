"""The whole analysis of a position, known or not, in the shape the verbs answer from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.game import Game
from games.knack_solitaire.position import Position
from games.protocol import State, run_apply, run_turn
from heuristics.knack_solitaire.bound import free_order
from solvers.budget import Budget, Limits
from solvers.knack_solitaire.beam import run_game_key
from solvers.knack_solitaire.chances import LOST, Ends, lost_in_any_world
from solvers.knack_solitaire.embed import Model, Region
from solvers.knack_solitaire.hints import Findings, cards_beside, reasons_for
from solvers.knack_solitaire.known import Decision, decide
from solvers.knack_solitaire.lines import line_of
from solvers.progress import Listener, finding, ignore, improving
from solvers.result import MoveValue, Proof, Score, Spent, StoppedBy, Verdict
from solvers.solver import AnalyzeOptions, HintOptions, SolveOptions, Solver

ROOT_SHARE: Final = 0.4  # of the time for the position itself
DECIDING_SHARE: Final = 0.3  # of the time to win without an unknown shuffle
WON: Final = Score(kind="exact", unit="win_probability", value=1, low=1, high=1, samples=0)
OPEN: Final = Score(kind="bound", unit="win_probability", value=0.5, low=0, high=1, samples=0)


@dataclass(frozen=True)
class Analysis:
    """Legal moves valued, best first, with the verdict and what it cost.

    ``near``: what the best move is laid beside; ``reasons`` say why in words.
    """

    verdict: Verdict
    proof: Proof
    score: Score
    values: list[MoveValue]
    stopped: StoppedBy
    spent: Spent
    near: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)

    def findings(self) -> Findings:
        """The facts that hints are worded from."""
        return Findings(
            verdict=self.verdict,
            best=self.values[0] if self.values else None,
            alike=sum(1 for value in self.values if value.loss == 0),
            legal=len(self.values),
            score=self.score,
            near=self.near,
            reasons=self.reasons,
        )


class Row(NamedTuple):
    """Moves that lead to the same game, and what they are worth; ``left``: cards not laid."""

    group: list[int]
    score: Score
    verdict: Verdict | None
    line: list[str]
    note: str | None = None
    left: int = 0


def unknown_shuffles(state: State) -> bool:
    """Whether a redeal to come will shuffle the waste in an order that nobody knows."""
    record = state[0]
    return bool(record["shuffles"] and not record["ordered"] and record["redeals_left"] > 0)


def same_games(state: State, moves: list[int]) -> list[list[int]]:
    """The moves in groups that lead to the same game, but for turning, mirroring, moving it."""
    groups: dict[int, list[int]] = {}
    for move in moves:
        after = state.copy()
        run_apply(after, move)
        groups.setdefault(int(run_game_key(after)), []).append(move)
    return list(groups.values())


def score_of(verdict: Verdict) -> Score:
    """A verdict as a chance to win; what is undecided lies between 0 and 1."""
    return {Verdict.SOLVABLE: WON, Verdict.UNSOLVABLE: LOST, Verdict.UNKNOWN: OPEN}[verdict]


def values_of(
    game: Game,
    state: State,
    rows: Sequence[Row],
) -> list[MoveValue]:
    """Answers for groups of equal moves, given best first."""
    values = []
    best = rows[0].score.value if rows else 0.0
    for row in rows:
        first = game.move_text(row.group[0])
        for move in row.group:
            text = game.move_text(move)
            values.append(
                MoveValue(
                    move=text,
                    text=game.describe(state, move),
                    score=row.score,
                    loss=max(0.0, best - row.score.value),
                    verdict=row.verdict,
                    line=row.line if move == row.group[0] else [text],
                    same_as=None if move == row.group[0] else first,
                    note=row.note,
                )
            )
    return values


def ended(game: Game, state: State) -> Analysis | None:
    """The analysis of a game that is over."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    verdict = Verdict.SOLVABLE if outcome.won else Verdict.UNSOLVABLE
    proof = Proof.WITNESS if outcome.won else Proof.EXHAUSTIVE
    return Analysis(verdict, proof, score_of(verdict), [], StoppedBy.SOLVED, Spent())


def of_known(
    game: Game, position: Position, moves: list[int], budget: Budget, listener: Listener
) -> Analysis:
    """Decide every move of a position in which all cards and shuffles are known."""
    state = game.state(position)
    over = ended(game, state)
    if over:
        return over
    stopped, root = decide(state, budget.share(ROOT_SHARE), listener)
    groups = same_games(state, moves)
    decided: dict[int, tuple[StoppedBy, Decision]] = {}

    def so_far(stopped: StoppedBy = StoppedBy.CANCELLED) -> Analysis:
        return _decided(game, position, groups, root, decided, stopped)

    if root.verdict is not Verdict.UNSOLVABLE:
        heard = finding(listener, so_far)
        for place, group in enumerate(groups):
            after = state.copy()
            run_apply(after, group[0])
            decided[place] = decide(after, budget.share(1 / (len(groups) - place)), heard)
    ends = [stopped, *(ended_by for ended_by, _ in decided.values())]
    return so_far(next((end for end in reversed(ends) if end is not StoppedBy.SOLVED), stopped))


def _decided(
    game: Game,
    position: Position,
    groups: list[list[int]],
    root: Decision,
    decided: Mapping[int, tuple[StoppedBy, Decision]],
    stopped: StoppedBy,
) -> Analysis:
    """The analysis of the position's decision and those of its moves, by group.

    A group without one is as lost as the position, or not known.
    """
    state = game.state(position)
    nodes, states = root.visited(), root.states
    rows: list[Row] = []
    for place, group in enumerate(groups):
        verdict, left, line = Verdict.UNKNOWN, root.least_left, []
        if root.verdict is Verdict.UNSOLVABLE:
            verdict = root.verdict
        if place in decided:
            found = decided[place][1]
            nodes, states, verdict = nodes + found.visited(), states + found.states, found.verdict
            left = found.least_left
            if verdict is Verdict.SOLVABLE:
                text = game.move_text(group[0])
                then = game.play(position, [text])
                line = [text, *(line_of(game, then, found.layout()) or [])]
        note = None if verdict is Verdict.SOLVABLE else f"at best found, {left} cards are left"
        rows.append(Row(group, score_of(verdict), verdict, line, note, left))
    order = (Verdict.SOLVABLE, Verdict.UNKNOWN, Verdict.UNSOLVABLE)
    rows.sort(key=lambda row: (order.index(row.verdict), row.left, len(row.line)))
    verdict, proof = root.verdict, root.proof
    if rows and rows[0].verdict is Verdict.SOLVABLE:
        verdict, proof = Verdict.SOLVABLE, Proof.WITNESS
    values = values_of(game, state, rows)
    winning = sum(len(row.group) for row in rows if row.verdict is Verdict.SOLVABLE)
    said = [f"{winning} of {len(values)} legal moves keep the win."] if winning else []
    best = [move for row in rows for move in row.group]
    return Analysis(
        verdict,
        proof,
        score_of(verdict),
        values,
        stopped,
        Spent(nodes=nodes, states=states),
        cards_beside(state, best[0]) if best else [],
        [*said, *reasons_for(state, best)],
    )


def of_unknown(
    game: Game,
    position: Position,
    moves: list[int],
    seed: int,
    budget: Budget,
    listener: Listener,
    *,
    hidden: bool,
) -> Analysis:
    """Value every move of a position where the stock is face down, or shuffles are unknown."""
    state = game.state(position)
    over = ended(game, state)
    if over:
        return over
    verdict, proof, spent = Verdict.UNKNOWN, Proof.NONE, Spent()
    if lost_in_any_world(state):
        verdict, proof = Verdict.UNSOLVABLE, Proof.BOUND
    elif not hidden:
        _, root = decide(state, budget.share(DECIDING_SHARE), listener)
        spent = Spent(nodes=root.visited(), states=root.states)
        if root.verdict is Verdict.SOLVABLE:
            return of_known(game, position, moves, budget, listener)
    groups = same_games(state, moves)
    if verdict is Verdict.UNSOLVABLE:
        rows = [Row(group, LOST, verdict, [game.move_text(group[0])]) for group in groups]
        values = values_of(game, state, rows)
        reason = "No chain of matches leads to all the cards left, in any order."
        return Analysis(
            verdict,
            proof,
            LOST,
            values,
            StoppedBy.SOLVED,
            spent,
            cards_beside(state, moves[0]),
            [reason],
        )

    def told(ends: Ends) -> Analysis:
        ranked = [int(place) for place in ends.order()]
        rows = [
            Row(
                groups[place],
                ends.chance(place).score(),
                None,
                [game.move_text(groups[place][0])],
                f"{ends.chance(place).below} of {ends.chance(place).worlds} sampled games won",
            )
            for place in ranked
        ]
        best = [move for place in ranked for move in groups[place]]
        top = ends.chance(ranked[0])
        said = f"Played on, {top.below} of {top.worlds} sampled games are won."
        return Analysis(
            verdict,
            proof,
            top.score(),
            values_of(game, state, rows),
            ends.stopped,
            Spent(nodes=spent.nodes, states=spent.states, samples=ends.worlds),
            cards_beside(state, best[0]),
            [*reasons_for(state, best), said],
        )

    ends = Ends(state, [group[0] for group in groups], hidden=hidden, seed=seed)
    return told(ends.run(budget, improving(listener, told)))


def warming_steps(solver: Solver) -> list[tuple[str, Callable[[], object]]]:
    """Named calls that between them run every kernel of the game once."""
    game = solver.game
    deal = game.deal("1")
    lost = game.deal("1", {"jokers": 0})
    table = game.deal("2", {"field": {"width": 9, "height": 9}, "anchored": True})
    limits = Limits(iterations=8, nodes=30_000, memory_mb=256)

    def search(
        verb: Callable[..., object], position: object, options: object
    ) -> Callable[[], object]:
        return lambda: verb(position, options, Budget(limits), ignore)

    def protocol() -> None:
        state: State = game.state(deal)
        run_turn(state)
        run_apply(state, game.legal(state)[0])

    def model() -> None:
        state: State = game.state(table)
        solving = Model(Region(state), free_order(state)[0], ordered=True)
        for _ in solving.run(1.0, 1):
            pass

    return [
        ("rules", protocol),
        ("constraint models", model),
        ("layouts", search(solver.solve, table, SolveOptions())),
        ("explanation", search(solver.solve, lost, SolveOptions())),
        ("compact layouts", search(solver.solve, deal, SolveOptions(objective="compact"))),
        ("values", search(solver.analyze, deal, AnalyzeOptions())),
        ("hidden stock", search(solver.analyze, game.as_seen(deal), AnalyzeOptions())),
        ("hints", search(solver.hint, game.as_seen(deal), HintOptions(level="why"))),
    ]
