"""What the player of Knotty Nines may know as numbers, see `games.observation`."""

from typing import Final

from kibitz.games.cards import PACK_SIZE
from kibitz.games.kernel import kernel
from kibitz.games.knotty_nines.state import NOTHING, KnottyNinesState
from kibitz.games.observation import Encoder, Plane, Planes, put
from kibitz.games.protocol import State
from kibitz.games.records import Reals32


def planes(state: State) -> Planes:
    """The planes for as many piles as there are."""
    piles = int(state[0]["piles"])
    return (
        Plane("top", (piles, PACK_SIZE), "the card on top of each pile"),
        Plane("piles", (piles, PACK_SIZE), "the cards of each pile"),
        Plane("depth", (PACK_SIZE,), "how many cards lie on a card of the tableau, of 52"),
        Plane("height", (piles,), "cards in each pile, of 52"),
        Plane("unseen", (PACK_SIZE,), "cards of the stock, whose order nobody sees"),
        Plane("stock", (1,), "cards left in the stock, of 52"),
        Plane("rules", (2,), "a king goes on an ace; no move may be left when it is won"),
    )


@kernel
def observe(state: KnottyNinesState, seat: int, out: Reals32) -> int:
    """Write what the player sees, see :func:`planes`; how many numbers that are."""
    size = state.piles * PACK_SIZE
    depth = 2 * size
    height = depth + PACK_SIZE
    unseen = height + state.piles
    at = unseen + PACK_SIZE
    out[:unseen] = 0.0
    out[unseen:at] = 1.0
    for pile in range(state.piles):
        card = state.top[pile]
        out[height + pile] = state.height[pile] / PACK_SIZE
        if card != NOTHING:
            out[pile * PACK_SIZE + card] = 1.0
        for above in range(state.height[pile]):
            out[size + pile * PACK_SIZE + card] = 1.0
            out[depth + card] = above / PACK_SIZE
            out[unseen + card] = 0.0
            card = state.beneath[card]
    at = put(out, at, state.size - state.drawn, PACK_SIZE)
    at = put(out, at, state.wrap, 1)
    return put(out, at, state.clear, 1)


@kernel
def write(state: State, seat: int, out: Reals32) -> int:
    """:func:`observe` for Python callers."""
    return observe(state[0], seat, out)


ENCODER: Final = Encoder(planes, write)
