"""Cards of Hand, Knee and Foot as kinds: suits matter for threes alone, and then their colour.

Kinds 0 … 14 are the red three, the black three, 4 … K, the ace, the two and the joker. Text is
``3R``, ``3B``, ``4`` … ``9``, ``T``, ``J``, ``Q``, ``K``, ``A``, ``2``, ``JK``; reading also takes
cards with their suits, ``7C``, ``3H``, ``10D``. Where cards stand close together, each is one
letter of ``LETTERS``: ``R`` and ``B`` are the threes, ``X`` is the joker.

Melds have slots: 0 … 10 are the ranks 4 … A, kind less 2, and 11 is that of wild cards alone.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from kibitz.games.cards import PACK_SIZE, card_text, is_red, parse_card

KINDS: Final = 15
RED_THREE: Final = 0
BLACK_THREE: Final = 1
FOUR: Final = 2
FIVE: Final = 3
SEVEN: Final = 5
ACE: Final = 12
TWO: Final = 13
JOKER: Final = 14
RANK_SLOTS: Final = 11
SLOTS: Final = 12
WILD_SLOT: Final = 11
FIVE_SLOT: Final = FIVE - FOUR
SEVEN_SLOT: Final = SEVEN - FOUR
BOOK: Final = 7

TEXTS: Final = ("3R", "3B", *"456789TJQKA2", "JK")
LETTERS: Final = "RB456789TJQKA2X"
WORDS: Final = (
    *("red three", "black three", "4", "5", "6", "7", "8", "9", "10"),
    *("jack", "queen", "king", "ace", "2", "joker"),
)
WILD_WORD: Final = "wild"
# Card points; threes count by themselves.
POINTS: Final = (0, 0, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 20, 20, 50)
# Copies of each kind in one pack of 54.
COPIES: Final = (2, 2, *(4,) * 12, 2)
PACK: Final = 54

# Kinds that go back to the stock when they are turned up to begin the discard pile.
NO_UP_CARD: Final = frozenset({RED_THREE, BLACK_THREE, FIVE, SEVEN, TWO, JOKER})

CARD_PATTERN: Final = (
    r"^([Jj][Kk]|3[RrBb]|([Aa2-9TtJjQqKk]|10)[CcDdHhSs♣♦♥♠♧♢♡♤]|[Aa2Tt4-9JjQqKk]|10)$"
)


def _kind_of(card: int) -> int:
    """The kind of a card of :mod:`kibitz.games.cards`."""
    rank = card >> 2
    if rank == 2:
        return RED_THREE if is_red(card) else BLACK_THREE
    return ACE if rank == 0 else TWO if rank == 1 else rank - 1


# With suits as well, as a position is read card by card.
_KINDS: Final = (
    {text: kind for kind, text in enumerate(TEXTS)}
    | {"10": TEXTS.index("T")}
    | {card_text(card): _kind_of(card) for card in range(PACK_SIZE)}
)


def parse_kind(text: str) -> int:
    """The kind that ``text`` names, with or without a suit.

    Raises ``ValueError`` that quotes the text when it is no card, or a three without its colour.
    """
    kind = _KINDS.get(text.upper())
    if kind is not None:
        return kind
    if text == "3":
        raise ValueError("'3' is not a card: write 3R for a red three, 3B for a black one")
    try:
        return _kind_of(parse_card(text))
    except ValueError:
        how = "write a rank A2456789TJQK, with a suit or without, 3R or 3B, or JK for a joker"
        raise ValueError(f"{text[:12]!r} is not a card: {how}") from None


def kinds_of(counts: Iterable[int]) -> tuple[int, ...]:
    """The kinds that counts of all 15 stand for, ascending."""
    return tuple(kind for kind, count in enumerate(counts) for _ in range(int(count)))


def counts_of(kinds: Sequence[int]) -> list[int]:
    """How many cards there are of each of the 15 kinds."""
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts


def slot_kinds(slot: int, naturals: int, twos: int, jokers: int) -> tuple[int, ...]:
    """The cards of a meld: naturals of the slot's rank, then twos, then jokers."""
    return (slot + FOUR,) * naturals + (TWO,) * twos + (JOKER,) * jokers


def slot_text(slot: int) -> str:
    """The rank of a slot as text; ``wild`` for wild cards."""
    return WILD_WORD if slot == WILD_SLOT else TEXTS[slot + FOUR]
