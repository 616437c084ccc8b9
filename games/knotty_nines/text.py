"""Positions of Knotty Nines as one line of text, from JSON and back.

``knotty-nines~wrap-off~6C.5H4D.…~3S9D…``: the changed switches, the piles and the stock.
"""

import re
from typing import Any, Final

from kibitz.games.knotty_nines.schema import SWITCHES
from kibitz.games.text import bad_text, pairs, read_row, read_switches, row_text, write_switches

TEXT_NAME: Final = "knotty-nines"
_TEXT: Final = re.compile(TEXT_NAME + r"~([^~]*)" * 3)


def json_to_text(data: dict[str, Any]) -> str:
    """The line of a position's JSON object."""
    parts = [
        TEXT_NAME,
        write_switches(data["rules"], SWITCHES.usual),
        ".".join(map(row_text, data["tableau"])),
        row_text(data["stock"] or {"count": 0}),
    ]
    return "~".join(parts)


def text_to_json(text: str) -> dict[str, Any]:
    """The JSON object that a line of text stands for, not yet checked for consistency.

    Raises ``BadInput`` when the text has not that form.
    """
    found = _TEXT.fullmatch(text.strip())
    if not found:
        raise bad_text(text, f"{TEXT_NAME}~switches~piles~stock")
    return {
        "rules": read_switches(found[1]),
        "tableau": [[] if pile == "-" else pairs(pile) for pile in found[2].split(".")],
        "stock": read_row(found[3]),
    }
