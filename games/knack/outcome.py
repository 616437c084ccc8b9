"""When a game of K'nack is over, and what it is worth to each seat."""

from numba import int64

from kibitz.games import protocol
from kibitz.games.kernel import kernel
from kibitz.games.knack.state import STATE, KnackState
from kibitz.games.protocol import Payoffs, implements


@kernel
def cards_left(state: KnackState, seat: int) -> int:
    """Cards in the hand and the deck of a seat."""
    return int64(state.held[seat]) + int64(state.deck_sizes[seat])


@kernel
def players_in(state: KnackState) -> int:
    """How many still have cards."""
    return int64(state.players) - state.done


@implements(protocol.over, STATE)
@kernel
def is_over(state: KnackState) -> bool:
    """See :func:`kibitz.games.protocol.over`."""
    if state.done > 0 and not state.places:
        return True
    return players_in(state) <= 1 or state.passes >= players_in(state)


@implements(protocol.payoff, STATE)
@kernel
def pay(state: KnackState, payoffs: Payoffs) -> None:
    """See `games.protocol.payoff`: the game is worth 1, to whoever wins or tied for it.

    Where it is played on for places, the first is worth 1, the last 0 and those between what is
    evenly between, and who share places share their worth. Before the end, those still in have 0.
    """
    for seat in range(state.players):
        payoffs[seat] = 0.0
    for place in range(state.done):
        payoffs[state.finished[place]] = worth(state, place)
    if not is_over(state) or (state.done > 0 and not state.places):
        return
    for seat in range(state.players):
        left = cards_left(state, seat)
        if left == 0:
            continue
        fewer, equal = int64(state.done), 0
        for other in range(state.players):
            theirs = cards_left(state, other)
            fewer += 0 < theirs < left
            equal += theirs == left
        total = 0.0
        for place in range(fewer, fewer + equal):
            total += worth(state, place)
        payoffs[seat] = total / equal


@kernel
def worth(state: KnackState, place: int) -> float:
    """What a place is worth, the first being 0."""
    if state.places:
        return 1.0 - place / (state.players - 1)
    return 1.0 if place == 0 else 0.0
