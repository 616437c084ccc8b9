"""Cards as small integers and as text.

A card is ``4 * rank + suit``: ranks A 2 … 9 T J Q K are 0 … 12, suits C D H S are 0 … 3.
``JOKER`` is any joker, jokers being alike; ``UNSEEN`` is a card whose face nobody may see. Text is
two letters, ``7C``, ``TD``, ``JK``, ``??``; reading also takes ``10H``, lower case and the suit
symbols.
"""

import re
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
SUIT_SYMBOLS: Final = "♣♦♥♠"
PACK_SIZE: Final = 52
RANK_COUNT: Final = 13
JOKER: Final = 52
JOKER_TEXT: Final = "JK"
UNSEEN: Final = 255
UNSEEN_TEXT: Final = "??"

RANK_WORDS: Final = (
    *("ace", "2", "3", "4", "5", "6", "7"),
    *("8", "9", "10", "jack", "queen", "king"),
)

CARD_PATTERN: Final = r"^([Aa2-9TtJjQqKk]|10)[CcDdHhSs♣♦♥♠♧♢♡♤]$"
CARD_OR_JOKER_PATTERN: Final = CARD_PATTERN + "|^[Jj][Kk]$"
_CARD = re.compile(CARD_PATTERN)
_OPEN_SYMBOLS = "♧♢♡♤"
_FACELESS: Final = {JOKER: JOKER_TEXT, UNSEEN: UNSEEN_TEXT}


def _faces(suits: str) -> dict[int, str]:
    return {4 * r + s: rank + suit for r, rank in enumerate(RANKS) for s, suit in enumerate(suits)}


# Tables, as a position is read and written card by card.
_TEXTS: Final = _faces(SUITS) | _FACELESS
_SYMBOLS: Final = _faces(SUIT_SYMBOLS) | _FACELESS | {JOKER: "joker"}
_CARDS: Final = {text: card for card, text in _faces(SUITS).items()}


def parse_card(text: str, jokers: bool = False) -> int:
    """The card that ``text`` names; a joker only where there are ``jokers``.

    Raises ``ValueError`` that quotes the text when it is not a card.
    """
    card = _CARDS.get(text)
    if card is not None:
        return card
    if jokers and text.upper() == JOKER_TEXT:
        return JOKER
    if not _CARD.fullmatch(text):
        how = "write rank A23456789TJQK and suit CDHS" + (", or JK for a joker" if jokers else "")
        raise ValueError(f"{text[:12]!r} is not a card: {how}")
    rank, suit = text[:-1].upper(), text[-1].upper()
    for symbols in (SUIT_SYMBOLS, _OPEN_SYMBOLS):
        if suit in symbols:
            suit = SUITS[symbols.index(suit)]
    return 4 * RANKS.index("T" if rank == "10" else rank) + SUITS.index(suit)


def card_text(card: int) -> str:
    """The two letters of ``card``."""
    return _TEXTS[card]


def card_symbol(card: int) -> str:
    """``card`` with its suit as a symbol, for people: ``7♣``, ``joker``."""
    return _SYMBOLS[card]


def is_red(card: int) -> bool:
    """Whether ``card`` is a diamond or a heart."""
    return card < JOKER and (card & 3) in (1, 2)


def rank_word(rank: int) -> str:
    """The English word for a rank 0 … 12: ``ace``, ``7``, ``queen``."""
    return RANK_WORDS[rank]


def with_article(rank: int) -> str:
    """A rank with its indefinite article: ``an ace``, ``a 7``, ``an 8``."""
    word = RANK_WORDS[rank]
    return f"an {word}" if word in ("ace", "8") else f"a {word}"
