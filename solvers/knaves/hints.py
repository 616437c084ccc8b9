"""Hints for Knaves in card players' words, each sentence a fact of the position or the search."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from games.knaves.lanes import JACK, SUIT_COUNT
from games.knaves.play import CALL
from heuristics.knaves.beliefs import OUT
from heuristics.knaves.network import Reals
from solvers.ismcts.valued import Analysis
from solvers.knaves.reasons import jack_left, placed, reasons, suit_name, symbol
from solvers.result import MoveValue
from solvers.solver import Level, Utility

SURE: Final = 0.5


def guesses(record: np.void, chances: Reals | None) -> list[str]:
    """Where the dangerous jacks are likely to be, by counting the deals that fit."""
    if chances is None:
        return []
    said = []
    for suit in range(SUIT_COUNT):
        place = 16 * suit + JACK
        column = chances[:, place]
        if not jack_left(record, suit) or not SURE < column.max() < 1:
            continue
        where = int(column.argmax())
        home = "out of play" if where == OUT else f"with seat {where}"
        share = f"{column.max():.0%}".replace("%", " %")
        said.append(f"The {symbol(place)} is {home} in {share} of the deals that fit.")
    return said


def points_words(points: float, form: str = "g") -> str:
    """``1 point``, ``−0.50 points``."""
    number = f"{points:{form}}".replace("-", "−")
    return f"{number} point{'' if number in {'1', '−1'} else 's'}"


def value_words(best: MoveValue, utility: Utility) -> str:
    """What the best move makes: ``It brings 4.31 points on average …``."""
    score = best.score
    if score.kind == "exact":
        return f"With best play of all it brings {points_words(score.value)}."
    if score.kind == "bound":
        low, high = f"{score.low:g}".replace("-", "−"), points_words(score.high)
        return f"It brings between {low} and {high}; the limits did not allow to value it."
    games = f"{score.samples} game{'' if score.samples == 1 else 's'} played out"
    if utility == "match":
        return f"Its chance to win the match is {100 * score.value:.1f} %, the mean of {games}."
    return f"It brings {points_words(score.value, '.2f')} on average over {games}."


def rival_words(found: Analysis, utility: Utility) -> list[str]:
    """How far the next best move is behind, as far as that is known."""
    if len(found.values) < 2:
        return ["It is the only legal move."]
    best = found.values[0]
    rivals = [value for value in found.values[1:] if value.same_as != best.move]
    if not rivals:
        return ["All legal cards come to the same."]
    rival = rivals[0]
    kinds = {best.score.kind, rival.score.kind}
    if "bound" in kinds:
        return ["Not every move was valued within the limits."] if kinds != {"bound"} else []
    if not found.settled:
        return [f"{rival.move} is nearly as good: the search has not told them apart."]
    if rival.loss == 0:
        return [f"{rival.move} is as good."]
    match = utility == "match" and best.score.kind == "estimate"
    behind = f"{100 * rival.loss:.2f} %" if match else points_words(rival.loss, ".2f")
    return [f"The next best, {rival.move}, is {behind} behind."]


def text_of(
    found: Analysis,
    record: np.void,
    best: int | None,
    legal: Sequence[int],
    level: Level,
    utility: Utility,
    chances: Reals | None,
) -> str:
    """The hint at ``level``; each level says more than the one before.

    ``best, legal``: moves. ``chances``: where the cards may lie, or None with open hands.
    """
    if best is None:
        return "The round is over: there is nothing left to play."
    value = found.values[0]
    if level == "nudge":
        return _nudge(record, found)
    if level == "area":
        return f"{_nudge(record, found)} Look at your {suit_name(best)}."
    move = f"Play {value.move}: {value.text}."
    if best >= CALL:
        move = f"Say {value.move}: {value.text}."
    if level == "move":
        return move
    where = placed(record) if chances is None else chances
    said = [move, *reasons(record, best, legal, where), value_words(value, utility)]
    return " ".join(said + rival_words(found, utility) + guesses(record, chances))


def _nudge(record: np.void, found: Analysis) -> str:
    if len(found.values) == 1:
        return "There is only one legal move."
    if int(record["turn"]) != int(record["player"]):
        return "Ask yourself who would take an exposed card now."
    if int(record["led"]) < 0:
        return "You lead: think about which suit the jacks may fall in."
    stake = int(record["stake"])
    if stake < 0:
        return f"The trick costs {-stake} in jacks: think about who should take it."
    return "Think about whether you want this trick."
