"""Moves valued: the rows of an analysis, and what they are for the verbs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from kibitz.contract.answers import MoveValue, Proof, Reason, Score, Spent, StoppedBy, Verdict
from kibitz.games.game import Game
from kibitz.games.knack_solitaire.play import MAX_MOVES
from kibitz.games.protocol import State, run_apply, run_legal
from kibitz.solvers.answers import verdict_score
from kibitz.solvers.knack_solitaire.beam import run_game_key
from kibitz.solvers.knack_solitaire.chances import Chance, Won


class Row(NamedTuple):
    """Moves that lead to the same game, and what they are worth.

    ``line`` leaves ``left`` cards, and no line leaves fewer than ``least``; both are of games whose
    cards are known. ``chance`` is of games that were sampled, ``orders`` of every order of few
    cards.
    """

    group: list[int]
    score: Score
    verdict: Verdict | None
    line: list[str]
    left: int = 0
    least: int = 0
    chance: Chance | None = None
    orders: Won | None = None

    @property
    def note(self) -> str | None:
        """What the score does not say."""
        if self.orders:
            return self.orders.note
        if self.chance:
            won = f"{self.chance.below:,} of {self.chance.worlds:,} sampled games won"
            if self.chance.share == self.chance.best / self.chance.worlds:
                return won
            return f"{won} ({self.chance.best:,} after the best move)"
        if not self.left:
            return None
        left = f"{self.left} card{'s' * (self.left != 1)}"
        if self.left == self.least:
            return f"{left} left at best"
        if self.verdict is Verdict.UNSOLVABLE:
            return f"{left} left by the best line found, {self.least} at least"
        return f"{left} left by the best line found"


@dataclass(frozen=True)
class Analysis:
    """Legal moves valued, best first, with the verdict and what it cost.

    ``near``: what the best move is laid beside. ``standing`` says how the game stands, ``reasons``
    what speaks for the best move, ``nudge`` something to think about. ``counted``: chances are
    counted over every order of the cards face down, or between two such counts; none was sampled.
    """

    verdict: Verdict
    proof: Proof
    score: Score
    values: list[MoveValue]
    stopped: StoppedBy
    spent: Spent
    near: list[str] = field(default_factory=list)
    standing: list[Reason] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    nudge: list[Reason] = field(default_factory=list)
    counted: bool = False


def same_games(state: State, moves: list[int]) -> list[list[int]]:
    """The moves in groups that lead to the same game, but for turning, mirroring, moving it."""
    groups: dict[int, list[int]] = {}
    for move in moves:
        after = state.copy()
        run_apply(after, move)
        groups.setdefault(int(run_game_key(after)), []).append(move)
    return list(groups.values())


def legal_games(state: State) -> list[list[int]]:
    """All legal moves in such groups."""
    legal = np.empty(MAX_MOVES, np.int64)
    count = run_legal(state, legal)
    return same_games(state, [int(move) for move in legal[:count]])


def values_of(game: Game, state: State, rows: Sequence[Row]) -> list[MoveValue]:
    """Answers for groups of equal moves, given best first."""
    values = []
    best = rows[0].score.value if rows else 0.0
    for row in rows:
        first = game.move_text(row.group[0])
        for move in row.group:
            text = game.move_text(move)
            values.append(
                MoveValue(
                    move=text,
                    text=game.describe(state, move),
                    score=row.score,
                    loss=max(0.0, best - row.score.value),
                    verdict=row.verdict,
                    line=row.line if move == row.group[0] else [text],
                    same_as=None if move == row.group[0] else first,
                    note=row.note,
                )
            )
    return values


def ended(game: Game, state: State) -> Analysis | None:
    """The analysis of a game that is over."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    verdict = Verdict.SOLVABLE if outcome.won else Verdict.UNSOLVABLE
    proof = Proof.WITNESS if outcome.won else Proof.EXHAUSTIVE
    return Analysis(verdict, proof, verdict_score(verdict), [], StoppedBy.SOLVED, Spent())
