"""The numbers of the policy, by name: a row for two players and one for more.

To take the pile or draw: ``TAKE_AT``: what the pile must be worth to be taken, for each card that a
draw brings. ``PILE_WILD``, ``PILE_SPECIAL``, ``PILE_BLACK``, ``PILE_FITS``, ``PILE_SINGLE``,
``PILE_OTHER``: what a two, a 5 or 7, a black three, a card of a rank that is on the table or held
twice, of one held once, and any other natural card in it are worth. ``TAKE_SPECIAL``: a 5 or 7 on
top; ``TAKE_OPENS``: to open with it; ``TAKE_FOOT``: to be in the foot; ``TAKE_NEED``: for each card
that the team needs for its required books.

Wild cards: ``RESERVE``: those kept back for the black book until there is one; ``RESERVE_KNEE``:
after the hand. ``BLACK_KNEE``: those spent at most on that book after the hand. ``WILD_START``: to
begin a meld of them with; ``WILD_START_KNEE``: after the hand. ``LATE``: turns left when melds are
finished with them. ``EMPTY_WILDS``: spent at most on playing out a hand, ``EMPTY_WILDS_KNEE`` a
knee, ``EMPTY_WILDS_NEAR`` either once the required books need at most ``NEAR`` cards. In a hand
that is played out with at most ``COMPLETES`` turns left, none to go out, they complete books first.
``BURY_LOOSE``: cards without a place with which others are buried.

Going out: ``OUT_LEAD``: the lead with which a team goes out; ``OUT_OWN``, ``OUT_OTHERS``: how much
it counts for it what the open melds promise, its own and the others'.

Discards: ``SPECIAL``, ``PAIR``, ``MORE``: what a 5 or 7, a pair and each further card are worth
keeping; ``DONE``: more for a 5 or 7 of which the team has a book, ``DONE_CLOSING`` once it needs at
most ``CLOSING`` cards, a pile still to be taken up counting for ``CLOSING_PILE``. ``MELDED``: a
rank that the team has on the table; ``BURIES``: a card that can be buried; ``UNSEEN``: each unseen
card of the rank. ``BLACK``: a black three, and ``BLACK_PILE`` less of it for each card on the pile.
``LOAD``: how much a card counts as it is held near the end. ``FEEDING``: what a card of the pile is
worth to the next seat, ``FEEDING_SPECIAL``: a 5 or 7 to take it with; ``UNOPENED``: the share of
feeding that counts while the next team has not opened; ``NEXT_MELD``: how many cards of a rank that
it has on the table the next seat holds, compared with others.
"""

from typing import Final

import numpy as np
import numpy.typing as npt
from numba import int64

from kibitz.games.kernel import kernel

Reals = npt.NDArray[np.float64]

(
    TAKE_AT, RESERVE, LATE, EMPTY_WILDS, OUT_LEAD, SPECIAL, PAIR, MORE, MELDED, BLACK, BLACK_PILE,
    FEEDING, FEEDING_SPECIAL, LOAD, UNOPENED, WILD_START, WILD_START_KNEE, RESERVE_KNEE,
    EMPTY_WILDS_KNEE, EMPTY_WILDS_NEAR, NEAR, BLACK_KNEE, BURY_LOOSE, OUT_OWN, OUT_OTHERS, DONE,
    DONE_CLOSING, CLOSING, CLOSING_PILE, UNSEEN, BURIES, NEXT_MELD, PILE_WILD, PILE_SPECIAL,
    PILE_BLACK, PILE_FITS, PILE_SINGLE, PILE_OTHER, TAKE_SPECIAL, TAKE_OPENS, TAKE_FOOT, TAKE_NEED,
    COMPLETES, COUNT,
) = range(44)  # fmt: skip
# Found on 2026-11-23 from those of version 0.1: first one weight at a time, then by
# `python -m training.hand_knee_foot weights --deals 100 --seed 1` in 4 minutes for two players and
# 4.5 for four, on a busy machine.
WEIGHTS: Final = np.array(
    [
        [
            1.13, 1.48, -0.28, 0.69, -8239.61, 103.26, 94.17, 55.52, 15.1, 9.55, 17.9, 15.32,
            256.06, 0.53, 0.72, 6.02, 6.01, 1.65, 1.76, 15.35, 5.38, 2.91, 102.09, -15.53, 22.1,
            -142.26, -175.48, 9.22, 3.77, 0.14, 39.6, 1.34, 8.54, 7.62, -5.91, 1.36, 2.27, 0.65,
            6.34, -16.33, 1.73, -0.25, 0.5,
        ],
        [
            1.41, 2.23, 1.98, 1.11, -8938.17, 114.91, 120.98, 32.63, 27.65, 1.48, 12.91, 24.07,
            661.76, 0.46, 0.47, 3.46, 4.29, 1.71, 2.22, 4.49, 6.02, 0.17, 3.84, -16.88, 16.94,
            -150.23, -163.06, 7.68, 3.6, 1.1, 95.85, 0.7, 1.54, 1.78, -1.74, 0.75, 1.53, 0.67,
            1.72, -5.49, 3.66, 0.17, 1.5,
        ],
    ]
)  # fmt: skip
_FIRST: Final = np.array(
    [
        [4.5, 1.5, 5.0, 15, -4060, 99, 111, 61, 15, 9.6, 18.0, 15, 274, 0.55, 0.44, 5.9],
        [1.6, 2.0, 2.0, 4.9, -2240, 114, 126, 33, 26, 1.5, 13.6, 24, 560, 0.26, 1.0, 3.8],
    ]
)
# What makes no difference, from ``NEAR`` on.
_NEUTRAL: Final = (
    *(-1, 3, 99, 0, 0, 0, 0, -1, 0, 0, 0, 1),
    *(3, 3, -1, 1.5, 0.7, 0.7, 0, 0, 0, 0, -1),
)


def _former() -> Reals:
    after = _FIRST[:, [WILD_START, RESERVE, EMPTY_WILDS, EMPTY_WILDS]]
    return np.hstack([_FIRST, after, [_NEUTRAL, _NEUTRAL]])


# Of version 0.1.
FORMER: Final = _former()


@kernel
def row_of(weights: Reals, players: int) -> Reals:
    """The row for so many players."""
    return weights[int64(players > 2)]
