"""Moves of K'nack Solitaire in words, and why a move is refused."""

import numpy as np

from games.cards import UNSEEN, card_symbol, card_text
from games.knack_field.faults import beside
from games.knack_field.field import BLOCKED, EMPTY, FIRST, WINDOW, has_spot, permitted
from games.knack_field.matching import kind_of
from games.knack_field.table import cell_at, place_of
from games.knack_solitaire.play import CELLS, DRAW, MOST_CARDS, REDEAL, SIDE, top_card


def describe(record: np.void, move: int) -> str:
    """A legal move in words: ``7♣ at 2,-1 beside 8♦ and 6♥``."""
    if move == REDEAL:
        count = int(record["wasted"])
        how = "shuffling" if record["shuffles"] else "turning over"
        return f"{how} the waste, {count} card{'s' * (count != 1)}, for a new stock"
    if move == DRAW:
        card = int(record["stock"][int(record["drawn"])])
        return "drawing a card" if card == UNSEEN else f"drawing {card_symbol(card)}"
    x, y = place_of(SIDE, move % CELLS)
    cards = " and ".join(card_symbol(card) for card, _ in neighbours(record, x, y))
    return f"{card_symbol(move // CELLS)} at {x},{y} beside {cards}"


def neighbours(record: np.void, x: int, y: int) -> list[tuple[int, str]]:
    """The cards beside a cell, each with the coordinates of its cell as text."""
    found = []
    for near in beside((x, y)):
        card = card_at(record, *near)
        if card is not None:
            found.append((card, f"{near[0]},{near[1]}"))
    return found


def card_at(record: np.void, x: int, y: int) -> int | None:
    """The card at a cell of the field, None where there is none."""
    code = _code(record, x, y)
    if FIRST <= code < FIRST + MOST_CARDS:
        return int(record["field"]["laid"][code - FIRST])
    return None


def _code(record: np.void, x: int, y: int) -> int:
    cell = cell_at(SIDE, x, y)
    return BLOCKED if cell < 0 else int(record["field"]["cells"][cell // SIDE, cell % SIDE])


def refusal(record: np.void, move: int) -> str:
    """Why ``move`` is not legal."""
    card = int(top_card(record))
    stocked = int(record["drawn"]) < int(record["size"])
    fits = card != UNSEEN and bool(has_spot(record["field"], card))
    text = card_text(card)
    if not stocked and not fits and (not record["wasted"] or not record["redeals_left"]):
        won = "all cards are laid" if not record["wasted"] else "the last pass is over"
        return f"the game is over: {won}"
    if move == DRAW:
        return f"{text} can be laid and must be" if stocked else "the stock is empty"
    if move == REDEAL:
        if stocked:
            return "the stock is not empty yet"
        return f"{text} can be laid and must be before the waste is dealt again"
    wanted = card_text(move // CELLS)
    if not record["wasted"]:
        return f"{wanted} cannot be laid: the waste is empty"
    if move // CELLS != card:
        return f"{wanted} cannot be laid: the open card of the waste is {text}"
    return f"{wanted} cannot lie there: {_why_not_there(record, move % CELLS, card)}"


def _why_not_there(record: np.void, cell: int, card: int) -> str:
    x, y = place_of(SIDE, cell)
    code = _code(record, x, y)
    lying = card_at(record, x, y)
    if lying is not None:
        return f"{card_text(lying)} lies at {x},{y}"
    if code == BLOCKED:
        return f"{x},{y} is outside the field or an obstacle"
    if code == EMPTY:
        return f"no card lies beside {x},{y}"
    matching = int(record["field"]["matches"][kind_of(card)])
    for other, where in neighbours(record, x, y):
        if not matching >> kind_of(other) & 1:
            return f"it does not match {card_text(other)} at {where}"
    assert not permitted(record["field"], cell)
    if record["field"]["limit"] == WINDOW:
        size = f"{record['field']['width']}x{record['field']['height']}"
        return f"the cards would no longer lie within {size} cells"
    return f"no more danglers are allowed than {record['field']['danglers']}"
