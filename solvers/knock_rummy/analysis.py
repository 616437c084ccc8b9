"""Every move of Knock Rummy valued: by sampled worlds at the table, exactly with open cards.

And where unseen cards may lie, and what knocking now comes to, in the deals that a search tried.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot, sqrt
from typing import Any, Final

import numpy as np

from kibitz.contract.answers import Score
from kibitz.contract.beliefs import Belief, HandBelief, Knock, KnockAgainst, PlayBelief
from kibitz.contract.options import Information
from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.knock_rummy.bitboards import card_at
from kibitz.games.knock_rummy.game import KnockRummy
from kibitz.games.knock_rummy.melds import FACE_POINTS, deadwood
from kibitz.games.knock_rummy.notation import read_move
from kibitz.games.knock_rummy.play import KNOCK, MAX_MOVES, OUT
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.rules import MOST_SEATS
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.games.knock_rummy.state import NOBODY, TO_DISCARD
from kibitz.games.knock_rummy.worlds import stock_is_hidden
from kibitz.games.protocol import State
from kibitz.heuristics.knock_rummy import likelihood  # noqa: F401 (attaches itself to the protocol)
from kibitz.heuristics.knock_rummy.beliefs import (
    STOCK,
    Ripe,
    best_knock,
    by_play,
    counted,
    turns_by_seat,
)
from kibitz.heuristics.knock_rummy.policy import appraise, choose_few
from kibitz.heuristics.knock_rummy.population import against_kinds
from kibitz.solvers.budget import Budget, Listener, improving
from kibitz.solvers.intervals import Z95
from kibitz.solvers.ismcts.options import SearchOptions, Setting
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.ismcts.valued import DECIMALS, Findings, behind_by, sampled
from kibitz.solvers.knock_rummy.exact import OpenFindings, solve_open
from kibitz.solvers.knock_rummy.reasons import Scene
from kibitz.solvers.open_cards import OpenValues, exact_score
from kibitz.solvers.question import Analysis, Beliefs, Question, Unit


def promising(state: State) -> list[int]:
    """The legal moves of a view that the policy likes best, ascending.

    All where the cards to come are known, those of a pile that is about to be turned over among
    them: the policy judges by their kinds, not by their order.
    """
    moves, values = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    count = protocol.run_legal(state, moves)
    if not stock_is_hidden(state[0]) or state[0]["stock_size"] == 0:
        return sorted(map(int, moves[:count]))
    appraise(state[0], moves, count, values)
    return sorted(int(move) for move in moves[: choose_few(state[0], moves, count, values)])


FOR_ALL: Final = 4_000  # iterations that are enough for every discard


def worth_comparing(state: State, iterations: int) -> list[int]:
    """The legal moves of a view that a hint of at most so many iterations should look at.

    Those that the policy likes best, and where there are iterations enough, or hands are long
    because not everybody may knock, every discard.
    """
    few = promising(state)
    short = int(state[0]["knock_limit"]) == NOBODY
    if few == [OUT] or (short and iterations < FOR_ALL):
        return few
    moves = np.empty(MAX_MOVES, np.int64)
    count = protocol.run_legal(state, moves)
    return sorted({*few, *(int(move) for move in moves[:count] if move < KNOCK)})


def knocks_alike(state: State, moves: Sequence[int]) -> dict[int, list[int]]:
    """The moves that end the hand by what they leave: one to search, with those like it.

    Any other move stands alone. Of those alike going out is first, then the lowest card.
    """
    seen: dict[int, int] = {}
    groups: dict[int, list[int]] = {}
    hand = int(state[0]["hands"][int(state[0]["turn"])])
    for move in sorted(moves, key=lambda move: (move != OUT, move)):
        first = move
        if KNOCK <= move <= OUT:
            kept = hand if move == OUT else hand & ~(1 << move - KNOCK)
            first = seen.setdefault(int(deadwood(state[0], np.uint64(kept))), move)
        groups.setdefault(first, []).append(move)
    return groups


WORLD_STEPS: Final = 64
OPTIONS: Final = SearchOptions(
    tree_depth=1, root="racing", worlds="refined", world_steps=WORLD_STEPS
)
# For every number of players, so that the search is compiled once: seats that nobody takes make 0.
SETTING: Final = Setting(MOST_SEATS, MAX_MOVES, tells_worth=True)
MATCH_OPTIONS: Final = replace(OPTIONS, utility="match")


def in_points(units: float) -> float:
    """Points, from units of 1 / 60."""
    return units / UNIT


def no_match(position: Position, information: Information) -> tuple[str, str] | None:
    """See `solvers.hidden_information.HiddenInformationSolver.no_match`."""
    target, highest = position.rules.match_target, max(position.scores)
    if information == "known":
        reason = "with open cards the points of the hand are valued"
    elif target is None:
        reason = "no match_target is set: ask for the points"
    elif highest >= target and position.scores.count(highest) == 1:
        reason = f"the match was won before this hand: {target} was enough"
    else:
        return None
    return "no_match_equity", reason


def of_hidden(question: Question, budget: Budget, listener: Listener) -> Analysis:
    """Value moves at the table: the same sampled worlds for all, those that fall behind dropped.

    Of the knocks that leave as much one is searched; for a hint, only moves worth comparing.
    """
    game, view = KnockRummy(), question.view
    hinting = question.verb == "hint" and bool(question.moves)
    groups = knocks_alike(
        view, worth_comparing(view, budget.iterations_left()) if hinting else question.moves
    )
    match = question.utility == "match"
    unit: Unit = "win_probability" if match else "points"
    ends = (0.0, 1.0) if match else possible_points(question.seen)

    def analysis(found: Findings) -> Analysis:
        clear, same = standing(game, found)
        valued = sampled(game, view, found, unit, ends, groups)
        if not match and Scene(view[0]).ends_unscored():
            valued = with_nothing(valued, question.seat)
        return replace(valued, clear=clear, same=same, worlds=found.worlds)

    search = Search(
        view,
        SETTING,
        MATCH_OPTIONS if match else OPTIONS,
        budget,
        seed=question.seed,
        candidates=list(groups),
        name=game.move_text,
    )
    return analysis(search.run(improving(listener, analysis)))


def with_nothing(found: Analysis, seat: int) -> Analysis:
    """An analysis where a discard ends the hand: then nobody pays, for certain.

    A knock that was chosen and is worth less than nothing after all is no longer the best.
    """
    best, nothing = found.values[0], exact_score("points", seat, 0.0)
    knocks = read_move(best.move).move >= KNOCK
    top = max(0.0, best.score.value) if knocks else 0.0
    values, errors = [], dict(found.errors)
    for row in found.values:
        update: dict[str, Any] = {}
        of = best.score  # what its loss is as uncertain as
        if read_move(row.move).move < KNOCK:
            update = {"score": nothing, "payoffs": [0.0] * len(row.payoffs or []), "loss": top}
        elif knocks and not top:
            update, of = {"loss": -row.score.value}, row.score
        if update and knocks:
            half = (of.high - of.low) / 2 if update["loss"] else 0.0
            update["note"] = behind_by(update["loss"], half, "points") if half else None
            errors[row.move] = round(half, DECIMALS)
        values.append(row.model_copy(update=update))
    values.sort(key=lambda row: row.loss)
    return replace(found, score=values[0].score, values=values, errors=errors)


def standing(game: KnockRummy, found: Findings) -> tuple[frozenset[str], frozenset[str]]:
    """The moves that are behind the best for certain, and those no different from it."""
    rows = [row for row in found.moves[1:] if row.clear]
    same = {row.move for row in rows if row.gap == 0 and row.gap_se == 0}
    clear = {row.move for row in rows} - same
    return frozenset(map(game.move_text, clear)), frozenset(map(game.move_text, same))


def possible_points(position: Position) -> tuple[float, float]:
    """The least and the most that a seat can make in a hand, whatever is held."""
    rules = position.rules
    most = rules.hand_size * max(FACE_POINTS, rules.ace_points)
    others = rules.players - 1
    return (
        -float(most + max(rules.rummy_bonus, rules.knock_penalty)),
        float(others * (most + rules.rummy_bonus + rules.knock_penalty)),
    )


def of_open(question: Question, budget: Budget, listener: Listener) -> OpenValues:
    """Value moves with every card known: each seat plays for its own payment."""

    def values(found: OpenFindings) -> OpenValues:
        return OpenValues(
            value=None if found.payments is None else found.payments[question.seat],
            payoffs=found.payments,
            moves=found.moves,
            order=question.moves,
            line=found.line,
            nodes=found.nodes,
            stopped=found.stopped,
            shown=in_points,
        )

    return values(solve_open(question.state, budget, improving(listener, values)))


DEALS: Final = 512  # for a chance to win


def error_of(score: Score) -> float:
    """The standard error of an estimate, from its interval."""
    return (score.high - score.low) / (2 * Z95)


def knock_now(question: Question, found: Analysis) -> Knock | None:
    """What the knock that leaves least comes to; None where the seat to move may not knock.

    The chance to win is that in ``DEALS`` deals, however few the search has tried; the points are
    those of its row, where it has one.
    """
    game, state, seat = KnockRummy(), question.view, question.seat
    if int(state[0]["phase"]) != TO_DISCARD:
        return None
    move = best_knock(state)
    if move not in question.legal:
        return None
    paid = by_play(state, seat, DEALS, WORLD_STEPS, question.seed, move).paid
    assert paid is not None
    wins = float((paid > 0).mean())
    points, error = float(paid.mean()), float(paid.std()) / sqrt(DEALS)
    for row in found.values:
        if row.move == game.move_text(move) and row.score.unit == "points":
            points, error = row.score.value, error_of(row.score)
    hand = int(state[0]["hands"][seat]) & ~(1 << move - KNOCK)
    return Knock(
        move=game.move_text(move),
        deadwood=int(deadwood(state[0], np.uint64(hand))),
        wins=round(wins, DECIMALS),
        wins_error=round(sqrt(wins * (1 - wins) / DEALS), DECIMALS),
        points=round(points, DECIMALS),
        points_error=round(error, DECIMALS),
        against=_against(question, found, move, points, error),
    )


def _against(
    question: Question, found: Analysis, knock: int, points: float, error: float
) -> list[KnockAgainst]:
    """What the knock and the best move that goes on make against each kind of opponent.

    The means of all kinds by their shares are the values of these moves: for the knock ``points``
    with their standard ``error``; for the other the value of its row, where that is in points.
    """
    rows = [row for row in found.values if row.score.kind != "bound"]
    wait = next((row for row in rows if read_move(row.move).move < KNOCK), None)
    if wait is None:
        return []
    move = read_move(wait.move).move
    several = against_kinds(
        question.view, question.seat, knock, move, DEALS, WORLD_STEPS, question.seed
    )
    waiting, waiting_error = several.wait, several.wait_error
    if wait.score.unit == "points":
        waiting, waiting_error = wait.score.value, error_of(wait.score)
    return [
        KnockAgainst(
            kind=row.kind,
            share=_rounded(row.share),
            points=_rounded(points + row.knock),
            points_error=_rounded(hypot(error, row.knock_error)),
            waiting=_rounded(waiting + row.wait),
            waiting_error=_rounded(hypot(waiting_error, row.wait_error)),
        )
        for row in several.rows
    ]


WORLDS: Final = 512
BIN: Final = 10


def beliefs_of(question: Question) -> Beliefs:
    """What the seat to move may believe; worlds are those of a search with the same seed.

    Where nobody but it has had a turn, nothing was played that tells one deal from another.
    """
    state, seat, players = question.view, question.seat, question.seen.rules.players
    ripe = by_play(state, seat, WORLDS, WORLD_STEPS, question.seed, None)
    played = any(n for other, n in enumerate(turns_by_seat(state)) if other != seat)
    return Beliefs(
        _cards(counted(state, seat), ripe if played else None, players),
        [_hand(ripe, other) for other in range(players) if other != seat],
    )


def _cards(chances: np.ndarray, ripe: Ripe | None, players: int) -> list[Belief]:
    found = []
    for place in np.flatnonzero(chances.sum(axis=0)):
        read = None
        if ripe is not None:
            likely = ripe.chances[:, place]
            error = sqrt(float((likely * (1 - likely)).max()) / WORLDS)
            read = PlayBelief(
                seats=[_rounded(chance) for chance in likely[:players]],
                out=_rounded(likely[STOCK]),
                error=_rounded(error),
            )
        found.append(
            Belief(
                card=card_text(card_at(int(place))),
                seats=[_rounded(chance) for chance in chances[:players, place]],
                out=_rounded(chances[STOCK, place]),
                by_play=read,
            )
        )
    return found


def _hand(ripe: Ripe, seat: int) -> HandBelief:
    dead = ripe.dead[:, seat]
    counts = np.bincount(dead // BIN) / WORLDS
    return HandBelief(
        seat=seat,
        deadwood=_rounded(dead.mean()),
        error=_rounded(dead.std(ddof=1) / sqrt(WORLDS)),
        chances=[_rounded(chance) for chance in counts],
    )


def _rounded(number: float) -> float:
    return round(float(number), DECIMALS)
