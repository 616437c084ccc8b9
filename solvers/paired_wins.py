"""A move of a game for one judged by the chance to win, from what was seen before it.

A first look values all moves, as ``analyze`` does. The move made and the best of the others are
played on in the same orders of the hidden cards, so that the loss has an interval of its own; fewer
than ``FEWEST`` orders judge nothing. Where the chances of both are known exactly, or every order
was tried, nothing is played.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from kibitz.contract.answers import MoveValue, Reason, Score, StoppedBy, Verdict
from kibitz.contract.review import Decision, Loss, ReviewedMove, Thresholds
from kibitz.solvers.answering import AnsweringSolver
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.duel import is_clear, judgement_of
from kibitz.solvers.hidden_review import FIRST_SHARE, LOOKS
from kibitz.solvers.intervals import FEWEST, half_of_difference, wilson
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.question import Question
from kibitz.solvers.wording import Found

Wins = npt.NDArray[np.int64]
Play = Callable[[int, int], Wins]  # see `compared`
FIRST_LEAST, FIRST_MOST = 16, 128  # iterations of the first look
FIRST_PAIRS: Final = 256  # at the first look, where no limit of iterations divides them
CHUNK: Final = 16  # pairs between two looks at the clock


class PairedWins:
    """Games of two moves, a pair for each order of the hidden cards: who won which."""

    def __init__(self) -> None:
        """None yet."""
        self.pairs = self.first = self.second = self.apart = 0

    def add(self, won: Wins) -> None:
        """Add games: a row for each pair, 1 for a win; the first column is the first move."""
        self.pairs += len(won)
        self.first += int(won[:, 0].sum())
        self.second += int(won[:, 1].sum())
        self.apart += int((won[:, 0] != won[:, 1]).sum())

    @property
    def mean(self) -> float:
        """What the first move wins more often, as a share of the games."""
        return (self.first - self.second) / max(1, self.pairs)

    @property
    def half(self) -> float:
        """Half the 95 % interval of that, wide enough for all looks."""
        if self.pairs < 2:
            return 1.0
        variance = max(0.0, self.apart / self.pairs - self.mean**2)
        error = sqrt(variance / (self.pairs - 1))
        return float(half_of_difference(self.pairs, error, 1.0))

    def loss(self) -> Loss:
        """What the second move loses against the first; 0 where it is no worse."""
        ends = (self.mean, self.mean - self.half, self.mean + self.half)
        value, low, high = (round(max(0.0, end), DECIMALS) + 0.0 for end in ends)
        return Loss(
            unit="win_probability", value=value, low=low, high=min(1.0, high), samples=self.pairs
        )

    def score(self, won: int) -> Score:
        """The share of ``won`` games, :attr:`first` or :attr:`second`, as a chance to win."""
        low, high = wilson(won, self.pairs)
        return Score(
            kind="estimate",
            unit="win_probability",
            value=round(won / max(1, self.pairs), DECIMALS),
            low=round(low, DECIMALS),
            high=round(high, DECIMALS),
            samples=self.pairs,
        )


def first_look(budget: Budget) -> int:
    """Iterations of the first look, by default."""
    return max(FIRST_LEAST, min(int(FIRST_SHARE * budget.iterations_left()), FIRST_MOST))


def judged_by_chance(
    solver: AnsweringSolver,
    question: Question,
    decision: Decision,
    thresholds: Thresholds,
    first: int,
    play_of: Callable[[MoveValue, MoveValue], Play | None],
    reasons_of: Callable[[MoveValue, MoveValue], Sequence[Reason]],
    counted: Callable[[Found], bool],
    budget: Budget,
) -> Decision:
    """``decision`` with what can be said of the move played.

    ``first``: iterations of the first look, see :func:`first_look`.
    ``play_of``: plays another move and the played one on, None where they come to the same.
    ``reasons_of``: what speaks for the one and not for the other. ``counted``: whether chances are
    certain to lie between their ends; then nothing is played on.
    """
    found = solver.search(question, budget.ration(first), ignore)
    stopped = budget.stopped() or StoppedBy.SETTLED
    if stopped is StoppedBy.CANCELLED:  # perhaps not every move was valued
        return decision.model_copy(update={"stopped_by": stopped})
    if found.verdict is Verdict.UNSOLVABLE:
        lost = {"verdict_before": found.verdict, "verdict_after": found.verdict}
        return decision.model_copy(update=lost | {"stopped_by": StoppedBy.SOLVED})
    leading = found.values[0]
    taken = next(value for value in found.values if value.move == decision.played)
    update: dict[str, object] = {
        "options": [
            ReviewedMove(
                move=row.move,
                text=row.text,
                value=row.score,
                loss=row.loss,
                verdict=row.verdict,
                same_as=row.same_as,
            )
            for row in found.values
        ],
        "before": leading.score,
        "after": taken.score,
        "stopped_by": stopped,
        "spent": found.spent,
    }

    def certain(said: dict[str, object]) -> Decision:
        """The decision where no games are played on; the best move is the leading one."""
        if said.get("best") not in {None, taken.move}:
            said["reasons"] = [*reasons_of(leading, taken)]
        return decision.model_copy(update=update | said)

    if leading.verdict is not None and taken.verdict is not None:
        verdicts = {"verdict_before": leading.verdict, "verdict_after": taken.verdict}
        return certain(verdicts | proved(leading, taken))
    if counted(found):
        return certain(by_counts(found.values, taken, thresholds))
    plays = ((row, play_of(row, taken)) for row in found.values if row is not taken)
    rival, play = next((each for each in plays if each[1] is not None), (None, None))
    if rival is None or play is None:
        return decision.model_copy(update=update | _called("best", taken, lost_for_sure(0.0)))
    if rival.score.kind == taken.score.kind == "exact":
        less = max(0.0, round(rival.score.value - taken.score.value, DECIMALS))
        better = rival if less else taken
        judged = judgement_of(less, less, thresholds) if less else "best"
        update |= {"reasons": [*reasons_of(rival, taken)] if less else []}
        return decision.model_copy(update=update | _called(judged, better, lost_for_sure(less)))
    wins, stopped = compared(play, thresholds, budget)
    if wins.pairs < FEWEST:
        return decision.model_copy(update=update | {"stopped_by": stopped})
    loss, better = wins.loss(), rival if wins.mean > 0 else taken
    judgement = judgement_of(loss.low, loss.high, thresholds)
    if better is taken and judgement == "good":
        judgement = "best"
    samples = found.spent.samples + 2 * wins.pairs
    update |= _called(judgement, better, loss) | {
        "before": wins.score(max(wins.first, wins.second)),
        "after": wins.score(wins.second),
        "stopped_by": stopped,
        "spent": found.spent.model_copy(update={"samples": samples}),
    }
    if better is rival:
        update["reasons"] = [*reasons_of(rival, taken)]
    return decision.model_copy(update=update)


def lost_for_sure(value: float) -> Loss:
    """A loss that is proved."""
    return Loss(unit="win_probability", value=value, low=value, high=value, samples=0)


def proved(leading: MoveValue, taken: MoveValue) -> dict[str, object]:
    """What a review says where both moves are decided; nothing of a game that is lost anyhow."""
    if leading.verdict is not Verdict.SOLVABLE:
        return {}
    if taken.verdict is Verdict.SOLVABLE:
        return _called("best", taken, lost_for_sure(0.0))
    if taken.verdict is Verdict.UNSOLVABLE:
        return _called("blunder", leading, lost_for_sure(1.0))
    return {}


def by_counts(
    rows: Sequence[MoveValue], taken: MoveValue, thresholds: Thresholds
) -> dict[str, object]:
    """What a review says of a move whose chance, as that of every other, is between two counts."""
    mine, best = taken.score, rows[0]
    others = [row.score for row in rows if row is not taken]
    low = max(0.0, max(score.low for score in others) - mine.high)
    high = max(0.0, max(score.high for score in others) - mine.low)
    value = max(0.0, best.score.value - mine.value)
    ends = (round(each, DECIMALS) for each in (value, low, high))
    names = ("value", "low", "high")
    loss = Loss(unit="win_probability", samples=mine.samples, **dict(zip(names, ends, strict=True)))
    judgement = judgement_of(loss.low, loss.high, thresholds)
    better = best if loss.value else taken
    return _called("best" if not loss.high else judgement, better, loss)


def _called(judgement: str, best: MoveValue, loss: Loss) -> dict[str, object]:
    return {"judgement": judgement, "best": best.move, "best_text": best.text, "loss": loss}


def compared(play: Play, thresholds: Thresholds, budget: Budget) -> tuple[PairedWins, StoppedBy]:
    """Play pairs, at each look twice as many, until the judgement is clear or the budget spent.

    ``play(first, number)`` plays pairs number ``first`` and following; two iterations are a pair.
    SETTLED: clear.
    """
    wins, first = PairedWins(), FIRST_PAIRS
    if budget.limits.iterations is not None:
        first = max(FEWEST, budget.iterations_left() // 2 // ((1 << LOOKS) - 1))
    for look in range(LOOKS):
        end = wins.pairs + (first << look)
        while wins.pairs < end:
            stopped = budget.stopped()
            if stopped:
                return wins, stopped
            number = min(CHUNK, end - wins.pairs)
            wins.add(play(wins.pairs, number))
            budget.iterations += 2 * number
        if is_clear(wins.mean - wins.half, wins.mean + wins.half, thresholds):
            return wins, StoppedBy.SETTLED
    return wins, StoppedBy.ITERATIONS
