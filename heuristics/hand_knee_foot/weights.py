"""The numbers of the policy, by name.

``TAKE_AT``: what the pile must be worth to be taken. ``RESERVE``: wild cards kept back for the
black book until there is one. ``LATE``: turns left when melds are finished with wild cards.
``EMPTY_WILDS``: wild cards spent at most on playing out a hand. ``OUT_LEAD``: the lead with which a
team goes out. ``SPECIAL``, ``PAIR``, ``MORE``: what a single 5 or 7, a pair and each further card
are worth keeping. ``MELDED``: a rank that the team has on the table. ``BLACK``: a black three, and
``BLACK_PILE`` less of it for each card on the pile. ``FEEDING``: what the pile is worth to the next
seat, for each card. ``LOAD``: how much a card counts as it is held near the end.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]

(
    TAKE_AT, RESERVE, LATE, EMPTY_WILDS, OUT_LEAD, SPECIAL, PAIR, MORE, MELDED, BLACK, BLACK_PILE,
    FEEDING, FEEDING_SPECIAL, LOAD, UNOPENED, WILD_START,
) = range(16)  # fmt: skip
NAMES: Final = (
    *("take at", "reserve", "late", "empty with", "out at", "special", "pair", "more", "melded"),
    *("black", "black on pile", "feeding", "feeding a special", "load", "unopened", "wild start"),
)
WEIGHTS: Final = np.array(
    [3.0, 1.0, 2.0, 4.0, 0.0, 60.0, 25.0, 30.0, 20.0, 25.0, 5.0, 12.0, 150.0, 0.5, 0.4, 3.0]
)
