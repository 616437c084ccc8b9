"""Cards that a move names because it turns them up: checked, and written into a view."""

import numpy as np

from kibitz.games.hand_knee_foot.faces import kinds_in
from kibitz.games.hand_knee_foot.kinds import KINDS, TEXTS, counts_of, kinds_of
from kibitz.games.hand_knee_foot.moves import DRAW, LAY
from kibitz.games.hand_knee_foot.notation import WORDS, Entry
from kibitz.games.hand_knee_foot.state import IN_HAND, NO_KIND, NOBODY, HandKneeFootState, next_size
from kibitz.games.hand_knee_foot.worlds import unseen_counts


def turned_up(record: HandKneeFootState, move: int, seat: int) -> tuple[int, ...]:
    """The cards that a legal move of ``seat`` turns up, ``NO_KIND`` for each that is not known."""
    size = int(record["stock_size"])
    if move in (DRAW, LAY):
        count = min(size, int(record["draws"]) if move == DRAW else 1)
        return tuple(int(kind) for kind in record["cards"][size - count : size])[::-1]
    name = "knees" if record["stage"][seat] == IN_HAND else "feet"
    known = kinds_of(record[name][seat])
    return known or (NO_KIND,) * int(next_size(int(record["stage"][seat])))


def turn_up(record: HandKneeFootState, entry: Entry, seat: int) -> None:
    """Write the cards that a legal move of ``seat`` turns up into the state.

    Raises ``ValueError`` with the reason when they are missing, not wanted or impossible.
    """
    there, named = turned_up(record, entry.move, seat), kinds_in(entry.turned)
    if NO_KIND not in there:
        if named and named != there:
            raise ValueError(f"the cards are not {_said(named)} but {_said(there)}")
        return
    viewer = int(record["viewer"])
    if seat != viewer and (viewer != NOBODY or record["unknown"][seat]):
        if named:
            message = f"nobody but seat {seat} sees these cards: write {WORDS[entry.move]}"
            raise ValueError(message)
        return
    if len(named) != len(there):
        message = f"{len(there)} cards lie face down, {len(named)} are named: write "
        raise ValueError(f"{message}{WORDS[entry.move]}=… with a point between two cards")
    unseen = np.zeros(KINDS, np.int64)
    unseen_counts(record, unseen)
    for kind, number in enumerate(counts_of(named)):
        if number > unseen[kind]:
            message = f"{number} × {TEXTS[kind]} cannot lie there: {int(unseen[kind])} are unseen"
            raise ValueError(message)
    size = int(record["stock_size"])
    if entry.move in (DRAW, LAY):
        record["cards"][size - len(there) : size] = named[::-1]
    else:
        name = "knees" if record["stage"][seat] == IN_HAND else "feet"
        record[name][seat] = counts_of(named)


def _said(kinds: tuple[int, ...]) -> str:
    return ".".join(TEXTS[kind] for kind in kinds)
