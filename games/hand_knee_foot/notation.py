"""Moves of Hand, Knee and Foot as text.

``draw``, ``take`` the discard pile, ``shuffle`` it, ``stop`` for want of cards. ``meld-KKK``,
``meld-KK2``, ``meld-22JK`` begin a meld, ``add-K`` adds a card to the meld of its rank, ``add-2-K``
and ``add-JK-K`` a wild card to it, ``add-2`` a wild card to the wild meld; ``bury-K`` puts one into
a book. ``lay`` lays out a red three. ``knee`` and ``foot`` take the next pile up, ``leave`` leaves
the knee offered. ``ask`` asks the partners, who answer ``yes`` or ``no``. A card alone, ``7``, is
discarded. Cards may have their suits: ``meld-KCKDKH``, ``7C``; to say them, ``take-KCKD`` names the
cards of hand that are laid, ``take-KC`` where only one is, and ``lay-3H`` the red three.

Where cards are hidden, a move names what it turns up, a point between two cards: ``draw=7.JK``,
``lay=4``, ``knee=4.4.K…``, ``foot=…``.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from kibitz.games.faults import quote
from kibitz.games.hand_knee_foot.faces import (
    Face,
    bare,
    face_text,
    has_suits,
    in_order,
    kinds_in,
    parse_face,
    parse_faces,
)
from kibitz.games.hand_knee_foot.kinds import (
    FOUR,
    JOKER,
    RANK_SLOTS,
    RED_THREE,
    TEXTS,
    TWO,
    WILD_SLOT,
    parse_kind,
    slot_kinds,
)
from kibitz.games.hand_knee_foot.moves import (
    ADD,
    ADD_JOKER,
    ADD_TWO,
    ASK,
    BURY,
    BURY_JOKER,
    BURY_TWO,
    DRAW,
    FOOT,
    KNEE,
    LAY,
    LEAVE,
    MELD,
    MELD_WILD,
    MOVES,
    NO,
    SHUFFLE,
    STOP,
    TAKE,
    YES,
)

WORDS: Final = {
    DRAW: "draw",
    TAKE: "take",
    SHUFFLE: "shuffle",
    STOP: "stop",
    LAY: "lay",
    KNEE: "knee",
    LEAVE: "leave",
    FOOT: "foot",
    ASK: "ask",
    YES: "yes",
    NO: "no",
}
REVEALING: Final = (DRAW, LAY, KNEE, FOOT)


class Entry(NamedTuple):
    """A move, and the cards that its text names.

    ``put``: those that it puts down, where a suit is named or the word alone would not name them;
    ``turned``: those that it turns up.
    """

    move: int
    put: tuple[Face, ...] = ()
    turned: tuple[Face, ...] = ()

    @property
    def suited(self) -> bool:
        """Whether it names a suit."""
        return has_suits((*self.put, *self.turned))


def cards_of(move: int) -> tuple[int, ...]:
    """The cards that a move melds, adds, buries or discards; none for a word."""
    if move < MELD:
        return (move,)
    if move < MELD_WILD:
        slot = (move - MELD) % RANK_SLOTS
        kind = (move - MELD) // RANK_SLOTS
        return slot_kinds(slot, 3 if kind == 0 else 2, int(kind == 1), int(kind == 2))
    if move < ADD:
        return slot_kinds(WILD_SLOT, 0, 3 - (move - MELD_WILD), move - MELD_WILD)
    if move < ADD_TWO:
        return (move - ADD + FOUR,)
    if move < BURY:
        return (TWO if move < ADD_JOKER else JOKER,)
    if move < DRAW:
        return (TWO if move == BURY_TWO else JOKER if move == BURY_JOKER else move - BURY + FOUR,)
    return ()


def slot_of_add(move: int) -> int:
    """The slot whose meld an adding move adds to."""
    if move < ADD_TWO:
        return move - ADD
    return move - (ADD_TWO if move < ADD_JOKER else ADD_JOKER)


def write_move(move: int, put: Sequence[Face] = ()) -> str:
    """The text of ``move``, with the suits of the cards that it puts down where they are given."""
    cards = "".join(map(face_text, put or bare(cards_of(move))))
    if move in WORDS:
        return f"{WORDS[move]}-{cards}" if put else WORDS[move]
    if move < MELD:
        return cards
    if move < ADD:
        return f"meld-{cards}"
    if move >= BURY:
        return f"bury-{cards}"
    slot = slot_of_add(move)
    own = move < ADD_TWO or slot == WILD_SLOT
    return f"add-{cards}" if own else f"add-{cards}-{TEXTS[slot + FOUR]}"


def write_entry(entry: Entry) -> str:
    """The text of a move with all that it names."""
    turned = ".".join(map(face_text, entry.turned))
    text = write_move(entry.move, entry.put)
    return f"{text}={turned}" if turned else text


_MOVES: Final = {write_move(move): move for move in range(MOVES)}
_MELDS: Final = {cards_of(move): move for move in range(MELD, ADD)}


def read_move(text: str) -> Entry:
    """The move that ``text`` stands for; raises ``ValueError`` that quotes the text."""
    said, mark, named = text.partition("=")
    try:
        move, put = _read(said)
        turned = [parse_face(card) for card in named.split(".")] if mark else []
        if turned and move not in REVEALING:
            raise ValueError
    except ValueError:
        message = (
            f"{quote(text)} is not a move: write draw, take, meld-KK2, add-K, bury-K, 7 or ask"
        )
        raise ValueError(message) from None
    return Entry(move, put, tuple(in_order(turned) if move in (KNEE, FOOT) else turned))


def _read(text: str) -> tuple[int, tuple[Face, ...]]:
    if text in _MOVES:
        return _MOVES[text], ()
    verb, _, rest = text.partition("-")
    if verb in ("lay", "take"):
        put = tuple(in_order(parse_faces(rest)))
        kinds = kinds_in(put)
        alike = len(kinds) in (1, 2) and FOUR <= kinds[0] == kinds[-1] < TWO
        if alike if verb == "take" else kinds == (RED_THREE,):
            return _MOVES[verb], put
        raise ValueError
    if verb == "meld":
        put = tuple(in_order(parse_faces(rest)))
        move = _MELDS.get(kinds_in(put))
    elif verb in ("add", "bury"):
        card, *rank = rest.split("-")
        put = (parse_face(card),)
        kinds = (*kinds_in(put), *map(parse_kind, rank))
        move = _MOVES.get("-".join([verb, *(TEXTS[kind] for kind in kinds)]))
    else:
        put = (parse_face(text),)
        move = put[0][0]
    if move is None:
        raise ValueError
    return move, put if has_suits(put) else ()
