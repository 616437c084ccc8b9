"""What is looked up of a field of K'nack Solitaire, card by card: an oracle of the tests.

Built on :mod:`tests.naive.knack_solitaire`; see `heuristics.knack_solitaire.value` for the words.
"""

from collections import Counter

import numpy as np

from tests.naive.knack_solitaire import Cell, Game, around, match, places, table
from tests.naive.knack_solitaire_free import kind

STATES, ROOMS = 32, (0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4)
SHAPES = ((32, 32, 32), (8, 16, 5), (12, 3, 3), (3, 32, 32), (54, 54), (32, 54))
COPIES = {(1, 0): 0, (2, 0): 1, (0, 1): 2, (0, 2): 3, (1, 1): 4}  # in the stock, in the waste


def untouched(game: Game, cell: Cell) -> bool:
    """Whether a cell lies beside no card, and nothing keeps all cards from ever lying there."""
    cells, near = table(game.switches), around(cell)
    if cell in game.switches.obstacles or cell in game.field or near & game.field.keys():
        return False
    if cells is None or cell in cells:
        return True
    return bool(game.switches.danglers and near & cells)


def terms(game: Game, pack: Counter[str], *, redeals: bool) -> list[int]:
    """Where the numbers stand that are added up after a card was laid, ascending.

    ``pack``: the cards of the game, by text. ``redeals``: whether the rules have any.
    """
    waste = Counter(kind(card) for card in game.waste)
    stock = Counter[str]()
    for card, count in (pack - Counter(game.waste) - Counter(game.field.values())).items():
        stock[kind(card)] += count
    cards = {kind(card): card for card in pack if card != "JK"}
    beside_jokers = {
        cell
        for cell in places(game.field, "JK", game.switches)
        if all(game.field[near] == "JK" for near in around(cell) & game.field.keys())
    }
    where, room, state = dict[str, set[Cell]](), dict[str, int](), dict[str, int]()
    for name, card in cards.items():
        state[name] = 0
        where[name] = set()
        if stock[name] + waste[name]:
            where[name] = places(game.field, card, game.switches) - beside_jokers
        room[name] = sum(
            1 + sum(untouched(game, near) for near in around(cell)) for cell in where[name]
        )
        if stock[name] + waste[name]:
            wide = ROOMS[room[name]] if room[name] < len(ROOMS) else 5
            state[name] = 1 + 6 * COPIES[stock[name], waste[name]] + wide

    def beside(name: str) -> tuple[int, int]:
        found = [state[n] for n, c in cards.items() if match(c, cards[name], game.switches)]
        low, high = sorted([*found, STATES - 1, STATES - 1][:2])
        return low, high

    found = list[tuple[int, tuple[int, ...]]]()
    for name in cards:
        if state[name]:
            copies = COPIES[stock[name], waste[name]]
            found.append((1, (min(len(where[name]), 7), min(room[name], 15), copies)))
            found.append((0, (state[name], *beside(name))))
    found.append((2, (min(len(beside_jokers), 11), stock["JK"], waste["JK"])))
    top = kind(game.waste[-1]) if game.waste else "JK"
    if top == "JK":
        found.append((3, (0, 0, 0)))
    else:
        found.append((3, (1 + bool(room[top] or beside_jokers), *beside(top))))
    found.append((4, (len(game.stock), len(game.waste))))
    spread = len(set().union(*where.values()))
    found.append((5, (min(spread, 31), len(game.stock) + len(game.waste))))
    sizes = [int(np.prod(shape)) for shape in SHAPES]
    first = (min(game.redeals_left, 2) + redeals) * sum(sizes)
    return sorted(
        first + sum(sizes[:number]) + int(np.ravel_multi_index(at, SHAPES[number]))
        for number, at in found
    )
