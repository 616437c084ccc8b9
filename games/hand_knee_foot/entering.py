"""Cards that a move names because it turns them up: checked, and written into a view."""

import numpy as np

from games.hand_knee_foot.kinds import KINDS, TEXTS, counts_of
from games.hand_knee_foot.moves import DRAW, LAY
from games.hand_knee_foot.notation import WORDS, Entry
from games.hand_knee_foot.state import IN_HAND, NO_KIND, NOBODY, pile_size
from games.hand_knee_foot.worlds import unseen_counts


def turn_up(record: np.void, entry: Entry, seat: int) -> None:
    """Write the cards that a legal move of ``seat`` turns up into the state.

    Raises ``ValueError`` with the reason when they are missing, not wanted or impossible.
    """
    if entry.move in (DRAW, LAY):
        count = int(record["draws"]) if entry.move == DRAW else min(1, int(record["stock_size"]))
        size = int(record["stock_size"])
        places = [int(kind) for kind in record["cards"][size - count : size]][::-1]
        known = NO_KIND not in places
        expected = places
    else:
        name = "knees" if record["stage"][seat] == IN_HAND else "feet"
        expected = [kind for kind in range(KINDS) for _ in range(int(record[name][seat, kind]))]
        known = bool(expected)
        count = int(pile_size(int(record["stage"][seat])))
    if known:
        if entry.named and list(entry.named) != expected:
            raise ValueError(f"the cards are not {_said(entry.named)} but {_said(expected)}")
        return
    viewer = int(record["viewer"])
    seen = seat == viewer or (viewer == NOBODY and not record["unknown"][seat])
    if not seen:
        if entry.named:
            message = f"nobody but seat {seat} sees these cards: write {WORDS[entry.move]}"
            raise ValueError(message)
        return
    if len(entry.named) != count:
        message = f"{count} cards lie face down, {len(entry.named)} are named: write "
        raise ValueError(f"{message}{WORDS[entry.move]}=… with a point between two cards")
    unseen = np.zeros(KINDS, np.int64)
    unseen_counts(record, unseen)
    for kind, number in enumerate(counts_of(entry.named)):
        if number > unseen[kind]:
            message = f"{number} × {TEXTS[kind]} cannot lie there: {int(unseen[kind])} are unseen"
            raise ValueError(message)
    if entry.move in (DRAW, LAY):
        record["cards"][size - count : size] = entry.named[::-1]
    else:
        record[name][seat] = counts_of(entry.named)


def _said(kinds: object) -> str:
    assert isinstance(kinds, list | tuple)
    return ".".join(TEXTS[kind] for kind in kinds)
