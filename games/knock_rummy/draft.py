"""A raw position of Knock Rummy: each card with its place in the input.

What cannot be read is noted as a fault, so that the checks of
:mod:`kibitz.games.knock_rummy.reading` can do all that does not need it.
"""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from kibitz.games.cards import PACK_SIZE, UNSEEN, card_text, parse_card
from kibitz.games.draft import Cards, Draft, Given, listed, values
from kibitz.games.faults import quote
from kibitz.games.findings import meant
from kibitz.games.knock_rummy.bitboards import cards_in, word_of
from kibitz.games.knock_rummy.notation import (
    HOW_WORDS,
    history_of,
    strange_entries,
    turns_of,
)
from kibitz.games.knock_rummy.position import Position, Shuffled
from kibitz.games.knock_rummy.rules import DEFAULT, MOST_SEATS, MOST_TURN_OVERS, Rules
from kibitz.games.knock_rummy.schema import SWITCHES, PositionSchema
from kibitz.games.knock_rummy.settlement import UNIT


@dataclass(slots=True)
class RawShuffled:
    """What is left of a shuffled pile, as given."""

    pointer: str
    cards: list[Given[int]]
    held: list[int]


@dataclass(slots=True)
class KnockDraft(Draft[int]):
    """A raw position of Knock Rummy; what cannot be read has its default."""

    rules: Rules = DEFAULT
    dealer: int = 0
    turn: int = 1
    scores: list[Fraction] = field(default_factory=list)
    hands: list[Cards[int]] = field(default_factory=list)
    known: list[list[Given[int]]] = field(default_factory=list)
    stock: Cards[int] | None = None
    discards: Cards[int] = field(default_factory=lambda: Cards("/discards"))
    taken: Given[int] | None = None
    takes: int = 0
    turn_overs: int = 0
    shuffled: list[RawShuffled] = field(default_factory=list)
    shuffle: int | None = None
    history: tuple[str, ...] | None = None
    ended: str | None = None
    seat: int | None = None

    @property
    def loose(self) -> int:
        """Cards that are in no hand and not on the discard pile: those of the stock."""
        return PACK_SIZE - sum(hand.count for hand in self.hands) - self.discards.count

    @property
    def stock_size(self) -> int:
        """Cards in the stock: as given, else what is left."""
        return self.stock.count if self.stock else self.loose

    def position(self) -> Position:
        """The position of a draft without faults."""
        laid_open = self.ended in {"knock", "out"}
        known = [_sorted(cards) for cards in self.known]
        hands = [
            shown if hand.counted else _sorted(hand.given)
            for hand, shown in zip(self.hands, known, strict=True)
        ]
        stock = self.stock or Cards("", [], self.loose)
        position = Position(
            rules=self.rules,
            dealer=self.dealer,
            turn=self.turn,
            scores=tuple(self.scores),
            hands=tuple(hands),
            hidden=tuple(h.count - len(c) for h, c in zip(self.hands, hands, strict=True)),
            known=tuple(hands if laid_open else known),
            stock=stock.cards,
            stock_hidden=stock.hidden,
            discards=self.discards.cards,
            taken=self.taken.value if self.taken else UNSEEN,
            takes=self.takes,
            turn_overs=self.turn_overs,
            shuffled=tuple(Shuffled(_sorted(p.cards), tuple(p.held)) for p in self.shuffled),
            shuffle=self.shuffle,
            history=self.history,
            ended=self.ended,
            seat=self.seat,
        )
        if position.fresh:
            return replace(position, history=(card_text(position.discards[0]),))
        return position


def read_draft(data: object) -> KnockDraft:
    """The raw position of a JSON value; raises ``BadInput`` for what is no object at all."""
    draft = KnockDraft.of(PositionSchema, data)
    fields = draft.fields
    draft.rules = SWITCHES.read_sound(fields.get("rules", {}), draft.faults)
    players = draft.rules.players
    for name in ("dealer", "turn_overs", "shuffle", "ended", "seat"):
        setattr(draft, name, draft.part(name, getattr(draft, name)))
    draft.taken = draft.one("taken")
    draft.turn = draft.turn_or((draft.dealer + 1) % players)
    draft.takes = draft.part("takes", int(draft.taken is not None))
    draft.scores = _totals(draft, draft.part("scores", []) or [0] * players)
    draft.hands = draft.piles("hands", MOST_SEATS)
    draft.known = draft.rows("known", MOST_SEATS)
    draft.known += [[] for _ in range(players - len(draft.known))]
    if fields.get("stock") is not None:
        draft.stock = draft.pile(fields["stock"], "/stock")
    draft.discards = draft.pile(fields.get("discards"), "/discards")
    for i, pile in enumerate(listed(fields.get("shuffled"))[:MOST_TURN_OVERS]):
        if isinstance(pile, dict):
            cards = draft.cards(pile.get("cards"), f"/shuffled/{i}/cards")
            held: Any = pile["held"] if draft.sound(f"shuffled/{i}/held") else []
            draft.shuffled.append(RawShuffled(f"/shuffled/{i}", cards, held))
    draft.history = _history(draft, draft.part("history", []))
    return draft


def _totals(draft: Draft[int], given: list[Any]) -> list[Fraction]:
    """The totals; shares of a hand are sixtieths of a point, so totals are."""
    totals = [*map(Fraction, given)]
    for i, total in enumerate(totals):
        if UNIT % total.denominator:
            message = f"{quote(given[i])} cannot come from shares of up to five winners"
            draft.add(f"/scores/{i}", "bad_total", message)
    return totals


def _history(draft: Draft[int], texts: list[str]) -> tuple[str, ...] | None:
    """The history as it is written, or None where it is broken."""
    strange = strange_entries(texts)
    for place in strange:
        message = f"{quote(texts[place])} is neither a card nor draw, take or turn-over"
        draft.add(f"/history/{place}", "bad_history", message + meant(texts[place], HOW_WORDS))
    if strange:
        return None
    try:
        turns = turns_of(tuple(texts)) if texts else None
        return None if turns is None else history_of(parse_card(texts[0]), turns)
    except ValueError as error:
        draft.add("/history", "bad_history", str(error))
        return None


def _sorted(given: list[Given[int]]) -> tuple[int, ...]:
    return cards_in(word_of(values(given)))
