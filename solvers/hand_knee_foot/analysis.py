"""Turns of Hand, Knee and Foot valued: by sampled worlds at the table, exactly with open cards."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from kibitz.contract.answers import MoveValue, PlanValue, Proof, Score, Spent, StoppedBy, Verdict
from kibitz.contract.options import Utility
from kibitz.games import protocol
from kibitz.games.hand_knee_foot.books import open_size
from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.hand_knee_foot.kinds import BOOK, JOKER, KINDS, PACK, POINTS
from kibitz.games.hand_knee_foot.moves import ADD, BURY, MOVES
from kibitz.games.hand_knee_foot.notation import cards_of, slot_of_add
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.rules import MOST_SEATS, ROUNDS
from kibitz.games.hand_knee_foot.state import TO_DRAW, team_of
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.equity import worth_of_point
from kibitz.heuristics.hand_knee_foot.plans import plans_for
from kibitz.solvers.budget import Budget
from kibitz.solvers.hand_knee_foot.exact import OpenFindings, solve_open
from kibitz.solvers.hand_knee_foot.planned import MOST, planned
from kibitz.solvers.ismcts.findings import Findings
from kibitz.solvers.ismcts.options import SearchOptions, Setting
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.ismcts.valued import Shown, Unit, settled, shown_values
from kibitz.solvers.progress import Listener, improving

# Held against rounds with the real hands, two players and four: see docs/results.md. The policy
# is favoured by little, for its own turn loses 40 points or more in many positions; by more where
# another leaves a book undone, see `undone`.
OPTIONS: Final = SearchOptions(
    tree_depth=1,
    root="elimination",
    drop_at=2.0,
    judgement_scale=40.0,
    judgement_error=150.0,
    worlds="weighted",
    world_choices=8,
)
LEAST_WORTH: Final = 1e-9  # of a point, as a chance to win the match
Row = tuple[int, ...]
FEW: Final = 12


@dataclass(frozen=True)
class Analysis:
    """Legal moves valued, best first, with what it rests on and what it cost.

    ``plans``: whole turns, best first; None with open cards. ``settled``: the best is told apart
    from all others for certain; always when exact. ``told_apart``: from the next best.
    """

    verdict: Verdict | None
    proof: Proof
    score: Score | None
    values: list[MoveValue]
    plans: list[PlanValue] | None
    settled: bool
    told_apart: bool
    stopped: StoppedBy
    spent: Spent


def match_options(scores: Sequence[int], team: int, number: int) -> SearchOptions:
    """The setting for matches: judgement speaks of points, made chances by what a point brings.

    ``scores``: of the teams before this round, the ``number``-th.
    """
    worth = max(worth_of_point(scores, team, ROUNDS - number), LEAST_WORTH)
    return replace(
        OPTIONS,
        utility="match",
        judgement_scale=OPTIONS.judgement_scale * worth,
        judgement_error=OPTIONS.judgement_error * worth,
    )


def exact_points(value: float, seat: int) -> Score:
    """Points of the round, known for certain."""
    return Score(
        kind="exact", unit="points", seat=seat, value=value, low=value, high=value, samples=0
    )


def possible_points(position: Position) -> tuple[float, float]:
    """Bounds on what a seat can make in a round: all cards in the dearest books, or against it."""
    cards = position.rules.packs * PACK
    most = float(cards * POINTS[JOKER] + 2_000 * (cards // BOOK))
    return -2 * most, 2 * most


def of_finished(game: HandKneeFoot, state: State) -> Analysis:
    """The analysis of a round that is over: its payoff, where all that was held is known."""
    seat = int(protocol.run_turn(state))
    outcome = game.outcome(state)
    score = exact_points(outcome.payoffs[seat], seat) if outcome else None
    return Analysis(None, Proof.EXHAUSTIVE, score, [], [], True, True, StoppedBy.SOLVED, Spent())


def few_rows(view: State) -> list[Row]:
    """The candidates of a short search, the policy's own first.

    To draw or to take the pile, whatever follows; or the first few plans. Rounds are long and
    noisy: the fewer are compared, the better the good ones are told apart. A turn that throws a
    card which would complete a book is not among them.
    """
    plans = plans_for(view)
    rows = [row for row in plans if not throws_book(view, row)] or plans
    if view[0]["phase"] == TO_DRAW:
        rows = list(dict.fromkeys((row[0],) for row in rows))
    return rows[:FEW]


def rows_of(view: State, moves: Sequence[int], *, all_moves: bool) -> list[Row]:
    """The candidates: plans that begin with one of some legal moves, the policy's own first.

    With ``all_moves`` those without a plan are candidates by themselves, the policy going on;
    without, it is :func:`few_rows`.
    """
    if not all_moves:
        return few_rows(view)
    plans = [plan for plan in plans_for(view) if plan[0] in moves]
    begun = {plan[0] for plan in plans}
    alone = [(move,) for move in moves if move not in begun]
    return [*plans[: MOST - len(alone)], *alone]


# For every number of players, so that the search is compiled once: seats that nobody takes make 0.
SETTING: Final = Setting(MOST_SEATS, MOST, tells_worth=True)


def search_rows(
    view: State,
    rows: Sequence[Row],
    scores: Sequence[int],
    number: int,
    options: SearchOptions,
    budget: Budget,
    listener: Listener,
    seed: int,
) -> Findings:
    """Search candidates; in the findings a move is the place of a row."""
    root = planned(view, rows, scores, number)
    game = HandKneeFoot()

    def name(row: int) -> str:
        return " ".join(map(game.move_text, rows[row]))

    search = Search(root, SETTING, options, budget, seed=seed, name=name)
    return search.run(listener)


def throws_book(view: State, row: Row) -> bool:
    """Whether a turn ends with the discard of a card that might have completed a book."""
    if row[-1] >= KINDS:
        return False
    last = following(view, row)[-1]
    team, moves = int(team_of(last[0], int(last[0]["turn"]))), np.empty(MOVES, np.int64)
    adding = [m for m in moves[: protocol.run_legal(last, moves)].tolist() if ADD <= m < BURY]
    return any(
        cards_of(move) == (row[-1],) and open_size(last[0], team, slot_of_add(move)) == BOOK - 1
        for move in adding
    )


def following(view: State, row: Row) -> list[State]:
    """The states in which the moves of a candidate are made; partners leave their knees."""
    seat, state, found = int(protocol.run_turn(view)), view.copy(), []
    for move in row:
        while protocol.run_turn(state) != seat:
            moves = np.empty(MOVES, np.int64)
            protocol.run_apply(state, int(moves[protocol.run_legal(state, moves) - 1]))
        found.append(state.copy())
        protocol.run_apply(state, move)
    return found


def of_hidden(
    game: HandKneeFoot,
    position: Position,
    rows: Sequence[Row],
    utility: Utility,
    seed: int,
    budget: Budget,
    listener: Listener,
) -> Analysis:
    """Value candidates at the table in the same sampled worlds, those that fall behind dropped.

    A move is worth what the best candidate is that begins with it.
    """
    view = game.state(position)
    match = utility == "match"
    scores, number = position.scores, position.round
    team = int(protocol.run_turn(view)) % position.rules.teams
    options = match_options(scores, team, number) if match else OPTIONS
    unit: Unit = "win_probability" if match else "points"
    ends = (0.0, 1.0) if match else possible_points(position)

    def told(found: Findings) -> Analysis:
        plans = []
        values: dict[int, MoveValue] = {}
        sides = [seat % position.rules.teams for seat in range(position.rules.players)]
        for row, shown in zip(found.moves, shown_values(found, unit, ends, sides), strict=True):
            plan = _plan_value(game, view, rows[row.move], shown)
            plans.append(plan)
            first = rows[row.move][0]
            if first not in values:
                values[first] = MoveValue(
                    move=plan.moves[0],
                    text=game.describe(view, first),
                    score=plan.score,
                    loss=plan.loss,
                    line=plan.moves,
                    payoffs=shown.payoffs,
                    note=plan.note,
                )
        return Analysis(
            None,
            Proof.NONE,
            plans[0].score,
            list(values.values()),
            plans,
            settled(found),
            len(found.moves) < 2 or found.moves[1].clear,
            found.stopped or StoppedBy.CANCELLED,
            Spent(samples=found.iterations),
        )

    heard = improving(listener, told)
    return told(search_rows(view, rows, scores, number, options, budget, heard, seed))


def _plan_value(game: HandKneeFoot, view: State, row: Row, shown: Shown) -> PlanValue:
    return PlanValue(
        moves=[game.move_text(move) for move in row],
        text=words_of(game, view, row),
        score=shown.score,
        loss=shown.loss,
        note=shown.note,
    )


def words_of(game: HandKneeFoot, view: State, row: Row) -> str:
    """A turn in words: ``add ace to the meld of aces (2 times), discard black three``."""
    said = Counter(game.describe(view, move) for move in row)
    return ", ".join(text + (f" ({n} times)" if n > 1 else "") for text, n in said.items())


def of_open(
    game: HandKneeFoot,
    position: Position,
    moves: Sequence[int],
    budget: Budget,
    listener: Listener,
) -> Analysis:
    """Value moves with every card known: each team plays for its own payoff.

    A move that the budget leaves unvalued lies between bounds on all payoffs.
    """

    def told(found: OpenFindings) -> Analysis:
        return _told_open(game, position, moves, found)

    return told(solve_open(game.state(position), budget, improving(listener, told)))


def _told_open(
    game: HandKneeFoot, position: Position, moves: Sequence[int], found: OpenFindings
) -> Analysis:
    state = game.state(position)
    seat = int(protocol.run_turn(state))
    team = seat % position.rules.teams
    low, high = possible_points(position)
    unknown = Score(
        kind="bound", unit="points", seat=seat, value=0.0, low=low, high=high, samples=0
    )
    paid = {move: found.moves[move] for move in moves if move in found.moves}
    best = max((payoffs[team] for payoffs in paid.values()), default=0.0)
    order = sorted(moves, key=lambda move: -paid[move][team] if move in paid else 2 * high)
    values = [
        MoveValue(
            move=game.move_text(move),
            text=game.describe(state, move),
            score=exact_points(paid[move][team], seat) if move in paid else unknown,
            loss=best - paid[move][team] if move in paid else 0.0,
            line=_line_after(game, found, move),
            payoffs=by_seat(position, paid[move]) if move in paid else None,
            note=None if move in paid else "not valued within the limits",
        )
        for move in order
    ]
    solved = found.payoffs is not None
    return Analysis(
        None if solved else Verdict.UNKNOWN,
        Proof.EXHAUSTIVE if solved else Proof.NONE,
        exact_points(found.payoffs[team], seat) if found.payoffs else unknown,
        values,
        None,
        solved,
        solved,
        found.stopped,
        Spent(nodes=found.nodes),
    )


def by_seat(position: Position, payoffs: Sequence[float]) -> list[float]:
    """What each seat makes when the teams make ``payoffs``."""
    return [payoffs[seat % position.rules.teams] for seat in range(position.rules.players)]


def _line_after(game: HandKneeFoot, found: OpenFindings, move: int) -> list[str]:
    """The line of best play when it begins with ``move``, else the move alone."""
    line = found.line if found.line and found.line[0] == move else (move,)
    return [game.move_text(each) for each in line]
