"""What open hands of Knaves are worth, by trying everything: the oracle of the exact search.

Plays with the naive game and knows nothing of equivalent cards, tables or pruning.
"""

from collections.abc import Iterator

from tests.naive.knaves import Round, is_over, moves, play, points, turn_of


def max_n(game: Round) -> list[int]:
    """The points of the round when every seat plays for its own.

    Of moves that bring it the same, a seat takes one that leaves the next seat the least.
    """
    if is_over(game):
        return points(game)
    mover = turn_of(game)
    after = (mover + 1) % 3
    values = [max_n(play(game, move)) for move in moves(game)]
    return max(values, key=lambda value: (value[mover], -value[after]))


def paranoid(game: Round, seat: int) -> int:
    """The points of ``seat`` when it plays for them and both others play against it."""
    if is_over(game):
        return points(game)[seat]
    values = [paranoid(play(game, move), seat) for move in moves(game)]
    return max(values) if turn_of(game) == seat else min(values)


def children(game: Round) -> Iterator[tuple[str, Round]]:
    """Every legal move and the round after it."""
    for move in moves(game):
        yield move, play(game, move)
