"""What can be laid when it is forgotten where cards lie, card by card: an oracle of the tests.

Built on :mod:`tests.naive.knack_solitaire` alone. Kinds are rank and colour, as ``red 7``.
"""

from tests.naive.knack_solitaire import (
    RED,
    Cell,
    Game,
    around,
    in_order,
    match,
    places,
    table,
)

NAMES = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}


def kind(card: str) -> str:
    """A joker's text, else rank and colour."""
    if card == "JK":
        return card
    return f"{'red' if card[1] in RED else 'black'} {NAMES.get(card[0], card[0])}"


def open_cells(game: Game) -> list[list[str]]:
    """The cards beside each empty cell where a joker may lie."""
    free = places(game.field, "JK", game.switches)
    return [[game.field[near] for near in around(cell) if near in game.field] for cell in free]


def free_left(game: Game) -> int:
    """Cards left when whatever matches a card laid before is laid, wherever that lies.

    A cell beside jokers alone takes any one card; a joker opens three such cells, or four if it
    lies alone. With ``may_decline`` they are without end, as they can be saved for better cards.
    """
    laid: set[str] = set()
    cells = open_cells(game)
    every = [rank + suit for rank in game.switches.ranks for suit in "CDHS"]
    for cards in cells:
        if set(cards) != {"JK"}:
            laid |= {
                kind(c) for c in every if all(match(c, other, game.switches) for other in cards)
            }
    jokers = any(set(cards) != {"JK"} for cards in cells)
    sides = sum(set(cards) == {"JK"} for cards in cells)
    endless = game.switches.may_decline
    if endless and sides:
        sides = 1_000_000
    waste, stock = [*game.waste], [*game.stock]
    orders = [*game.orders]
    redeals = game.redeals_left
    fits = laid
    while True:
        while True:
            while waste:
                card = waste[-1]
                if not (kind(card) in fits or (card == "JK" and jokers)):
                    if not sides:
                        break
                    sides -= 1
                if card == "JK":
                    sides += 1_000_000 if endless else 3
                else:
                    fits = fits | {kind(c) for c in every if match(c, card, game.switches)}
                    jokers = True
                waste.pop()
            if not stock:
                break
            waste.append(stock.pop(0))
        if not waste or not redeals:
            return len(waste)
        redeals -= 1
        stock = [*waste]
        if game.switches.shuffle:
            if not orders:
                return 0
            stock = [*in_order(tuple(waste), orders.pop(0))]
        waste = []


def reached(game: Game, rest: list[str]) -> set[str]:
    """The kinds of ``rest``, the cards not laid yet, that some chain of them leads to."""
    cells = open_cells(game)
    if any(set(cards) == {"JK"} for cards in cells) or "JK" in rest:
        return {*map(kind, rest)}
    found = {
        kind(c)
        for c in rest
        if any(all(match(c, other, game.switches) for other in cards) for cards in cells)
    }
    grown = True
    while grown:
        more = {
            kind(c)
            for c in rest
            if any(kind(o) in found and match(c, o, game.switches) for o in rest)
        }
        grown = not more <= found
        found |= more
    return found


def room(game: Game) -> int:
    """An upper bound on the cards that the limits of the field have room for."""
    switches = game.switches
    if not switches.anchored:
        if switches.size:
            return switches.size[0] * switches.size[1] - len(game.field)
        return 1_000
    cells = table(switches)
    seen: set[Cell] = set(game.field)
    waiting = list(seen)
    inside = hanging = 0
    while waiting and inside < 200:
        for near in around(waiting.pop()):
            if near in seen or near in switches.obstacles:
                continue
            beyond = cells is not None and near not in cells
            if beyond and (not switches.danglers or not around(near) & (cells or set())):
                continue
            seen.add(near)
            waiting.append(near)
            hanging += beyond
            inside += not beyond
    used = sum(cell not in cells for cell in game.field) if cells is not None else 0
    return inside + min(hanging, switches.danglers - used)
