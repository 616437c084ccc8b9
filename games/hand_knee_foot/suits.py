"""The suits of a Hand, Knee and Foot position after a move, as far as they are still known.

Play itself knows kinds alone, so who plays one of several cards of a kind may leave open which.
Then what has to be true of either side is kept: of three kings, two of them of clubs, when one goes
one of clubs stays. Nothing is guessed, and nothing is concluded from a hand that is not listed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from kibitz.games.faults import quote
from kibitz.games.hand_knee_foot.faces import (
    NO_SUIT,
    Face,
    Place,
    bare,
    face_text,
    has_suits,
    in_order,
    joined,
    kinds_in,
    lacking,
    suits_of,
    too_many,
    with_known,
)
from kibitz.games.hand_knee_foot.kinds import BOOK, FOUR, RED_THREE, WILD_SLOT
from kibitz.games.hand_knee_foot.moves import (
    ADD,
    BURY,
    DRAW,
    FOOT,
    KNEE,
    LAY,
    MELD,
    SHUFFLE,
    TAKE,
    cards_of,
    slot_of_add,
)
from kibitz.games.hand_knee_foot.notation import Entry
from kibitz.games.hand_knee_foot.position import Position, slot_of

Table = dict[Place, list[Face]]


class Followed(NamedTuple):
    """A move as it turned out, with all suits that are known of its cards, and what it led to.

    ``seat`` is whose hand it changes, if any.
    """

    entry: Entry
    seat: int
    position: Position


def follow(before: Position, entry: Entry, after: Position) -> Followed:
    """The suits of ``after``, to which a legal move led from ``before``.

    Raises ``ValueError`` with the reason when the move names a suit that a card cannot have.
    """
    seat = _seat(before, entry.move, after)
    faces: Table = before.faces()
    put = _put_down(faces, before, entry, after)
    if entry.move == SHUFFLE:
        _shuffle(faces, after)
    turned = _turn_up(faces, before.stock_size - after.stock_size, entry, seat)
    if Place("hands", seat) in faces:
        faces[Place("hands", seat)] += turned
    if entry.move in (KNEE, FOOT):  # a pile is taken up whole: its order says nothing
        turned = tuple(in_order(turned))
    listed = after.listed().items()
    completed = with_known({place: faces.get(place, bare(kinds)) for place, kinds in listed})
    assert all(sorted(kinds_in(completed[place])) == sorted(kinds) for place, kinds in listed)
    for face in too_many(completed, after.rules.packs) if entry.suited else ():
        message = f"all {after.rules.packs} of the packs are in other places"
        raise ValueError(f"{quote(face_text(face))} cannot lie there: {message}")
    return Followed(Entry(entry.move, put, turned), seat, replace(after, suits=suits_of(completed)))


def _seat(before: Position, move: int, after: Position) -> int:
    """Whose cards the move changes: who takes a pile up may not be the seat in turn."""
    if move not in (KNEE, FOOT):
        return before.turn
    stages = zip(before.stages, after.stages, strict=True)
    return next(seat for seat, (was, now) in enumerate(stages) if was != now)


def _put_down(faces: Table, before: Position, entry: Entry, after: Position) -> tuple[Face, ...]:
    """Move what is put down to where it comes, and the discard pile to hand if it is taken."""
    seat, team = before.turn, before.turn % before.rules.teams
    hand, known, pile = Place("hands", seat), Place("known", seat), faces[Place("discards")]
    gone: Sequence[Face] = entry.put or bare(_cards_put(before, entry.move))
    if entry.move == TAKE:
        # Two like the top card are shown, those that stay in hand as well.
        shown = kinds_in(faces[known]).count(pile[-1][0])
        faces[known] += bare((pile[-1][0],) * (2 - shown))
    if hand in faces:
        gone, faces[hand] = _part(faces[hand], gone, seat)
    faces[known] = _forget(faces[known], gone)
    if entry.move < MELD:
        pile += gone
    elif entry.move == LAY:
        faces[Place("red_threes", team)] += gone
    elif BURY <= entry.move < DRAW:
        faces[Place("books", team, min(entry.move - BURY, WILD_SLOT))] += gone
    elif gone or entry.move == TAKE:
        top = [pile.pop()] if entry.move == TAKE else []
        slot = _slot_of(entry.move, [*top, *gone])
        meld, books = Place("melds", team, slot), Place("books", team, slot)
        faces[meld] = [*faces.get(meld, []), *top, *gone]
        if meld not in after.listed():
            faces[books] = [*faces.get(books, []), *faces.pop(meld)]
    if len(after.discards) < len(pile) and entry.move != SHUFFLE:
        faces[known] += pile
        if hand in faces:
            faces[hand] += pile
        pile.clear()
    return tuple(in_order(gone)) if has_suits(gone) else ()


def _cards_put(before: Position, move: int) -> tuple[int, ...]:
    if move == LAY:
        return (RED_THREE,)
    if move != TAKE:
        return cards_of(move)
    top, table = before.discards[-1], before.teams[before.turn % before.rules.teams]
    meld = next((meld for meld in table.melds if slot_of(meld) == top - FOUR), ())
    return (top,) * min(2, BOOK - 1 - len(meld))


def _slot_of(move: int, gone: Sequence[Face]) -> int:
    return slot_of_add(move) if ADD <= move < BURY else slot_of(kinds_in(gone))


def _part(
    cards: Sequence[Face], leaving: Sequence[Face], seat: int | None
) -> tuple[list[Face], list[Face]]:
    """What leaves some cards and what stays, each with the suits that are known then.

    A card of ``leaving`` that is not known to be there is one whose suit was not known. Where there
    is none, it raises ``ValueError`` about the hand of ``seat``, or may be any for None. Of cards
    that leave without a suit named, ``n`` of ``m``, at least so many of a suit leave as are more
    than ``m - n``, and so many stay as are more than ``n``.
    """
    stay, gone, unnamed = Counter(cards), Counter[Face](), Counter[int]()
    for face in leaving:
        kind, suit = face
        held = face if stay[face] else (kind, NO_SUIT)
        if suit != NO_SUIT and stay[held]:
            stay[held] -= 1
            gone[face] += 1
        elif suit == NO_SUIT or seat is None:
            unnamed[kind] += 1
        else:
            raise ValueError(f"seat {seat} does not hold a card {quote(face_text(face))}")
    for kind, leave in unnamed.items():
        row = Counter({face: number for face, number in stay.items() if face[0] == kind})
        left = row.total() - leave
        del row[kind, NO_SUIT]
        for face, number in row.items():
            gone[face] += max(0, number - left)
            stay[face] = max(0, number - leave)
        gone[kind, NO_SUIT] = leave - sum(max(0, number - left) for number in row.values())
        stay[kind, NO_SUIT] = left - sum(max(0, number - leave) for number in row.values())
    return list(gone.elements()), list(stay.elements())


def _forget(known: Sequence[Face], gone: Sequence[Face]) -> list[Face]:
    """What the table still knows of a hand: of equal cards those that it knows go first."""
    there, leaving = Counter(kinds_in(known)), Counter(kinds_in(gone))
    rest = [face for face in known if leaving[face[0]] < there[face[0]]]
    kinds = set(kinds_in(rest))
    return _part(rest, [face for face in gone if face[0] in kinds], None)[1]


def _shuffle(faces: Table, after: Position) -> None:
    """The pile below its top card, forgotten, comes under the stock."""
    stock, pile = faces.get(Place("stock"), []), faces[Place("discards")]
    faces[Place("stock")] = [*stock, *bare(after.stock[len(stock) :])]
    del pile[:-1]


def _turn_up(faces: Table, count: int, entry: Entry, seat: int) -> tuple[Face, ...]:
    """Remove what is turned up, of a stock ``count`` cards: as it is listed, else as named."""
    drawn, stock = list(entry.turned), faces.get(Place("stock"))
    if entry.move in (DRAW, LAY) and stock is not None:
        pairs = zip(stock[:count], drawn or stock, strict=False)
        drawn = [joined([face], _fitting([face], [named]))[0] for face, named in pairs]
        del stock[:count]
    elif entry.move in (KNEE, FOOT):
        pile = faces.pop(Place("knees" if entry.move == KNEE else "feet", seat), drawn)
        drawn = joined(pile, _fitting(pile, drawn))
    return tuple(drawn)


def _fitting(cards: Sequence[Face], named: Sequence[Face]) -> Sequence[Face]:
    """The cards that are named; raises ``ValueError`` where one cannot be among those listed."""
    for face in lacking(cards, named):
        others = ".".join(face_text(card) for card in cards if card[0] == face[0])
        raise ValueError(f"the card {quote(face_text(face))} is not there: listed is {others}")
    return named
