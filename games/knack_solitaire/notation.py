"""Moves and positions of K'nack Solitaire as text.

``7C@2,-1`` lays the open card of the waste at x 2, y -1 from the first card. ``draw`` turns the
next stock card; where the stock is face down the card is named: ``draw=7C``. ``redeal`` makes the
waste the stock.

A position is one line: ``knack-solitaire~switches~field~waste~stock~redeals_left``, and where they
are known ``~orders``.
"""

import re
from typing import Any, Final

from kibitz.games.cards import UNSEEN, card_text, parse_card
from kibitz.games.faults import Fault, quote
from kibitz.games.knack_field.table import cell_at, place_of
from kibitz.games.knack_solitaire.play import CELLS, DRAW, REDEAL
from kibitz.games.knack_solitaire.schema import SWITCHES
from kibitz.games.knack_solitaire.state import SIDE
from kibitz.games.schema import (
    laid_text,
    pairs,
    read_laid,
    read_row,
    row_text,
    write_switches,
)
from kibitz.games.text_form import Part, TextForm

MOVE_PATTERN: Final = (
    r"^(redeal|draw(=[0-9A-Za-z♣♦♥♠]{2,3})?|[0-9A-Za-z♣♦♥♠]{2,3}@-?[0-9]{1,3},-?[0-9]{1,3})$"
)
_LAY = re.compile(r"([0-9A-Za-z♣♦♥♠]{2,3})@(-?[0-9]{1,3}),(-?[0-9]{1,3})")
_DRAW = re.compile(r"draw(?:=([0-9A-Za-z♣♦♥♠]{2,3}))?")


def write_move(move: int, named: int = UNSEEN) -> str:
    """The text of ``move``, with the card that a draw turns up when one is given."""
    if move == REDEAL:
        return "redeal"
    if move == DRAW:
        return "draw" if named == UNSEEN else f"draw={card_text(named)}"
    x, y = place_of(SIDE, move % CELLS)
    return f"{card_text(move // CELLS)}@{x},{y}"


def read_move(text: str) -> tuple[int, int]:
    """The move and the revealed card (``UNSEEN`` for none) that ``text`` stands for.

    Raises ``ValueError`` that quotes the text.
    """
    if text == "redeal":
        return REDEAL, UNSEEN
    if drawn := _DRAW.fullmatch(text):
        return DRAW, parse_card(drawn[1], jokers=True) if drawn[1] else UNSEEN
    laid = _LAY.fullmatch(text)
    if not laid:
        raise ValueError(f"{quote(text)} is not a move: write 7C@2,-1, draw or redeal")
    card, x, y = parse_card(laid[1], jokers=True), int(laid[2]), int(laid[3])
    cell = cell_at(SIDE, x, y)
    if cell < 0:
        raise ValueError(f"no card can lie as far from the first as {x},{y}")
    return CELLS * card + cell, UNSEEN


TEXT_NAME: Final = "knack-solitaire"
FORM: Final = TextForm(
    TEXT_NAME,
    ("switches", "field", "waste", "stock", "redeals_left"),
    {"redeals_left": Part(r"[0-9]{1,2}", "2")},
    last="redeal_orders",
)


def json_to_text(data: dict[str, Any]) -> str:
    """The line of a position's JSON object."""
    parts = [
        TEXT_NAME,
        write_switches(data["rules"], SWITCHES.usual),
        ".".join(laid_text(card, x, y) for x, y, card in data["field"]),
        row_text(data["waste"]),
        row_text(data["stock"] or {"count": 0}),
        str(data["redeals_left"]),
    ]
    orders = data.get("redeal_orders", ())
    return "~".join([*parts, *([".".join(map(row_text, orders))] if orders else [])])


def text_to_json(text: str, faults: list[Fault]) -> dict[str, Any]:
    """The JSON object that a line of text stands for, not yet checked for consistency.

    What is wrong with it as a text is noted; raises ``BadInput`` when it has not that form.
    """
    (_, field, waste, stock, redeals, *orders), rules, _ = FORM.take_apart(text, faults)
    laid = enumerate(field.split("."))
    data = {
        "rules": rules,
        "field": [read_laid(text, f"/field/{i}", faults) for i, text in laid],
        "waste": [] if waste == "-" else pairs(waste),
        "stock": read_row(stock),
        "redeals_left": int(redeals),
    }
    if orders:
        data["redeal_orders"] = [pairs(order) for order in orders[0].split(".")]
    return data
