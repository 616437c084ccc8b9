"""The most deadwood to knock with, by players and by turns had.

Where anybody may knock with any hand, knocking is a race. Among players who know that, the first to
play knocks in the first turn with almost anything, and is right: it has drawn, the others have not.
Few people play so; at most tables hands ripen. The table is the best answer to opponents half of
whom are *sharp*, who knock by it, and half *patient*, who knock only with ``PATIENT`` points or
fewer: who uses it loses little to the sharpest and much less than others win from the patient.
``SHARP`` is how many of those who get to a turn are sharp, for most of the sharp have knocked
before. More kinds of opponents than these two are in `heuristics.knock_rummy.kinds`.

Both tables are printed by ``python -m training.knock_rummy``. Rows: two players to six;
columns: turns had before this one, the last for as many or more.
"""

from typing import Final

import numpy as np

OLDEST: Final = 15
PATIENT: Final = 10

THRESHOLDS: Final = np.array(
    [
        [55, 44, 36, 30, 26, 24, 20, 18, 18, 16, 16, 15, 14, 14, 14, 14],
        [40, 34, 28, 24, 20, 18, 16, 16, 16, 15, 15, 15, 15, 15, 15, 14],
        [38, 34, 28, 22, 19, 18, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14],
        [32, 28, 24, 22, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 18],
        [32, 28, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 22],
    ]
)
SHARP: Final = np.array(
    [
        [0.5, 0.24, 0.18, 0.14, 0.12, 0.11, 0.1, 0.11, 0.1, 0.1, 0.1, 0.09, 0.08, 0.08, 0.07, 0.04],
        [
            0.5,
            0.28,
            0.23,
            0.2,
            0.17,
            0.16,
            0.16,
            0.15,
            0.15,
            0.15,
            0.15,
            0.15,
            0.15,
            0.15,
            0.15,
            0.17,
        ],
        [0.5, 0.32, 0.25, 0.22, 0.21, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.19],
        [
            0.5,
            0.33,
            0.29,
            0.26,
            0.23,
            0.23,
            0.23,
            0.23,
            0.23,
            0.23,
            0.23,
            0.23,
            0.23,
            0.23,
            0.23,
            0.24,
        ],
        [
            0.5,
            0.33,
            0.28,
            0.23,
            0.23,
            0.23,
            0.23,
            0.23,
            0.23,
            0.23,
            0.23,
            0.23,
            0.23,
            0.23,
            0.23,
            0.27,
        ],
    ]
)
