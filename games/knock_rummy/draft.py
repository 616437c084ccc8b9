"""A Knock Rummy position while it is read: each card with its place in the input.

What cannot be read is noted as a fault and its part of the input as broken, so that the checks of
:mod:`kibitz.games.knock_rummy.reading` can do all that does not need it.
"""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter

from kibitz.games.cards import PACK_SIZE, UNSEEN, card_text, parse_card
from kibitz.games.faults import Fault, quote
from kibitz.games.knock_rummy.history import history_of, turns_of
from kibitz.games.knock_rummy.lanes import cards_in, word_of
from kibitz.games.knock_rummy.position import Position, PositionShape, Shuffled
from kibitz.games.knock_rummy.rules import DEFAULT, Rules
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.games.reading import listed, read_card, read_cards
from kibitz.games.shapes import object_of, switches_of

_RULES: Final = TypeAdapter(Rules)


class Given(NamedTuple):
    """A card and the JSON Pointer of where it was given."""

    pointer: str
    card: int


@dataclass(slots=True)
class GivenCards:
    """A hand or the stock as given: its cards, or their number alone."""

    pointer: str
    cards: list[Given]
    count: int
    counted: bool


@dataclass(slots=True)
class GivenPile:
    """What is left of a shuffled pile, as given."""

    pointer: str
    cards: list[Given]
    held: list[int]


@dataclass(slots=True)
class Draft:
    """The parts of a position as given, the faults found, and the names of the broken parts."""

    faults: list[Fault]
    broken: set[str]
    rules: Rules = DEFAULT
    dealer: int = 0
    turn: int = 1
    scores: list[Fraction] = field(default_factory=list)
    hands: list[GivenCards] = field(default_factory=list)
    known: list[list[Given]] = field(default_factory=list)
    stock: GivenCards | None = None
    discards: list[Given] = field(default_factory=list)
    taken: Given | None = None
    takes: int = 0
    turn_overs: int = 0
    shuffled: list[GivenPile] = field(default_factory=list)
    shuffle: int | None = None
    history: tuple[str, ...] | None = None
    ended: str | None = None
    seat: int | None = None

    def add(self, pointer: str, code: str, message: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(pointer, code, message))

    def usable(self, *parts: str) -> bool:
        """Whether none of these parts is broken."""
        return not self.broken.intersection(parts)

    @property
    def loose(self) -> int:
        """Cards that are in no hand and not on the discard pile: those of the stock."""
        return PACK_SIZE - sum(hand.count for hand in self.hands) - len(self.discards)

    def position(self) -> Position:
        """The position of a draft without faults."""
        laid_open = self.ended in {"knock", "out"}
        known = [_cards(cards) for cards in self.known]
        hands = [
            shown if hand.counted else _cards(hand.cards)
            for hand, shown in zip(self.hands, known, strict=True)
        ]
        stock = self.stock or GivenCards("", [], self.loose, True)
        position = Position(
            rules=self.rules,
            dealer=self.dealer,
            turn=self.turn,
            scores=tuple(self.scores),
            hands=tuple(hands),
            hidden=tuple(h.count - len(c) for h, c in zip(self.hands, hands, strict=True)),
            known=tuple(hands if laid_open else known),
            stock=_in_order(stock.cards),
            stock_hidden=stock.count if stock.counted else 0,
            discards=_in_order(self.discards),
            taken=self.taken.card if self.taken else UNSEEN,
            takes=self.takes,
            turn_overs=self.turn_overs,
            shuffled=tuple(Shuffled(_cards(p.cards), tuple(p.held)) for p in self.shuffled),
            shuffle=self.shuffle,
            history=self.history,
            ended=self.ended,
            seat=self.seat,
        )
        if position.fresh:
            return replace(position, history=(card_text(position.discards[0]),))
        return position


def read_rules(data: object) -> Rules:
    """The switches that a JSON object (or None) sets; raises ``BadInput`` with every fault."""
    return switches_of(_RULES, data)


def read_draft(data: object) -> Draft:
    """The draft of a JSON value; raises ``BadInput`` for what is no object at all."""
    fields, faults = object_of(PositionShape, data)
    draft = Draft(faults, {fault.pointer.split("/")[1] for fault in faults if fault.pointer})
    if draft.usable("rules"):
        draft.rules = read_rules(fields.get("rules", {}))
    players = draft.rules.players
    for name in ("dealer", "turn_overs", "shuffle", "ended", "seat"):
        if draft.usable(name) and name in fields:
            setattr(draft, name, fields[name])
    draft.taken = _one(fields, "taken", faults)
    if draft.usable("turn"):
        said = fields.get("turn")
        draft.turn = (draft.dealer + 1) % players if said is None else said
    if draft.usable("takes"):
        said = fields.get("takes")
        draft.takes = int(draft.taken is not None) if said is None else said
    if draft.usable("scores"):
        draft.scores = _totals(fields.get("scores") or [0] * players, draft)
    if draft.usable("hands"):
        hands = enumerate(fields["hands"])
        draft.hands = [_given_cards(hand, f"/hands/{i}", faults) for i, hand in hands]
    if draft.usable("known"):
        lists = fields.get("known") or []
        draft.known = [_given(cards, f"/known/{i}", faults) for i, cards in enumerate(lists)]
        draft.known += [[] for _ in range(players - len(draft.known))]
    if draft.usable("stock") and fields.get("stock") is not None:
        draft.stock = _given_cards(fields["stock"], "/stock", faults)
    draft.discards = _given(fields.get("discards"), "/discards", faults)
    if draft.usable("shuffled"):
        for i, pile in enumerate(fields.get("shuffled", ())):
            pointer = f"/shuffled/{i}"
            cards = _given(pile["cards"], f"{pointer}/cards", faults)
            draft.shuffled.append(GivenPile(pointer, cards, pile["held"]))
    if draft.usable("history") and fields.get("history") is not None:
        draft.history = _history(fields["history"], draft)
    draft.broken |= {fault.pointer.split("/")[1] for fault in faults if fault.pointer}
    return draft


def _totals(given: list[Any], draft: Draft) -> list[Fraction]:
    """The totals; shares of a hand are sixtieths of a point, so totals are."""
    totals = []
    for i, value in enumerate(given):
        total = Fraction(value)
        if UNIT % total.denominator:
            message = f"{quote(value)} cannot come from shares of up to five winners"
            draft.add(f"/scores/{i}", "bad_total", message)
        totals.append(total)
    return totals


def _history(texts: list[str], draft: Draft) -> tuple[str, ...] | None:
    """The history as it is written, or None where it is broken."""
    try:
        turns = turns_of(tuple(texts))
        return history_of(parse_card(texts[0]), turns)
    except ValueError as error:
        draft.add("/history", "bad_history", str(error))
        return None


def _one(data: dict[str, Any], name: str, faults: list[Fault]) -> Given | None:
    card = read_card(data.get(name), f"/{name}", faults)
    return None if card is None else Given(f"/{name}", card)


def _given(texts: object, pointer: str, faults: list[Fault]) -> list[Given]:
    cards = enumerate(read_cards(listed(texts), pointer, faults))
    return [Given(f"{pointer}/{j}", card) for j, card in cards if card is not None]


def _given_cards(data: Any, pointer: str, faults: list[Fault]) -> GivenCards:
    if isinstance(data, dict):
        return GivenCards(pointer, [], data["count"], True)
    return GivenCards(pointer, _given(data, pointer, faults), len(data), False)


def _cards(given: list[Given]) -> tuple[int, ...]:
    return cards_in(word_of(_in_order(given)))


def _in_order(given: list[Given]) -> tuple[int, ...]:
    return tuple(card for _, card in given)
