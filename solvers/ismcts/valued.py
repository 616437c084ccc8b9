"""What a search has found: candidates with their statistics, and the moves of an answer.

Moves are listed best first, with their scores and how sure those are.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, isinf
from typing import Final

from kibitz.contract.answers import MoveValue, Proof, Score, Spent, StoppedBy
from kibitz.games.game import Game
from kibitz.games.protocol import State
from kibitz.solvers.figures import decimals
from kibitz.solvers.intervals import bounded, half_of_difference, half_width
from kibitz.solvers.question import Analysis, Unit
from kibitz.solvers.wording import alike


@dataclass(frozen=True, slots=True)
class MoveFindings:
    """A candidate and what was found of it.

    ``value`` is what the observer makes with it: of the best, the mean of its ``games``, which are
    those played after it was chosen; of any other, the value of the best less ``loss``. ``se`` is
    its standard error. ``means`` are the utilities of all seats in all its games.

    ``loss``: how far it is behind the best move, never negative, with its standard error; under
    racing by the worlds where both were played and by what judgement expected, otherwise by
    independent samples. ``gap, gap_se``: the same by the worlds alone, of which there were
    ``pairs``. A candidate that was dropped is compared with the move that was best then, and that
    one with the best move.

    ``visits``: iterations that began with it; ``seen``: those in which it could have been chosen.
    ``line``: it and the moves most visited after it. ``dropped``: eliminated. ``clear``: told
    apart from the best move for certain, see `solvers.intervals`, or the same as it in
    every world.
    Standard errors are infinite below two samples. Within a tree later iterations depend on earlier
    ones; the errors are then those that independent iterations would have.
    """

    move: int
    value: float
    se: float
    games: int
    means: tuple[float, ...]
    ses: tuple[float, ...]
    loss: float
    loss_se: float
    gap: float
    gap_se: float
    pairs: int
    visits: int
    seen: int
    line: tuple[int, ...]
    dropped: bool
    clear: bool


@dataclass(frozen=True, slots=True)
class Findings:
    """All candidates, best first, in the order of their values.

    ``span``: how far the outcomes of the games by which the best was chosen lay apart, for the
    observer. ``worlds``: deals of the hidden cards; ``iterations``: games played out in them.
    ``nodes``: in all trees; ``full``: one of them had no room for more. ``stopped`` is None while
    it goes on.
    """

    seat: int
    moves: tuple[MoveFindings, ...]
    span: float
    iterations: int
    worlds: int
    nodes: int
    full: bool
    stopped: StoppedBy | None


DECIMALS: Final = 6


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
    search that goes on are reported as if it was stopped now.
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
        errors=errors_of(found, ends, game.move_text),
    )


def errors_of(
    found: Findings, ends: tuple[float, float], name: Callable[[int], str]
) -> dict[str, float]:
    """Half the 95 % interval of how far each candidate but the best is behind, as notes say it."""
    return {
        name(row.move): round(half_shown(row, found.span, ends), DECIMALS)
        for row in found.moves[1:]
    }


def valued(
    game: Game, state: State, found: Findings, unit: Unit, ends: tuple[float, float]
) -> list[MoveValue]:
    """The moves of the findings, best first; no value lies outside ``ends``.

    A search may have more seats than the table; what those make is left out.
    """
    shown_rows = shown_values(found, unit, ends, game.sides(state))
    return [
        MoveValue(
            move=game.move_text(row.move),
            text=game.describe(state, row.move),
            score=shown.score,
            loss=shown.loss,
            line=[game.move_text(each) for each in row.line],
            payoffs=shown.payoffs,
            note=shown.note,
        )
        for row, shown in zip(found.moves, shown_rows, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Shown:
    """What an answer says of one candidate."""

    score: Score
    loss: float
    payoffs: list[float]
    note: str | None


def shown_values(
    found: Findings,
    unit: Unit,
    ends: tuple[float, float],
    sides: Sequence[int] | None = None,
) -> list[Shown]:
    """What an answer says of each candidate, in the order of the findings: highest value first.

    The best move is worth the mean of the games that value it, any other one as much less as it is
    behind; all within ``ends``. The intervals hold 95 % and rest on worlds alone: for the best
    move that of a mean, for others that of the mean and the difference taken together (MOVER, Zou
    and Donner, 2008), widened where judgement puts the value outside of it.
    ``sides``: the team of each seat, everybody alone by default.
    """
    if not found.moves:
        return []
    best = found.moves[0]
    low, high = _interval_of_best(best, found.span, unit, ends)
    top = round(min(max(best.value, ends[0]), ends[1]), DECIMALS)
    shown = []
    for row in found.moves:
        value = round(min(max(best.value - row.loss, ends[0]), ends[1]), DECIMALS)
        half = 0.0 if row is best else half_shown(row, found.span, ends)
        centre = best.value - row.gap
        reach = centre - hypot(best.value - low, half), centre + hypot(high - best.value, half)
        if not ends[0] < centre < ends[1]:
            # Differences know no bounds: at a bound, as if all its games had come out there.
            alone = bounded(row.visits, min(max(centre, ends[0]), ends[1]), 0.0, *ends)
            reach = min(reach[0], alone[0]), max(reach[1], alone[1])
        score = Score(
            kind="estimate",
            unit=unit,
            seat=found.seat,
            value=value,
            low=round(max(ends[0], min(value, reach[0])), DECIMALS),
            high=round(min(ends[1], max(value, reach[1])), DECIMALS),
            samples=row.games,
        )
        loss = round(top - value, DECIMALS)
        rarely = half >= _span(found.span, ends)
        note = None if row is best else _note(row, loss, half, unit, rarely=rarely)
        payoffs = _payoffs(row.means, found.seat, value, unit, sides)
        shown.append(Shown(score, loss, payoffs, note))
    return shown


def _interval_of_best(
    best: MoveFindings, span: float, unit: Unit, ends: tuple[float, float]
) -> tuple[float, float]:
    """The 95 % interval of a mean: Wilson's for chances, Student's for points."""
    if best.games < 2:
        return ends
    if unit == "win_probability":
        variance = best.se * best.se * (best.games - 1)
        return bounded(best.games, best.value, variance, *ends)
    half = half_width(best.games, best.se, _span(span, ends))
    return max(ends[0], best.value - half), min(ends[1], best.value + half)


def half_shown(row: MoveFindings, span: float, ends: tuple[float, float]) -> float:
    """Half the 95 % interval of a difference, no more than there can be."""
    half = half_of_difference(row.pairs, row.gap_se, _span(span, ends))
    return min(half, ends[1] - ends[0])


def _span(span: float, ends: tuple[float, float]) -> float:
    """How far outcomes may lie apart, from what was seen; a point when all were the same."""
    return span or min(1.0, ends[1] - ends[0])


def _payoffs(
    means: Sequence[float], seat: int, value: float, unit: Unit, sides: Sequence[int] | None
) -> list[float]:
    """What each seat makes when the one that asks makes ``value``; the sum stays that of the means.

    The means are those of other games than the ones that the value comes from.
    """
    sides = range(len(means)) if sides is None else sides
    own = [side == sides[seat] for side in sides]
    change = sum(value - mean for mean, mine in zip(means, own, strict=False) if mine)
    others = sum(mean for mean, mine in zip(means, own, strict=False) if not mine)
    count = max(1, own.count(False))
    payoffs = []
    for mean, mine in zip(means, own, strict=False):
        if mine:
            payoffs.append(value)
        elif unit == "points":
            payoffs.append(mean - change / count)
        else:
            left = max(0.0, others - change)
            payoffs.append(mean * left / others if others else left / count)
    return [round(payoff, DECIMALS) for payoff in payoffs]


def _note(row: MoveFindings, loss: float, half: float, unit: Unit, *, rarely: bool) -> str | None:
    """How sure the difference to the best move is; None where both came to the same.

    ``rarely``: it is less sure than that outcomes lie as near each other as those that were seen.
    """
    if loss == 0 and row.gap == 0 and row.gap_se == 0:
        return None
    dropped = ", dropped" if row.dropped else ""
    if row.pairs < 2 or isinf(half):
        return f"seen too rarely to compare{dropped}"
    if rarely:
        return f"played too rarely to compare{dropped}"
    return behind_by(loss, half, unit) + dropped


def behind_by(loss: float, half: float, unit: str) -> str:
    """The note of a move that is behind by so much, give or take half the 95 % interval."""
    factor, name = (100, "percentage points") if unit == "win_probability" else (1, "points")
    digits = decimals(factor * loss, factor * half, 2)
    return f"behind by {factor * loss:.{digits}f} ±{factor * half:.{digits}f} {name}"


def settled(found: Findings) -> bool:
    """Whether the best move is told apart from every rival for certain, or they are the same."""
    return all(row.clear for row in found.moves[1:])
