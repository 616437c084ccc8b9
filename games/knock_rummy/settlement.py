"""What everybody pays when a hand of Knock Rummy has ended, exactly.

Amounts are counted in sixtieths of a point: winners who tie share equally, there are at most five
of them, and 60 is a multiple of 2, 3, 4 and 5. What is paid is what is won; the sum is zero.
"""

from typing import Final

from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.state import KnockRummyState
from kibitz.games.records import Int64s

UNIT: Final = 60


@kernel
def wins(state: KnockRummyState, counts: Int64s, seat: int, low: int, alone: bool) -> bool:
    """Whether ``seat`` is a winner; ``alone``: the one who ended the hand is the only one."""
    return seat == state.ender if alone else seat != state.ender and counts[seat] == low


@kernel
def settle(state: KnockRummyState, counts: Int64s) -> None:
    """Write the payments of every seat, in units of 1 / ``UNIT`` point, to ``state.payments``.

    ``state.winners`` gets the bits of the winners, who may have nothing to collect.
    ``counts``: the deadwood of each seat. The lowest count wins the difference from each opponent.
    The one who ended the hand wins where it is lowest alone, and without deadwood also against
    others without (unless ``beats_tie`` is off): who gets rid of all cards wins. It then collects
    ``bonus`` more from each if it has no deadwood. When it is not lowest, it pays ``penalty`` more.
    Others who tie for lowest share.
    """
    ender = state.ender
    low = counts[ender]
    for seat in range(state.players):
        low = min(low, counts[seat])
    others = 0
    for seat in range(state.players):
        others += seat != ender and counts[seat] == low
    alone = counts[ender] == low and (others == 0 or (state.beats_tie and low == 0))
    pot = 0
    for seat in range(state.players):
        if not wins(state, counts, seat, low, alone):
            owed = counts[seat] - low
            if alone and low == 0:
                owed += state.bonus
            if seat == ender and counts[seat] > low:
                owed += state.penalty
            state.payments[seat] = -UNIT * owed
            pot += UNIT * owed
    for seat in range(state.players):
        if wins(state, counts, seat, low, alone):
            state.payments[seat] = pot // (1 if alone else others)
            state.winners |= 1 << seat
