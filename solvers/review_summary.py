"""A review summed up by seat: what follows from its decisions, whatever the game."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import exp, hypot
from typing import TYPE_CHECKING, Final

from kibitz.contract.answers import Score, StoppedBy
from kibitz.contract.review import (
    JUDGEMENTS,
    Decision,
    Judgement,
    LuckEvent,
    SeatReview,
    TurningPoint,
)
from kibitz.solvers.figures import listing, number, percent
from kibitz.solvers.ismcts.valued import DECIMALS

if TYPE_CHECKING:
    from kibitz.contract.review import Turns
    from kibitz.solvers.played import Played
    from kibitz.solvers.reviewing import ReviewUnit

TURNING_POINTS: Final = 3
MOST_LEFT: Final = 0.2  # of the decisions may be unjudged where a seat is summed up
ENDED: Final = {
    StoppedBy.TIME: "before time ran out",
    StoppedBy.MEMORY: "before memory ran out",
    StoppedBy.NODES: "before the nodes ran out",
    StoppedBy.ITERATIONS: "before the iterations ran out",
    StoppedBy.CANCELLED: "before the review was cancelled",
}
REACH: Final = 1.96  # standard errors of a 95 % interval
CLEAR: Final = 3.0  # standard errors of what chance changed, to be worth a word
LEAST_TURN: Final = {"win_probability": 0.01, "points": 0.05, "cards": 0.05}
FAULTS: Final[tuple[Judgement, ...]] = ("inaccuracy", "mistake", "blunder")
PLURALS: Final = {
    "best": ("best move", "best moves"),
    "good": ("good move", "good moves"),
    "inaccuracy": ("inaccuracy", "inaccuracies"),
    "mistake": ("mistake", "mistakes"),
    "blunder": ("blunder", "blunders"),
    "too_close_to_call": ("move too close to call", "moves too close to call"),
}
DEAL: Final = "the deal"  # as an event of luck


def accuracy_of(losses: Sequence[float]) -> float | None:
    """The accuracy of some moves in percent, from the win chance that each lost, 0 to 1.

    lichess's published formula for one move, 103.1668 exp(−0.04354 loss) − 3.1669 with the loss in
    percentage points, within 0 and 100; of several moves the mean. None without any.
    """
    if not losses:
        return None
    each = [103.1668 * exp(-0.04354 * 100 * loss) - 3.1669 for loss in losses]
    return round(sum(min(100.0, max(0.0, one)) for one in each) / len(each), 1)


def called(seat: int, names: Sequence[str]) -> str:
    """What sentences call a seat: its name where there are names, else its number."""
    return names[seat] if names else f"seat {seat}"


def too_open(judged: int, unjudged: Mapping[StoppedBy, int]) -> bool:
    """Whether the limits left so many decisions unjudged that the others are no fair sample."""
    left = sum(unjudged.values())
    return left > MOST_LEFT * (judged + left)


def amount(value: float, unit: "ReviewUnit", *, sign: bool = False) -> str:
    """A difference in words: ``4.2 percentage points``, ``1.3 points``."""
    digits = 1 if unit == "win_probability" or abs(value) >= 1 else 2
    form = f"{'+' * sign}.{digits}f"
    if unit == "win_probability":
        return f"{number(100 * value, form)} percentage points"
    return f"{number(value, form)} {unit}"


def worth(value: float, unit: "ReviewUnit") -> str:
    """What a seat made, in words: ``19.7 %``, ``12.0 points``."""
    return percent(value, 1) if unit == "win_probability" else amount(value, unit)


def summaries(
    *,
    played: "Played",
    shown: Mapping[int, str],
    decisions: Sequence[Decision],
    luck: Sequence[LuckEvent] | None,
    results: Sequence[float] | None,
    names: Sequence[str],
    unit: "ReviewUnit",
    alone: bool,
    part: "Turns | None" = None,
) -> list[SeatReview]:
    """The summary of every seat that was looked at, ascending; ``part``: where not all moves.

    ``shown``: by ply, what the moves that turned up cards for their seat turned up, as clauses.
    """
    seats = sorted({moment.seat for moment in played.moments if moment.asked})
    movers = {moment.ply: moment.seat for moment in played.moments}
    return [
        _summary(
            seat,
            [decision for decision in decisions if decision.seat == seat],
            luck,
            None if results is None else results[seat],
            movers,
            {ply: clause for ply, clause in shown.items() if movers[ply] == seat},
            names,
            unit,
            alone=alone,
            part=part,
        )
        for seat in seats
    ]


def _summary(
    seat: int,
    decisions: Sequence[Decision],
    luck: Sequence[LuckEvent] | None,
    result: float | None,
    movers: Mapping[int, int],
    shown: Mapping[int, str],
    names: Sequence[str],
    unit: "ReviewUnit",
    *,
    alone: bool,
    part: "Turns | None",
) -> SeatReview:
    unjudged = _unjudged(decisions)
    losses = [d.loss.value for d in decisions if d.loss is not None and not d.forced]
    counts = {
        judgement: sum(d.judgement == judgement for d in decisions) for judgement in JUDGEMENTS
    }
    lucky = None if luck is None else sum(event.changes[seat] for event in luck)
    summary = SeatReview(
        seat=seat,
        name=names[seat] if names else None,
        decisions=len(decisions),
        judged=len(losses),
        forced=sum(d.forced for d in decisions),
        unjudged=unjudged,
        loss=round(sum(losses), DECIMALS),
        loss_per_decision=round(sum(losses) / len(losses), DECIMALS) if losses else None,
        counts=counts,
        accuracy=(
            None
            if unit != "win_probability" or too_open(len(losses), unjudged)
            else accuracy_of(losses)
        ),
        result=result,
        luck=None if lucky is None else round(lucky, DECIMALS),
        luck_error=(
            None if luck is None else round(hypot(*(e.errors[seat] for e in luck)), DECIMALS)
        ),
        adjusted_result=(
            None if lucky is None or result is None else round(result - lucky, DECIMALS)
        ),
        turning_points=turning_points(
            seat, decisions, _within(luck, part), unit, movers, shown, names
        ),
        text="",
    )
    return summary.model_copy(update={"text": text_of(summary, unit, alone=alone, part=part)})


def _within(luck: Sequence[LuckEvent] | None, part: "Turns | None") -> list[LuckEvent]:
    """The events of luck in a part of a game; the deal comes before its first move."""
    turns = range(part.first, part.last + 1) if part else None
    return [event for event in luck or () if turns is None or (event.ply or 0) in turns]


def turning_points(
    seat: int,
    decisions: Sequence[Decision],
    luck: Sequence[LuckEvent] | None,
    unit: "ReviewUnit",
    movers: Mapping[int, int],
    shown: Mapping[int, str],
    names: Sequence[str] = (),
) -> list[TurningPoint]:
    """The moments that changed most what a seat could expect, the greatest first.

    Its own moves count by their loss if it is judged a fault. What happened between two of its
    moves is what it could expect then less what it could expect before, where the intervals of both
    have no value in common. Chance counts by what it changed; what the seat itself drew in such a
    time only as part of that. ``movers``: whose each move was, by ply. ``shown``: what its own
    moves turned up for it, by ply.
    """
    found = [
        TurningPoint(ply=d.ply, kind="decision", change=-d.loss.value, text=_said(d))
        for d in decisions
        if d.loss is not None and d.judgement in FAULTS
    ]
    told: set[int] = set()
    valued = [d for d in decisions if d.before is not None and d.after is not None]
    for one, two in pairwise(valued):
        if one.after is None or two.before is None:
            continue
        plies = range(one.ply + 1, two.ply)
        if not plies and one.ply not in shown:  # nothing happened
            continue
        change = round(two.before.value - one.after.value, DECIMALS)
        if abs(change) <= _reach(one.after, change) + _reach(two.before, -change):
            continue
        drawn = [ply for ply in range(one.ply, two.ply) if ply in shown]
        text = f"what came of move {one.ply + 1}"
        if plies and drawn:
            where = _where(min(drawn[0], plies[0]) + 1, two.ply)
            text = f"what happened {where}, where {listing([shown[ply] for ply in drawn])}"
        elif plies:
            text = _between(seat, plies, movers, names)
        told.update(drawn)
        found.append(TurningPoint(ply=two.ply - 1, kind="others", change=change, text=text))
    for event in luck or ():
        change = event.changes[seat]
        clear = abs(change) > CLEAR * event.errors[seat]
        if clear and not (event.seat == seat and event.ply in told):
            found.append(TurningPoint(ply=event.ply, kind="luck", change=change, text=event.text))
    large = [point for point in found if abs(point.change) >= LEAST_TURN[unit]]
    return sorted(large, key=_place)[:TURNING_POINTS]


def _place(point: TurningPoint) -> tuple[float, int]:
    """The greatest change first; of equal ones the earliest, the deal before all moves."""
    return -abs(point.change), -1 if point.ply is None else point.ply


def _between(seat: int, plies: range, movers: Mapping[int, int], names: Sequence[str]) -> str:
    """Who made the moves between two decisions of a seat, and which they were."""
    first, last = plies[0] + 1, plies[-1] + 1
    seats = {movers[ply] for ply in plies if ply in movers}
    if not seats or seat in seats:
        return f"what happened {_where(first, last)}"
    whose = _whose(called(min(seats), names)) if len(seats) == 1 else "the others'"
    return f"what came of {whose} {_moves(first, last)}"


def _whose(name: str) -> str:
    return "your" if name == "you" else f"{name}'s"


def _moves(first: int, last: int) -> str:
    """Some moves, counted from 1: ``move 4``, ``moves 4 and 5``, ``moves 4 to 6``."""
    if first == last:
        return f"move {first}"
    return f"moves {first} {'and' if last == first + 1 else 'to'} {last}"


def _where(first: int, last: int) -> str:
    """Some moves, counted from 1: ``at move 4``, ``in moves 4 and 5``, ``in moves 4 to 6``."""
    return f"{'at' if first == last else 'in'} {_moves(first, last)}"


def _reach(score: Score, change: float) -> float:
    """How far an estimate may be off in the direction of a change."""
    return score.high - score.value if change > 0 else score.value - score.low


def _said(decision: Decision) -> str:
    judged = str(decision.judgement).replace("_", " ")
    better = f" (better: {decision.best_text})" if decision.best_text else ""
    return f"{decision.text}, {'an' if judged[0] in 'aeiou' else 'a'} {judged}{better}"


def text_of(
    summary: SeatReview, unit: "ReviewUnit", *, alone: bool = False, part: "Turns | None" = None
) -> str:
    """A seat's review in a few sentences, each from a member of it.

    ``part``: the moves that it is of, counted from 0, where it is not of all; luck and the result
    are those of the whole.
    """
    who = summary.name or ("the player" if alone else f"seat {summary.seat}")
    made = f"{who} made {_made(summary)}"
    one = summary.decisions == 1 and part is not None and part.first == part.last
    if one and part is not None:
        made = f"{_whose(who)} move {part.first + 1}{_only(summary)}"
    elif part is not None:
        made = f"{_where(part.first + 1, part.last + 1)}, {made}"
    said = [f"{made[:1].upper()}{made[1:]}"]
    if not summary.judged:
        said[0] += "."
    else:
        each = " per judged decision" if summary.unjudged else " per decision"
        each = each if summary.judged > 1 else ""
        said[0] += f"{'' if one else ' and'} lost {amount(summary.loss_per_decision or 0.0, unit)}"
        said[0] += f"{_of_what(unit)}{each}"
        said[0] += "." if summary.accuracy is None else f" (accuracy {summary.accuracy} %)."
        told = {*FAULTS, "too_close_to_call"} & {kind for kind, n in summary.counts.items() if n}
        said += [_faults(summary)] if told or not one else []
    swing = []
    if summary.turning_points:
        point = summary.turning_points[0]
        change = amount(point.change, unit, sign=True)
        swing = [f"The biggest clear swing {_swing(point)}: {change}."]
    if part is not None:  # it is of the part, luck is not
        said, swing = [*said, *swing], []
    lucky = _lucky(summary, unit)
    if lucky:
        lucky = lucky if part is None else f"In the whole game, {lucky[:1].lower()}{lucky[1:]}"
        said.append(lucky)
    return " ".join([*said, *swing])


def _lucky(summary: SeatReview, unit: "ReviewUnit") -> str:
    """What luck brought a seat, with its 95 % interval, or that it is not clear; perhaps empty."""
    luck, half = summary.luck or 0.0, REACH * (summary.luck_error or 0.0)
    if amount(luck, unit) == amount(0.0, unit):
        return ""
    if abs(luck) <= half:
        low, high = (amount(end, unit, sign=True) for end in (luck - half, luck + half))
        between = f"between {low.split()[0]} and {high}"
        return f"Luck brought {between}: it may have been good or bad."
    brought = "Good luck brought" if luck > 0 else "Bad luck cost"
    said = f"{brought} {amount(abs(luck), unit)}{_of_what(unit)}"
    if half:
        low, high = (amount(abs(luck) + end, unit).split()[0] for end in (-half, half))
        said += f" ({low} to {high})"
    if summary.result is not None:
        said += f"; the result was {worth(summary.result, unit)}"
        if is_adjusted(summary, unit):
            said += f", without luck {worth(summary.adjusted_result or 0.0, unit)}"
    return f"{said}."


def is_adjusted(summary: SeatReview, unit: "ReviewUnit") -> bool:
    """Whether the result without luck says something: where luck is clear, and it is possible."""
    adjusted, luck = summary.adjusted_result, summary.luck or 0.0
    if adjusted is None or abs(luck) <= REACH * (summary.luck_error or 0.0):
        return False
    return unit != "win_probability" or 0 <= adjusted <= 1


def _of_what(unit: "ReviewUnit") -> str:
    return " of the chance to win" if unit == "win_probability" else ""


def _unjudged(decisions: Sequence[Decision]) -> dict[StoppedBy, int]:
    """How many decisions could not be judged, by the limit that ended the attempt."""
    ends = [d.stopped_by for d in decisions if d.judgement is None and not d.forced]
    return {end: ends.count(end) for end in ENDED if end in ends}


def _made(summary: SeatReview) -> str:
    """How many moves a seat made, and why some of them do not count."""
    moves, left = summary.decisions, sum(summary.unjudged.values())
    idle = moves - summary.judged - summary.forced - left
    forced = f"{summary.forced} {'was' if summary.forced == 1 else 'were'} forced"
    parts = [forced] if summary.forced else []
    parts += [f"{idle} decided nothing"] if idle else []
    for i, (end, count) in enumerate(summary.unjudged.items()):
        parts.append(f"{count} {'' if i else 'could not be judged '}{ENDED[end]}")
    made = f"{moves} move{'s' * (moves != 1)}"
    if not parts:
        return made
    if moves in (summary.forced, idle, *summary.unjudged.values()):
        return f"{made}, {_all_of(summary, one=moves == 1)}"
    return f"{made}, of which {listing(parts)}" + "," * bool(summary.judged)


def _all_of(summary: SeatReview, *, one: bool) -> str:
    """What became of all the moves of a seat, where it was the same."""
    if one:
        return f"which{_only(summary)}"
    if summary.forced:
        return "all of them forced"
    if not summary.unjudged:
        return "none of which decided anything"
    (end,) = summary.unjudged
    return f"none of which could be judged {ENDED[end]}"


def _only(summary: SeatReview) -> str:
    """What became of the only move of a seat, unless it was judged."""
    if summary.judged:
        return ""
    if summary.forced:
        return " was forced"
    if not summary.unjudged:
        return " decided nothing"
    (end,) = summary.unjudged
    return f" could not be judged {ENDED[end]}"


def _faults(summary: SeatReview) -> str:
    """How many moves were bad, and how many may have been; that none was, only if that is known."""
    counts, few = summary.counts, too_open(summary.judged, summary.unjudged)
    worse = [
        f"{counts[kind]} {PLURALS[kind][counts[kind] != 1]}" for kind in FAULTS if counts[kind]
    ]
    were = "was" if worse and worse[0].startswith("1 ") else "were"
    said = f"There {were} {listing(worse) if worse else 'no inaccuracies, mistakes or blunders'}"
    if summary.unjudged and summary.judged == 1:
        said += " in the only decision judged"
    elif summary.unjudged:
        said += f" among the {summary.judged} decisions judged"
    close = counts["too_close_to_call"]
    if summary.decisions == close == 1:
        return "That move was too close to call."
    moves = "1 move was" if close == 1 else f"{close} moves were"
    if few:
        left = "Too many decisions are left open to sum up the play."
        said = f"{said}. {left}" if worse else left
        moves = f"{moves[:1].upper()}{moves[1:]}"
        return f"{said} {moves} too close to call." if close else said
    if close == summary.judged:
        return "All that was judged was too close to call."
    if not close:
        return f"{said}."
    return f"{said}, {'and' if worse else 'but'} {moves} too close to call."


def _swing(point: TurningPoint) -> str:
    """What a turning point was, after "the biggest swing"."""
    if point.kind == "decision":
        return f"was move {(point.ply or 0) + 1}, {point.text}"
    drawn = point.kind == "luck" and point.text != DEAL
    if drawn:
        return f"came at move {(point.ply or 0) + 1}, when {point.text}"
    return f"was {point.text}"
