"""Hints for Hand, Knee and Foot in words, each sentence a fact of the position or the search."""

from collections.abc import Sequence

from games.hand_knee_foot.game import HandKneeFoot
from games.hand_knee_foot.kinds import KINDS
from games.hand_knee_foot.moves import (
    ASK,
    BURY,
    DRAW,
    FOOT,
    KNEE,
    LAY,
    LEAVE,
    MELD,
    NO,
    SHUFFLE,
    STOP,
    TAKE,
    YES,
)
from games.hand_knee_foot.state import TO_DRAW, TO_PLAY, team_of
from games.protocol import State
from solvers.hand_knee_foot.analysis import Analysis, words_of
from solvers.hand_knee_foot.reasons import reasons
from solvers.result import MoveValue
from solvers.solver import Level, Utility


def area_of(line: Sequence[int]) -> list[str]:
    """Where to look for a turn."""
    found = []
    for move in line:
        if move < KINDS:
            area = "your discard"
        elif MELD <= move < BURY:
            area = "melds"
        elif BURY <= move < DRAW:
            area = "burying"
        elif move in (DRAW, SHUFFLE, STOP):
            area = "the stock"
        elif move == TAKE:
            area = "the discard pile"
        elif move == LAY:
            area = "red threes"
        elif move in (KNEE, LEAVE, FOOT):
            area = "your next pile"
        else:
            area = "going out"
        if area not in found:
            found.append(area)
    return found


def text_of(
    found: Analysis, state: State, line: Sequence[int], level: Level, utility: Utility
) -> str:
    """The hint at ``level``; each level says more than the one before.

    ``state``: the view. ``line``: the turn to play, as far as it can be said.
    """
    if not line:
        return "The round is over: there is nothing left to play."
    if level == "nudge":
        return nudge(found, state, line)
    if level == "area":
        return f"{nudge(found, state, line)} Look at {' and '.join(area_of(line))}."
    value = found.values[0]
    text = f"Play {' '.join(value.line)}: {words_of(HandKneeFoot(), state, tuple(line))}."
    if level == "move":
        return text
    said = [text, *reasons(state[0], line), value_words(value, utility)]
    return " ".join([*said, *rival_words(found, utility)])


def nudge(found: Analysis, state: State, line: Sequence[int]) -> str:
    """What to think about; it gives no move away."""
    record = state[0]
    if len(found.values) == 1 and not found.plans:
        return "There is only one legal move."
    if line[0] in (ASK, YES, NO):
        return "Think about what both sides still hold, and who gains from playing on."
    if record["phase"] == TO_DRAW:
        return "Compare the whole discard pile with cards that you do not know."
    if record["phase"] != TO_PLAY:
        return "More cards are more melds, and more to get rid of."
    if not record["opened"][int(team_of(record, int(record["turn"])))]:
        return "Think about whether to open now, and with how few wild cards."
    return "Think about what to put down, what to keep, and what the next player may pick up."


def value_words(best: MoveValue, utility: Utility) -> str:
    """What the best turn makes."""
    score = best.score
    if score.kind == "exact":
        return f"With best play of all it brings {_points(score.value)}."
    if score.kind == "bound":
        return "The limits did not allow to value it."
    games = f"{score.samples} round{'' if score.samples == 1 else 's'} played out"
    if utility == "match":
        return f"Its chance to win the match is {100 * score.value:.1f} %, the mean of {games}."
    return f"It brings {_points(score.value)} against the others on average over {games}."


def rival_words(found: Analysis, utility: Utility) -> list[str]:
    """How far the next best turn is behind, as far as that is known."""
    rows = found.plans if found.plans is not None else found.values
    if len(rows) < 2:
        return ["There is nothing else to compare."] if found.plans else []
    rival = rows[1]
    name = " ".join(rival.moves) if hasattr(rival, "moves") else rival.move
    if rival.score.kind == "bound":
        return []
    if not found.settled:
        return [f"{name} is nearly as good: the search has not told them apart."]
    if rival.loss == 0:
        return [f"{name} is as good."]
    match = utility == "match" and rival.score.kind == "estimate"
    behind = f"{100 * rival.loss:.2f} %" if match else f"{rival.loss:.0f} points"
    return [f"The next best, {name}, is {behind} behind."]


def _points(points: float) -> str:
    return f"{points:+.0f} points".replace("-", "−")
