"""Positions of K'nack Solitaire as one line of text, from JSON and back.

``knack-solitaire~switches~field~waste~stock~redeals_left``, and where they are known ``~orders``.
"""

import re
from typing import Any, Final

from kibitz.games.knack_solitaire.schema import SWITCHES
from kibitz.games.text import (
    bad_text,
    laid_text,
    pairs,
    read_laid,
    read_row,
    read_switches,
    row_text,
    write_switches,
)

TEXT_NAME: Final = "knack-solitaire"
_TEXT: Final = re.compile(TEXT_NAME + r"~([^~]*)" * 5 + r"(?:~([^~]*))?")
_FORM: Final = f"{TEXT_NAME}~switches~field~waste~stock~redeals_left"


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


def text_to_json(text: str) -> dict[str, Any]:
    """The JSON object that a line of text stands for, not yet checked for consistency.

    Raises ``BadInput`` when the text has not that form.
    """
    found = _TEXT.fullmatch(text.strip())
    if not found or not re.fullmatch(r"[0-9]{1,2}", found[5]):
        raise bad_text(text, _FORM)
    data = {
        "rules": read_switches(found[1]),
        "field": [*map(read_laid, found[2].split("."))],
        "waste": [] if found[3] == "-" else pairs(found[3]),
        "stock": read_row(found[4]),
        "redeals_left": int(found[5]),
    }
    if found[6] is not None:
        data["redeal_orders"] = [pairs(order) for order in found[6].split(".")]
    return data
