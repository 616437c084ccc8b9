"""The analysis of a position whose stock is face down: ways to empty a pile, valued and compared.

A *way* is a line of moves of which the last one empties a pile.
"""

from dataclasses import replace
from math import isclose
from typing import Final

from kibitz.contract.answers import MoveValue, Proof, Reason, Score, Spent, Verdict
from kibitz.games.game import Game
from kibitz.games.knotty_nines.notation import read_move
from kibitz.games.knotty_nines.play import SHIFT
from kibitz.games.knotty_nines.position import Position
from kibitz.games.protocol import run_apply
from kibitz.solvers.answers import verdict_score
from kibitz.solvers.budget import Budget, Listener, improving
from kibitz.solvers.figures import percent
from kibitz.solvers.knotty_nines.analysis import Analysis, finished, preparing
from kibitz.solvers.knotty_nines.chances import (
    HiddenMove,
    cards_that_help,
    chance_score,
    hidden_moves,
    hidden_values,
    line_to,
    unseen_ranks,
)
from kibitz.solvers.knotty_nines.exact import RankView
from kibitz.solvers.knotty_nines.explain import waits_of
from kibitz.solvers.knotty_nines.hidden import (
    TREE_SHARE,
    HiddenFindings,
    HiddenSearch,
    lost_in_every_order,
)
from kibitz.solvers.knotty_nines.sentences import WORDING
from kibitz.solvers.question import Question
from kibitz.solvers.wording import UNSURE, favouring

ABOUT: Final = 0.98  # of an estimate: what is no further behind is about as good


def of_hidden(
    game: Game,
    question: Question,
    budget: Budget,
    listener: Listener,
    tree_share: float = TREE_SHARE,
) -> Analysis:
    """Value every move of a position of which at least two stock cards are face down."""
    over = finished(game, question)
    if over is not None:
        return over
    view = RankView.of(question.seen, ())
    unseen = unseen_ranks(question.seen)
    search = HiddenSearch(view, unseen, question.seed, budget)
    if not search.exit_count:
        return _all_lost(game, question, Proof.EXHAUSTIVE, "dead")
    if lost_in_every_order(view, unseen):
        return _all_lost(game, question, Proof.BOUND, "lost_in_every_order")

    def analysis(found: HiddenFindings) -> Analysis:
        found = _fewest_moves_first(view, found)
        rows = hidden_moves(game, question, found)
        score = chance_score(found.chance)
        plan = rows[0].line if rows else []
        certain = found.chance.exact and found.chance.value == 1.0  # before it is rounded
        return Analysis(
            Verdict.SOLVABLE if certain else Verdict.UNKNOWN,
            Proof.EXHAUSTIVE if certain else Proof.NONE,
            score,
            hidden_values(rows),
            [_standing(score, certain=certain)],
            plan,
            [preparing(plan)] if len(rows) > 1 else [WORDING.say("forced")],
            _reasons(game, question, rows, found, score),
            found.stopped,
            Spent(nodes=found.nodes, states=found.states, samples=found.samples),
        )

    found = search.run(improving(listener, analysis), tree_share)
    if found.chance.exact and found.chance.value == 0:
        why = "rests_in_no_order" if view.clear else "lost_in_every_order"
        return _all_lost(game, question, Proof.EXHAUSTIVE, why)
    return analysis(found)


def _fewest_moves_first(view: RankView, found: HiddenFindings) -> HiddenFindings:
    """The findings with the ways that are exactly as good as the best ordered by their moves."""
    best = found.exits[0].chance
    if not best.exact:
        return found
    alike = [exit_ for exit_ in found.exits if isclose(exit_.chance.value, best.value)]
    alike.sort(key=lambda exit_: len(line_to(view, exit_.levels, exit_.extras)))
    return replace(found, exits=[*alike, *found.exits[len(alike) :]])


def _all_lost(game: Game, question: Question, proof: Proof, why: str) -> Analysis:
    """The analysis of a position that no order of the stock wins; no move is advised."""
    score = verdict_score(Verdict.UNSOLVABLE)
    values = [
        MoveValue(
            move=game.move_text(move),
            text=game.describe(question.view, move),
            score=score,
            loss=0.0,
            verdict=Verdict.UNSOLVABLE,
            line=[game.move_text(move)],
        )
        for move in question.moves
    ]
    return Analysis(
        Verdict.UNSOLVABLE,
        proof,
        score,
        values,
        [WORDING.say("lost"), WORDING.say(why)],
        nudges=[WORDING.say("start_over")],
    )


def _standing(score: Score, *, certain: bool = False) -> Reason:
    """The chance to win as it was sampled, or found by trying every order of the stock.

    ``certain``: every order wins.
    """
    if certain:
        return WORDING.say("wins_every_order")
    if score.kind == "exact":
        return WORDING.say("chance_exact", value=score.value)
    if score.high - score.low > UNSURE:
        return WORDING.say("chance_unsure", low=score.low, high=score.high)
    if score.value in {score.low, score.high}:
        # The estimate is cut off at what was sampled: no estimate of its own.
        return WORDING.say("chance_between", low=score.low, high=score.high)
    return WORDING.say("chance", value=score.value, low=score.low, high=score.high)


def _reasons(
    game: Game, question: Question, rows: list[HiddenMove], found: HiddenFindings, score: Score
) -> list[Reason]:
    """What speaks for the best way against the next best, which may begin with the same move."""
    position: Position = question.seen
    if len(rows) < 2:
        return [WORDING.say("forced")]
    if len(found.exits) == 1:
        best = _only_pile(position, rows[0].line)
        rival = _only_pile(position, _line_of(game, question, rows[1], found))
        return favouring(best, rival) or [_as_well(best)]
    view = RankView.of(position, ())
    unseen = unseen_ranks(position)
    way = line_to(view, found.exits[1].levels, found.exits[1].extras)
    cards, fewer = (cards_that_help(exit_, unseen, view.wrap) for exit_ in found.exits[:2])
    goes_on, reasons = _goes_on(rows[0].line), []
    if cards > fewer:
        facts = {"unseen": len(unseen), "fewer": fewer}
        if cards < len(unseen):
            reasons.append(WORDING.say("more_cards", rival=way, cards=cards, **facts))
        else:
            reasons.append(WORDING.say("all_cards", rival=way, **facts))
    behind = found.exits[1].chance
    estimated = found.chance.exact or _standing(score).code == "chance"
    if not (estimated and behind.as_expected):
        return [*goes_on, *reasons, WORDING.say("ranked", rival=way)]
    chance, other = score.value, round(behind.value, 6)
    exact = "_exact" if found.chance.exact else ""
    about = not exact and other >= ABOUT * chance
    if not about and percent(chance, 1) != percent(other, 1):
        reasons.append(WORDING.say("better_chance" + exact, other=other, rival=way))
    equal = "ranked" if exact and chance != other else "as_good" + exact
    return [*goes_on, *(reasons or [WORDING.say(equal, rival=way)])]


def _goes_on(line: list[str]) -> list[Reason]:
    """The moves after the first one of a way, and the pile that the last of them empties."""
    if len(line) < 2:
        return []
    source = read_move(line[-1])[0] // SHIFT
    return [WORDING.say("goes_on", moves=line[1:], pile=source + 1)]


def _only_pile(position: Position, line: list[str]) -> list[Reason]:
    """That ``line`` empties the only pile that can be emptied, where this is so."""
    waiting = {wait.pile for wait in waits_of(position)}
    free = [i + 1 for i, pile in enumerate(position.tableau) if pile and i not in waiting]
    if len(free) != 1:
        return []
    if len(line) == 1:
        return [WORDING.say("empties_only", pile=free[0])]
    return [WORDING.say("prepares_only", pile=free[0], moves=len(line))]


def _as_well(best: list[Reason]) -> Reason:
    """That it makes no difference what is done of all that comes to the same game.

    ``best``: that the best line empties the only pile that can be emptied, where this is so.
    """
    if not best:
        return WORDING.say("same_game")
    code = "any_target" if best[0].code == "empties_only" else "any_moves"
    return WORDING.say(code, pile=best[0].args["pile"])


def _line_of(game: Game, question: Question, row: HiddenMove, found: HiddenFindings) -> list[str]:
    """The moves from ``row`` on to the best way to empty a pile."""
    if row.exit:
        return [row.text]
    state = question.view.copy()
    run_apply(state, game.enter(state, row.text))
    after = RankView.of(game.position(state, question.seen), ())
    best = found.exits[0]
    return [row.text, *line_to(after, best.levels, best.extras)]
