"""What lies on a field of K'nack, and why a card cannot be laid somewhere, in words."""

from kibitz.games.cards import JOKER, UNSEEN, card_symbol, card_text
from kibitz.games.knack_field.field import BLOCKED, EMPTY, FIRST, WINDOW, Field, permitted
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.knack_field.table import beside, cell_at, place_of


def neighbours(field: Field, x: int, y: int) -> list[tuple[int, str]]:
    """The cards beside a cell, each with the coordinates of its cell as text."""
    found = []
    for near in beside((x, y)):
        card = card_at(field, *near)
        if card is not None:
            found.append((card, f"{near[0]},{near[1]}"))
    return found


def cards_beside(field: Field, x: int, y: int) -> str:
    """The cards beside a cell in words, one at least: ``8♦``, ``8♦, a joker and 6♥``."""
    *others, last = [named(card) for card, _ in neighbours(field, x, y)]
    return f"{', '.join(others)} and {last}" if others else last


def named(card: int) -> str:
    """A card on the field in words: ``7♣``, ``a joker``, ``the free card``."""
    if card == UNSEEN:
        return "the free card"
    return "a joker" if card == JOKER else card_symbol(card)


def card_at(field: Field, x: int, y: int) -> int | None:
    """The card at a cell of the field, ``UNSEEN`` for a free one; None where there is none."""
    code = _code(field, x, y)
    if FIRST <= code < FIRST + len(field["laid"]):
        return int(field["laid"][code - FIRST])
    return None


def _code(field: Field, x: int, y: int) -> int:
    side = len(field["cells"])
    cell = cell_at(side, x, y)
    return BLOCKED if cell < 0 else int(field["cells"][cell // side, cell % side])


def why_not_there(field: Field, cell: int, card: int) -> str | None:
    """What keeps a card from a cell; None where the field does not."""
    x, y = place_of(len(field["cells"]), cell)
    code = _code(field, x, y)
    lying = card_at(field, x, y)
    if lying is not None:
        return f"{'the free card' if lying == UNSEEN else card_text(lying)} lies at {x},{y}"
    if code == BLOCKED:
        return f"{x},{y} is outside the field or an obstacle"
    if code == EMPTY:
        return f"no card lies beside {x},{y}"
    matching = int(field["matches"][kind_of(card)])
    for other, where in neighbours(field, x, y):
        if not matching >> kind_of(other) & 1:
            return f"it does not match {card_text(other)} at {where}"
    if permitted(field, cell):
        return None
    if field["limit"] == WINDOW:
        size = f"{field['width']}x{field['height']}"
        return f"the cards would no longer lie within {size} cells"
    return f"no more danglers are allowed than {field['danglers']}"
