"""How the rivals of a seat of Knaves have played their cards, as its network is told of it.

Each card of a rival leaves a mark: who played it, how, and its rank. One that stays below the best
card of the trick in its suit leaves another, for the rank of that card: who plays a nine below a
queen is not likely to have the ten. Marks belong to the suit of the card.
"""

from typing import Final

from numba import int64

from kibitz.games.kernel import kernel
from kibitz.games.knaves.bitboards import beats
from kibitz.games.knaves.state import NONE, SEATS, KnavesState
from kibitz.games.records import Int64, Record, dtype_of

RANKS: Final = 13
# How a card is played: led; second or last to the trick and its best so far; in the suit of the
# best card but below it; in another suit. And what a card was below.
LED, OVER, UNDER, OFF, BELOW = 0, 1, 3, 5, 6
KINDS: Final = 7
SETS: Final = 2 * KINDS  # those of the next seat and of the one after it, kind by kind
MARKS: Final = SETS * RANKS
NO_MARK: Final = -1


class Past(Record):
    """How far a round has been read: cards, whose is next, and the best card of the trick."""

    read: Int64
    player: Int64
    best: Int64
    holder: Int64


PAST: Final = dtype_of(Past)


@kernel
def begin(past: Past) -> None:
    """Have read nothing; the round may not be known yet."""
    past.read = 0


@kernel
def read_next(state: KnavesState, past: Past) -> tuple[int, int, int]:
    """Read the next card that was played: who played it, and the numbers of its marks.

    The first says how it was played, the second what it was below, or is ``NO_MARK``. They are for
    a seat whose next seat is the player; for one that plays after it, they are RANKS higher.
    """
    i = past.read
    place = int64(state.order[i])
    if i == 0:
        past.player = (state.dealer + 1) % SEATS
    player, nth = past.player, i % SEATS
    best = past.best if nth else int64(NONE)
    over = nth == 0 or beats(place, best, state.trump)
    below = not over and place >> 4 == best >> 4
    if over:
        past.best, past.holder = place, player
    past.player = past.holder if nth == SEATS - 1 else (player + 1) % SEATS
    past.read = i + 1
    kind = LED
    if nth:
        kind = OVER + nth - 1 if over else UNDER + nth - 1 if below else OFF
    first = 2 * kind * RANKS + (place & 15)
    second = 2 * BELOW * RANKS + (best & 15) if below else NO_MARK
    return player, first, second


@kernel
def read_card(state: KnavesState, past: Past, seat: int) -> tuple[int, int]:
    """Read the next card that was played; the numbers of its marks for ``seat``, or ``NO_MARK``."""
    player, first, second = read_next(state, past)
    rival = (player - seat + SEATS) % SEATS - 1
    if rival < 0:
        return NO_MARK, NO_MARK
    return first + rival * RANKS, second + rival * RANKS if second != NO_MARK else NO_MARK
