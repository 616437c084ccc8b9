"""A Knaves position while it is read: each card with its place in the input.

Everything that can be read is, whatever is wrong beside it, so that the checks of
:mod:`kibitz.games.knaves.reading` can do all that does not need what could not be read.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter

from kibitz.games.cards import PACK_SIZE, UNSEEN
from kibitz.games.faults import Fault, is_sound
from kibitz.games.knaves.lanes import cards_in, word_of
from kibitz.games.knaves.position import MOST_TRICKS, SEATS, Position, PositionShape, Trick
from kibitz.games.knaves.rules import DEFAULT, Rules
from kibitz.games.reading import listed, read_card, read_cards
from kibitz.games.shapes import object_of, sound_fields, switches_of

_RULES: Final = TypeAdapter(Rules)


class Given(NamedTuple):
    """A card and the JSON Pointer of where it was given."""

    pointer: str
    card: int


@dataclass(slots=True)
class GivenTrick:
    """A trick as given; ``leader`` is the seat that must have led, once play is checked.

    ``size``: how many cards were given; ``whole``: they are as many as they may be, and all read.
    """

    pointer: str
    said_leader: object
    cards: list[Given]
    revoked: list[Given]
    size: int
    whole: bool
    leader: int = 0


@dataclass(slots=True)
class GivenHand:
    """The cards of a hand as given, or their number alone; ``shown`` lie exposed.

    ``count`` is None when not even that could be read.
    """

    pointer: str
    cards: list[Given]
    count: int | None
    counted: bool
    shown: list[Given] = field(default_factory=list)


@dataclass(slots=True)
class Draft:
    """The parts of a position as given, and the faults found; what cannot be read has its default.

    ``rules`` is None when they are no object. The last of the tricks is the one on the table.
    """

    faults: list[Fault]
    rules: Rules | None = DEFAULT
    turned: Given | None = None
    dealer: int = 0
    scores: tuple[int, ...] = (0, 0, 0)
    hands: list[GivenHand] = field(default_factory=list)
    out: GivenHand | None = None
    tricks: list[GivenTrick] = field(default_factory=list)
    called: Given | None = None
    declined: int = 0
    seat: int | None = None

    def add(self, pointer: str, code: str, message: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(pointer, code, message))

    def sound(self, *pointers: str) -> bool:
        """Whether there is no fault at these places or within them."""
        return is_sound(self.faults, *pointers)

    def position(self) -> Position:
        """The position of a draft in which the rules and all cards are without fault."""
        assert self.turned
        assert self.rules
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
            scores=self.scores,
            hands=tuple(hands),
            hidden=tuple((h.count or 0) - len(c) for h, c in zip(self.hands, hands, strict=True)),
            out=_cards(self.out.cards) if self.out else (),
            out_hidden=(self.out.count or 0) - len(self.out.cards) if self.out else 0,
            tricks=tuple(tricks[:-1]),
            trick=tricks[-1],
            exposed=tuple(shown),
            called=self.called.card if self.called else UNSEEN,
            declined=self.declined,
            seat=self.seat,
        )
        return position if self.out else _with_the_rest_out(position)


def read_rules(data: object) -> Rules:
    """The switches that a JSON object (or None) sets; raises ``BadInput`` with every fault."""
    return switches_of(_RULES, data)


def read_draft(data: object) -> Draft:
    """The draft of a JSON value; raises ``BadInput`` for what is no object at all."""
    fields, faults = object_of(PositionShape, data)
    draft = Draft(faults)
    switches = sound_fields(fields.get("rules", {}), "rules", faults)
    draft.rules = None if switches is None else read_rules(switches)
    simple = {
        name: fields[name] for name in ("dealer", "scores", "declined", "seat") if name in fields
    }
    for name, value in simple.items():
        if draft.sound(f"/{name}"):
            setattr(draft, name, tuple(value) if name == "scores" else value)
    draft.turned = _one(fields, "turned", faults)
    draft.called = _one(fields, "called", faults)
    # Of lists that are too long no more is read than there may be.
    hands, exposed = (listed(fields.get(name))[:SEATS] for name in ("hands", "exposed"))
    draft.hands = [_hand(hand, f"/hands/{i}", faults) for i, hand in enumerate(hands)]
    shown = [_given(cards, f"/exposed/{i}", faults) for i, cards in enumerate(exposed)]
    for hand, cards in zip(draft.hands, shown, strict=False):
        hand.shown = cards
    if fields.get("out") is not None:
        draft.out = _hand(fields["out"], "/out", faults)
    finished = listed(fields.get("tricks"))[:MOST_TRICKS]
    tricks = [(f"/tricks/{i}", trick) for i, trick in enumerate(finished)]
    tricks.append(("/trick", fields.get("trick", {})))
    draft.tricks = [_trick(trick, pointer, faults) for pointer, trick in tricks]
    return draft


def _one(data: dict[str, Any], name: str, faults: list[Fault]) -> Given | None:
    card = read_card(data.get(name), f"/{name}", faults)
    return None if card is None else Given(f"/{name}", card)


def _given(texts: object, pointer: str, faults: list[Fault]) -> list[Given]:
    cards = enumerate(read_cards(texts, pointer, faults))
    return [Given(f"{pointer}/{j}", card) for j, card in cards if card is not None]


def _trick(data: object, pointer: str, faults: list[Fault]) -> GivenTrick:
    parts = data if isinstance(data, dict) else {}
    place = f"{pointer}/cards"
    cards = _given(parts.get("cards"), place, faults)
    revoked = _given(parts.get("revoked"), f"{pointer}/revoked", faults)
    whole = isinstance(data, dict) and is_sound(faults, place)
    size = len(listed(parts.get("cards")))
    return GivenTrick(pointer, parts.get("leader"), cards, revoked, size, whole)


def _hand(data: Any, pointer: str, faults: list[Fault]) -> GivenHand:
    if isinstance(data, list):
        return GivenHand(pointer, _given(data, pointer, faults), len(data), False)
    # Within a list that is too long nothing has been checked.
    count = data.get("count") if isinstance(data, dict) else None
    counted = type(count) is int and is_sound(faults, f"{pointer}/count")
    return GivenHand(pointer, [], count if counted else None, True)


def _cards(given: list[Given]) -> tuple[int, ...]:
    return cards_in(word_of(_in_order(given)))


def _in_order(given: list[Given]) -> tuple[int, ...]:
    return tuple(card for _, card in given)


def _with_the_rest_out(position: Position) -> Position:
    """With all hands known, what is nowhere else is out; else only its number is known."""
    if not any(position.hidden):
        return replace(position, out=cards_in(word_of(position.unseen)))
    return replace(position, out_hidden=PACK_SIZE - 1 - SEATS * position.rules.hand_size)
