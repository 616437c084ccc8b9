"""Moves of Knotty Nines as text.

``3>7`` puts the top card of pile 3 onto pile 7, piles counted from 1. With a face-down stock the
move that empties a pile names the card that turned up: ``3>7=KD``.
"""

import re
from typing import Final

from kibitz.games.cards import UNSEEN, card_text, parse_card
from kibitz.games.faults import quote
from kibitz.games.knotty_nines.play import SHIFT

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
