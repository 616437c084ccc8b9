"""Why a turn of Hand, Knee and Foot is played, in card players' words.

Each reason is a fact of the hand and of what the table has seen. A reason whose condition does not
hold is not given; none of them claims that the turn is best.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from games.hand_knee_foot.books import missing_books, open_size
from games.hand_knee_foot.kinds import (
    ACE,
    BLACK_THREE,
    BOOK,
    FIVE_SLOT,
    FOUR,
    KINDS,
    SEVEN_SLOT,
    TWO,
    WILD_SLOT,
    WORDS,
    slot_text,
)
from games.hand_knee_foot.moves import BURY, DRAW, LEAVE, MELD, TAKE, YES
from games.hand_knee_foot.notation import cards_of
from games.hand_knee_foot.state import (
    BLACK_BOOK,
    FIVES_BOOK,
    IN_FOOT,
    RED_BOOK,
    SEVENS_BOOK,
    TO_PLAY,
    team_of,
)
from heuristics.hand_knee_foot.plans import slot_of_meld

_BOOKS = {
    RED_BOOK: "a red book",
    BLACK_BOOK: "a black book",
    FIVES_BOOK: "one of 5s",
    SEVENS_BOOK: "one of 7s",
}
_VALUES = {FIVE_SLOT: 2000, SEVEN_SLOT: 2000, WILD_SLOT: 1500}


def reasons(record: np.void, line: Sequence[int]) -> list[str]:
    """What can be said for a turn, most telling first; perhaps nothing."""
    told = [
        takes_pile(record, line),
        opens_now(record, line),
        *books_made(record, line),
        still_missing(record, line),
        plays_out(record, line),
        discards(record, line),
    ]
    return [text for text in told if text]


def _team(record: np.void) -> int:
    return int(team_of(record, int(record["turn"])))


def takes_pile(record: np.void, line: Sequence[int]) -> str | None:
    """What comes with the pile."""
    size = int(record["pile_size"])
    if TAKE not in line or size < 2:
        return None
    pile = [int(kind) for kind in record["cards"][-size:]]
    wild = sum(kind >= TWO for kind in pile)
    with_wild = f", {wild} of them wild" if wild else ""
    return f"The pile brings {size} cards{with_wild} instead of {int(record['draws'])}."


def opens_now(record: np.void, line: Sequence[int]) -> str | None:
    """The opening, or what is held back from it."""
    if record["opened"][_team(record)] or record["phase"] != TO_PLAY:
        return None
    minimum = int(record["minimum"])
    if any(MELD <= move < DRAW for move in line):
        return f"It opens with the {minimum} points that this round asks for."
    return None


def _added(line: Sequence[int]) -> dict[int, tuple[int, int]]:
    """The naturals and wild cards that a turn puts to each slot."""
    found: dict[int, tuple[int, int]] = {}
    for move in line:
        if MELD <= move < BURY:
            slot, cards = slot_of_meld(move), cards_of(move)
            wild = sum(kind >= TWO for kind in cards)
            before = found.get(slot, (0, 0))
            found[slot] = (before[0] + len(cards) - wild, before[1] + wild)
    return found


def books_made(record: np.void, line: Sequence[int]) -> list[str]:
    """The books that are completed, and melds of 5s, 7s and wild cards that grow."""
    team, told = _team(record), []
    for slot, (naturals, wild) in _added(line).items():
        before = int(open_size(record, team, slot))
        size = before + naturals + wild
        dirty = wild + int(record["twos"][team, slot]) + int(record["jokers"][team, slot])
        worth = _VALUES.get(slot, 300 if dirty else 500)
        name = "wild cards" if slot == WILD_SLOT else f"{slot_text(slot)}s"
        if size >= BOOK:
            told.append(f"It makes the book of {name}: {worth} points.")
        elif slot in _VALUES:
            told.append(f"The {name} come to {size} of {BOOK}, and a book of them to {worth}.")
    return told


def still_missing(record: np.void, line: Sequence[int]) -> str | None:
    """The books the team needs to go out, once it is in its foot."""
    if record["stage"][int(record["turn"])] != IN_FOOT:
        return None
    missing = int(missing_books(record, _team(record)))
    if not missing:
        return "Your team has the books to go out." if YES not in line else None
    names = [name for bit, name in _BOOKS.items() if missing & bit]
    return f"To go out your team still needs {' and '.join(names)}."


def plays_out(record: np.void, line: Sequence[int]) -> str | None:
    """A hand that goes down whole."""
    seat = int(record["turn"])
    if record["phase"] != TO_PLAY or record["stage"][seat] == IN_FOOT or LEAVE in line:
        return None
    put = sum(len(cards_of(move)) if MELD <= move < DRAW else move < KINDS for move in line)
    if put < int(record["sizes"][seat]):
        return None
    return f"It plays the hand out and takes up the {'foot' if record['stage'][seat] else 'knee'}."


def discards(record: np.void, line: Sequence[int]) -> str | None:
    """Why this card is thrown."""
    kind = line[-1]
    if kind >= KINDS:
        return None
    seat, players = int(record["turn"]), int(record["players"])
    after = (seat + 1) % players
    team = int(team_of(record, after))
    if kind == BLACK_THREE:
        size = int(record["pile_size"]) + 1
        return f"The black three closes the pile of {size} for seat {after}."
    if not FOUR <= kind <= ACE:
        return None
    size = int(open_size(record, team, kind - FOUR))
    if size + 3 > BOOK:
        return f"Seat {after} cannot take it: its team's {slot_text(kind - FOUR)}s have no room."
    pile = record["cards"][len(record["cards"]) - int(record["pile_size"]) :]
    thrown = Counter(int(each) for each in pile)[kind]
    if thrown:
        name = WORDS[kind]
        times = "once" if thrown == 1 else f"{thrown} times"
        return f"A {name} has been left on the pile {times} already."
    return None
