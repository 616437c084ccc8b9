"""The numbers of the policy, by name: a row for two players and one for more.

``TAKE_AT``: what the pile must be worth to be taken, for each card that a draw brings.
``RESERVE``: wild cards kept back for the black book until there is one. ``LATE``: turns left when
melds are finished with wild cards. ``EMPTY_WILDS``: wild cards spent at most on playing out a hand.
``OUT_LEAD``: the lead with which a team goes out. ``SPECIAL``, ``PAIR``, ``MORE``: what a 5 or 7, a
pair and each further card are worth keeping. ``MELDED``: a rank that the team has on the table.
``BLACK``: a black three, and ``BLACK_PILE`` less of it for each card on the pile. ``FEEDING``: what
a card of the pile is worth to the next seat, ``FEEDING_SPECIAL``: a 5 or 7 to take it with.
``LOAD``: how much a card counts as it is held near the end. ``UNOPENED``: the share of feeding that
counts while the next team has not opened. ``WILD_START``: wild cards to begin a meld of them with.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]

(
    TAKE_AT, RESERVE, LATE, EMPTY_WILDS, OUT_LEAD, SPECIAL, PAIR, MORE, MELDED, BLACK, BLACK_PILE,
    FEEDING, FEEDING_SPECIAL, LOAD, UNOPENED, WILD_START, WILD_START_KNEE, RESERVE_KNEE,
    EMPTY_WILDS_KNEE, EMPTY_WILDS_NEAR, NEAR, BLACK_MOST, BLACK_MOST_KNEE, WILD_BOOK, BURY_LOOSE,
    PAIRS_FAR, PAIRS_SIZE, OUT_OWN, OUT_OTHERS, DONE, DONE_CLOSING, CLOSING, CLOSING_PILE, UNSEEN,
    BURIES, NEXT_MELD,
) = range(36)  # fmt: skip
NAMES: Final = (
    *("take at", "reserve", "late", "empty with", "out at", "special", "pair", "more", "melded"),
    *("black", "black on pile", "feeding", "feeding a special", "load", "unopened", "wild start"),
)
OLD: Final = np.array(
    [
        [4.5, 1.5, 5.0, 15, -4060, 99, 111, 61, 15, 9.6, 18.0, 15, 274, 0.55, 0.44, 5.9],
        [1.6, 2.0, 2.0, 4.9, -2240, 114, 126, 33, 26, 1.5, 13.6, 24, 560, 0.26, 1.0, 3.8],
    ]
)  # fmt: skip
_REST = [0, 0, 0, 0, -1, 3, 3, 99, 99, 1000, 13, 0, 0, 0, 0, -1, 4, 0, 0, 1]


def _full():
    w = np.hstack([OLD, np.array([_REST, _REST])])
    w[:, EMPTY_WILDS_KNEE] = w[:, EMPTY_WILDS_NEAR] = w[:, EMPTY_WILDS]
    w[:, WILD_START_KNEE] = w[:, WILD_START]
    w[:, RESERVE_KNEE] = w[:, RESERVE]
    return w


WEIGHTS: Final = _full()
