"""Positions of Knock Rummy.

JSON: ``{"rules": {…}, "dealer": 0, "turn": 1, "scores": [0, 0], "hands": [["AS", …] |
{"count": 10}, …], "known": [["7C"], []], "stock": [… next first] | {"count": 31},
"discards": [… top last]}``, and where there is something to say ``taken``, ``takes``,
``turn_overs``, ``shuffled``, ``shuffle``, ``history``, ``ended`` and ``seat``. Seats are 0, 1 …
clockwise. Who has one card more than the others has drawn and is to discard. Totals of a match may
be fractions, ``31/3``.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from kibitz.games.cards import PACK_SIZE, UNSEEN, card_text
from kibitz.games.faults import BadInput
from kibitz.games.knock_rummy.notation import json_to_text
from kibitz.games.knock_rummy.rules import Rules
from kibitz.games.knock_rummy.schema import SWITCHES
from kibitz.games.schema import cards_json, without_none


def exact(points: Fraction | int) -> int | str:
    """Points as JSON has them: a whole number, or an exact fraction as text."""
    return int(points) if points == int(points) else str(points)


@dataclass(frozen=True, slots=True)
class Shuffled:
    """Cards of a shuffled pile not seen since, and how many of them each seat holds."""

    cards: tuple[int, ...]
    held: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A checked position. Cards are the integers of `games.cards`, hands sorted by suit.

    ``hands`` are the cards known to be held, those of ``known`` among them; ``hidden`` counts those
    held besides. ``stock`` has the next card first, or ``stock_hidden`` counts it; ``discards`` has
    the top card last. ``taken`` is ``UNSEEN`` for none. ``shuffle`` is None where it is not known.
    ``history`` is as in JSON, None where it is not known.
    ``seat`` is whose view it is, if anyone's: it then has nothing that this seat does not see.
    """

    rules: Rules
    dealer: int
    turn: int
    scores: tuple[Fraction, ...]
    hands: tuple[tuple[int, ...], ...]
    hidden: tuple[int, ...]
    known: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    stock_hidden: int
    discards: tuple[int, ...]
    taken: int = UNSEEN
    takes: int = 0
    turn_overs: int = 0
    shuffled: tuple[Shuffled, ...] = ()
    shuffle: int | None = None
    history: tuple[str, ...] | None = None
    ended: str | None = None
    seat: int | None = None

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(len(held) + n for held, n in zip(self.hands, self.hidden, strict=True))

    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""
        return len(self.stock) + self.stock_hidden

    @property
    def fresh(self) -> bool:
        """Whether nothing has been played yet, so that the history goes without saying."""
        rules = self.rules
        dealt = rules.players * rules.hand_size
        return (
            self.stock_size == PACK_SIZE - dealt - 1
            and len(self.discards) == 1
            and self.turn == (self.dealer + 1) % rules.players
            and not (self.turn_overs or self.ended or any(self.known))
        )

    @property
    def drawn(self) -> bool:
        """Whether the seat to move has drawn and is to discard."""
        return self.ended is None and self.sizes[self.turn] > self.rules.hand_size

    @property
    def unseen(self) -> tuple[int, ...]:
        """The cards whose place is not known, in pack order."""
        seen = {*self.discards, *self.stock, *(card for hand in self.hands for card in hand)}
        return tuple(card for card in range(PACK_SIZE) if card not in seen)

    def to_json(self) -> dict[str, Any]:
        """The position as a JSON object, every switch written out."""
        hands = zip(self.hands, self.hidden, strict=True)
        piles = [{"cards": cards_json(p.cards), "held": list(p.held)} for p in self.shuffled]
        data = {
            "rules": SWITCHES.to_json(self.rules),
            "dealer": self.dealer,
            "turn": self.turn,
            "scores": [*map(exact, self.scores)],
            "hands": [cards_json(cards, len(cards) + n if n else 0) for cards, n in hands],
            "known": [*map(cards_json, self.known)],
            "stock": cards_json(self.stock, self.stock_hidden),
            "discards": cards_json(self.discards),
            "taken": None if self.taken == UNSEEN else card_text(self.taken),
            "takes": self.takes or None,
            "turn_overs": self.turn_overs or None,
            "shuffled": piles or None,
            "shuffle": self.shuffle,
            "history": None if self.history is None or self.fresh else [*self.history],
            "ended": self.ended,
            "seat": self.seat,
        }
        return without_none(data)

    def to_text(self) -> str:
        """The position as one line of URL-safe characters."""
        return json_to_text(self.to_json())


def as_seen(position: Position, seat: int = 0) -> Position:
    """See :meth:`kibitz.games.game.Game.as_seen`: other hands but for what everybody knows of them.

    The stock is hidden too, unless it is a pile that was turned over, and how piles will be
    shuffled. Raises ``BadInput`` when the hand of ``seat`` is not known.
    """
    if position.hidden[seat]:
        message = f"the hand of seat {seat} is not listed, so its view is not known"
        raise BadInput.one(f"/hands/{seat}", "own_hand_hidden", message)
    shown = [
        held if other == seat else known
        for other, (held, known) in enumerate(zip(position.hands, position.known, strict=True))
    ]
    open_stock = position.rules.stock_out == "turn_over" and position.turn_overs > 0
    return replace(
        position,
        hands=tuple(shown),
        hidden=tuple(n - len(cards) for n, cards in zip(position.sizes, shown, strict=True)),
        stock=position.stock if open_stock else (),
        stock_hidden=0 if open_stock else position.stock_size,
        shuffle=None,
        seat=seat,
    )
