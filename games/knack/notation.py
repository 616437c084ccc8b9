"""Moves of K'nack as text.

``7C@2,-1`` lays the card at x 2, y -1 from the free card, ``7C@2,-1!`` calls K'nack! with it.
``pass`` passes. ``give-7C`` gives a card from the hand to one who did not call.

Where a seat's view does not know a card it is ``??``: ``??@0,0`` is the free card of another,
``give-??`` what another gives. Who draws from a deck that is face down names the card drawn:
``7C@2,-1=8D``.
"""

import re
from typing import Final, NamedTuple

from kibitz.games.cards import UNSEEN, UNSEEN_TEXT, card_text, parse_card
from kibitz.games.faults import quote
from kibitz.games.knack.play import CALLED, CELLS, FACE_DOWN, GIVE, LAY, MIDDLE, PASS
from kibitz.games.knack.state import SIDE
from kibitz.games.knack_field.table import cell_at, place_of
from kibitz.games.protocol import State

PASS_TEXT: Final = "pass"
GIVE_TEXT: Final = "give-"
MOVE_PATTERN: Final = (
    r"^(pass|give-[0-9A-Za-z♣♦♥♠?]{2,3}|"
    r"[0-9A-Za-z♣♦♥♠?]{2,3}@-?[0-9]{1,3},-?[0-9]{1,3}!?(=[0-9A-Za-z♣♦♥♠]{2,3})?)$"
)
_LAY: Final = re.compile(r"(.{2,3})@(-?[0-9]{1,3}),(-?[0-9]{1,3})(!?)(?:=(.{2,3}))?")


class Entry(NamedTuple):
    """A move, and the card it names as drawn, ``UNSEEN`` for none."""

    move: int
    drawn: int = UNSEEN


def write_move(move: int, drawn: int = UNSEEN) -> str:
    """The text of ``move``, with the card drawn when one is given."""
    if move == PASS:
        return PASS_TEXT
    if move < LAY:
        return GIVE_TEXT + _text(move - GIVE)
    x, y = place_of(SIDE, move % CALLED % CELLS)
    text = f"{_text(move % CALLED // CELLS)}@{x},{y}" + "!" * (move >= CALLED)
    return text if drawn == UNSEEN else f"{text}={card_text(drawn)}"


def read_move(text: str) -> Entry:
    """The move that ``text`` stands for; raises ``ValueError`` that quotes the text."""
    if text == PASS_TEXT:
        return Entry(PASS)
    if text.startswith(GIVE_TEXT):
        return Entry(GIVE + _card(text.removeprefix(GIVE_TEXT)))
    found = _LAY.fullmatch(text)
    if not found:
        message = f"{quote(text)} is not a move: write 7C@2,-1, 7C@2,-1!, pass or give-7C"
        raise ValueError(message)
    card, x, y = _card(found[1]), int(found[2]), int(found[3])
    cell = cell_at(SIDE, x, y)
    if cell < 0:
        raise ValueError(f"no card can lie as far from the first as {x},{y}")
    drawn = parse_card(found[5], jokers=True) if found[5] else UNSEEN
    return Entry(CELLS * card + cell + CALLED * bool(found[4]), drawn)


def _text(card: int) -> str:
    return UNSEEN_TEXT if card == FACE_DOWN else card_text(card)


def _card(text: str) -> int:
    return FACE_DOWN if text == UNSEEN_TEXT else parse_card(text, jokers=True)


def seen_move(state: State, move: int, seat: int) -> str:
    """The text of a legal move of a state that knows all cards, as the view of ``seat`` reads it.

    The free card and what is given from a hand are named by those who do it; so is a card drawn.
    """
    record = state[0]
    mover = int(record["turn"])
    if mover != seat:
        if PASS < move < LAY:
            return write_move(GIVE + FACE_DOWN)
        return write_move(CELLS * FACE_DOWN + MIDDLE if not record["field"]["count"] else move)
    size = int(record["deck_sizes"][mover])
    draws = move > LAY and size > 0
    return write_move(move, int(record["decks"][mover, size - 1]) if draws else UNSEEN)
