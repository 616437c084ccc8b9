"""What K'nack with open cards comes to, by trying everything: the oracle of the exact search.

Plays with the naive game and knows nothing of moves that are the same, tables or cut-offs.
"""

from fractions import Fraction

from tests.naive.knack import Game, is_over, moves, play, shares


def max_n(game: Game) -> tuple[Fraction, ...]:
    """What each player gets when each plays for the own share.

    Of moves that bring it the same, a player takes one that leaves the next player the least, then
    the one after that, and so on.
    """
    if is_over(game):
        return tuple(shares(game))
    count, mover = len(game.hands), game.turn

    def wish(value: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        others = [-value[(mover + step) % count] for step in range(1, count)]
        return (value[mover], *others)

    return max((max_n(play(game, move)) for move in moves(game)), key=wish)


def paranoid(game: Game, player: int) -> Fraction:
    """What a player gets when all others play against it."""
    if is_over(game):
        return shares(game)[player]
    values = [paranoid(play(game, move), player) for move in moves(game)]
    return max(values) if game.turn == player else min(values)
