"""A Knaves position while it is read: each card with its place in the input.

What cannot be read is noted as a fault and its part of the input as broken, so that the checks of
:mod:`games.knaves.reading` can do all that does not need it.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter, ValidationError

from games.cards import PACK_SIZE, UNSEEN
from games.faults import BadInput, Fault
from games.knaves.lanes import cards_in, word_of
from games.knaves.position import SEATS, Position, PositionShape, Trick
from games.knaves.rules import DEFAULT, Rules
from games.reading import listed, read_card, read_cards
from games.shapes import shape_faults

_RULES: Final = TypeAdapter(Rules)


class Given(NamedTuple):
    """A card and the JSON Pointer of where it was given."""

    pointer: str
    card: int


@dataclass(slots=True)
class GivenTrick:
    """A trick as given; ``leader`` is the seat that must have led, once play is checked."""

    pointer: str
    said_leader: object
    cards: list[Given]
    revoked: list[Given]
    leader: int = 0


@dataclass(slots=True)
class GivenHand:
    """The cards of a hand as given, or their number alone; ``shown`` lie exposed."""

    pointer: str
    cards: list[Given]
    count: int
    counted: bool
    shown: list[Given] = field(default_factory=list)


@dataclass(slots=True)
class Draft:
    """The parts of a position as given, the faults found, and the names of the broken parts.

    The last of the tricks is the one on the table.
    """

    faults: list[Fault]
    broken: set[str]
    rules: Rules = DEFAULT
    turned: Given | None = None
    dealer: int = 0
    hands: list[GivenHand] = field(default_factory=list)
    out: GivenHand | None = None
    tricks: list[GivenTrick] = field(default_factory=list)
    called: Given | None = None
    seat: int | None = None

    def add(self, pointer: str, code: str, message: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(pointer, code, message))

    def usable(self, *parts: str) -> bool:
        """Whether none of these parts is broken."""
        return not self.broken.intersection(parts)

    def position(self, data: dict[str, Any]) -> Position:
        """The position of a draft without faults; ``data`` is what it was read from."""
        assert self.turned
        shown = [_cards(hand.shown) for hand in self.hands]
        hands = [
            lying if hand.counted else _cards(hand.cards)
            for hand, lying in zip(self.hands, shown, strict=True)
        ]
        tricks = [
            Trick(trick.leader, _in_order(trick.cards), _in_order(trick.revoked))
            for trick in self.tricks
        ]
        position = Position(
            rules=self.rules,
            turned=self.turned.card,
            dealer=self.dealer,
            scores=tuple(data.get("scores", (0, 0, 0))),
            hands=tuple(hands),
            hidden=tuple(h.count - len(c) for h, c in zip(self.hands, hands, strict=True)),
            out=_cards(self.out.cards) if self.out else (),
            out_hidden=self.out.count - len(self.out.cards) if self.out else 0,
            tricks=tuple(tricks[:-1]),
            trick=tricks[-1],
            exposed=tuple(shown),
            called=self.called.card if self.called else UNSEEN,
            declined=data.get("declined", 0),
            seat=self.seat,
        )
        return position if self.out else _with_the_rest_out(position)


def read_rules(data: object) -> Rules:
    """The switches that a JSON object (or None) sets; raises ``BadInput`` with every fault."""
    try:
        return _RULES.validate_python({} if data is None else data)
    except ValidationError as error:
        raise BadInput(shape_faults(error)) from None


def read_draft(data: object) -> Draft:
    """The draft of a JSON value; raises ``BadInput`` for what is no object at all."""
    faults: list[Fault] = []
    try:
        PositionShape.model_validate(data)
    except ValidationError as error:
        faults += shape_faults(error)
    if not isinstance(data, dict):
        raise BadInput(faults)
    draft = Draft(faults, {fault.pointer.split("/")[1] for fault in faults if fault.pointer})
    if draft.usable("rules"):
        draft.rules = read_rules(data.get("rules", {}))
    if draft.usable("dealer"):
        draft.dealer = data.get("dealer", 0)
    if draft.usable("seat"):
        draft.seat = data.get("seat")
    draft.turned = _one(data, "turned", faults)
    draft.called = _one(data, "called", faults)
    if draft.usable("hands", "exposed"):
        shown = data.get("exposed", ((), (), ()))
        draft.hands = [_hand(hand, f"/hands/{i}", faults) for i, hand in enumerate(data["hands"])]
        for i, hand in enumerate(draft.hands):
            hand.shown = _given(shown[i], f"/exposed/{i}", faults)
    if draft.usable("out") and data.get("out") is not None:
        draft.out = _hand(data["out"], "/out", faults)
    tricks = [(f"/tricks/{i}", trick) for i, trick in enumerate(listed(data.get("tricks")))]
    for pointer, trick in [*tricks, ("/trick", data.get("trick", {}))]:
        parts = trick if isinstance(trick, dict) else {}
        cards = _given(parts.get("cards"), f"{pointer}/cards", faults)
        revoked = _given(parts.get("revoked"), f"{pointer}/revoked", faults)
        draft.tricks.append(GivenTrick(pointer, parts.get("leader"), cards, revoked))
    draft.broken |= {fault.pointer.split("/")[1] for fault in faults if fault.pointer}
    return draft


def _one(data: dict[str, Any], name: str, faults: list[Fault]) -> Given | None:
    card = read_card(data.get(name), f"/{name}", faults)
    return None if card is None else Given(f"/{name}", card)


def _given(texts: object, pointer: str, faults: list[Fault]) -> list[Given]:
    cards = enumerate(read_cards(texts, pointer, faults))
    return [Given(f"{pointer}/{j}", card) for j, card in cards if card is not None]


def _hand(data: Any, pointer: str, faults: list[Fault]) -> GivenHand:
    if isinstance(data, dict):
        return GivenHand(pointer, [], data["count"], True)
    return GivenHand(pointer, _given(data, pointer, faults), len(data), False)


def _cards(given: list[Given]) -> tuple[int, ...]:
    return cards_in(word_of(_in_order(given)))


def _in_order(given: list[Given]) -> tuple[int, ...]:
    return tuple(card for _, card in given)


def _with_the_rest_out(position: Position) -> Position:
    """With all hands known, what is nowhere else is out; else only its number is known."""
    if not any(position.hidden):
        return replace(position, out=cards_in(word_of(position.unseen)))
    return replace(position, out_hidden=PACK_SIZE - 1 - SEATS * position.rules.hand_size)
