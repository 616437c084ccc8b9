"""What the moves of a seat of K'nack say of its hand, every hand and every past listed.

A hand is a tuple of cards. Moves count back from the last one, 0. ``befores(hand, n)`` lists what
may have been held before move ``n`` when ``hand`` was held after it, once for each of the cards
that may have been drawn; ``chances(hand, n)`` is the chance of that move with this hand, by kind of
player; ``ways(hand)`` is how likely a hand was before all these moves, 0 for one that cannot be.
"""

from collections.abc import Callable, Sequence

Hand = tuple[int, ...]


def explained(
    hand: Hand,
    moves: int,
    befores: Callable[[Hand, int], Sequence[Hand]],
    chances: Callable[[Hand, int], Sequence[float]],
    ways: Callable[[Hand], float],
    kind: int,
    number: int = 0,
) -> float:
    """The chance of all moves by one kind of player, and of the hands held before them."""
    if number == moves:
        return ways(hand)
    total = 0.0
    for before in befores(hand, number):
        if (chance := chances(before, number)[kind]) > 0.0:
            total += chance * explained(before, moves, befores, chances, ways, kind, number + 1)
    return total


def posterior(
    hands: Sequence[Hand],
    moves: int,
    befores: Callable[[Hand, int], Sequence[Hand]],
    chances: Callable[[Hand, int], Sequence[float]],
    ways: Callable[[Hand], float],
    shares: Sequence[float],
) -> list[float]:
    """The chance of each of ``hands``; ``shares`` of the kinds of player."""
    found = [
        sum(
            share * explained(hand, moves, befores, chances, ways, kind)
            for kind, share in enumerate(shares)
        )
        for hand in hands
    ]
    return [each / sum(found) for each in found]
