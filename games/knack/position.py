"""Positions of K'nack.

JSON: ``{"rules": {…}, "dealer": 0, "turn": 1, "field": [[0, 0, "??"], [1, 0, "7C"], …], "hands":
[["AS", …] | {"count": 5}, …], "decks": [[… next first] | {"count": 22}, …]}``, and where there is
something to say ``aside``, ``passes``, ``finished``, ``offender``, ``lacks``, ``given`` and
``seat``. Seats are 0, 1 … clockwise. The card at 0, 0 is the free one, face down, ``??`` for those
who did not lay it; x counts to the right and y upwards.

With ``laid``, the seat that laid each card of ``field``, that is in the order laid.

``lacks`` is what the passes of a seat show: it holds at most so many cards of these kinds, rank and
colour, ``7b`` a black seven. ``given`` are cards from hands that were given for a K'nack! not
called: the giver knows them in the other's deck, so many cards above them, or in the hand.
"""

from dataclasses import dataclass, replace
from typing import Any

from kibitz.games.cards import UNSEEN, card_text
from kibitz.games.faults import BadInput
from kibitz.games.knack.notation import json_to_text, kind_texts
from kibitz.games.knack.rules import Rules
from kibitz.games.knack.schema import SWITCHES
from kibitz.games.schema import cards_json, without_none


@dataclass(frozen=True, slots=True)
class Lack:
    """At most ``at_most`` cards of a hand are of ``kinds``, a set of :mod:`~.matching` as bits."""

    seat: int
    at_most: int
    kinds: int

    def to_json(self) -> dict[str, Any]:
        """The lack as a JSON object."""
        return {"seat": self.seat, "at_most": self.at_most, "kinds": kind_texts(self.kinds)}


@dataclass(frozen=True, slots=True)
class Gift:
    """A card that ``by`` gave from the hand to ``to`` and knows under ``above`` cards of the deck.

    ``above`` is None for one that ``to`` has drawn.
    """

    by: int
    to: int
    card: int
    above: int | None = None

    def order(self) -> tuple[int, ...]:
        """What gifts are sorted by: the receiver, then the hand and the deck from its top."""
        return self.to, -1 if self.above is None else self.above, self.card, self.by

    def to_json(self) -> dict[str, Any]:
        """The gift as a JSON object."""
        data = {"by": self.by, "to": self.to, "card": card_text(self.card), "above": self.above}
        return without_none(data)


@dataclass(frozen=True, slots=True)
class Position:
    """A checked position. Cards are the integers of :mod:`kibitz.games.cards`, hands ascending.

    ``field``: x, y and card of each card laid; the free one is ``UNSEEN`` where it is not known.
    They are in the order laid where ``laid`` has the seats that laid them, ascending where that is
    not known and ``laid`` is None. ``hidden``, ``decks_hidden`` and ``aside_hidden`` count cards
    that are not listed in ``hands``, ``decks`` (next card first) and ``aside``; of each either all
    are listed or none. ``seat`` is whose view it is, if anyone's: it then has nothing that this
    seat does not see.
    """

    rules: Rules
    dealer: int
    turn: int
    field: tuple[tuple[int, int, int], ...]
    hands: tuple[tuple[int, ...], ...]
    hidden: tuple[int, ...]
    decks: tuple[tuple[int, ...], ...]
    decks_hidden: tuple[int, ...]
    laid: tuple[int, ...] | None = None
    aside: tuple[int, ...] = ()
    aside_hidden: int = 0
    passes: int = 0
    finished: tuple[int, ...] = ()
    offender: int | None = None
    lacks: tuple[Lack, ...] = ()
    given: tuple[Gift, ...] = ()
    seat: int | None = None

    @property
    def starter(self) -> int:
        """The seat that lays, or has laid, the free card."""
        return (self.dealer + 1) % self.rules.players

    @property
    def held(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(len(hand) + n for hand, n in zip(self.hands, self.hidden, strict=True))

    @property
    def deck_sizes(self) -> tuple[int, ...]:
        """How many cards each deck has."""
        return tuple(len(deck) + n for deck, n in zip(self.decks, self.decks_hidden, strict=True))

    @property
    def cards_left(self) -> tuple[int, ...]:
        """How many cards each seat has in hand and deck."""
        return tuple(map(sum, zip(self.held, self.deck_sizes, strict=True)))

    @property
    def unseen(self) -> tuple[int, ...]:
        """The cards whose place is not known, ascending."""
        left = self.rules.cards
        left.subtract(card for _, _, card in self.field if card != UNSEEN)
        for cards in (*self.hands, *self.decks, self.aside):
            left.subtract(cards)
        left.subtract(gift.card for gift in self.given if self._is_covered(gift))
        return tuple(sorted((+left).elements()))

    def _is_covered(self, gift: Gift) -> bool:
        """Whether a card known by a giver lies among cards that are only counted."""
        return bool((self.hidden if gift.above is None else self.decks_hidden)[gift.to])

    def to_json(self) -> dict[str, Any]:
        """The position as a JSON object, every switch written out."""
        data = {
            "rules": SWITCHES.to_json(self.rules),
            "dealer": self.dealer,
            "turn": self.turn,
            "field": [[x, y, card_text(card)] for x, y, card in self.field],
            "laid": list(self.laid or ()) or None,
            "hands": [*map(cards_json, self.hands, self.hidden)],
            "decks": [*map(cards_json, self.decks, self.decks_hidden)],
            "aside": cards_json(self.aside, self.aside_hidden) or None,
            "passes": self.passes or None,
            "finished": list(self.finished) or None,
            "offender": self.offender,
            "lacks": [lack.to_json() for lack in self.lacks] or None,
            "given": [gift.to_json() for gift in self.given] or None,
            "seat": self.seat,
        }
        return without_none(data)

    def to_text(self) -> str:
        """The position as one line of URL-safe characters."""
        return json_to_text(self.to_json())


def as_seen(position: Position, seat: int = 0) -> Position:
    """See `games.game.Game.as_seen`: own hand and what it laid or gave, else the numbers.

    Nobody sees any deck, the own one among them. Raises ``BadInput`` when the hand of ``seat`` is
    not known.
    """
    if position.hidden[seat]:
        message = f"the hand of seat {seat} is not listed, so its view is not known"
        raise BadInput.one(f"/hands/{seat}", "own_hand_hidden", message)
    players = range(position.rules.players)
    held, sizes = position.held, position.deck_sizes
    field = position.field
    if seat != position.starter:
        field = tuple((x, y, UNSEEN if x == y == 0 else card) for x, y, card in field)
    return replace(
        position,
        field=field,
        hands=tuple(position.hands[other] if other == seat else () for other in players),
        hidden=tuple(0 if other == seat else held[other] for other in players),
        decks=((),) * len(players),
        decks_hidden=sizes,
        aside=(),
        aside_hidden=position.rules.aside,
        given=tuple(given for given in position.given if given.by == seat),
        seat=seat,
    )
