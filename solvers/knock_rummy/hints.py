"""Hints for Knock Rummy in words, each sentence a fact of the position or the search."""

import numpy as np

from games.knock_rummy.play import DRAW, KNOCK, OUT, TAKE, TO_DRAW, TURN_OVER
from solvers.ismcts.valued import Analysis
from solvers.knock_rummy.reasons import Scene, matched_all, reasons, suit_name
from solvers.result import Knock, MoveValue
from solvers.solver import Level, Utility

SAYS = {
    DRAW: "Draw from the stock",
    TAKE: "Take the top of the pile",
    TURN_OVER: "Make the pile the stock",
    OUT: "Lay down the whole hand",
}


def area_of(move: int) -> str:
    """Where to look for a move."""
    if move in {DRAW, TURN_OVER}:
        return "the stock"
    if move == TAKE:
        return "the discard pile"
    return "ending the hand" if move >= KNOCK else f"your {suit_name(move)}"


def text_of(
    found: Analysis,
    record: np.void,
    best: int | None,
    level: Level,
    utility: Utility,
    knock: Knock | None,
) -> str:
    """The hint at ``level``; each level says more than the one before.

    ``record``: the view. ``best``: the move to make. ``knock``: what a knock now comes to.
    """
    if best is None:
        return "The hand is over: there is nothing left to play."
    value = found.values[0]
    if level == "nudge":
        return nudge(record, found)
    if level == "area":
        return f"{nudge(record, found)} Look at {area_of(best)}."
    move = f"Play {value.move}: {value.text}."
    if level == "move":
        return move
    said = [move, *reasons(record, best)]
    if knock is not None and value.score.kind == "estimate" and utility == "points":
        said.append(knock_words(found, record, best, knock))
    else:
        said.append(value_words(value, utility))
    return " ".join([*filter(None, said), *rival_words(found, utility)])


def nudge(record: np.void, found: Analysis) -> str:
    """What to think about; it gives no move away."""
    if len(found.values) == 1:
        return "There is only one legal move."
    if int(record["phase"]) == TO_DRAW:
        return "Compare the card on the pile with one that you do not know."
    return "Think about what the others may have unmatched, and whether to let them improve."


def points_words(points: float) -> str:
    """``+1.25 points``."""
    return f"{points:+.2f} points".replace("-", "−")


def knock_words(found: Analysis, record: np.void, best: int, knock: Knock) -> str:
    """What a knock comes to, beside waiting: ``If you knock now you win with 71 % …``."""
    if matched_all(Scene(record), best):
        return (
            f"You have nothing unmatched: that brings {points_words(found.values[0].score.value)}."
        )
    waits = [each for each in found.values if not each.move.startswith(("knock", "out"))]
    win = f"{100 * knock.wins:.0f} %"
    now = f"expected {points_words(knock.points)}"
    if not waits:
        return f"If you knock now you win with {win}: {now}."
    waiting = points_words(waits[0].score.value)
    if best >= KNOCK:
        return f"If you knock now you win with {win}: {now} against {waiting} for waiting."
    return f"Waiting brings {waiting} on average; if you knock now you win with {win}: {now}."


def value_words(best: MoveValue, utility: Utility) -> str:
    """What the best move makes."""
    score = best.score
    if score.kind == "exact":
        return f"With best play of all it brings {points_words(score.value)}."
    if score.kind == "bound":
        return "The limits did not allow to value it."
    games = f"{score.samples} game{'' if score.samples == 1 else 's'} played out"
    if utility == "match":
        return f"Its chance to win the match is {100 * score.value:.1f} %, the mean of {games}."
    return f"It brings {points_words(score.value)} on average over {games}."


def rival_words(found: Analysis, utility: Utility) -> list[str]:
    """How far the next best move is behind, as far as that is known."""
    if len(found.values) < 2:
        return ["It is the only legal move."]
    rivals = [value for value in found.values[1:] if value.same_as != found.values[0].move]
    if not rivals or rivals[0].score.kind == "bound":
        return []
    rival = rivals[0]
    if rival.loss == 0:
        return [f"{rival.move} is as good."]
    if not found.settled:
        return [f"{rival.move} is nearly as good: the search has not told them apart."]
    match = utility == "match" and rival.score.kind == "estimate"
    behind = f"{100 * rival.loss:.2f} %" if match else f"{rival.loss:.2f} points"
    return [f"The next best, {rival.move}, is {behind} behind."]
