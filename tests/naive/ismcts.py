"""Search with hidden cards in plain Python: the oracle of the tests of the compiled search.

Flat search is done without chance: every deal that fits, every way to play on at random. Tree
search is the single-observer algorithm as it was published, with dictionaries, one observer, UCB1
over availability counts and random playouts. Both see a game only through a few functions.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf, log, sqrt
from random import Random
from typing import Any, NamedTuple


class Play(NamedTuple):
    """What a search needs of a game whose states are values."""

    moves: Callable[[Any], Sequence[str]]
    play: Callable[[Any, str], Any]
    turn: Callable[[Any], int]
    points: Callable[[Any], Sequence[float]]


def at_random(game: Play, state: Any) -> list[Fraction]:
    """What each seat wins on average when all moves from here are random."""
    moves = game.moves(state)
    if not moves:
        return [Fraction(points) for points in game.points(state)]
    outcomes = [at_random(game, game.play(state, move)) for move in moves]
    return [sum(seat, Fraction(0)) / len(moves) for seat in zip(*outcomes, strict=True)]


def flat(game: Play, deals: Sequence[Any]) -> dict[str, list[float]]:
    """What each seat wins on average after each move, all deals alike and random play after it."""
    values = {}
    for move in game.moves(deals[0]):
        outcomes = [at_random(game, game.play(deal, move)) for deal in deals]
        values[move] = [
            float(sum(seat, Fraction(0)) / len(deals)) for seat in zip(*outcomes, strict=True)
        ]
    return values


class Node:
    """What was played in public so far, and what came of it for whoever moved last."""

    def __init__(self) -> None:
        self.children: dict[str, Node] = {}
        self.visits = 0
        self.seen = 0
        self.total = 0.0


def tree_search(
    game: Play, deals: Sequence[Any], iterations: int, exploration: float, random: Random
) -> dict[str, tuple[int, float]]:
    """Visits and mean for the seat to move of each move, by single-observer tree search, max-n."""
    root = Node()
    low, high = ([inf] * 9, [-inf] * 9)  # by seat
    for _ in range(iterations):
        state = random.choice(deals)
        node, path = root, []
        while legal := game.moves(state):
            seat = game.turn(state)
            known = [node.children[move] for move in legal if move in node.children]
            for child in known:
                child.seen += 1
            new = [move for move in legal if move not in node.children]
            if new:
                move = random.choice(new)
                node.children[move] = Node()
                node.children[move].seen = 1
            else:
                scores = {}
                for option in legal:
                    child = node.children[option]
                    scale = (high[seat] - low[seat]) or 1
                    mean = (child.total / child.visits - low[seat]) / scale
                    scores[option] = mean + exploration * sqrt(log(child.seen) / child.visits)
                move = max(scores, key=lambda option: scores[option])
            node = node.children[move]
            path.append((seat, node))
            state = game.play(state, move)
            if new:
                break
        while legal := game.moves(state):
            state = game.play(state, random.choice(legal))
        points = game.points(state)
        low = [min(pair) for pair in zip(low, points, strict=False)]
        high = [max(pair) for pair in zip(high, points, strict=False)]
        for seat, node in path:
            node.visits += 1
            node.total += points[seat]
    return {
        move: (child.visits, child.total / child.visits) for move, child in root.children.items()
    }
