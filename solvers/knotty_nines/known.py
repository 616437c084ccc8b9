"""The analysis of a position whose stock is known: every move decided, and why the best is best."""

from dataclasses import dataclass, replace

from kibitz.contract.answers import Proof, Reason, Spent, Verdict
from kibitz.games.game import Game
from kibitz.games.knotty_nines.position import Position
from kibitz.games.protocol import run_apply, run_horizon
from kibitz.solvers.answers import verdict_score
from kibitz.solvers.budget import Budget, Listener, finding
from kibitz.solvers.knotty_nines.analysis import Analysis, finished, preparing
from kibitz.solvers.knotty_nines.exact import RankView, line_texts
from kibitz.solvers.knotty_nines.explain import is_dead, line_drawing
from kibitz.solvers.knotty_nines.sentences import WORDING
from kibitz.solvers.knotty_nines.shortest import shorten, win_within
from kibitz.solvers.knotty_nines.values import (
    Decision,
    Decisions,
    KnownMove,
    goodness,
    known_moves,
    move_values,
)
from kibitz.solvers.question import Question

PROOFS = {
    Verdict.SOLVABLE: Proof.WITNESS,
    Verdict.UNKNOWN: Proof.NONE,
    Verdict.UNSOLVABLE: Proof.EXHAUSTIVE,
}


@dataclass(frozen=True)
class Ranked:
    """The moves, best first, and what is proved of the best: ``fewest``, no win takes fewer moves.

    ``alike``: whether the next best wins in as few; None when that is open. ``nodes, states``: what
    the proof cost.
    """

    rows: list[KnownMove]
    fewest: bool = False
    alike: bool | None = None
    nodes: int = 0
    states: int = 0


def of_known(game: Game, question: Question, budget: Budget, listener: Listener) -> Analysis:
    """Decide every move of a position whose stock is open."""
    over = finished(game, question)
    if over is not None:
        return over

    def so_far() -> Analysis:
        return _decided(game, question, decisions.as_they_are())

    decisions = Decisions(budget, finding(listener, so_far))
    return _decided(game, question, decisions)


def _decided(game: Game, question: Question, decisions: Decisions) -> Analysis:
    """The analysis that ``decisions`` come to, made as they are asked for."""
    position: Position = question.seen
    view = RankView.of(position)
    _, root = decisions.of(view)
    rows = known_moves(game, question, decisions)
    verdict = root.verdict
    verdicts = {row.decision.verdict for row in rows}
    if Verdict.SOLVABLE in verdicts:
        verdict = Verdict.SOLVABLE
    elif verdicts == {Verdict.UNSOLVABLE} and len(rows) == len(question.legal):
        verdict = Verdict.UNSOLVABLE
    ranked = Ranked(rows)
    if verdict is Verdict.SOLVABLE:
        ranked = _shortest_first(view, rows, decisions)
        standing, reasons = [WORDING.say("can_win")], _why_winning(ranked)
    elif verdict is Verdict.UNSOLVABLE:
        # Whatever is played in a lost position loses, also where the budget left it undecided.
        lost = [replace(row, decision=replace(row.decision, verdict=verdict)) for row in rows]
        ranked = Ranked(_deepest_first(view, sorted(lost, key=goodness), root, decisions))
        standing, reasons = _how_lost(position, root), _why_furthest(ranked.rows)
    else:
        standing, reasons = [], []
    decided = rows and verdict is not Verdict.UNKNOWN
    plan = _plan(game, question, ranked.rows[0], verdict) if decided else []
    return Analysis(
        verdict,
        PROOFS[verdict],
        verdict_score(verdict),
        move_values(ranked.rows),
        standing,
        plan,
        _nudges(verdict, ranked.rows, plan),
        [WORDING.say("forced")] if len(rows) == 1 else reasons,
        decisions.stopped,
        Spent(
            nodes=decisions.nodes + ranked.nodes,
            states=decisions.states + ranked.states,
        ),
    )


def _shortest_first(view: RankView, rows: list[KnownMove], decisions: Decisions) -> Ranked:
    """The move that begins the shortest win first, and whether the next best is as short."""
    if not rows or rows[0].decision.verdict is not Verdict.SOLVABLE:
        return Ranked(rows)
    budget, listener = decisions.budget, decisions.listener
    _, search = shorten(view, budget, listener)
    if search.found and search.at_least < len(rows[0].line):
        rows = _led_by(rows, line_texts(search.line()))
    fewest = len(rows[0].line) <= search.at_least
    alike = _as_few(rows, decisions) if fewest else None
    return Ranked(rows, fewest, alike, search.visited(), search.states)


def _as_few(rows: list[KnownMove], decisions: Decisions) -> bool | None:
    """Whether the next best move wins in as few moves as the best; its line is then put in."""
    rival = _next_best(rows)
    if rival is None or rival.decision.verdict is not Verdict.SOLVABLE:
        return None
    fewest = len(rows[0].line)
    if len(rival.line) == fewest:
        return True
    line = win_within(rival.after, fewest - 1, decisions.budget, decisions.listener)
    if line:
        rows[rows.index(rival)] = replace(rival, line=[rival.text, *line_texts(line)])
    return None if line is None else bool(line)


def _next_best(rows: list[KnownMove]) -> KnownMove | None:
    """The best move that leads to another game than the first; None when there is none."""
    return next((row for row in rows if row.key != rows[0].key), None)


def _deepest_first(
    view: RankView, rows: list[KnownMove], root: Decision, decisions: Decisions
) -> list[KnownMove]:
    """The move that begins the deepest line first."""
    line = line_drawing(view, root.drawn, decisions.budget, decisions.listener)
    led = _led_by(rows, line) if line else rows
    found = led if led and led[0].drawn >= rows[0].drawn else rows
    # Of moves that draw as many, one that draws a card at once is advised rather than an exchange.
    return sorted(found, key=lambda row: (-row.drawn, row.reversible))


def _led_by(rows: list[KnownMove], line: list[str]) -> list[KnownMove]:
    """The move that begins ``line`` put first, where it is among those asked for."""
    first = [replace(row, line=line) for row in rows if row.text == line[0]]
    return first + [row for row in rows if row.text != line[0]]


def _plan(game: Game, question: Question, best: KnownMove, verdict: Verdict) -> list[str]:
    """The line of the best move as far as the next pile emptied; empty when it leads nowhere."""
    draws_none = not question.seen.stock or (best.decision.proven and not best.drawn)
    back_and_forth = best.reversible and len(best.line) == 1
    if verdict is Verdict.UNSOLVABLE and (draws_none or back_and_forth):
        return []
    state = question.view.copy()
    before = run_horizon(state)
    for count, text in enumerate(best.line, 1):
        run_apply(state, game.enter(state, text))
        if run_horizon(state) < before:
            return best.line[:count]
    return best.line


def _nudges(verdict: Verdict, rows: list[KnownMove], plan: list[str]) -> list[Reason]:
    """What kind of move to look for."""
    if verdict is Verdict.UNSOLVABLE:
        return [WORDING.say("start_over")]
    if not plan:
        return []
    if len(rows) == 1:
        return [WORDING.say("forced")]
    verdicts = [row.decision.verdict for row in rows]
    winning = verdicts.count(Verdict.SOLVABLE)
    if winning == len(rows):
        return [WORDING.say("all_win"), preparing(plan)]
    if Verdict.UNKNOWN in verdicts:
        return [preparing(plan)]
    return [WORDING.say("some_win", winning=winning, legal=len(rows)), preparing(plan)]


def _why_winning(ranked: Ranked) -> list[Reason]:
    """Why the best of several moves is to be played where the game can be won."""
    rows = ranked.rows
    if not rows:
        return []
    best, rival = rows[0], _next_best(rows)
    moves = len(best.line)
    alone = WORDING.say("few" if ranked.fewest else "at_most", moves=moves)
    if rival is None:
        return [alone]
    more = len(rival.line)
    if rival.decision.verdict is Verdict.UNSOLVABLE:
        winning = rows.index(rival)
        if winning == 1:
            return [WORDING.say("only_winning"), alone]
        return [WORDING.say("some_win", winning=winning, legal=len(rows)), alone]
    if rival.decision.verdict is Verdict.UNKNOWN:
        return [alone, WORDING.say("rival_open", rival=rival.text)]
    if ranked.fewest and ranked.alike is not None:
        code = "as_few" if ranked.alike else "fewest"
        return [WORDING.say(code, moves=moves, rival=rival.text)]
    if ranked.fewest:
        return [WORDING.say("fewest_found", moves=moves, rival=rival.text, more=more)]
    if more > moves:
        return [WORDING.say("shorter_found", moves=moves, rival=rival.text, more=more)]
    return [WORDING.say("as_short_found", moves=moves, rival=rival.text)]


def _how_lost(position: Position, root: Decision) -> list[Reason]:
    """How far a lost game can be brought."""
    lost = WORDING.say("lost")
    if not position.stock:
        return [lost, WORDING.say("never_rests")]
    if is_dead(position):
        return [lost, WORDING.say("dead")]
    if root.drawn == len(position.stock):
        return [lost, WORDING.say("stock_then_never_rests")]
    if not root.proven and not root.drawn:
        return [lost]
    code = "at_best" if root.proven else "found_at_best"
    return [lost, WORDING.say(code, cards=root.drawn, stock=len(position.stock))]


def _why_furthest(rows: list[KnownMove]) -> list[Reason]:
    """Why the best of several moves is to be played where the game is lost."""
    if not rows:
        return []
    best, rival = rows[0], _next_best(rows)
    if rival is None:
        return []
    cards, fewer = best.drawn, rival.drawn
    proven = best.decision.proven and rival.decision.proven
    if cards > fewer:
        code = "draws_more" if proven else "found_deeper"
        return [WORDING.say(code, cards=cards, rival=rival.text, fewer=fewer)]
    if proven:
        return [WORDING.say("draws_as_many", rival=rival.text)]
    return [WORDING.say("found_as_deep", cards=cards, rival=rival.text)]
