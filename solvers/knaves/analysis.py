"""Every legal move of Knaves valued: exactly with open hands, by sampled worlds at the table.

And where the cards may lie that a seat does not see. Cards of a suit with no unseen card and no
jack between them take and lose the same tricks: of such cards one is searched for all.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np

from kibitz.contract.answers import Score
from kibitz.contract.beliefs import Belief, PlayBelief
from kibitz.contract.options import Information
from kibitz.games.cards import card_text
from kibitz.games.knaves.bitboards import JACK, SUIT_COUNT, card_at
from kibitz.games.knaves.game import Knaves
from kibitz.games.knaves.play import CALL, MAX_MOVES
from kibitz.games.knaves.position import Position
from kibitz.games.knaves.rules import Rules, after_round
from kibitz.games.knaves.state import SEATS
from kibitz.games.protocol import State
from kibitz.heuristics.knaves import likelihood  # noqa: F401 (attaches itself to the protocol)
from kibitz.heuristics.knaves.beliefs import OUT, beliefs, run_apart, run_one_of_each
from kibitz.heuristics.knaves.equity import LARGEST_TARGET, equity_for, is_on_file
from kibitz.heuristics.knaves.likelihood import beliefs_by_play
from kibitz.solvers.budget import Budget, Listener, improving
from kibitz.solvers.ismcts.options import MatchTable, SearchOptions, Setting
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.ismcts.valued import DECIMALS, Findings, sampled
from kibitz.solvers.knaves import endgame  # noqa: F401 (attaches itself to the protocol)
from kibitz.solvers.knaves.exact import Objective, OpenFindings, solve_open
from kibitz.solvers.open_cards import OpenValues
from kibitz.solvers.question import Analysis, Beliefs, Question, Unit


def groups_of(view: State, moves: Sequence[int]) -> dict[int, list[int]]:
    """The moves by the lowest of those alike, ascending; calls of exposed cards stand alone.

    ``view``: what the seat to move sees.
    """
    ascending = sorted(moves)
    if not ascending or ascending[-1] >= CALL:
        return {move: [move] for move in ascending}
    lowest, apart = int(run_one_of_each(view, np.array(ascending, np.int64))), int(run_apart(view))
    groups: dict[int, list[int]] = {}
    plain = ascending[0]
    for move in ascending:
        if lowest >> move & 1:
            groups[move] = [move]
            # A jack and what may be called are like no other card; those above may be like those
            # below.
            plain = plain if move & 15 == JACK or apart >> move & 1 else move
        else:
            groups[plain].append(move)
    return groups


# The strongest setting of benchmarks.ablation.
OPTIONS: Final = SearchOptions(
    tree_depth=1,
    root="racing",
    drop_at=2.0,
    judgement_scale=0.3,
    judgement_error=0.25,
    worlds="refined",
    world_steps=6,
)
SETTING: Final = Setting(SEATS, MAX_MOVES)
USUAL: Final = range(5)  # points of a seat in a round
LEAST_WORTH: Final = 1e-6  # of a point, as a chance to win the match


def no_match(position: Position, information: Information) -> tuple[str, str] | None:
    """See `solvers.hidden_information.HiddenInformationSolver.no_match`."""
    if information == "known":
        return "unknown_utility", "with open hands the points of the round are valued"
    if is_on_file(position.rules):
        return None
    return "no_match_equity", (
        "the chance to win a match is on file only for the default penalties and targets up "
        f"to {LARGEST_TARGET}: ask for the points"
    )


@lru_cache(16 * SEATS)
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


def match_table(position: Position, state: State) -> MatchTable:
    """The chance of each seat to win the match, by the points that the round brings."""
    record = state[0]
    lowest = int(record["penalty"].sum()) + int(record["last_stake"])
    return _match_table(position.rules, tuple(position.scores), position.dealer, lowest)


@lru_cache(16)  # the same for every deal of a round, and a table of 100,000 numbers
def _match_table(
    rules: Rules, scores: tuple[int, int, int], dealer: int, lowest: int
) -> MatchTable:
    high = rules.hand_size
    values = equity_for(rules).after_round(scores, dealer, rules.target, lowest, high)
    return MatchTable((lowest,) * SEATS, 1.0, values)


def match_score(question: Question, points: Sequence[float]) -> Score:
    """What the ``points`` that end a round are worth in the match."""
    position, seat = question.position, question.seat
    rules, deals_next = position.rules, (position.dealer + 1) % SEATS
    made = [int(n) for n in points]
    match = after_round(position.scores, made, rules.target, position.dealer)
    first, second, third = match.totals
    chances = equity_for(rules).chances((first, second, third), deals_next, rules.target)
    chance = round(chances[seat], DECIMALS)
    return Score(
        kind="exact" if match.winners else "estimate", unit="win_probability",
        seat=seat, value=chance, low=chance, high=chance, samples=0,
    )  # fmt: skip


def possible_points(state: State, seat: int) -> tuple[float, float]:
    """The points that a seat can still come to: every trick and no jack, or all jacks in one."""
    record = state[0]
    so_far = int(record["points"][seat])
    gone = int(record["played"]) | int(record["out"]) | 1 << int(record["turned"])
    jacks = int(record["stake"]) + int(record["last_stake"])
    for suit in range(SUIT_COUNT):
        if not gone >> 16 * suit + JACK & 1:
            jacks += int(record["penalty"][suit])
    tricks = int(record["hand_size"]) - int(record["tricks"].sum())
    return float(so_far + min(0, 1 + jacks)), float(so_far + tricks)


def of_open(
    question: Question, objective: Objective, budget: Budget, listener: Listener
) -> OpenValues:
    """Value moves with all hands known, in points of the whole round."""

    def values(found: OpenFindings) -> OpenValues:
        return OpenValues(
            value=found.value,
            payoffs=found.points,
            moves={move.move: move.points for move in found.moves if move.points},
            order=sorted(question.moves),
            line=found.line,
            nodes=found.nodes,
            stopped=found.stopped,
        )

    heard = improving(listener, values)
    return values(solve_open(question.state, objective, question.seat, budget, heard))


def of_hidden(question: Question, budget: Budget, listener: Listener) -> Analysis:
    """Value moves at the table: the same sampled worlds for all, those that fall behind dropped."""
    game, view, seat = Knaves(), question.view, question.seat
    match = question.utility == "match"
    table = match_table(question.seen, view) if match else None
    groups = groups_of(view, question.moves)
    unit: Unit = "win_probability" if match else "points"
    ends = (0.0, 1.0) if match else possible_points(view, seat)

    def analysis(found: Findings) -> Analysis:
        return sampled(game, view, found, unit, ends, groups)

    search = Search(
        view,
        SETTING,
        OPTIONS if table is None else match_options(table, seat),
        budget,
        seed=question.seed,
        candidates=list(groups),
        table=table,
        name=game.move_text,
    )
    return analysis(search.run(improving(listener, analysis)))


WORLDS: Final = 1024


def beliefs_of(question: Question) -> Beliefs:
    """Where each card that the seat to move does not see may lie.

    Counted over all deals, and estimated from some of them, drawn by its seed, each weighed by how
    well it explains what was played.
    """
    view, seat = question.view, question.seat
    chances = beliefs(view, seat)
    by_play = beliefs_by_play(view, seat, WORLDS, question.seed)
    found = []
    for place in range(chances.shape[1]):
        if chances[:, place].sum() > 0 and chances[seat, place] == 0:
            column = [round(float(chance), DECIMALS) for chance in chances[:, place]]
            card = card_text(card_at(place))
            read = None
            if by_play is not None:
                likely = [round(float(chance), DECIMALS) for chance in by_play[0][:, place]]
                error = round(float(by_play[1][:, place].max()), DECIMALS)
                read = PlayBelief(seats=likely[:SEATS], out=likely[OUT], error=error)
            found.append(Belief(card=card, seats=column[:SEATS], out=column[OUT], by_play=read))
    return Beliefs(found)
