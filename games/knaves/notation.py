"""Moves of Knaves as text.

``7H`` plays the seven of hearts. Where exposed cards may be called, ``call-7H`` calls one of the
seat that is to play, and ``no-call`` calls none.
"""

from typing import Final

from kibitz.games.cards import card_text, parse_card
from kibitz.games.faults import quote
from kibitz.games.knaves.bitboards import card_at, place_of
from kibitz.games.knaves.play import CALL, NO_CALL

CALL_TEXT: Final = "call-"
NO_CALL_TEXT: Final = "no-call"


def write_move(move: int) -> str:
    """The text of ``move``."""
    if move == NO_CALL:
        return NO_CALL_TEXT
    return card_text(card_at(move)) if move < CALL else CALL_TEXT + card_text(card_at(move - CALL))


def read_move(text: str) -> int:
    """The move that ``text`` stands for; raises ``ValueError`` that quotes the text."""
    if text == NO_CALL_TEXT:
        return NO_CALL
    calls = text.startswith(CALL_TEXT)
    try:
        place = place_of(parse_card(text.removeprefix(CALL_TEXT)))
    except ValueError:
        message = f"{quote(text)} is not a move: write 7H to play it, call-7H or no-call"
        raise ValueError(message) from None
    return CALL + place if calls else place
