"""A position of K'nack while it is read: each card with its place in the input.

What cannot be read is noted as a fault and its part of the input as broken, so that the checks of
:mod:`kibitz.games.knack.reading` can do all that does not need it.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kibitz.games.cards import UNSEEN, UNSEEN_TEXT
from kibitz.games.faults import BadInput, Fault
from kibitz.games.knack.position import Given, Lack, Position
from kibitz.games.knack.rules import DEFAULT, Rules, read_rules
from kibitz.games.knack.shapes import KIND_TEXTS, PositionShape
from kibitz.games.knack_field.faults import Laid
from kibitz.games.reading import read_card, read_cards
from kibitz.games.shapes import object_of


class Named(NamedTuple):
    """A card and the JSON Pointer of where it was given."""

    pointer: str
    card: int


@dataclass(slots=True)
class Pile:
    """A hand, a deck or what was set aside as given: its cards, or their number alone."""

    pointer: str
    cards: list[Named]
    count: int
    counted: bool

    @property
    def faces(self) -> tuple[int, ...]:
        """The cards in the order given."""
        return tuple(card for _, card in self.cards)

    @property
    def hidden(self) -> int:
        """How many cards are only counted."""
        return self.count if self.counted else 0


@dataclass(slots=True)
class Draft:
    """The parts of a position as given, the faults found, and the names of the broken parts."""

    faults: list[Fault]
    broken: set[str]
    rules: Rules = DEFAULT
    dealer: int = 0
    turn: int = 1
    laid: list[Laid] = field(default_factory=list)
    hands: list[Pile] = field(default_factory=list)
    decks: list[Pile] = field(default_factory=list)
    aside: Pile | None = None
    passes: int = 0
    finished: list[int] = field(default_factory=list)
    offender: int | None = None
    lacks: list[Lack] = field(default_factory=list)
    given: list[Given] = field(default_factory=list)
    seat: int | None = None

    def add(self, pointer: str, code: str, message: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(pointer, code, message))

    def usable(self, *parts: str) -> bool:
        """Whether none of these parts is broken."""
        return not self.broken.intersection(parts)

    @property
    def starter(self) -> int:
        """The seat that lays the free card."""
        return (self.dealer + 1) % self.rules.players

    def left(self, seat: int) -> int:
        """Cards in the hand and the deck of a seat."""
        return self.hands[seat].count + self.decks[seat].count

    @property
    def seats_in(self) -> list[int]:
        """The seats that still have cards."""
        return [seat for seat in range(self.rules.players) if self.left(seat)]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        if self.finished and not self.rules.play_on_for_places:
            return True
        return len(self.seats_in) <= 1 or self.passes >= len(self.seats_in)

    def position(self) -> Position:
        """The position of a draft without faults."""
        aside = self.aside or Pile("", [], self.rules.aside, True)
        return Position(
            rules=self.rules,
            dealer=self.dealer,
            turn=self.turn,
            field=tuple(sorted((card.x, card.y, card.card) for card in self.laid)),
            hands=tuple(tuple(sorted(hand.faces)) for hand in self.hands),
            hidden=tuple(hand.hidden for hand in self.hands),
            decks=tuple(deck.faces for deck in self.decks),
            decks_hidden=tuple(deck.hidden for deck in self.decks),
            aside=aside.faces,
            aside_hidden=aside.hidden,
            passes=self.passes,
            finished=tuple(self.finished),
            offender=self.offender,
            lacks=tuple(self.lacks),
            given=tuple(sorted(self.given, key=Given.order)),
            seat=self.seat,
        )


def read_draft(data: object) -> Draft:
    """The draft of a JSON value; raises ``BadInput`` for what is no object at all."""
    fields, faults = object_of(PositionShape, data)
    draft = Draft(faults, {fault.pointer.split("/")[1] for fault in faults if fault.pointer})
    if draft.usable("rules") and "rules" in fields:
        try:
            draft.rules = read_rules(fields["rules"])
        except BadInput as error:
            faults += error.under("/rules").faults
    for name in ("dealer", "passes", "finished", "offender", "seat"):
        if draft.usable(name) and fields.get(name) is not None:
            setattr(draft, name, fields[name])
    if draft.usable("turn"):
        said = fields.get("turn")
        draft.turn = draft.starter if said is None else said
    if draft.usable("field"):
        draft.laid = _read_field(fields.get("field"), faults)
    for name in ("hands", "decks"):
        if draft.usable(name):
            piles = enumerate(fields[name])
            setattr(draft, name, [_pile(pile, f"/{name}/{i}", faults) for i, pile in piles])
    if draft.usable("aside") and fields.get("aside") is not None:
        draft.aside = _pile(fields["aside"], "/aside", faults)
    if draft.usable("lacks"):
        for lack in fields.get("lacks", ()):
            kinds = sum({1 << KIND_TEXTS.index(text) for text in lack["kinds"]})
            draft.lacks.append(Lack(lack["seat"], lack["at_most"], kinds))
    if draft.usable("given"):
        for i, given in enumerate(fields.get("given", ())):
            card = read_card(given["card"], f"/given/{i}/card", faults, jokers=True)
            if card is not None:
                draft.given.append(Given(given["by"], given["to"], card, given.get("above")))
    draft.broken |= {fault.pointer.split("/")[1] for fault in faults if fault.pointer}
    return draft


def _read_field(given: object, faults: list[Fault]) -> list[Laid]:
    laid = []
    for i, (x, y, text) in enumerate(given if isinstance(given, list) else []):
        if text == UNSEEN_TEXT:
            laid.append(Laid(f"/field/{i}", x, y, UNSEEN))
            continue
        card = read_card(text, f"/field/{i}/2", faults, jokers=True)
        if card is not None:
            laid.append(Laid(f"/field/{i}", x, y, card))
    return laid


def _pile(data: Any, pointer: str, faults: list[Fault]) -> Pile:
    if isinstance(data, dict):
        return Pile(pointer, [], data["count"], True)
    cards = enumerate(read_cards(data, pointer, faults, jokers=True))
    named = [Named(f"{pointer}/{i}", card) for i, card in cards if card is not None]
    return Pile(pointer, named, len(data), False)
