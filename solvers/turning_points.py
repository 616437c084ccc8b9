"""The moments of a game that changed most what a seat could expect."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from kibitz.contract.answers import Score
from kibitz.contract.review import Decision, LuckEvent, TurningPoint
from kibitz.solvers.figures import listing
from kibitz.solvers.intervals import CLEAR
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.review_text import DRAWN, FAULTS, called, moves, where, whose

if TYPE_CHECKING:
    from kibitz.solvers.reviewing import ReviewUnit

MOST: Final = 3
NAMED: Final = 6  # cards drawn, at most
LEAST: Final = {"win_probability": 0.01, "points": 0.05, "cards": 0.05}


def turning_points(
    seat: int,
    decisions: Sequence[Decision],
    luck: Sequence[LuckEvent] | None,
    unit: "ReviewUnit",
    movers: Mapping[int, int],
    shown: Mapping[int, str],
    passes: Collection[int] = (),
    names: Sequence[str] = (),
) -> list[TurningPoint]:
    """The moments that changed most what a seat could expect, the greatest first.

    Its own moves count by their loss if it is judged a fault. What happened between two of its
    moves is what it could expect then less what it could expect before, where the intervals of both
    have no value in common. Chance counts by what it changed; what the seat itself drew in such a
    time only as part of that. ``movers``: whose each move was, by ply. ``shown``: what its own
    moves turned up for it, by ply. ``passes``: the plies at which a seat had to pass.
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
        passed = [ply for ply in plies if ply in passes]
        if drawn or passed:
            first = min(*drawn, *passed, *plies[:1], two.ply - 1) + 1
            text = f"happened {where(first, two.ply)}" if plies else f"came of move {first}"
            who, idle = called(seat, names), [called(movers[ply], names) for ply in passed]
            idle = [*dict.fromkeys(idle)]
            clauses = [f"{listing(idle)} had to pass"] if idle else []
            clauses += _about([shown[ply] for ply in drawn], f"{who} ", begun=idle == [who])
            text = f"what {text}, where {listing(clauses)}"
        else:
            text = _between(seat, plies, movers, names)
        told.update(drawn)
        found.append(TurningPoint(ply=two.ply - 1, kind="others", change=change, text=text))
    for event in luck or ():
        change = event.changes[seat]
        clear = abs(change) > CLEAR * event.errors[seat]
        if clear and not (event.seat == seat and event.ply in told):
            found.append(TurningPoint(ply=event.ply, kind="luck", change=change, text=event.text))
    large = [point for point in found if abs(point.change) >= LEAST[unit]]
    return sorted(large, key=_place)[:MOST]


def _place(point: TurningPoint) -> tuple[float, int]:
    """The greatest change first; of equal ones the earliest, the deal before all moves."""
    return -abs(point.change), -1 if point.ply is None else point.ply


def _between(seat: int, plies: range, movers: Mapping[int, int], names: Sequence[str]) -> str:
    """Who made the moves between two decisions of a seat, and which they were."""
    first, last = plies[0] + 1, plies[-1] + 1
    seats = {movers[ply] for ply in plies if ply in movers}
    if not seats or seat in seats:
        return f"what happened {where(first, last)}"
    owner = whose(called(min(seats), names)) if len(seats) == 1 else "the others'"
    return f"what came of {owner} {moves(first, last)}"


def _about(clauses: Sequence[str], who: str, *, begun: bool) -> list[str]:
    """Clauses about one seat, which begin with ``who``, without saying again what is the same.

    ``begun``: whether the sentence is about that seat already.
    """
    if clauses and all(clause.endswith(DRAWN) for clause in clauses):
        return [_drawn([clause.removesuffix(DRAWN) for clause in clauses])]
    found, last = list[str](), "begun" if begun else ""
    for clause in clauses:
        verb, _, what = clause.removeprefix(who).partition(" ")
        said = f"then {what}" if verb == last == "drew" else f"{verb} {what}"
        found.append(said if last else clause)
        last = verb
    return found


def _drawn(cards: Sequence[str]) -> str:
    """Which cards were drawn, where there are not too many to name them."""
    if len(cards) > NAMED:
        return f"{len(cards)} cards were drawn, the last of them {cards[-1]}"
    names = [*dict.fromkeys(cards)]
    if cards.count("a joker") > 1:
        names = ["both jokers" if name == "a joker" else name for name in names]
    one = len(names) == 1 and names != ["both jokers"]
    return f"{listing(names)}{DRAWN if one else ' were drawn'}"


def _reach(score: Score, change: float) -> float:
    """How far an estimate may be off in the direction of a change."""
    return score.high - score.value if change > 0 else score.value - score.low


def _said(decision: Decision) -> str:
    judged = str(decision.judgement).replace("_", " ")
    better = f" (better: {decision.best_text})" if decision.best_text else ""
    return f"{decision.text}, {'an' if judged[0] in 'aeiou' else 'a'} {judged}{better}"
