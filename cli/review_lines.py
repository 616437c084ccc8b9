"""What a chart of a review shows: what each seat could expect, its faults, luck and skill."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from kibitz.contract.review import Decision, Judgement, ReviewAnswer, SeatReview
from kibitz.games.catalogue import LISTED

Point = tuple[float, float]
FAULTS: Final[tuple[Judgement, ...]] = ("inaccuracy", "mistake", "blunder")


@dataclass(frozen=True)
class Mark:
    """A fault in the line of what a seat could expect."""

    x: float
    y: float
    judgement: Judgement
    text: str


@dataclass(frozen=True)
class SeatLines:
    """The lines of one seat: points of moves made, from 0, and values, chances in percent.

    ``expected``: what the seat could expect before and after each of its decisions. ``luck``: the
    sum of what chance changed, None where not all cards are known. ``skill``: the sum of what was
    lost, 0 for perfect play.
    """

    seat: int
    name: str
    expected: list[Point] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    luck: list[Point] | None = None
    skill: list[Point] = field(default_factory=list)


def lines_of(answer: ReviewAnswer, game: str) -> list[SeatLines]:
    """The lines of every seat that was judged; ``game``: its name."""
    return [_lines(answer, seat, game) for seat in answer.seats]


def name_of(seat: SeatReview, game: str) -> str:
    """What a seat is called: its player, else its number; nothing where one plays alone."""
    return seat.name or ("" if LISTED[game].players == (1,) else f"seat {seat.seat}")


def top_of(points: Sequence[Point]) -> float:
    """The chance in percent that an axis goes up to, so that it shows these points."""
    highest = max((y for _, y in points), default=0.0)
    return next((top for top in (10.0, 20.0, 40.0, 60.0, 80.0) if highest <= top), 100.0)


def shown(value: float, unit: str) -> float:
    """A value of a review as it is shown: chances in percent."""
    return 100 * value if unit == "win_probability" else value


def _lines(answer: ReviewAnswer, seat: SeatReview, game: str) -> SeatLines:
    own = [decision for decision in answer.decisions if decision.seat == seat.seat]
    found = SeatLines(seat.seat, name_of(seat, game))
    for decision in own:
        if decision.before is None or decision.after is None:
            continue
        before, after = (
            (x, shown(score.value, score.unit))
            for x, score in ((decision.ply, decision.before), (decision.ply + 1, decision.after))
        )
        found.expected.extend((before, after))
        if decision.judgement in FAULTS:
            text = f"{decision.ply + 1}. {decision.played}: {decision.judgement}"
            found.marks.append(Mark(*after, decision.judgement, text))
    luck = None if answer.luck is None else _luck(answer, seat.seat)
    skill = _stairs(answer, [(d.ply + 1, -_loss(d)) for d in own if d.loss is not None])
    return SeatLines(found.seat, found.name, found.expected, found.marks, luck, skill)


def _luck(answer: ReviewAnswer, seat: int) -> list[Point]:
    """The luck of a seat so far, after each event."""
    events = [(0 if e.ply is None else e.ply + 1, e.changes[seat]) for e in answer.luck or ()]
    return _stairs(answer, events)


def _loss(decision: Decision) -> float:
    return 0.0 if decision.loss is None else decision.loss.value


def _stairs(answer: ReviewAnswer, changes: list[tuple[int, float]]) -> list[Point]:
    """Sums of changes over the whole game, from 0; two points at each change."""
    points: list[Point] = [(0, 0.0)]
    for x, change in sorted(changes):
        below = points[-1][1]
        points += [(x, below), (x, below + shown(change, answer.unit))]
    return [*points, (answer.moves, points[-1][1])]
