"""The analysis of a position in which cards or shuffles to come are unknown: games are sampled."""

from collections.abc import Sequence
from typing import Final

from kibitz.contract.answers import Proof, Reason, Score, Spent, StoppedBy, Verdict
from kibitz.games.game import Game
from kibitz.games.knack_solitaire.play import DRAW
from kibitz.games.protocol import State
from kibitz.heuristics.knack_solitaire.bound import run_is_lost
from kibitz.solvers.budget import Budget, Listener, improving
from kibitz.solvers.knack_solitaire.analysis import counted, of_known, unknown_shuffles
from kibitz.solvers.knack_solitaire.chances import LOST, Ends
from kibitz.solvers.knack_solitaire.hints import cards_beside
from kibitz.solvers.knack_solitaire.known import decide
from kibitz.solvers.knack_solitaire.orders import FEW, Counts, Orders
from kibitz.solvers.knack_solitaire.reasons import (
    forced,
    hopeless,
    of_orders,
    of_samples,
    standing_of_orders,
    winning,
)
from kibitz.solvers.knack_solitaire.rows import Analysis, Row, ended, same_games, values_of
from kibitz.solvers.knack_solitaire.searches import part_of
from kibitz.solvers.knack_solitaire.sentences import WORDING
from kibitz.solvers.question import Question
from kibitz.solvers.wording import UNSURE

DECIDING_SHARE: Final = 0.3  # of the time to win without an unknown shuffle
DECIDING_NODES: Final = 100_000  # the same


def of_unknown(game: Game, question: Question, budget: Budget, listener: Listener) -> Analysis:
    """Value every move of a position where the stock is face down, or shuffles are unknown."""
    state, hidden = question.view, question.seen.hidden > 0
    over = ended(game, state)
    if over:
        return over
    if run_is_lost(state):
        return _lost(game, question)
    spent = Spent()
    if not hidden:
        _, root = decide(state, part_of(budget, DECIDING_SHARE, DECIDING_NODES), listener)
        spent = Spent(nodes=root.visited(), states=root.states)
        if root.verdict is Verdict.SOLVABLE:
            return of_known(game, question, budget, listener)
    if few_orders(question):
        few = _of_orders(game, question, budget, listener)
        if few:
            return few
    groups = same_games(state, question.moves)

    def found(ends: Ends) -> Analysis:
        rows = [
            Row(
                groups[place],
                ends.chance(place).score(),
                None,
                [game.move_text(groups[place][0])],
                chance=ends.chance(place),
            )
            for place in map(int, ends.order())
        ]
        score = rows[0].score
        return Analysis(
            Verdict.UNKNOWN,
            Proof.NONE,
            score,
            values_of(game, state, rows),
            ends.stopped,
            spent.model_copy(update={"samples": ends.worlds}),
            cards_beside(state, rows[0].group[0]),
            [standing(score)],
            of_samples(state, rows),
            _nudge(state, rows),
        )

    ends = Ends(state, [group[0] for group in groups], hidden=hidden, seed=question.seed)
    return found(ends.run(budget, improving(listener, found)))


def few_orders(question: Question) -> bool:
    """Whether every order of the cards face down is to be tried: few cards, and no shuffle."""
    return 0 < question.seen.hidden <= FEW and not unknown_shuffles(question.view)


def _of_orders(
    game: Game, question: Question, budget: Budget, listener: Listener
) -> Analysis | None:
    """The same where so few cards are face down that every order is tried, if there is time.

    Also after moves that were not asked about: what the position is worth depends on all of them.
    """
    state = question.view
    groups = same_games(state, question.legal)

    def found(counts: Counts) -> Analysis:
        position = counts.position
        rows = []
        for group, won in zip(groups, counts.moves, strict=True):
            asked = [move for move in group if move in question.moves]
            if asked:
                line = [game.move_text(asked[0])]
                rows.append(Row(asked, won.score(), won.verdict, line, orders=won))
        rows.sort(key=lambda row: (-row.score.low, -row.score.high, row.group[0] == DRAW))
        return Analysis(
            position.verdict or Verdict.UNKNOWN,
            Proof.EXHAUSTIVE if position.verdict else Proof.NONE,
            position.score(),
            values_of(game, state, rows),
            counts.stopped,
            counts.spent,
            cards_beside(state, rows[0].group[0]),
            [standing_of_orders(position)],
            of_orders(state, rows),
            _nudge(state, rows),
            counted=True,
        )

    moves = [group[0] for group in groups]
    counts = Orders(state, moves, question.seen.unseen, budget).run(improving(listener, found))
    return None if counts is None else found(counts)


def standing(score: Score) -> Reason:
    """The chance to win as it was sampled."""
    code = "chance" if score.high - score.low <= UNSURE else "chance_unsure"
    return WORDING.say(code, low=score.low, high=score.high)


def _lost(game: Game, question: Question) -> Analysis:
    """The analysis of a game that no order of the unknown cards can win."""
    state = question.view
    rows = [
        Row(group, LOST, Verdict.UNSOLVABLE, [game.move_text(group[0])])
        for group in same_games(state, question.moves)
    ]
    return Analysis(
        Verdict.UNSOLVABLE,
        Proof.BOUND,
        LOST,
        values_of(game, state, rows),
        StoppedBy.SOLVED,
        Spent(),
        cards_beside(state, rows[0].group[0]) if rows else [],
        [WORDING.say("lost"), *hopeless(state)],
        [only] if (only := forced(state, rows)) else [],
        [WORDING.say("nudge_lost")],
    )


def _nudge(state: State, rows: Sequence[Row]) -> list[Reason]:
    total = sum(len(row.group) for row in rows)
    if total == 1:
        return [WORDING.say("only_move")]
    only = forced(state, rows)
    if only:
        return [only]
    if rows[0].verdict is Verdict.UNSOLVABLE:
        return [WORDING.say("nudge_lost")]
    won = rows[0].orders
    if won and not won.below:
        return []  # nothing was found out of any move
    if won:
        count = sum(len(row.group) for row in rows if row.score.value == rows[0].score.value)
        return winning(rows) or [counted("nudge_orders", count, total)]
    # A move that was dropped early may have done as well as the best in the games it was played in.
    top = rows[0].score.value
    count = sum(len(row.group) for row in rows if row.score.value == top)
    return [counted("nudge_sampled", count, total)]
