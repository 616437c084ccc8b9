"""Moves and positions of Knotty Nines as text.

``3>7`` puts the top card of pile 3 onto pile 7, piles counted from 1. With a face-down stock the
move that empties a pile names the card that turned up: ``3>7=KD``.

A position is one line: ``knotty-nines~wrap-off~6C.5H4D.…~3S9D…``: the changed switches, the piles
and the stock.
"""

import re
from typing import Any, Final

from kibitz.games.cards import UNSEEN, card_text, parse_card
from kibitz.games.faults import Fault, quote
from kibitz.games.knotty_nines.play import SHIFT
from kibitz.games.knotty_nines.schema import SWITCHES
from kibitz.games.schema import pairs, read_row, row_text, write_switches
from kibitz.games.text_form import TextForm

MOVE_PATTERN: Final = r"^([1-9]|1[0-2])>([1-9]|1[0-2])(=[0-9A-Za-z♣♦♥♠]{2,3})?$"
MOST_PILES: Final = 12
_MOVE = re.compile(r"(0|[1-9][0-9]{0,2})>(0|[1-9][0-9]{0,2})(=[0-9A-Za-z♣♦♥♠]{2,3})?")


def write_move(move: int, filler: int = UNSEEN) -> str:
    """The text of ``move``, with the card that fills the emptied pile when one is given."""
    text = f"{move // SHIFT + 1}>{move % SHIFT + 1}"
    return text if filler == UNSEEN else f"{text}={card_text(filler)}"


def no_pile(number: int, most: int | None = None) -> str:
    """That there is no such pile; ``most``: how many there are, where that is known."""
    return f"there is no pile {number}" + (f", only {most} piles" if most else "")


def read_move(text: str) -> tuple[int, int]:
    """The move and the revealed card (``UNSEEN`` for none) that ``text`` stands for.

    Raises ``ValueError`` that quotes the text.
    """
    found = _MOVE.fullmatch(text)
    if not found:
        raise ValueError(
            f"{quote(text)} is not a move: write 3>7 for the top of pile 3 onto pile 7"
        )
    for number in (int(found[1]), int(found[2])):
        if not 1 <= number <= MOST_PILES:
            raise ValueError(no_pile(number))
    move = SHIFT * (int(found[1]) - 1) + int(found[2]) - 1
    return move, parse_card(found[3][1:]) if found[3] else UNSEEN


TEXT_NAME: Final = "knotty-nines"
FORM: Final = TextForm(TEXT_NAME, ("switches", "piles", "stock"))


def json_to_text(data: dict[str, Any]) -> str:
    """The line of a position's JSON object."""
    parts = [
        TEXT_NAME,
        write_switches(data["rules"], SWITCHES.usual),
        ".".join(map(row_text, data["tableau"])),
        row_text(data["stock"] or {"count": 0}),
    ]
    return "~".join(parts)


def text_to_json(text: str, faults: list[Fault]) -> dict[str, Any]:
    """The JSON object that a line of text stands for, not yet checked for consistency.

    What is wrong with it as a text is noted; raises ``BadInput`` when it has not that form.
    """
    (_, piles, stock), rules, _ = FORM.take_apart(text, faults)
    return {
        "rules": rules,
        "tableau": [[] if pile == "-" else pairs(pile) for pile in piles.split(".")],
        "stock": read_row(stock),
    }
