"""Every way to play a game of K'nack Solitaire, tried one after the other: an oracle of the tests.

Built on :mod:`tests.naive.knack_solitaire` alone; it imports nothing of the project.
"""

from tests.naive.knack_solitaire import Game, is_won, moves, play


def is_winnable(game: Game, limit: int) -> bool | None:
    """Whether some line of moves wins; None after ``limit`` positions without an answer."""
    seen = {key(game)}
    waiting = [game]
    while waiting:
        now = waiting.pop()
        if is_won(now):
            return True
        for move in sorted(moves(now)):
            then = play(now, move)
            if key(then) not in seen:
                if len(seen) == limit:
                    return None
                seen.add(key(then))
                waiting.append(then)
    return False


def key(game: Game) -> object:
    """What tells positions of one game apart."""
    return frozenset(game.field.items()), game.waste, game.stock, game.redeals_left


def replay(game: Game, line: list[str]) -> bool:
    """Whether every move of ``line`` is legal and all cards are placed in the end."""
    for move in line:
        if move not in moves(game):
            return False
        game = play(game, move)
    return is_won(game)
