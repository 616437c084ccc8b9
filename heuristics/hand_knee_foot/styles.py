"""Styles of a turn: which habits of the policy are changed in it.

A style is three words: flags, the slots it leaves alone, and the slots that get wild cards. The
policy plays ``PLAIN``; plans are what other styles make of the same hand.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from kibitz.games.hand_knee_foot.kinds import SLOTS

Style = npt.NDArray[np.int64]

FLAGS, ALONE, WILDS = range(3)
# Do not open; keep wild cards; put down all that can be; bury cards; keep pairs that could take
# the pile; do not go out, or do; leave the knee; draw, or take the pile.
WAIT, KEEP_WILDS, EMPTY, BURY_TOO, KEEP_PAIRS, STAY, OUT, LEAVE_KNEE, DRAWS, TAKES = (
    1 << i for i in range(10)
)
ALL_SLOTS: Final = (1 << SLOTS) - 1
PLAIN: Final = np.zeros(3, np.int64)


def style_of(flags: int = 0, alone: int = 0, wilds: int = 0) -> Any:
    """A style; ``alone`` and ``wilds`` are sets of slots as bits."""
    return np.array([flags, alone, wilds], np.int64)
