"""Cards of Hand, Knee and Foot with their suits, where these are known.

A face is a kind and a suit: 0 … 3 for C D H S, or ``NO_SUIT`` where it is not known and for every
joker. Play needs kinds alone; suits are kept beside them, by the place where the cards lie.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from kibitz.games.cards import SUITS, parse_card
from kibitz.games.hand_knee_foot.kinds import (
    BLACK_THREE,
    CARD_PATTERN,
    RED_THREE,
    TEXTS,
    parse_kind,
)

NO_SUIT: Final = -1
ORDERED: Final = ("stock", "discards")
# In a row of cards a J that a K follows is a joker.
_CARD: Final = re.compile(CARD_PATTERN.strip("^$"))

Face = tuple[int, int]


class Place(NamedTuple):
    """Where cards lie: the field of a position, the seat or team, and of melds and books the slot.

    The fields are ``hands``, ``known``, ``knees``, ``feet``, ``stock``, ``discards``, ``melds``,
    ``books`` and ``red_threes``.
    """

    name: str
    owner: int = 0
    slot: int = 0


# The suits of each place where one is known, of its cards in their order; places ascending.
Suits = tuple[tuple[Place, tuple[int, ...]], ...]


def parse_face(text: str) -> Face:
    """The face that ``text`` names, with or without a suit; raises as ``parse_kind`` does."""
    kind = parse_kind(text)
    if text in TEXTS:
        return kind, NO_SUIT
    try:
        return kind, parse_card(text) & 3
    except ValueError:
        return kind, NO_SUIT


def parse_faces(text: str) -> tuple[Face, ...]:
    """The faces of cards written without a gap, ``KK2`` or ``KCKDJK``; raises ``ValueError``."""
    found = [match[0] for match in _CARD.finditer(text)]
    if not found or "".join(found) != text:
        raise ValueError(f"{text[:12]!r} is not a row of cards")
    return tuple(map(parse_face, found))


def face_text(face: Face) -> str:
    """A face as text: ``K``, ``KC``, ``3R``, ``3H``, ``JK``."""
    kind, suit = face
    if suit == NO_SUIT:
        return TEXTS[kind]
    rank = "3" if kind in (RED_THREE, BLACK_THREE) else TEXTS[kind]
    return rank + SUITS[suit]


def bare(kinds: Iterable[int]) -> list[Face]:
    """Cards of which no suit is known."""
    return [(kind, NO_SUIT) for kind in kinds]


def kinds_in(faces: Iterable[Face]) -> tuple[int, ...]:
    """The kinds of faces, in their order."""
    return tuple([kind for kind, _ in faces])


def has_suits(faces: Iterable[Face]) -> bool:
    """Whether the suit of any of the cards is known."""
    return any(suit != NO_SUIT for _, suit in faces)


def in_order(faces: Iterable[Face]) -> list[Face]:
    """Faces by kind, and of a kind by suit, those without one last."""
    return sorted(faces, key=lambda face: (face[0], face[1] == NO_SUIT, face[1]))


def suits_of(faces: Mapping[Place, Sequence[Face]]) -> Suits:
    """The suits of all places, as a position keeps them."""
    return tuple(
        (place, tuple(suit for _, suit in (row if place.name in ORDERED else in_order(row))))
        for place, row in sorted(faces.items())
        if has_suits(row)
    )


def lacking(cards: Sequence[Face], some: Iterable[Face]) -> list[Face]:
    """Faces of ``some`` that cannot be among ``cards``, which have none of them or too few.

    A card whose suit is not known may be any.
    """
    more = Counter(face for face in some if face[1] != NO_SUIT) - Counter(cards)
    found = []
    for kind in sorted({kind for kind, _ in more}):
        wanted = [face for face in sorted(more) if face[0] == kind]
        if sum(more[face] for face in wanted) > cards.count((kind, NO_SUIT)):
            found += wanted
    return found


def joined(cards: Sequence[Face], some: Iterable[Face]) -> list[Face]:
    """``cards`` with what ``some`` of them, none ``lacking``, show of their suits."""
    counts = Counter(cards)
    for face, number in (Counter(face for face in some if face[1] != NO_SUIT) - counts).items():
        counts[face] += number
        counts[face[0], NO_SUIT] -= number
    return list(counts.elements())


def with_known(faces: Mapping[Place, Sequence[Face]]) -> dict[Place, Sequence[Face]]:
    """The places, each listed hand with the suits of the cards that all know to be in it."""
    hands = {
        place: joined(row, faces.get(Place("known", place.owner), ()))
        for place, row in faces.items()
        if place.name == "hands"
    }
    return {**faces, **hands}


def too_many(faces: Mapping[Place, Sequence[Face]], packs: int) -> dict[Face, int]:
    """Cards of which there are more than packs, and how many; hands :func:`with_known`."""
    counts: Counter[Face] = Counter()
    for place, row in faces.items():
        if place.name != "known" or Place("hands", place.owner) not in faces:
            counts.update(face for face in row if face[1] != NO_SUIT)
    return {face: number for face, number in sorted(counts.items()) if number > packs}
