"""The analysis of a position whose cards are all known: each move decided, or its best line."""

from collections.abc import Sequence
from typing import Final

from kibitz.contract.answers import Proof, Reason, Spent, StoppedBy, Verdict
from kibitz.games.game import Game
from kibitz.games.protocol import State, run_apply
from kibitz.solvers.answers import verdict_score
from kibitz.solvers.budget import Budget, Listener, finding
from kibitz.solvers.knack_solitaire.hints import cards_beside
from kibitz.solvers.knack_solitaire.known import Fewest, decide, leave_fewest
from kibitz.solvers.knack_solitaire.reasons import no_room, of_lines, winning
from kibitz.solvers.knack_solitaire.rows import (
    Analysis,
    Row,
    ended,
    same_games,
    values_of,
)
from kibitz.solvers.knack_solitaire.searches import LayoutSearch, line_of, part_of
from kibitz.solvers.knack_solitaire.sentences import WORDING
from kibitz.solvers.question import Question

ROOT_SHARE: Final = 0.4  # of time and nodes for the position itself
LEFT_SHARE: Final = 0.3  # of what is left then, for the fewest cards of a lost one
ORDER: Final = (Verdict.SOLVABLE, Verdict.UNKNOWN, Verdict.UNSOLVABLE)


def unknown_shuffles(state: State) -> bool:
    """Whether a redeal to come will shuffle the waste in an order that nobody knows."""
    record = state[0]
    return bool(record["shuffles"] and not record["ordered"] and record["redeals_left"] > 0)


class Candidate:
    """Moves that lead to the same game, and what the searches found of it."""

    def __init__(self, game: Game, state: State, group: list[int], budget: Budget) -> None:
        """Begin with the line of the policy from ``state``."""
        self._game = game
        self.group = group
        self.after = state.copy()
        run_apply(self.after, group[0])
        self.verdict = Verdict.UNKNOWN
        first = Fewest(self.after, budget)
        self.left, self.least = first.left, first.least
        self.line = self._line(first)
        if self.left == 0:
            self.verdict = Verdict.SOLVABLE
        elif self.least:
            self.verdict = Verdict.UNSOLVABLE

    def _line(self, search: LayoutSearch) -> list[str]:
        text = self._game.move_text(self.group[0])
        return [text, *(line_of(self._game, self.after, search.layout()) or [])]

    def learn(self, search: LayoutSearch) -> None:
        """Take over the line of a search from :attr:`after` if it leaves fewer cards."""
        self.least = max(self.least, search.least)
        if search.left < self.left:
            self.left, self.line = search.left, self._line(search)

    def credit(self, line: list[str], left: int) -> None:
        """Take over a line of the position that begins with one of these moves."""
        texts = [self._game.move_text(move) for move in self.group]
        if line and line[0] in texts and left <= self.left:
            self.group.insert(0, self.group.pop(texts.index(line[0])))
            self.left, self.line = left, line
            if left == 0:
                self.verdict = Verdict.SOLVABLE

    def row(self) -> Row:
        """What is known of the moves."""
        verdict = self.verdict
        least = self.least if verdict is Verdict.UNSOLVABLE else 0
        return Row(self.group, verdict_score(verdict), verdict, self.line, self.left, least)


class Known:
    """The searches for a position and for each of its moves, one after the other."""

    def __init__(self, game: Game, question: Question, budget: Budget, listener: Listener) -> None:
        """Search for one after the other, within one budget."""
        self._game, self._question, self._budget = game, question, budget
        self.state = question.view
        self.spent = Spent()
        self._stops: list[StoppedBy] = []
        stopped, self.root = decide(self.state, part_of(budget, ROOT_SHARE), listener)
        self._count(self.root, stopped)
        groups = same_games(self.state, question.moves)
        self.candidates: list[Candidate] = []
        for group in groups:
            if not (self.candidates and budget.cancelled):  # one in any case
                self.candidates.append(Candidate(game, self.state, group, budget))
        heard = finding(listener, self.found)
        best: LayoutSearch = self.root
        if self.root.verdict is Verdict.UNSOLVABLE:
            best = leave_fewest(self.state, self.root.least, budget, LEFT_SHARE, heard)
            self._count(best, StoppedBy.SOLVED)
            self.root.least = best.least
        line = line_of(game, self.state, best.layout()) or []
        for candidate in self.candidates:
            candidate.credit(line, best.left)
            if self.root.verdict is Verdict.UNSOLVABLE:
                candidate.verdict = Verdict.UNSOLVABLE
                candidate.least = max(candidate.least, best.least)
        for place, candidate in enumerate(self.candidates):
            if not budget.cancelled:
                self._search(candidate, 1 / (len(groups) - place), heard)

    def _count(self, search: LayoutSearch, stopped: StoppedBy) -> None:
        nodes, states = self.spent.nodes + search.visited(), self.spent.states + search.states
        self.spent = Spent(nodes=nodes, states=states)
        if stopped is not StoppedBy.SOLVED:
            self._stops.append(stopped)

    def _search(self, candidate: Candidate, share: float, listener: Listener) -> None:
        """Decide a move; of a lost one, look for the fewest cards left."""
        if candidate.verdict is Verdict.UNKNOWN:
            stopped, found = decide(candidate.after, part_of(self._budget, share), listener)
            self._count(found, stopped)
            candidate.verdict = found.verdict
            candidate.learn(found)
        if candidate.verdict is Verdict.UNSOLVABLE and candidate.left > candidate.least:
            fewest = leave_fewest(candidate.after, candidate.least, self._budget, share, listener)
            self._count(fewest, StoppedBy.SOLVED)
            candidate.learn(fewest)

    def _all_lost(self, rows: Sequence[Row]) -> bool:
        """Whether every legal move was valued, and each of them loses."""
        count = sum(len(row.group) for row in rows if row.verdict is Verdict.UNSOLVABLE)
        return count == len(self._question.legal)

    def found(self) -> Analysis:
        """What is known so far."""
        rows = [candidate.row() for candidate in self.candidates]
        rows.sort(key=lambda row: (ORDER.index(row.verdict), row.left, len(row.line)))
        verdict, proof = self.root.verdict, self.root.proof
        if rows and rows[0].verdict is Verdict.SOLVABLE:
            verdict, proof = Verdict.SOLVABLE, Proof.WITNESS
        elif verdict is Verdict.UNKNOWN and self._all_lost(rows):
            verdict, proof = Verdict.UNSOLVABLE, Proof.EXHAUSTIVE
        best = [move for row in rows for move in row.group]
        least = max(self.root.least, min((row.least for row in rows), default=0))
        why = no_room(self.state) if verdict is Verdict.UNSOLVABLE else []
        return Analysis(
            verdict,
            proof,
            verdict_score(verdict),
            values_of(self._game, self.state, rows),
            self._stops[-1] if self._stops else StoppedBy.SOLVED,
            self.spent,
            cards_beside(self.state, best[0]) if best else [],
            [standing(verdict, rows, least), *why] if rows else [],
            of_lines(self.state, rows) if rows else [],
            nudge(rows),
        )


def of_known(game: Game, question: Question, budget: Budget, listener: Listener) -> Analysis:
    """Decide every move of a position in which all cards and shuffles are known."""
    over = ended(game, question.view)
    return over or Known(game, question, budget, listener).found()


def standing(verdict: Verdict, rows: Sequence[Row], least: int) -> Reason:
    """How the game stands; of a lost one, with the cards that are left at best."""
    if verdict is Verdict.SOLVABLE:
        return WORDING.say("won")
    left = rows[0].left
    if verdict is Verdict.UNKNOWN:
        return WORDING.say("undecided", left=left)
    if left == least:
        return WORDING.say("lost_left", left=left)
    return WORDING.say("lost_between", left=left, least=least)


def counted(code: str, count: int, total: int) -> Reason:
    """How many of the legal moves are as good as the best one."""
    if count == total:
        return WORDING.say(f"{code}_all", of=total)
    return WORDING.say(code, n=count, of=total)


def nudge(rows: Sequence[Row]) -> list[Reason]:
    """Something to think about that does not give the move away."""
    total = sum(len(row.group) for row in rows)
    if total == 1:
        return [WORDING.say("only_move")]
    if len(rows) == 1 and total:
        return [WORDING.say("alike", of=total)]
    if not rows or rows[0].verdict is Verdict.SOLVABLE:
        return winning(rows)
    best = [row for row in rows if (row.verdict, row.left) == (rows[0].verdict, rows[0].left)]
    count = sum(len(row.group) for row in best)
    code = "nudge_left" if rows[0].verdict is Verdict.UNSOLVABLE else "nudge_found"
    return [counted(code, count, total)]
