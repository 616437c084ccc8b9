"""The parts of a Hand, Knee and Foot position read into a draft, each by itself."""

from typing import Any, Final

from kibitz.games.faults import Fault, quote
from kibitz.games.hand_knee_foot.draft import Draft, Pile, read_rules
from kibitz.games.hand_knee_foot.faces import ORDERED, Face, Place, kinds_in, parse_face
from kibitz.games.hand_knee_foot.kinds import (
    FOUR,
    RED_THREE,
    TEXTS,
    WILD_SLOT,
    WILD_WORD,
    parse_kind,
)
from kibitz.games.hand_knee_foot.position import Books, TeamTable, slot_of
from kibitz.games.hand_knee_foot.rules import FOOT_SIZE, KNEE_SIZE
from kibitz.games.hand_knee_foot.shapes import PositionShape
from kibitz.games.hand_knee_foot.state import NO_SLOT
from kibitz.games.reading import listed
from kibitz.games.shapes import object_of

_PLAIN: Final = (
    *("round", "dealer", "phase", "opening", "taking", "said", "answering", "offers"),
    *("discarded", "shuffles", "shuffle", "ended", "seat"),
)


def read_draft(data: object) -> Draft:
    """The draft of a JSON value; raises ``BadInput`` for what is no object at all."""
    fields, faults = object_of(PositionShape, data)
    draft = Draft(faults, {fault.pointer.split("/")[1] for fault in faults if fault.pointer})
    if draft.usable("rules"):
        draft.rules = read_rules(fields.get("rules", {}))
    players, teams = draft.rules.players, draft.rules.teams
    for name in _PLAIN:
        if draft.usable(name) and fields.get(name) is not None:
            setattr(draft, name, fields[name])
    if draft.usable("turn", "dealer"):
        draft.turn = draft.dealer if fields.get("turn") is None else fields["turn"]
    if draft.usable("scores"):
        draft.scores = fields.get("scores") or [0] * teams
    if draft.usable("no_red_three"):
        draft.clean = fields.get("no_red_three") or [0] * players
    if draft.usable("hands"):
        draft.hands = _piles(draft, "hands", fields["hands"])
    for name, size in (("knees", KNEE_SIZE), ("feet", FOOT_SIZE)):
        if draft.usable(name):
            given = fields.get(name)
            down = [{"count": size}] * players
            setattr(draft, name, _piles(draft, name, down if given is None else given))
    if draft.usable("known"):
        for seat, cards in enumerate(fields.get("known") or []):
            faces = _faces(draft, cards, f"/known/{seat}")
            draft.known.append(_placed(draft, faces, Place("known", seat)))
        draft.known += [()] * (players - len(draft.known))
    if draft.usable("stock") and fields.get("stock") is not None:
        draft.stock = _pile(draft, fields["stock"], Place("stock"), "/stock")
    draft.discards = _placed(
        draft, _faces(draft, fields.get("discards"), "/discards"), Place("discards")
    )
    if draft.usable("teams"):
        for i, team in enumerate(fields.get("teams") or []):
            draft.teams.append(_team(draft, team, i))
        draft.teams += [TeamTable()] * (teams - len(draft.teams))
    draft.broken |= {fault.pointer.split("/")[1] for fault in faults if fault.pointer}
    return draft


def _faces(draft: Draft, data: object, pointer: str) -> list[Face]:
    """The cards of a list; those that are none are noted."""
    faces = []
    for i, text in enumerate(listed(data)):
        if isinstance(text, str):
            try:
                faces.append(parse_face(text))
            except ValueError as error:
                draft.faults.append(Fault(f"{pointer}/{i}", "unknown_card", str(error)))
    return faces


def _placed(draft: Draft, faces: list[Face], place: Place) -> tuple[int, ...]:
    """Put cards at their place; their kinds, in the order that counts there."""
    draft.faces[place] = faces
    kinds = kinds_in(faces)
    return kinds if place.name in ORDERED else tuple(sorted(kinds))


def _pile(draft: Draft, data: Any, place: Place, pointer: str) -> Pile:
    if isinstance(data, dict):
        return Pile(pointer, (), data["count"], True)
    kinds = _placed(draft, _faces(draft, data, pointer), place)
    return Pile(pointer, kinds, len(kinds), False)


def _piles(draft: Draft, name: str, data: Any) -> list[Pile]:
    return [_pile(draft, row, Place(name, i), f"/{name}/{i}") for i, row in enumerate(data)]


def _team(draft: Draft, data: Any, team: int) -> TeamTable:
    pointer, melds, books = f"/teams/{team}", [], []
    for i, given in enumerate(data.get("melds", [])):
        faces = _faces(draft, given, f"{pointer}/melds/{i}")
        melds.append(_placed(draft, faces, Place("melds", team, slot_of(kinds_in(faces)))))
    for i, given in enumerate(data.get("books", [])):
        place = f"{pointer}/books/{i}"
        faces = _faces(draft, given["cards"], f"{place}/cards")
        slot = read_slot(given["rank"], f"{place}/rank", draft.faults)
        cards = _placed(draft, faces, Place("books", team, slot))
        books.append(Books(slot, given.get("red", 0), given.get("black", 0), cards))
    faces = _faces(draft, data.get("red_threes", []), f"{pointer}/red_threes")
    threes = _placed(draft, faces, Place("red_threes", team))
    for kind in sorted(set(threes) - {RED_THREE}):
        message = f"{TEXTS[kind]} is no red three"
        draft.faults.append(Fault(f"{pointer}/red_threes", "no_red_three", message))
    originals = [
        NO_SLOT
        if data.get(name) is None
        else read_slot(data[name], f"{pointer}/{name}", draft.faults)
        for name in ("original_red", "original_black")
    ]
    return TeamTable(
        melds=tuple(sorted(melds)),
        books=tuple(sorted(books, key=lambda pile: pile.slot)),
        original_red=originals[0],
        original_black=originals[1],
        red_threes=len(threes),
    )


def read_slot(text: str, pointer: str, faults: list[Fault]) -> int:
    """The slot of a rank, ``wild`` for wild cards; NO_SLOT with a fault for what is none."""
    if text == WILD_WORD:
        return WILD_SLOT
    try:
        slot = parse_kind(text) - FOUR
    except ValueError:
        slot = NO_SLOT
    if not 0 <= slot < WILD_SLOT:
        message = f"{quote(text)} is no rank of melds: write 4 … 9, T, J, Q, K, A or wild"
        faults.append(Fault(pointer, "unknown_rank", message))
        return NO_SLOT
    return slot
