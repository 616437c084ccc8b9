"""The score of a round of Hand, Knee and Foot, line by line as the rule sheet has it.

Each line is a number of things and what each of them counts, so that a score is a sum of products.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import int64

from kibitz.games.hand_knee_foot.kinds import (
    BLACK_THREE,
    BOOK,
    FIVE_SLOT,
    FOUR,
    KINDS,
    POINTS,
    RED_THREE,
    SEVEN_SLOT,
    SLOTS,
    WILD_SLOT,
)
from kibitz.games.hand_knee_foot.rules import MOST_TEAMS
from kibitz.games.hand_knee_foot.state import IN_FOOT, IN_HAND, HandKneeFootState
from kibitz.games.hand_knee_foot.worlds import add_slot
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Payoffs, State

BOOKS: Final = ("red books", "black books", "books of wild cards", "books of 5s", "books of 7s")
NAMES: Final = (
    *BOOKS,
    *("4s to 7s melded", "8s to kings melded", "aces and 2s melded", "jokers melded"),
    *("seven red threes", "red threes", "going out"),
    *("4s to 7s held", "8s to kings held", "aces and 2s held", "jokers held"),
    *("red threes held", "black threes held"),
)
EACH: Final = (
    *(500, 300, 1500, 2000, 2000),
    *(5, 10, 20, 50),
    *(1500, 100, 200),
    *(-5, -10, -20, -50),
    *(-500, -100),
)
LINES: Final = len(NAMES)
_MELDED, _SEVENTH, _THREES, _OUT, _HELD, _RED_HELD, _BLACK_HELD = 5, 9, 10, 11, 12, 16, 17
_CLASSES: Final = np.array([(0, 5, 10, 20, 50).index(points) - 1 for points in POINTS], np.int64)
_EACH: Final = np.array(EACH, np.int64)

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score: so many of something, and the points they count together."""

    name: str
    count: int
    points: int


@kernel
def count_lines(
    books: Counts, melded: Counts, red_threes: int, held: Counts, out: int, numbers: Counts
) -> None:
    """Write the number of every line.

    ``books``: by kind, as in ``BOOKS``. ``melded``: cards of each of the 15 kinds, those in books
    included. ``held``: those that count against the team. ``red_threes``: laid out. ``out``: 1 for
    going out.
    """
    for line in range(LINES):
        numbers[line] = 0
    for line in range(len(books)):
        numbers[line] = books[line]
    for kind in range(FOUR, KINDS):
        numbers[_MELDED + _CLASSES[kind]] += melded[kind]
        numbers[_HELD + _CLASSES[kind]] += held[kind]
    numbers[_SEVENTH] = red_threes // BOOK
    numbers[_THREES] = red_threes % BOOK
    numbers[_OUT] = out
    numbers[_RED_HELD] = held[RED_THREE]
    numbers[_BLACK_HELD] = held[BLACK_THREE]


@kernel
def count_team(state: HandKneeFootState, team: int, numbers: Counts) -> None:
    """Write the number of every line for a team as it stands; all it holds must be known."""
    books = np.zeros(5, np.int64)
    melded = np.zeros(KINDS, np.int64)
    held = np.zeros(KINDS, np.int64)
    for slot in range(SLOTS):
        add_slot(state, team, slot, melded, 1)
        count = int64(state.red[team, slot]) + state.black[team, slot]
        if slot == WILD_SLOT:
            books[2] += count
        elif slot == FIVE_SLOT:
            books[3] += count
        elif slot == SEVEN_SLOT:
            books[4] += count
        else:
            books[0] += state.red[team, slot]
            books[1] += state.black[team, slot]
    for seat in range(team, state.players, state.teams):
        for kind in range(KINDS):
            held[kind] += state.hands[seat, kind]
            if kind != RED_THREE or state.unopened_threes:
                held[kind] += state.knees[seat, kind] + state.feet[seat, kind]
    out = int64(state.ender >= 0 and state.ender % state.teams == team)
    count_lines(books, melded, int64(state.red_threes[team]), held, out, numbers)


@kernel
def all_known(state: HandKneeFootState) -> bool:
    """Whether a state knows every card that is still held, knees and feet included."""
    for seat in range(state.players):
        if state.unknown[seat] > 0:
            return False
        knee, foot = 0, 0
        for kind in range(KINDS):
            knee += state.knees[seat, kind]
            foot += state.feet[seat, kind]
        if (knee == 0 and state.stage[seat] == IN_HAND) or (
            foot == 0 and state.stage[seat] != IN_FOOT
        ):
            return False
    return True


@kernel
def score_seats(state: HandKneeFootState, payoffs: Payoffs) -> None:
    """Write for each seat its team's score less the mean score of the other teams.

    Where the state does not know all that is held, nobody's can be told: it is not a number.
    """
    scores = np.zeros(MOST_TEAMS, np.int64)
    numbers = np.zeros(LINES, np.int64)
    total = 0
    for team in range(state.teams):
        count_team(state, team, numbers)
        for line in range(LINES):
            scores[team] += numbers[line] * _EACH[line]
        total += scores[team]
    known = all_known(state)
    for seat in range(state.players):
        own = scores[seat % state.teams]
        payoffs[seat] = own - (total - own) / (state.teams - 1) if known else np.nan


@kernel
def run_count_team(state: State, team: int, numbers: Counts) -> None:
    """:func:`count_team` for Python callers."""
    count_team(state[0], team, numbers)


def lines_of(numbers: Counts) -> tuple[Line, ...]:
    """The lines of a score that have anything to count."""
    return tuple(
        Line(name, int(number), int(number) * each)
        for name, number, each in zip(NAMES, numbers, EACH, strict=True)
        if number
    )


def team_lines(state: State, team: int) -> tuple[Line, ...]:
    """The score of a team in a state, line by line."""
    numbers = np.zeros(LINES, np.int64)
    run_count_team(state, team, numbers)
    return lines_of(numbers)


def total_of(lines: Sequence[Line]) -> int:
    """The score that lines come to."""
    return sum(line.points for line in lines)
