"""Every legal move of a known position, decided exactly.

Exchanges can be undone, so they leave the verdict as it is; each move that empties a pile leads
to a class of its own, and moves to the same class share one decision. In a lost position moves
are compared by how much of the stock can still be drawn after them.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.contract.answers import MoveValue, StoppedBy, Verdict
from kibitz.games.game import Game
from kibitz.games.knotty_nines.classes import SCRATCH_SHAPE, canonical
from kibitz.games.knotty_nines.position import Position
from kibitz.games.protocol import run_apply
from kibitz.solvers.answers import verdict_score
from kibitz.solvers.budget import Budget, Cancel, Listener, drive, ignore
from kibitz.solvers.knotty_nines.exact import ClassSearch, RankView, decide, line_texts
from kibitz.solvers.knotty_nines.search import FOUND
from kibitz.solvers.question import Question

ClassKey = tuple[tuple[int, int], ...]


@dataclass
class Decision:
    """The verdict of a class, the search that holds its winning line, and the cards it can draw.

    ``drawn``: by the deepest line found; ``proven`` when no line is deeper.
    """

    verdict: Verdict
    search: ClassSearch
    drawn: int
    proven: bool
    stopped: StoppedBy
    nodes: int

    def line(self, view: RankView) -> list[str]:
        """A winning line from ``view``, any arrangement of the class; empty when there is none."""
        return line_texts(self.search.line(view)) if self.verdict is Verdict.SOLVABLE else []


@dataclass(frozen=True)
class KnownMove:
    """A legal move with its decision; ``reversible`` for exchanges.

    ``after``: the position it leads to. ``drawn``: stock cards that the deepest line found draws by
    it and after it.
    """

    text: str
    words: str
    after: RankView
    key: ClassKey
    reversible: bool
    decision: Decision
    drawn: int
    line: list[str]


def class_key(view: RankView) -> ClassKey:
    """The canonical form of a position's class."""
    levels, extras = view.standing()
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    canonical(levels, extras, len(levels), view.wrap, scratch)
    return tuple(zip(levels.tolist(), extras.tolist(), strict=True))


def decide_class_of(view: RankView, budget: Budget, listener: Listener) -> Decision:
    """Verdict and line; for a lost position also how much of its stock can be drawn."""
    stopped, search = decide(view, budget, listener)
    nodes = search.visited()
    if stopped is not StoppedBy.SOLVED:
        return Decision(Verdict.UNKNOWN, search, search.deepest, False, stopped, nodes)
    if search.outcome == FOUND:
        return Decision(Verdict.SOLVABLE, search, len(view.stock), True, stopped, nodes)
    deepest = ClassSearch(view, budget, decide=False)
    stopped = drive(deepest, budget, listener)
    nodes += deepest.visited()
    proven = stopped is StoppedBy.SOLVED
    return Decision(Verdict.UNSOLVABLE, search, deepest.deepest, proven, stopped, nodes)


class Decisions:
    """Decisions by class, each made once, under one budget."""

    def __init__(self, budget: Budget, listener: Listener) -> None:
        """Nothing decided yet."""
        self.budget = budget
        self.listener = listener
        self._known: dict[ClassKey, Decision] = {}

    def as_they_are(self) -> "Decisions":
        """Those made so far, of which no other will be made: all the rest is unknown."""
        over = Cancel()
        over.set()
        made = Decisions(Budget(self.budget.limits, over), ignore)
        made._known = dict(self._known)
        return made

    def of(self, view: RankView) -> tuple[ClassKey, Decision]:
        """The class of ``view`` and its decision."""
        # The stock is part of a class: a card drawn is one pile card more.
        key = class_key(view)
        if key not in self._known:
            self._known[key] = decide_class_of(view, self.budget, self.listener)
        return key, self._known[key]

    @property
    def nodes(self) -> int:
        """Classes visited by all the decisions together."""
        return sum(decision.nodes for decision in self._known.values())

    @property
    def states(self) -> int:
        """Distinct classes stored by all the decisions together."""
        return sum(decision.search.states for decision in self._known.values())

    @property
    def stopped(self) -> StoppedBy:
        """What stopped the first decision that was not brought to its end, or SOLVED."""
        reasons = (d.stopped for d in self._known.values() if d.stopped is not StoppedBy.SOLVED)
        return next(reasons, StoppedBy.SOLVED)


def is_exchange(before: Position, after: Position) -> bool:
    """Whether a move only exchanged two tops: no card drawn and no space left."""
    spaces = before.tableau.count(()), after.tableau.count(())
    return before.stock_size == after.stock_size and spaces[0] == spaces[1]


def known_moves(game: Game, question: Question, decisions: Decisions) -> list[KnownMove]:
    """Decide every one of the moves, best first."""
    position: Position = question.seen
    rows = []
    for move in question.moves:
        state = question.view.copy()
        words = game.describe(state, move)
        run_apply(state, move)
        after: Position = game.position(state, position)
        view = RankView.of(after)
        key, decision = decisions.of(view)
        text = game.move_text(move)
        drawn = position.stock_size - after.stock_size + decision.drawn
        rows.append(
            KnownMove(
                text,
                words,
                view,
                key,
                is_exchange(position, after),
                decision,
                drawn,
                [text, *decision.line(view)],
            )
        )
    return sorted(rows, key=goodness)


def goodness(row: KnownMove) -> tuple[int, int, int, bool]:
    """Sort key: verdict, cards drawn, length of the line, moves that cannot be undone first."""
    order = (Verdict.SOLVABLE, Verdict.UNKNOWN, Verdict.UNSOLVABLE)
    return order.index(row.decision.verdict), -row.drawn, len(row.line), row.reversible


def move_values(rows: list[KnownMove]) -> list[MoveValue]:
    """Rows of the answer: scores, losses against the best, repeated classes named."""
    first: dict[ClassKey, str] = {}
    values = []
    best = verdict_score(rows[0].decision.verdict).value if rows else 0.0
    for row in rows:
        score = verdict_score(row.decision.verdict)
        values.append(
            MoveValue(
                move=row.text,
                text=row.words,
                score=score,
                loss=max(0.0, best - score.value),
                verdict=row.decision.verdict,
                line=row.line,
                same_as=first.get(row.key),
                note=_note(row),
            )
        )
        first.setdefault(row.key, row.text)
    return values


def _note(row: KnownMove) -> str | None:
    if row.decision.verdict is Verdict.UNSOLVABLE:
        if not row.drawn:
            stuck = row.decision.proven and len(row.after.stock)
            return "lost; no more cards can be drawn" if stuck else "lost"
        cards = "1 more card" if row.drawn == 1 else f"{row.drawn} more cards"
        far = f"at most {cards} can be drawn" if row.decision.proven else f"{cards} can be drawn"
        return f"lost; {far}"
    return "can be undone by the opposite move" if row.reversible else None
