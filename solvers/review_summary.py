"""A review summed up by seat: what follows from its decisions, whatever the game."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import exp, hypot
from typing import TYPE_CHECKING

from kibitz.contract.answers import StoppedBy
from kibitz.contract.review import JUDGEMENTS, Decision, LuckEvent, SeatReview
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.review_text import ENDED, text_of, too_open
from kibitz.solvers.turning_points import turning_points

if TYPE_CHECKING:
    from kibitz.contract.review import Turns
    from kibitz.solvers.played import Played
    from kibitz.solvers.reviewing import ReviewUnit


def accuracy_of(losses: Sequence[float]) -> float | None:
    """The accuracy of some moves in percent, from the win chance that each lost, 0 to 1.

    lichess's published formula for one move, 103.1668 exp(−0.04354 loss) − 3.1669 with the loss in
    percentage points, within 0 and 100; of several moves the mean. None without any.
    """
    if not losses:
        return None
    each = [103.1668 * exp(-0.04354 * 100 * loss) - 3.1669 for loss in losses]
    return round(sum(min(100.0, max(0.0, one)) for one in each) / len(each), 1)


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
    passes: Collection[int] = (),
    idle: Collection[int] = (),
) -> list[SeatReview]:
    """The summary of every seat that was looked at, ascending; ``part``: where not all moves.

    ``shown``: by ply, what the moves that turned up cards for their seat turned up, as clauses.
    ``passes``: the plies of forced passes. ``idle``: seats asked for that may have made no move.
    """
    movers = {moment.ply: moment.seat for moment in played.moments}
    asked = Counter(moment.seat for moment in played.moments if moment.asked)
    return [
        _summary(
            seat,
            [decision for decision in decisions if decision.seat == seat],
            asked[seat],
            luck,
            None if results is None else results[seat],
            movers,
            {ply: clause for ply, clause in shown.items() if movers[ply] == seat},
            passes,
            names,
            unit,
            alone=alone,
            part=part,
        )
        for seat in sorted({*asked, *idle})
    ]


def _summary(
    seat: int,
    decisions: Sequence[Decision],
    asked: int,
    luck: Sequence[LuckEvent] | None,
    result: float | None,
    movers: Mapping[int, int],
    shown: Mapping[int, str],
    passes: Collection[int],
    names: Sequence[str],
    unit: "ReviewUnit",
    *,
    alone: bool,
    part: "Turns | None",
) -> SeatReview:
    unjudged, not_reached = _unjudged(decisions), max(0, asked - len(decisions))
    losses = [d.loss.value for d in decisions if d.loss is not None and not d.forced]
    counts = {
        judgement: sum(d.judgement == judgement for d in decisions) for judgement in JUDGEMENTS
    }
    lucky = None if luck is None else sum(event.changes[seat] for event in luck)
    summary = SeatReview(
        seat=seat,
        name=names[seat] if names else None,
        decisions=len(decisions) + not_reached,
        judged=len(losses),
        forced=sum(d.forced for d in decisions),
        unjudged=unjudged,
        not_reached=not_reached,
        loss=round(sum(losses), DECIMALS),
        loss_per_decision=round(sum(losses) / len(losses), DECIMALS) if losses else None,
        counts=counts,
        accuracy=(
            None
            if unit != "win_probability" or too_open(len(losses), unjudged, not_reached)
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
            seat, decisions, _within(luck, part), unit, movers, shown, passes, names
        ),
        text="",
    )
    return summary.model_copy(update={"text": text_of(summary, unit, alone=alone, part=part)})


def _within(luck: Sequence[LuckEvent] | None, part: "Turns | None") -> list[LuckEvent]:
    """The events of luck in a part of a game; the deal comes before its first move."""
    turns = range(part.first, part.last + 1) if part else None
    return [event for event in luck or () if turns is None or (event.ply or 0) in turns]


def _unjudged(decisions: Sequence[Decision]) -> dict[StoppedBy, int]:
    """How many decisions could not be judged, by the limit that ended the attempt."""
    ends = [d.stopped_by for d in decisions if d.judgement is None and not d.forced]
    return {end: ends.count(end) for end in ENDED if end in ends}
