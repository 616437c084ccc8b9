"""K'nack Solitaire as the rule sheet words it, slow and obvious: the oracle of the tests.

Written from the sheet alone and independent of everything it judges: it imports nothing of the
project. A card is its text, ``7C`` or ``JK``. The field is a dict from the cell (x, y) to its card,
the first card at (0, 0). A move is its text, ``7C@2,-1``, ``draw`` or ``redeal``.
"""

from collections import Counter
from functools import cache
from typing import NamedTuple

Cell = tuple[int, int]
Field = dict[Cell, str]

RED, BLACK = "DH", "CS"


class Switches(NamedTuple):
    """``size``: width and height of the field. ``obstacles``: cells that no card may lie on."""

    ranks: str = "A23456789TJQK"
    wrap: bool = True
    size: tuple[int, int] | None = None
    anchored: bool = False
    danglers: int = 0
    obstacles: frozenset[Cell] = frozenset()
    shuffle: bool = True
    may_decline: bool = False


class Game(NamedTuple):
    """``waste``: top last. ``stock``: next card first. ``orders``: for each redeal left."""

    switches: Switches
    field: Field
    waste: tuple[str, ...]
    stock: tuple[str, ...]
    redeals_left: int
    orders: tuple[tuple[str, ...], ...]


@cache
def match(one: str, other: str, switches: Switches) -> bool:
    """A joker matches everything; else opposite colour and rank one above or one below."""
    if "JK" in (one, other):
        return True
    if (one[1] in RED) == (other[1] in RED):
        return False
    ranks = switches.ranks
    low, high = sorted((ranks.index(one[0]), ranks.index(other[0])))
    return high - low == 1 or (switches.wrap and low == 0 and high == len(ranks) - 1)


@cache
def around(cell: Cell) -> frozenset[Cell]:
    """The cells to the left, the right, the top and the bottom."""
    x, y = cell
    return frozenset({(x - 1, y), (x + 1, y), (x, y + 1), (x, y - 1)})


@cache
def table(switches: Switches) -> frozenset[Cell] | None:
    """The cells of an anchored field, the first card in the middle; None without an anchor."""
    if not switches.size or not switches.anchored:
        return None
    width, height = switches.size
    left, below = (width - 1) // 2, (height - 1) // 2
    return frozenset((x - left, y - below) for x in range(width) for y in range(height))


def is_within_limits(field: Field, switches: Switches) -> bool:
    """Whether all cards of a field lie where the switches let them."""
    if switches.obstacles & field.keys():
        return False
    cells = table(switches)
    if cells is not None:
        hanging = field.keys() - cells
        over = all(around(cell) & cells for cell in hanging)
        return over and len(hanging) <= switches.danglers
    if switches.size:
        columns, rows = {x for x, _ in field}, {y for _, y in field}
        wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
        return wide <= switches.size[0] and high <= switches.size[1]
    return True


def places(field: Field, card: str, switches: Switches) -> set[Cell]:
    """Where ``card`` may be placed: beside a card, matching all it borders, within the limits."""
    matching = {other: match(card, other, switches) for other in {*field.values()}}
    bordering: dict[Cell, bool] = {}
    for cell, other in field.items():
        for near in around(cell):
            bordering[near] = bordering.get(near, True) and matching[other]
    return {
        cell
        for cell, fits in bordering.items()
        if fits and cell not in field and is_within_limits({**field, cell: card}, switches)
    }


def moves(game: Game) -> set[str]:
    """What the player may do now; nothing once the game is over."""
    found = set()
    if game.waste:
        card = game.waste[-1]
        found = {f"{card}@{x},{y}" for x, y in places(game.field, card, game.switches)}
    if game.stock and (not found or game.switches.may_decline):
        found.add("draw")
    if not game.stock and not found and game.waste and game.redeals_left:
        found.add("redeal")
    return found


def play(game: Game, move: str) -> Game:
    """The game after a move."""
    if move == "draw":
        return game._replace(waste=(*game.waste, game.stock[0]), stock=game.stock[1:])
    if move == "redeal":
        stock = game.waste
        if game.switches.shuffle:
            stock = in_order(game.waste, game.orders[0])
        return game._replace(
            waste=(), stock=stock, redeals_left=game.redeals_left - 1, orders=game.orders[1:]
        )
    card, _, place = move.partition("@")
    x, y = map(int, place.split(","))
    return game._replace(field={**game.field, (x, y): card}, waste=game.waste[:-1])


def in_order(cards: tuple[str, ...], order: tuple[str, ...]) -> tuple[str, ...]:
    """``cards`` in the order in which ``order`` names them."""
    left, found = Counter(cards), []
    for card in order:
        if left[card]:
            left[card] -= 1
            found.append(card)
    return tuple(found)


def is_won(game: Game) -> bool:
    """Whether all cards are placed."""
    return not game.waste and not game.stock


def kinds(field: Field) -> dict[Cell, str]:
    """The field with only what matters of its cards: rank and colour."""
    return {
        cell: card if card == "JK" else card[0] + ("red" if card[1] in RED else "black")
        for cell, card in field.items()
    }


def images(field: Field, switches: Switches) -> set[frozenset[tuple[Cell, str]]]:
    """Every field that plays like this one: turned, mirrored and moved as far as limits allow."""
    cells = table(switches)
    legs = switches.obstacles
    if cells is not None:
        beyond = set().union(*map(around, cells)) if switches.danglers else set()
        legs &= cells | beyond
    found = set()
    for turn in range(8):
        where = {cell: turned(cell, turn) for cell in field}
        if cells is not None and {turned(cell, turn) for cell in cells} != cells:
            continue
        if {turned(cell, turn) for cell in legs} != legs:
            continue
        if cells is None and switches.size and turn >= 4 and len({*switches.size}) == 2:
            continue
        left = below = 0
        if cells is None and not switches.obstacles:
            left, below = (min(places) for places in zip(*where.values(), strict=True))
        seen = kinds(field).items()
        found.add(frozenset(((where[c][0] - left, where[c][1] - below), kind) for c, kind in seen))
    return found


def turned(cell: Cell, turn: int) -> Cell:
    """A cell turned or mirrored about the first card, in one of eight ways."""
    x, y = (cell[1], cell[0]) if turn >= 4 else cell
    return (-x if turn % 2 else x), (-y if turn // 2 % 2 else y)
