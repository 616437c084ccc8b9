"""What a search has found, as answers tell it: moves with their scores and how sure those are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from games.game import Game
from games.protocol import State
from solvers.intervals import Z95
from solvers.ismcts.findings import FEWEST, SETTLED_AT, Findings, MoveFindings
from solvers.result import MoveValue, Proof, Score, Spent, StoppedBy, Verdict

DECIMALS: Final = 6
Unit = Literal["win_probability", "points"]


@dataclass(frozen=True)
class Analysis:
    """Legal moves valued, best first, with what it rests on and what it cost.

    ``settled``: no rival of the best move is within two standard errors; always with ``exact``.
    """

    verdict: Verdict | None
    proof: Proof
    score: Score | None
    values: list[MoveValue]
    settled: bool
    stopped: StoppedBy
    spent: Spent


def sampled(
    game: Game,
    state: State,
    found: Findings,
    unit: Unit,
    ends: tuple[float, float],
    groups: Mapping[int, Sequence[int]] | None = None,
) -> Analysis:
    """The analysis that findings from sampled worlds come to; see :func:`valued`.

    ``groups``: by the move that was searched, it and those that come to the same. Findings of a
    search that goes on are told as if it was stopped now.
    """
    values: list[MoveValue] = []
    for row, value in zip(found.moves, valued(game, state, found, unit, ends), strict=True):
        values.append(value)
        if groups is not None:
            values += alike(game, state, value, groups[row.move][1:])
    return Analysis(
        None,
        Proof.NONE,
        values[0].score,
        values,
        settled(found),
        found.stopped or StoppedBy.CANCELLED,
        Spent(samples=found.iterations),
    )


def valued(
    game: Game, state: State, found: Findings, unit: Unit, ends: tuple[float, float]
) -> list[MoveValue]:
    """The moves of the findings, best first; no value lies outside ``ends``.

    A search may have more seats than the table; what those make is left out.
    """
    seats = game.seats(state)
    return [
        MoveValue(
            move=game.move_text(row.move),
            text=game.describe(state, row.move),
            score=score_of(row, found.seat, unit, ends),
            loss=round(max(0.0, row.loss), DECIMALS),
            line=[game.move_text(each) for each in row.line],
            payoffs=[round(mean, DECIMALS) for mean in row.means[:seats]],
            note=note_of(row, unit),
        )
        for row in found.moves
    ]


def alike(game: Game, state: State, value: MoveValue, moves: Sequence[int]) -> list[MoveValue]:
    """What moves are worth that come to the same as one that was valued."""
    return [
        value.model_copy(
            update={
                "move": game.move_text(move),
                "text": game.describe(state, move),
                "line": [game.move_text(move)],
                "same_as": value.move,
            }
        )
        for move in moves
    ]


def score_of(row: MoveFindings, seat: int, unit: Unit, ends: tuple[float, float]) -> Score:
    """A mean over worlds with its 95 % interval, within ``ends``, all that is possible.

    A single game says nothing of the error: its interval is all of that.
    """
    low = max(ends[0], row.value - Z95 * row.se)
    high = min(ends[1], row.value + Z95 * row.se)
    return Score(
        kind="estimate",
        unit=unit,
        seat=seat,
        value=round(row.value, DECIMALS),
        low=round(min(low, row.value), DECIMALS),
        high=round(max(high, row.value), DECIMALS),
        samples=row.visits,
    )


def note_of(row: MoveFindings, unit: Unit) -> str | None:
    """How sure the difference to the best move is.

    A move dropped early may be ahead of what was found best later, in the worlds of both.
    """
    if row.loss == 0 and row.loss_se == 0:
        return None
    factor, name = (100, " %") if unit == "win_probability" else (1, " points")
    error = f"±{factor * Z95 * row.loss_se:.2f}{name}" if row.visits > 1 else "seen too rarely"
    where = "ahead" if row.dropped and row.loss < 0 else "behind"
    return f"{where} by {factor * abs(row.loss):.2f} {error}" + (", dropped" if row.dropped else "")


def settled(found: Findings) -> bool:
    """Whether every rival is more than two standard errors behind, or exactly equal.

    Not before standard errors can be believed: few games may all end alike by chance.
    """
    return all(
        row.visits >= FEWEST
        and (row.loss > SETTLED_AT * row.loss_se or (row.loss == 0 and row.loss_se == 0))
        for row in found.moves[1:]
    )
