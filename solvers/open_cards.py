"""Moves valued exactly, with every card known, from what a search of open cards finds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kibitz.contract.answers import MoveValue, Proof, Score, Spent, StoppedBy, Verdict
from kibitz.games.game import Game
from kibitz.solvers.question import Analysis, Question, Unit

NOT_VALUED: Final = "not valued within the limits"


@dataclass(frozen=True, slots=True)
class OpenValues:
    """What open cards come to under best play, as far as a search has got.

    ``value``: what the seat to move makes; None when the search was stopped undecided.
    ``payoffs``: of all seats; None where only the value is known. ``moves``: the payoffs after each
    move that was valued. ``order``: the moves to value, of equals the preferred ones first.
    ``line``: best play; empty when undecided. ``shown``: makes the figure of an answer of a value,
    a payoff or a difference of two.
    """

    value: float | None
    payoffs: Sequence[float] | None
    moves: Mapping[int, Sequence[float]]
    order: Sequence[int]
    line: Sequence[int]
    nodes: int
    stopped: StoppedBy
    shown: Callable[[float], float] = float


def exact_score(unit: Unit, seat: int, value: float) -> Score:
    """What ``seat`` makes, known for certain."""
    return Score(kind="exact", unit=unit, seat=seat, value=value, low=value, high=value, samples=0)


def possible_score(unit: Unit, seat: int, low: float, high: float) -> Score:
    """What ``seat`` may make, of which nothing is known but the least and the most."""
    middle = (low + high) / 2
    return Score(kind="bound", unit=unit, seat=seat, value=middle, low=low, high=high, samples=0)


def valued(
    game: Game, question: Question, found: OpenValues, unit: Unit, possible: tuple[float, float]
) -> Analysis:
    """The analysis that ``found`` comes to; ``possible``: the least and the most there may be.

    A move that the search left unvalued may make anything possible, and comes last.
    """
    seat, shown = question.seat, found.shown
    unknown = possible_score(unit, seat, *possible)
    made = {move: found.moves[move] for move in found.order if move in found.moves}
    best = max((payoffs[seat] for payoffs in made.values()), default=0.0)

    def rank(move: int) -> tuple[bool, float]:
        return move not in made, -shown(made[move][seat]) if move in made else 0.0

    values = []
    for move in sorted(found.order, key=rank):
        payoffs = made.get(move)
        line = found.line if found.line and found.line[0] == move else (move,)
        values.append(
            MoveValue(
                move=game.move_text(move),
                text=game.describe(question.state, move),
                score=exact_score(unit, seat, shown(payoffs[seat])) if payoffs else unknown,
                loss=shown(best - payoffs[seat]) if payoffs else 0.0,
                line=[game.move_text(each) for each in line],
                payoffs=[shown(each) for each in payoffs] if payoffs else None,
                note=None if payoffs else NOT_VALUED,
            )
        )
    decided = found.value is not None
    return Analysis(
        None if decided else Verdict.UNKNOWN,
        Proof.EXHAUSTIVE if decided else Proof.NONE,
        unknown if found.value is None else exact_score(unit, seat, shown(found.value)),
        values,
        decided,
        found.stopped,
        Spent(nodes=found.nodes),
    )
