"""Moves of Knock Rummy as text.

``draw`` draws from the stock and ``take`` takes the top of the discard pile; ``turn-over`` makes
the pile the stock, before drawing. ``7C`` discards the seven of clubs, ``knock-7C`` knocks and
discards it, ``out`` lays down a fully matched hand without a discard.

Where cards are hidden, a move names what it turns up. ``draw=7C``: the card that the seat whose
view it is has drawn. ``knock-7C=AS2S….4H5H…`` and ``out=…``: the hands laid open that were hidden,
in the order of seats, after the discard.
"""

import re
from typing import Final, NamedTuple

from kibitz.games.cards import CARD_PATTERN, card_text, parse_card
from kibitz.games.faults import quote
from kibitz.games.knock_rummy.bitboards import card_at, place_of
from kibitz.games.knock_rummy.play import DRAW, KNOCK, OUT, TAKE, TURN_OVER

KNOCK_TEXT: Final = "knock-"
WORDS: Final = {DRAW: "draw", TAKE: "take", TURN_OVER: "turn-over", OUT: "out"}
_MOVES: Final = {text: move for move, text in WORDS.items()}
_CARD: Final = re.compile(CARD_PATTERN.strip("^$"))


class Entry(NamedTuple):
    """A move, and the cards it names: of each hand laid open, or the one card drawn."""

    move: int
    named: tuple[tuple[int, ...], ...] = ()


def write_move(move: int) -> str:
    """The text of ``move``."""
    if move in WORDS:
        return WORDS[move]
    card = card_text(card_at(move % KNOCK))
    return KNOCK_TEXT + card if move >= KNOCK else card


def write_entry(entry: Entry) -> str:
    """The text of a move with the cards that it names."""
    named = ".".join("".join(map(card_text, hand)) for hand in entry.named)
    return f"{write_move(entry.move)}={named}" if named else write_move(entry.move)


def read_move(text: str) -> Entry:
    """The move that ``text`` stands for; raises ``ValueError`` that quotes the text."""
    said, mark, named = text.partition("=")
    try:
        move = _read(said)
        hands = tuple(_read_hand(part) for part in named.split(".")) if mark else ()
        if hands and (move < KNOCK or move in {TAKE, TURN_OVER}):
            raise ValueError
        if hands and move == DRAW and [*map(len, hands)] != [1]:
            raise ValueError
    except ValueError:
        message = f"{quote(text)} is not a move: write draw, take, turn-over, 7C, knock-7C or out"
        raise ValueError(message) from None
    return Entry(move, hands)


def _read(text: str) -> int:
    if text in _MOVES:
        return _MOVES[text]
    place = place_of(parse_card(text.removeprefix(KNOCK_TEXT)))
    return KNOCK + place if text.startswith(KNOCK_TEXT) else place


def _read_hand(text: str) -> tuple[int, ...]:
    """The cards of a text that writes them without a gap."""
    found = [match[0] for match in _CARD.finditer(text)]
    cards = tuple(map(parse_card, found))
    if not cards or "".join(found) != text or len(set(cards)) < len(cards):
        raise ValueError
    return cards
