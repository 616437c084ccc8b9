"""Every legal move of Knaves valued: exactly with open hands, by sampled worlds at the table."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from kibitz.contract.answers import MoveValue, Proof, Score, Spent, StoppedBy, Verdict
from kibitz.contract.options import Information, Utility
from kibitz.games.faults import BadInput
from kibitz.games.knaves.game import Knaves
from kibitz.games.knaves.lanes import JACK, SUIT_COUNT
from kibitz.games.knaves.match import after_round
from kibitz.games.knaves.play import MAX_MOVES, SEATS
from kibitz.games.knaves.position import Position
from kibitz.games.protocol import State
from kibitz.heuristics.knaves import credence  # noqa: F401 (attaches itself to the protocol)
from kibitz.heuristics.knaves.equity import LARGEST_TARGET, equity_for, is_on_file
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.findings import Findings
from kibitz.solvers.ismcts.options import MatchTable, SearchOptions, Setting
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.ismcts.valued import DECIMALS, Analysis, Unit, sampled
from kibitz.solvers.knaves import endgame  # noqa: F401 (attaches itself to the protocol)
from kibitz.solvers.knaves.candidates import groups_of
from kibitz.solvers.knaves.exact import OpenFindings, solve_open
from kibitz.solvers.progress import Listener, improving

# The strongest setting of benchmarks.ablation.
OPTIONS: Final = SearchOptions(
    tree_depth=1,
    root="elimination",
    drop_at=2.0,
    judgement_scale=0.3,
    judgement_error=0.25,
    worlds="weighted",
    world_choices=8,
)
USUAL: Final = range(5)  # points of a seat in a round
LEAST_WORTH: Final = 1e-6  # of a point, as a chance to win the match


def match_options(table: MatchTable, seat: int) -> SearchOptions:
    """The setting for matches: judgement speaks of points, made chances by what a point brings."""
    first, last = (int(points - table.low[0]) for points in (USUAL.start, USUAL.stop))
    usual = table.values[first:last, first:last, first:last, seat]
    worth = max(float(np.diff(usual, axis=seat).mean()), LEAST_WORTH)
    return replace(
        OPTIONS,
        utility="match",
        judgement_scale=OPTIONS.judgement_scale * worth,
        judgement_error=OPTIONS.judgement_error * worth,
    )


def utility_of(position: Position, information: Information, asked: Utility | None) -> Utility:
    """What the analysis strives for: the match, where its chances are known, unless asked else.

    Raises ``BadInput`` when the match is asked for and they are not.
    """
    if information == "known":
        code, reason = "unknown_utility", "with open hands the points of the round are valued"
    elif not is_on_file(position.rules):
        code = "no_match_equity"
        reason = (
            "the chance to win a match is on file only for the default penalties and targets up "
            f"to {LARGEST_TARGET}: ask for the points"
        )
    else:
        return asked or "match"
    if asked == "match":
        raise BadInput.one("/utility", code, f"'match', but {reason}")
    return "points"


def match_table(position: Position, state: State) -> MatchTable:
    """The chance of each seat to win the match, by the points that the round brings."""
    record = state[0]
    lowest = int(record["penalty"].sum()) + int(record["last_stake"])
    first, second, third = position.scores
    equity = equity_for(position.rules)
    values = equity.after_round(
        (first, second, third),
        position.dealer,
        position.rules.target,
        lowest,
        position.rules.hand_size,
    )
    return MatchTable((lowest,) * SEATS, 1.0, values)


def exact_points(value: float, seat: int) -> Score:
    """Points of the round, known for certain."""
    return Score(
        kind="exact", unit="points", seat=seat, value=value, low=value, high=value, samples=0
    )


def of_finished(position: Position, state: State, utility: Utility) -> Analysis:
    """The analysis of a round that is over: its points, or what they are worth in the match."""
    record = state[0]
    seat, points = int(record["turn"]), [int(n) for n in record["points"]]
    score = exact_points(float(points[seat]), seat)
    if utility == "match":
        rules, deals_next = position.rules, (position.dealer + 1) % SEATS
        match = after_round(position.scores, points, rules.target)
        first, second, third = match.totals
        chances = equity_for(rules).chances((first, second, third), deals_next, rules.target)
        chance = round(chances[seat], DECIMALS)
        score = Score(
            kind="estimate" if match.winner is None else "exact", unit="win_probability",
            seat=seat, value=chance, low=chance, high=chance, samples=0,
        )  # fmt: skip
    return Analysis(None, Proof.EXHAUSTIVE, score, [], True, StoppedBy.SOLVED, Spent())


def of_open(
    game: Knaves, position: Position, moves: Sequence[int], budget: Budget, listener: Listener
) -> Analysis:
    """Value moves with all hands known: each seat plays for its own points.

    A move that the budget leaves unvalued lies between the fewest and the most points still
    possible.
    """
    state = game.state(position)
    seat = int(state[0]["turn"])

    def told(found: OpenFindings) -> Analysis:
        return _told_open(game, position, moves, found)

    return told(solve_open(position, "max_n", seat, budget, improving(listener, told)))


def _told_open(
    game: Knaves, position: Position, moves: Sequence[int], found: OpenFindings
) -> Analysis:
    state, seat = game.state(position), found.seat
    known = {move.move: move for move in found.moves}
    rows: list[tuple[float, int, Score, tuple[int, ...] | None]] = []
    for move in moves:
        valued = known.get(move)
        if valued is not None:
            score = exact_points(float(valued.value), seat)
            rows.append((-score.value, move, score, valued.points))
        else:
            score = possible_points(state, seat)
            rows.append((-score.low, move, score, None))
    rows.sort(key=lambda row: (row[3] is None, row[0], row[1]))
    solved = found.stopped is StoppedBy.SOLVED
    best = max((score.value for _, _, score, points in rows if points is not None), default=0.0)
    values = [
        MoveValue(
            move=game.move_text(move),
            text=game.describe(state, move),
            score=score,
            loss=max(0.0, best - score.value) if points is not None else 0.0,
            line=line_after(game, position, found, move),
            payoffs=None if points is None else [float(n) for n in points],
            note=None if points is not None else "not valued within the limits",
        )
        for _, move, score, points in rows
    ]
    return Analysis(
        None if solved else Verdict.UNKNOWN,
        Proof.EXHAUSTIVE if solved else Proof.NONE,
        exact_points(float(found.value or 0), seat) if solved else possible_points(state, seat),
        values,
        solved,
        found.stopped,
        Spent(nodes=found.nodes),
    )


def possible_points(state: State, seat: int) -> Score:
    """The points that a seat can still come to: every trick and no jack, or all jacks in one."""
    record = state[0]
    so_far = int(record["points"][seat])
    gone = int(record["played"]) | int(record["out"]) | 1 << int(record["turned"])
    jacks = int(record["stake"]) + int(record["last_stake"])
    for suit in range(SUIT_COUNT):
        if not gone >> 16 * suit + JACK & 1:
            jacks += int(record["penalty"][suit])
    tricks = int(record["hand_size"]) - int(record["tricks"].sum())
    low, high = float(so_far + min(0, 1 + jacks)), float(so_far + tricks)
    return Score(
        kind="bound", unit="points", seat=seat, value=(low + high) / 2, low=low, high=high,
        samples=0,
    )  # fmt: skip


def line_after(game: Knaves, position: Position, found: OpenFindings, move: int) -> list[str]:
    """The line of best play when it begins with ``move``, else the move alone."""
    line = found.line if found.line and found.line[0] == move else (move,)
    return [game.move_text(each) for each in line]


def of_hidden(
    game: Knaves,
    position: Position,
    moves: Sequence[int],
    utility: Utility,
    seed: int,
    budget: Budget,
    listener: Listener,
) -> Analysis:
    """Value moves at the table: the same sampled worlds for all, those that fall behind dropped."""
    state = game.state(position)
    table = match_table(position, state) if utility == "match" else None
    groups = groups_of(state, moves)
    unit: Unit = "win_probability" if utility == "match" else "points"
    ends = (0.0, 1.0)
    if utility == "points":
        possible = possible_points(state, int(state[0]["turn"]))
        ends = (possible.low, possible.high)

    def told(found: Findings) -> Analysis:
        return sampled(game, state, found, unit, ends, groups)

    search = Search(
        state,
        Setting(SEATS, MAX_MOVES),
        OPTIONS if table is None else match_options(table, int(state[0]["turn"])),
        budget,
        seed=seed,
        candidates=list(groups),
        table=table,
        name=game.move_text,
    )
    return told(search.run(improving(listener, told)))
