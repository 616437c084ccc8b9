"""Hints for K'nack in words. Every sentence is a fact of the position or of the analysis."""

from collections.abc import Sequence

import numpy as np

from games.knack.play import LAY, PASS, may_call
from games.knack_field.words import neighbours
from games.protocol import State
from solvers.knack.analysis import Analysis
from solvers.knack.reasons import laid_at, reasons, shown
from solvers.result import MoveValue
from solvers.solver import Level

CALL_REMINDER = "Call K'nack!: you draw the last card of your deck."


def value_words(best: MoveValue) -> str:
    """What the best move makes: ``Its chance to win is 56.2 % …``."""
    score = best.score
    places = score.unit == "points"
    if score.kind == "bound":
        return "The limits did not allow to value it."
    if score.kind == "exact":
        if places:
            return f"With best play of all it brings a place worth {score.value:g}."
        outcome = {1.0: "it wins", 0.0: "it loses"}.get(score.value)
        return f"With best play of all {outcome or f'it brings {score.value:g} of a win, a tie'}."
    games = f"{score.samples} game{'' if score.samples == 1 else 's'} played out"
    if places:
        return f"It brings a place worth {score.value:.2f} on average over {games}."
    return f"Its chance to win is {100 * score.value:.1f} %, the mean of {games}."


def rival_words(found: Analysis) -> list[str]:
    """How far the next best different move is behind, as far as that is known."""
    if len(found.values) < 2:
        return ["It is the only legal move."]
    best = found.values[0]
    rivals = [value for value in found.values[1:] if value.same_as != best.move]
    same = len(found.values) - 1 - len(rivals)
    said = [f"{same} other move{'' if same == 1 else 's'} would lead to the same game."]
    said = said if same else []
    if not rivals:
        return said
    rival = rivals[0]
    if {best.score.kind, rival.score.kind} & {"bound"}:
        return [*said, "Not every move was valued within the limits."]
    if not found.settled:
        return [*said, f"{rival.move} is nearly as good: the search has not told them apart."]
    if rival.loss == 0:
        return [*said, f"{rival.move} is as good."]
    points = best.score.unit == "points"
    behind = f"{rival.loss:.2f} points" if points else f"{100 * rival.loss:.1f} %"
    return [*said, f"The next best, {rival.move}, is {behind} behind."]


def text_of(
    found: Analysis, state: State, best: int | None, legal: Sequence[int], level: Level
) -> str:
    """The hint at ``level``; each level says more than the one before.

    ``state``: what the seat to move sees. ``best, legal``: moves.
    """
    if best is None:
        return "The game is over: there is nothing left to play."
    record = state[0]
    value = found.values[0]
    call = [CALL_REMINDER] if may_call(record) else []
    if level == "nudge":
        return " ".join([_nudge(record, best, legal), *call])
    if level == "area":
        return " ".join([_nudge(record, best, legal), *_area_words(record, best), *call])
    move = f"Play {value.move}: {value.text}."
    if level == "move":
        return " ".join([move, *call])
    return " ".join(
        [move, *call, *reasons(state, best, legal), value_words(value), *rival_words(found)]
    )


def area_of(record: np.void, best: int) -> list[str]:
    """The cards beside the cell to look at, or the place of the hand."""
    if best <= LAY or not int(record["field"]["count"]):
        return ["hand"]
    return [shown(card) for card, _ in neighbours(record["field"], *laid_at(best))]


def _area_words(record: np.void, best: int) -> list[str]:
    if best == PASS:
        return []
    if best <= LAY or not int(record["field"]["count"]):
        return ["Look at your hand."]
    return [f"Look beside {' and '.join(area_of(record, best))}."]


def _nudge(record: np.void, best: int, legal: Sequence[int]) -> str:
    if best == PASS:
        return "None of your cards can be laid: you have to pass."
    if len(legal) == 1:
        return "There is only one legal move."
    if best < LAY:
        return "Think about which of your cards will be hardest to lay."
    if not int(record["field"]["count"]):
        return "The card you lay now matches everything: think about which you can spare."
    return "Think about which cells your other cards need, and which the others need."
