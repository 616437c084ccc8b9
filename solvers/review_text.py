"""The review of a seat in words, and the words that are used elsewhere, too."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Final

from kibitz.contract.answers import StoppedBy
from kibitz.contract.review import Judgement, SeatReview, TurningPoint
from kibitz.solvers.figures import listing, number, percent
from kibitz.solvers.intervals import Z95

if TYPE_CHECKING:
    from kibitz.contract.review import Turns
    from kibitz.solvers.reviewing import ReviewUnit

MOST_LEFT: Final = 0.2  # of the decisions may be unjudged where a seat is summed up
ENDED: Final = {
    StoppedBy.TIME: "before time ran out",
    StoppedBy.MEMORY: "before memory ran out",
    StoppedBy.NODES: "before the nodes ran out",
    StoppedBy.ITERATIONS: "before the iterations ran out",
    StoppedBy.CANCELLED: "before the review was cancelled",
}
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
DRAWN: Final = " was drawn"  # how clauses end that say what one who plays alone drew


def called(seat: int, names: Sequence[str]) -> str:
    """What sentences call a seat: its name where there are names, else its number."""
    return names[seat] if names else f"seat {seat}"


def too_open(judged: int, unjudged: Mapping[StoppedBy, int], not_reached: int) -> bool:
    """Whether so many decisions are unjudged that the others are no fair sample."""
    left = sum(unjudged.values()) + not_reached
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


def whose(name: str) -> str:
    """What belongs to somebody: ``Ann's``, ``your``."""
    return "your" if name == "you" else f"{name}'s"


def moves(first: int, last: int) -> str:
    """Some moves, counted from 1: ``move 4``, ``moves 4 and 5``, ``moves 4 to 6``."""
    if first == last:
        return f"move {first}"
    return f"moves {first} {'and' if last == first + 1 else 'to'} {last}"


def where(first: int, last: int) -> str:
    """Some moves, counted from 1: ``at move 4``, ``in moves 4 and 5``, ``in moves 4 to 6``."""
    return f"{'at' if first == last else 'in'} {moves(first, last)}"


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
        made = f"{whose(who)} move {part.first + 1}"
        made += "" if summary.judged else f" {_alike(summary, one=True)}"
    elif part is not None:
        made = f"{where(part.first + 1, part.last + 1)}, {made}"
    said = [f"{made[:1].upper()}{made[1:]}"]
    if not summary.judged:
        said[0] += "."
    else:
        some = bool(summary.unjudged or summary.not_reached)
        each = " per judged decision" if some else " per decision"
        if summary.judged == 1:
            each = " in the only decision judged" if some else ""
        said[0] += f"{'' if one else ' and'} lost {amount(summary.loss_per_decision or 0.0, unit)}"
        said[0] += f"{_of_what(unit)}{each}"
        said[0] += "." if summary.accuracy is None else f" (accuracy {summary.accuracy} %)."
        told = {*FAULTS, "too_close_to_call"} & {kind for kind, n in summary.counts.items() if n}
        said += [_faults(summary)] if told or not one else []
    swing = []
    if summary.turning_points:
        point = summary.turning_points[0]
        change = amount(point.change, unit, sign=True)
        few = too_open(summary.judged, summary.unjudged, summary.not_reached)
        biggest = "Of what is known, the biggest" if few else "The biggest"
        swing = [f"{biggest} clear swing {_swing(point)}: {change}."]
    if part is not None:  # it is of the part, luck is not
        said, swing = [*said, *swing], []
    lucky = _lucky(summary, unit)
    if lucky:
        lucky = lucky if part is None else f"In the whole game, {lucky[:1].lower()}{lucky[1:]}"
        said.append(lucky)
    return " ".join([*said, *swing])


def _lucky(summary: SeatReview, unit: "ReviewUnit") -> str:
    """What luck brought a seat, with its 95 % interval, or that it is not clear; perhaps empty."""
    luck, half = summary.luck or 0.0, Z95 * (summary.luck_error or 0.0)
    if amount(luck, unit) == amount(0.0, unit):
        return ""
    if abs(luck) <= half:
        low, high = (amount(end, unit, sign=True) for end in _within(luck, half, unit))
        between = f"between {low.split()[0]} and {high}"
        return f"Luck brought {between}: it may have been good or bad."
    brought = "Good luck brought" if luck > 0 else "Bad luck cost"
    said = f"{brought} {amount(abs(luck), unit)}{_of_what(unit)}"
    if half:
        low, high = (amount(end, unit).split()[0] for end in _within(abs(luck), half, unit))
        said += f" ({low} to {high})"
    if summary.result is not None:
        said += f"; the result was {worth(summary.result, unit)}"
        if is_adjusted(summary, unit):
            said += f", without luck {worth(summary.adjusted_result or 0.0, unit)}"
    return f"{said}."


def _within(luck: float, half: float, unit: "ReviewUnit") -> tuple[float, float]:
    """The ends of an interval of luck; no chance changes by more than it can."""
    most = 1.0 if unit == "win_probability" else inf
    return max(-most, luck - half), min(most, luck + half)


def is_adjusted(summary: SeatReview, unit: "ReviewUnit") -> bool:
    """Whether the result without luck says something: where luck is clear, and it is possible."""
    adjusted, luck = summary.adjusted_result, summary.luck or 0.0
    if adjusted is None or abs(luck) <= Z95 * (summary.luck_error or 0.0):
        return False
    return unit != "win_probability" or 0 <= adjusted <= 1


def _of_what(unit: "ReviewUnit") -> str:
    return " of the chance to win" if unit == "win_probability" else ""


def _made(summary: SeatReview) -> str:
    """How many moves a seat made, and why some of them do not count."""
    moves, ahead = summary.decisions, summary.not_reached
    if not moves:
        return "no moves"
    idle = moves - summary.judged - summary.forced - sum(summary.unjudged.values()) - ahead
    forced = f"{summary.forced} {'was' if summary.forced == 1 else 'were'} forced"
    parts = [forced] if summary.forced else []
    parts += [f"{idle} decided nothing"] if idle else []
    for i, (end, count) in enumerate(summary.unjudged.items()):
        parts.append(f"{count} {'' if i else 'could not be judged '}{ENDED[end]}")
    parts += [f"{ahead} {'was' if ahead == 1 else 'were'} not looked at"] if ahead else []
    made = f"{moves} move{'s' * (moves != 1)}"
    if not parts:
        return made
    if moves in (summary.forced, idle, ahead, *summary.unjudged.values()):
        return f"{made}, {'which ' * (moves == 1)}{_alike(summary, one=moves == 1)}"
    return f"{made}, of which {listing(parts)}" + "," * bool(summary.judged)


def _alike(summary: SeatReview, *, one: bool) -> str:
    """What became of the only move of a seat, or of all its moves where that was the same."""
    if summary.forced:
        return "was forced" if one else "all of them forced"
    if summary.not_reached:
        return "was not looked at" if one else "none of which was looked at"
    if not summary.unjudged:
        return "decided nothing" if one else "none of which decided anything"
    (end,) = summary.unjudged
    return f"{'could not' if one else 'none of which could'} be judged {ENDED[end]}"


def _faults(summary: SeatReview) -> str:
    """How many moves were bad, and how many may have been; that none was, only if that is known."""
    counts, left = summary.counts, summary.unjudged or summary.not_reached
    few = too_open(summary.judged, summary.unjudged, summary.not_reached)
    worse = [
        f"{counts[kind]} {PLURALS[kind][counts[kind] != 1]}" for kind in FAULTS if counts[kind]
    ]
    were = "was" if worse and worse[0].startswith("1 ") else "were"
    said = f"There {were} {listing(worse) if worse else 'no inaccuracies, mistakes or blunders'}"
    if left and summary.judged == 1:
        said += " in the only decision judged"
    elif left:
        said += f" among the {summary.judged} decisions judged"
    close = counts["too_close_to_call"]
    if summary.decisions == close == 1:
        return "That move was too close to call."
    moves = "1 move was" if close == 1 else f"{close} moves were"
    if few:
        much = "Too many decisions are left open to sum up the play."
        said = f"{said}. {much}" if worse else much
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
