"""Every way to play a game of K'nack Solitaire, tried one after the other: an oracle of the tests.

Built on :mod:`tests.naive.knack_solitaire` alone; it imports nothing of the project.
"""

from fractions import Fraction

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


def fewest_left(game: Game, limit: int) -> int | None:
    """The fewest cards that any line of moves leaves; None after ``limit`` positions."""
    seen = {key(game)}
    waiting = [game]
    fewest = left(game)
    while waiting:
        now = waiting.pop()
        fewest = min(fewest, left(now))
        if not fewest:
            return 0
        for move in moves(now):
            then = play(now, move)
            if key(then) not in seen:
                if len(seen) == limit:
                    return None
                seen.add(key(then))
                waiting.append(then)
    return fewest


def left(game: Game) -> int:
    """The score: cards not on the field."""
    return len(game.waste) + len(game.stock)


def left_after(game: Game, line: list[str]) -> int | None:
    """The score after ``line``; None when one of its moves is not legal."""
    for move in line:
        if move not in moves(game):
            return None
        game = play(game, move)
    return left(game)


def best_chance(
    game: Game, unseen: tuple[str, ...], limit: int, move: str | None = None
) -> Fraction | None:
    """The chance to win with best play where the stock is ``unseen``, in an order nobody knows.

    After ``move`` if there is one. None after ``limit`` positions without an answer.
    """
    found: dict[object, Fraction | None] = {}

    def after(now: Game, move: str, left: tuple[str, ...]) -> Fraction | None:
        if move != "draw" or not left:
            return chance(play(now, move), left)
        total = Fraction(0)
        for place, card in enumerate(left):
            rest = left[:place] + left[place + 1 :]
            named = now._replace(stock=(card, *now.stock[1:]))
            value = chance(play(named, move), rest)
            if value is None:
                return None
            total += value / len(left)
        return total

    def chance(now: Game, left: tuple[str, ...]) -> Fraction | None:
        name = key(now), left
        if name not in found:
            if len(found) >= limit:
                return None
            found[name] = Fraction(is_won(now))
            values = [after(now, move, left) for move in sorted(moves(now))]
            if None in values:
                found[name] = None
            elif values:
                found[name] = max(value for value in values if value is not None)
        return found[name]

    return after(game, move, unseen) if move else chance(game, unseen)
