"""Turns of Hand, Knee and Foot valued: by sampled worlds at the table, exactly with open cards.

What is compared are plans of the policy, and single moves: a row is the moves of a turn as far as
they are planned, and the policy goes on from there. And where the cards may lie that a seat does
not see.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import inf
from typing import Final

import numpy as np

from kibitz.contract.answers import MoveValue, PlanValue, Proof, Spent, StoppedBy
from kibitz.contract.beliefs import Belief, PlayBelief
from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.hand_knee_foot.kinds import BOOK, JOKER, KINDS, PACK, POINTS, TEXTS
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.rules import MOST_SEATS, ROUNDS
from kibitz.games.hand_knee_foot.state import OFFERED
from kibitz.games.hand_knee_foot.words import describe_turn
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.beliefs import counted, sampled
from kibitz.heuristics.hand_knee_foot.equity import worth_of_point
from kibitz.heuristics.hand_knee_foot.likelihood import SIGNS
from kibitz.heuristics.hand_knee_foot.lookahead import foreseen
from kibitz.heuristics.hand_knee_foot.weights import WEIGHTS
from kibitz.heuristics.protocol import Weights
from kibitz.solvers.budget import Budget, Listener, improving
from kibitz.solvers.hand_knee_foot.candidates import Row, all_rows, few_rows, sides_of
from kibitz.solvers.hand_knee_foot.exact import OpenFindings, solve_open
from kibitz.solvers.hand_knee_foot.planned import E_FOLD, MOST, planned
from kibitz.solvers.ismcts.options import SearchOptions, Setting
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.ismcts.valued import (
    DECIMALS,
    Findings,
    Shown,
    errors_of,
    settled,
    shown_values,
)
from kibitz.solvers.open_cards import OpenValues
from kibitz.solvers.question import Analysis, Beliefs, Question, Unit

MANY: Final = 16  # candidates, for which all of a budget is worth while
MOST_GAMES, GAMES_A_MS = 8192, 16  # to look ahead in: about 10 µs each

# Held against rounds with the real hands, two players and four: see docs/tried.md. What looking
# ahead says of a dozen turns errs by 50 points with two players, by 80 with four.
OPTIONS: Final = SearchOptions(
    tree_depth=1,
    root="racing",
    drop_at=2.0,
    judgement_scale=E_FOLD,
    judgement_error=70.0,
    worlds="weighted",
    world_choices=8,
)
LEAST_WORTH: Final = 1e-9  # of a point, as a chance to win the match


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


def possible_points(position: Position) -> tuple[float, float]:
    """Bounds on what a seat can make in a round: all cards in the dearest books, or against it."""
    cards = position.rules.packs * PACK
    most = float(cards * POINTS[JOKER] + 2_000 * (cards // BOOK))
    return -2 * most, 2 * most


# For every number of players, so that the search is compiled once: seats that nobody takes make 0.
SETTING: Final = Setting(MOST_SEATS, MOST, tells_worth=True)


def _games(budget: Budget) -> int:
    """How many games may be looked ahead in for a search: about a sixth of its time."""
    time_ms = budget.limits.time_ms
    games = MOST_GAMES if time_ms is None else min(MOST_GAMES, GAMES_A_MS * time_ms)
    return min(games, budget.iterations_left())


def search_rows(
    view: State,
    rows: Sequence[Row],
    scores: Sequence[int],
    number: int,
    options: SearchOptions,
    budget: Budget,
    listener: Listener,
    seed: int,
    sides: Sequence[Sequence[int]] | None = None,
    weights: Weights = WEIGHTS,
    worths: Weights | None = None,
) -> Findings:
    """Search candidates; in the findings, and in ``sides``, a move is the place of a row.

    ``weights``: rows of the policy that plays rounds out; ``worths``: what is expected of the
    candidates, in points; if they are not given, what `heuristics.hand_knee_foot.lookahead` says.
    Judgement has no say whether a knee is taken up when it is offered: it has not learned that.
    """
    if worths is None and view[0]["phase"] == OFFERED:
        options = replace(options, judgement_scale=0.0, judgement_error=inf)
    if worths is None and options.judgement_error == inf:
        worths = np.zeros(len(rows))
    elif worths is None:
        worths = foreseen(view, rows, _games(budget), lambda: budget.stopped() is not None)
    root = planned(view, rows, worths, scores, number, weights)
    game = HandKneeFoot()

    def name(row: int) -> str:
        return " ".join(map(game.move_text, rows[row]))

    search = Search(root, SETTING, options, budget, seed=seed, name=name, sides=sides)
    return search.run(listener)


def of_hidden(
    question: Question,
    budget: Budget,
    listener: Listener,
    *,
    apart: Collection[int] = (),
    besides: Sequence[Row] = (),
) -> Analysis:
    """Value candidates at the table in the same sampled worlds, those that fall behind dropped.

    A move is worth what the best candidate is that begins with it. For a hint only few are tried.
    ``apart``: moves of which the best candidate of each is looked for, and the best of all others,
    with less than the budget where they are few. Judgement has no say then: it would outweigh what
    is played. ``besides``: candidates of these besides the plans of the policy.
    """
    game, position, view = HandKneeFoot(), question.seen, question.view
    hinting = question.verb == "hint"
    rows = few_rows(view) if hinting else all_rows(view, question.moves)
    match = question.utility == "match"
    scores, number = position.scores, position.round
    team = question.seat % position.rules.teams
    options = match_options(scores, team, number) if match else OPTIONS
    sides = None
    if apart:
        options = replace(options, judgement_scale=0.0, judgement_error=inf)
        rows = list(dict.fromkeys([*besides, *rows]))[:MOST]
        sides = sides_of(rows, apart)
        part = min(1.0, len(rows) / MANY)
        budget = budget.ration(max(1, int(part * budget.iterations_left())))
    unit: Unit = "win_probability" if match else "points"
    ends = (0.0, 1.0) if match else possible_points(position)

    def analysis(found: Findings) -> Analysis:
        plans, clear, same = list[PlanValue](), list[str](), list[str]()
        values: dict[int, MoveValue] = {}
        for row, shown in zip(
            found.moves, shown_values(found, unit, ends, game.sides(view)), strict=True
        ):
            plan = _plan_value(game, view, rows[row.move], shown)
            plans.append(plan)
            # A turn that did as well in every deal may still be judged a little lower.
            alike = row.gap == 0 and row.gap_se == 0
            if row.clear:
                (same if alike else clear).append(" ".join(plan.moves))
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
            settled(found),
            found.stopped or StoppedBy.CANCELLED,
            Spent(samples=found.iterations),
            clear=frozenset(clear),
            same=frozenset(same),
            errors=errors_of(found, ends, lambda row: " ".join(map(game.move_text, rows[row]))),
            plans=plans,
        )

    heard = improving(listener, analysis)
    seed = question.seed
    return analysis(search_rows(view, rows, scores, number, options, budget, heard, seed, sides))


def _plan_value(game: HandKneeFoot, view: State, row: Row, shown: Shown) -> PlanValue:
    return PlanValue(
        moves=[game.move_text(move) for move in row],
        text=", ".join(describe_turn(view[0], row)),
        score=shown.score,
        loss=shown.loss,
        note=shown.note,
    )


def of_open(question: Question, budget: Budget, listener: Listener) -> OpenValues:
    """Value moves with every card known: each team plays for its own payoff."""
    state, rules = question.state, question.position.rules

    def by_seat(payoffs: Sequence[float]) -> list[float]:
        """What each seat makes when the teams make ``payoffs``."""
        return [payoffs[seat % rules.teams] for seat in range(rules.players)]

    def values(found: OpenFindings) -> OpenValues:
        payoffs = None if found.payoffs is None else by_seat(found.payoffs)
        return OpenValues(
            value=None if payoffs is None else payoffs[question.seat],
            payoffs=payoffs,
            moves={move: by_seat(payoffs) for move, payoffs in found.moves.items()},
            order=question.moves,
            line=found.line,
            nodes=found.nodes,
            stopped=found.stopped,
        )

    return values(solve_open(state, budget, improving(listener, values)))


WORLDS: Final = 1024


def beliefs_of(question: Question) -> Beliefs:
    """Where each kind of card that the seat to move does not see may lie.

    Counted over all deals, and estimated from some of them, drawn by its seed, each weighed by how
    well it explains what was played.
    """
    state, seat, players = question.view, question.seat, question.seen.rules.players
    copies, chances = np.zeros(KINDS, np.int64), np.zeros((players, KINDS))
    counted(state, seat, copies, chances)
    held, logs = np.zeros((WORLDS, players, KINDS)), np.zeros(WORLDS)
    sign_counts = np.zeros(SIGNS)
    sampled(state, seat, question.seed, held, logs, sign_counts)
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    found = []
    for kind in np.flatnonzero(copies):
        shares = held[:, :, kind] / copies[kind]
        likely = weights @ shares
        error = np.sqrt((weights[:, None] ** 2 * (shares - likely) ** 2).sum(axis=0).max())
        read = PlayBelief(
            seats=[_rounded(chance) for chance in likely],
            out=_rounded(1 - likely.sum()),
            error=_rounded(error),
        )
        column = chances[:, kind]
        found.append(
            Belief(
                card=TEXTS[kind],
                copies=int(copies[kind]),
                seats=[_rounded(chance) for chance in column],
                out=_rounded(1 - column.sum()),
                by_play=read if sign_counts.any() else None,
            )
        )
    return Beliefs(found)


def _rounded(number: float) -> float:
    return round(float(number), DECIMALS)
